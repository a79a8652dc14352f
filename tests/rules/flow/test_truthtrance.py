"""Truthtrance in solo: the player chooses the result of the next Harkonnen turn."""

from dataclasses import replace

import pytest

from companion.content.steps import DrawOrPlay
from companion.content.terms import Result
from companion.rules import State
from companion.rules.ask.atreides_steps import card_below, step_of
from companion.rules.ask.truthtrance import choice_is_open, results_to_choose
from companion.rules.commands import (
    ChooseHarkonnenResult,
    EndTurn,
    FinishAction,
    PlayAtreidesCard,
    RollHarkonnenDie,
    SkipStep,
    SpendDie,
)
from companion.rules.frames import AtreidesCardFrame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode
from tests.rules.flow.table import atreides_turn, card_played, codes, play, position

LEADERSHIP, STRATEGY, DEPLOYMENT, MENTAT, HOUSE = Result


def playing(card: str = "truthtrance") -> State:
    return play(atreides_turn(STRATEGY, MENTAT, harkonnen_unused=4), PlayAtreidesCard(STRATEGY, card))


@pytest.mark.rule("MAHDI-TRUTH-1")
def test_MAHDI_TRUTH_1_the_next_harkonnen_turn_uses_the_result_chosen() -> None:
    state = play(playing(), ChooseHarkonnenResult(HOUSE), SkipStep(), EndTurn())
    assert state.frame == TurnFrame(HARKONNEN, forced=HOUSE)
    assert codes(state, RollHarkonnenDie(MENTAT)) == [("MAHDI-TRUTH-1", "result_is_forced")]
    assert codes(state, RollHarkonnenDie(HOUSE)) == []


@pytest.mark.rule("MAHDI-TRUTH-1")
def test_MAHDI_TRUTH_1_it_holds_for_one_turn_only() -> None:
    state = play(playing(), ChooseHarkonnenResult(HOUSE), SkipStep(), EndTurn(), RollHarkonnenDie(HOUSE))
    state = play(state, EndTurn())
    assert (state.frame, state.chosen_result) == (TurnFrame(ATREIDES), None)
    state = play(state, SpendDie(MENTAT, MENTAT), FinishAction(), EndTurn())
    assert state.frame == TurnFrame(HARKONNEN)


@pytest.mark.rule("MAHDI-TRUTH-1")
@pytest.mark.parametrize("result, limit", [(LEADERSHIP, 3), (STRATEGY, 3), (MENTAT, 3), (DEPLOYMENT, 2), (HOUSE, 2)])
def test_MAHDI_TRUTH_1_not_a_result_shown_by_three_dice_or_two_for_deployment_and_house(
    result: Result, limit: int
) -> None:
    at_limit = replace(playing(), harkonnen_spent=(result,) * limit)
    assert codes(at_limit, ChooseHarkonnenResult(result)) == [("MAHDI-TRUTH-1", "result_shown_too_often")]
    assert result not in results_to_choose(at_limit)
    below = replace(playing(), harkonnen_spent=(result,) * (limit - 1))
    assert codes(below, ChooseHarkonnenResult(result)) == []


@pytest.mark.rule("MAHDI-TRUTH-1")
def test_MAHDI_TRUTH_1_only_while_an_atreides_card_is_played_against_the_opponent() -> None:
    assert codes(atreides_turn(MENTAT), ChooseHarkonnenResult(HOUSE)) == [("MAHDI-TRUTH-1", "not_now")]
    spent = play(atreides_turn(MENTAT), SpendDie(MENTAT, MENTAT))
    assert codes(spent, ChooseHarkonnenResult(HOUSE)) == [("MAHDI-TRUTH-1", "not_now")]


@pytest.mark.rule("MAHDI-TRUTH-1")
def test_MAHDI_TRUTH_1_against_people_an_unused_die_is_chosen_and_must_be_used() -> None:
    dice = {"mode": Mode.DUEL, "harkonnen_results": (MENTAT, HOUSE), "harkonnen_unused": 2}
    duel = position({}, {}, *card_played(), **dice)
    assert codes(duel, ChooseHarkonnenResult(Result.STRATEGY)) == [("CARD-1", "result_shown_too_often")]
    state = play(duel, ChooseHarkonnenResult(HOUSE), FinishAction(), EndTurn())
    assert state.frame == TurnFrame(HARKONNEN, forced=HOUSE)
    assert codes(state, SpendDie(MENTAT, MENTAT, HARKONNEN)) == [("CARD-1", "result_is_forced")]
    assert codes(state, SpendDie(HOUSE, HOUSE, HARKONNEN)) == []
    assert play(state, SpendDie(HOUSE, HOUSE, HARKONNEN), EndTurn()).chosen_result is None


@pytest.mark.rule("MAHDI-TRUTH-1")
def test_MAHDI_TRUTH_1_a_card_without_a_name_may_be_it_another_one_is_not() -> None:
    assert choice_is_open(playing(""))
    state = play(playing(""), ChooseHarkonnenResult(HOUSE), FinishAction(), EndTurn())
    assert state.frame == TurnFrame(HARKONNEN, forced=HOUSE)
    other = playing("war_plan")
    assert not choice_is_open(other)
    assert codes(other, ChooseHarkonnenResult(HOUSE)) == [("MAHDI-TRUTH-1", "not_now")]


@pytest.mark.rule("MAHDI-TRUTH-1")
def test_MAHDI_TRUTH_1_then_the_card_goes_on_to_its_cards() -> None:
    state = play(playing(), ChooseHarkonnenResult(LEADERSHIP))
    assert not choice_is_open(state)
    assert isinstance(card_on_top := card_below(state), AtreidesCardFrame)
    assert isinstance(step_of(card_on_top), DrawOrPlay)
