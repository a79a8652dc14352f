"""What a phone makes of light: vignette, exposure, tone curve, noise that was smoothed, sharpening with halos, JPEG."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.workshop.camera.second.copies import Colour, Rng
from tests.workshop.camera.second.draw import GAMMA, Lamp
from tests.workshop.camera.second.lens import Singles
from tests.workshop.camera.second.paint import clouds

Image = NDArray[np.uint8]
TILE = 512
LEVELS = 4096


@dataclass(frozen=True)
class Snap:
    """How a photo is taken. Angles in degrees as of :func:`second.lens.stand`; ``focal`` in long sides of the photo.

    ``vignette``: how much darker the corners are. ``fall``: how much darker one side is, ``blind``: depth of a wide
    soft shadow. ``glare``: strength of reflections. ``soft``, ``motion`` in pixels; ``curve``: contrast of the tone
    curve; ``tint``: what the white balance leaves of a colour. ``clutter``: how many things lie around the board.
    """

    elevation: float = 68.0
    azimuth: float = 0.0
    roll: float = 0.0
    focal: float = 0.75
    bend: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    fill: float = 0.9
    beside: tuple[float, float] = (0.0, 0.0)
    portrait: bool = False
    cards: bool = True
    lamp: Lamp = field(default_factory=Lamp)
    vignette: float = 0.15
    fall: float = 0.1
    fall_azimuth: float = 0.0
    blind: float = 0.0
    glare: float = 0.0
    exposure: float = 1.0
    tint: Colour = (1.0, 1.0, 1.0)
    curve: float = 0.3
    noise: float = 2.0
    soft: float = 0.7
    motion: float = 0.0
    sharpen: float = 0.6
    halo: float = 1.6
    jpeg: int = 88
    clutter: int = 2
    hand: bool = False
    wobble: float = 1.0


def _around(rng: Rng) -> tuple[float, bool]:
    side = float(rng.choice([0.0, 180.0, 90.0, 270.0], p=[0.72, 0.14, 0.07, 0.07]))
    return side + float(rng.normal(0, 10)), side in (90.0, 270.0)


def _kelvin(rng: Rng, strength: float) -> Colour:
    warm, green = float(rng.normal(0, strength)), float(rng.normal(0, strength * 0.25))
    return (1 + warm, 1 + green, 1 - warm)


def good_snap(rng: Rng) -> Snap:
    """Returns a photo as the guidance asks for."""
    azimuth, portrait = _around(rng)
    return Snap(
        elevation=float(rng.uniform(53, 83)),
        azimuth=azimuth,
        roll=float(rng.normal(0, 2.5)),
        focal=float(rng.uniform(0.66, 0.88)),
        bend=(
            float(rng.uniform(-0.035, 0.03)),
            float(rng.uniform(-0.012, 0.012)),
            float(rng.normal(0, 0.0004)),
            float(rng.normal(0, 0.0004)),
            0.0,
        ),
        fill=float(rng.uniform(0.85, 0.96)),
        beside=(float(rng.normal(0, 0.01)), float(rng.normal(0, 0.01))),
        portrait=portrait,
        cards=bool(rng.random() < 0.6),
        lamp=Lamp(
            float(rng.uniform(0, 360)),
            float(rng.uniform(42, 78)),
            float(rng.uniform(3, 12)),
            float(rng.uniform(0.5, 0.78)),
            _kelvin(rng, 0.06),
        ),
        vignette=float(rng.uniform(0.05, 0.3)),
        fall=float(rng.uniform(0, 0.22)),
        fall_azimuth=float(rng.uniform(0, 360)),
        blind=float(rng.choice([0.0, 0.0, rng.uniform(0.05, 0.2)])),
        glare=float(rng.choice([0.0, 0.0, rng.uniform(0.03, 0.2)])),
        exposure=float(rng.uniform(0.85, 1.15)),
        tint=_kelvin(rng, 0.02),
        curve=float(rng.uniform(0.1, 0.5)),
        noise=float(rng.uniform(0.8, 2.5)),
        soft=float(rng.uniform(0.5, 1.0)),
        sharpen=float(rng.uniform(0.3, 1.2)),
        halo=float(rng.uniform(1.0, 2.2)),
        jpeg=int(rng.integers(80, 95)),
        clutter=int(rng.integers(0, 5)),
    )


def hard_snap(rng: Rng) -> Snap:
    """Returns a photo as it should not be: low, glaring, dark in parts, coloured, blurred, at times with a hand."""
    return replace(
        good_snap(rng),
        elevation=float(rng.uniform(45, 74)),
        roll=float(rng.normal(0, 5)),
        fill=float(rng.uniform(0.78, 1.03)),
        cards=bool(rng.random() < 0.4),
        lamp=Lamp(
            float(rng.uniform(0, 360)),
            float(rng.uniform(28, 65)),
            float(rng.uniform(1, 5)),
            float(rng.uniform(0.3, 0.55)),
            _kelvin(rng, 0.16),
        ),
        vignette=float(rng.uniform(0.15, 0.45)),
        fall=float(rng.uniform(0.15, 0.45)),
        blind=float(rng.uniform(0.1, 0.4)),
        glare=float(rng.uniform(0.15, 0.7)),
        exposure=float(rng.uniform(0.65, 1.3)),
        tint=_kelvin(rng, 0.06),
        noise=float(rng.uniform(2, 5)),
        soft=float(rng.uniform(0.8, 1.7)),
        motion=float(rng.choice([0.0, rng.uniform(2, 6)])),
        sharpen=float(rng.uniform(0.3, 1.6)),
        jpeg=int(rng.integers(60, 88)),
        clutter=int(rng.integers(1, 7)),
        hand=bool(rng.random() < 0.15),
    )


def careful_snap(rng: Rng) -> Snap:
    """Returns a photo of someone who sets the camera up: with the marker cards, without reflections."""
    straight = float(rng.normal(0, 8))
    return replace(good_snap(rng), azimuth=straight, portrait=False, cards=True, glare=0.0, blind=0.0, clutter=1)


def field_of(snap: Snap, size: tuple[int, int], rng: Rng) -> Singles:
    """Returns what each pixel is multiplied by (rows, columns): vignette, falling light, a soft shadow."""
    rows, columns = size[1] // 16 + 1, size[0] // 16 + 1
    yy, xx = np.mgrid[0:rows, 0:columns].astype(np.float32)
    y, x = (yy - rows / 2) / (columns / 2), (xx - columns / 2) / (columns / 2)
    light = 1 - np.float32(snap.vignette) * np.clip((x * x + y * y) / 1.56, 0, 1.2) ** 1.5
    angle = math.radians(snap.fall_azimuth)
    light *= 1 - snap.fall * (0.5 + 0.4 * (x * math.cos(angle) + y * math.sin(angle)))
    if snap.blind:
        turn, away = float(rng.uniform(0, 6.3)), float(rng.uniform(-0.5, 0.5))
        across = (x * math.cos(turn) + y * math.sin(turn) - away) * float(rng.uniform(8, 30))
        light *= 1 - snap.blind / (1 + np.exp(-np.clip(across, -30, 30)))
    light *= 1 + 0.02 * clouds((rows, columns), 30, rng)
    return np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_LINEAR), np.float32)


def glare_of(snap: Snap, size: tuple[int, int], rng: Rng) -> Singles:
    """Returns white light that the print reflects (rows, columns), to be added."""
    rows, columns = size[1] // 16 + 1, size[0] // 16 + 1
    yy, xx = np.mgrid[0:rows, 0:columns].astype(np.float32)
    light = np.zeros((rows, columns), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        x, y = float(rng.uniform(0.1, 0.9)) * columns, float(rng.uniform(0.1, 0.9)) * rows
        turn, long = float(rng.uniform(0, 3.2)), float(rng.uniform(0.03, 0.14)) * columns
        u = (xx - x) * math.cos(turn) + (yy - y) * math.sin(turn)
        v = ((yy - y) * math.cos(turn) - (xx - x) * math.sin(turn)) * float(rng.uniform(1.2, 3))
        light += np.exp(-(u * u + v * v) / (2 * long * long)) * snap.glare
    return np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_LINEAR), np.float32)


def develop(light: Singles, snap: Snap, rng: Rng) -> bytes:
    """Returns the photo as a JPEG file of linear light (rows, columns, 3; blue, green, red; 1 is white)."""
    gain = np.array(snap.tint[::-1], np.float32) * np.float32(snap.exposure * (LEVELS - 1))
    raw = np.clip(light * gain, 0, LEVELS - 1).astype(np.uint16)
    steps = (np.linspace(0, 1, LEVELS)) ** (1 / GAMMA)
    bent = steps + snap.curve * 0.22 * np.sin(2 * math.pi * (steps - 0.5)) * steps * (1 - steps) * 4 / (2 * math.pi) * 2
    picture = np.clip(bent * 255 + 0.5, 0, 255).astype(np.uint8)[raw]
    if snap.motion > 0:
        streak = _streak(snap.motion, float(rng.uniform(0, math.pi)))
        picture = np.asarray(cv2.filter2D(picture, -1, streak), np.uint8)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), max(snap.soft, 0.3)), np.uint8)
    picture = _noisy(picture, snap.noise, rng)
    if snap.sharpen > 0:
        wide = cv2.GaussianBlur(picture, (0, 0), snap.halo)
        picture = np.asarray(cv2.addWeighted(picture, 1 + snap.sharpen, wide, -snap.sharpen, 0), np.uint8)
    return encoded(np.asarray(picture, np.uint8), snap.jpeg)


def encoded(picture: Image, quality: int) -> bytes:
    """Returns a picture (BGR) as a JPEG file."""
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def decoded(data: bytes) -> Image:
    """Returns the picture (BGR) of a JPEG file."""
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _streak(length: float, angle: float) -> NDArray[np.float32]:
    side = math.ceil(length) | 1
    kernel = np.zeros((side, side), np.float32)
    reach = np.array([math.cos(angle), math.sin(angle)]) * length / 2
    ends = np.round(np.array([-reach, reach]) + side // 2).astype(int)
    cv2.line(kernel, ends[0].tolist(), ends[1].tolist(), 1.0, 1)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _noisy(picture: Image, strength: float, rng: Rng) -> Image:
    """Noise as it is left after a phone smoothed it: lumps of two pixels, colours wider than light."""
    grain = cv2.GaussianBlur(rng.standard_normal((TILE, TILE)).astype(np.float32), (0, 0), 0.7)
    blotch = cv2.GaussianBlur(rng.standard_normal((TILE, TILE, 3)).astype(np.float32), (0, 0), 2.2)
    tile = grain[..., None] / grain.std() * strength + blotch / blotch.std() * strength * 0.5
    rows, columns = picture.shape[:2]
    tile = np.round(tile).astype(np.int16)
    # Shifted at random from row to row of tiles: no pattern that repeats.
    out = picture.astype(np.int16)
    for top in range(0, rows, TILE):
        shifted = np.roll(tile, tuple(rng.integers(0, TILE, 2).tolist()), (0, 1))
        wide = np.tile(shifted, (1, columns // TILE + 1, 1))[: rows - top, :columns]
        out[top : top + TILE] += wide
    return np.clip(out, 0, 255).astype(np.uint8)
