"""What keeps a reading from being believed: things that belong to no piece that can stand there, and covered places.

A reading says what was recognised. What was not recognised shows here, so that it never passes for an empty place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import AREA_NUMBER
from vision.board.geometry import MARGIN, Board
from vision.board.observe import Shot
from vision.contents import VEHICLES
from vision.figures.reading import Spot

Mask = NDArray[np.bool_]
Raster = NDArray[np.float32]
Window = tuple[slice, slice]
UPRIGHT = (0.0, 10.0, 20.0, 30.0)
"""Heights (mm) at which a piece is looked for above its base."""

REACH, REACH_OF_BIG = 16.0, 26.0
"""Millimetres around its axis that a usual piece explains, and those that a vehicle or a sandworm explains."""

LEAST_BASE = 0.8
"""Weapons and shadows do not shrink with a base."""

RIM = 3.0
"""Millimetres beside a border that are not looked at: the print never lies exactly where it lay."""

AROUND = 2.2
"""Radii of an air zone in which its print is looked for: what flies hides most of the zone itself."""

LEAST = 150
"""Square millimetres that pieces must leave of a place before anything can be said of the rest of it."""

BIG = ("harvester", "sandworm", *VEHICLES)


def seen_spots(spots: Iterable[Spot]) -> list[Spot]:
    """Returns the spots where a piece likely stands that can stand there."""
    return [spot for spot in spots if spot.chance > 0.5]


@dataclass(frozen=True, eq=False)
class Doubt:
    """What of a photo is not understood; ``foreground`` is what is no background, ``explained`` where the pieces seen
    are or lean to (rasters of 1 mm)."""

    board: Board
    shot: Shot
    foreground: Raster
    explained: Mask

    def rest_of_area(self, area: str) -> float:
        """Returns how many square centimetres of an area, off its borders, stand out and belong to no piece."""
        window = self.board.window(area)
        return self._rest(window, (self.board.areas[window] == AREA_NUMBER[area]) & (self.board.border[window] > RIM))

    def rest_of_zone(self, zone: str) -> float:
        """Returns how many square centimetres of the circle of an air zone stand out and belong to no piece."""
        return self._rest(*self.board.disc(zone))

    def bare_area(self, area: str) -> float:
        """Returns which share (0 to 1) of an area shows the print of the board, of what no piece hides."""
        window = self.board.window(area)
        return self._bare(window, self.board.areas[window] == AREA_NUMBER[area])

    def bare_zone(self, zone: str) -> float:
        """Returns the same of the surroundings of an air zone."""
        return self._bare(*self.board.disc(zone, AROUND))

    def hidden(self, area: str) -> float:
        """Returns which share (0 to 1) of an area does not show the print, whatever hides it."""
        window = self.board.window(area)
        mine = (self.board.areas[window] == AREA_NUMBER[area]) & self.shot.visible[window]
        return 0.0 if self.shot.bare is None else 1 - float(self.shot.bare[window][mine].mean())

    def _rest(self, window: Window, mine: Mask) -> float:
        return float(self.foreground[window][mine & ~self.explained[window]].sum()) / 100

    def _bare(self, window: Window, mine: Mask) -> float:
        if self.shot.bare is None:
            return 1.0
        seen = self.shot.visible[window]
        for place in (mine & seen & ~self.explained[window], seen & ~self.explained[window], mine & seen):
            if place.sum() >= LEAST:
                return float(self.shot.bare[window][place].mean())
        return 1.0


def doubt_of(on: Board, shot: Shot, spots: Sequence[Spot], foreground: Raster) -> Doubt:
    """Returns what a photo shows that no piece at a spot explains, wherever in the photo that leans to."""
    explained = np.zeros(on.shape, np.uint8)
    camera = shot.camera
    for spot in seen_spots(spots):
        likeliest = max(spot.sorts, key=lambda each: each[1])[0]
        reach = REACH_OF_BIG if likeliest in BIG else REACH * max(spot.base, LEAST_BASE)
        for z in UPRIGHT:
            factor = camera.shift(z * spot.tall)
            x, y = camera.x + (spot.x - camera.x) * factor, camera.y + (spot.y - camera.y) * factor
            cv2.circle(explained, (round(x) + MARGIN, round(y) + MARGIN), round(reach), 1, cv2.FILLED)
    return Doubt(on, shot, foreground, explained > 0)
