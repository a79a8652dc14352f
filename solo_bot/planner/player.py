"""The planner as a player of simulated games: in each turn it tries its plans and takes the best."""

from collections.abc import Iterator
from random import Random

from companion.rules.commands import ClaimPrescience, Command, RevealTokens, UseBeneGesserit
from companion.rules.frames import TurnFrame
from companion.rules.state import State
from solo_bot.planner.plans import plans
from solo_bot.planner.rounds import played_on
from solo_bot.planner.sight import Sight
from solo_bot.simulation.answers import script
from solo_bot.simulation.temper import PLANNED, RAIDER, Temper
from solo_bot.simulation.truth import Truth

FREE = (UseBeneGesserit, RevealTokens, ClaimPrescience)
"""What comes before the action of a turn, as the script has it."""


class Planner:
    """Plays the Atereides' turns of one game."""

    def __init__(self, seed: int, most: int = 5, worlds: int = 0, temper: Temper | None = None) -> None:
        self._seed = seed
        self.temper = temper or PLANNED
        self._most, self._worlds = most, worlds
        self._turns = 0
        self._rest: list[Command] = []

    def __call__(self, state: State, truth: Truth) -> Iterator[Command]:
        """Yields the next command of the plan, then what the script would do, should the plan not go through."""
        truth.temper = self.temper
        if self._worlds and isinstance(state.frame, TurnFrame) and not state.frame.acted:
            first = next(script(state, truth))
            self._turns += 1
            self._rest = [] if isinstance(first, FREE) else list(self._best(state, truth))
        if self._rest:
            yield self._rest.pop(0)
            self._rest.clear()
        yield from script(state, truth)

    def _best(self, state: State, truth: Truth) -> tuple[Command, ...]:
        sight = Sight.in_simulation(state, truth)
        seen, imagined = sight.world(Random(f"{self._seed} {self._turns}"))
        found = plans(seen, imagined)[: self._most]
        if len(found) < 2:
            return found[0].commands if found else ()
        values = [0.0] * len(found)
        for number in range(self._worlds):
            for index, plan in enumerate(found):
                world = sight.world(Random(f"{self._seed} {self._turns} {number}"))
                values[index] += played_on(*world, plan.commands)
        return found[values.index(max(values))].commands


def raider(seed: int) -> Planner:
    """Returns a planner that only raids: to it planning cards are combat dice, and what the opponent leaves is luck."""
    return Planner(seed, temper=RAIDER)
