"""A phone over a table: where it stands, what its lens bends, how the two plates of the board lie.

World: x right, y down the board, z up, in mm; the print of a plate that lies ideally is the plane z = 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

THICKNESS = 2.4
"""Of the board in mm: the table lies that much lower than its print."""

COARSE = 12


@dataclass(frozen=True, eq=False)
class Plate:
    """How a half of the board lies: flat points p (mm, height above the print) are at ``turn @ p + move``."""

    turn: Floats
    move: Floats

    @classmethod
    def lying(cls, pivot: tuple[float, float], spin: float, tilt: float, move: tuple[float, float, float]) -> Plate:
        """Returns a plate spun in its plane and tilted about ``pivot`` (degrees), then moved."""
        a, b = math.radians(spin), math.radians(tilt)
        flat = np.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1.0]])
        hinge = np.array([[math.cos(b), 0, -math.sin(b)], [0, 1, 0], [math.sin(b), 0, math.cos(b)]])
        both, at = hinge @ flat, np.array([*pivot, 0.0])
        return cls(both, at - both @ at + np.array(move))

    def place(self, points: Floats) -> Floats:
        """Returns world points of flat points (n, 3)."""
        return np.asarray(points @ self.turn.T + self.move)


TABLE = Plate(np.eye(3), np.array([0.0, 0.0, -THICKNESS]))


@dataclass(frozen=True, eq=False)
class Eye:
    """A camera at ``position``; rows of ``axes`` are right, down and forward; ``bend`` is k1, k2, p1, p2, k3."""

    position: Floats
    axes: Floats
    focal: float
    centre: tuple[float, float]
    bend: Floats
    size: tuple[int, int]
    plates: tuple[Plate, Plate]
    seam: float

    @property
    def matrix(self) -> Floats:
        """Returns the matrix of the inner camera."""
        return np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1.0]])

    def see(self, world: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Returns pixels (n, 2) and depths in mm (n,) of world points (n, 3), of the same precision."""
        kind = world.dtype
        local = (world - self.position.astype(kind)) @ self.axes.T.astype(kind)
        depth = np.maximum(local[:, 2], kind.type(1.0))
        x, y = local[:, 0] / depth, local[:, 1] / depth
        k1, k2, p1, p2, k3 = (kind.type(value) for value in self.bend)
        square = x * x + y * y
        radial = 1 + square * (k1 + square * (k2 + square * k3))
        u = x * radial + 2 * p1 * x * y + p2 * (square + 2 * x * x)
        v = y * radial + p1 * (square + 2 * y * y) + 2 * p2 * x * y
        return np.column_stack([u * self.focal + self.centre[0], v * self.focal + self.centre[1]]).astype(kind), depth

    def on_board(self, flat: Floats, height: float = 0.0) -> Floats:
        """Returns pixels (n, 2) of points of the board in mm (n, 2), each on its own plate."""
        solid = np.column_stack([flat, np.full(len(flat), height)])
        left = flat[:, :1] < self.seam
        return np.asarray(self.see(np.where(left, self.plates[0].place(solid), self.plates[1].place(solid)))[0])

    def on_table(self, flat: Floats, height: float = 0.0) -> Floats:
        """Returns pixels (n, 2) of points of the table in mm (n, 2)."""
        return np.asarray(self.see(TABLE.place(np.column_stack([flat, np.full(len(flat), height)])))[0])

    def ground(self, plate: Plate) -> tuple[Singles, Singles]:
        """Returns for each pixel of the photo x and y in mm where its ray meets the plane of a plate."""
        columns, rows = self.size[0] // COARSE + 3, self.size[1] // COARSE + 3
        xs, ys = (np.arange(count) * COARSE - (COARSE + 1) / 2 for count in (columns, rows))
        pixels = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 1, 2)
        straight = cv2.undistortPoints(pixels, self.matrix, self.bend).reshape(-1, 2)
        rays = np.column_stack([straight, np.ones(len(straight))]) @ self.axes
        normal = plate.turn[:, 2]
        reach = ((plate.move - self.position) @ normal) / np.minimum(rays @ normal, -1e-3)
        flat = (self.position + rays * reach[:, None] - plate.move) @ plate.turn
        wide = (columns * COARSE, rows * COARSE)
        maps = []
        for axis in (0, 1):
            coarse = flat[:, axis].reshape(rows, columns).astype(np.float32)
            # The centre of coarse cell n is at n * COARSE + (COARSE - 1) / 2 of the finer one.
            fine = cv2.resize(coarse, wide, interpolation=cv2.INTER_LINEAR)
            part = fine[COARSE : COARSE + self.size[1], COARSE : COARSE + self.size[0]]
            maps.append(np.ascontiguousarray(part, np.float32))
        return maps[0], maps[1]


def stand(
    size: tuple[int, int],
    angles: tuple[float, float, float],
    focal: float,
    bend: Floats,
    ring: Floats,
    fill: float,
    beside: tuple[float, float],
    plates: tuple[Plate, Plate],
    seam: float,
) -> Eye:
    """Returns the camera that shows ``ring`` (mm, n x 2) over ``fill`` of the photo.

    ``angles``: elevation (90 looks straight down), azimuth (0 stands at the bottom edge, 90 at the right) and roll, in
    degrees. ``focal`` in long sides of the photo. ``beside``: shares of the photo that the ring lies out of its middle.
    """
    up, around, roll = (math.radians(angle) for angle in angles)
    back = np.array([math.cos(up) * math.sin(around), math.cos(up) * math.cos(around), math.sin(up)])
    right = np.array([math.cos(around), -math.sin(around), 0.0])
    down = np.array([math.sin(around) * math.sin(up), math.cos(around) * math.sin(up), -math.cos(up)])
    axes = np.stack(
        [right * math.cos(roll) + down * math.sin(roll), down * math.cos(roll) - right * math.sin(roll), -back]
    )
    wide = np.array(size, np.float64)
    wanted = wide * (0.5 + np.array(beside))
    target, away = np.append(ring.mean(0), 0.0), 1000.0
    centre = ((size[0] - 1) / 2 * 1.004, (size[1] - 1) / 2 * 0.996)
    for _ in range(14):
        eye = Eye(target + back * away, axes, focal * max(size), centre, bend, size, plates, seam)
        pixels = eye.on_board(ring)
        low, high = pixels.min(0), pixels.max(0)
        off = ((low + high) / 2 - wanted) * away / eye.focal
        shift = axes[0] * off[0] + axes[1] * off[1]
        # Along the table, not through it.
        shift = shift - back * (shift[2] / back[2])
        target = target + shift * 0.9
        away *= float(((high - low) / wide).max() / fill) ** 0.9
    return eye
