"""The small network: what a layer sees."""

import numpy as np
import pytest

from vision.figures.network import AT_ONCE, FOLD, OFFSETS, Layer, Network, folded, unfolded


def test_a_layer_looks_around_each_place_and_sees_nothing_beyond_the_edge() -> None:
    layer = Layer(np.ones((9, 1, 1), np.float32), np.zeros(1, np.float32), 2)
    picture = np.zeros((1, 9, 9, 1), np.float32)
    picture[0, 4, 4] = 1
    out = layer.forward(picture)[0, :, :, 0]
    assert np.argwhere(out).tolist() == [[y, x] for y in (2, 4, 6) for x in (2, 4, 6)]


@pytest.mark.parametrize("hole", [1, 2, 4, 9])
@pytest.mark.parametrize("rows", [AT_ONCE - 1, 2 * AT_ONCE, 2 * AT_ONCE + 3])
def test_rows_that_are_worked_out_together_leave_no_seam(hole: int, rows: int) -> None:
    chance, columns = np.random.default_rng(1), 12
    layer = Layer(chance.random((9, 2, 3), np.float32), chance.random(3, np.float32), hole)
    pictures = chance.random((2, rows, columns, 2), np.float32)
    around = np.pad(pictures, ((0, 0), (hole, hole), (hole, hole), (0, 0)))
    wanted = layer.bias + sum(
        around[:, hole * (1 + dy) :, hole * (1 + dx) :][:, :rows, :columns] @ weights
        for weights, (dy, dx) in zip(layer.weights, OFFSETS, strict=True)
    )
    assert np.allclose(layer.forward(pictures), wanted, atol=1e-5)


@pytest.mark.parametrize(("rows", "columns"), [(6, 4), (7, 5)])
def test_folded_cells_come_back_where_they_were(rows: int, columns: int) -> None:
    pictures = np.random.default_rng(2).random((2, rows, columns, 3), np.float32)
    assert folded(pictures).shape == (2, -(-rows // FOLD), -(-columns // FOLD), 3 * FOLD**2)
    assert np.array_equal(unfolded(folded(pictures), rows, columns), pictures)


def test_a_layer_that_joins_adds_what_went_into_the_one_before() -> None:
    def same(joins: bool) -> Layer:
        return Layer(np.eye(FOLD**2, dtype=np.float32)[None], np.zeros(FOLD**2, np.float32), 0, joins)

    pictures = np.random.default_rng(3).random((1, 4, 4, 1), np.float32)
    apart, together = (Network([same(False), same(joins), same(False)]) for joins in (False, True))
    assert np.allclose(apart.forward(pictures), pictures)
    assert np.allclose(together.forward(pictures), 2 * pictures)
