"""The board in millimetres: areas, halves, air zones and marker cards, as shapes and as rasters.

The frame of everything in this package: x to the right from the left edge of the board, y down from the top edge
(the far edge, supremacy track on the left), in millimetres of the board at hand; heights above the board are positive.
Rasters hold one pixel a millimetre and cover the board and ``MARGIN`` around it.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import AREA_IDS, load_outline

DEFAULT_WIDTH = 840.0
MARGIN = 24
"""Pixels of a raster beyond each edge of the board: figures at the far edge lean over it."""

CARD = 50.0
MARKER = 40.0
NO_AREA = 255

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Board:
    """One printed board of ``width`` mm; ``polygons`` and ``zones`` (centre, radius) in mm by id.

    ``areas`` is the raster of area numbers (``NO_AREA`` outside), ``border`` the distance in mm of each pixel to the
    nearest line between two areas, ``right`` the raster that is true right of the seam.
    """

    width: float
    height: float
    seam: float
    polygons: dict[str, Floats]
    labels: dict[str, tuple[float, float]]
    zones: dict[str, tuple[float, float, float]]
    areas: NDArray[np.uint8]
    border: NDArray[np.float32]
    right: NDArray[np.bool_]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of a raster."""
        return (self.areas.shape[0], self.areas.shape[1])

    def corners(self) -> Floats:
        """Returns the four corners, top left first, clockwise."""
        return np.array([[0, 0], [self.width, 0], [self.width, self.height], [0, self.height]], np.float64)

    def number_at(self, x: float, y: float) -> int:
        """Returns the number of the area that holds a point in mm, ``NO_AREA`` beside the board."""
        row, column = round(y) + MARGIN, round(x) + MARGIN
        inside = 0 <= row < self.shape[0] and 0 <= column < self.shape[1]
        return int(self.areas[row, column]) if inside else NO_AREA

    def window(self, area: str) -> tuple[slice, slice]:
        """Returns the part of a raster that holds an area."""
        ring = self.polygons[area]
        left, top = (int(at) for at in np.maximum(np.floor(ring.min(axis=0)) + MARGIN, 0))
        right, bottom = (int(at) for at in np.ceil(ring.max(axis=0)) + MARGIN + 1)
        return slice(top, bottom), slice(left, right)

    def disc(self, zone: str, times: float = 1.0) -> tuple[tuple[slice, slice], NDArray[np.bool_]]:
        """Returns the part of a raster that holds the circle of an air zone, ``times`` as wide, and what is inside."""
        x, y, radius = self.zones[zone]
        column, row, reach = round(x) + MARGIN, round(y) + MARGIN, round(radius * times)
        ys, xs = np.mgrid[-reach : reach + 1, -reach : reach + 1]
        window = slice(row - reach, row + reach + 1), slice(column - reach, column + reach + 1)
        return window, xs**2 + ys**2 <= reach**2


@cache
def board(width: float = DEFAULT_WIDTH) -> Board:
    """Returns the board of a width in mm."""
    outline = load_outline()
    height = width / outline.aspect
    scale = np.array([width, height])
    polygons = {key: np.array(shape.polygon) * scale for key, shape in outline.areas.items()}
    labels = {key: (shape.label[0] * width, shape.label[1] * height) for key, shape in outline.areas.items()}
    zones = {key: (at[0] * width, at[1] * height, radius * width) for key, (at, radius) in outline.air_zones.items()}
    return drawn(width, height, outline.seam_x * width, polygons, labels, zones)


def drawn(
    width: float,
    height: float,
    seam: float,
    polygons: dict[str, Floats],
    labels: dict[str, tuple[float, float]],
    zones: dict[str, tuple[float, float, float]],
) -> Board:
    """Returns the board of these outlines in mm, with its rasters."""
    rows, columns = round(height) + 2 * MARGIN, round(width) + 2 * MARGIN
    areas = np.full((rows, columns), NO_AREA, np.uint8)
    for number, key in enumerate(AREA_IDS):
        ring = np.round((polygons[key] + MARGIN) * 16).astype(np.int32)
        cv2.fillPoly(areas, [ring], number, shift=4)
    lines = np.full((rows, columns), 255, np.uint8)
    for ring_mm in polygons.values():
        ring = np.round((ring_mm + MARGIN) * 16).astype(np.int32)
        cv2.polylines(lines, [ring], True, 0, 1, shift=4)
    border = cv2.distanceTransform(lines, cv2.DIST_L2, 5).astype(np.float32)
    right = np.broadcast_to(np.arange(columns) - MARGIN >= seam, (rows, columns))
    return Board(width, height, seam, polygons, labels, zones, areas, border, right)


def marker_corners(on: Board) -> dict[int, Floats]:
    """Returns the four corners (top left first, clockwise) in mm of each marker on its card beside the board."""
    half = CARD / 2
    centres = {
        0: (half, -half),
        1: (on.width - half, -half),
        2: (on.width - half, on.height + half),
        3: (half, on.height + half),
        4: (on.seam, -half),
        5: (on.seam, on.height + half),
    }
    ring = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64) * MARKER / 2
    return {key: ring + np.array(centre) for key, centre in centres.items()}


def landmark(on: Board, name: str) -> tuple[float, float]:
    """Returns where a landmark is in mm (of ``terms.LANDMARKS``; of an area or zone its label); raises KeyError."""
    places = {
        "top_left": (0.0, 0.0),
        "top_seam": (on.seam, 0.0),
        "top_right": (on.width, 0.0),
        "bottom_right": (on.width, on.height),
        "bottom_seam": (on.seam, on.height),
        "bottom_left": (0.0, on.height),
    }
    if name in places:
        return places[name]
    if name in on.zones:
        return on.zones[name][:2]
    return on.labels[name]
