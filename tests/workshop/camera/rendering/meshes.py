"""Solid bodies from stacked rings: vertices in mm, faces of four corners with outward normals; a part is convex."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tests.workshop.camera.rendering.fields import Floats, Rng

Faces = NDArray[np.int32]
Point = Sequence[float] | Floats
Section = tuple[float, float, float, float, float]
"""A ring of a loft: height, centre x, centre y, half width x, half width y."""


@dataclass(frozen=True, eq=False)
class Mesh:
    """A body: vertices (n, 3), faces (m, 4), outward normals (m, 3), tone (m) of each face, vertices of each part.

    A tone is what the colour of the plastic is multiplied by; the foot of the body stands at (0, 0, 0).
    """

    vertices: Floats
    faces: Faces
    normals: Floats
    tones: Floats
    parts: tuple[slice, ...]

    @property
    def height(self) -> float:
        """Returns the height in mm."""
        return float(self.vertices[:, 2].max())


def joined(bodies: Sequence[Mesh]) -> Mesh:
    """Returns several bodies as one."""
    starts = np.cumsum([0, *(len(body.vertices) for body in bodies)])
    parts = [
        slice(part.start + start, part.stop + start)
        for body, start in zip(bodies, starts, strict=False)
        for part in body.parts
    ]
    return Mesh(
        np.concatenate([body.vertices for body in bodies]),
        np.concatenate([body.faces + start for body, start in zip(bodies, starts, strict=False)]).astype(np.int32),
        np.concatenate([body.normals for body in bodies]),
        np.concatenate([body.tones for body in bodies]),
        tuple(parts),
    )


def moved(body: Mesh, by: Sequence[float], turn: float = 0.0) -> Mesh:
    """Returns a body turned about the upright axis (radians), then moved."""
    cos, sin = math.cos(turn), math.sin(turn)
    rotation = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]])
    return Mesh(
        body.vertices @ rotation + np.asarray(by, np.float64),
        body.faces,
        body.normals @ rotation,
        body.tones,
        body.parts,
    )


def stretched(body: Mesh, by: Sequence[float]) -> Mesh:
    """Returns a body longer, wider and higher by three factors."""
    if tuple(by) == (1.0, 1.0, 1.0):
        return body
    factors = np.asarray(by, np.float64)
    normals = body.normals / factors
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Mesh(body.vertices * factors, body.faces, normals, body.tones, body.parts)


def painted(body: Mesh, uneven: float, rng: Rng) -> Mesh:
    """Returns a body whose parts are lighter and darker, each by about ``uneven``, and whose hollows are dark."""
    tones = body.tones * (1 - uneven * np.clip(-body.normals[:, 2], 0, 1))
    for part in body.parts:
        own = (body.faces[:, 0] >= part.start) & (body.faces[:, 0] < part.stop)
        tones[own] *= math.exp(rng.normal(0, uneven))
    return Mesh(body.vertices, body.faces, body.normals, tones, body.parts)


def _body(rings: Sequence[Floats], tone: float) -> Mesh:
    sides = len(rings[0])
    vertices = np.concatenate([*rings, rings[0].mean(0)[None], rings[-1].mean(0)[None]])
    bottom, top = len(rings) * sides, len(rings) * sides + 1
    last = (len(rings) - 1) * sides
    faces = []
    for k in range(sides):
        n = (k + 1) % sides
        faces += [
            (r * sides + k, r * sides + n, r * sides + sides + n, r * sides + sides + k) for r in range(len(rings) - 1)
        ]
        faces += [(bottom, k, n, n), (top, last + k, last + n, last + n)]
    array = np.array(faces, np.int32)
    corners = vertices[array]
    # Of a triangle the last corner is double, so that the diagonals still span its plane.
    normals = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals = np.where((np.abs(normals).sum(1) > 1e-9)[:, None], normals, flat)
    centres = np.stack([ring.mean(0) for ring in rings])
    along = np.stack([np.interp(corners[:, :, 2].mean(1), centres[:, 2], centres[:, i]) for i in range(3)], 1)
    outward = corners.mean(1) - (along if np.all(np.diff(centres[:, 2]) > 0) else vertices.mean(0))
    is_cap = np.isin(array[:, 0], (bottom, top))
    outward[is_cap] = corners[is_cap].mean(1) - vertices.mean(0)
    normals = normals * np.sign((normals * outward).sum(1, keepdims=True))
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    return Mesh(vertices, array, normals, np.full(len(array), tone), (slice(0, len(vertices)),))


def loft(
    sections: Sequence[Section], sides: int = 14, tone: float = 1.0, rough: float = 0.0, rng: Rng | None = None
) -> Mesh:
    """Returns a body through oval rings, bottom first; ``rough`` mm of folds run along it."""
    angles = np.arange(sides) * 2 * math.pi / sides
    folds = np.zeros(sides) if rng is None else rng.normal(0, rough, sides)
    rings = []
    for z, x, y, rx, ry in sections:
        wave = folds * min(rx, ry) / max(section[3] for section in sections)
        ring = np.column_stack([x + (rx + wave) * np.cos(angles), y + (ry + wave) * np.sin(angles), np.full(sides, z)])
        rings.append(ring)
    return _body(rings, tone)


def prism(outline: Floats, low: float, high: float, taper: float = 1.0, tone: float = 1.0) -> Mesh:
    """Returns an upright block over an outline (n, 2); its top is ``taper`` times as wide."""
    rings = [np.column_stack([outline * factor, np.full(len(outline), z)]) for z, factor in ((low, 1.0), (high, taper))]
    return _body(rings, tone)


def rod(start: Point, end: Point, thick: float, thin: float, sides: int = 7, tone: float = 1.0) -> Mesh:
    """Returns a limb or a staff between two points with a radius at each."""
    a, b = np.asarray(start, np.float64), np.asarray(end, np.float64)
    axis = (b - a) / np.linalg.norm(b - a)
    side = np.cross(axis, [0.0, 0.0, 1.0] if abs(axis[2]) < 0.9 else [1.0, 0.0, 0.0])
    side /= np.linalg.norm(side)
    other = np.cross(axis, side)
    angles = np.arange(sides) * 2 * math.pi / sides
    circle = np.cos(angles)[:, None] * side + np.sin(angles)[:, None] * other
    return tube([a + circle * thick, (a + b) / 2 + circle * (thick + thin) / 2, b + circle * thin], tone)


def tube(rings: Sequence[Floats], tone: float = 1.0) -> Mesh:
    """Returns a body through rings that stand one after the other along any axis."""
    made = _body(rings, tone)
    corners = made.vertices[made.faces]
    start, end = rings[0].mean(0), rings[-1].mean(0)
    axis = (end - start) / np.linalg.norm(end - start)
    middle = corners.mean(1)
    along = start + np.clip((middle - start) @ axis, 0, np.linalg.norm(end - start))[:, None] * axis
    outward = middle - along
    outward = np.where((np.linalg.norm(outward, axis=1) < 1e-6)[:, None], middle - made.vertices.mean(0), outward)
    caps = np.isin(made.faces[:, 0], (len(made.vertices) - 2, len(made.vertices) - 1))
    outward[caps] = middle[caps] - made.vertices.mean(0)
    signs = np.sign((made.normals * outward).sum(1, keepdims=True))
    return Mesh(made.vertices, made.faces, made.normals * np.where(signs == 0, 1, signs), made.tones, made.parts)


def ball(centre: Sequence[float], radius: float, tall: float = 1.0, sides: int = 10, tone: float = 1.0) -> Mesh:
    """Returns a ball, ``tall`` times as high as wide."""
    x, y, z = centre
    steps = np.linspace(-0.97, 0.97, 6)
    return loft(
        [(z + radius * tall * s, x, y, radius * math.sqrt(1 - s * s), radius * math.sqrt(1 - s * s)) for s in steps],
        sides,
        tone,
    )


def regular_polygon(corners: int, radius: float, first: float = 0.0) -> Floats:
    """Returns the corners (n, 2) of a regular polygon."""
    angles = first + np.arange(corners) * 2 * math.pi / corners
    return np.column_stack([radius * np.cos(angles), radius * np.sin(angles)])
