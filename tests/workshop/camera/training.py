"""How the network of :mod:`vision.figures.pieces` learns from examples: what it should say, its loss, crops and steps.

Nothing here runs in the app.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tests.workshop.camera.examples import Example, Known
from tests.workshop.camera.learning import Adam, kept, parameters, slopes, untaught
from vision.board.geometry import MARGIN
from vision.contents import KINDS
from vision.figures.network import Network
from vision.figures.pieces import CELL, FINE_LAYERS, HEIGHTS, INPUTS, LAYERS, SORTS, stack

SIDE = 44
"""Cells along a training crop."""

EDGE = 6
"""Cells at the edge of a crop that are seen but not judged."""

BATCH = 10
RARE = 0.4
"""Share of crops that are chosen by sort, so that what is rare on a board is seen often enough."""

AWAY = INPUTS - 3
"""The first of the two inputs that say which way things lean: across, then down."""

HOLES = (1, 1, 2, 4, 2)
Raster = NDArray[np.float32]


def targets(shape: tuple[int, int], pieces: list[Known], spread: float = 1.4) -> tuple[Raster, Raster]:
    """Returns what the outputs should be: hills around bases (sorts), and one-hot kinds at bases (zero elsewhere)."""
    rows, columns = shape
    hills = np.zeros((rows, columns, len(SORTS)), np.float32)
    kinds = np.zeros((rows, columns, len(KINDS)), np.float32)
    ys, xs = np.mgrid[-4:5, -4:5]
    for piece in pieces:
        x, y = (piece.x + MARGIN + 0.5) / CELL - 0.5, (piece.y + MARGIN + 0.5) / CELL - 0.5
        column, row = round(x), round(y)
        if not (4 <= row < rows - 4 and 4 <= column < columns - 4):
            continue
        hill = np.exp(-((xs + column - x) ** 2 + (ys + row - y) ** 2) / (2 * spread**2)).astype(np.float32)
        hill[4, 4] = 1
        window = hills[row - 4 : row + 5, column - 4 : column + 5, SORTS.index(piece.sort)]
        np.maximum(window, hill, out=window)
        if piece.kind is not None:
            kinds[row - 1 : row + 2, column - 1 : column + 2, KINDS.index(piece.kind)] = 1
    return hills, kinds


def slope_of(outputs: Raster, hills: Raster, kinds: Raster) -> tuple[float, Raster]:
    """Returns the loss of a batch and its slope: focal for the hills, cross entropy for the kinds."""
    count = max(1.0, float((hills == 1).sum()))
    logits = outputs[..., : len(SORTS)]
    p = np.clip(1 / (1 + np.exp(-np.clip(logits, -30, 30))), 1e-5, 1 - 1e-5)
    top = hills == 1
    away = (1 - hills) ** 4
    loss = -np.where(top, (1 - p) ** 2 * np.log(p), away * p**2 * np.log(1 - p)).sum() / count
    up = -((1 - p) ** 3) + 2 * p * (1 - p) ** 2 * np.log(p)
    down = away * (p**3 - 2 * p**2 * (1 - p) * np.log(1 - p))
    slope = np.zeros_like(outputs)
    slope[..., : len(SORTS)] = np.where(top, up, down) / count
    shape = outputs[..., len(SORTS) :]
    shares = np.exp(shape - shape.max(axis=-1, keepdims=True))
    shares /= shares.sum(axis=-1, keepdims=True)
    there = kinds.sum(axis=-1, keepdims=True)
    aim = kinds / np.maximum(there, 1)
    weight = (there > 0) / max(1.0, float((there > 0).sum()))
    loss -= float((weight * aim * np.log(np.maximum(shares, 1e-6))).sum())
    slope[..., len(SORTS) :] = weight * (shares - aim)
    return float(loss), slope.astype(np.float32)


def _crop(example: Example, hills: Raster, kinds: Raster, rng: np.random.Generator) -> tuple[Raster, Raster, Raster]:
    rows, columns = example.evidence.cells.shape[:2]
    if example.pieces and rng.random() < 0.8:
        chosen = example.pieces
        if rng.random() < RARE:
            sorts = sorted({piece.sort for piece in chosen})
            sort = sorts[rng.integers(len(sorts))]
            chosen = [piece for piece in chosen if piece.sort == sort]
        piece = chosen[rng.integers(len(chosen))]
        column, row = int((piece.x + MARGIN) / CELL), int((piece.y + MARGIN) / CELL)
        row, column = row + int(rng.integers(-14, 15)), column + int(rng.integers(-14, 15))
    else:
        row, column = int(rng.integers(rows)), int(rng.integers(columns))
    top = min(max(row - SIDE // 2, 0), rows - SIDE)
    left = min(max(column - SIDE // 2, 0), columns - SIDE)
    window = (slice(top, top + SIDE), slice(left, left + SIDE))
    camera = example.shot.camera
    camera = replace(camera, height=camera.height * float(np.exp(rng.normal(0, 0.02))))
    x, h, k = stack(example.evidence, camera, (top, left, SIDE, SIDE)), hills[window], kinds[window]
    if rng.random() < 0.5:
        x, h, k = x[:, ::-1][..., _mirrored((1, 0, 3, 2))], h[:, ::-1], k[:, ::-1]
        x[..., AWAY] *= -1
    if rng.random() < 0.5:
        x, h, k = x[::-1][..., _mirrored((2, 3, 0, 1))], h[::-1], k[::-1]
        x[..., AWAY + 1] *= -1
    return x, h, k


def _mirrored(quarters: tuple[int, int, int, int]) -> list[int]:
    """Returns the order of the inputs after the quarters of the cells changed places."""
    order: list[int] = []
    for level in range(len(HEIGHTS)):
        start = level * (LAYERS + FINE_LAYERS * CELL**2)
        order += range(start, start + LAYERS)
        for quarter in quarters:
            order += [start + LAYERS + quarter * FINE_LAYERS + layer for layer in range(FINE_LAYERS)]
    return [*order, *range(AWAY, INPUTS)]


Batch = tuple[Raster, Raster, Raster]


def _slopes(model: Network, batch: Batch) -> tuple[float, list[Raster]]:
    chain = kept(model, batch[0])
    loss, slope = slope_of(chain[-1], batch[1], batch[2])
    slope[:, :EDGE] = slope[:, -EDGE:] = 0
    slope[:, :, :EDGE] = slope[:, :, -EDGE:] = 0
    return loss, slopes(model, chain, slope)


def train(
    examples: list[Example],
    steps: int,
    seed: int = 1,
    width: int = 40,
    pace: float = 3e-3,
    start: Network | None = None,
    tell: Callable[[int, float], None] = lambda step, loss: None,
) -> Network:
    """Returns a network taught on examples, from ``start`` if given; ``tell`` is called with step and loss.

    Two halves of each batch are worked on at the same time.
    """
    rng = np.random.default_rng(seed)
    model = start or untaught(INPUTS, width, HOLES, len(SORTS) + len(KINDS), rng)
    optimiser = Adam(parameters(model))
    aims = [targets((e.evidence.cells.shape[0], e.evidence.cells.shape[1]), e.pieces) for e in examples]
    aims = [(hills.astype(np.float16), kinds.astype(np.float16)) for hills, kinds in aims]

    def batch(number: int) -> Batch:
        own = np.random.default_rng([seed, number])
        picks = own.integers(len(examples), size=BATCH // 2)
        crops = [_crop(examples[i], aims[i][0], aims[i][1], own) for i in picks]
        x, hills, kinds = (np.stack([crop[n] for crop in crops]).astype(np.float32) for n in range(3))
        return x, hills, kinds

    with ThreadPoolExecutor(2) as pool:
        for step in range(steps):
            halves = list(pool.map(lambda n: _slopes(model, batch(n)), (2 * step, 2 * step + 1)))
            ramp = min(1.0, (step + 1) / 50) * 0.5 * (1 + np.cos(np.pi * step / steps))
            mean = [np.asarray((a + b) / 2, np.float32) for a, b in zip(halves[0][1], halves[1][1], strict=True)]
            optimiser.step(mean, pace * ramp)
            tell(step, (halves[0][0] + halves[1][0]) / 2)
    return model
