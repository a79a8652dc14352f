"""A small convolutional network in plain numpy: what it computes.

Pictures are batches N x H x W x C of float32. A network is a chain of 3 x 3 layers with growing holes between their
points, each followed by a rectifier, and one 1 x 1 layer.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.files import write_whole

Batch = NDArray[np.float32]
OFFSETS = tuple((dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1))
AT_ONCE = 8
"""So many rows of a picture are worked out together: what is added up nine times then stays near the processor."""


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
        for top in range(0, rows, AT_ONCE):
            for weights, (dy, dx) in zip(self.weights, OFFSETS, strict=True):
                target, source = windows(rows, columns, dy * self.hole, dx * self.hole, (top, top + AT_ONCE))
                if target is not None:
                    out[target] += values[source] @ weights
        return out


Window = tuple[slice, slice, slice]


def windows(
    rows: int, columns: int, dy: int, dx: int, wanted: tuple[int, int] | None = None
) -> tuple[Window | None, Window]:
    """Returns where values land and where they come from when a picture is read ``dy, dx`` beside itself.

    ``wanted``: only the rows from the first to before the second, None: all. No place to land: None.
    """
    whole = slice(None)
    first, last = wanted or (0, rows)
    top, end = max(first, -dy), min(last, rows, rows - dy)
    if top >= end or abs(dx) >= columns:
        return None, (whole, whole, whole)
    target = (whole, slice(top, end), slice(max(0, -dx), columns - max(0, dx)))
    source = (whole, slice(top + dy, end + dy), slice(max(0, dx), columns - max(0, -dx)))
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

    def save(self, path: Path, provenance: str = "") -> None:
        """Writes the parameters as half floats, with what the network was taught with; whole or not at all."""
        arrays: dict[str, Batch] = {}
        for n, layer in enumerate(self.layers):
            arrays |= {f"p{2 * n}": layer.weights.astype(np.float16), f"p{2 * n + 1}": layer.bias.astype(np.float16)}
        holes = [layer.hole for layer in self.layers]
        out = io.BytesIO()
        np.savez_compressed(out, allow_pickle=False, holes=holes, provenance=np.array(provenance), **arrays)
        write_whole(path, out.getvalue())

    def copy(self) -> Network:
        """Returns a network with weights of its own."""
        return Network([Layer(layer.weights.copy(), layer.bias.copy(), layer.hole) for layer in self.layers])


def averaged(one: Network, other: Network, share: float) -> Network:
    """Returns the network between two of one shape; ``share`` is how much of the first is in it.

    What one was taught first and the other later is then known to it nearly as well as to each of them.
    """
    pairs = zip(one.layers, other.layers, strict=True)
    return Network(
        [
            Layer(
                np.asarray(share * a.weights + (1 - share) * b.weights, np.float32),
                np.asarray(share * a.bias + (1 - share) * b.bias, np.float32),
                a.hole,
            )
            for a, b in pairs
        ]
    )
