"""Draws clouds of points by depth: which point each pixel shows, how it is lit, what shadows all of them throw."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.workshop.camera.second.bodies import body
from tests.workshop.camera.second.copies import Colour, Copy
from tests.workshop.camera.second.layout import Standing
from tests.workshop.camera.second.lens import Eye, Floats, Plate, Singles
from vision.board.geometry import Board

Mask = NDArray[np.uint8]
GAMMA = 2.2
AROUND = 130
"""How far in mm shadows are kept beyond the board."""


@dataclass(frozen=True)
class Lamp:
    """The light: directions in degrees as of the camera, ``spread`` of a wide lamp in degrees; ``ambient`` is the share
    that comes from everywhere; ``colour`` (red, green, blue) of all of it."""

    azimuth: float = 215.0
    elevation: float = 55.0
    spread: float = 6.0
    ambient: float = 0.55
    colour: Colour = (1.0, 1.0, 1.0)

    @property
    def way(self) -> Floats:
        """Returns the direction towards the light."""
        up, around = math.radians(self.elevation), math.radians(self.azimuth)
        return np.array([math.cos(up) * math.sin(around), math.cos(up) * math.cos(around), math.sin(up)])

    def ways(self, count: int) -> list[Floats]:
        """Returns directions towards parts of the lamp."""
        steps = np.arange(count) * 2.399963
        reach = np.sqrt((np.arange(count) + 0.5) / count) * self.spread
        up, around = self.elevation + reach * np.sin(steps), self.azimuth + reach * np.cos(steps) * 1.4
        return [Lamp(float(a), float(np.clip(u, 12, 88))).way for u, a in zip(up, around, strict=True)]


@dataclass(frozen=True, eq=False)
class Drawn:
    """Pixels that show pieces: flat indices (n,), linear colours (n, 3; blue, green, red), piece numbers (n,), and the
    depth in mm of every pixel (rows, columns; endless where there is none)."""

    index: NDArray[np.intp]
    colours: Singles
    owner: NDArray[np.int16]
    depth: Singles


@dataclass(frozen=True, eq=False)
class Heap:
    """All points of all pieces in the world, how light each is, the number of its piece; linear colours (n, 3) and
    gloss (n,) of each piece."""

    points: Singles
    normals: Singles
    light: Singles
    owner: NDArray[np.int16]
    colours: Singles
    gloss: Singles


def heap(of: Copy, pieces: Sequence[Standing], plates: tuple[Plate, Plate], seam: float) -> Heap:
    """Returns the points of all pieces where they stand."""
    parts: list[tuple[Singles, Singles, Singles]] = []
    colours, gloss = np.zeros((len(pieces), 3), np.float32), np.zeros(len(pieces), np.float32)
    for number, piece in enumerate(pieces):
        cloud = body(of, piece.kind, piece.faction, piece.pose)
        cos, sin = math.cos(piece.turn), math.sin(piece.turn)
        spin = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
        plate = plates[0] if piece.x < seam else plates[1]
        both = (plate.turn @ spin).T.astype(np.float32)
        move = plate.place(np.array([[piece.x, piece.y, piece.lift]]))[0].astype(np.float32)
        parts.append((cloud.points @ both + move, cloud.normals @ both, cloud.light))
        made = of.made_of(piece.kind, piece.faction)
        colours[number], gloss[number] = np.array(made.colour[::-1]) ** GAMMA, made.gloss
    if not parts:
        none = np.zeros((0, 3), np.float32)
        return Heap(none, none, np.zeros(0, np.float32), np.zeros(0, np.int16), colours, gloss)
    points, normals, light = (np.concatenate(column) for column in zip(*parts, strict=True))
    owner = np.repeat(np.arange(len(parts), dtype=np.int16), [len(part[0]) for part in parts])
    return Heap(points, normals, light, owner, colours, gloss)


def draw(of: Heap, eye: Eye, lamp: Lamp) -> Drawn:
    """Returns what of the pieces the photo shows, by depth alone, in whatever order they come."""
    wide, tall = eye.size
    depth = np.full((tall, wide), np.inf, np.float32)
    towards = eye.position.astype(np.float32) - of.points
    front = np.flatnonzero(np.einsum("ij,ij->i", of.normals, towards) > 0)
    pixels, far = eye.see(of.points[front])
    at = np.round(pixels).astype(np.int32)
    inside = (at[:, 0] >= 0) & (at[:, 1] >= 0) & (at[:, 0] < wide) & (at[:, 1] < tall)
    front, far, at = front[inside], far[inside], at[inside]
    order = np.argsort(-far)
    front, far = front[order], far[order]
    flat = at[order, 1].astype(np.intp) * wide + at[order, 0]
    shown = np.full(tall * wide, -1, np.int32)
    # Of equal indices the last counts: the nearest point.
    shown[flat] = np.arange(len(flat), dtype=np.int32)
    _fill(shown, wide, tall)
    index = np.flatnonzero(shown >= 0)
    nearest = front[shown[index]]
    depth.ravel()[index] = far[shown[index]]
    colours = _lit(of, nearest, eye, lamp)
    return Drawn(index, colours, of.owner[nearest], depth)


def _fill(shown: NDArray[np.int32], wide: int, tall: int) -> None:
    """Closes the pinholes between points with what is beside them."""
    mask = (shown >= 0).astype(np.uint8).reshape(tall, wide)
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    holes = np.flatnonzero((closed > mask).ravel())
    for step in (1, -1, wide, -wide, wide + 1, -wide - 1):
        beside = np.clip(holes + step, 0, len(shown) - 1)
        take = (shown[holes] < 0) & (mask.ravel()[beside] > 0)
        shown[holes[take]] = shown[beside[take]]


def _lit(of: Heap, which: NDArray[np.intp], eye: Eye, lamp: Lamp) -> Singles:
    points, normals = of.points[which], of.normals[which]
    way = lamp.way.astype(np.float32)
    facing = np.clip(normals @ way, 0, 1)
    direct = facing / np.float32(max(way[2], 0.4)) * _reached(of, points, way)
    sky = 0.62 + 0.38 * normals[:, 2]
    near = 0.72 + 0.28 * np.clip(points[:, 2] / 14, 0, 1)
    strength = np.float32(lamp.ambient) * sky * near + np.float32(1 - lamp.ambient) * direct
    half = eye.position.astype(np.float32) - points
    half = half / np.linalg.norm(half, axis=1, keepdims=True) + way
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    owner = of.owner[which]
    shine = of.gloss[owner] * 0.55 * np.clip(np.einsum("ij,ij->i", normals, half), 0, 1) ** 28 * (0.3 + 0.7 * direct)
    strength *= of.light[which]
    return np.asarray(of.colours[owner] * strength[:, None] + shine[:, None], np.float32)


def _reached(of: Heap, points: Singles, way: Singles) -> Singles:
    """Returns which points the light reaches: none that has another one before it in a grid across the light."""
    side = np.cross(way, np.array([0.3, 1.0, 0.1], np.float32))
    side /= np.linalg.norm(side)
    other = np.cross(way, side)
    frame = np.stack([side, other, way]).astype(np.float32)
    cell = np.float32(1 / 0.8)
    casters = of.points[::2] @ frame.T
    low = casters[:, :2].min(0)
    spots = ((casters[:, :2] - low) * cell).astype(np.int32)
    wide, tall = (int(spots[:, axis].max()) + 2 for axis in (0, 1))
    grid = np.full(wide * tall, -1e6, np.float32)
    np.maximum.at(grid, spots[:, 1] * wide + spots[:, 0], casters[:, 2])
    here = points @ frame.T
    at = np.clip(((here[:, :2] - low) * cell).astype(np.int32), 0, [wide - 1, tall - 1])
    blocked = np.clip((grid[at[:, 1] * wide + at[:, 0]] - here[:, 2] - 1.6) / 1.5, 0, 1)
    return np.asarray(1 - blocked, np.float32)


def shadows(of: Heap, solids: Sequence[Floats], lamp: Lamp, on: Board) -> Singles:
    """Returns how much of the light reaches the board (0 to 1), one pixel a mm, ``AROUND`` mm beyond its edges.

    ``solids`` are corners (n, 3) of other bodies, each of which throws the shadow of its hull.
    """
    rows, columns = round(on.height) + 2 * AROUND, round(on.width) + 2 * AROUND
    dark = np.zeros((rows, columns), np.float32)
    some = of.points[::3]
    ways = lamp.ways(7)
    for way in ways:
        mask = np.zeros((rows, columns), np.uint8)
        along = (way[:2] / way[2]).astype(np.float32)
        spots = np.round(some[:, :2] - some[:, 2:] * along + AROUND).astype(np.int32)
        inside = (spots >= 0).all(1) & (spots[:, 0] < columns) & (spots[:, 1] < rows)
        mask[spots[inside, 1], spots[inside, 0]] = 1
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
        for corners in solids:
            flat = (corners[:, :2] - corners[:, 2:] * along + AROUND).astype(np.float32)
            cv2.fillConvexPoly(mask, np.round(cv2.convexHull(flat)).astype(np.int32), 1)
        dark += mask
    light = 1 - cv2.GaussianBlur(dark / len(ways), (0, 0), 0.7)
    # What stands on the board keeps light of the room from its foot.
    foot = np.zeros((rows, columns), np.float32)
    low = of.points[::3][some[:, 2] < 9]
    at = np.clip(np.round(low[:, :2] + AROUND).astype(np.int32), 0, [columns - 1, rows - 1])
    foot[at[:, 1], at[:, 0]] = 1
    close = 1 - 0.5 * np.clip(cv2.GaussianBlur(foot, (0, 0), 4.0) * 1.4, 0, 1)
    return np.asarray(lamp.ambient * close + (1 - lamp.ambient) * light, np.float32)
