"""A photo of pieces of other sizes is one of another board with usual pieces; sizes of several photos together."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.figures.views import made_view
from vision.board.geometry import MARGIN
from vision.contents import Content
from vision.figures import sizes
from vision.figures.pieces import Piece
from vision.figures.sizes import USUAL, Measured, Sizes, merged, of_usual_size, together


@pytest.mark.parametrize(("base", "tall"), [(0.7, 0.8), (1.3, 1.0), (1.42, 1.5)])
def test_what_stands_up_leans_the_same_on_the_board_of_usual_pieces(base: float, tall: float) -> None:
    seen = made_view()
    usual = of_usual_size(seen, Sizes(base, tall))
    place, high = np.array([300.0, 200.0]), 20.0
    foot, other = (np.array([one.camera.x, one.camera.y]) for one in (seen, usual))
    real = foot + (place - foot) * seen.camera.shift(high * tall)
    assert other + (place / base - other) * usual.camera.shift(high) == pytest.approx(real / base)


@pytest.mark.parametrize("base", [0.7, 1.3])
def test_a_mark_is_where_it_belongs_on_the_other_raster(base: float) -> None:
    seen = made_view()
    x, y = 500.0, 220.0
    seen.lit.strength[round(y) + MARGIN - 3 : round(y) + MARGIN + 4, round(x) + MARGIN - 3 : round(x) + MARGIN + 4] = 50
    usual = of_usual_size(seen, Sizes(base, 1.0))
    rows, columns = np.nonzero(usual.lit.strength > 25)
    assert usual.lit.strength.shape == usual.board.shape
    assert columns.mean() - MARGIN == pytest.approx(x / base, abs=0.6)
    assert rows.mean() - MARGIN == pytest.approx(y / base, abs=0.6)
    assert usual.board.width == pytest.approx(seen.board.width / base)
    inside = usual.board.areas != 255
    assert usual.visible[inside].mean() > 0.99


def test_figures_come_from_the_board_of_usual_sizes_and_all_else_from_its_own() -> None:
    kinds = (1.0, 0.0, 0.0)
    own = [Piece("atreides", 90, 70, 0.9, kinds), Piece("token", 300, 200, 0.8, kinds)]
    sized = [Piece("atreides", 130, 100, 0.7, kinds), Piece("token", 430, 290, 0.6, kinds)]
    token, figure = merged(own, sized, Sizes(0.7, 0.8))
    assert token == own[1]
    assert (figure.score, figure.base, figure.tall) == (0.7, 0.7, 0.8)
    assert (figure.x, figure.y) == pytest.approx((91, 70))


def test_usual_sizes_change_nothing() -> None:
    seen = made_view()
    assert of_usual_size(seen, USUAL) is seen
    assert of_usual_size(seen, Sizes(1.02, 0.97)) is seen


def test_photos_are_weighed_together_and_none_is_believed_without_end() -> None:
    assert together([]) == USUAL
    assert together([Measured(Sizes(0.5, 3.0), 0.0)]) == USUAL
    both = together([Measured(Sizes(1.2, 1.0), 6.0), Measured(Sizes(1.0, 1.0), 2.0)])
    assert both.base == pytest.approx(1.2**0.75)
    assert together([Measured(Sizes(9.0, 0.01), 3.0)]) == Sizes(sizes.MOST, sizes.LEAST)


def test_the_size_is_measured_under_which_the_photo_looks_most_like_what_stands_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def likelihood(_c: object, _s: object, _l: object, tried: Sizes) -> float:
        return float(-4 * np.log(tried.base / 0.8) ** 2 - np.log(tried.tall / 1.25) ** 2 - 0.2)

    monkeypatch.setattr(sizes, "likelihood", likelihood)
    legions = [("ne_9", Content(harkonnen=3)), ("sw_5", Content(atreides=2))]
    found = sizes.measure(None, made_view(), legions)  # type: ignore[arg-type]
    assert found.weight == 2
    assert found.sizes.base == pytest.approx(0.8 / sizes.LIKED[0], rel=0.02)
    assert found.sizes.tall == pytest.approx(1.25 / sizes.LIKED[1], rel=0.02)
    assert sizes.measure(None, made_view(), []).weight == 0  # type: ignore[arg-type]


def test_on_a_slow_host_a_coarse_size_has_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Sizes] = []

    def likelihood(_c: object, _s: object, _l: object, size: Sizes) -> float:
        tried.append(size)
        return float(-4 * np.log(size.base / 0.8) ** 2 - 0.2)

    monkeypatch.setattr(sizes, "likelihood", likelihood)
    found = sizes.measure(
        None,  # type: ignore[arg-type]
        made_view(),
        [("ne_9", Content(harkonnen=3))],
        clock=lambda: 10.0 * len(tried),
    )
    assert found.sizes.base == 0.84 / sizes.LIKED[0]
    assert len(tried) == len(sizes.STEPS[1::2])


def test_an_area_looks_like_its_figures_where_so_many_peaks_are_high_and_no_more() -> None:
    two = Content(harkonnen=1, harkonnen_leader=1)
    right = sizes._looks_like([0.9, 0.8, 0.1], two, 1e-3)
    assert right == pytest.approx(np.log(0.9) + np.log(0.8) + np.log(0.9))
    for other in ([0.9, 0.2], [0.9], [], [0.9, 0.8, 0.7], [0.7, 0.6, 0.1]):
        assert sizes._looks_like(other, two, 1e-3) < right


def test_of_each_place_the_likeliest_figure_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = (1.0, 0.0, 0.0)
    found = [
        Piece("atreides", 100, 100, 0.6, kinds),
        Piece("atreides_leader", 103, 100, 0.7, kinds),
        Piece("harkonnen", 120, 100, 0.5, kinds),
        Piece("token", 140, 100, 0.9, kinds),
    ]
    monkeypatch.setattr("vision.figures.pieces.pieces_near", lambda *_: found)
    assert sizes._scores(None, made_view(), "ne_9") == [0.7, 0.5]  # type: ignore[arg-type]
