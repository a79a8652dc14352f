"""What lies about and gets into the way: cups, boxes, cards, papers and hands, as faces in space."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.workshop.camera.second.clouds import ring_of
from tests.workshop.camera.second.copies import Rng, shade
from tests.workshop.camera.second.draw import GAMMA, Lamp, Mask
from tests.workshop.camera.second.lens import Eye, Floats, Singles

KINDS = ("cup", "box", "card", "paper", "hand")
SKINS = ((18, 0.45, 0.80), (20, 0.55, 0.62), (16, 0.35, 0.90), (22, 0.60, 0.38))


@dataclass(frozen=True, eq=False)
class Face:
    """A flat convex face: corners (n, 3) in the world, linear colour (blue, green, red); ``soft`` rounds its rim."""

    corners: Floats
    colour: Floats
    soft: bool = False


@dataclass(frozen=True, eq=False)
class Thing:
    """An object: its faces, its ground plan (n, 2) in mm, its height, whether pieces cannot be below it."""

    kind: str
    faces: tuple[Face, ...]
    plan: Floats
    low: float
    high: float
    solid: bool

    @property
    def corners(self) -> Floats:
        """Returns the corners (n, 3) of what throws its shadow."""
        levels = (self.low, self.high)
        return np.concatenate([np.column_stack([self.plan, np.full(len(self.plan), z)]) for z in levels])

    def stands_on(self, x: float, y: float, reach: float) -> bool:
        """Returns whether it is where a piece of this reach would stand."""
        ring = self.plan.astype(np.float32).reshape(-1, 1, 2)
        return self.solid and cv2.pointPolygonTest(ring, (x, y), True) > -reach


def linear(colour: Sequence[float]) -> Floats:
    """Returns the linear colour (blue, green, red) of a stored one (red, green, blue)."""
    return np.array(colour[::-1], np.float64) ** GAMMA


def thing(kind: str, x: float, y: float, eye: Eye, lamp: Lamp, rng: Rng, ground: float = 0.0) -> Thing:
    """Returns an object at a place in mm; ``ground``: the height of what it stands on."""
    if kind == "cup":
        return _cup(x, y, ground, lamp, rng)
    if kind == "hand":
        return _hand(x, y, eye, rng)
    wide, deep, tall = {
        "box": (float(rng.uniform(50, 110)), float(rng.uniform(40, 80)), float(rng.uniform(15, 45))),
        "card": (63.0, 88.0, 0.6),
        "paper": (float(rng.uniform(105, 210)), float(rng.uniform(148, 297)), 0.4),
    }[kind]
    low = ground
    if kind == "paper":
        low += float(rng.choice([0.3, 24.0, 34.0]))
    elif kind == "card":
        low += float(rng.choice([0.3, 26.0]))
    return _block(kind, (x, y), (wide, deep), low, low + tall, lamp, rng)


def _block(
    kind: str, at: tuple[float, float], sides: tuple[float, float], low: float, high: float, lamp: Lamp, rng: Rng
) -> Thing:
    turn = float(rng.uniform(0, math.pi))
    rotation = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    plan = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(sides) / 2) @ rotation.T + at
    if kind == "paper":
        colour = shade(48, 0.06, 0.93, rng, 0.4)
    else:
        colour = shade(float(rng.uniform(0, 360)), float(rng.uniform(0.1, 0.7)), float(rng.uniform(0.25, 0.85)), rng)
    bottom, top = (np.column_stack([plan, np.full(4, z)]) for z in (low, high))
    faces = []
    for n in range(4):
        m = (n + 1) % 4
        out = np.append((plan[n] + plan[m]) / 2 - np.array(at), 0)
        strength = _strength(out, lamp)
        faces.append(Face(np.stack([bottom[n], bottom[m], top[m], top[n]]), linear(colour) * strength))
    faces.append(Face(top, linear(colour)))
    lines = int(rng.integers(0, 14))
    ink = linear(shade(float(rng.uniform(0, 360)), 0.4, 0.25 if kind == "paper" else 0.9, rng))
    for line in range(lines):
        share = 0.1 + 0.8 * line / max(lines, 1)
        long = float(rng.uniform(0.4, 0.9))
        ends = [top[0] + (top[3] - top[0]) * s for s in (share, share + 0.02)]
        across = (top[1] - top[0]) * long
        start = (top[1] - top[0]) * 0.06
        faces.append(Face(np.stack([ends[0] + start, ends[0] + across, ends[1] + across, ends[1] + start]), ink))
    return Thing(kind, tuple(faces), plan, low, high, kind == "box" or low < 20)


def _strength(out: Floats, lamp: Lamp) -> float:
    return lamp.ambient * 0.7 + (1 - lamp.ambient) * max(0.0, float(out @ lamp.way) / float(np.linalg.norm(out)))


def _cup(x: float, y: float, ground: float, lamp: Lamp, rng: Rng) -> Thing:
    wide, tall = float(rng.uniform(32, 46)), float(rng.uniform(70, 110))
    colour = linear(shade(float(rng.uniform(0, 360)), float(rng.uniform(0, 0.7)), float(rng.uniform(0.3, 0.95)), rng))
    count = 28
    middle = np.array([x, y])
    base, rim = ring_of(count, wide * 0.85) + middle, ring_of(count, wide) + middle
    faces = []
    for n in range(count):
        m = (n + 1) % count
        out = np.append(rim[n] + rim[m] - 2 * middle, 0)
        corners = [(*base[n], ground), (*base[m], ground), (*rim[m], ground + tall), (*rim[n], ground + tall)]
        faces.append(Face(np.array(corners), colour * _strength(out, lamp)))
    top = np.column_stack([rim, np.full(count, ground + tall)])
    faces.append(Face(top, colour))
    inner = np.column_stack([ring_of(count, wide * 0.9) + middle, np.full(count, ground + tall)])
    faces.append(Face(inner, colour * 0.45))
    drink = np.column_stack([ring_of(count, wide * 0.8) + middle, np.full(count, ground + tall - 6)])
    faces.append(Face(drink, linear(shade(26, 0.7, float(rng.uniform(0.12, 0.4)), rng))))
    return Thing("cup", tuple(faces), rim, ground, ground + tall, True)


def _hand(x: float, y: float, eye: Eye, rng: Rng) -> Thing:
    """A hand that reaches in from the side of the photo nearest to the player, over the board."""
    skin = linear(shade(*SKINS[int(rng.integers(len(SKINS)))], rng, 0.5))
    height = float(rng.uniform(38, 90))
    around = math.atan2(eye.axes[1][0], eye.axes[1][1]) + float(rng.normal(0, 0.5))
    out, side = np.array([math.sin(around), math.cos(around)]), np.array([math.cos(around), -math.sin(around)])
    at, faces, outline = np.array([x, y]), [], []

    def limb(start: Floats, end: Floats, wide: float, narrow: float, tone: float) -> None:
        way = (end - start) / max(float(np.hypot(*(end - start))), 1e-6)
        left = np.array([-way[1], way[0]])
        cap = [end + (way * math.cos(a) + left * math.sin(a)) * narrow for a in np.linspace(-1.5, 1.5, 8)]
        flat = np.array([start + left * wide, start - left * wide, *cap])
        flat = cv2.convexHull(flat.astype(np.float32)).reshape(-1, 2).astype(np.float64)
        faces.append(Face(np.column_stack([flat, np.full(len(flat), height)]), skin * tone, True))
        outline.append(flat)

    limb(at + out * 700, at + out * 40, 34, 30, 0.94)
    limb(at + out * 45, at - out * 22, 36, 40, 1.0)
    curl = float(rng.uniform(0.5, 1.1))
    for n, spread in enumerate((-1.2, -0.4, 0.4, 1.15)):
        root = at - out * 18 + side * spread * 26
        limb(root, root - out * (62 - 7 * abs(n - 1.5)) * curl + side * spread * 9, 9.5, 7.5, 0.97 + 0.04 * (n % 2))
    thumb = at + out * 12 + side * 34
    limb(thumb, thumb - out * 42 + side * 20, 12, 9, 1.02)
    plan = cv2.convexHull(np.concatenate(outline).astype(np.float32)).reshape(-1, 2).astype(np.float64)
    return Thing("hand", tuple(faces), plan, height, height + 12, False)


def paint(image: Singles, depth: Singles, things: Sequence[Thing], eye: Eye, lamp: Lamp) -> Mask:
    """Draws things over a linear picture where nothing nearer is; returns which pixels they took (255)."""
    taken = np.zeros(image.shape[:2], np.uint8)
    faces = [(_distance(face, eye), n, face) for n, face in enumerate(f for one in things for f in one.faces)]
    hands = {id(face) for one in things if one.kind == "hand" for face in one.faces}
    by_thing = {id(face): number for number, one in enumerate(things) for face in one.faces}
    far = {number: _distance_of(one, eye) for number, one in enumerate(things)}
    # The farthest thing first; of one thing its sides by distance, then what lies upon its top in order.
    faces.sort(key=lambda one: (-far[by_thing[id(one[2])]], _flat(one[2]), 0 if _flat(one[2]) else -one[0], one[1]))
    for _, _, face in faces:
        pixels, away = eye.see(face.corners)
        box = _box(pixels, eye.size)
        if box is None:
            continue
        x0, y0, x1, y1 = box
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(mask, [np.round((pixels - (x0, y0)) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        here = (mask > 0) & (depth[y0:y1, x0:x1] > float(np.median(away)) - (0 if id(face) in hands else 10))
        alpha = (mask.astype(np.float32) / 255 * here)[..., None]
        tone = np.float32(1)
        part = image[y0:y1, x0:x1]
        if face.soft:
            inner = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
            tone = (0.62 + 0.38 * np.sqrt(np.clip(inner / max(float(inner.max()), 1), 0, 1)))[..., None]
        part += (face.colour.astype(np.float32) * tone - part) * alpha
        taken[y0:y1, x0:x1][here & (mask > 127)] = 255
    return taken


def _flat(face: Face) -> bool:
    return float(np.ptp(face.corners[:, 2])) < 1e-6


def _distance(face: Face, eye: Eye) -> float:
    return float(np.linalg.norm(face.corners.mean(0) - eye.position))


def _distance_of(one: Thing, eye: Eye) -> float:
    return float(np.linalg.norm(np.append(one.plan.mean(0), one.high) - eye.position))


def _box(pixels: NDArray[np.floating], size: tuple[int, int]) -> tuple[int, int, int, int] | None:
    x0, y0 = np.maximum(np.floor(pixels.min(0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(pixels.max(0)).astype(int) + 2, size)
    return (int(x0), int(y0), int(x1), int(y1)) if x1 > x0 and y1 > y0 else None
