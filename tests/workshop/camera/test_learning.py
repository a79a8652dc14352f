"""What the workshop does with networks: averages, and the file that the app ships."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.workshop.camera.learning import untaught
from vision.figures.network import Network, averaged


def test_the_average_of_two_networks_lies_between_them() -> None:
    one, other = (untaught(3, 4, (1,), 2, np.random.default_rng(seed)) for seed in (1, 2))
    middle = averaged(one, other, 0.25)
    assert np.allclose(middle.layers[0].weights, 0.25 * one.layers[0].weights + 0.75 * other.layers[0].weights)
    assert np.allclose(averaged(one, other, 1.0).layers[-1].weights, one.layers[-1].weights)


def test_a_saved_network_gives_the_same_answers(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    model = untaught(3, 4, (1, 2), 2, rng)
    model.save(tmp_path / "network.npz")
    picture = rng.random((1, 6, 6, 3), np.float32)
    assert np.allclose(Network.load(tmp_path / "network.npz").forward(picture), model.forward(picture), atol=0.02)
