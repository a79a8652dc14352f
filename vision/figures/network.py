"""A convolutional network in plain numpy: what it computes.

Pictures are batches N x H x W x C of float32. Each ``FOLD`` x ``FOLD`` cells of a picture are laid side by side first,
as one cell with all their values, and what comes out is laid back at the end: between, a quarter of the cells with
wider layers sees more at the same price. The layers are a chain, each followed by a rectifier; before it a layer may
add what went into the layer before it, so that two layers only have to learn what is to be changed.

Where only some cells are asked for, each layer is worked out at these and at what later layers look at around them
(:func:`needed`): a list of places then stands for a picture.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from vision.files import write_whole

Batch = NDArray[np.float32]
Mask = NDArray[np.bool_]
FOLD = 2
OFFSETS = tuple((dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1))
AT_ONCE = 8
"""So many rows of a picture are worked out together: what is gathered for them then stays near the processor."""

PLACES_AT_ONCE = 1024
"""So many places of a list are worked out together, for the same reason."""

NOTHING = -30.0
"""Output of cells that nobody asked for: as a logit it is as good as impossible."""


@dataclass(eq=False)
class Layer:
    """``weights`` (points x in x out) and ``bias``; ``hole`` is the distance of the points, 0 for a 1 x 1 layer.

    ``joins``: what went into the layer before is added to what comes out.
    """

    weights: Batch
    bias: Batch
    hole: int
    joins: bool = False

    def forward(self, values: Batch) -> Batch:
        """Returns the layer's values before anything is added and before the rectifier."""
        n, rows, columns, inside = values.shape
        flat = self.weights.reshape(-1, self.bias.size)
        out = np.empty((n, rows, columns, self.bias.size), np.float32)
        if self.hole == 0:
            np.matmul(values.reshape(-1, inside), flat, out=out.reshape(-1, self.bias.size))
        else:
            around = widened(values, self.hole)
            for picture, into in zip(around, out, strict=True):
                for top in range(0, rows, AT_ONCE):
                    part = into[top : top + AT_ONCE]
                    seen = surroundings(picture[top : top + len(part) + 2 * self.hole], self.hole)
                    np.matmul(seen, flat, out=part.reshape(-1, self.bias.size))
        out += self.bias
        return out

    def at(self, places: Places, wanted: Mask) -> Places:
        """Returns the same at the ``wanted`` places; ``places`` holds at least what the layer looks at for them."""
        flat = self.weights.reshape(-1, self.bias.size)
        numbers = np.pad(places.numbers, self.hole)
        ys, xs = np.nonzero(wanted)
        points = OFFSETS if self.hole else ((0, 0),)
        looked = np.stack([numbers[ys + self.hole * (1 + dy), xs + self.hole * (1 + dx)] for dy, dx in points], axis=1)
        out = Places.empty(wanted, self.bias.size)
        for first in range(0, len(looked), PLACES_AT_ONCE):
            part = looked[first : first + PLACES_AT_ONCE]
            seen = places.values[part].reshape(len(part), len(flat))
            np.matmul(seen, flat, out=out.values[1 + first :][: len(part)])
        out.values[1:] += self.bias
        return out


@dataclass(frozen=True, eq=False)
class Places:
    """Some places of a picture: ``values`` has a row for each, after one of nothing; ``numbers`` (rows x columns) says
    which row is whose, 0 for places that are not held."""

    values: Batch
    numbers: NDArray[np.intp]

    @classmethod
    def empty(cls, held: Mask, inside: int) -> Places:
        """Returns the places that are to be held, with values still to be written."""
        numbers = np.zeros(held.shape, np.intp)
        count = int(np.count_nonzero(held))
        numbers[held] = np.arange(1, 1 + count)
        values = np.empty((1 + count, inside), np.float32)
        values[0] = 0
        return cls(values, numbers)

    @classmethod
    def folded(cls, picture: Batch, held: Mask) -> Places:
        """Returns the held ones of a picture's (H x W x C) folded cells."""
        inside = picture.shape[2]
        places = cls.empty(held, FOLD**2 * inside)
        ys, xs = np.nonzero(held)
        for quarter, (dy, dx) in enumerate((dy, dx) for dy in range(FOLD) for dx in range(FOLD)):
            cells = picture[dy::FOLD, dx::FOLD]
            into = places.values[1:, quarter * inside : (quarter + 1) * inside]
            there = (ys < cells.shape[0]) & (xs < cells.shape[1])
            into[there] = cells[ys[there], xs[there]]
            into[~there] = 0
        return places

    def unfolded(self, rows: int, columns: int) -> Batch:
        """Returns the picture (rows x columns x C) from its folded cells, ``NOTHING`` where they are not held."""
        held = self.numbers > 0
        cells = np.full((*held.shape, self.values.shape[1]), NOTHING, np.float32)
        cells[held] = self.values[1:]
        (picture,) = unfolded(cells[None], rows, columns)
        return np.asarray(picture, np.float32)


def needed(layers: list[Layer], wanted: Mask) -> list[Mask]:
    """Returns the places at which each layer's input is needed, in their order, then those that are wanted at last."""
    masks = [wanted]
    for layer in reversed(layers):
        masks.insert(0, _looked_at(masks[0], layer.hole))
    return masks


def _looked_at(wanted: Mask, hole: int) -> Mask:
    """Returns the places that a layer looks at for the wanted ones."""
    rows, columns = wanted.shape
    around = np.pad(wanted, hole)
    parts = [around[hole * (1 + dy) :, hole * (1 + dx) :][:rows, :columns] for dy, dx in OFFSETS]
    return np.asarray(np.logical_or.reduce(parts))


def widened(values: Batch, hole: int) -> Batch:
    """Returns pictures with so many cells of nothing around them."""
    return np.pad(values, ((0, 0), (hole, hole), (hole, hole), (0, 0)))


def surroundings(picture: Batch, hole: int) -> Batch:
    """Returns what the 3 x 3 points around each place of a widened picture hold, a row of values for each place."""
    rows, columns, inside = picture.shape[0] - 2 * hole, picture.shape[1] - 2 * hole, picture.shape[2]
    down, right, on = picture.strides
    shape, strides = (rows, columns, 3, 3, inside), (down, right, hole * down, hole * right, on)
    return as_strided(picture, shape, strides, writeable=False).reshape(rows * columns, 9 * inside)


def folded(values: Batch) -> Batch:
    """Returns pictures of which ``FOLD`` x ``FOLD`` cells are one; what is missing at the lower right is nothing."""
    values = np.pad(values, ((0, 0), (0, -values.shape[1] % FOLD), (0, -values.shape[2] % FOLD), (0, 0)))
    n, rows, columns, inside = values.shape
    cells = values.reshape(n, rows // FOLD, FOLD, columns // FOLD, FOLD, inside)
    return cells.transpose(0, 1, 3, 2, 4, 5).reshape(n, rows // FOLD, columns // FOLD, FOLD * FOLD * inside)


def unfolded(values: Batch, rows: int, columns: int) -> Batch:
    """Returns pictures of so many rows and columns from their folded cells."""
    n, high, wide, inside = values.shape
    cells = values.reshape(n, high, wide, FOLD, FOLD, inside // FOLD**2).transpose(0, 1, 3, 2, 4, 5)
    return cells.reshape(n, high * FOLD, wide * FOLD, -1)[:, :rows, :columns]


@dataclass(eq=False)
class Network:
    """A chain of layers; the first takes folded cells, the last gives them."""

    layers: list[Layer]

    def forward(self, values: Batch, wanted: Mask | None = None) -> Batch:
        """Returns the outputs for each cell (no rectifier after the last layer).

        ``wanted`` (N x H x W, None: all) are the cells that are asked for: where none of the cells folded into one is,
        their outputs are ``NOTHING``.
        """
        rows, columns = values.shape[1:3]
        if wanted is not None:
            return np.stack([self._at(picture, cells) for picture, cells in zip(values, wanted, strict=True)])
        before = values = folded(values)
        for layer in self.layers[:-1]:
            before, values = values, rectified(layer, values, before)
        return unfolded(self.layers[-1].forward(values), rows, columns)

    def _at(self, picture: Batch, wanted: Mask) -> Batch:
        """Returns the outputs of one picture, as far as they are wanted."""
        cells = folded(wanted[None, :, :, None].astype(np.float32))[0].any(axis=2)
        first, *masks = needed(self.layers, cells)
        before = places = Places.folded(picture, first)
        for layer, mask in zip(self.layers, masks, strict=True):
            out = layer.at(places, mask)
            if layer is not self.layers[-1]:
                if layer.joins:
                    out.values[1:] += before.values[before.numbers[mask]]
                np.maximum(out.values, 0, out=out.values)
            before, places = places, out
        return places.unfolded(*wanted.shape)

    @classmethod
    def load(cls, path: Path) -> Network:
        """Returns the network of a file; raises KeyError for one of another make."""
        with np.load(path, allow_pickle=False) as arrays:
            return cls(
                [
                    Layer(
                        arrays[f"p{2 * n}"].astype(np.float32),
                        arrays[f"p{2 * n + 1}"].astype(np.float32),
                        int(hole),
                        bool(joins),
                    )
                    for n, (hole, joins) in enumerate(zip(arrays["holes"], arrays["joins"], strict=True))
                ]
            )

    def save(self, path: Path, provenance: str = "") -> None:
        """Writes the parameters as half floats, with what the network was taught with; whole or not at all."""
        arrays: dict[str, Batch] = {}
        for n, layer in enumerate(self.layers):
            arrays |= {f"p{2 * n}": layer.weights.astype(np.float16), f"p{2 * n + 1}": layer.bias.astype(np.float16)}
        holes, joins = [layer.hole for layer in self.layers], [layer.joins for layer in self.layers]
        out = io.BytesIO()
        np.savez_compressed(
            out, allow_pickle=False, holes=holes, joins=joins, provenance=np.array(provenance), **arrays
        )
        write_whole(path, out.getvalue())

    def copy(self) -> Network:
        """Returns a network with weights of its own."""
        return Network(
            [Layer(layer.weights.copy(), layer.bias.copy(), layer.hole, layer.joins) for layer in self.layers]
        )


def rectified(layer: Layer, values: Batch, before: Batch) -> Batch:
    """Returns what a layer that is not the last passes on; ``before`` is what went into the layer before it."""
    out = layer.forward(values)
    if layer.joins:
        out += before
    return np.maximum(out, 0, out=out)


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
                a.joins,
            )
            for a, b in pairs
        ]
    )
