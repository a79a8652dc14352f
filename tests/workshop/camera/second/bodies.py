"""What the pieces of a copy look like: figures of stacked cones and boxes, machines, worms, thick cardboard."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from tests.workshop.camera.second.clouds import Cloud, ball, blade, cone, joined, ring_of, rod, slab
from tests.workshop.camera.second.copies import Copy, Rng, copy_of, generator

PITCH = 0.28
BASE = 2.6
POSES = 4
FLAT = ("token", "wormsign", "sietch", "settlement", "station", "atomics")


def body(of: Copy, kind: str, faction: str | None, pose: int) -> Cloud:
    """Returns the body of a piece at the origin, its base on z = 0."""
    return _body(of.seed, of.variant, of.factor, kind, faction, pose)


@lru_cache(maxsize=160)
def _body(seed: int, variant: str, factor: float, kind: str, faction: str | None, pose: int) -> Cloud:
    of = copy_of(seed, "stress" if variant == "stress" else "likely", factor)
    rng = generator("body", of.build, kind, faction or "none", pose)
    if kind in FLAT:
        return cardboard(of, kind)
    makers = {"harvester": _harvester, "ornithopter": _ornithopter, "carryall": _carryall}
    if kind in makers:
        return makers[kind](of, rng)
    if kind in ("sandworm", "wild_maker"):
        return _worm(of, kind, rng)
    return _figure(of, kind, faction == "atreides", rng)


def base_ring(of: Copy, kind: str) -> np.ndarray:
    """Returns the outline of a base: round, square of elites, six corners of special units."""
    corners = {"elite": 4, "special": 6}.get(kind, 28)
    return ring_of(corners, of.reach[kind], math.pi / 4 if corners == 4 else 0.0)


def _figure(of: Copy, kind: str, robed: bool, rng: Rng) -> Cloud:
    tall = of.tall[kind] * float(rng.uniform(0.95, 1.05)) - BASE
    wide = min(1.5, of.reach[kind] / 9.5) ** 0.5 * tall / 26 * float(rng.uniform(0.92, 1.12))
    head, hips = tall * 0.13, tall * 0.48
    parts: list[Cloud] = []
    if robed:
        parts.append(cone(0, tall * 0.78, 5.4 * wide, 3.3 * wide, PITCH, float(rng.uniform(0.7, 0.95))))
        parts.append(cone(tall * 0.7, tall * 0.84, 4.4 * wide, 1.8 * wide, PITCH, 0.75))
        parts.append(ball(0, 0.4, tall - head, head, PITCH, 1.15))
    else:
        for side in (-1, 1):
            x, y = side * 2.0 * wide, side * float(rng.normal(0, 1.3))
            parts.append(cone(0, hips, 2.1 * wide, 1.6 * wide, PITCH).moved(x, y, 0))
        chest = ring_of(6, 4.5 * wide) * (1, 0.62)
        parts.append(slab(chest * 0.75, hips, tall * 0.62, PITCH, 1.25))
        parts.append(slab(chest, tall * 0.6, tall * 0.82, PITCH, 0.85))
        for side in (-1, 1):
            parts.append(ball(side * 4.4 * wide, 0, tall * 0.78, 1.8 * wide, PITCH))
        parts.append(cone(tall * 0.8, tall, head, head * 0.8, PITCH))
    parts += _arms(kind, tall, wide, rng)
    if kind in ("generic", "named") or (kind == "elite" and rng.random() < 0.5):
        spread = (6.0 if kind == "named" else 4.6) * wide
        corners = [(-3 * wide, 2.2, tall * 0.8), (3 * wide, 2.2, tall * 0.8), (spread, 5.5, 1), (-spread, 5.5, 1)]
        parts.append(blade(np.array(corners, np.float64), PITCH).tinted(0.85))
    if kind == "named":
        parts.append(cone(tall, tall * 1.06, head * 0.9, head * 0.3, PITCH))
    standing = joined(parts).moved(float(rng.normal(0, 0.6)), float(rng.normal(0, 0.6)), BASE, float(rng.uniform(0, 6)))
    ground = slab(base_ring(of, kind), 0, BASE, PITCH, 0.92).tinted(float(rng.uniform(0.8, 1.0)))
    return joined([ground, _shaded(standing, tall)])


def _shaded(cloud: Cloud, tall: float) -> Cloud:
    """Less light reaches what is low and between folds."""
    folds = 0.93 + 0.09 * np.sin(cloud.points[:, 2] * 1.9 + cloud.points[:, 0] * 1.3)
    low = 0.7 + 0.3 * np.clip(cloud.points[:, 2] / (0.6 * tall), 0, 1)
    return Cloud(cloud.points, cloud.normals, (cloud.light * folds * low).astype(np.float32))


def _arms(kind: str, tall: float, wide: float, rng: Rng) -> list[Cloud]:
    parts = []
    for side in (-1, 1):
        shoulder = (side * 4.2 * wide, 0.0, tall * 0.76)
        hand = (
            side * (4.6 + float(rng.uniform(0, 3.5))) * wide,
            float(rng.uniform(-5, 2)) * wide,
            tall * float(rng.uniform(0.4, 0.8)),
        )
        parts.append(rod(shoulder, hand, 1.5 * wide, 1.1 * wide, PITCH))
        if side > 0 or (kind == "special" and rng.random() < 0.7):
            long = tall * {"regular": 0.45, "elite": 0.6, "special": 0.7}.get(kind, 0.5) * float(rng.uniform(0.7, 1.2))
            lean = np.array([rng.normal(0, 0.3), rng.normal(-0.3, 0.4), rng.uniform(0.4, 1.0)])
            lean = lean / np.linalg.norm(lean) * long
            middle = np.array(hand)
            low, high = middle - lean * 0.35, middle + lean * 0.65
            low[2] = max(low[2], 0.5)
            parts.append(rod(low.tolist(), high.tolist(), 0.7, 0.5, PITCH).tinted(1.08))
    return parts


def _harvester(of: Copy, rng: Rng) -> Cloud:
    long, tall = of.reach["harvester"], of.tall["harvester"]
    wide = long * float(rng.uniform(0.5, 0.7))
    track = np.array([[-long, -wide], [long * 0.9, -wide], [long * 0.9, -wide * 0.55], [-long, -wide * 0.55]])
    hull = np.array([[-long * 0.8, -wide * 0.7], [long * 0.5, -wide * 0.7], [long * 0.85, 0]])
    hull = np.concatenate([hull, [[long * 0.5, wide * 0.7], [-long * 0.8, wide * 0.7]]])
    parts = [
        slab(track, 0, tall * 0.36, PITCH).tinted(0.7),
        slab(track * (1, -1), 0, tall * 0.36, PITCH).tinted(0.7),
        slab(hull, tall * 0.15, tall * 0.62, PITCH, 0.85),
        slab(ring_of(4, long * 0.42, math.pi / 4), tall * 0.6, tall * 0.82, PITCH, 0.8).moved(-long * 0.35, 0, 0),
        cone(tall * 0.6, tall, long * 0.16, long * 0.13, PITCH).moved(long * 0.15, wide * 0.2, 0),
        rod((long * 0.5, 0, tall * 0.4), (long * 1.2, 0, long * 0.21), long * 0.16, long * 0.2, PITCH).tinted(0.85),
    ]
    return joined(parts)


def _ornithopter(of: Copy, rng: Rng) -> Cloud:
    tall, span = of.tall["ornithopter"], float(rng.uniform(17, 26))
    long = float(rng.uniform(11, 16))
    parts = [ball(0, 0, 0, 3.2, PITCH, 0.8).scaled(1, long / 3.2 * 0.7, 1).moved(0, 0, tall - 3)]
    parts.append(rod((0, long * 0.5, tall - 3), (0, long * 1.3, tall - 1.5), 1.6, 0.6, PITCH))
    for side in (-1, 1):
        for first, sweep in ((-2.0, float(rng.uniform(-9, -3))), (3.0, float(rng.uniform(2, 8)))):
            tip = side * span * float(rng.uniform(0.85, 1.0))
            corners = [(side * 1.5, first, tall - 2), (tip, first + sweep, tall), (tip, first + sweep + 2.2, tall)]
            parts.append(blade(np.array([*corners, (side * 1.5, first + 3.4, tall - 2)], np.float64), PITCH))
    if rng.random() < 0.5:
        parts += [cone(0, 2.2, of.reach["ornithopter"], of.reach["ornithopter"] * 0.9, PITCH)]
        parts.append(rod((0, 0, 2), (0, 0, tall - 4), 1.2, 1.0, PITCH))
    else:
        parts += [
            rod((side * 2, y, tall - 4), (side * 5, y * 2, 0), 0.8, 0.8, PITCH) for side in (-1, 1) for y in (-4, 4)
        ]
    return joined(parts)


def _carryall(of: Copy, rng: Rng) -> Cloud:
    tall, span = of.tall["carryall"], float(rng.uniform(19, 27))
    deep = span * float(rng.uniform(0.3, 0.45))
    wing = np.array([[-span, -deep * 0.4], [0, -deep], [span, -deep * 0.4], [span * 0.9, deep * 0.5], [0, deep * 0.6]])
    parts = [slab(np.concatenate([wing, [[-span * 0.9, deep * 0.5]]]), tall * 0.75, tall * 0.92, PITCH, 0.9)]
    parts.append(ball(0, -deep * 0.5, tall * 0.9, deep * 0.45, PITCH, 0.7))
    for side in (-1, 1):
        pod = cone(0, 3.0, deep * 0.36, deep * 0.3, PITCH)
        parts.append(pod.moved(side * span * 0.62, 0, tall * 0.9).tinted(0.85))
    if rng.random() < 0.6:
        parts += [cone(0, 2.2, of.reach["carryall"], of.reach["carryall"] * 0.9, PITCH)]
        parts.append(rod((0, 0, 2), (0, 0, tall * 0.8), 1.6, 1.3, PITCH))
    else:
        parts += [rod((x, y, tall * 0.8), (x * 1.1, y * 1.1, 0), 1.1, 1.1, PITCH) for x in (-9, 9) for y in (-5, 5)]
    return joined(parts)


def _worm(of: Copy, kind: str, rng: Rng) -> Cloud:
    reach, tall = of.reach[kind], of.tall[kind]
    thick, lean = float(rng.uniform(6.5, 9.5)) * tall / 45, float(rng.uniform(3, 12))
    parts = [cone(0, 3.5, reach, reach * 0.7, PITCH).tinted(0.9)]
    rings = 11
    for number in range(rings):
        share = number / rings
        low, high = 2 + share * (tall - 6), 2 + (share + 1 / rings) * (tall - 6)
        wide = thick * (1.1 - 0.35 * share)
        parts.append(cone(low, high, wide, wide * 0.93, PITCH).moved(lean * share**2, 0, 0))
    mouth = cone(tall - 4, tall, thick * 0.75, thick * 0.95, PITCH).moved(lean, 0, 0)
    throat = cone(tall - 0.1, tall + 0.2, thick * 0.7, thick * 0.68, PITCH).tinted(0.25).moved(lean, 0, 0)
    return _shaded(joined([*parts, mouth, throat]), tall * 0.5)


def cardboard(of: Copy, kind: str) -> Cloud:
    """Returns a piece of cardboard with what is printed on it."""
    corners = of.corners.get(kind, 3)
    ring = ring_of(corners or 32, of.reach[kind], math.pi / 4 if corners == 4 else 0.0)
    cloud = slab(ring, 0, of.thick, PITCH)
    out = np.hypot(cloud.points[:, 0], cloud.points[:, 1]) / of.reach[kind]
    angle = np.arctan2(cloud.points[:, 1], cloud.points[:, 0])
    light = np.ones(len(out), np.float32)
    top = cloud.normals[:, 2] > 0.9
    if kind == "wormsign":
        light[top & (np.sin(out * 14 + angle) > 0.2)] = 0.55
    elif kind == "token":
        light[top & (out < 0.55) & (np.abs(np.sin(angle * 2)) < 0.75)] = 1.7
        light[top & (out > 0.72) & (out < 0.8)] = 1.5
    elif kind == "sietch":
        light[top & (np.abs(cloud.points[:, 0]) < of.reach[kind] * 0.3) & (out < 0.6)] = 0.4
        light[top & (out > 0.75) & (out < 0.86)] = 1.8
    else:
        light[top & (np.maximum(*np.abs(cloud.points[:, :2].T)) < of.reach[kind] * 0.35)] = 1.8
    light[~top] = 1.25
    grain = 1 + 0.06 * np.sin(cloud.points[:, 0] * 2.1 + 1.7 * np.sin(cloud.points[:, 1] * 1.3))
    return Cloud(cloud.points, cloud.normals, (light * grain).astype(np.float32))
