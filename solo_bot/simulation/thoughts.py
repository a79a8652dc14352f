"""What the Atreides make of a position, kept while nothing that they look at changes."""

from dataclasses import fields
from functools import cached_property
from operator import attrgetter

from companion.rules import commands, reach
from companion.rules.state import ATREIDES, State
from solo_bot.simulation.garrisons import deployments
from solo_bot.simulation.marches import Goals, Marches
from solo_bot.simulation.outlook import Outlook
from solo_bot.simulation.truth import Truth

_UNSEEN = frozenset({"frames", "turn", "atreides_unused", "atreides_results"})
_seen = attrgetter(*(field.name for field in fields(State) if field.name not in _UNSEEN))


class Thoughts:
    """What the Atreides make of a position: it holds from the choice of a die to its first deed, and is kept meanwhile.

    ``outlook``: of the position in which they began to think; dice and steps in progress are none of its business.
    """

    def __init__(self, state: State, truth: Truth, position: tuple[object, ...]) -> None:
        self.position = position
        self.outlook = Outlook(state, truth)
        self._marches = {choice: Marches(self, leaders_only=choice) for choice in (False, True)}

    @cached_property
    def goals(self) -> Goals:
        """What makes areas worth a move; who attacks, deploys or calls worms has no need of it."""
        return Goals(self.outlook)

    def marches(self, *, leaders_only: bool) -> Marches:
        """Returns the moves and attacks open to them."""
        return self._marches[leaders_only]

    @cached_property
    def deployments(self) -> list[tuple[float, commands.DeployToken]]:
        """The deployments of a token and a leader, the best sietch first."""
        return deployments(self.outlook)

    @cached_property
    def attack_ways(self) -> tuple[reach.Reach, ...]:
        """All attacks open to them, whoever leads."""
        return tuple(reach.attacks(self.outlook.state, ATREIDES))


def thoughts_of(state: State, truth: Truth) -> Thoughts:
    """Returns the thoughts about ``state``, those of before when nothing that they look at has changed."""
    position = (_seen(state), state.turn.moved, tuple(truth.revealed))
    if not isinstance(truth.thoughts, Thoughts) or truth.thoughts.position != position:
        truth.thoughts = Thoughts(state, truth, position)
    return truth.thoughts
