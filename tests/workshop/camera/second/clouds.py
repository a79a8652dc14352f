"""Bodies as clouds of surface points: discs, cones, boxes, balls, rods and blades, sampled in a lattice.

A cloud has points in mm (z up from the board), normals that point outwards, and for each point a number that says how
light its plastic is there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Cloud:
    """Points (n, 3), normals (n, 3), lightness (n,) around 1."""

    points: Singles
    normals: Singles
    light: Singles

    def moved(self, x: float, y: float, z: float, turn: float = 0.0) -> Cloud:
        """Returns the cloud turned about its z axis (radians), then moved."""
        cos, sin = math.cos(turn), math.sin(turn)
        rotation = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]], np.float32)
        points = self.points @ rotation.T + np.array([x, y, z], np.float32)
        return Cloud(points, self.normals @ rotation.T, self.light)

    def scaled(self, x: float, y: float, z: float) -> Cloud:
        """Returns the cloud stretched along its axes."""
        factor = np.array([x, y, z], np.float32)
        normals = self.normals / factor
        return Cloud(self.points * factor, normals / np.linalg.norm(normals, axis=1, keepdims=True), self.light)

    def tinted(self, light: float) -> Cloud:
        """Returns the cloud with its lightness multiplied."""
        return Cloud(self.points, self.normals, self.light * np.float32(light))


def joined(clouds: Sequence[Cloud]) -> Cloud:
    """Returns all points of several clouds."""
    return Cloud(
        np.concatenate([cloud.points for cloud in clouds]),
        np.concatenate([cloud.normals for cloud in clouds]),
        np.concatenate([cloud.light for cloud in clouds]),
    )


def _cloud(points: NDArray[np.floating], normals: NDArray[np.floating]) -> Cloud:
    count = len(points)
    long = np.linalg.norm(normals, axis=1, keepdims=True)
    return Cloud(points.astype(np.float32), (normals / long).astype(np.float32), np.ones(count, np.float32))


def ring_of(corners: int, radius: float, start: float = 0.0) -> Floats:
    """Returns a regular polygon (n, 2), ``start`` in radians."""
    angles = start + np.arange(corners) * 2 * math.pi / corners
    return np.column_stack([np.cos(angles), np.sin(angles)]) * radius


def slab(ring: Floats, low: float, high: float, pitch: float, taper: float = 1.0) -> Cloud:
    """Returns sides and top of a convex polygon (n, 2) between two heights; its top is ``taper`` times as wide."""
    parts = []
    tall, middle = max(high - low, 1e-3), ring.mean(0)
    for a, b in zip(ring, np.roll(ring, -1, 0), strict=True):
        edge = b - a
        out = np.array([edge[1], -edge[0]])
        if out @ ((a + b) / 2 - middle) < 0:
            out = -out
        long = float(np.hypot(*edge))
        along, up = np.meshgrid(_steps(long, pitch), _steps(tall, pitch))
        flat = a + along.reshape(-1, 1) * edge
        flat = middle + (flat - middle) * (1 + (taper - 1) * up.reshape(-1, 1))
        points = np.column_stack([flat, low + up.ravel() * tall])
        lean = (1 - taper) * abs(float(out @ ((a + b) / 2 - middle))) / max(long, 1e-6)
        normal = np.array([*out, lean * long / tall])
        parts.append(_cloud(points, np.broadcast_to(normal, points.shape)))
    parts.append(_lid((ring - middle) * taper + middle, high, pitch))
    return joined(parts)


def _steps(length: float, pitch: float) -> Floats:
    count = max(2, math.ceil(length / pitch))
    return (np.arange(count) + 0.5) / count


def _lid(ring: Floats, high: float, pitch: float) -> Cloud:
    low, far = ring.min(0), ring.max(0)
    xs, ys = np.meshgrid(np.arange(low[0], far[0] + pitch, pitch), np.arange(low[1], far[1] + pitch, pitch))
    spots = np.column_stack([xs.ravel(), ys.ravel()])
    inside, middle = np.ones(len(spots), np.bool_), ring.mean(0)
    for a, b in zip(ring, np.roll(ring, -1, 0), strict=True):
        edge = b - a
        side = edge[0] * (spots[:, 1] - a[1]) - edge[1] * (spots[:, 0] - a[0])
        inside &= side * (edge[0] * (middle[1] - a[1]) - edge[1] * (middle[0] - a[0])) >= -1e-9
    points = np.column_stack([spots[inside], np.full(int(inside.sum()), high)])
    return _cloud(points, np.broadcast_to(np.array([0.0, 0, 1]), points.shape))


def cone(low: float, high: float, wide: float, narrow: float, pitch: float, oval: float = 1.0) -> Cloud:
    """Returns a cone frustum (or disc) about the z axis with its lid; ``oval`` is its depth by its width."""
    tall = max(high - low, 1e-3)
    around = max(8, math.ceil(2 * math.pi * max(wide, narrow) / pitch))
    turns = np.arange(around) * 2 * math.pi / around
    grid = np.meshgrid(turns, _steps(math.hypot(tall, wide - narrow), pitch))
    up = grid[1].ravel()
    angle = grid[0].ravel() + up * 0.7
    radius = wide + (narrow - wide) * up
    points = np.column_stack([radius * np.cos(angle), radius * np.sin(angle) * oval, low + tall * up])
    slope = np.full(len(angle), (wide - narrow) / tall)
    normals = np.column_stack([np.cos(angle), np.sin(angle) / oval, slope])
    lid = _lid(ring_of(24, max(narrow, 0.1)), high, pitch).scaled(1, oval, 1)
    return joined([_cloud(points, normals), lid])


def ball(x: float, y: float, z: float, radius: float, pitch: float, tall: float = 1.0) -> Cloud:
    """Returns a ball, ``tall`` times as high as wide."""
    parts = []
    for band in _steps(math.pi * radius, pitch) * math.pi - math.pi / 2:
        around = max(3, math.ceil(2 * math.pi * radius * math.cos(band) / pitch))
        turns = np.arange(around) * 2 * math.pi / around
        level = np.full(around, math.sin(band))
        parts.append(np.column_stack([np.cos(turns) * math.cos(band), np.sin(turns) * math.cos(band), level]))
    normals = np.concatenate(parts)
    return _cloud(normals * radius, normals).scaled(1, 1, tall).moved(x, y, z)


def rod(start: Sequence[float], end: Sequence[float], wide: float, narrow: float, pitch: float) -> Cloud:
    """Returns a round rod between two points."""
    a, b = np.array(start, np.float64), np.array(end, np.float64)
    long = float(np.linalg.norm(b - a))
    way = (b - a) / max(long, 1e-6)
    side = np.cross(way, [0.0, 0, 1] if abs(way[2]) < 0.9 else [1.0, 0, 0])
    side /= np.linalg.norm(side)
    other = np.cross(way, side)
    grid = np.meshgrid(_steps(2 * math.pi * wide, pitch) * 2 * math.pi, _steps(long, pitch))
    angle, up = (one.reshape(-1, 1) for one in grid)
    normals = np.cos(angle) * side + np.sin(angle) * other
    return _cloud(a + (b - a) * up + normals * (wide + (narrow - wide) * up), normals)


def blade(corners: Floats, pitch: float) -> Cloud:
    """Returns a thin sheet of four corners (4, 3) that is seen from both sides: a wing or a cape."""
    a, b, c, d = corners
    u, v = np.meshgrid(
        _steps(float(max(np.linalg.norm(b - a), np.linalg.norm(c - d))), pitch),
        _steps(float(max(np.linalg.norm(d - a), np.linalg.norm(c - b))), pitch),
    )
    u, v = u.reshape(-1, 1), v.reshape(-1, 1)
    points = (1 - u) * (1 - v) * a + u * (1 - v) * b + u * v * c + (1 - u) * v * d
    normal = np.cross(b - a, d - a)
    normal = normal / np.linalg.norm(normal)
    sides = [_cloud(points + normal * way * 0.25, np.broadcast_to(normal * way, points.shape)) for way in (1, -1)]
    return joined(sides)
