"""The small network: what a layer sees."""

import numpy as np
import pytest

from vision.figures.network import (
    AT_ONCE,
    FOLD,
    NOTHING,
    OFFSETS,
    Batch,
    Layer,
    Mask,
    Network,
    folded,
    needed,
    unfolded,
)


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


def made_network(holes: tuple[int, ...], joins: tuple[bool, ...] = ()) -> Network:
    """A network of three inputs and two outputs; what its layers see matters to every output."""
    chance = np.random.default_rng(4)
    widths = [3 * FOLD**2, *[12] * (len(holes) - 1), 2 * FOLD**2]
    layers = []
    for n, hole in enumerate(holes):
        weights = chance.uniform(-0.2, 0.3, (9 if hole else 1, widths[n], widths[n + 1])).astype(np.float32)
        bias = chance.uniform(-0.2, 0.3, widths[n + 1]).astype(np.float32)
        layers.append(Layer(weights, bias, hole, n < len(joins) and joins[n]))
    return Network(layers)


def made_pictures(rows: int, columns: int) -> Batch:
    return np.random.default_rng(5).random((2, rows, columns, 3), np.float32)


def folded_with(wanted: Mask) -> Mask:
    """Returns all cells that are folded together with a wanted one, themselves too."""
    cells = folded(wanted[..., None].astype(np.float32))
    cells[:] = cells.max(axis=3, keepdims=True)
    return unfolded(cells, *wanted.shape[1:])[..., 0] > 0


@pytest.mark.parametrize("share", [0.0, 0.004, 0.1, 0.6, 1.0])
@pytest.mark.parametrize(
    ("holes", "joins"),
    [
        ((0, 1, 1, 0), ()),
        ((0, 1, 1, 1, 1, 0), (False, False, True, False, True, False)),
        ((0, 0, 1, 0), (False, True, True, True)),
        ((1, 2, 1), (True, True, False)),
        ((0, 2, 0, 2), (False, False, True, False)),
        ((1,), ()),
    ],
)
@pytest.mark.parametrize(("rows", "columns"), [(30, 26), (33, 27)])
def test_what_is_wanted_is_the_same_as_if_everything_was(
    rows: int,
    columns: int,
    holes: tuple[int, ...],
    joins: tuple[bool, ...],
    share: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vision.figures.network.PLACES_AT_ONCE", 50)
    network, pictures = made_network(holes, joins), made_pictures(rows, columns)
    wanted = np.random.default_rng(6).random((2, rows, columns)) < share
    everything, some = network.forward(pictures), network.forward(pictures, wanted)
    assert some.shape == everything.shape
    worked_out = folded_with(wanted)
    assert np.allclose(some[worked_out], everything[worked_out], atol=1e-5)
    assert (some[~worked_out] == NOTHING).all()


@pytest.mark.parametrize("place", [(0, 0), (32, 26), (32, 0), (15, 12)])
def test_for_one_cell_nothing_is_read_but_what_it_sees(place: tuple[int, int]) -> None:
    network, pictures = made_network((0, 1, 2, 0)), made_pictures(33, 27)
    everything = network.forward(pictures)[0][place]
    seen = FOLD * (1 + 2)
    far = np.abs(np.mgrid[:33, :27] // FOLD * FOLD - np.reshape(place, (2, 1, 1)) // FOLD * FOLD).max(axis=0) > seen
    pictures[:, far] = np.nan
    wanted = np.zeros(pictures.shape[:3], np.bool_)
    wanted[0][place] = True
    assert np.allclose(network.forward(pictures, wanted)[0][place], everything, atol=1e-5)


def test_earlier_layers_are_needed_at_what_later_ones_look_at() -> None:
    wanted = np.zeros((11, 11), np.bool_)
    wanted[5, 5] = True
    first, second, third, last = needed(made_network((1, 2, 0)).layers, wanted)
    assert np.array_equal(last, wanted)
    assert np.array_equal(third, wanted)
    assert np.argwhere(second).tolist() == [[y, x] for y in (3, 5, 7) for x in (3, 5, 7)]
    assert first.sum() == 7 * 7
    assert first[2:9, 2:9].all()
