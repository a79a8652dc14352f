"""The opponent's spice harvest (MAHDI-SPICE-1, R-29): every result that the rules allow."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from companion.content import SPICE_BOARD, TRACKS
from companion.content.terms import Power
from companion.rules.state import BOTTOM_ROW, POWERS, TOP_ROW, State
from solo_bot.trace import Step, Trace

KEEP, RAISE = SPICE_BOARD.keep_cost, SPICE_BOARD.raise_cost
RULE = "MAHDI-SPICE-1"
Rows = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SpiceOption:
    """Where the markers end (CHOAM, Spacing Guild, Landsraad), the bans, supremacy and the reserve afterwards."""

    imperium: tuple[int, int, int]
    supremacy: int
    reserve: int
    bans: frozenset[Power]

    @property
    def sort_key(self) -> tuple[object, ...]:
        """Order of options."""
        return self.imperium, tuple(sorted(self.bans)), self.supremacy, self.reserve


def spend_spice(state: State, collected: int) -> tuple[tuple[SpiceOption, ...], tuple[Step, ...]]:
    """Returns the results the rules allow, sorted, and the trace; the spice is ``collected`` and the reserve."""
    trace = Trace()
    total = collected + state.spice_reserve
    start: Rows = state.imperium
    trace.note(RULE, "all_spice_and_reserve", total)
    options: set[SpiceOption] = set()
    if all(row == TOP_ROW for row in start) and total > KEEP * len(start):
        trace.note(RULE, "seventh_spice", rulings=("R-29",))
        left = total - KEEP * len(start) - 1
        supremacy = min(TRACKS.supremacy.length, state.supremacy + 1)
        options.update(_finish(state, start, start, supremacy, left))
    else:
        for rows, left in _kept(start, total, trace):
            options.update(_finish(state, start, rows, state.supremacy, left))
    trace.note("BAN-1", "bans", *sorted({ban for option in options for ban in option.bans}))
    return tuple(sorted(options, key=lambda option: option.sort_key)), trace.done()


def _kept(start: Rows, total: int, trace: Trace) -> Iterator[tuple[Rows, int]]:
    """Yields rows and spice left after keeping, lowest marker first, equal ones in every way."""
    droppable = [index for index, row in enumerate(start) if row < BOTTOM_ROW]
    affordable = min(len(droppable), total // KEEP)
    for kept in _lowest_first(start, droppable, affordable):
        rows = tuple(row + 1 if index in droppable and index not in kept else row for index, row in enumerate(start))
        trace.note(RULE, "keep_lowest", *(POWERS[index] for index in kept), rulings=("R-29",))
        left = total - KEEP * affordable
        if affordable < len(droppable):
            yield rows, left
        else:
            yield from _raised(start, rows, left, trace)


def _lowest_first(rows: Rows, among: list[int], count: int) -> Iterator[tuple[int, ...]]:
    """Yields every choice of ``count`` markers that starts with the lowest ones (greatest row numbers)."""
    for chosen in combinations(among, count):
        left_out = [index for index in among if index not in chosen]
        if all(rows[taken] >= rows[other] for taken in chosen for other in left_out):
            yield chosen


def _raised(
    start: Rows, rows: Rows, left: int, trace: Trace, done: frozenset[int] = frozenset()
) -> Iterator[tuple[Rows, int]]:
    """Yields rows after raising, lowest first, one step a marker, what cannot be paid is passed over."""
    open_markers = [
        index for index, row in enumerate(start) if row > TOP_ROW and index not in done and _price(row) <= left
    ]
    if not open_markers:
        yield rows, left
        return
    lowest = max(start[index] for index in open_markers)
    for index in open_markers:
        if start[index] == lowest:
            trace.note(RULE, "raise_lowest", POWERS[index], rulings=("R-29",))
            raised = tuple(row - 1 if place == index else row for place, row in enumerate(rows))
            yield from _raised(start, raised, left - _price(start[index]), trace, done | {index})


def _price(row: int) -> int:
    return RAISE if row == BOTTOM_ROW else RAISE - KEEP


def _finish(state: State, start: Rows, rows: Rows, supremacy: int, left: int) -> Iterator[SpiceOption]:
    reserve = min(1, left)
    fell = [POWERS[i] for i in range(len(rows)) if rows[i] > start[i]]
    bottom = [POWERS[i] for i in range(len(rows)) if rows[i] == BOTTOM_ROW]
    imperium = (rows[0], rows[1], rows[2])
    above = [power for power in fell if power not in bottom]
    if state.rules.first_printing and above:
        for power in above:
            yield SpiceOption(imperium, supremacy, reserve, frozenset([*bottom, power]))
    else:
        yield SpiceOption(imperium, supremacy, reserve, frozenset([*bottom, *fell]))
