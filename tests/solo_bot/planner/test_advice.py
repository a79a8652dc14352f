"""Advice of the planner: legal, the same every time, and never from anything hidden."""

from functools import cache
from random import Random

import pytest

from companion.frozen import replace
from companion.rules import execute
from companion.rules.frames import BattleFrame, Frame, TurnFrame
from companion.rules.state import ATREIDES, State
from solo_bot.planner import Advice, ReasonCode, Sight, advise
from solo_bot.planner.plans import plans
from solo_bot.simulation import answers, play
from solo_bot.simulation.truth import Truth

SEEDS = (5,)


@cache
def decisions() -> tuple[tuple[State, Truth, Sight], ...]:
    """Positions of simulated games in which the Atreides decide, with what they see and what is true."""
    found: list[tuple[State, Truth, Sight]] = []
    for seed in SEEDS:
        truth, state = Truth(Random(seed)), State()
        record = play.GameRecord(seed)
        for batch in play.opening(truth):
            state = _after(state, truth, record, (batch,))
        while state.winner is None:
            if _decides(state.frame):
                found.append((state, truth, Sight.in_simulation(state, truth)))
            state = _after(state, truth, record, answers.ideas(state, truth))
    return tuple(found[3::9])


def _after(state: State, truth: Truth, record: play.GameRecord, batches: object) -> State:
    done = play.execute_first(state, batches, record)  # type: ignore[arg-type]
    assert done is not None
    play.carry_out(truth, done[1])
    return done[0]


def _decides(frame: Frame | None) -> bool:
    mine = isinstance(frame, TurnFrame) and frame.faction is ATREIDES and not frame.acted
    return mine or isinstance(frame, BattleFrame)


def advice_at(number: int, seed: int = 0) -> tuple[Advice, ...]:
    return advise(decisions()[number][2], effort=1, seed=seed)


def test_every_plan_is_legal_and_has_a_reason() -> None:
    tried = 0
    for state, truth, sight in decisions():
        for plan in plans(*sight.world(Random(1))):
            after = state
            for command in plan.commands:
                after, events = execute(after, command)
                assert events
                tried += 1
        assert truth.ranks
    assert tried > 50


def test_advice_is_the_same_for_the_same_seed() -> None:
    first = advice_at(2)
    assert first == advice_at(2)
    assert first
    assert all(0 <= one.low <= one.chance <= one.high <= 1 and one.reasons for one in first)


def test_what_is_hidden_changes_nothing() -> None:
    """Two worlds of other tokens, ranks that nobody looked at, decks and dice: what the player sees is the same."""
    state = decisions()[2][0]
    assert any(sietch.rank is None for sietch in state.sietches)
    sight = Sight.of(state)
    worlds = [sight.world(Random(seed)) for seed in (1, 2)]
    assert worlds[0][1].ranks != worlds[1][1].ranks
    hands = replace(state.cards, hands=(("hawats_scheming",), ()))
    assert advise(replace(state, cards=hands), effort=1) == advise(state, effort=1)


def test_a_world_keeps_what_the_player_knows() -> None:
    for state, truth, sight in decisions()[::4]:
        drawn_state, drawn = sight.world(Random(3))
        assert all(drawn.ranks[sietch.area] == truth.ranks[sietch.area] for sietch in state.sietches)
        assert tuple(drawn.revealed) == sight.open_cards
        assert drawn.objective == truth.objective
        assert replace(drawn_state, sietches=state.sietches) == state


def test_progress_is_told_and_a_cancelled_search_advises_nothing() -> None:
    told: list[tuple[int, int]] = []
    sight = decisions()[2][2]
    assert advise(sight, effort=1, progress=lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1] == len(told)
    assert advise(sight, effort=1, cancelled=lambda: len(told) > 3) == ()


def test_nothing_is_advised_where_the_table_is_asked() -> None:
    assert advise(State()) == ()


@pytest.mark.parametrize("code", ReasonCode)
def test_every_reason_says_what_it_means(code: ReasonCode) -> None:
    assert code.value == code.name.lower()
