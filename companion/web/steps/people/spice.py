"""People spend the Harkonnen spice: where each imperium marker ends, supremacy, the reserve (SPICE-2 to SPICE-4).

What was tapped so far stands in the address; costs, what is left and the bans that follow are said before it is done.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.content import SPICE_BOARD
from companion.content.terms import Power
from companion.rules.ask.spice import STOCKPILING_UP_TO, SUPREMACY_PRICE, Rows, possible_bans, price
from companion.rules.frames import SpiceFrame
from companion.rules.state import POWERS
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.head import Head
from companion.web.ui.blocks import Block, Form, Go, Key, Keys, Lines, Note, Select
from companion.web.ui.panel import Panel
from companion.web.ui.parts import rule_link
from companion.web.words import names
from companion.web.words.glyphs import POWER_GLYPH

SUPREMACY, RESERVE = "supremacy", "reserve"


@dataclass(frozen=True, slots=True)
class Plan:
    """What the ``spice`` is to be spent for: where the markers end, supremacy bought, spice kept for later."""

    spice: int
    before: Rows
    rows: Rows
    supremacy: int
    reserve: int

    @property
    def left(self) -> int:
        """The spice that nothing is done with; below zero: so much is missing."""
        return self.spice - price(self.before, self.rows) - SUPREMACY_PRICE * self.supremacy - self.reserve


def spice(scene: Scene, head: Head) -> Panel:
    """Asks where the imperium markers end, and what else is bought."""
    state, plan = scene.state, planned(scene)
    bans = possible_bans(state, plan.rows)
    blocks: list[Block] = [Note(_total(plan), "spice", "refuse" if plan.left < 0 else ""), _banned(bans)]
    for at, power in enumerate(POWERS):
        row = _("%(power)s, now on step %(row)s from the top", power=names.power_name(power), row=plan.before[at])
        blocks += [Lines((row,)), Keys(row, marker_keys(scene, plan, power))]
    blocks.append(Keys(_("What else to buy"), (*_stockpiling(scene, plan), _later(scene, plan))))
    fields = {power.value: str(row) for power, row in zip(POWERS, plan.rows, strict=True)}
    fields |= {SUPREMACY: str(plan.supremacy), RESERVE: str(plan.reserve)}
    inner: list[Block] = []
    if len(bans) > 1:
        inner.append(Select("ban", _("Ban, among the markers that dropped"), _offers(bans)))
    inner.append(Go(_("Spend it this way"), "check", off=plan.left < 0))
    return head.panel(*blocks, Form("their-spice", tuple(inner), fields), css="order")


def planned(scene: Scene) -> Plan:
    """Returns what was tapped so far; the rest stays where it is as far as the spice reaches, the lowest first."""
    state, frame = scene.state, scene.state.frame
    total = state.spice_reserve + (frame.collected if isinstance(frame, SpiceFrame) else 0)
    usual = kept(state.imperium, total)
    rows = tuple(
        int(scene.pick[power.value]) if scene.pick.get(power.value) in _ways(row) else there
        for power, row, there in zip(POWERS, state.imperium, usual, strict=True)
    )
    bought = int(scene.pick.get(SUPREMACY) == "1" and state.supremacy <= STOCKPILING_UP_TO)
    plan = Plan(total, state.imperium, (rows[0], rows[1], rows[2]), bought, 0)
    asked = scene.pick.get(RESERVE)
    later = int(asked == "1" or (asked != "0" and plan.left > 0))
    return Plan(total, plan.before, plan.rows, bought, later)


def kept(rows: Rows, total: int) -> Rows:
    """Returns where the markers end that stay as long as the spice reaches, the lowest first; the others fall.

    >>> kept((1, 2, 3), 5)
    (2, 2, 3)
    """
    found = list(rows)
    for at in sorted(range(len(rows)), key=lambda at: -rows[at]):
        if rows[at] == SPICE_BOARD.bottom_row:
            continue
        if total < SPICE_BOARD.keep_cost:
            found[at] += 1
        else:
            total -= SPICE_BOARD.keep_cost
    return found[0], found[1], found[2]


def _ways(row: int) -> tuple[str, ...]:
    """Where a marker may end, from the top (SPICE-2)."""
    rows = range(max(SPICE_BOARD.top_row, row - 1), min(SPICE_BOARD.bottom_row, row + 1) + 1)
    return tuple(str(there) for there in rows)


def marker_keys(scene: Scene, plan: Plan, power: Power) -> tuple[Key, ...]:
    """Returns the ways of one marker as keys, each with its price and whether the power is banned by it (BAN-1)."""
    at = POWERS.index(power)
    row = plan.before[at]
    found = []
    for way in _ways(row):
        there = int(way)
        rows = (*plan.rows[:at], there, *plan.rows[at + 1 :])
        bans = possible_bans(scene.state, (rows[0], rows[1], rows[2]))
        words = f"{_step(there - row)}: {_spice(_price(row, there))}"
        if all(power in one for one in bans):
            words = _("%(way)s, banned", way=words)
        elif any(power in one for one in bans):
            words = _("%(way)s, perhaps banned", way=words)
        state = "in" if there == plan.rows[at] else ""
        found.append(Key(words, POWER_GLYPH[power], href=scene.also(**{power.value: way}), state=state))
    return tuple(found)


def _price(row: int, there: int) -> int:
    if there < row:
        return SPICE_BOARD.raise_cost
    return SPICE_BOARD.keep_cost if there == row and row != SPICE_BOARD.bottom_row else 0


def _step(by: int) -> str:
    return {-1: _("Up 1 step"), 0: _("Stays"), 1: _("Down 1 step")}[by]


def _spice(number: int) -> str:
    return _("%(number)s spice", number=number) if number else _("free")


def _stockpiling(scene: Scene, plan: Plan) -> tuple[Key, ...]:
    """SPICE-3: supremacy, once, as long as it is low enough."""
    if scene.state.supremacy > STOCKPILING_UP_TO:
        return ()
    words = _("1 supremacy: %(spice)s", spice=_spice(SUPREMACY_PRICE))
    return (_switch(scene, SUPREMACY, plan.supremacy, words, "supremacy"),)


def _later(scene: Scene, plan: Plan) -> Key:
    return _switch(scene, RESERVE, plan.reserve, _("Keep 1 spice for later"), "spice")


def _switch(scene: Scene, name: str, on: int, words: str, glyph: str) -> Key:
    return Key(words, glyph, href=scene.also(**{name: str(1 - on)}), state="in" if on else "")


def _total(plan: Plan) -> str:
    cost = plan.spice - plan.left
    if plan.left < 0:
        return _("That costs %(cost)s of %(spice)s spice: choose less.", cost=cost, spice=plan.spice)
    said = _("That costs %(cost)s of %(spice)s spice.", cost=cost - plan.reserve, spice=plan.spice)
    if plan.reserve:
        said += " " + _("1 is kept for later.")
    return " ".join((said, _("Lost: %(number)s.", number=plan.left))) if plan.left else said


def _banned(bans: Sequence[frozenset[Power]]) -> Note:
    """BAN-1: what follows from the markers, until the next spice harvest."""
    sure = [power for power in POWERS if all(power in one for one in bans)]
    text = _("Then nobody is banned.")
    if sure:
        text = _("Banned until the next harvest: %(powers)s.", powers=names.join(map(names.power_name, sure)))
    return Note(text, "lock", rule=rule_link("BAN-1"))


def _offers(bans: Sequence[frozenset[Power]]) -> tuple[tuple[str, str], ...]:
    """The powers of which one is banned (first printing)."""
    open_ = [power for power in POWERS if any(power in one for one in bans) and not all(power in one for one in bans)]
    return tuple((power.value, names.power_name(power)) for power in open_)
