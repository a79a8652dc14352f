"""What the menu says about a game."""

from companion.content import BORDER_SWITCHES, VARIANTS
from companion.rules.state import Mode, Rules
from companion.service import DiceBy, GameSettings
from companion.web.say import _
from companion.web.words.levels import level_title


def rules_of(settings: GameSettings, rules: Rules) -> list[str]:
    """Returns the choices of a game in words; ``rules`` are those that hold now."""
    dice = _("The app rolls the dice.") if settings.dice is DiceBy.APP else _("The dice are rolled at the table.")
    found = [dice]
    if settings.mode is Mode.SOLO:
        found.append(_("Opponent: %(level)s.", level=level_title(settings.level)))
    if settings.mode is Mode.SOLO and settings.decide_for_me:
        found.append(_("Where the rules leave equal options, the app picks the best one for the Atreides."))
    if rules.partners > 1:
        found.append(_("A House player and a Fremen player share the Atreides."))
    usual = len(found)
    found.extend(_(variant.title) for name, variant in VARIANTS.items() if getattr(rules, name))
    if rules.doubtful_border:
        found.extend(_(switch.title) for switch in BORDER_SWITCHES.values())
    if len(found) == usual:
        found.append(_("Rules as in the second printing, without variants."))
    return found
