"""The row of one piece of each kind: beside what lies on the board, out of what the box has, every kind once."""

from collections import Counter
from typing import Any

from companion.board import AREA_IDS, ZONE_IDS
from tests.workshop.camera.render import random_position
from tests.workshop.camera.rendering.fields import generator
from vision.contents import SUPPLY, read_expected
from vision.table.row import EDGE, SETS, VEHICLES, row, with_row

NOTHING: dict[str, Any] = {"legions": [], "sietches": [], "settlements": [], "stations": []}


def test_on_an_empty_board_the_row_lies_along_the_near_edge_with_each_kind_once() -> None:
    laid = row(NOTHING)
    assert [place.id for place in laid[: len(SETS)]] == list(EDGE[: len(SETS)])
    counted = Counter(piece for place in laid for piece in place.pieces)
    assert set(counted.values()) == {1}
    kinds = {kind for _side, kind in counted}
    assert {"regular", "elite", "special", "generic", "tokens", "harvester", "sandworm", "wormsign", *VEHICLES} == kinds


def test_the_row_never_lies_where_something_lies_and_leaves_everything_as_it_is() -> None:
    for seed in range(40):
        position = random_position(generator("row", seed))
        before, laid = read_expected(position), row(position)
        assert len(laid) == len(SETS) + len(VEHICLES)
        after = read_expected(with_row(position, laid))
        assert not {place.id for place in laid} & (set(before.areas) | set(before.zones) | before.homes)
        assert {area: after.areas[area] for area in before.areas} == before.areas
        assert set(after.areas) - set(before.areas) == {place.id for place in laid if place.id in AREA_IDS}
        assert after.homes == before.homes
        # A board cannot hold more worms than the box has; the row takes one more of each.
        for sort in ("harvester", "wormsign"):
            assert sum(getattr(content, sort) for content in after.areas.values()) <= SUPPLY[sort] + 1


def test_a_full_board_has_a_shorter_row() -> None:
    full = {**NOTHING, "legions": [{"area": area, "faction": "atreides", "regular": 1} for area in AREA_IDS]}
    assert [place.id in ZONE_IDS for place in row(full)] == [True, True]
