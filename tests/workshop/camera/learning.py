"""What the workshop does with networks: first weights."""

from __future__ import annotations

import numpy as np

from vision.figures.network import FOLD, Layer, Network

HOLES = (1, 1, 1)
"""Holes of the pairs of layers that the app's network has."""


def untaught(inside: int, width: int, holes: tuple[int, ...], outside: int, rng: np.random.Generator) -> Network:
    """Returns a network that has not learnt anything.

    A first 1 x 1 layer of ``width``, a pair of 3 x 3 layers for each hole, of which the second changes nothing yet, and
    ``outside`` outputs a cell.
    """
    cells = FOLD * FOLD
    layers = [_layer(1, cells * inside, width, 0, rng)]
    for hole in holes:
        layers.append(_layer(9, width, width, hole, rng))
        nothing = np.zeros((9, width, width), np.float32)
        layers.append(Layer(nothing, np.zeros(width, np.float32), hole, joins=True))
    last = _layer(1, width, cells * outside, 0, rng)
    last.bias[:] = -4
    return Network([*layers, last])


def _layer(points: int, inside: int, outside: int, hole: int, rng: np.random.Generator) -> Layer:
    weights = rng.standard_normal((points, inside, outside)) * (2 / (points * inside)) ** 0.5
    return Layer(weights.astype(np.float32), np.zeros(outside, np.float32), hole)
