"""Photos that should be refused or lead to nothing wrong: grey, warm, dark, overexposed, mirrored, another game."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.workshop.camera.second.copies import Copy, Rng, generator, shade
from tests.workshop.camera.second.paint import SCALE, clouds
from tests.workshop.camera.second.phone import decoded, encoded, good_snap
from tests.workshop.camera.second.photos import SIZE, Shot, photo
from vision.board.geometry import board

Image = NDArray[np.uint8]
WRONG = ("grey", "warm", "dark", "overexposed", "mirrored", "other_game")


def wrong_photo(which: str, of: Copy, position: Mapping[str, Any], rng: Rng, size: tuple[int, int] = SIZE) -> Shot:
    """Returns a photo of one of ``WRONG``; of another game the truth is that nothing of ours is there."""
    snap = good_snap(rng)
    if which == "warm":
        glow = float(rng.uniform(0.3, 0.6))
        snap = replace(snap, tint=(1 + glow * 0.6, 1 - glow * 0.1, 1 - glow))
    elif which == "dark":
        snap = replace(snap, exposure=float(rng.uniform(0.02, 0.2)), noise=float(rng.uniform(3, 7)))
    elif which == "overexposed":
        snap = replace(snap, exposure=float(rng.uniform(3, 10)))
    if which == "other_game":
        other = other_print(int(rng.integers(40)), of.board.width)
        shot = photo(of, position, snap, rng, size, board_print=other)
        return replace(shot, truth={"areas": {}, "zones": {zone: {"vehicle": None} for zone in of.board.zones}})
    shot = photo(of, position, snap, rng, size)
    picture = decoded(shot.data)
    if which == "grey":
        picture = np.asarray(cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)
    elif which == "mirrored":
        picture = np.ascontiguousarray(picture[:, ::-1])
    else:
        return shot
    return replace(shot, data=encoded(picture, snap.jpeg))


@lru_cache(maxsize=2)
def other_print(seed: int, width: float) -> Image:
    """Returns the print of another game's board of the same size: hexagons, provinces, or a track of fields."""
    on, rng = board(width), generator("another game", seed)
    rows, columns = round(on.height * SCALE), round(on.width * SCALE)
    base = np.array(shade(float(rng.uniform(0, 360)), 0.4, 0.7, rng)[::-1]) * 255
    picture = base + 18 * clouds((rows, columns), 60, rng)[..., None] + 8 * clouds((rows, columns), 9, rng)[..., None]
    image = np.asarray(np.clip(picture, 0, 255), np.uint8)
    draw: tuple[Callable[[Image, Rng], None], ...] = (_hexagons, _provinces, _track)
    draw[seed % 3](image, rng)
    return image


def _ink(rng: Rng) -> list[float]:
    return list(np.array(shade(float(rng.uniform(0, 360)), 0.5, float(rng.uniform(0.15, 0.8)), rng)[::-1]) * 255)


def _hexagons(image: Image, rng: Rng) -> None:
    side = float(rng.uniform(22, 40)) * SCALE
    inks = [_ink(rng) for _ in range(5)]
    for row in range(int(image.shape[0] / side / 1.5) + 2):
        for column in range(int(image.shape[1] / side / 1.73) + 2):
            x, y = (column + row % 2 / 2) * side * math.sqrt(3), row * side * 1.5
            angles = np.arange(6) * math.pi / 3 + math.pi / 6
            ring = np.column_stack([x + side * np.cos(angles), y + side * np.sin(angles)]).astype(np.int32)
            cv2.fillPoly(image, [ring], inks[int(rng.integers(5))], cv2.LINE_AA)
            cv2.polylines(image, [ring], True, (20, 20, 20), 4, cv2.LINE_AA)


def _provinces(image: Image, rng: Rng) -> None:
    rows, columns = image.shape[:2]
    seeds = np.full((rows // 4, columns // 4), 255, np.uint8)
    count = int(rng.integers(25, 70))
    seeds[rng.integers(0, rows // 4, count), rng.integers(0, columns // 4, count)] = 0
    _, labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    labels = cv2.resize(labels.astype(np.float32), (columns, rows), interpolation=cv2.INTER_NEAREST).astype(int)
    inks = np.array([_ink(rng) for _ in range(int(labels.max()) + 1)])
    image[:] = (image * 0.5 + inks[labels] * 0.5).astype(np.uint8)
    edge = cv2.morphologyEx(labels.astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8)) > 0
    image[edge] = (24, 24, 30)
    for number in range(count):
        at = (int(rng.integers(columns)), int(rng.integers(rows)))
        cv2.putText(image, f"REGION {number}", at, cv2.FONT_HERSHEY_DUPLEX, 0.8, (240, 240, 240), 2, cv2.LINE_AA)


def _track(image: Image, rng: Rng) -> None:
    side = round(float(rng.uniform(35, 60)) * SCALE)
    for row in range(0, image.shape[0], side):
        for column in range(0, image.shape[1], side):
            if min(row, column) == 0 or row + side >= image.shape[0] or column + side >= image.shape[1]:
                low, high = (column, row), (column + side, row + side)
                cv2.rectangle(image, low, high, _ink(rng), -1)
                cv2.rectangle(image, low, high, (20, 20, 20), 5)
    middle = (image.shape[1] // 2, image.shape[0] // 2)
    for ring in range(6, 0, -1):
        cv2.circle(image, middle, round(ring * 30 * SCALE), _ink(rng), -1, cv2.LINE_AA)
