"""What an Atreides player had best do now: plans, each tried in simulated rounds, never from anything hidden."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from random import Random

from companion.frozen import record
from companion.rules.commands import Command
from companion.rules.state import Mode, State
from solo_bot.planner.codes import Reason
from solo_bot.planner.plans import Plan, plans
from solo_bot.planner.reasons import reasons
from solo_bot.planner.rounds import played_on
from solo_bot.planner.sight import Sight

SURE = 1.645
"""So many standard deviations lie on each side of an average: nine of ten intervals hold the true one."""
STAGES = ((12, 1), (6, 2), (3, 4))
"""So many of the best plans are tried, each in so many simulated rounds for a unit of effort; fewer with each stage."""


class Effort(IntEnum):
    """How much is simulated, in rounds for a plan of the first stage."""

    GLANCE = 1
    HINT = 4
    STUDY = 16


@record
class Advice:
    """What could be done and how good that is.

    ``commands``: of the next decision, in order, as the table would send them. ``chance``: the estimated chance of the
    Atreides to win after it, against scripts; it lies between ``low`` and ``high`` nine times of ten. ``best``: in
    what share of the ``rounds`` simulated with each of the last plans this one went best, equal ones sharing.
    """

    commands: tuple[Command, ...]
    reasons: tuple[Reason, ...]
    chance: float
    low: float
    high: float
    best: float
    rounds: int


@dataclass(slots=True)
class _Tried:
    """A plan and how its simulated rounds ended, in the order of the worlds."""

    plan: Plan
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0

    @property
    def spread(self) -> float:
        """Half of the interval around the average."""
        number = len(self.values)
        if number < 2:
            return 1.0
        variance = sum((value - self.mean) ** 2 for value in self.values) / (number - 1)
        return SURE * float((variance / number) ** 0.5)


def advise(
    state: State | Sight,
    *,
    count: int = 3,
    effort: int = Effort.HINT,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[Advice, ...]:
    """Returns at most ``count`` pieces of advice for what waits for the Atreides in a solo game, the best first.

    None where nothing is theirs to decide, or when ``cancelled`` says so meanwhile. ``progress`` is told how many of
    how many rounds were simulated. The same position and seed give the same advice, whatever is hidden: every world
    that is simulated has it drawn anew.
    """
    looking = advising(state, count=count, effort=effort, seed=seed)
    while not cancelled():
        try:
            progress(*next(looking))
        except StopIteration as found:
            advice: tuple[Advice, ...] = found.value
            return advice
    return ()


def advising(
    state: State | Sight, *, count: int = 3, effort: int = Effort.HINT, seed: int = 0
) -> Generator[tuple[int, int], None, tuple[Advice, ...]]:
    """Looks for what ``advise`` returns, a simulated round at a time, and yields how many of how many are done.

    For those who have to do other things in between.
    """
    sight = state if isinstance(state, Sight) else Sight.of(state)
    if sight.state.mode is not Mode.SOLO or sight.state.winner is not None:
        return ()
    seen, truth = sight.world(Random(f"{seed} sight"))
    tried = [_Tried(plan) for plan in plans(seen, truth)]
    stages = [(min(most, len(tried)), rounds * effort) for most, rounds in STAGES]
    total, done = sum(most * rounds for most, rounds in stages), 0
    for most, rounds in stages:
        tried = tried[:most]
        first = len(tried[0].values) if tried else 0
        for number in range(first, first + rounds):
            for one in tried:
                world = sight.world(Random(f"{seed} {number}"))
                one.values.append(played_on(*world, one.plan.commands))
                done += 1
                yield done, total
        tried.sort(key=lambda one: -one.mean)
    shares = _shares(tried)
    return tuple(
        Advice(
            one.plan.commands,
            reasons(seen, truth, one.plan),
            one.mean,
            max(0.0, one.mean - one.spread),
            min(1.0, one.mean + one.spread),
            share,
            len(one.values),
        )
        for one, share in list(zip(tried, shares, strict=True))[:count]
    )


def _shares(tried: Sequence[_Tried]) -> list[float]:
    """Returns for each plan the share of the worlds in which it went best."""
    shares = [0.0] * len(tried)
    worlds = list(zip(*(one.values for one in tried), strict=True))
    for values in worlds:
        best = [number for number, value in enumerate(values) if value == max(values)]
        for number in best:
            shares[number] += 1 / len(best)
    return [share / len(worlds) for share in shares] if worlds else shares
