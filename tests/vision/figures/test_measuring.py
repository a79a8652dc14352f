"""The sizes of a box are those under which all its photos together look most like what is known to stand there."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tests.vision.figures.test_sizes import CAMERA, nothing
from vision.board.geometry import board
from vision.contents import Content
from vision.figures import measuring
from vision.figures.measuring import STEPS, TALL_STEPS, Measured, measure, together
from vision.figures.pieces import Piece
from vision.figures.sizes import USUAL, Sizes

KINDS = (1.0, 0.0, 0.0)
KNOWN = {"ne_9": Content(harkonnen=3), "sw_5": Content(atreides=2, atreides_leader=1), "nw_4": Content(token=2)}


def figure(sort: str, x: float, score: float) -> Piece:
    """A figure that may be there, in a row with others."""
    return Piece(sort, x, 100, score, KINDS)


def test_without_a_photo_the_sizes_are_the_usual_ones() -> None:
    assert together([]) == USUAL
    assert together([Measured.of(Sizes(0.7, 1.5), 0.0)]) == USUAL


def test_photos_of_before_of_which_only_the_best_sizes_are_known_are_weighed_together() -> None:
    alone = together([Measured.of(Sizes(1.2, 1.1), 6.0)])
    assert (alone.base, alone.tall) == pytest.approx((1.2, 1.1), rel=1e-3)
    both = together([Measured.of(Sizes(1.2, 1.0), 6.0), Measured.of(Sizes(1.0, 1.0), 2.0)])
    assert both.base == pytest.approx(1.2**0.75, rel=1e-3)
    assert together([Measured.of(Sizes(9.0, 0.01), 3.0)]) == Sizes(STEPS[-1], TALL_STEPS[0])


def test_photos_that_each_rule_out_one_side_meet_in_the_middle() -> None:
    wide = np.log(STEPS)[:, None] + np.zeros(len(TALL_STEPS))
    units = Measured(-50 * np.maximum(0, math.log(0.9) - wide), 6.0)
    leaders = Measured(-50 * np.maximum(0, wide - math.log(0.95)), 6.0)
    assert 0.85 < together([units, leaders]).base < 1.0


def test_the_size_is_measured_under_which_the_photo_looks_most_like_what_stands_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []

    def likelihood(_usual: object, camera: Any, _on: object, base: float, legions: Any) -> float:
        asked.append(legions)
        tall = CAMERA.height / camera.height
        return float(-40 * math.log(base / 0.8) ** 2 - 10 * math.log(tall / 1.2) ** 2)

    monkeypatch.setattr(measuring, "likelihood", likelihood)
    found = measure(nothing(), CAMERA, board(), KNOWN)
    assert found.weight == 2
    assert [area for area, _ in asked[0]] == ["ne_9", "sw_5"]
    sizes = together([found])
    assert (sizes.base, sizes.tall) == pytest.approx((0.8, 1.2), rel=0.02)
    assert measure(nothing(), CAMERA, board(), {"nw_4": Content(token=2)}).weight == 0


def test_the_fullest_areas_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def likelihood(*given: Any) -> float:
        asked.append(given[4])
        return 0.0

    monkeypatch.setattr(measuring, "likelihood", likelihood)
    areas = sorted(board().polygons)[: measuring.ASKED + 2]
    known = {area: Content(harkonnen=1 + number % 3) for number, area in enumerate(areas)}
    assert measure(nothing(), CAMERA, board(), known).weight == measuring.ASKED
    assert {content.harkonnen for _, content in asked[0]} == {1, 2, 3}
    assert [content.harkonnen for _, content in asked[0]] == sorted((c.harkonnen for _, c in asked[0]), reverse=True)


def test_on_a_slow_host_heights_are_taken_for_granted(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[tuple[float, float]] = []

    def likelihood(_usual: object, camera: Any, _on: object, base: float, _legions: object) -> float:
        tried.append((base, CAMERA.height / camera.height))
        return float(-40 * math.log(base / 1.35) ** 2)

    monkeypatch.setattr(measuring, "likelihood", likelihood)
    found = measure(nothing(), CAMERA, board(), KNOWN, clock=lambda: 10.0 * len(tried))
    assert len(tried) == len(TALL_STEPS) + len(STEPS) - 1
    sizes = together([found])
    assert sizes.base == pytest.approx(1.35, rel=0.02)
    assert sizes.tall == pytest.approx(1.35**measuring.TALL_AS_WIDE, rel=0.08)


def test_an_area_looks_like_its_figures_where_so_many_peaks_are_high_and_no_more() -> None:
    two = Content(harkonnen=2)

    def looks(*scores: float) -> float:
        return measuring._looks_like([figure("harkonnen", 30 * n, score) for n, score in enumerate(scores)], two)

    right = looks(0.9, 0.8, 0.1)
    assert right == pytest.approx(math.log(0.9) + math.log(0.8) + math.log(0.9), abs=0.2)
    for other in ((0.9, 0.2), (0.9,), (), (0.9, 0.8, 0.7), (0.7, 0.6, 0.1)):
        assert looks(*other) < right


def test_of_each_place_the_likeliest_figure_counts() -> None:
    pieces = [figure("atreides", 100, 0.6), figure("atreides", 103, 0.7), figure("atreides", 130, 0.5)]
    both = measuring._looks_like(pieces, Content(atreides=2))
    assert both == pytest.approx(math.log(0.7) + math.log(0.5), abs=0.2)


def test_units_that_look_like_leaders_and_leaders_that_look_like_units_speak_against_a_size() -> None:
    plain = [figure("harkonnen", 0, 0.8), figure("harkonnen", 30, 0.8), figure("harkonnen_leader", 60, 0.8)]
    right = measuring._looks_like(plain, Content(harkonnen=2, harkonnen_leader=1))
    assert right == pytest.approx(3 * math.log(0.8), abs=0.2)
    for units, leaders in ((3, 0), (1, 2), (0, 3)):
        content = Content(harkonnen=units, harkonnen_leader=leaders)
        assert measuring._looks_like(plain, content) < right - 2
    # Who of them leads is not asked, and an area where less shows than stands there says little of who does.
    assert measuring._leads([], "harkonnen", 1, 1) == pytest.approx(math.log(0.5))
    assert measuring._leads([], "atreides", 0, 0) == 0
    assert measuring._looks_like(plain, Content(harkonnen_leader=3)) > right - 30


def test_what_was_measured_is_kept_with_the_box_and_comes_back() -> None:
    curve = np.round(np.linspace(-3, 0, len(STEPS) * len(TALL_STEPS)), 2).reshape(len(STEPS), len(TALL_STEPS))
    back = Measured.read(Measured(curve, 7.0).document())
    assert back.curve == pytest.approx(curve)
    assert back.weight == 7
    before = Measured.read([0.8, 0.9, 5.0])
    assert before.weight == 5
    assert together([before]).base == pytest.approx(0.8, rel=1e-3)


@pytest.mark.parametrize(
    "damaged",
    [{"curve": [[1.0]], "weight": 1}, {"weight": 1}, [1.0, 2.0], {"curve": [[math.nan] * 4] * 11, "weight": 1}, None],
)
def test_what_nobody_measured_is_refused(damaged: Any) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        Measured.read(damaged)
