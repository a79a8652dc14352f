"""How advice narrows down its plans: stages, averages and what they are told as, with made-up rounds."""

from collections.abc import Callable

import pytest

from companion.content.terms import Result
from companion.frozen import replace
from companion.rules import commands as c
from companion.rules.state import State
from solo_bot.planner import advice
from solo_bot.planner.advice import STAGES, SURE, Advice, Effort, advise
from solo_bot.planner.plans import plans
from solo_bot.simulation.answers import Batch
from solo_bot.simulation.truth import Truth
from tests.solo_bot.planner.small import AREA, world
from tests.solo_bot.small import a

Rounds = Callable[[State, Truth, Batch], float]


def position() -> State:
    """A turn with several plans: moves for two legions, cards, a deployment."""
    legions = (a("windgap", regular=3), a("csw_1", regular=1), a("nw_7", regular=1))
    state, _ = world(*legions, stations=["cnw_4"], harvesters=["nw_4"], settlements=[])
    dice = (Result.STRATEGY, Result.MENTAT, Result.DEPLOYMENT)
    return replace(state, atreides_results=dice, atreides_unused=3, harkonnen_unused=0)


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> Callable[[Rounds], None]:
    return lambda played: monkeypatch.setattr(advice, "played_on", played)


def drawing(plan: Batch) -> bool:
    return any(isinstance(one, c.DrawCards) for one in plan)


def test_the_best_plans_are_tried_on_and_told_the_best_first(rounds: Callable[[Rounds], None]) -> None:
    tried: list[Batch] = []

    def played(_state: State, _truth: Truth, plan: Batch) -> float:
        tried.append(plan)
        return 0.8 if drawing(plan) else 0.3 + 0.01 * len(plan)

    rounds(played)
    found = advise(position(), effort=Effort.GLANCE)
    number = len(plans(position(), world()[1]))
    assert number >= 4
    assert len(found) == 3
    assert drawing(found[0].commands)
    assert [one.chance for one in found] == sorted((one.chance for one in found), reverse=True)
    assert len(tried) == sum(min(most, number) * times for most, times in STAGES)
    assert {one.rounds for one in found} == {sum(times for _, times in STAGES)}
    assert found[0].best == 1.0
    assert len(advise(position(), count=2, effort=Effort.GLANCE)) == 2


def test_more_effort_is_as_many_rounds_more(rounds: Callable[[Rounds], None]) -> None:
    told: list[int] = []
    rounds(lambda _state, _truth, plan: 0.5)
    for effort in (Effort.GLANCE, Effort.HINT):
        advise(position(), effort=effort, progress=lambda _done, total: told.append(total))
    assert max(told) == told[0] * Effort.HINT


def test_the_interval_is_round_the_average_and_within_0_and_1(rounds: Callable[[Rounds], None]) -> None:
    turns = iter(range(10_000))

    def played(_state: State, _truth: Truth, plan: Batch) -> float:
        return float(next(turns) % 2)

    rounds(played)
    for one in advise(position(), effort=Effort.GLANCE):
        assert isinstance(one, Advice)
        assert 0 <= one.low <= one.chance <= one.high <= 1
        assert (one.low, one.high) != (one.chance, one.chance) or one.chance in (0.0, 1.0)
    rounds(lambda _state, _truth, plan: 0.25)
    even = advise(position(), effort=Effort.GLANCE)
    assert {(one.low, one.chance, one.high) for one in even} == {(0.25, 0.25, 0.25)}
    assert sum(one.best for one in even) == pytest.approx(1.0), "equal ones share"
    assert SURE > 1.6


def test_every_world_is_the_same_for_each_plan(rounds: Callable[[Rounds], None]) -> None:
    seen: dict[Batch, list[tuple[int, ...]]] = {}

    def played(_state: State, truth: Truth, plan: Batch) -> float:
        seen.setdefault(plan, []).append(tuple(truth.random.randrange(1000) for _ in range(3)))
        return 0.5

    rounds(played)
    advise(position(), effort=Effort.GLANCE)
    first, *others = seen.values()
    assert all(worlds == first[: len(worlds)] or first == worlds[: len(first)] for worlds in others)
    assert len(set(first)) == len(first), "each round is another world"
    again = dict(seen)
    seen.clear()
    advise(position(), effort=Effort.GLANCE, seed=5)
    assert {plan: worlds[0] for plan, worlds in seen.items()} != {plan: worlds[0] for plan, worlds in again.items()}


def test_as_given_the_seed_is_0_and_three_pieces_are_told(rounds: Callable[[Rounds], None]) -> None:
    rounds(lambda _state, truth, _plan: truth.random.random())
    usual = advise(position(), effort=Effort.GLANCE)
    assert usual == advise(position(), count=3, effort=Effort.GLANCE, seed=0)
    assert usual != advise(position(), effort=Effort.GLANCE, seed=-1)


def test_plans_are_of_this_position() -> None:
    targets = {
        one.target for plan in plans(position(), world()[1]) for one in plan.commands if isinstance(one, c.MoveLegion)
    }
    assert {AREA["cnw_4"], AREA["nw_4"]} <= targets
