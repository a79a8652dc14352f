"""Cards, places and leaders are found by what another edition calls them."""

from urllib.parse import quote

import pytest

from tests.web.conftest import Browser


@pytest.mark.parametrize(
    ("query", "page", "found"),
    [
        ("Truthtrance", "cards", "Транс правды"),
        ("trance de verdad", "cards", "Транс правды"),
        ("zapadlisko", "cards", "Впадина Тасмин"),
        ("tasmin sink", "cards", "Впадина Тасмин"),
        ("ctihodna matka", "leaders", "Преподобная мать Джессика"),
        ("muad'dib", "leaders", "Муад’Диб"),
    ],
)
def test_cards_places_and_leaders_are_found_by_their_name_in_any_language(
    phone: Browser, query: str, page: str, found: str
) -> None:
    phone.send("/", "/language", lang="ru", back="/")
    assert found in phone.get(f"/learn/{page}?q={quote(query)}").text
