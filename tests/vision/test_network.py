"""The small network: its slopes, its learning, its file."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.network import Adam, Network, untaught


def test_slopes_are_what_a_small_step_of_a_weight_changes() -> None:
    rng = np.random.default_rng(3)
    model = untaught(4, 6, (1, 2), 3, rng)
    picture = rng.standard_normal((2, 7, 8, 4)).astype(np.float32)
    weights = rng.standard_normal((2, 7, 8, 3)).astype(np.float32)

    def value() -> float:
        return float((model.forward(picture).astype(np.float64) * weights).sum())

    slopes = model.slopes(model.kept(picture), weights)
    for array, slope in zip(model.parameters(), slopes, strict=True):
        place = tuple(int(rng.integers(side)) for side in array.shape)
        before, step = array[place].copy(), 1e-3
        array[place] = before + step
        above = value()
        array[place] = before - step
        below = value()
        array[place] = before
        assert abs((above - below) / (2 * step) - slope[place]) < 0.05 * max(1, abs(slope[place]))


def test_a_layer_looks_around_each_place_and_sees_nothing_beyond_the_edge() -> None:
    model = untaught(1, 1, (2,), 1, np.random.default_rng(1))
    for layer in model.layers:
        layer.weights[:], layer.bias[:] = 1, 0
    picture = np.zeros((1, 9, 9, 1), np.float32)
    picture[0, 4, 4] = 1
    out = model.forward(picture)[0, :, :, 0]
    assert np.argwhere(out).tolist() == [[y, x] for y in (2, 4, 6) for x in (2, 4, 6)]


def test_learning_makes_a_network_find_bright_places() -> None:
    rng = np.random.default_rng(5)
    model = untaught(2, 8, (1,), 1, rng)
    optimiser = Adam(model.parameters())
    first = last = 0.0
    for step in range(120):
        picture = rng.random((4, 8, 8, 2), np.float32)
        aim = picture[..., :1] > 0.8
        chain = model.kept(picture)
        p = 1 / (1 + np.exp(-chain[-1]))
        loss = float(-(aim * np.log(p) + ~aim * np.log(1 - p)).mean())
        optimiser.step(model.slopes(chain, ((p - aim) / aim.size).astype(np.float32)), 0.05)
        first, last = (loss if step == 0 else first), loss
    assert last < first / 4


def test_a_saved_network_gives_the_same_answers(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    model = untaught(3, 4, (1, 2), 2, rng)
    model.save(tmp_path / "network.npz")
    picture = rng.random((1, 6, 6, 3), np.float32)
    assert np.allclose(Network.load(tmp_path / "network.npz").forward(picture), model.forward(picture), atol=0.02)
