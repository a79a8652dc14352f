"""Where the camera stands, what its lens bends, and how each half of the board lies: millimetres to pixels.

World frame: x and y as in :mod:`vision.board.geometry` (mm, y down the board), z up from the nominal board plane.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.workshop.camera.rendering.fields import Field, Floats

TABLE_LEVEL = -2.2
"""Height in mm of the table: the board is that thick."""

GRID = 16


@dataclass(frozen=True)
class Half:
    """How one half lies: its outer edge raised by ``tilt`` degrees about the seam, all of it lifted and moved (mm).

    ``side`` is -1 for the left half, 1 for the right.
    """

    seam: float
    side: int
    tilt: float = 0.0
    lift: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)

    def place(self, points: Floats) -> Floats:
        """Returns where points (n, 3) given on the flat board are in the world."""
        angle = math.radians(self.tilt) * self.side
        x, y, z = points[:, 0] - self.seam, points[:, 1], points[:, 2]
        cos, sin = math.cos(angle), math.sin(angle)
        return np.column_stack(
            [self.seam + x * cos - z * sin + self.shift[0], y + self.shift[1], z * cos + x * sin + self.lift]
        )

    def flatten(self, world: Floats) -> Floats:
        """Returns the board points in mm (n, 2) of world points (n, 3) on the plane of this half."""
        cos = math.cos(math.radians(self.tilt))
        x = (world[:, 0] - self.seam - self.shift[0]) / cos + self.seam
        return np.column_stack([x, world[:, 1] - self.shift[1]])


@dataclass(frozen=True)
class Camera:
    """A pinhole with a radial lens: ``rotation`` rows are right, down, forward; ``focal`` in pixels."""

    position: Floats
    rotation: Floats
    focal: float
    size: tuple[int, int]
    lens: tuple[float, float]
    left: Half
    right: Half

    @property
    def centre(self) -> Floats:
        """Returns the principal point."""
        return np.array([(self.size[0] - 1) / 2, (self.size[1] - 1) / 2])

    def half_at(self, x: float) -> Half:
        """Returns the half that holds a point with this x."""
        return self.left if x < self.left.seam else self.right

    def project(self, points: Floats) -> Floats:
        """Returns pixels (n, 2) of world points (n, 3)."""
        local = (points - self.position) @ self.rotation.T
        plane = local[:, :2] / np.maximum(local[:, 2:3], 1e-6)
        return np.asarray(self._bend(plane) * self.focal + self.centre)

    def on_board(self, points: Floats, height: float = 0.0) -> Floats:
        """Returns pixels (n, 2) of board points in mm (n, 2), each on the half that it belongs to."""
        solid = np.column_stack([points, np.full(len(points), height)])
        right = points[:, 0] >= self.left.seam
        placed = np.where(right[:, None], self.right.place(solid), self.left.place(solid))
        return self.project(placed)

    def on_table(self, points: Floats, height: float = 0.0) -> Floats:
        """Returns pixels (n, 2) of table points in mm (n, 2)."""
        return self.project(np.column_stack([points, np.full(len(points), TABLE_LEVEL + height)]))

    def homography(self, half: Half | None) -> Floats:
        """Returns the 3 x 3 map from mm to pixels of a half (None: of the table), before the lens bends it."""
        flat = np.array([[0.0, 0, 0], [400, 0, 0], [400, 400, 0], [0, 400, 0]])
        if half is None:
            flat = flat + np.array([0, 0, TABLE_LEVEL])
            world = flat
        else:
            world = half.place(flat)
        local = (world - self.position) @ self.rotation.T
        pixels = local[:, :2] / local[:, 2:3] * self.focal + self.centre
        return np.asarray(
            cv2.getPerspectiveTransform(flat[:, :2].astype(np.float32), pixels.astype(np.float32)), np.float64
        )

    def maps(
        self, half: Half | None, box: tuple[int, int, int, int], scale: float = 1.0, shift: float = 0.0
    ) -> tuple[Field, Field]:
        """Returns x and y on the plane of a half (None: the table) for the pixels of a box (x0, y0, x1, y1).

        They are in mm, times ``scale``, plus ``shift``: the places in a raster of so many pixels a mm.
        """
        x0, y0, x1, y1 = box
        columns, rows = -(-(x1 - x0) // GRID) + 2, -(-(y1 - y0) // GRID) + 2
        gx = x0 + (np.arange(columns) - 0.5) * GRID - 0.5
        gy = y0 + (np.arange(rows) - 0.5) * GRID - 0.5
        pixels = np.stack(np.meshgrid(gx, gy), axis=-1).reshape(-1, 2)
        straight = self.straight(pixels)
        rays = np.column_stack([straight, np.ones(len(straight))]) @ self.rotation
        origin, normal = _plane(half)
        reach = ((origin - self.position) @ normal) / (rays @ normal)
        world = self.position + rays * reach[:, None]
        flat = world[:, :2] if half is None else half.flatten(world)
        fields: list[Field] = []
        for axis in (0, 1):
            coarse = (flat[:, axis].reshape(rows, columns) * scale + shift).astype(np.float32)
            fine = cv2.resize(coarse, (columns * GRID, rows * GRID), interpolation=cv2.INTER_LINEAR)
            fields.append(np.asarray(fine[GRID : GRID + y1 - y0, GRID : GRID + x1 - x0], np.float32))
        return fields[0], fields[1]

    def straight(self, pixels: Floats) -> Floats:
        """Returns where pixels (n, 2) would be without the bend of the lens, from the centre, in focal lengths."""
        return self._unbend((pixels - self.centre) / self.focal)

    def foot(self) -> Floats:
        """Returns the point in mm below the camera."""
        return np.asarray(self.position[:2])

    def _bend(self, plane: Floats) -> Floats:
        square = (plane**2).sum(1, keepdims=True)
        return np.asarray(plane * (1 + self.lens[0] * square + self.lens[1] * square**2))

    def _unbend(self, bent: Floats) -> Floats:
        plane = bent.copy()
        for _ in range(12):
            square = (plane**2).sum(1, keepdims=True)
            plane = bent / (1 + self.lens[0] * square + self.lens[1] * square**2)
        return plane


def _plane(half: Half | None) -> tuple[Floats, Floats]:
    if half is None:
        return np.array([0.0, 0.0, TABLE_LEVEL]), np.array([0.0, 0.0, 1.0])
    points = half.place(np.array([[half.seam, 0.0, 0.0], [half.seam + 100, 0.0, 0.0], [half.seam, 100.0, 0.0]]))
    return points[0], np.cross(points[1] - points[0], points[2] - points[0])


def aim(
    size: tuple[int, int],
    elevation: float,
    azimuth: float,
    roll: float,
    focal: float,
    lens: tuple[float, float],
    target: tuple[float, float],
    ring: Floats,
    fill: float,
    halves: tuple[Half, Half],
    centred: bool = True,
) -> Camera:
    """Returns the camera that stands so near that ``ring`` (mm) takes ``fill`` of a side of the photo.

    It looks ``target`` (mm) beside the middle of the ring, ``centred``: of the ring as the photo shows it.
    Angles in degrees: elevation 90 looks straight down; azimuth 0 stands at the bottom edge of the board, 90 at the
    right. ``focal`` is in units of the longer side of the photo.
    """
    e, a, r = (math.radians(v) for v in (elevation, azimuth, roll))
    back = np.array([math.cos(e) * math.sin(a), math.cos(e) * math.cos(a), math.sin(e)])
    right = np.array([math.cos(a), -math.sin(a), 0.0])
    down = np.cross(right, -back)
    turned = np.stack([right * math.cos(r) + down * math.sin(r), down * math.cos(r) - right * math.sin(r), -back])
    pixels_per_unit = focal * max(size)
    offset = np.array([target[0], target[1], 0.0])
    centre = np.append(ring.mean(0), 0.0) + offset

    def stand(distance: float) -> Camera:
        return Camera(centre + back * distance, turned, pixels_per_unit, size, lens, *halves)

    for _ in range(4):
        camera = stand(_distance(stand, ring, fill, size))
        if not centred:
            return camera
        pixels = camera.on_board(ring)
        middle = (pixels.min(0) + pixels.max(0)) / 2
        ray = np.append((middle - camera.centre) / pixels_per_unit, 1.0) @ camera.rotation
        centre = camera.position - ray * (camera.position[2] / ray[2]) + offset
    return stand(_distance(stand, ring, fill, size))


def _distance(stand: Callable[[float], Camera], ring: Floats, fill: float, size: tuple[int, int]) -> float:
    near, far = 120.0, 6000.0
    for _ in range(36):
        middle = math.sqrt(near * far)
        camera = stand(middle)
        depth = (np.column_stack([ring, np.zeros(len(ring))]) - camera.position) @ camera.rotation[2]
        seen = np.abs(camera.on_board(ring) - camera.centre) / (np.array(size) / 2)
        if depth.min() < 50 or seen.max() > fill:
            near = middle
        else:
            far = middle
    return far


def box_of(points: NDArray[np.float64], size: tuple[int, int], pad: int = 2) -> tuple[int, int, int, int] | None:
    """Returns the box (x0, y0, x1, y1) of points cut to the photo, None when nothing is in it."""
    x0, y0 = np.floor(points.min(0)).astype(int) - pad
    x1, y1 = np.ceil(points.max(0)).astype(int) + pad + 1
    x0, y0, x1, y1 = max(int(x0), 0), max(int(y0), 0), min(int(x1), size[0]), min(int(y1), size[1])
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None
