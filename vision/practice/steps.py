"""Steps that bring a network nearer to what photos of known pieces say: crops of them, a loss, its slopes, again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from vision.figures.network import Batch, Network
from vision.practice.crops import Crop, crop_of, slope_of
from vision.practice.shown import Shown
from vision.practice.slopes import Adam, kept, parameters, slopes

EDGE = 6
"""Cells at the edge of a crop that are seen but not judged."""

RISE = 0.1
"""Share of the steps in which the pace rises, at most ``LONGEST_RISE`` steps; then it falls to nothing."""
LONGEST_RISE = 50


def train(
    model: Network,
    photos: Sequence[Shown],
    steps: int,
    *,
    pace: float,
    seed: int = 1,
    crops: int = 10,
    decay: float = 1e-4,
    tell: Callable[[int, float], None] = lambda step, loss: None,
) -> None:
    """Brings a network nearer to what photos say, by ``steps`` of so many ``crops`` each; ``tell`` hears step and loss.

    Two halves of each step are worked on at the same time. The same photos, steps and seed give the same network.
    """
    optimiser = Adam(parameters(model))

    def half(number: int) -> tuple[float, list[Batch]]:
        rng = np.random.default_rng([seed, number])
        return _slopes(model, stacked([crop_of(photos[n], rng) for n in rng.integers(len(photos), size=crops // 2)]))

    with ThreadPoolExecutor(2) as pool:
        for step in range(steps):
            (one, first), (other, second) = pool.map(half, (2 * step, 2 * step + 1))
            rise = min(1.0, (step + 1) / min(max(RISE * steps, 1), LONGEST_RISE))
            mean = [np.asarray((a + b) / 2, np.float32) for a, b in zip(first, second, strict=True)]
            optimiser.step(mean, pace * rise * 0.5 * (1 + float(np.cos(np.pi * step / steps))), decay)
            tell(step, (one + other) / 2)


def stacked(crops: Sequence[Crop]) -> Crop:
    """Returns crops as one batch."""
    x, hills, kinds, judged = (np.stack(part).astype(np.float32) for part in zip(*crops, strict=True))
    return x, hills, kinds, judged


def _slopes(model: Network, batch: Crop) -> tuple[float, list[Batch]]:
    chain = kept(model, batch[0])
    loss, slope = slope_of(chain[-1], *batch[1:])
    slope[:, :EDGE] = slope[:, -EDGE:] = 0
    slope[:, :, :EDGE] = slope[:, :, -EDGE:] = 0
    return loss, slopes(model, chain, slope)
