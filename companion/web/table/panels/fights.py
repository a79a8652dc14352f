"""Dice and casualties wherever they fall: storms, worms, cards, and the parts that battles share."""

from dataclasses import replace

from companion.content import LEADERS
from companion.content.terms import CombatFace, Faction, UnitKind
from companion.rules import combat
from companion.rules.army import NOBODY
from companion.rules.casualties import GENERIC_IDS
from companion.rules.commands import (
    RollAttackDice,
    TakeHits,
)
from companion.rules.errors import FormatError
from companion.rules.frames import HitsFrame, RollFrame
from companion.rules.state import ATREIDES, State, supply
from companion.web.table.blocks import (
    Adder,
    Block,
    Button,
    Buttons,
    Check,
    Checks,
    Fold,
    Form,
    Go,
)
from companion.web.table.fields import Fields
from companion.web.table.panel import Panel, lit
from companion.web.table.panels.common import KIND_GLYPH, SIDE, kind_label, rule_link
from companion.web.table.panels.harkonnen import order_panel
from companion.web.table.say import _, ngettext
from companion.web.table.scene import Commands, Scene, deed, panel_for
from companion.web.words import names
from companion.web.words.guide import guide_text


def face_words() -> dict[str, str]:
    """Returns the words of the combat faces by id."""
    return {face.value: names.face_name(face) for face in CombatFace}


def dice_total(number: int, bonus: int = 0) -> str:
    """Says how many dice are rolled; a surprise adds special results that are no dice."""
    dice = ngettext("%(num)d die", "%(num)d dice", number)
    if not bonus:
        return dice
    return _("%(dice)s + %(special)s", dice=dice, special=ngettext("%(num)d special", "%(num)d specials", bonus))


def casualty_form(state: State, faction: Faction, area: int, hits: int) -> Form:
    """Returns the casualties by tap, with a sensible choice made already."""
    army = state.army(faction, area) or NOBODY
    regulars = supply(state, faction).regular
    proposed = list(combat.proposed_removal(state, faction, area, hits))
    checks: list[Check] = []

    def add(entry: str, text: str, detail: str, glyph: str) -> None:
        on = entry in proposed
        if on:
            proposed.remove(entry)
        checks.append(Check(entry, text, glyph, SIDE[faction], detail, on))

    for kind in (UnitKind.SPECIAL, UnitKind.ELITE):
        for _n in range(army.count(kind)):
            add(
                kind.value,
                kind_label(kind.value, faction),
                _("to regular") if regulars else _("goes"),
                KIND_GLYPH[kind.value],
            )
    reduced = army.elite + army.special if regulars else 0
    extra = min(reduced, max(0, hits - army.regular))
    for _n in range(army.regular + extra):
        add("regular", kind_label("regular", faction), _("goes"), "regular")
    for leader in (*[names.GENERIC[faction]] * army.generic, *army.named):
        glyph = "leader" if leader in GENERIC_IDS else "named"
        add(leader, names.leader_name(leader), _("to the supply") if glyph == "leader" else _("to the tank"), glyph)
    need = min(hits, len(combat.proposed_removal(state, faction, area, hits)))
    go = Go(_("Take them off"), "check", missing=_("# more to choose"))
    group = Checks("removed", _("Casualties"), tuple(checks), need)
    return Form("hits", (group, go), {"faction": faction.id})


@panel_for(RollFrame)
def attack_dice(scene: Scene, frame: RollFrame) -> Panel:
    """Asks for the dice of a storm, a worm or a card."""
    guide = guide_text(scene.state)
    army = scene.state.army(frame.faction, frame.area) or NOBODY
    adder = Adder(
        _("The dice"),
        "h" if frame.faction is ATREIDES else "a",
        "",
        dice_total(frame.dice),
        frame.dice,
        "dice-",
        face_words(),
    )
    blocks: tuple[Block, ...]
    if scene.app_rolls:
        take = Buttons((Button(_("These are the dice"), "check"),))
        by_hand = Fold(_("We rolled at the table"), (Form("attack-dice", (adder, take)),), "dice")
        blocks = (by_hand, Form("attack-roll", (Go(_("Roll for me"), "roll"),)))
    else:
        go = Go(_("These are the dice"), "check", missing=_("# more dice to enter"))
        blocks = (
            Form("attack-roll", (Buttons((Button(_("Roll for me"), "roll"),)),)),
            Form("attack-dice", (adder, go)),
        )
    detail = _("%(figures)s stand there. %(values)s", figures=names.figures(army, frame.faction), values=guide.sentence)
    return Panel(
        kicker=guide.kicker,
        glyph="storm" if frame.cause.value == "storm" else "sandworm",
        title=guide.heading,
        detail=names.capital(detail),
        orange=True,
        blocks=blocks,
        focus=lit([frame.area]),
        css="order",
        rule=rule_link(guide.rule.id),
    )


@panel_for(HitsFrame)
def hits_outside(scene: Scene, frame: HitsFrame) -> Panel:
    """Asks for the casualties of hits outside a battle."""
    guide = guide_text(scene.state)
    order = scene.order()
    if order is not None:
        panel = order_panel(scene, order, guide.kicker)
        return replace(panel, focus=lit([frame.area]), orange=True)
    return Panel(
        kicker=guide.kicker,
        faction=SIDE[frame.faction],
        title=guide.heading,
        detail=guide.sentence,
        blocks=(casualty_form(scene.state, frame.faction, frame.area, frame.hits),),
        focus=lit([frame.area]),
        css="order",
        rule=rule_link(guide.rule.id),
    )


@deed("hits")
def _take_hits(scene: Scene, fields: Fields) -> Commands:
    allowed = {kind.value for kind in UnitKind}
    removed = fields.values.getlist("removed")
    unknown = [entry for entry in removed if entry not in allowed and entry not in LEADERS]
    if unknown:
        raise FormatError("removed", _("there is no figure “%(value)s”", value=unknown[0][:40]))
    # Leaders first: once the last unit is gone nobody is left to take a hit; elites before the regulars they become.
    order = (UnitKind.SPECIAL.value, UnitKind.ELITE.value, UnitKind.REGULAR.value)
    removed.sort(key=lambda entry: order.index(entry) + 1 if entry in order else 0)
    return (TakeHits(fields.faction(), tuple(removed)),)


@deed("attack-dice")
def _enter_attack_dice(scene: Scene, fields: Fields) -> Commands:
    roll = fields.roll("dice-")
    counts = ((CombatFace.HIT, roll.hit), (CombatFace.SHIELD, roll.shield), (CombatFace.SPECIAL, roll.special))
    return (RollAttackDice(tuple(face for face, number in counts for _n in range(number))),)


@deed("attack-roll")
def _roll_attack_dice(scene: Scene, fields: Fields) -> Commands:
    frame = scene.state.frame
    if not isinstance(frame, RollFrame):
        raise FormatError("dice", _("no dice are to be rolled now"))
    return (RollAttackDice(scene.chance.combat_faces(frame.dice, frame.cause.value)),)
