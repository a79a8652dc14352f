"""Adjacency and distances of the board, computed once.

One table for each kind of movement: *all* borders (air, and the solo Harkonnen: MAHDI-MOVE-8) and *passable*
borders only (BOARD-3). The one doubtful border exists in the second graph only; an installation chooses.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from companion.board.areas import (
    AREA_NUMBER,
    AREAS,
    DESERT_MASK,
    FACTS,
    MINOR_ERG_MASK,
    MOUNTAIN_MASK,
    PLATEAU_MASK,
    SECTOR_MASK,
    SECTORS,
    members,
)

FAR = 255
"""Distance between areas that no path joins."""


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """Borders of the board: ``all[a]`` and ``passable[a]`` are masks of neighbours, ``distance[a][b]`` steps over
    all borders, ``within2[a]`` the mask of areas at 1 or 2 steps over all borders, ``neighbours[a]`` the list of
    ``all``."""

    all: tuple[int, ...]
    passable: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    within2: tuple[int, ...]
    distance: tuple[bytes, ...]
    sheltered: int

    def grow(self, mask: int, table: tuple[int, ...] | None = None) -> int:
        """Returns the areas that share a border with an area of ``mask`` (over ``table``, default all borders)."""
        borders, result = table or self.all, 0
        while mask:
            low = mask & -mask
            result |= borders[low.bit_length() - 1]
            mask ^= low
        return result

    def steps(self, start: int, allowed: int, table: tuple[int, ...] | None = None) -> list[int]:
        """Returns for every area the number of steps from ``start`` (a mask) through ``allowed``; FAR without a path.

        The start areas have 0 whether allowed or not; borders are those of ``table``, default ``all``.
        """
        result, borders = [FAR] * len(AREAS), table or self.all
        frontier, left, count = start, allowed & ~start, 0
        while frontier:
            following = 0
            while frontier:
                low = frontier & -frontier
                area = low.bit_length() - 1
                result[area] = count
                following |= borders[area]
                frontier ^= low
            frontier = following & left
            left ^= frontier
            count += 1
        return result

    def layers(self, start: int, allowed: int, until: Sequence[int]) -> list[int]:
        """Returns the masks of the areas 0, 1, 2, ... steps from ``start`` (a mask) through ``allowed``, as ``steps``.

        It ends with the layer in which the last mask of ``until`` is touched.
        """
        found, left = [start], allowed & ~start
        waiting = [mask for mask in until if not mask & start]
        while waiting:
            following = self.grow(found[-1]) & left
            if not following:
                break
            left ^= following
            found.append(following)
            waiting = [mask for mask in waiting if not mask & following]
        return found


@cache
def graph(*, doubtful_border: bool = False) -> Graph:
    """Returns the board's graph; ``doubtful_border`` lets cne_3 and splintered_rock touch."""
    everything = [*FACTS.borders, *FACTS.impassable, *(FACTS.doubtful if doubtful_border else ())]
    full = _table(everything)
    passable = _table([*FACTS.borders, *(FACTS.doubtful if doubtful_border else ())])
    neighbours = tuple(tuple(members(mask)) for mask in full)
    within2 = tuple((mask | _union(full, mask)) & ~(1 << number) for number, mask in enumerate(full))
    distance = tuple(_distances(full, number) for number in range(len(AREAS)))
    return Graph(full, passable, neighbours, within2, distance, _sheltered(full))


@cache
def adjacent_sectors(sector: str) -> tuple[str, ...]:
    """Returns the sectors adjacent to ``sector`` (R-3), sorted; ``central`` stands for the four central ones.

    Two sectors are adjacent when an area of one borders (or is) an area of the other.
    """
    reach = SECTOR_MASK[sector] | graph().grow(SECTOR_MASK[sector])
    names = ("central", "ne", "nw", "se", "sw") if sector == "central" else SECTORS
    return tuple(name for name in names if name != sector and SECTOR_MASK[name] & reach)


def _table(pairs: Iterable[tuple[str, str]]) -> tuple[int, ...]:
    table = [0] * len(AREAS)
    for first, second in pairs:
        a, b = AREA_NUMBER[first], AREA_NUMBER[second]
        table[a] |= 1 << b
        table[b] |= 1 << a
    return tuple(table)


def _union(table: tuple[int, ...], mask: int) -> int:
    result = 0
    for area in members(mask):
        result |= table[area]
    return result


def _distances(table: tuple[int, ...], start: int) -> bytes:
    result = bytearray([FAR]) * len(AREAS)
    frontier = seen = 1 << start
    count = 0
    while frontier:
        for area in members(frontier):
            result[area] = count
        frontier = _union(table, frontier) & ~seen
        seen |= frontier
        count += 1
    return bytes(result)


def _sheltered(table: tuple[int, ...]) -> int:
    """STORM-1: a plateau is sheltered when no desert and no minor erg touches it."""
    open_ground = DESERT_MASK | MINOR_ERG_MASK
    result = 0
    for area in members(PLATEAU_MASK):
        if not table[area] & open_ground and table[area] & MOUNTAIN_MASK:
            result |= 1 << area
    return result


def sheltered_mask(board: Graph, atomics: int | None) -> int:
    """Returns the plateaus that no storm or worm reaches (STORM-1), given the area turned to desert by ATOM-1."""
    return board.sheltered if atomics is None else board.sheltered & ~board.all[atomics]
