"""Dice over the limit of a result: to what they are turned, and what is refused (ACT-1)."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from companion.content.terms import Result
from companion.rules import check
from companion.rules.ask.dice import turned_dice
from companion.rules.commands import RollAtreidesDice, RollHarkonnenDice
from companion.rules.frames import AtreidesRollFrame, HarkonnenRollFrame
from companion.rules.state import Mode, Rules, State
from tests.rules.machines.starts import front

L, S, D, M, H = Result


def codes(state: State, command: RollAtreidesDice | RollHarkonnenDice) -> list[tuple[str, str]]:
    return [(reason.code, reason.rule) for reason in check(state, command)]


@pytest.mark.rule("ACT-1")
def test_ACT_1_a_roll_within_the_limit_stays() -> None:
    assert turned_dice((S, S, M, L), 2) == ((L, S, S, M),)


@pytest.mark.rule("ACT-1")
def test_ACT_1_a_die_too_many_goes_to_the_result_with_most_free_spaces() -> None:
    assert turned_dice((L, L, L, L, S, M, H), 3) == ((L, L, L, S, D, M, H),)
    # The review's roll: five Strategy and three House; both spare dice may not become the same result.
    ends = turned_dice((S, S, S, S, S, H, H, H), 3)
    spare = {frozenset(Counter(end) - Counter({S: 3, H: 3})) for end in ends}
    assert spare == {frozenset(pair) for pair in ((L, D), (L, M), (D, M))}


@pytest.mark.rule("ACT-1")
def test_ACT_1_every_end_keeps_the_limit_and_what_was_within_it() -> None:
    for rolled in combinations_with_replacement(Result, 6):
        for end in turned_dice(rolled, 3):
            counts = Counter(end)
            assert max(counts.values()) <= 3
            assert all(counts[result] >= min(3, rolled.count(result)) for result in Result)
            assert len(end) == len(rolled)


@pytest.mark.rule("ACT-1")
def test_ACT_1_two_spare_dice_on_one_result_are_refused() -> None:
    state = front(HarkonnenRollFrame(), mode=Mode.DUEL)
    rolled, wrong, right = (S,) * 5 + (H,) * 3, (L, L, S, S, S, H, H, H), (L, S, S, S, D, H, H, H)
    assert codes(state, RollHarkonnenDice(wrong)) == []
    assert codes(state, RollHarkonnenDice(wrong, rolled=rolled)) == [("dice_turned_wrongly", "ACT-1")]
    assert codes(state, RollHarkonnenDice(right, rolled=rolled)) == []
    assert codes(state, RollHarkonnenDice(right, rolled=rolled[1:])) == [("wrong_number_of_dice", "ACT-1")]


@pytest.mark.rule("ACT-1")
def test_ACT_1_the_atreides_dice_are_turned_in_the_same_way() -> None:
    state = front(AtreidesRollFrame())
    assert codes(state, RollAtreidesDice((S, S, M, M), rolled=(S, S, S, M))) == [("dice_turned_wrongly", "ACT-1")]
    assert codes(state, RollAtreidesDice((S, S, H, M), rolled=(S, S, S, M))) == []
    shared = front(AtreidesRollFrame(), rules=Rules(partners=2))
    assert codes(shared, RollAtreidesDice((S, S, M, M), rolled=(S, S, S, M))) == []
