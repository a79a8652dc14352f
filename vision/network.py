"""A small convolutional network in plain numpy: what it computes, and how it learns.

Pictures are batches N x H x W x C of float32. A network is a chain of 3 x 3 layers with growing holes between their
points, each followed by a rectifier, and one 1 x 1 layer.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Batch = NDArray[np.float32]
OFFSETS = tuple((dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1))


@dataclass(eq=False)
class Layer:
    """``weights`` (points x in x out) and ``bias``; ``hole`` is the distance of the points, 0 for a 1 x 1 layer."""

    weights: Batch
    bias: Batch
    hole: int

    def forward(self, values: Batch) -> Batch:
        """Returns the layer's values before the rectifier."""
        n, rows, columns, _ = values.shape
        if self.hole == 0:
            return np.asarray(values @ self.weights[0] + self.bias, np.float32)
        out = np.empty((n, rows, columns, self.bias.size), np.float32)
        out[:] = self.bias
        for weights, (dy, dx) in zip(self.weights, OFFSETS, strict=True):
            target, source = _windows(rows, columns, dy * self.hole, dx * self.hole)
            if target is not None:
                out[target] += values[source] @ weights
        return out

    def backward(self, values: Batch, slope: Batch, further: bool = True) -> tuple[Batch, Batch, Batch]:
        """Returns the slopes of weights, bias and input (zero unless ``further``) by the slope of the output."""
        _, rows, columns, inside = values.shape
        by_bias = slope.sum(axis=(0, 1, 2))
        if self.hole == 0:
            flat, flat_slope = values.reshape(-1, inside), slope.reshape(-1, slope.shape[3])
            return (flat.T @ flat_slope)[None], by_bias, slope @ self.weights[0].T
        by_weights, by_values = np.zeros_like(self.weights), np.zeros_like(values)
        for k, (dy, dx) in enumerate(OFFSETS):
            target, source = _windows(rows, columns, dy * self.hole, dx * self.hole)
            if target is None:
                continue
            part = np.ascontiguousarray(slope[target])
            by_weights[k] = values[source].reshape(-1, inside).T @ part.reshape(-1, part.shape[3])
            if further:
                by_values[source] += part @ self.weights[k].T
        return by_weights, by_bias, by_values


Window = tuple[slice, slice, slice]


def _windows(rows: int, columns: int, dy: int, dx: int) -> tuple[Window | None, Window]:
    """Returns where values land and where they come from when a picture is read ``dy, dx`` beside itself."""
    whole = slice(None)
    if abs(dy) >= rows or abs(dx) >= columns:
        return None, (whole, whole, whole)
    target = (whole, slice(max(0, -dy), rows - max(0, dy)), slice(max(0, -dx), columns - max(0, dx)))
    source = (whole, slice(max(0, dy), rows - max(0, -dy)), slice(max(0, dx), columns - max(0, -dx)))
    return target, source


@dataclass(eq=False)
class Network:
    """A chain of layers."""

    layers: list[Layer]

    def forward(self, values: Batch) -> Batch:
        """Returns the outputs (no rectifier after the last layer)."""
        for layer in self.layers[:-1]:
            values = layer.forward(values)
            np.maximum(values, 0, out=values)
        return self.layers[-1].forward(values)

    def kept(self, values: Batch) -> list[Batch]:
        """Returns the input of every layer and the output of the last: what :meth:`slopes` needs."""
        chain = [values]
        for layer in self.layers[:-1]:
            chain.append(np.maximum(layer.forward(chain[-1]), 0))
        chain.append(self.layers[-1].forward(chain[-1]))
        return chain

    def slopes(self, chain: list[Batch], slope: Batch) -> list[Batch]:
        """Returns the slopes of all parameters, in the order of :meth:`parameters`."""
        found: list[Batch] = []
        for number in range(len(self.layers) - 1, -1, -1):
            by_weights, by_bias, slope = self.layers[number].backward(chain[number], slope, number > 0)
            found[:0] = [by_weights, by_bias]
            if number:
                slope = slope * (chain[number] > 0)
        return found

    def parameters(self) -> list[Batch]:
        """Returns weights and bias of each layer: the arrays themselves."""
        return [array for layer in self.layers for array in (layer.weights, layer.bias)]

    def save(self, path: Path) -> None:
        """Writes the parameters as half floats."""
        arrays = {f"p{n}": p.astype(np.float16) for n, p in enumerate(self.parameters())}
        np.savez_compressed(path, allow_pickle=False, holes=[layer.hole for layer in self.layers], **arrays)

    @classmethod
    def load(cls, path: Path) -> Network:
        """Returns the network of a file."""
        with np.load(path, allow_pickle=False) as arrays:
            return cls(
                [
                    Layer(arrays[f"p{2 * n}"].astype(np.float32), arrays[f"p{2 * n + 1}"].astype(np.float32), int(hole))
                    for n, hole in enumerate(arrays["holes"])
                ]
            )


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


class Adam:
    """Steps downhill with a pace of its own for every parameter."""

    def __init__(self, parameters: list[Batch]) -> None:
        self.parameters = parameters
        self.mean = [np.zeros_like(p) for p in parameters]
        self.square = [np.zeros_like(p) for p in parameters]
        self.steps = 0

    def step(self, slopes: list[Batch], pace: float, decay: float = 1e-4) -> None:
        """Moves the parameters one step against their slopes."""
        self.steps += 1
        size = float(np.sqrt(sum(float((s.astype(np.float64) ** 2).sum()) for s in slopes)))
        clip = min(1.0, 5.0 / max(size, 1e-9))
        for p, s, mean, square in zip(self.parameters, slopes, self.mean, self.square, strict=True):
            s = s * np.float32(clip)
            mean += 0.1 * (s - mean)
            square += 0.001 * (s * s - square)
            ahead = mean / (1 - 0.9**self.steps)
            spread = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            p -= np.float32(pace) * (ahead / spread + np.float32(decay) * p)
