"""How the solo Harkonnen spend their spice (MAHDI-SPICE-1, R-29): every result that the order leaves open."""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

from companion.content import SPICE_BOARD, TRACKS
from companion.rules.state import BOTTOM_ROW, POWERS, TOP_ROW, State

KEEP, RAISE = SPICE_BOARD.keep_cost, SPICE_BOARD.raise_cost
RULE = "MAHDI-SPICE-1"
RESERVE_LIMIT = 1
Rows = tuple[int, ...]
Note = Callable[..., None]
"""Takes the rule, a criterion and its values, and ``rulings``: what a trace wants to know."""


class Spending(NamedTuple):
    """Where the markers end, the steps of supremacy gained, and the spice that stays in reserve."""

    imperium: tuple[int, int, int]
    supremacy: int
    reserve: int


def _silent(*values: object, rulings: tuple[str, ...] = ()) -> None:
    """Nobody listens."""


def spendings(state: State, collected: int, note: Note = _silent) -> tuple[Spending, ...]:
    """Returns every way to spend ``collected`` and the reserve, sorted; several where markers are equally low."""
    total = collected + state.spice_reserve
    start: Rows = state.imperium
    if all(row == TOP_ROW for row in start) and total > KEEP * len(start):
        note(RULE, "seventh_spice", rulings=("R-29",))
        gained = min(1, TRACKS.supremacy.length - state.supremacy)
        return (Spending(state.imperium, gained, min(RESERVE_LIMIT, total - KEEP * len(start) - 1)),)
    found = {(rows[0], rows[1], rows[2], min(RESERVE_LIMIT, left)) for rows, left in _kept(start, total, note)}
    return tuple(Spending((choam, guild, landsraad), 0, kept) for choam, guild, landsraad, kept in sorted(found))


def _kept(start: Rows, total: int, note: Note) -> Iterator[tuple[Rows, int]]:
    """Yields rows and spice left after keeping, lowest marker first, equal ones in every way."""
    droppable = [index for index, row in enumerate(start) if row < BOTTOM_ROW]
    affordable = min(len(droppable), total // KEEP)
    for kept in _lowest_first(start, droppable, affordable):
        rows = tuple(row + 1 if index in droppable and index not in kept else row for index, row in enumerate(start))
        note(RULE, "keep_lowest", *(POWERS[index] for index in kept), rulings=("R-29",))
        left = total - KEEP * affordable
        if affordable < len(droppable):
            yield rows, left
        else:
            yield from _raised(start, rows, left, note)


def _lowest_first(rows: Rows, among: list[int], count: int) -> Iterator[tuple[int, ...]]:
    """Yields every choice of ``count`` markers that starts with the lowest ones (greatest row numbers)."""
    for chosen in combinations(among, count):
        left_out = [index for index in among if index not in chosen]
        if all(rows[taken] >= rows[other] for taken in chosen for other in left_out):
            yield chosen


def _raised(
    start: Rows, rows: Rows, left: int, note: Note, done: frozenset[int] = frozenset()
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
            note(RULE, "raise_lowest", POWERS[index], rulings=("R-29",))
            raised = tuple(row - 1 if place == index else row for place, row in enumerate(rows))
            yield from _raised(start, raised, left - _price(start[index]), note, done | {index})


def _price(row: int) -> int:
    return RAISE if row == BOTTOM_ROW else RAISE - KEEP
