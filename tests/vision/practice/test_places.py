"""Where the known pieces of a photo stand: found by their numbers, and told apart from what is not found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.workshop.camera.test_teaching import example
from vision.board.geometry import MARGIN, board
from vision.figures import pieces as figures
from vision.figures.pieces import CELL, HOME, Piece
from vision.figures.sizes import Sizes
from vision.practice import places
from vision.practice.shown import Known, Lesson, Shown

pytestmark = pytest.mark.slow

ON = board()
ANY = (1.0, 0.0, 0.0)


def middle(area: str) -> tuple[float, float]:
    return ON.labels[area]


def seen(monkeypatch: pytest.MonkeyPatch, position: dict[str, Any], peaks: list[Piece]) -> Shown:
    """What is made of peaks in a photo of a position."""
    one = example(1, [])
    lesson = Lesson(one.evidence, one.shot.camera, position)
    monkeypatch.setattr(figures, "pieces_in", lambda *_: peaks)
    return places.shown_of(lesson, ON, places.peaks_of(lesson))


def peak(sort: str, area: str, score: float, dx: float = 0.0) -> Piece:
    x, y = middle(area)
    return Piece(sort, x + dx, y, score, ANY)


def test_as_many_peaks_are_pieces_as_stand_there_however_low(monkeypatch: pytest.MonkeyPatch) -> None:
    position = {"legions": [{"area": "nw_6", "faction": "atreides", "regular": 2, "generic": 1}]}
    peaks = [
        peak("atreides", "nw_6", 0.9, -12),
        peak("atreides", "nw_6", 0.01),
        peak("atreides", "nw_6", 0.008, 12),
        peak("atreides_leader", "nw_6", 0.02, 24),
        peak("harkonnen", "nw_6", 0.8, 12),
        peak("harkonnen", "ne_9", 0.9),
    ]
    shown = seen(monkeypatch, position, peaks)
    x, y = middle("nw_6")
    assert shown.pieces == [
        Known("atreides", x - 12, y, "regular"),
        Known("atreides_leader", x + 24, y, None),
        Known("atreides", x, y, "regular"),
    ]
    assert shown.known.all()


def test_two_figures_do_not_stand_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    position = {"legions": [{"area": "nw_6", "faction": "atreides", "regular": 1, "generic": 1}]}
    peaks = [
        peak("atreides", "nw_6", 0.9),
        peak("atreides_leader", "nw_6", 0.5, 3),
        peak("atreides_leader", "nw_6", 0.01, 15),
    ]
    shown = seen(monkeypatch, position, peaks)
    assert [round(piece.x - middle("nw_6")[0]) for piece in shown.pieces] == [0, 15]


def test_an_area_whose_pieces_are_not_all_found_teaches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    position = {
        "legions": [{"area": "nw_6", "faction": "atreides", "regular": 2}],
        "harvesters": ["ne_9"],
        "ornithopters": ["az_sw"],
    }
    shown = seen(monkeypatch, position, [peak("atreides", "nw_6", 0.9), peak("harvester", "ne_9", 0.4)])

    def known(x: float, y: float) -> float:
        return float(shown.known[int((y + MARGIN) / CELL), int((x + MARGIN) / CELL)])

    assert known(*middle("nw_6")) == 0
    assert known(*ON.zones["az_sw"][:2]) == 0
    assert known(*middle("ne_9")) == 1
    assert 0.9 < shown.known.mean() < 1


def test_a_kind_is_known_where_all_units_are_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    position = {
        "legions": [
            {"area": "nw_6", "faction": "atreides", "elite": 1},
            {"area": "ne_9", "faction": "harkonnen", "regular": 1, "elite": 1},
        ]
    }
    peaks = [peak("atreides", "nw_6", 0.9), peak("harkonnen", "ne_9", 0.9), peak("harkonnen", "ne_9", 0.8, 12)]
    assert [piece.kind for piece in seen(monkeypatch, position, peaks).pieces] == ["elite", None, None]


def test_cardboard_stays_what_it_surely_was(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = seen(monkeypatch, {"legions": []}, [peak(HOME, "carthag", 0.7), peak(HOME, "arsunt", 0.3)])
    assert [(piece.sort, piece.x) for piece in shown.pieces] == [(HOME, middle("carthag")[0])]


def test_figures_of_other_sizes_are_looked_for_at_theirs() -> None:
    one = example(1, [])
    lesson = Lesson(replace(one.evidence, cells=np.asarray(one.evidence.cells, np.float32)), one.shot.camera, {})
    sizes = Sizes(1.3, 1.2)
    assert places.shown_of(lesson, ON, places.peaks_of(lesson, sizes), sizes).sizes == sizes
