"""What the opponent would do with each face is what it decides when that face is rolled."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from companion import batch
from companion.content.terms import Result
from companion.frozen import replace
from companion.rules import execute
from companion.rules.commands import Command, EndTurn, RollHarkonnenDie
from companion.rules.frames import TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from solo_bot.ahead import attacked, look_ahead, their_turn
from solo_bot.documents.decisions import decision_document
from solo_bot.levels.choice import decide_at_level, pick_for_player
from solo_bot.levels.traits import Level
from solo_bot.procedure.decide import decide
from solo_bot.simulation.play import play_game
from tests.solo_bot.positions import RESULTS, made

TURNS = 100


@pytest.mark.slow
def test_it_is_what_decide_answers_for_every_result_on_200_positions() -> None:
    compared = 0
    for seed in range(200):
        position = made(seed)
        for face in look_ahead(batch.position_of(position)):
            request = {"position": position, "args": {"result": face.result.value}}
            if face.decision is not None:
                assert decision_document(face.decision) == batch.decide(request), (seed, face.result)
                compared += 1
    assert compared > 200 * (len(RESULTS) - 1)


def turns(games: int) -> Iterator[tuple[State, RollHarkonnenDie, State]]:
    """The ends of turns of simulated games: the position before, the roll that came, and the position at it."""
    for seed in range(1, games + 1):
        steps: list[tuple[State, Command]] = []
        state = State()
        for command in play_game(seed).commands:
            steps.append((state, command))
            state, _events = execute(state, command, record_anyway=True)
        for (before, ended), (at, rolled) in pairwise(steps):
            if isinstance(ended, EndTurn) and isinstance(rolled, RollHarkonnenDie):
                yield before, rolled, at


@pytest.mark.slow
def test_it_is_what_the_opponent_does_in_100_simulated_turns() -> None:
    seen = 0
    for before, rolled, at in turns(6):
        theirs = their_turn(before)
        assert theirs is not None
        face = next(one for one in look_ahead(theirs) if one.result is rolled.result)
        after, _events = execute(at, rolled, record_anyway=True)
        assert face.decision == decide(after, rolled.result)
        seen += 1
        if seen == TURNS:
            return
    raise AssertionError(f"only {seen} turns")


def with_dice(*spent: Result, unused: int = 4) -> State:
    state = batch.position_of(made(3))
    return replace(state, harkonnen_spent=spent, harkonnen_unused=unused)


@pytest.mark.rule("MAHDI-TURN-1")
def test_MAHDI_TURN_1_a_result_of_three_dice_cannot_come_and_the_others_share_its_chance() -> None:
    faces = {one.result: one for one in look_ahead(with_dice(*[Result.STRATEGY] * 3))}
    assert faces[Result.STRATEGY].decision is None
    assert faces[Result.STRATEGY].chance == 0
    assert [(one.faces, one.of) for one in faces.values()] == [(1, 4), (0, 4), (1, 4), (1, 4), (1, 4)]
    every = {one.result: (one.faces, one.of) for one in look_ahead(with_dice(Result.STRATEGY))}
    assert every[Result.STRATEGY] == (2, 6)
    assert sum(one for one, _of in every.values()) == 6


def test_without_a_die_nothing_comes() -> None:
    assert all(one.decision is None for one in look_ahead(with_dice(unused=0)))
    assert their_turn(with_dice(unused=0)) is None
    assert their_turn(replace(with_dice(), mode=Mode.DUEL)) is None


@pytest.mark.rule("MAHDI-TRUTH-1")
def test_MAHDI_TRUTH_1_the_result_that_was_named_comes_for_certain() -> None:
    state = replace(with_dice(), frames=(TurnFrame(ATREIDES),), chosen_result=Result.MENTAT)
    theirs = their_turn(state)
    assert theirs is not None
    assert theirs.frames == (TurnFrame(HARKONNEN, forced=Result.MENTAT),)
    assert [one.result for one in look_ahead(theirs) if one.chance] == [Result.MENTAT]
    assert sum(one.chance for one in look_ahead(theirs)) == 1


@pytest.mark.parametrize("level", list(Level))
def test_each_level_decides_as_it_does_in_a_game(level: Level) -> None:
    for seed in range(8):
        state = batch.position_of(made(seed))
        for face in look_ahead(state, level, 7):
            assert face.decision == decide_at_level(state, face.result, level, 7)
        for face in look_ahead(state, level, 7, decide_for_me=True):
            assert face.decision == pick_for_player(state, decide_at_level(state, face.result, level, 7), 7)


def test_what_is_attacked_is_told_also_by_a_question() -> None:
    asked = 0
    for seed in range(60):
        for face in look_ahead(batch.position_of(made(seed))):
            if (
                face.decision is not None
                and face.decision.question is not None
                and face.decision.question.ask == "rank"
            ):
                assert attacked(face.decision) in ((), face.decision.question.areas)
                asked += bool(face.attacked)
    assert asked
