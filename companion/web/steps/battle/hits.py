"""Casualties wherever they fall: by tap with the chance that follows, or told where nothing is to be chosen."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from companion.content import LEADERS
from companion.content.terms import Faction, UnitKind
from companion.rules import combat
from companion.rules.army import NOBODY
from companion.rules.casualties import ESCORT, GENERIC_IDS, SECOND_HIT, survivors
from companion.rules.commands import TakeHits
from companion.rules.errors import FormatError
from companion.rules.frames import BattleFrame, HitsFrame
from companion.rules.state import State, supply
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.battle.chances import battle_block, found_odds
from companion.web.steps.battle.forced import only_way, own_hits, sequence, with_opponents
from companion.web.steps.battle.thrown import last_dice
from companion.web.steps.head import Head, asks
from companion.web.steps.mahdi.orders import order_panel
from companion.web.ui.blocks import Block, Check, Checks, Dock, Form, Go, Note
from companion.web.ui.fields import Fields
from companion.web.ui.odds_blocks import AdviceView
from companion.web.ui.panel import Panel
from companion.web.ui.parts import KIND_GLYPH, SIDE, kind_label, rule_link
from companion.web.words import names

Rolled = Callable[[Mapping[Faction, Sequence[str]]], tuple[Block, ...]]
"""The dice of a round with what they come to, given what goes without a choice."""


@asks(HitsFrame)
def hits_outside(scene: Scene, frame: HitsFrame, head: Head) -> Panel:
    """Asks for the casualties of hits outside the dice of a battle; the dice that caused them stand above."""
    dice = last_dice(scene, frame.cause, frame.area)
    fights = any(isinstance(below, BattleFrame) for below in scene.state.frames)
    return ask_casualties(scene, head, (), lambda gone: dice, css="fight" if fights else "order")


def ask_casualties(scene: Scene, head: Head, above: tuple[Block, ...], rolled: Rolled, *, css: str = "fight") -> Panel:
    """Asks for all casualties of a step at once: what the solo opponent loses is told beside what is chosen."""
    gone = {command.faction: command.removed for _before, command, asked in sequence(scene) if not asked}
    own = own_hits(scene)
    if own is None:
        order = scene.order()
        odds = battle_block(scene)
        blocks = (*above, *([odds] if odds else []), *rolled(gone))
        if order is None:
            return head.panel(*blocks, css=css)
        return order_panel(scene, head, order, *blocks, css=css)
    state, faction, area, number = own
    found = found_odds(scene, state)
    advice = found.advice if found and not only_way(state, faction, area, number) else None
    odds = battle_block(scene, replace(found, advice=advice)) if found else None
    blocks = (*above, *([odds] if odds else []), *rolled(gone))
    return head.panel(*blocks, *casualties(scene, state, faction, area, number, advice), css=css)


def casualties(
    scene: Scene, state: State, faction: Faction, area: int, hits: int, advice: AdviceView | None = None
) -> tuple[Block, ...]:
    """Returns the casualties by tap with what is special about them."""
    only = only_way(state, faction, area, hits)
    notes = _about_casualties(state, faction, area, hits)
    if only:
        go = Form("hits", (Go(_("Done"), "check"),), {"faction": faction.id, "all": ",".join(only)})
        return (*notes, go)
    return (*notes, casualty_form(state, faction, area, hits, advice))


def _about_casualties(state: State, faction: Faction, area: int, hits: int) -> tuple[Block, ...]:
    """The supply that runs out of regulars, and the leaders that go with the last unit (BATTLE-7)."""
    army = state.army(faction, area) or NOBODY
    regulars, strong = supply(state, faction).regular, army.elite + army.special
    found: list[Block] = []
    if strong > regulars:
        text = ngettext(
            "%(num)d regular figure is left in the supply: any further elite or special unit that is "
            "hit is removed outright.",
            "%(num)d regular figures are left in the supply: any further elite or special unit that "
            "is hit is removed outright.",
            regulars,
        )
        if not regulars:
            text = _(
                "No regular figure is left in the supply: an elite or special unit that is hit is removed outright."
            )
        found.append(Note(text, "regular", rule=rule_link("BATTLE-7")))
    if army.leaders and not survivors(army, combat.proposed_removal(state, faction, area, hits), regulars):
        found.append(Note(_("With the last unit the leaders are removed too."), "named", rule=rule_link("BATTLE-7")))
    return tuple(found)


def casualty_form(state: State, faction: Faction, area: int, hits: int, advice: AdviceView | None = None) -> Form:
    """Returns the casualties by tap, the advised ones chosen already, or without advice those that cost least power."""
    army = state.army(faction, area) or NOBODY
    regulars = supply(state, faction).regular
    usual = combat.proposed_removal(state, faction, area, hits)
    proposed = list(advice.removed if advice and len(advice.removed) == len(usual) else usual)
    chances = advice.figures if advice else {}
    checks: list[Check] = []

    def add(entry: str, text: str, detail: str, glyph: str) -> None:
        on = entry in proposed
        if on:
            proposed.remove(entry)
        checks.append(Check(entry, text, glyph, SIDE[faction], detail, on, odds=chances.get(entry, "")))

    becomes = _("to regular") if regulars else _("removed")
    for kind in (UnitKind.SPECIAL, UnitKind.ELITE):
        for _n in range(army.count(kind)):
            add(kind.value, kind_label(kind.value, faction), becomes, KIND_GLYPH[kind.value])
    reduced = army.elite + army.special if regulars else 0
    extra = max(0, min(reduced, hits - 1, hits - army.regular))
    for _n in range(army.regular):
        add("regular", kind_label("regular", faction), _("removed"), "regular")
    for _n in range(extra):
        # A unit that became a regular may take a further hit as one.
        add("regular", kind_label("regular", faction), _("reduced already"), "regular")
    for leader in (*[names.GENERIC[faction]] * army.generic, *army.named):
        glyph = "leader" if leader in GENERIC_IDS else "named"
        add(leader, names.leader_name(leader), _("to the supply") if glyph == "leader" else _("to the tank"), glyph)
    for _n in range(army.escorts):
        add(ESCORT, kind_label("escorts", faction), _("removed"), "escort")
        add(SECOND_HIT, kind_label("escorts", faction), _("its second hit"), "escort")
    go = Go(_("Remove them"), "check", missing=_("# more to choose"))
    group = Checks("removed", _("Casualties"), tuple(checks), min(hits, len(usual)))
    return Form("hits", (Dock((group, go)),), {"faction": faction.id})


@deed("hits")
def _take_hits(scene: Scene, fields: Fields) -> Commands:
    allowed = {kind.value for kind in UnitKind} | {ESCORT, SECOND_HIT}
    removed = fields.values.getlist("removed") or [entry for entry in fields.text("all", most=800).split(",") if entry]
    unknown = [entry for entry in removed if entry not in allowed and entry not in LEADERS]
    if unknown:
        raise FormatError("removed", _("there is no figure “%(value)s”", value=unknown[0][:40]))
    # Leaders first: once the last unit is gone nobody is left to take a hit; elites before the regulars they become.
    kinds = (UnitKind.SPECIAL.value, UnitKind.ELITE.value, UnitKind.REGULAR.value)
    removed = sorted(removed, key=lambda entry: kinds.index(entry) + 1 if entry in kinds else 0)
    return with_opponents(scene, TakeHits(fields.faction(), tuple(removed)))
