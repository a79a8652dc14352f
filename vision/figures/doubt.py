"""What keeps a reading from being believed: things that stand out and belong to no piece that can stand there.

A reading says what was recognised. What was not recognised shows here, so that it never passes for an empty place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import AREA_NUMBER
from vision.board.geometry import MARGIN, Board
from vision.board.observe import Shot
from vision.contents import VEHICLES
from vision.figures.reading import Spot

Raster = NDArray[np.float32]
UPRIGHT = (0.0, 10.0, 20.0, 30.0)
"""Heights (mm) at which a piece is looked for above its base."""

REACH, REACH_OF_BIG = 16.0, 26.0
"""Millimetres around its axis that a piece explains, and those that a vehicle or a sandworm explains."""

RIM = 3.0
"""Millimetres beside a border that are not looked at: the print never lies exactly where it lay."""

BIG = ("harvester", "sandworm", *VEHICLES)


def seen_spots(spots: Iterable[Spot]) -> list[Spot]:
    """Returns the spots where a piece likely stands that can stand there."""
    return [spot for spot in spots if sum(chance for _, chance in spot.sorts) > 0.5]


def unexplained(on: Board, shot: Shot, spots: Sequence[Spot], foreground: Raster) -> Raster:
    """Returns the foreground (1 mm) that belongs to no piece seen, wherever in the photo this leans to."""
    explained = np.zeros(on.shape, np.uint8)
    camera = shot.camera
    for spot in seen_spots(spots):
        likeliest = max(spot.sorts, key=lambda each: each[1])[0]
        reach = REACH_OF_BIG if likeliest in BIG else REACH
        for z in UPRIGHT:
            factor = camera.shift(z)
            x, y = camera.x + (spot.x - camera.x) * factor, camera.y + (spot.y - camera.y) * factor
            cv2.circle(explained, (round(x) + MARGIN, round(y) + MARGIN), round(reach), 1, cv2.FILLED)
    return np.where(explained > 0, np.float32(0), foreground)


def in_area(on: Board, raster: Raster, area: str) -> float:
    """Returns how many square centimetres of an area a raster (0 to 1, 1 mm) fills, off its borders."""
    window = on.window(area)
    mine = (on.areas[window] == AREA_NUMBER[area]) & (on.border[window] > RIM)
    return float(raster[window][mine].sum()) / 100


def in_zone(on: Board, raster: Raster, zone: str) -> float:
    """Returns how many square centimetres of the circle of an air zone a raster (0 to 1, 1 mm) fills."""
    window, disc = on.disc(zone)
    return float(raster[window][disc].sum()) / 100
