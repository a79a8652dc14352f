"""What is engraved on the dice of a world: own drawings of every face, in one of two designs each, and foreign dice."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

import cv2
import numpy as np

from tests.workshop.camera.rendering.fields import Floats, Image, Rng, bgr, generator, varied

SIDE = 160
"""Pixels of the drawing of one face."""

FACES: dict[str, tuple[str, ...]] = {
    "action": ("leadership", "strategy", "strategy", "deployment", "mentat", "house"),
    "combat": ("hit", "hit", "hit", "shield", "shield", "special"),
    "foreign": ("1", "2", "3", "4", "5", "6"),
}
"""The six faces of each kind of die."""

Shape = Sequence[tuple[float, float]]


class _Pen:
    """Draws in a square from -1 to 1 with one ink."""

    def __init__(self, image: Image, ink: Floats, width: float, scale: float) -> None:
        self.image, self.ink = image, tuple(ink.tolist())
        self.width, self.scale = width, scale

    def _pixels(self, shape: Shape) -> Floats:
        return np.round((np.asarray(shape) * self.scale * 0.5 + 0.5) * SIDE * 16).astype(np.int32)

    def fill(self, shape: Shape, colour: Floats | None = None) -> None:
        ink = self.ink if colour is None else tuple(colour.tolist())
        cv2.fillPoly(self.image, [self._pixels(shape)], ink, cv2.LINE_AA, 4)

    def line(self, shape: Shape, closed: bool = False, width: float = 1.0) -> None:
        thick = max(1, round(self.width * width * SIDE * 0.5))
        cv2.polylines(self.image, [self._pixels(shape)], closed, self.ink, thick, cv2.LINE_AA, 4)

    def disc(self, x: float, y: float, radius: float, colour: Floats | None = None) -> None:
        self.fill(
            [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in np.linspace(0, 2 * math.pi, 40)], colour
        )

    def ring(self, x: float, y: float, radius: float, width: float = 1.0) -> None:
        points = [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in np.linspace(0, 2 * math.pi, 48)]
        self.line(points, True, width)


def _star(points: int, outer: float, inner: float, first: float = -math.pi / 2) -> Shape:
    return [
        ((outer if k % 2 == 0 else inner) * math.cos(first + k * math.pi / points),
         (outer if k % 2 == 0 else inner) * math.sin(first + k * math.pi / points))
        for k in range(2 * points)
    ]  # fmt: skip


def _hit(pen: _Pen, body: Floats, design: int, rng: Rng) -> None:
    if design:
        pen.fill(_star(int(rng.integers(7, 10)), 0.8, rng.uniform(0.36, 0.48)))
        pen.disc(0, 0, 0.17, body)
        return
    for side in (-1, 1):
        pen.line([(-0.68 * side, 0.68), (0.66 * side, -0.66)], width=1.2)
        pen.line([(-0.62 * side, 0.2), (-0.2 * side, 0.62)])


def _shield(pen: _Pen, body: Floats, design: int, rng: Rng) -> None:
    if design:
        pen.disc(0, 0, 0.74)
        pen.disc(0, 0, 0.52, body)
        pen.disc(0, 0, rng.uniform(0.2, 0.3))
        return
    pen.fill(
        [(-0.62, -0.68), (0, -0.52), (0.62, -0.68), (0.6, 0.1), (0.32, 0.52), (0, 0.8), (-0.32, 0.52), (-0.6, 0.1)]
    )
    pen.fill([(0, -0.3), (0.34, -0.4), (0.32, 0.06), (0, 0.5)], body)


def _special(pen: _Pen, body: Floats, design: int, rng: Rng) -> None:
    if design:
        pen.line([(0, -0.82), (0, 0.82)], width=1.2)
        pen.line([(-0.7, -0.2), (0, -0.82), (0.7, -0.2)], width=1.1)
        pen.line([(-0.5, 0.3), (0.5, 0.3)])
        pen.disc(0, 0.3, 0.22)
        return
    almond = [(x, -0.5 * math.cos(x * 1.72)) for x in np.linspace(-0.85, 0.85, 20)]
    pen.line([*almond, *((x, -y) for x, y in reversed(almond))], True)
    pen.disc(0, 0, rng.uniform(0.24, 0.32))


def _leadership(pen: _Pen, body: Floats, design: int, rng: Rng) -> None:
    if design:
        pen.disc(0, -0.4, 0.33)
        pen.fill([(-0.7, 0.74), (-0.5, 0.1), (0, -0.05), (0.5, 0.1), (0.7, 0.74)])
        pen.fill([(-0.08, 0.1), (0.08, 0.1), (0, 0.6)], body)
        return
    pen.fill([(-0.72, 0.55), (-0.78, -0.5), (-0.36, 0.0), (0, -0.72), (0.36, 0.0), (0.78, -0.5), (0.72, 0.55)])
    pen.line([(-0.7, 0.76), (0.7, 0.76)])


def _strategy(pen: _Pen, body: Floats, design: int, rng: Rng) -> None:
    if design:
        for x in (-0.5, 0.0, 0.5):
            pen.line([(x, 0.7), (x, -0.4)])
            pen.fill([(x - 0.22, -0.35), (x + 0.22, -0.35), (x, -0.8)])
        return
    points = [(-0.75, 0.6), (-0.1, 0.6), (-0.1, -0.05), (0.3, -0.05)]
    pen.line(points, width=1.3)
    pen.fill([(0.25, -0.5), (0.25, 0.42), (0.84, -0.05)])
    pen.disc(-0.6, -0.5, 0.2)


def _deployment(pen: _Pen, body: Floats, design: int, rng: Rng) -> None:
    if design:
        pen.fill([(x, -0.1 - 0.65 * math.cos(x * 1.9)) for x in np.linspace(-0.78, 0.78, 16)])
        pen.line([(-0.7, -0.05), (0, 0.7), (0.7, -0.05)], width=0.7)
        pen.disc(0, 0.62, 0.2)
        return
    pen.line([(0, -0.8), (0, 0.1)], width=1.5)
    pen.fill([(-0.46, 0.0), (0.46, 0.0), (0, 0.5)])
    pen.line([(-0.75, 0.3), (-0.75, 0.76), (0.75, 0.76), (0.75, 0.3)])


def _mentat(pen: _Pen, body: Floats, design: int, rng: Rng) -> None:
    if design:
        pen.line([(0, -0.78), (0.78, 0.6), (-0.78, 0.6)], True)
        pen.ring(0, 0.14, 0.24)
        return
    turns = np.linspace(0.6, 4.6 * math.pi, 70)
    pen.line([(0.053 * t * math.cos(t), 0.053 * t * math.sin(t)) for t in turns.tolist()], width=0.9)
    pen.disc(0, 0, 0.12)


def _house(pen: _Pen, body: Floats, design: int, rng: Rng) -> None:
    if design:
        pen.fill([(-0.8, -0.05), (0, -0.78), (0.8, -0.05), (0.56, -0.05), (0.56, 0.74), (-0.56, 0.74), (-0.56, -0.05)])
        pen.fill([(-0.16, 0.74), (-0.16, 0.24), (0.16, 0.24), (0.16, 0.74)], body)
        return
    pen.line([(-0.62, -0.82), (-0.62, 0.85)], width=1.1)
    pen.fill([(-0.55, -0.75), (0.75, -0.75), (0.4, -0.28), (0.75, 0.2), (-0.55, 0.2)])
    pen.disc(-0.05, -0.28, 0.18, body)


DRAWINGS: dict[str, Callable[[_Pen, Floats, int, Rng], None]] = {
    "hit": _hit,
    "shield": _shield,
    "special": _special,
    "leadership": _leadership,
    "strategy": _strategy,
    "deployment": _deployment,
    "mentat": _mentat,
    "house": _house,
}
PIPS = {
    "1": [(0, 0)],
    "2": [(-1, -1), (1, 1)],
    "3": [(-1, -1), (0, 0), (1, 1)],
    "4": [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    "5": [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    "6": [(-1, -1), (-1, 1), (1, -1), (1, 1), (-1, 0), (1, 0)],
}


@lru_cache(maxsize=512)
def body_colour(seed: int, kind: str, faction: str) -> Floats:
    """Returns the colour (BGR) of the dice of a kind and faction in a world."""
    rng = generator("die", seed, kind, faction)
    if kind == "foreign":
        return varied((bgr(236, 232, 222), bgr(40, 40, 44), bgr(120, 50, 130))[int(rng.integers(3))], rng)
    bodies = {"harkonnen": bgr(158, 32, 34), "atreides": bgr(36, 66, 140)}
    dark = {"harkonnen": bgr(56, 46, 46), "atreides": bgr(206, 206, 198)}
    return varied((dark if kind == "action" else bodies)[faction], rng, 6, 0.12, 0.1)


@lru_cache(maxsize=512)
def face(seed: int, kind: str, name: str, faction: str) -> Image:
    """Returns the drawing of one face; raises KeyError for a face that no die has."""
    body = body_colour(seed, kind, faction)
    pale = float(body.mean()) < 140
    ink = bgr(240, 230, 206) if pale else bgr(36, 30, 30)
    style = generator("style", seed, kind)
    image = np.empty((SIDE, SIDE, 3), np.uint8)
    image[:] = np.clip(body, 0, 255).astype(np.uint8)
    pen = _Pen(image, ink, float(style.uniform(0.11, 0.17)), float(style.uniform(0.66, 0.8)))
    framed = style.random() < 0.3
    if kind == "foreign":
        for x, y in PIPS[name]:
            pen.disc(x * 0.55, y * 0.55, 0.19)
        return image
    rng = generator("face", seed, kind, name)
    if framed:
        pen.scale *= 0.86
        pen.ring(0, 0, 1.08, 0.6)
    DRAWINGS[name](pen, body, int(rng.integers(2)), rng)
    return image
