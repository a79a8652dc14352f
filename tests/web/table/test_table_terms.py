"""Terms in texts: the first mention opens the rule that explains it, unless the device wants few words."""

import pytest

from companion.content import GLOSSARY, RULES
from companion.web.seats import TABLE, View
from companion.web.table.places import with_places
from companion.web.table.routes import scene_of
from companion.web.table.terms import EXPLAINED, POWER
from tests.web.table.conftest import Seat


def marked(seat: Seat, *texts: str, cookies: str = "") -> list[str]:
    table = seat.app.extensions[TABLE]
    with seat.app.test_request_context(headers={"Cookie": cookies}):
        scene = scene_of(View(table.load(seat.game), table.games.seats(seat.game)[0]))
        return [str(with_places(text, scene, terms=True)) for text in texts]


def test_the_first_mention_opens_the_rule(quick: Seat) -> None:
    first, again = marked(quick, "Supremacy rises: supremacy 5", "The supremacy track")
    assert first == (
        '<a class="term" href="/learn/rules/WIN-1" data-sheet hx-boost="false">Supremacy</a> rises: supremacy 5'
    )
    assert again == "The supremacy track"
    assert quick.get("/learn/rules/WIN-1").status_code == 200


def test_a_detailed_power_leads_to_its_rule(quick: Seat) -> None:
    (text,) = marked(quick, "power 6 (detailed 13)")
    assert f'href="/learn/rules/{POWER}"' in text


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        ("pl", "Odkryj Znaki Czerwia", "Znaki Czerwia"),
        ("ru", "выставьте следы червя", "следы червя"),
        ("cs", "v Regenerační nádrži", "Regenerační nádrži"),
        ("es", "las Tormentas de coriolis", "Tormentas de coriolis"),
    ],
)
def test_terms_are_found_in_other_cases(quick: Seat, language: str, text: str, word: str) -> None:
    (found,) = marked(quick, text, cookies=f"lang={language}")
    assert f'hx-boost="false">{word}</a>' in found


def test_few_words_are_wanted(quick: Seat) -> None:
    assert marked(quick, "Supremacy rises", cookies="terse=on") == ["Supremacy rises"]


def test_every_term_is_printed_and_every_rule_there() -> None:
    assert set(EXPLAINED) <= set(GLOSSARY)
    assert {*EXPLAINED.values(), POWER} <= set(RULES)
