"""A photo of pieces of other sizes is one of another board with usual pieces."""

from __future__ import annotations

import numpy as np
import pytest

from vision.board.camera import Camera
from vision.board.geometry import MARGIN
from vision.figures import pieces as figures
from vision.figures.pieces import CELL, FINE_LAYERS, LAYERS, Evidence, Piece
from vision.figures.sizes import USUAL, Sizes, in_evidence, merged, resized, seen_from

CAMERA = Camera(420.0, 900.0, 1000.0, 0.76, 65.0, 3.0)
ROWS, COLUMNS = 300, 440
KINDS = (1.0, 0.0, 0.0)


def nothing() -> Evidence:
    """Evidence of an empty board of ``ROWS`` x ``COLUMNS`` cells."""
    shape = (ROWS * CELL, COLUMNS * CELL)
    return Evidence(
        np.zeros((ROWS, COLUMNS, LAYERS), np.float32),
        np.zeros((*shape, FINE_LAYERS), np.float32),
        np.zeros(shape, np.float32),
        np.zeros((ROWS, COLUMNS), np.float32),
    )


@pytest.mark.parametrize(("base", "tall"), [(0.7, 0.8), (1.3, 1.0), (1.42, 1.5)])
def test_what_stands_up_leans_the_same_on_the_board_of_usual_pieces(base: float, tall: float) -> None:
    usual = seen_from(CAMERA, Sizes(base, tall))
    place, high = np.array([300.0, 200.0]), 20.0
    foot, other = (np.array([one.x, one.y]) for one in (CAMERA, usual))
    real = foot + (place - foot) * CAMERA.shift(high * tall)
    assert other + (place / base - other) * usual.shift(high) == pytest.approx(real / base)


@pytest.mark.parametrize("base", [0.7, 1.3])
def test_a_mark_is_where_it_belongs_on_the_other_raster(base: float) -> None:
    seen = nothing()
    x, y = 400.0, 220.0
    cell = (round((y + MARGIN + 0.5) / CELL - 0.5), round((x + MARGIN + 0.5) / CELL - 0.5))
    seen.cells[cell[0] - 2 : cell[0] + 3, cell[1] - 2 : cell[1] + 3] = 1
    seen.fine[round(y) + MARGIN - 4 : round(y) + MARGIN + 5, round(x) + MARGIN - 4 : round(x) + MARGIN + 5] = 1
    seen.homes[cell[0] - 3 : cell[0] + 4, cell[1] - 3 : cell[1] + 4] = 1
    usual = resized(seen, base)
    for layer, side in ((usual.cells[..., 3], CELL), (usual.fine[..., 1], 1), (usual.homes, CELL)):
        rows, columns = np.nonzero(layer > 0.5)
        assert (columns.mean() + 0.5) * side - 0.5 - MARGIN == pytest.approx(x / base, abs=1.2)
        assert (rows.mean() + 0.5) * side - 0.5 - MARGIN == pytest.approx(y / base, abs=1.2)
    assert usual.cells.shape[1] == pytest.approx((COLUMNS * CELL - 2 * MARGIN) / base / CELL + MARGIN, abs=1)


def test_figures_come_from_the_board_of_usual_sizes_and_all_else_from_its_own() -> None:
    own = [Piece("atreides", 90, 70, 0.9, KINDS), Piece("token", 300, 200, 0.8, KINDS)]
    sized = [Piece("atreides", 130, 100, 0.7, KINDS), Piece("token", 430, 290, 0.6, KINDS)]
    token, figure = merged(own, sized, Sizes(0.7, 0.8))
    assert token == own[1]
    assert (figure.score, figure.base, figure.tall) == (0.7, 0.7, 0.8)
    assert (figure.x, figure.y) == pytest.approx((91, 70))


def test_a_photo_is_looked_at_once_more_where_its_figures_have_other_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, float]] = []

    def pieces_in(shown: Evidence, camera: Camera, *_: object) -> list[Piece]:
        asked.append((shown.cells.shape[1], camera.height))
        return [Piece("atreides", 100, 100, 0.5, KINDS), Piece("harvester", 200, 100, 0.5, KINDS)]

    monkeypatch.setattr(figures, "pieces_in", pieces_in)
    for sizes in (USUAL, Sizes(1.02, 0.97)):
        assert [piece.base for piece in in_evidence(nothing(), CAMERA, sizes, 0.1)] == [1.0, 1.0]
    assert asked == [(COLUMNS, 1000.0)] * 2
    harvester, figure = in_evidence(nothing(), CAMERA, Sizes(0.8, 1.25), 0.1)
    assert (harvester.sort, harvester.x, figure.sort, figure.x) == ("harvester", 200, "atreides", 80)
    assert asked[2] == (COLUMNS, 1000.0)
    assert asked[3][0] > COLUMNS
    assert asked[3][1] == pytest.approx(800)
