"""Long words on keys break between syllables."""

import pytest
from flask import Flask

from companion.web.ui.hyphens import hyphenated, soft

SHY = "\u00ad"


@pytest.mark.parametrize(
    "parts",
    [
        "Roz-mieszcze-nie",
        "Дис-ло-ка-ция",
        "Попа-да-ние",
        "Spec-jalny",
        "Tra-fie-nie",
        "Пре-по-доб-ная",
        "Spe-ciální",
        "Lide-razgo",
    ],
)
def test_words_break_between_syllables_and_never_near_an_edge(parts: str) -> None:
    assert hyphenated(parts.replace("-", "")) == parts.replace("-", SHY)


def test_short_words_and_english_stay_whole(app: Flask) -> None:
    with app.test_request_context(headers={"Cookie": "lang=pl"}):
        assert soft("Na Rozmieszczenie") == f"Na Roz{SHY}mieszcze{SHY}nie"
        assert soft("Tarcza") == "Tarcza"
    with app.test_request_context(headers={"Cookie": "lang=en"}):
        assert soft("Deployment and Leadership") == "Deployment and Leadership"
