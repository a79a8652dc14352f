"""Questions carry their reason."""

import ast

import pytest

from companion.board import AREA_NUMBER
from companion.content import DECK_CARDS
from companion.content.terms import Deck
from companion.web.words.questions import ASKS, card_question, question_text, wormsign_question
from solo_bot import Question
from tests.web.words.conftest import ROOT, trees

AREA = AREA_NUMBER["hobars_gap"]


@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize("areas", [(AREA,), (AREA, AREA_NUMBER["windgap"])])
def test_every_question_says_why_it_is_asked(ask: str, areas: tuple[int, ...]) -> None:
    text = question_text(Question(ask, areas))
    assert text.title.endswith("?")
    assert text.why.endswith(".")
    assert text.rule is not None


def test_no_question_of_the_opponent_is_left_out() -> None:
    asked = {
        call.args[0].value
        for tree in trees(ROOT / "solo_bot")
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "Question"
        and isinstance(call.args[0], ast.Constant)
    }
    assert asked
    assert asked <= set(ASKS)


@pytest.mark.rule("R-16")
def test_R_16_a_rank_is_asked_without_revealing_it() -> None:
    text = question_text(Question("rank", (AREA,)))
    assert text.title == "What rank is Hobars Gap?"
    assert text.ruling is not None
    assert text.ruling.id == "R-16"
    assert [value for value, _, _ in text.answers] == ["1", "2", "3"]


@pytest.mark.rule("WORM-2")
def test_WORM_2_a_buried_worm_appears_in_deep_desert_only() -> None:
    shallow = wormsign_question(AREA_NUMBER["cne_3"], deep=False).answers
    deep = wormsign_question(AREA_NUMBER["cne_3"], deep=True).answers
    assert shallow[2][2] == "nothing happens: this is not deep desert"
    assert deep[2][2] == "a worm appears: this is deep desert"


def test_every_card_of_the_deck_is_offered_with_what_it_does() -> None:
    text = card_question(Deck.CORRINO_ALLY)
    assert len(text.answers) == len(DECK_CARDS[Deck.CORRINO_ALLY])
    assert all(name and summary for _, name, summary in text.answers)
