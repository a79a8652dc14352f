"""Pieces of a box modelled by yet another hand: people in many poses, machines and worms, as soft bodies."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from tests.workshop.camera.rendering.fields import Rng, generator
from tests.workshop.camera.rendering.sculpts import BASE_RADIUS, HEIGHT
from tests.workshop.camera.rendering.variety import Shapes
from tests.workshop.camera.traced.solids import (
    Distance,
    Surface,
    block,
    bone,
    column,
    egg,
    rough,
    surface,
    united,
    without,
)


@dataclass(frozen=True)
class Style:
    """How somebody models figures: how tall heads are (shares of the figure), how stout bodies, how far arms and
    weapons reach, how soft the surface is, how thick bases are and how uneven their ground; how often they wear robes,
    how low they crouch at most, how often they are armed."""

    head: float
    stout: float
    reach: float
    soft: float
    base: float
    ground: float
    robes: float
    crouch: float
    weapon: float


def style_of(seed: int) -> Style:
    """Returns the style of a world's sculptor."""
    rng = generator("style", seed)
    return Style(
        float(rng.uniform(0.065, 0.1)),
        float(rng.uniform(0.8, 1.25)),
        float(rng.uniform(0.8, 1.3)),
        float(rng.uniform(0.3, 1.6)),
        float(rng.uniform(1.4, 3.6)),
        float(rng.choice([0.0, rng.uniform(0.2, 1.2)])),
        float(rng.uniform(0.2, 0.9)),
        float(rng.uniform(0.0, 0.35)),
        float(rng.uniform(0.5, 1.0)),
    )


@lru_cache(maxsize=512)
def sculpture(seed: int, faction: str | None, kind: str, number: int, shapes: Shapes) -> Surface:
    """Returns a piece of a world's box, standing at (0, 0, 0)."""
    rng, style = generator("sculpture", seed, faction or "none", kind, number), style_of(seed)
    design = generator("design", seed, faction or "none", kind)
    if kind == "harvester":
        return _stretched(_harvester(design), 26, 22, shapes.vehicle)
    if kind == "ornithopter":
        return _stretched(_ornithopter(design), 28, 26, shapes.vehicle)
    if kind == "carryall":
        return _stretched(_carryall(design), 29, 24, shapes.vehicle)
    if kind in ("sandworm", "wild_maker"):
        size = 1.0 if kind == "sandworm" else 1.25
        return _stretched(_worm(rng, size), 26 * size, 56 * size, shapes.worm)
    tall = HEIGHT[kind] * shapes.tall  # type: ignore[index]
    radius = BASE_RADIUS[kind] * shapes.base  # type: ignore[index]
    body = _figure(rng, design, style, kind, faction == "atreides", tall, radius, shapes)
    return surface(body, max(radius * 1.5, tall * 0.55), tall * 1.45)


def _stretched(body: Distance, reach: float, tall: float, by: tuple[float, float, float]) -> Surface:
    plain = surface(body, reach, tall)
    factors = np.asarray(by, np.float32)
    normals = plain.normals / factors
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-9
    return Surface(plain.vertices * factors, normals, plain.faces)


def _figure(
    rng: Rng, design: Rng, style: Style, kind: str, robed: bool, tall: float, radius: float, shapes: Shapes
) -> Distance:
    grown = {"regular": 0.9, "elite": 1.0, "special": 1.08, "generic": 1.1, "named": 1.2}[kind]
    stout = style.stout * grown * shapes.bulk * float(rng.uniform(0.93, 1.07))
    foot = style.base
    low = 1 - style.crouch * float(rng.random())
    high = (tall - foot) * low
    lean = rng.normal(0, 0.05, 2) * high

    def at(share: float, x: float = 0.0, y: float = 0.0) -> list[float]:
        return [lean[0] * share + x, lean[1] * share + y, foot + high * share]

    parts: list[Distance] = []
    wears_robe = float(design.random()) < (style.robes if robed else style.robes * 0.5) or kind in ("generic", "named")
    if wears_robe:
        flare = float(rng.uniform(3.6, 5.6)) * stout
        parts += [bone(at(0.04), at(0.5), flare, 3.0 * stout)]
        parts += [
            bone(at(0.02, flare * math.cos(t), flare * math.sin(t)), at(0.4), 1.6 * stout, 2.0 * stout)
            for t in rng.uniform(0, 2 * math.pi, int(rng.integers(2, 6)))
        ]
    else:
        for side in (-1, 1):
            sole = at(0.0, side * float(rng.uniform(1.5, 4.5)), float(rng.normal(0, 2.0)))
            knee = at(0.27, side * float(rng.uniform(1.5, 3.5)), float(rng.normal(-0.6, 1.2)))
            hip = at(0.5, side * 1.5 * stout)
            parts += [bone(sole, knee, 1.4 * stout, 1.5 * stout), bone(knee, hip, 1.6 * stout, 2.2 * stout)]
    parts += [egg(at(0.52), (2.7 * stout, 2.1 * stout, high * 0.08))]
    parts += [egg(at(0.68), (3.6 * stout, 2.5 * stout, high * 0.15))]
    head = style.head * high * (1 if kind != "named" else 1.1)
    parts += [egg(at(0.91), (head * 0.85, head * 0.95, head * 1.15)), bone(at(0.8), at(0.88), 1.3, 1.2)]
    wear = float(design.random())
    if wear < 0.35:
        parts.append(bone(at(0.93), at(1.0), head * 1.15, head * 0.6))
    elif wear < 0.55:
        parts.append(bone(at(0.8, 0, 1.2), at(0.97, 0, 0.6), 2.4 * stout, head * 1.05))
    if design.random() < 0.45 or kind in ("elite", "special"):
        parts += [egg(at(0.79, side * 3.5 * stout), (2.0 * stout, 1.9 * stout, 1.5 * stout)) for side in (-1, 1)]
    if kind == "named" or design.random() < 0.3:
        wide = float(rng.uniform(2.5, 4.5)) * stout
        turn = (float(rng.normal(0.25, 0.1)), 0.0, float(rng.normal(0, 0.2)))
        parts.append(block(at(0.42, 0, 3.4 * stout), (wide, 0.7, high * 0.38), turn))
    if design.random() < 0.3:
        parts.append(block(at(0.68, 0, 2.8 * stout), (2.0 * stout, 1.3 * stout, high * 0.1)))
    armed = _arms(rng, design, style, kind, stout, high, at)
    body = united([united(parts, style.soft), *armed], style.soft * 0.4)
    body = rough(body, float(rng.uniform(0.0, 0.22)), float(rng.uniform(2.5, 6)), rng)
    return united([_base(rng, style, kind, radius), body])


def _base(rng: Rng, style: Style, kind: str, radius: float) -> Distance:
    corners = {"elite": 4, "special": 6}.get(kind, 0)
    narrow = radius * float(rng.uniform(0.88, 1.0))
    plate = column(0, style.base, radius, narrow, corners, math.pi / 4 if corners == 4 else 0.0)
    if style.ground <= 0:
        return plate
    lumps = [
        egg(
            (*(rng.uniform(-0.55, 0.55, 2) * radius), style.base * 0.8),
            (*(rng.uniform(1.2, 3.5, 2)), style.ground * float(rng.uniform(0.6, 1.8))),
        )
        for _ in range(4)
    ]
    return united([plate, *lumps], 0.6)


def _arms(
    rng: Rng, design: Rng, style: Style, kind: str, stout: float, high: float, at: Callable[[float, float], list[float]]
) -> list[Distance]:
    parts: list[Distance] = []
    hands = []
    for side in (-1, 1):
        shoulder = np.array(at(0.77, side * 3.7 * stout))
        out = float(rng.uniform(0.2, 1.6)) * style.reach
        elbow = np.add(shoulder, (side * out * 1.6, rng.normal(-0.5, 1.2), -high * rng.uniform(0.02, 0.16)))
        ahead = abs(float(rng.normal(1.5, 2.0))) * style.reach
        hand = np.add(elbow, (side * rng.normal(0.3, 1.2), -ahead, high * rng.uniform(-0.12, 0.16)))
        parts += [bone(shoulder, elbow, 1.35 * stout, 1.15 * stout), bone(elbow, hand, 1.15 * stout, 0.95 * stout)]
        hands.append(hand)
    weapon = float(design.random())
    if weapon > style.weapon:
        return parts
    long = high * {"regular": 0.5, "elite": 0.62, "special": 0.72, "generic": 0.45, "named": 0.55}[kind]
    long *= float(rng.uniform(0.7, 1.2))
    if weapon < 0.3:
        # A staff, spear or banner that stands on the ground.
        way = np.array([float(rng.normal(0, 0.12)), float(rng.normal(0, 0.12)), 1.0])
        foot = hands[1] - way * max(hands[1][2] - 2.5, 0)
        top = hands[1] + way * min(long, high * 1.35 - hands[1][2])
        parts.append(bone(foot, top, 0.75, 0.65))
        if kind in ("generic", "named") and design.random() < 0.5:
            parts.append(block(top - way * long * 0.15 + np.array([2.4, 0, 0]), (2.4, 0.6, long * 0.16)))
    elif weapon < 0.6:
        way = hands[0] - hands[1] + rng.normal(0, 1.5, 3)
        way = way / (np.linalg.norm(way) + 1e-6) * long
        parts.append(bone(hands[1] - way * 0.3, hands[1] + way * 0.7, 0.95, 0.7))
    else:
        for hand in hands[: 1 + int(design.random() < 0.4)]:
            way = rng.normal(0, 1, 3) + np.array([0, -0.8, 0.6])
            way = way / (np.linalg.norm(way) + 1e-6) * long * 0.7
            parts.append(bone(hand, hand + way, 0.85, 0.6))
    return parts


def _harvester(rng: Rng) -> Distance:
    high = float(rng.uniform(11, 16))
    parts = [block((0, side * 7.6, 2.6), (16, 2.2, 2.6)) for side in (-1, 1)]
    middle, half = (float(rng.uniform(-2, 1)), 0, high * 0.5), (float(rng.uniform(12, 15)), 6.8, high * 0.36)
    parts.append(block(middle, half, edge=float(rng.uniform(0.4, 2.5))))
    for _ in range(int(rng.integers(1, 5))):
        x, y = rng.uniform((-11, -4), (11, 4))
        parts.append(block((x, y, high * 0.85), rng.uniform((1.5, 1.5, 1.5), (5, 3.5, 4.5))))
    if rng.random() < 0.6:
        parts.append(egg((float(rng.uniform(-8, 6)), 0, high), (4.0, 4.0, 3.0)))
    front = float(rng.uniform(16, 21))
    parts += [bone((11, y, 5), (front, y, 2.4), 1.6, 2.0) for y in ((-5, 5) if rng.random() < 0.5 else (-6, 0, 6))]
    return united(parts, float(rng.uniform(0, 0.8)))


def _stand(rng: Rng, radius: float, up: float) -> list[Distance]:
    if rng.random() < 0.6:
        return [column(0, 2.0, radius, radius * 0.93), bone((0, 0, 1), (0, 0, up), 1.3, 1.1)]
    return [bone((x * 4, y * 4, up), (x * 7, y * 6, 0.5), 0.8, 0.9) for x in (-1, 1) for y in (-1, 1)]


def _ornithopter(rng: Rng) -> Distance:
    up, long = float(rng.uniform(13, 20)), float(rng.uniform(7, 12))
    parts = [egg((0, -1, up), (2.6, long, 2.6)), bone((0, long * 0.6, up), (0, long * 1.5, up + 1), 1.5, 0.8)]
    parts.append(egg((0, -long * 0.6, up + 1), (2.0, 3.4, 1.8)))
    for y in (-3.0, 3.0) if rng.random() < 0.7 else (-4.0, 0.0, 4.0):
        sweep, rise, wide = float(rng.normal(0, 0.3)), float(rng.uniform(-0.1, 0.25)), float(rng.uniform(1.2, 2.4))
        span = float(rng.uniform(14, 22))
        for side in (-1, 1):
            x, along = side * math.cos(sweep) * span / 2, math.sin(sweep) * span / 2
            turn = (0.0, -side * rise, side * sweep)
            parts.append(block((x, y + along, up + 1.5 + abs(x) * rise), (span / 2, wide, 0.6), turn))
    return united([*parts, *_stand(rng, 10.0, up)], 0.5)


def _carryall(rng: Rng) -> Distance:
    up, span = float(rng.uniform(12, 17)), float(rng.uniform(17, 25))
    sweep = float(rng.uniform(-0.2, 0.35))
    parts = [egg((0, 0, up + 2), (float(rng.uniform(5, 8)), float(rng.uniform(8, 12)), 3.4))]
    for side in (-1, 1):
        tip = np.array([side * math.cos(sweep), math.sin(sweep)]) * span / 2
        parts.append(block((tip[0], tip[1], up + 2), (span / 2, float(rng.uniform(4, 7)), 1.3), (0, 0, side * sweep)))
        x = side * span * float(rng.uniform(0.45, 0.85))
        parts.append(egg((x, float(rng.normal(0, 2)), up + 1.5), (2.6, float(rng.uniform(4, 8)), 2.6)))
    if rng.random() < 0.5:
        parts.append(block((0, 10, up + 4), (9, 1.6, 0.8)))
    return united([*parts, *_stand(rng, 12.0, up)], 0.7)


def _worm(rng: Rng, size: float) -> Distance:
    tall, turn = float(rng.uniform(36, 50)) * size, float(rng.uniform(0, 2 * math.pi))
    out, thick = float(rng.uniform(2, 14)) * size, float(rng.uniform(6.5, 9)) * size
    spine = []
    for share in np.linspace(0, 1, 12):
        away = out * math.sin(float(share) * 2.2)
        spine.append(np.array([away * math.cos(turn), away * math.sin(turn), 1 + tall * float(share) * 0.93]))
    parts = []
    for number, (a, b) in enumerate(pairwise(spine)):
        wide = thick * (1.05 - 0.3 * number / 11)
        parts.append(bone(a, b, wide, wide * 0.9))
    mouth = spine[-1] + (spine[-1] - spine[-2]) * 0.9
    body = without(united(parts, 0.4), bone(spine[-1], mouth, thick * 0.45, thick * 0.75))
    skirt = [
        egg((r * math.cos(t), r * math.sin(t), 1.0), (5 * size, 5 * size, float(rng.uniform(2, 5))))
        for t, r in zip(rng.uniform(0, 6.3, 7), rng.uniform(6, 12, 7) * size, strict=True)
    ]
    return united([column(0, 2.2, 16 * size, 14 * size), united([body, *skirt], 2.0)], 1.0)
