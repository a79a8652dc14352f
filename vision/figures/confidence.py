"""How far a reading can be trusted: the probability that it is right, from what usually goes wrong.

The network's own probabilities know nothing of figures that hide behind others or of a bad photo. A logistic curve over
a few facts of an area corrects them; its weights (``data/confidence.json``) are fitted on rendered photos by the
workshop, ``tests/workshop/camera/teaching.py``.
"""

from __future__ import annotations

import json
from functools import cache
from math import exp, log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.board import AREA_NUMBER
from vision.board.geometry import MARGIN, Board
from vision.board.observe import Shot
from vision.figures.doubt import LEAST_BASE, seen_spots
from vision.figures.reading import WEIGHTS, AreaReading

FEATURES = (
    "constant",
    "logit",
    "pieces",
    "many",
    "lean",
    "unexplained",
    "hidden",
    "near_border",
    "miss",
    "blur",
    "expected",
    "leaders",
)
NEAR = 15.0
"""Millimetres around a base that its piece explains."""


def features(
    area: str, reading: AreaReading, shot: Shot, on: Board, *, agrees: bool | None, foreground: NDArray[np.float32]
) -> list[float]:
    """Returns the facts of an area that ``FEATURES`` names; ``foreground`` is the raster of what is no background."""
    content = reading.content
    pieces, leaders = content.pieces, content.harkonnen_leader + content.atreides_leader
    x, y = on.labels[area]
    camera = shot.camera
    lean = float(np.hypot(x - camera.x, y - camera.y)) / camera.height
    p = min(max(reading.probability, 1e-6), 1 - 1e-6)
    return [
        1.0,
        min(log(p / (1 - p)), 7.0),
        min(pieces, 3),
        max(0, pieces - 3),
        lean,
        _unexplained(area, reading, shot, on, foreground),
        lean * max(0, pieces - 1),
        _near_border(reading, on),
        min(shot.miss, 1.0),
        min(shot.blur, 3.0),
        0.0 if agrees is None else (1.0 if agrees else -1.0),
        leaders,
    ]


def _unexplained(area: str, reading: AreaReading, shot: Shot, on: Board, foreground: NDArray[np.float32]) -> float:
    """Returns how much of an area (square centimetres, at most 6) stands out and belongs to no piece."""
    window = on.window(area)
    mine = (on.areas[window] == AREA_NUMBER[area]) & (on.border[window] > 3)
    rest = foreground[window] * mine
    ys, xs = np.mgrid[window]
    for spot in seen_spots(reading.spots):
        for z in (0.0, 12.0, 24.0):
            factor = shot.camera.shift(z * spot.tall)
            px = shot.camera.x + (spot.x - shot.camera.x) * factor + MARGIN
            py = shot.camera.y + (spot.y - shot.camera.y) * factor + MARGIN
            rest = rest * ((xs - px) ** 2 + (ys - py) ** 2 > (NEAR * max(spot.base, LEAST_BASE)) ** 2)
    return min(float(rest.sum()) / 100, 6.0)


def _near_border(reading: AreaReading, on: Board) -> float:
    """Returns how many likely bases of the reading stand within 4 mm of a border."""
    count = 0.0
    for spot in seen_spots(reading.spots):
        row, column = round(spot.y) + MARGIN, round(spot.x) + MARGIN
        if 0 <= row < on.shape[0] and 0 <= column < on.shape[1] and on.border[row, column] < 4:
            count += 1
    return count


@cache
def weights(path: Path = WEIGHTS) -> dict[str, list[float]]:
    """Returns the fitted weights: ``free`` without and ``expected`` with an expectation, in the order of FEATURES."""
    document = json.loads(path.read_text(encoding="utf-8"))
    return {key: [float(v) for v in document[key]] for key in ("free", "expected")}


def confidence(values: list[float], *, expecting: bool) -> float:
    """Returns the probability that a reading with these features is right."""
    own = weights()["expected" if expecting else "free"]
    total = sum(w * v for w, v in zip(own, values, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))
