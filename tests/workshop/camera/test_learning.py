"""How the small network learns: its slopes, its steps, its file."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.workshop.camera.learning import Adam, averaged, kept, parameters, save, slopes, untaught
from vision.figures.network import Network


def test_slopes_are_what_a_small_step_of_a_weight_changes() -> None:
    rng = np.random.default_rng(3)
    model = untaught(4, 6, (1, 2), 3, rng)
    picture = rng.standard_normal((2, 7, 8, 4)).astype(np.float32)
    weights = rng.standard_normal((2, 7, 8, 3)).astype(np.float32)

    def value() -> float:
        return float((model.forward(picture).astype(np.float64) * weights).sum())

    found = slopes(model, kept(model, picture), weights)
    for array, slope in zip(parameters(model), found, strict=True):
        place = tuple(int(rng.integers(side)) for side in array.shape)
        before, step = array[place].copy(), 1e-3
        array[place] = before + step
        above = value()
        array[place] = before - step
        below = value()
        array[place] = before
        assert abs((above - below) / (2 * step) - slope[place]) < 0.05 * max(1, abs(slope[place]))


def test_learning_makes_a_network_find_bright_places() -> None:
    rng = np.random.default_rng(5)
    model = untaught(2, 8, (1,), 1, rng)
    optimiser = Adam(parameters(model))
    first = last = 0.0
    for step in range(120):
        picture = rng.random((4, 8, 8, 2), np.float32)
        aim = picture[..., :1] > 0.8
        chain = kept(model, picture)
        p = 1 / (1 + np.exp(-chain[-1]))
        loss = float(-(aim * np.log(p) + ~aim * np.log(1 - p)).mean())
        optimiser.step(slopes(model, chain, ((p - aim) / aim.size).astype(np.float32)), 0.05)
        first, last = (loss if step == 0 else first), loss
    assert last < first / 4


def test_the_average_of_two_networks_lies_between_them() -> None:
    one, other = (untaught(3, 4, (1,), 2, np.random.default_rng(seed)) for seed in (1, 2))
    middle = averaged(one, other, 0.25)
    assert np.allclose(middle.layers[0].weights, 0.25 * one.layers[0].weights + 0.75 * other.layers[0].weights)
    assert np.allclose(averaged(one, other, 1.0).layers[-1].weights, one.layers[-1].weights)


def test_a_saved_network_gives_the_same_answers(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    model = untaught(3, 4, (1, 2), 2, rng)
    save(model, tmp_path / "network.npz")
    picture = rng.random((1, 6, 6, 3), np.float32)
    assert np.allclose(Network.load(tmp_path / "network.npz").forward(picture), model.forward(picture), atol=0.02)
