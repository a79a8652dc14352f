"""What colours the pieces of this box have on this table: learnt from photos whose pieces are known.

A colour is a pixel under the light of the reference, as brightness (mean logarithm) and two differences of
logarithms. Each class of pieces has a smoothed histogram of them; a pixel then is background, shadow or glare on the
background, one of the classes, or something else.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.light import Lit

CLASSES = (
    "harkonnen",
    "harkonnen_leader",
    "atreides",
    "atreides_leader",
    "vehicle",
    "sandworm",
    "wormsign",
    "atreides_token",
    "harkonnen_token",
    "home",
)
BINS = (16, 24, 24)
LOW = np.array([-4.5, -1.8, -1.8], np.float32)
HIGH = np.array([0.3, 1.8, 1.8], np.float32)
VOLUME = float(np.prod((HIGH - LOW) / np.array(BINS)))

BACKGROUND, SHADOW, OTHER = 0, 1, 2
FIXED = 3
"""Layers before the classes in the result of :meth:`Colours.layers`."""

PRIOR_BACKGROUND, PRIOR_SHADOW, PRIOR_OTHER, PRIOR_CLASS = 0.8, 0.08, 0.01, 0.012
SHADOW_RANGE = 2.0
ROUNDS = 8
Layers = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Colours:
    """Densities of the classes, ``len(CLASSES)`` x ``BINS``; ``known`` says which were seen in a teach photo."""

    densities: NDArray[np.float32]
    known: NDArray[np.bool_]

    def layers(self, lit: Lit) -> Layers:
        """Returns the probability of background, shadow, something else and each class, layer by layer (C x H x W)."""
        densities = np.concatenate([_fixed(lit), self._classes(lit)])
        return _normalised(densities)

    def _classes(self, lit: Lit) -> Layers:
        flat = self.densities.reshape(len(CLASSES), -1)
        return PRIOR_CLASS * flat[:, bins_of(lit)]


def bins_of(lit: Lit) -> NDArray[np.intp]:
    """Returns the number of the histogram bin of each pixel."""
    blue, green, red = (lit.picture[..., c] for c in range(3))
    values = ((blue + green + red) / 3, blue - green, red - green)
    number = np.zeros(blue.shape, np.intp)
    for value, low, high, count in zip(values, LOW, HIGH, BINS, strict=True):
        index = ((value - low) * (count / (high - low))).astype(np.intp)
        number = number * count + np.clip(index, 0, count - 1)
    return number


def _fixed(lit: Lit) -> Layers:
    """Returns the densities of background, of shadow or glare on it, and of anything else."""
    residual, width = lit.residual, lit.spread
    mean = residual.mean(axis=2)
    colour = ((residual - mean[..., None]) ** 2).sum(axis=2) / width**2
    bright = 3 * (mean / width) ** 2
    colour_density = np.exp(-0.5 * np.minimum(colour, 60)) / (2 * np.pi * width**2)
    wide = 1 / SHADOW_RANGE
    narrow = np.exp(-0.5 * np.minimum(bright, 60)) / (np.sqrt(2 * np.pi / 3) * width)
    return np.stack(
        [
            PRIOR_BACKGROUND * narrow * colour_density,
            PRIOR_SHADOW * wide * colour_density,
            np.full(mean.shape, PRIOR_OTHER / float(np.prod(HIGH - LOW)), np.float32),
        ]
    ).astype(np.float32)


def _normalised(densities: Layers) -> Layers:
    return np.asarray(densities / np.maximum(densities.sum(axis=0), 1e-12), np.float32)


@dataclass(frozen=True, eq=False)
class Taught:
    """Pixels of one photo whose pieces are known: bins, densities of the fixed layers, and the classes that may be
    there (n x classes)."""

    bins: NDArray[np.intp]
    fixed: Layers
    allowed: NDArray[np.bool_]


def taught(lit: Lit, allowed: NDArray[np.bool_]) -> Taught:
    """Returns what a photo teaches; ``allowed`` is classes x rows x columns."""
    where = allowed.any(axis=0) & (lit.strength > 1.5)
    return Taught(bins_of(lit)[where], _fixed(lit)[:, where], allowed[:, where].T)


def learn(photos: list[Taught]) -> Colours:
    """Returns the colours that explain all taught photos, by expectation and maximisation."""
    bins = np.concatenate([photo.bins for photo in photos])
    fixed = np.concatenate([photo.fixed for photo in photos], axis=1)
    allowed = np.concatenate([photo.allowed for photo in photos])
    alone = allowed & (allowed.sum(axis=1) == 1)[:, None]
    outside = 1 - _normalised(np.concatenate([fixed, np.full((1, fixed.shape[1]), 0.02 * PRIOR_CLASS)]))[:2].sum(axis=0)
    start = [_histogram(bins, alone[:, k] * outside) for k in range(len(CLASSES))]
    start = [h if h.sum() > 30 else _histogram(bins, allowed[:, k] * outside) for k, h in enumerate(start)]
    counts = np.stack(start)
    for _ in range(ROUNDS):
        densities = _densities(counts)
        shares = np.concatenate([fixed, 4 * PRIOR_CLASS * densities.reshape(len(CLASSES), -1)[:, bins] * allowed.T])
        shares = _normalised(shares)[FIXED:]
        counts = np.stack([_histogram(bins, share) for share in shares])
    return Colours(_densities(counts), counts.sum(axis=(1, 2, 3)) > 30)


def _histogram(bins: NDArray[np.intp], weights: NDArray[np.floating]) -> NDArray[np.float64]:
    return np.bincount(bins, weights, minlength=int(np.prod(BINS))).reshape(BINS).astype(np.float64)


def _densities(counts: NDArray[np.float64]) -> NDArray[np.float32]:
    """Returns smoothed densities; brightness is smoothed more, because shading moves it most."""
    out = np.empty(counts.shape, np.float32)
    for k, table in enumerate(counts):
        total = table.sum()
        if total < 1:
            out[k] = 0
            continue
        smooth = np.stack([cv2.GaussianBlur(plane, (0, 0), 0.9) for plane in table])
        smooth = cv2.GaussianBlur(smooth.reshape(BINS[0], -1), (1, 9), sigmaX=0.01, sigmaY=1.2).reshape(BINS)
        out[k] = smooth / smooth.sum() / VOLUME
    return out
