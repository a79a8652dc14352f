"""Pieces of photos that the network of :mod:`vision.figures.pieces` learns from: what it is shown and should say.

A crop is shown as a scan shows it: for figures as on a board on which they have the usual sizes, as exactly as those
are measured; for everything else as the photo is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.camera import Camera
from vision.board.geometry import MARGIN
from vision.contents import FACTIONS, KINDS
from vision.figures.pieces import (
    CELL,
    FINE_LAYERS,
    FIRST_CLASS,
    HEIGHTS,
    INPUTS,
    LAYERS,
    LEVEL,
    SORTS,
    UNKNOWN,
    Evidence,
    stack,
)
from vision.figures.sizes import FIGURES, USUAL, Sizes, resampled, resized, seen_from
from vision.practice.shown import Known, Shown

SIDE = 44
"""Cells along a training crop."""

HILL = 4
"""Cells from the middle of a hill to its foot."""

SHIFT = 14
"""Cells that a place of interest lies at most beside the middle of its crop."""

SURROUNDINGS = 125.0
"""Millimetres around a place of interest that a crop of ``SIDE`` may need, with what leans into it."""

RARE = 0.4
"""Share of crops that are chosen by sort, so that what is rare on a board is seen often enough."""

AWAY = INPUTS - 3
"""The first of the two inputs that say which way things lean: across, then down."""

FIGURES_SHOWN = 0.6
"""Share of crops of boxes with other sizes that show figures at the usual ones; the others show the rest as it is."""

FORGOTTEN, BLURRED = 0.05, 0.25
"""How often a class of colours is worse taught, and a crop less sharp, than it was."""

Raster = NDArray[np.float32]


def targets(shape: tuple[int, int], pieces: list[Known], spread: float = 1.4) -> tuple[Raster, Raster]:
    """Returns what the outputs should be: hills around bases (sorts), and one-hot kinds at bases (zero elsewhere)."""
    rows, columns = shape
    hills = np.zeros((rows, columns, len(SORTS)), np.float32)
    kinds = np.zeros((rows, columns, len(KINDS)), np.float32)
    ys, xs = np.mgrid[-HILL : HILL + 1, -HILL : HILL + 1]
    for piece in pieces:
        x, y = (piece.x + MARGIN + 0.5) / CELL - 0.5, (piece.y + MARGIN + 0.5) / CELL - 0.5
        column, row = round(x), round(y)
        if not (HILL <= row < rows - HILL and HILL <= column < columns - HILL):
            continue
        hill = np.exp(-((xs + column - x) ** 2 + (ys + row - y) ** 2) / (2 * spread**2)).astype(np.float32)
        hill[HILL, HILL] = 1
        window = hills[row - HILL : row + HILL + 1, column - HILL : column + HILL + 1, SORTS.index(piece.sort)]
        np.maximum(window, hill, out=window)
        if piece.kind is not None:
            kinds[row - 1 : row + 2, column - 1 : column + 2, KINDS.index(piece.kind)] = 1
    return hills, kinds


def slope_of(outputs: Raster, hills: Raster, kinds: Raster, judged: Raster) -> tuple[float, Raster]:
    """Returns the loss of a batch and its slope: focal for the hills, cross entropy for the kinds.

    ``judged`` (as ``hills``) is 1 where a sort is judged; kinds are where figures are.
    """
    hills = np.where(judged > 0, hills, 0)
    kinds = kinds * judged[..., SORTS.index(FACTIONS[0])][..., None]
    count = max(1.0, float((hills == 1).sum()))
    logits = outputs[..., : len(SORTS)]
    p = np.clip(1 / (1 + np.exp(-np.clip(logits, -30, 30))), 1e-5, 1 - 1e-5)
    top = hills == 1
    away = (1 - hills) ** 4
    loss = -(judged * np.where(top, (1 - p) ** 2 * np.log(p), away * p**2 * np.log(1 - p))).sum() / count
    up = -((1 - p) ** 3) + 2 * p * (1 - p) ** 2 * np.log(p)
    down = away * (p**3 - 2 * p**2 * (1 - p) * np.log(1 - p))
    slope = np.zeros_like(outputs)
    slope[..., : len(SORTS)] = judged * np.where(top, up, down) / count
    shape = outputs[..., len(SORTS) :]
    shares = np.exp(shape - shape.max(axis=-1, keepdims=True))
    shares /= shares.sum(axis=-1, keepdims=True)
    there = kinds.sum(axis=-1, keepdims=True)
    aim = kinds / np.maximum(there, 1)
    weight = (there > 0) / max(1.0, float((there > 0).sum()))
    loss -= float((weight * aim * np.log(np.maximum(shares, 1e-6))).sum())
    slope[..., len(SORTS) :] = weight * (shares - aim)
    return float(loss), slope.astype(np.float32)


Crop = tuple[Raster, Raster, Raster, Raster]
"""Input, hills, kinds, and where each sort is judged (1, else 0)."""


def crop_of(shown: Shown, rng: np.random.Generator, side: int = SIDE) -> Crop:
    """Returns a crop of ``side`` cells about some place of a photo, at a chance size, mirrored or not, and somewhat
    spoilt."""
    sizes, judged = _shown_at(shown, rng)
    around = _around(shown, _middle(shown, judged, rng), sizes, SURROUNDINGS + (side - SIDE) / 2 * CELL)
    rows, columns = around.evidence.cells.shape[:2]
    row, column = (int((at + MARGIN) / CELL) + int(rng.integers(-SHIFT, SHIFT + 1)) for at in around.middle)
    top = min(max(row - side // 2, 0), rows - side)
    left = min(max(column - side // 2, 0), columns - side)
    x = _spoilt(stack(around.evidence, around.camera, (top, left, side, side)), rng)
    moved = [replace(p, x=p.x - CELL * (left - HILL), y=p.y - CELL * (top - HILL)) for p in around.pieces]
    h, k = (aim[HILL:-HILL, HILL:-HILL] for aim in targets((side + 2 * HILL, side + 2 * HILL), moved))
    j = around.known[top : top + side, left : left + side, None] * judged
    if rng.random() < 0.5:
        x, h, k, j = x[:, ::-1][..., _mirrored((1, 0, 3, 2))], h[:, ::-1], k[:, ::-1], j[:, ::-1]
        x[..., AWAY] *= -1
    if rng.random() < 0.5:
        x, h, k, j = x[::-1][..., _mirrored((2, 3, 0, 1))], h[::-1], k[::-1], j[::-1]
        x[..., AWAY + 1] *= -1
    return x, h, k, j


def _shown_at(shown: Shown, rng: np.random.Generator) -> tuple[Sizes, Raster]:
    """Returns the sizes that a scan takes for some sorts, and which sorts those are."""
    sizes = shown.sizes
    if sizes.usual:
        return _about(USUAL, 0.04, 0.06, rng), np.ones(len(SORTS), np.float32)
    figures = bool(rng.random() < FIGURES_SHOWN)
    judged = np.array([(sort in FIGURES) is figures for sort in SORTS], np.float32)
    return _about(sizes if figures else USUAL, 0.07, 0.1, rng), judged


def _about(sizes: Sizes, wide: float, high: float, rng: np.random.Generator) -> Sizes:
    return Sizes(sizes.base * math.exp(rng.normal(0, wide)), sizes.tall * math.exp(rng.normal(0, high)))


def _middle(shown: Shown, judged: Raster, rng: np.random.Generator) -> tuple[float, float]:
    """Returns a place (y, x in mm) to look at: mostly one of a piece."""
    chosen = [piece for piece in shown.pieces if judged[SORTS.index(piece.sort)]]
    if not chosen or rng.random() > 0.8:
        rows, columns = (side * CELL - 2 * MARGIN for side in shown.evidence.cells.shape[:2])
        return float(rng.uniform(0, rows)), float(rng.uniform(0, columns))
    if rng.random() < RARE:
        sorts = sorted({piece.sort for piece in chosen})
        sort = sorts[rng.integers(len(sorts))]
        chosen = [piece for piece in chosen if piece.sort == sort]
    piece = chosen[rng.integers(len(chosen))]
    return piece.y, piece.x


@dataclass(frozen=True, eq=False)
class _Around:
    """The surroundings of a place, ``middle`` (y, x in mm), as the network sees them; ``known`` as in ``Shown``."""

    evidence: Evidence
    camera: Camera
    pieces: list[Known]
    middle: tuple[float, float]
    known: Raster


def _around(shown: Shown, middle: tuple[float, float], sizes: Sizes, millimetres: float = SURROUNDINGS) -> _Around:
    """Returns the surroundings of a place on the board of other sizes: cut out first, that is quicker."""
    whole, reach = shown.evidence, millimetres * sizes.base
    low = [max(int((at + MARGIN - reach) / CELL), 0) for at in middle]
    high = [int((at + MARGIN + reach) / CELL) + 1 for at in middle]
    cells = (slice(low[0], high[0]), slice(low[1], high[1]))
    fine = (slice(low[0] * CELL, high[0] * CELL), slice(low[1] * CELL, high[1] * CELL))
    part = Evidence(whole.cells[cells], whole.fine[fine], whole.foreground, whole.homes[cells])
    up, across = low[0] * CELL, low[1] * CELL
    camera = replace(shown.camera, x=shown.camera.x - across, y=shown.camera.y - up)
    base = sizes.base
    pieces = [replace(piece, x=(piece.x - across) / base, y=(piece.y - up) / base) for piece in shown.pieces]
    place = ((middle[0] - up) / base, (middle[1] - across) / base)
    known = (resampled(shown.known[cells][..., None].astype(np.float32), base, CELL)[..., 0] > 0.9).astype(np.float32)
    return _Around(resized(part, base), seen_from(camera, sizes), pieces, place, known)


def _spoilt(x: Raster, rng: np.random.Generator) -> Raster:
    """Returns a crop's input as other light, other colours taught or a worse focus might have made it."""
    surer, bright, steep = (float(np.exp(rng.normal(0, spread))) for spread in (0.25, 0.12, 0.25))
    forgotten = [k for k in range(FIRST_CLASS, LAYERS) if rng.random() < FORGOTTEN]
    share = float(rng.uniform(0.3, 0.9))
    for level in range(len(HEIGHTS)):
        start = level * LEVEL
        cells = x[..., start : start + LAYERS]
        for k in forgotten:
            forget(cells, k, share)
        np.power(np.clip(cells, 0, 1), surer, out=cells)
        fine = x[..., start + LAYERS : start + LEVEL]
        fine[..., 0::FINE_LAYERS] *= bright
        fine[..., 1::FINE_LAYERS] *= steep
    if rng.random() < BLURRED:
        x[..., :AWAY] = cv2.GaussianBlur(np.ascontiguousarray(x[..., :AWAY]), (0, 0), float(rng.uniform(0.3, 0.8)))
    return x


def forget(cells: Raster, layer: int, share: float | Raster) -> None:
    """Makes a share of what was seen of a class, the same everywhere or a raster of shares, something unknown: as of a
    class that was taught badly."""
    lost = share * cells[..., layer]
    cells[..., layer] -= lost
    cells[..., UNKNOWN] += lost


def _mirrored(quarters: tuple[int, int, int, int]) -> list[int]:
    """Returns the order of the inputs after the quarters of the cells changed places."""
    order: list[int] = []
    for level in range(len(HEIGHTS)):
        start = level * LEVEL
        order += range(start, start + LAYERS)
        for quarter in quarters:
            order += [start + LAYERS + quarter * FINE_LAYERS + layer for layer in range(FINE_LAYERS)]
    return [*order, *range(AWAY, INPUTS)]
