"""Truthtrance at the table: the face of the next Harkonnen die is tapped, then it is the only one."""

from dataclasses import replace

import pytest

from companion.content.terms import Result
from companion.rules.commands import CorrectBoard, EndTurn, FinishAction, PlayAtreidesCard, SkipStep
from companion.rules.frames import ActionFrame, AtreidesCardFrame, TurnFrame
from companion.rules.state import HARKONNEN
from tests.web.table.conftest import Seat

RESULTS = [result.value for result in Result]


def play_card(seat: Seat, card: str) -> None:
    seat.done("play-card", f"{seat.step}?use=card", die="mentat", card=card)


@pytest.mark.rule("MAHDI-TRUTH-1")
def test_MAHDI_TRUTH_1_the_card_offers_the_faces_and_then_its_cards(own_turn: Seat) -> None:
    own_turn.arrange(PlayAtreidesCard(Result.MENTAT, "truthtrance"))
    card = own_turn.top_as(AtreidesCardFrame)
    assert own_turn.form("choose-result").offers("result") == RESULTS
    own_turn.done("choose-result", result="house")
    assert own_turn.state.chosen_result is Result.HOUSE
    assert own_turn.top_as(AtreidesCardFrame) == replace(card, step=card.step + 1)
    own_turn.arrange(SkipStep())
    own_turn.arrange(EndTurn())
    assert own_turn.top() == TurnFrame(HARKONNEN, forced=Result.HOUSE)
    assert own_turn.title() == "No roll: take a Harkonnen die and set it to House"
    assert own_turn.form("roll-die").offers("result") == ["house"]


@pytest.mark.rule("MAHDI-TRUTH-1")
def test_MAHDI_TRUTH_1_a_face_shown_too_often_cannot_be_tapped(own_turn: Seat) -> None:
    spent = (Result.HOUSE, Result.HOUSE, Result.MENTAT)
    own_turn.arrange(CorrectBoard(replace(own_turn.state, harkonnen_spent=spent, harkonnen_unused=3)))
    play_card(own_turn, "truthtrance")
    assert own_turn.form("choose-result").offers("result") == [r for r in RESULTS if r != "house"]
    assert "Not possible, since enough spent dice show it: House." in own_turn.main()
    answer = own_turn.do("choose-result", result="house")
    assert answer.status_code == 422
    assert "MAHDI-TRUTH-1" in answer.text


@pytest.mark.rule("MAHDI-TRUTH-1")
def test_MAHDI_TRUTH_1_a_card_without_a_name_may_be_it(own_turn: Seat) -> None:
    play_card(own_turn, "")
    assert isinstance(own_turn.top(), ActionFrame)
    own_turn.done("choose-result", result="leadership")
    assert "Truthtrance: the next Harkonnen die is Leadership" in own_turn.main()
    own_turn.done("choose-result", result="strategy")
    assert own_turn.state.chosen_result is Result.STRATEGY
    own_turn.arrange(FinishAction())
    assert not [form for form in own_turn.forms() if form.deed == "choose-result"]
