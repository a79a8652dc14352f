"""Bodies as distances: how far each place is from a surface. Soft unions of them look modelled, not built."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float32]
"""Places in mm: (n, 3), z up."""

Distance = Callable[[Points], NDArray[np.float32]]
"""Millimetres from each place to the surface of a body, negative inside of it."""

Place = Sequence[float] | NDArray[Any]
STEP = 0.85
"""Millimetres between the places that are asked."""


@dataclass(frozen=True, eq=False)
class Surface:
    """Triangles: vertices (n, 3) in mm, their normals outwards, and the three vertices of each face (m, 3)."""

    vertices: Points
    normals: Points
    faces: NDArray[np.int32]


def bone(start: Place, end: Place, thick: float, thin: float) -> Distance:
    """Returns a limb: as thick as ``thick`` (radius) at its start and ``thin`` at its end, both round."""
    a, way = np.asarray(start, np.float32), np.asarray(end, np.float32) - np.asarray(start, np.float32)
    length = max(float(way @ way), 1e-6)

    def distance(at: Points) -> NDArray[np.float32]:
        share = np.clip((at - a) @ way / length, 0, 1)
        out = np.linalg.norm(at - a - share[:, None] * way, axis=1)
        return np.asarray(out - (thick + (thin - thick) * share), np.float32)

    return distance


def egg(middle: Place, reach: Place) -> Distance:
    """Returns an ellipsoid, roughly."""
    centre, radii = np.asarray(middle, np.float32), np.asarray(reach, np.float32)

    def distance(at: Points) -> NDArray[np.float32]:
        return np.asarray((np.linalg.norm((at - centre) / radii, axis=1) - 1) * radii.min(), np.float32)

    return distance


def block(middle: Place, half: Place, turn: Place = (0.0, 0.0, 0.0), edge: float = 0.5) -> Distance:
    """Returns a block with rounded edges, turned about x, y and z (radians)."""
    centre, sides = np.asarray(middle, np.float32), np.maximum(np.asarray(half, np.float32) - edge, 0.05)
    spin = turned(turn)

    def distance(at: Points) -> NDArray[np.float32]:
        out = np.abs((at - centre) @ spin) - sides
        far = np.linalg.norm(np.maximum(out, 0), axis=1)
        return np.asarray(far + np.minimum(out.max(axis=1), 0) - edge, np.float32)

    return distance


def column(low: float, high: float, wide: float, narrow: float, corners: int = 0, turn: float = 0.0) -> Distance:
    """Returns an upright column between two heights, ``wide`` at its foot and ``narrow`` above; 0 corners: round."""

    def distance(at: Points) -> NDArray[np.float32]:
        share = np.clip((at[:, 2] - low) / (high - low), 0, 1)
        out = np.hypot(at[:, 0], at[:, 1])
        if corners:
            angle = np.arctan2(at[:, 1], at[:, 0]) - turn
            sector = 2 * math.pi / corners
            out = out * np.cos((angle + sector / 2) % sector - sector / 2)
        side = out - (wide + (narrow - wide) * share)
        return np.asarray(np.maximum(side, np.maximum(low - at[:, 2], at[:, 2] - high)), np.float32)

    return distance


def united(parts: Sequence[Distance], soft: float = 0.0) -> Distance:
    """Returns bodies as one; ``soft`` is how far in mm their surfaces run into each other."""

    def distance(at: Points) -> NDArray[np.float32]:
        whole = parts[0](at)
        for part in parts[1:]:
            other = part(at)
            if soft <= 0:
                whole = np.minimum(whole, other)
                continue
            share = np.clip(0.5 + 0.5 * (other - whole) / soft, 0, 1)
            whole = other + (whole - other) * share - soft * share * (1 - share)
        return np.asarray(whole, np.float32)

    return distance


def without(body: Distance, hole: Distance) -> Distance:
    """Returns a body with a hole."""
    return lambda at: np.maximum(body(at), -hole(at))


def rough(body: Distance, deep: float, fine: float, rng: np.random.Generator) -> Distance:
    """Returns a body with folds and lumps ``deep`` mm deep and ``fine`` mm wide."""
    ways = rng.normal(0, 2 * math.pi / fine, (5, 3)).astype(np.float32)
    shifts = rng.uniform(0, 6, 5)

    def distance(at: Points) -> NDArray[np.float32]:
        waves = sum(np.sin(at @ way + shift) for way, shift in zip(ways, shifts, strict=True))
        return np.asarray(body(at) + deep * waves / 2.5, np.float32)

    return distance


def turned(by: Place) -> NDArray[np.float32]:
    """Returns the rotation about x, then y, then z."""
    (cx, cy, cz), (sx, sy, sz) = np.cos(by), np.sin(by)
    x = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    y = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    z = np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
    return np.asarray(z @ y @ x, np.float32)


def surface(body: Distance, reach: float, tall: float) -> Surface:
    """Returns the surface of a body that is at most ``reach`` mm from the axis and ``tall`` mm high."""
    from skimage.measure import marching_cubes

    across = np.arange(-reach, reach + STEP, STEP, dtype=np.float32)
    up = np.arange(-STEP, tall + 2 * STEP, STEP, dtype=np.float32)
    grid = np.stack(np.meshgrid(across, across, up, indexing="ij"), axis=-1).reshape(-1, 3)
    values = body(grid).reshape(len(across), len(across), len(up))
    vertices, faces, inwards, _ = marching_cubes(values, 0.0, spacing=(STEP, STEP, STEP), gradient_direction="ascent")
    start = np.array([across[0], across[0], up[0]], np.float32)
    return Surface((vertices + start).astype(np.float32), -inwards.astype(np.float32), faces.astype(np.int32))
