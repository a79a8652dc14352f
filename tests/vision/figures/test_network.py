"""The small network: what a layer sees."""

import numpy as np

from vision.figures.network import Layer, Network

SUM = Layer(np.ones((1, 1, 1), np.float32), np.zeros(1, np.float32), 0)


def test_a_layer_looks_around_each_place_and_sees_nothing_beyond_the_edge() -> None:
    model = Network([Layer(np.ones((9, 1, 1), np.float32), np.zeros(1, np.float32), 2), SUM])
    picture = np.zeros((1, 9, 9, 1), np.float32)
    picture[0, 4, 4] = 1
    out = model.forward(picture)[0, :, :, 0]
    assert np.argwhere(out).tolist() == [[y, x] for y in (2, 4, 6) for x in (2, 4, 6)]
