"""The texts handed to the catalogues: all that users see, each with its place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from companion import content
from companion.content import CARDS, LEADERS, PRESCIENCE_CARDS, RULES
from companion.content.loader import DATA_FOLDER

SHOWN = {"title", "text", "solo_text", "summary", "name", "need"}
NOT_TRANSLATED = {"glossary.json", "assumptions.json", "levels.json"}


def shown_in(value: Any) -> Iterator[str]:
    """Every text under a key that holds prose for users."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key in SHOWN and isinstance(item, str):
                yield item
            yield from shown_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from shown_in(item)


def test_all_prose_of_the_data_files_is_handed_out() -> None:
    handed_out = {text for text, _ in content.translatable_strings()}
    written = set()
    for path in DATA_FOLDER.glob("*.json"):
        if path.name not in NOT_TRANSLATED:
            written |= set(shown_in(json.loads(path.read_text(encoding="utf-8"))))
    assert handed_out == written


def test_places_are_named_and_unique() -> None:
    places = [where for _, where in content.translatable_strings()]
    assert len(places) == len(set(places))
    assert "planning_cards.json:usul:summary" in places
    assert "rulings.json:R-16:text" in places
    assert "variants.json:first_printing:changes.WIN-2" in places


def test_texts_are_those_of_the_records() -> None:
    texts = {where: text for text, where in content.translatable_strings()}
    assert texts["rules.json:STACK-1:title"] == RULES["STACK-1"].title
    assert texts["planning_cards.json:usul:name"] == CARDS["usul"].name
    assert texts["prescience.json:desert_war:need"] == PRESCIENCE_CARDS["desert_war"].need
    special = LEADERS["thufir_hawat"].special
    assert special is not None
    assert texts["leaders.json:thufir_hawat:special.solo_text"] == special.solo_text
