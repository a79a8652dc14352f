"""The three positions that a player lays out to teach the camera his pieces.

Each area holds pieces of one colour only, on light and on dark ground, near and far: what cannot be mixed up teaches
best. The cardboard of the start of a game (sietches, settlements, stations) may lie on the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Legion = dict[str, Any]


def _legions(faction: str, places: Sequence[tuple[str, dict[str, int]]]) -> list[Legion]:
    return [{"area": area, "faction": faction, **counts} for area, counts in places]


def teach_positions() -> list[dict[str, Any]]:
    """Returns the positions (section *Position* of docs/formats.md) in the order in which they are laid out."""
    first = {
        "legions": [
            *_legions(
                "harkonnen",
                [
                    ("cne_5", {"regular": 2}),
                    ("false_wall_south", {"regular": 2, "elite": 1}),
                    ("ne_9", {"regular": 1, "elite": 1}),
                    ("nw_4", {"special": 1}),
                ],
            ),
            *_legions(
                "atreides",
                [
                    ("nw_6", {"regular": 2}),
                    ("splintered_rock", {"regular": 2, "elite": 1}),
                    ("sw_5", {"regular": 1, "elite": 1}),
                    ("se_6", {"special": 1}),
                ],
            ),
        ],
        "harvesters": ["se_3"],
        "sandworms": ["rock_outcroppings"],
        "wormsigns": ["sw_4", "ne_14"],
        "ornithopters": ["az_sw"],
    }
    second = {
        "legions": [
            *_legions(
                "harkonnen",
                [
                    ("nw_16", {"generic": 2}),
                    ("cse_3", {"generic": 1}),
                    ("ne_6", {"generic": 1}),
                    ("nw_1", {"tokens": 2}),
                    ("csw_4", {"tokens": 1}),
                ],
            ),
            *_legions(
                "atreides",
                [
                    ("sw_3", {"generic": 2}),
                    ("cnw_2", {"generic": 1}),
                    ("the_great_flat", {"generic": 1}),
                    ("se_4", {"tokens": 2}),
                    ("ne_12", {"tokens": 1}),
                ],
            ),
        ],
        "harvesters": ["ne_16"],
        "sandworms": ["sw_6"],
        "wormsigns": ["se_7"],
        "carryalls": ["az_ne"],
    }
    third = {
        "legions": [
            *_legions(
                "harkonnen",
                [
                    ("sw_1", {"regular": 2}),
                    ("cnw_1", {"elite": 1, "special": 1}),
                    ("se_3", {"generic": 2}),
                    ("false_wall_east", {"generic": 1}),
                    ("ne_8", {"tokens": 1}),
                ],
            ),
            *_legions(
                "atreides",
                [
                    ("ne_5", {"regular": 2}),
                    ("cne_6", {"elite": 1, "special": 1}),
                    ("nw_7", {"generic": 2}),
                    ("csw_2", {"generic": 1}),
                    ("sw_6", {"tokens": 1}),
                ],
            ),
        ],
        "harvesters": ["nw_2"],
        "sandworms": ["ne_13"],
        "wormsigns": ["nw_8", "cse_1"],
        "ornithopters": ["az_west"],
        "carryalls": ["az_se"],
    }
    return [first, second, third]
