"""How the small network learns: its slopes and its steps."""

from __future__ import annotations

import numpy as np

from tests.workshop.camera.learning import untaught
from vision.practice.slopes import Adam, kept, parameters, slopes


def test_slopes_are_what_a_small_step_of_a_weight_changes() -> None:
    rng = np.random.default_rng(3)
    model = untaught(4, 6, (1, 2), 3, rng)
    for layer in model.layers:
        # Where nothing is added yet, values lie just at the rectifier's bend.
        layer.weights += layer.joins * rng.normal(0, 0.2, layer.weights.shape).astype(np.float32)
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
    model = untaught(2, 16, (1,), 1, rng)
    optimiser = Adam(parameters(model))
    first = last = 0.0
    for step in range(300):
        picture = rng.random((4, 8, 8, 2), np.float32)
        aim = picture[..., :1] > 0.8
        chain = kept(model, picture)
        p = 1 / (1 + np.exp(-chain[-1]))
        loss = float(-(aim * np.log(p) + ~aim * np.log(1 - p)).mean())
        optimiser.step(slopes(model, chain, ((p - aim) / aim.size).astype(np.float32)), 0.02)
        first, last = (loss if step == 0 else first), loss
    assert last < first / 4
