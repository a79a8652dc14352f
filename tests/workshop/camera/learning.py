"""What the workshop does with networks: first weights."""

from __future__ import annotations

import numpy as np

from vision.figures.network import Layer, Network

HOLES = (1, 1, 2, 4, 2)


def untaught(inside: int, width: int, holes: tuple[int, ...], outside: int, rng: np.random.Generator) -> Network:
    """Returns a network with random weights: one 3 x 3 layer of ``width`` for each hole, then ``outside`` outputs."""
    layers, before = [], inside
    for hole in holes:
        size = (9, before, width)
        weights = rng.standard_normal(size).astype(np.float32) * np.float32((2 / (9 * before)) ** 0.5)
        layers.append(Layer(weights, np.zeros(width, np.float32), hole))
        before = width
    weights = rng.standard_normal((1, before, outside)).astype(np.float32) * np.float32((1 / before) ** 0.5)
    layers.append(Layer(weights, np.full(outside, -4, np.float32), 0))
    return Network(layers)
