"""Roads of wormsigns: where new ones bring a strong legion of the Atreides nearer to a settlement (MOVE-5)."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.board import mask_of, members
from companion.rules.state import ATREIDES, HARKONNEN
from solo_bot.simulation.hunts import Hunt, is_host
from solo_bot.simulation.outlook import Outlook

ROAD = 12.0
"""What coming nearer to a settlement by a road counts against having it."""


class Road(NamedTuple):
    """``worth`` of a road for the legion that rides on it, and the first wormsign to put; None: none helps."""

    worth: float
    first: int | None


NO_ROAD = Road(0.0, None)


class Ways:
    """Where a legion in ``area`` comes in one move, by wormsigns and worms that are there and new ones."""

    def __init__(self, outlook: Outlook, area: int) -> None:
        state = outlook.state
        self._area = area
        self._borders = outlook.graph.passable
        self._grow = outlook.graph.grow
        self._ends = state.free_mask(ATREIDES) | state.settlements
        self.signs = mask_of(state.wormsigns) | state.worms_mask
        self._ground = state.desert_mask & ~state.sietch_mask & ~state.legions_mask(HARKONNEN) & ~self.signs

    def ends(self, new: int = 0) -> int:
        """Returns the areas at the end of one move, with wormsigns in the areas ``new`` too; settlements that could be
        attacked so among them."""
        return self._grow(self._chain(new) | 1 << self._area, self._borders) & self._ends | 1 << self._area

    def next_signs(self, new: int = 0) -> Iterator[int]:
        """Yields the areas where a wormsign makes the chain longer."""
        yield from members(self._grow(self._chain(new) | 1 << self._area, self._borders) & self._ground & ~new)

    def _chain(self, new: int) -> int:
        chain, layer = 0, 1 << self._area
        while layer := self._grow(layer, self._borders) & (self.signs | new) & ~chain:
            chain |= layer
        return chain


def best_road(outlook: Outlook, signs: int) -> Road:
    """Returns the best road of at most ``signs`` (1 or 2) new wormsigns."""
    best = NO_ROAD
    for area, army in outlook.own:
        if is_host(army, outlook.temper):
            best = max(best, _road_of(outlook, area, Hunt(outlook, army), signs), key=lambda road: road.worth)
    return best


def _road_of(outlook: Outlook, area: int, hunt: Hunt, signs: int) -> Road:
    ways = Ways(outlook, area)

    def nearest(new: int) -> float:
        return max(hunt.at(end) for end in members(ways.ends(new)))

    now, best = nearest(0), NO_ROAD
    for first in ways.next_signs():
        new = 1 << first
        found = nearest(new)
        if signs > 1:
            found = max([found, *(nearest(new | 1 << second) for second in ways.next_signs(new))])
        if ROAD * (found - now) > best.worth:
            best = Road(ROAD * (found - now), first)
    return best
