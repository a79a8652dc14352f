"""The pieces in the box as solid bodies: three sculpts of each kind of unit, leaders, vehicles, worms, cardboard."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from tests.workshop.camera.rendering.fields import Floats, Rng, generator
from tests.workshop.camera.rendering.meshes import (
    Mesh,
    ball,
    joined,
    loft,
    moved,
    painted,
    prism,
    regular_polygon,
    rod,
    stretched,
    tube,
)
from tests.workshop.camera.rendering.variety import USUAL, Shapes

Faction = Literal["harkonnen", "atreides"]
Kind = Literal[
    "regular",
    "elite",
    "special",
    "generic",
    "named",
    "harvester",
    "ornithopter",
    "carryall",
    "sandworm",
    "wild_maker",
]
UNITS: tuple[Kind, ...] = ("regular", "elite", "special")
LEADERS: tuple[Kind, ...] = ("generic", "named")
SCULPTS = 3

BASE_RADIUS: dict[Kind, float] = {
    "regular": 9.0,
    "elite": 9.0,
    "special": 10.0,
    "generic": 11.0,
    "named": 12.5,
    "harvester": 17.0,
    "ornithopter": 10.0,
    "carryall": 12.0,
    "sandworm": 16.0,
    "wild_maker": 19.0,
}
"""How far in mm the base reaches from its centre (half the side of the square base of an elite)."""

HEIGHT: dict[Kind, float] = {"regular": 26, "elite": 29, "special": 31, "generic": 34, "named": 38}
BASE_HEIGHT = 2.2


@dataclass(frozen=True)
class Footprint:
    """The outline of a base (n, 2) in mm about its centre and the radius of the circle around it."""

    outline: Floats
    reach: float


@lru_cache(maxsize=64)
def footprint(kind: Kind, shapes: Shapes = USUAL) -> Footprint:
    """Returns the base of a kind: round regular, square elite, hexagonal special; leaders and models round."""
    figure = kind in (*UNITS, *LEADERS)
    radius = BASE_RADIUS[kind] * (shapes.base if figure else 1.0)
    if kind == "elite":
        outline = regular_polygon(4, radius * math.sqrt(2), math.pi / 4)
    elif kind == "special":
        outline = regular_polygon(6, radius * 1.05)
    elif kind == "harvester":
        outline = np.array([[-17, -10], [17, -10], [17, 10], [-17, 10]], np.float64)
    else:
        outline = regular_polygon(20, radius)
    if not figure:
        outline = outline * (shapes.worm if kind in ("sandworm", "wild_maker") else shapes.vehicle)[:2]
    return Footprint(outline, float(np.hypot(*outline.T).max()))


@lru_cache(maxsize=256)
def sculpt(world: int, faction: Faction | None, kind: Kind, number: int, shapes: Shapes = USUAL) -> Mesh:
    """Returns a sculpt of a world's box; faction None for vehicles and worms."""
    rng = generator("sculpt", world, faction or "grey", kind, number)
    if kind == "harvester":
        mesh = stretched(_harvester(rng), shapes.vehicle)
    elif kind == "ornithopter":
        mesh = stretched(_ornithopter(rng), shapes.vehicle)
    elif kind == "carryall":
        mesh = stretched(_carryall(rng), shapes.vehicle)
    elif kind in ("sandworm", "wild_maker"):
        mesh = stretched(_worm(rng, kind), shapes.worm)
    elif shapes.plain:
        mesh = _turned(rng, kind, shapes)
    else:
        mesh = _figure(rng, faction == "atreides", kind, shapes)
    return painted(mesh, shapes.wash, rng) if shapes.wash else mesh


def _turned(rng: Rng, kind: Kind, shapes: Shapes) -> Mesh:
    """Returns a figure that is a cone with shoulders and a ball, and at times something in its hand."""
    tall = (HEIGHT[kind] - BASE_HEIGHT) * rng.uniform(0.93, 1.07) * shapes.tall
    bulk = {"regular": 0.92, "elite": 1.0, "special": 1.1, "generic": 1.1, "named": 1.22}[kind] * shapes.bulk
    foot, wide, waist, chest = (
        BASE_HEIGHT,
        *(rng.uniform(low, high) * bulk for low, high in ((4, 6.5), (2.4, 4), (3.4, 5))),
    )
    profile = ((0.0, wide), (0.45, waist), (0.74, chest), (0.8, 1.8 * bulk))
    bodies = [prism(footprint(kind, shapes).outline, 0, foot, 0.94, 0.82)]
    bodies.append(loft([(foot + tall * share, 0, 0, r, r * 0.85) for share, r in profile], 12))
    bodies.append(ball((0, 0, foot + tall * 0.9), 2.3 * bulk, 1.1, 8, 1.05))
    if rng.random() < 0.5:
        side = chest * 1.1
        bodies.append(
            rod((side, 1, foot + tall * 0.3), (side + 1, -1, foot + tall * rng.uniform(0.8, 1.2)), 0.9, 0.6, 6)
        )
    return joined(bodies)


def _figure(rng: Rng, robed: bool, kind: Kind, shapes: Shapes) -> Mesh:
    tall = (HEIGHT[kind] - BASE_HEIGHT) * rng.uniform(0.95, 1.05) * shapes.tall
    bulk = {"regular": 0.92, "elite": 1.0, "special": 1.1, "generic": 1.1, "named": 1.22}[kind] * rng.uniform(
        0.94, 1.06
    )
    bulk *= (0.95 if robed else 1.06) * shapes.bulk
    lean = rng.normal(0, 0.05, 2) * tall
    foot = BASE_HEIGHT

    def at(share: float) -> tuple[float, float, float]:
        return (foot + tall * share, lean[0] * share, lean[1] * share)

    waist, chest = 3.0 * bulk, 4.2 * bulk
    base = prism(footprint(kind, shapes).outline, 0, BASE_HEIGHT, 0.94, 0.82)
    bodies = [base]
    if robed or kind in ("generic", "named") or rng.random() < 0.3:
        flare = rng.uniform(4.6, 6.0) * bulk
        steps = ((0.0, flare), (0.15, flare * 0.9), (0.35, flare * 0.72), (0.55, waist * 1.1))
        bodies.append(loft([(*at(s), r, r * 0.85) for s, r in steps], 16, 0.97, 0.6, rng))
    else:
        stride = rng.uniform(2.0, 4.0)
        for side in (-1, 1):
            hip, sole = np.array([*at(0.52)[1:], at(0.52)[0]]), np.array([side * stride, rng.normal(0, 1.2), foot])
            bodies.append(rod(sole, hip + np.array([side * 1.2, 0.0, 0.0]), 1.7 * bulk, 2.3 * bulk, 8, 0.95))
    torso = (
        (0.48, waist, 0.8),
        (0.6, waist * 1.15, 0.8),
        (0.74, chest, 0.72),
        (0.82, chest * 0.75, 0.7),
        (0.86, 1.5, 1.0),
    )
    bodies.append(loft([(*at(s), r, r * f) for s, r, f in torso], 14, 1.0, 0.3, rng))
    head = at(0.93)
    bodies.append(ball((head[1], head[2], head[0]), 2.1 * bulk, 1.15, 10, 1.05))
    if rng.random() < 0.55:
        bodies.append(
            loft([(at(0.9)[0], *head[1:], 2.7 * bulk, 2.8 * bulk), (at(0.99)[0], *head[1:], 1.6, 1.7)], 10, 0.9)
        )
    bodies += _arms(rng, at(0.78), chest, tall, bulk, kind)
    if kind == "named" or (kind == "elite" and rng.random() < 0.5):
        back = at(0.8)
        wide = rng.uniform(4, 6.5)
        cape = [
            (foot + 0.5, lean[0] * 0.1, 4.6 * bulk, wide * bulk, 1.0),
            (back[0], back[1], back[2] + 2.4, 3.4 * bulk, 0.8),
        ]
        bodies.append(loft(cape, 12, 0.88, 0.5, rng))
    return joined(bodies)


def _arms(
    rng: Rng, shoulder: tuple[float, float, float], chest: float, tall: float, bulk: float, kind: Kind
) -> list[Mesh]:
    bodies = []
    for side in (-1, 1):
        top = np.array([shoulder[1] + side * chest * 0.95, shoulder[2], shoulder[0]])
        reach = tall * rng.uniform(0.24, 0.36)
        aim = np.array([side * rng.uniform(0.1, 1.0), rng.uniform(-1.2, 0.4), rng.uniform(-1.0, 0.7)])
        hand = top + aim / np.linalg.norm(aim) * reach
        bodies.append(rod(top, hand, 1.5 * bulk, 1.1 * bulk))
        if side == 1 or rng.random() < (0.6 if kind == "special" else 0.25):
            way = np.array([rng.normal(0, 0.35), rng.normal(-0.5, 0.5), rng.uniform(0.2, 1.0)])
            way /= np.linalg.norm(way)
            long = {"regular": 12, "elite": 15, "special": 17, "generic": 11, "named": 14}[kind] * rng.uniform(
                0.7, 1.25
            )
            low = hand - way * min(long * 0.4, max(0.0, (hand[2] - 3) / max(way[2], 0.2)))
            bodies.append(rod(low, hand + way * long * 0.6, 0.75, 0.45, 6, 1.1))
    return bodies


def _harvester(rng: Rng) -> Mesh:
    hull = np.array([[-16, -8], [12, -9], [17, -4], [17, 4], [12, 9], [-16, 8]], np.float64)
    bodies = [prism(np.array([[-17, -10], [17, -10], [17, 10], [-17, 10]], np.float64), 0, 4, 0.97, 0.7)]
    bodies.append(prism(hull, 4, 13 * rng.uniform(0.9, 1.1), 0.86, 1.0))
    bodies.append(moved(prism(regular_polygon(8, 5.5), 12, 18, 0.8, 1.08), (-6, rng.uniform(-2, 2), 0)))
    bodies.append(moved(prism(regular_polygon(6, 3.0), 12, 16, 0.7, 0.95), (7, 0, 0)))
    bodies.append(rod((14, -8, 5), (21, -8, 2.5), 2.2, 1.6, 8, 0.8))
    bodies.append(rod((14, 8, 5), (21, 8, 2.5), 2.2, 1.6, 8, 0.8))
    return joined(bodies)


def _wing(start: tuple[float, float, float], end: tuple[float, float, float], wide: float) -> Mesh:
    a, b = np.array(start), np.array(end)
    across = np.array([0.0, wide / 2, 0.0])
    thin = np.array([0.0, 0.0, 0.5])
    rings = [np.stack([p - w, p + w, p + w + thin, p - w + thin]) for p, w in ((a, across * 0.7), (b, across))]
    return tube(rings, 1.05)


def _ornithopter(rng: Rng) -> Mesh:
    up = rng.uniform(15, 18)
    bodies = [
        prism(regular_polygon(20, 10.0), 0, BASE_HEIGHT, 0.94, 0.82),
        rod((0, 0, 2), (0, 0, up), 1.0, 1.0, 7, 0.8),
    ]
    bodies.append(rod((0, -11, up + 2), (0, 14, up + 2), 3.4, 1.1, 10, 1.0))
    for side in (-1, 1):
        spread = rng.uniform(18, 22)
        bodies.append(_wing((side * 2, -4, up + 3), (side * spread, -8 - rng.uniform(0, 3), up + 5), 4.2))
        bodies.append(_wing((side * 2, 1, up + 3), (side * spread * 0.9, 6 + rng.uniform(0, 3), up + 4), 3.6))
    return joined(bodies)


def _carryall(rng: Rng) -> Mesh:
    up = rng.uniform(13, 16)
    bodies = [
        prism(regular_polygon(20, 12.0), 0, BASE_HEIGHT, 0.94, 0.82),
        rod((0, 0, 2), (0, 0, up), 1.4, 1.4, 7, 0.8),
    ]
    hull = np.array([[-24, -6], [-12, -10], [12, -10], [24, -6], [24, 5], [8, 10], [-8, 10], [-24, 5]], np.float64)
    bodies.append(prism(hull * rng.uniform(0.92, 1.05), up, up + 5, 0.85, 1.0))
    bodies.append(moved(prism(regular_polygon(8, 6), up + 5, up + 8, 0.7, 1.06), (0, -2, 0)))
    for side in (-1, 1):
        bodies.append(rod((side * 15, -7, up - 1), (side * 17, 9, up - 1), 2.6, 2.2, 8, 0.85))
    return joined(bodies)


def _worm(rng: Rng, kind: Kind) -> Mesh:
    size = 1.0 if kind == "sandworm" else 1.25
    bodies = [prism(regular_polygon(20, BASE_RADIUS[kind]), 0, 3.0, 0.85, 0.9)]
    bend = rng.uniform(5, 11) * size
    tall = rng.uniform(42, 50) * size
    turn = rng.uniform(0, 2 * math.pi)
    rings: list[tuple[float, float, float, float, float]] = []
    for share in np.linspace(0, 1, 15):
        out = bend * math.sin(share * math.pi * 0.6)
        thick = (9.5 - 3.0 * share + (0.55 if round(share * 14) % 2 else 0)) * size
        rings.append((2.5 + tall * float(share), out * math.cos(turn), out * math.sin(turn), thick, thick))
    bodies.append(loft(rings, 16))
    top = rings[-1]
    bodies.append(loft([(top[0], *top[1:]), (top[0] + 2.5 * size, top[1], top[2], 7.6 * size, 7.6 * size)], 16, 1.08))
    mouth = top[0] + 2.6 * size
    bodies.append(
        loft([(mouth, top[1], top[2], 5.4 * size, 5.4 * size), (mouth + 0.3, top[1], top[2], 5.2, 5.2)], 16, 0.25)
    )
    return joined(bodies)
