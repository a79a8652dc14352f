"""The position as one decision sees it: legions with their powers, free areas, distances, all worked out once."""

from typing import NamedTuple

from companion.board import ALL_AREAS_MASK, FAR, mask_of, members
from companion.rules.army import NOBODY, Army
from companion.rules.reach import unmoved
from companion.rules.state import ATREIDES, HARKONNEN, State
from solo_bot.procedure.power import Power, power

INFINITE = FAR
"""Distance without a path (R-14)."""


class Legion(NamedTuple):
    """A Harkonnen legion and the part of it that this action may still move (R-19, R-21)."""

    area: int
    army: Army
    movable: Army

    @property
    def power(self) -> Power:
        """The power of the whole legion; few legions of a decision are asked for it."""
        return power(self.army)

    @property
    def movable_power(self) -> Power:
        """The power of the part that may still move."""
        return power(self.movable)


_new = tuple.__new__
"""Makes a legion in half the time that its class takes."""


class Situation:
    """Index over a state for the Harkonnen. ``legions``: all of them; ``actors``: those that this action may use.

    ``leaders_only`` restricts the actors to legions with a leader (ACT-LEADERSHIP); ``only`` to the legion of one area
    (special actions and cards). ``again``: what moved in this action may move once more, as Rabban's legion (MOVE-2).
    """

    __slots__ = (
        "_any_sietch",
        "_defence",
        "_steps",
        "actors",
        "free",
        "graph",
        "legion_mask",
        "legions",
        "limit",
        "occupied",
        "ranks",
        "sietch_mask",
        "state",
        "worms",
        "zones_with_ornithopter",
    )

    def __init__(
        self, state: State, *, leaders_only: bool = False, only: int | None = None, again: bool = False
    ) -> None:
        self.state = state
        self.graph = state.graph
        self.limit = state.stacking_limit(HARKONNEN)
        moved: dict[int, Army] = {}
        for area, figures in () if again else state.turn.moved:
            moved[area] = moved.get(area, NOBODY) + figures
        self.legions = actors = [
            _new(Legion, (area, army, unmoved(army, moved[area]) if moved and area in moved else army))
            for area, army in state.legions(HARKONNEN)
        ]
        self.legion_mask = state.legions_mask(HARKONNEN)
        if only is not None:
            actors = [legion for legion in actors if legion.area == only]
        if leaders_only:
            actors = [legion for legion in actors if legion.army.leaders]
        self.actors = actors
        self.occupied = state.legions_mask(ATREIDES)
        self._defence: dict[int, Power] = {}
        self.ranks: dict[int, int | None] = {sietch.area: sietch.rank for sietch in state.sietches}
        self.sietch_mask = mask_of(self.ranks)
        self.worms = state.worms_mask
        self.free = ALL_AREAS_MASK & ~(self.occupied | self.sietch_mask | self.worms)
        self.zones_with_ornithopter = 0 if state.turn.ornithopter_used else mask_of(state.ornithopters)
        self._steps: dict[int, list[int]] = {}
        self._any_sietch: list[int] | None = None

    def defenders(self, area: int) -> Power:
        """Returns the power of the Atreides legion in ``area``; 0/0 without one (a sietch's rank does not count)."""
        found = self._defence.get(area)
        if found is None:
            found = self._defence[area] = power(self.state.armies[ATREIDES][area])
        return found

    def army_at(self, area: int) -> Army | None:
        """Returns the Harkonnen legion in ``area``."""
        return self.state.armies[HARKONNEN][area]

    def room(self, area: int) -> int:
        """Returns how many units still fit in ``area`` (STACK-1); 0 or less when it is full."""
        army = self.state.armies[HARKONNEN][area]
        return self.limit if army is None else self.limit - army.units

    def roomy(self) -> int:
        """Returns the free areas in which a unit still fits (STACK-1)."""
        return self.free & ~mask_of([legion.area for legion in self.legions if legion.army.units >= self.limit])

    def steps_to(self, sietch: int) -> list[int]:
        """Returns for every free area the steps of R-14 to ``sietch``."""
        steps = self._steps.get(sietch)
        if steps is None:
            steps = self._steps[sietch] = self.graph.steps(1 << sietch, self.free)
        return steps

    def steps_to_any_sietch(self) -> list[int]:
        """Returns for every free area the steps of R-14 to the nearest standing sietch."""
        if self._any_sietch is None:
            self._any_sietch = self.graph.steps(self.sietch_mask, self.free)
        return self._any_sietch

    def distance(self, area: int, steps: list[int]) -> int:
        """Returns the distance of R-14 from a legion's ``area``, which need not be free itself."""
        if steps[area] != INFINITE:
            return steps[area]
        return min(INFINITE, 1 + min(steps[neighbour] for neighbour in self.graph.neighbours[area]))

    def standing_sietches(self) -> list[int]:
        """Returns the areas of the standing sietches, in order."""
        return list(members(self.sietch_mask))
