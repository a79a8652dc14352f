"""Dice and casualties wherever they fall: storms, worms, cards, and the parts that battles share."""

from collections.abc import Sequence
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
from companion.rules.frames import Cause, HitsFrame, RollFrame, RollSource
from companion.rules.state import ATREIDES, State, supply
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Detour, Scene, deed, panel_for
from companion.web.steps.battle.chances import with_odds
from companion.web.steps.dice_photo import brought_back, source_field, with_photo
from companion.web.steps.mahdi.orders import order_head, order_panel
from companion.web.ui.blocks import (
    Adder,
    Answers,
    Block,
    Button,
    Buttons,
    Check,
    Checks,
    Choice,
    Fold,
    Form,
    Go,
    Note,
)
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel, lit
from companion.web.ui.parts import KIND_GLYPH, SIDE, kind_label, rule_link
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


def casualties(scene: Scene, faction: Faction, area: int, hits: int) -> tuple[Block, ...]:
    """Returns the casualties by tap with what is special about them; then, for several leaders, their order."""
    removed = tuple(entry for entry in scene.pick.get("removed", "").split(",") if entry)
    named = _named(removed)
    if len(named) > 1:
        return (_tank_order(faction, removed, named, tuple(scene.pick.get("order", "").split(","))),)
    return (*_about_casualties(scene.state, faction, area, hits), casualty_form(scene.state, faction, area, hits))


def _named(removed: Sequence[str]) -> list[str]:
    return [entry for entry in removed if entry in LEADERS and entry not in GENERIC_IDS]


def _tank_order(faction: Faction, removed: Sequence[str], named: Sequence[str], before: Sequence[str]) -> Form:
    """TANK-1: the owner chooses in which order several leaders go to the tank; one tap for each but the last."""
    chosen = [leader for leader in before if leader in named]
    answers = tuple(
        Choice(",".join((*chosen, leader)), names.leader_name(leader), glyph="named")
        for leader in named
        if leader not in chosen
    )
    text = _("Who goes to the tank first? The next one pushes him or her on.")
    if chosen:
        text = _("After %(leaders)s: who is next?", leaders=names.leader_names(chosen))
    blocks = (Note(text, "tank", rule=rule_link("TANK-1")), Answers("order", answers, big=False))
    return Form("hits", blocks, {"faction": faction.id, "all": ",".join(removed)})


def _about_casualties(state: State, faction: Faction, area: int, hits: int) -> tuple[Block, ...]:
    """The supply that runs out of regulars, and the leaders that go with the last unit (BATTLE-7)."""
    army = state.army(faction, area) or NOBODY
    regulars, strong = supply(state, faction).regular, army.elite + army.special
    found: list[Block] = []
    if strong > regulars:
        text = ngettext(
            "%(num)d regular figure is left in the supply: an elite or special unit beyond that goes itself.",
            "%(num)d regular figures are left in the supply: an elite or special unit beyond those goes itself.",
            regulars,
        )
        if not regulars:
            text = _("No regular figure is left in the supply: an elite or special unit goes itself.")
        found.append(Note(text, "regular", rule=rule_link("BATTLE-7")))
    if army.leaders and not combat.survivors(army, combat.proposed_removal(state, faction, area, hits), regulars):
        found.append(Note(_("With the last unit the leaders go too."), "named", rule=rule_link("BATTLE-7")))
    return tuple(found)


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

    becomes = _("to regular") if regulars else _("goes")
    for kind in (UnitKind.SPECIAL, UnitKind.ELITE):
        for _n in range(army.count(kind)):
            add(kind.value, kind_label(kind.value, faction), becomes, KIND_GLYPH[kind.value])
    reduced = army.elite + army.special if regulars else 0
    extra = max(0, min(reduced, hits - 1, hits - army.regular))
    for _n in range(army.regular):
        add("regular", kind_label("regular", faction), _("goes"), "regular")
    for _n in range(extra):
        # A unit that became a regular may take a further hit as one.
        add("regular", kind_label("regular", faction), _("reduced before"), "regular")
    for leader in (*[names.GENERIC[faction]] * army.generic, *army.named):
        glyph = "leader" if leader in GENERIC_IDS else "named"
        add(leader, names.leader_name(leader), _("to the supply") if glyph == "leader" else _("to the tank"), glyph)
    need = min(hits, len(combat.proposed_removal(state, faction, area, hits)))
    go = Go(_("Take them off"), "check", missing=_("# more to choose"))
    group = Checks("removed", _("Casualties"), tuple(checks), need)
    return Form("hits", (group, go), {"faction": faction.id})


def _attack_glyph(frame: RollFrame) -> str:
    return {Cause.STORM: "storm", Cause.WORM: "sandworm"}.get(frame.cause, "cards")


@panel_for(RollFrame)
def attack_dice(scene: Scene, frame: RollFrame) -> Panel:
    """Asks for the dice of a storm, a worm or a card."""
    guide = guide_text(scene.state)
    army = scene.state.army(frame.faction, frame.area) or NOBODY
    adder = Adder(
        _("The dice"),
        "a" if frame.sector is not None or frame.faction is not ATREIDES else "h",
        "",
        dice_total(frame.dice),
        frame.dice,
        "dice-",
        face_words(),
    )
    adder, read = with_photo(scene, adder), source_field(scene)
    blocks: tuple[Block, ...]
    if scene.app_rolls:
        take = Buttons((Button(_("These are the dice"), "check"),))
        by_hand = Fold(
            _("We rolled at the table"), (Form("attack-dice", (adder, take), read),), "dice", brought_back(scene)
        )
        blocks = (by_hand, Form("attack-roll", (Go(_("Roll for me"), "roll"),)))
    else:
        go = Go(_("These are the dice"), "check", missing=_("# more dice to enter"))
        blocks = (
            Form("attack-roll", (Buttons((Button(_("Roll for me"), "roll"),)),)),
            Form("attack-dice", (adder, go), read),
        )
    detail = _("%(figures)s stand there. %(values)s", figures=names.figures(army, frame.faction), values=guide.sentence)
    if frame.sector is not None:
        detail = _("Each hit and each special removes a vehicle there.")
    return Panel(
        kicker=guide.kicker,
        glyph=_attack_glyph(frame),
        title=guide.heading,
        detail=names.capital(detail),
        orange=True,
        blocks=blocks,
        focus=lit([frame.area]),
        css="order",
        rule=rule_link(guide.rule.id),
    )


@panel_for(HitsFrame)
@with_odds
def hits_outside(scene: Scene, frame: HitsFrame) -> Panel:
    """Asks for the casualties of hits outside a battle."""
    guide = guide_text(scene.state)
    order = scene.order()
    if order is not None:
        panel = order_panel(scene, order_head(scene, order, guide.kicker), order)
        return replace(panel, focus=lit([frame.area]), orange=True)
    return Panel(
        kicker=guide.kicker,
        faction=SIDE[frame.faction],
        title=guide.heading,
        detail=guide.sentence,
        blocks=casualties(scene, frame.faction, frame.area, frame.hits),
        focus=lit([frame.area]),
        css="order",
        rule=rule_link(guide.rule.id),
    )


@deed("hits")
def _take_hits(scene: Scene, fields: Fields) -> Commands:
    allowed = {kind.value for kind in UnitKind}
    removed = fields.values.getlist("removed") or [entry for entry in fields.text("all", most=800).split(",") if entry]
    unknown = [entry for entry in removed if entry not in allowed and entry not in LEADERS]
    if unknown:
        raise FormatError("removed", _("there is no figure “%(value)s”", value=unknown[0][:40]))
    named = _named(removed)
    chosen = [leader for leader in fields.text("order", most=400).split(",") if leader in named]
    if len(chosen) < len(named) - 1:
        raise Detour({"removed": ",".join(removed), "order": ",".join(chosen)})
    # Leaders first: once the last unit is gone nobody is left to take a hit; elites before the regulars they become.
    order = (*chosen, *(leader for leader in named if leader not in chosen))
    kinds = (UnitKind.SPECIAL.value, UnitKind.ELITE.value, UnitKind.REGULAR.value)
    rest = sorted(
        (entry for entry in removed if entry not in named), key=lambda e: kinds.index(e) + 1 if e in kinds else 0
    )
    return (TakeHits(fields.faction(), (*order, *rest)),)


@deed("attack-dice")
def _enter_attack_dice(scene: Scene, fields: Fields) -> Commands:
    roll = fields.roll("dice-")
    counts = ((CombatFace.HIT, roll.hit), (CombatFace.SHIELD, roll.shield), (CombatFace.SPECIAL, roll.special))
    return (RollAttackDice(tuple(face for face, number in counts for _n in range(number)), fields.source()),)


@deed("attack-roll")
def _roll_attack_dice(scene: Scene, fields: Fields) -> Commands:
    frame = scene.state.frame
    if not isinstance(frame, RollFrame):
        raise FormatError("dice", _("no dice are to be rolled now"))
    return (RollAttackDice(scene.chance.combat_faces(frame.dice, frame.cause.value), RollSource.APP),)
