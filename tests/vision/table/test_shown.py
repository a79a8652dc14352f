"""What a photo does not show teaches nothing: pieces under a hand are left out of what was confirmed."""

from __future__ import annotations

from typing import Any

from tests.vision.judging import PLAIN, blob, covered, judge
from vision.contents import read_expected
from vision.table.confirmed import shown_of
from vision.table.scan import Reading


def test_pieces_in_covered_places_teach_nothing() -> None:
    areas, zones = judge([], blob(), bare=covered(PLAIN))
    position: dict[str, Any] = {
        "legions": [
            {"area": PLAIN, "faction": "harkonnen", "regular": 2},
            {"area": "arrakeen", "faction": "harkonnen", "regular": 1},
        ],
        "harvesters": [PLAIN, "ne_3"],
        "wild_maker": PLAIN,
        "ornithopters": ["az_north"],
        "settlements": ["arrakeen"],
    }
    shown = shown_of(position, Reading(None, {}, areas, zones))
    assert set(read_expected(shown).areas) == {"arrakeen", "ne_3"}
    assert read_expected(shown).zones == {"az_north": "ornithopter"}
    assert shown["settlements"] == ["arrakeen"]
    assert len(position["legions"]) == 2, "what was confirmed is not changed"
    whole = Reading(None, {}, *judge([], blob()))
    assert shown_of(position, whole) == position
