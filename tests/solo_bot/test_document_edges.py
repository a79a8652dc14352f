"""What the opponent's documents refuse, what a preview shows, and how a question is told."""

from typing import Any

import pytest

from companion.content.terms import Deck, Result
from companion.rules.errors import FormatError
from companion.rules.positions.reading import read_position
from solo_bot.documents.answers import (
    casualties_document,
    decide_document,
    preview_document,
    read_result,
    spice_document,
    vehicles_document,
)
from solo_bot.documents.decisions import question_document
from solo_bot.procedure.decision import Question
from tests.solo_bot.small import a, decided, h, position


def field(call: Any, *arguments: Any) -> str:
    """What the error is about."""
    with pytest.raises(FormatError) as caught:
        call(*arguments)
    return str(caught.value)


@pytest.mark.rule("MAHDI-TURN-1")
@pytest.mark.parametrize("value", ["attack", "", None, 3, ["house"]])
def test_MAHDI_TURN_1_only_results_of_a_harkonnen_die_are_decided(value: object) -> None:
    assert "MAHDI-TURN-1" in field(read_result, value)
    assert read_result("house") is Result.HOUSE


@pytest.mark.parametrize("spice", [-1, 1.5, True, None, "3"])
def test_spice_is_a_number_from_0(spice: object) -> None:
    assert "collected" in field(spice_document, read_position({}), spice)
    assert spice_document(read_position({}), 0)["supremacy"] == 0


@pytest.mark.parametrize("hits", [-1, 1.5, True, None, "3"])
def test_hits_are_a_number_from_0(hits: object) -> None:
    assert "hits" in field(casualties_document, {"regular": 1}, hits)
    assert casualties_document({"regular": 1}, 0)["removed"] == []


def test_a_legion_is_an_object() -> None:
    assert "legion" in field(casualties_document, [], 1)


@pytest.mark.parametrize("mode", ["duel", "team"])
def test_the_opponent_plays_solo_games_only(mode: str) -> None:
    state = read_position({"mode": mode})
    for call, *arguments in (
        (decide_document, "house"),
        (preview_document,),
        (vehicles_document,),
        (spice_document, 1),
    ):
        assert "mode" in field(call, state, *arguments)


@pytest.mark.rule("MAHDI-TURN-1")
def test_MAHDI_TURN_1_a_preview_leaves_out_what_would_be_rolled_again() -> None:
    spent = {"harkonnen_spent": ["house", "house", "house", "mentat"], "harkonnen_unused": 2, "atreides_unused": 0}
    shown = preview_document(read_position({"dice": spent}))
    assert set(shown) == {"leadership", "strategy", "deployment", "mentat"}
    assert shown["mentat"]["action"] == decide_document(read_position({"dice": spent}), "mentat")["action"]
    assert preview_document(read_position({"dice": spent | {"harkonnen_unused": 0}})) == {}


def test_questions_name_one_area_or_several() -> None:
    assert question_document(None) is None
    assert question_document(Question("card", deck=Deck.CORRINO_ALLY)) == {"ask": "card", "deck": "corrino_ally"}
    assert question_document(Question("card")) == {"ask": "card", "deck": None}
    assert question_document(Question("rank", (0,))) == {"ask": "rank", "areas": ["arrakeen"]}
    assert question_document(Question("wormsign", (0,))) == {"ask": "wormsign", "area": "arrakeen"}
    assert question_document(Question("wormsign", (0, 1))) == {"ask": "wormsign", "areas": ["arrakeen", "arsunt"]}


@pytest.mark.rule("MAHDI-TURN-3", "ACT-STRATEGY")
def test_ACT_STRATEGY_the_second_step_of_a_die_is_a_move_whether_by_its_number_or_by_what_has_moved() -> None:
    table = position(h("csw_3", regular=4), h("carthag", regular=3), a("windgap", regular=1))
    assert decided(table)[0] == "attack_sietch"
    assert decided(table | {"step": 2})[0] in ("move", "merge", "nothing")
    assert decided(table | {"moved": [{"area": "carthag", "regular": 1}]})[0] in ("move", "merge", "nothing")
