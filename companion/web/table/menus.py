"""What the menu says about a game."""

from companion.content import BORDER_SWITCHES, VARIANTS
from companion.content.terms import Faction
from companion.rules.frames import GameOverFrame, TalkFrame
from companion.rules.state import Mode, Rules
from companion.service import DiceBy, GameSettings
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.seats import View
from companion.web.steps.people.charge import sharing
from companion.web.steps.people.talk import talk_act
from companion.web.ui.blocks import Block
from companion.web.words import levels, names


def sharing_of(scene: Scene) -> tuple[str, ...]:
    """Returns who shares a faction with whom, a line for each that two players share."""
    return tuple(
        _("%(faction)s: %(players)s", players=who, faction=names.faction_name(faction))
        for faction in Faction
        if (who := sharing(scene, faction))
    )


def talks_of(scene: Scene) -> tuple[Block, ...]:
    """Returns the secret talks that partners may have now (TEAM-1)."""
    if not scene.may_write or isinstance(scene.state.frame, TalkFrame | GameOverFrame | None):
        return ()
    return tuple(block for faction in Faction for block in talk_act(scene, faction))


def levels_of(view: View) -> list[dict[str, str]]:
    """Returns the levels to which a player can change the opponent of a solo game; none for others."""
    if view.state.mode is not Mode.SOLO or not view.may_write or view.state.winner is not None:
        return []
    return levels.choices(view.settings.level)


def rules_of(settings: GameSettings, rules: Rules) -> list[str]:
    """Returns the choices of a game in words; ``rules`` are those that hold now."""
    dice = _("The app rolls the dice.") if settings.dice is DiceBy.APP else _("The dice are rolled at the table.")
    found = [dice]
    if settings.mode is Mode.SOLO:
        found.append(_("Opponent: %(level)s.", level=levels.level_title(settings.level)))
        later = [levels.level_title(level) for _at, level in settings.level_changes[1:]]
        if later:
            found.append(_("Changed in the game: %(levels)s.", levels=names.join(later)))
    if settings.mode is Mode.SOLO and settings.decide_for_me:
        found.append(_("Where the rules leave options tied, the app picks the best one for the Atreides."))
    usual = len(found)
    found.extend(_(variant.title) for name, variant in VARIANTS.items() if getattr(rules, name))
    if rules.doubtful_border:
        found.extend(_(switch.title) for switch in BORDER_SWITCHES.values())
    if len(found) == usual:
        found.append(_("Rules as in the second printing, without variants."))
    return found
