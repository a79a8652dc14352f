"""What spice buys, and what is banned when it is missing (SPICE-1 to SPICE-4)."""

from itertools import combinations

from companion.content import SPICE_BOARD
from companion.content.terms import Power
from companion.rules.state import POWERS, State

Rows = tuple[int, int, int]
SUPREMACY_PRICE = 3
STOCKPILING_UP_TO = 5


def harvest(state: State) -> int:
    """Returns the spice of the harvesters on the board: 1 each, 2 from deep desert (SPICE-1)."""
    return sum(1 + (state.deep_desert_mask >> area & 1) for area in state.harvesters)


def price(before: Rows, after: Rows) -> int:
    """Returns what it costs to bring the markers from rows ``before`` to ``after`` (SPICE-2, R-29).

    A marker on the bottom step stays there for nothing; rows must be at most one apart.
    """
    total = 0
    for old, new in zip(before, after, strict=True):
        if new < old:
            total += SPICE_BOARD.raise_cost
        elif new == old and old != SPICE_BOARD.bottom_row:
            total += SPICE_BOARD.keep_cost
    return total


def possible_bans(state: State, after: Rows) -> tuple[frozenset[Power], ...]:
    """Returns the sets of bans that may follow from the markers (BAN-1); several only in the first printing."""
    bottom = frozenset(p for p, row in zip(POWERS, after, strict=True) if row == SPICE_BOARD.bottom_row)
    moves = zip(POWERS, state.imperium, after, strict=True)
    dropped = [power for power, old, new in moves if new > old and power not in bottom]
    if not state.rules.first_printing:
        return (bottom | frozenset(dropped),)
    return tuple(bottom | frozenset(chosen) for chosen in combinations(dropped, min(1, len(dropped))))
