"""What lies around the board: the table top and the marker cards."""

import math

import cv2
import numpy as np

from tests.workshop.camera.rendering.camera import Camera
from tests.workshop.camera.rendering.fields import Floats, Image, bgr, generator, smooth, varied
from vision.board.geometry import CARD, MARKER, Board, marker_corners

MARKER_DICTIONARY = cv2.aruco.DICT_4X4_50
TABLE_SCALE = 1.0
TABLE_MARGIN = 700.0
"""How far in mm the drawn table reaches beyond the board; farther out it repeats mirrored."""

TOPS = (bgr(128, 88, 56), bgr(176, 138, 98), bgr(84, 62, 46), bgr(196, 192, 184), bgr(60, 64, 72), bgr(36, 84, 60))


def print_table(on: Board, seed: int) -> Image:
    """Returns a table top (wood, cloth or stone), one pixel a mm, first pixel at (-margin, -margin) mm."""
    rng = generator("table", seed)
    shape = (round(on.height + 2 * TABLE_MARGIN), round(on.width + 2 * TABLE_MARGIN))
    kind = int(rng.integers(len(TOPS)))
    colour = varied(TOPS[kind], rng)
    light = smooth(shape, 160, rng) * 4
    if kind < 3:
        yy = np.arange(shape[0], dtype=np.float32)[:, None]
        grain = np.sin(yy / 7 + smooth(shape, 120, rng) * 4 + smooth(shape, 30, rng) * 0.6)
        fibre = cv2.resize(rng.standard_normal((shape[0], shape[1] // 40)).astype(np.float32), shape[::-1])
        planks = np.where(yy % 140 < 2, -30, 0) + (np.floor(yy / 140) * 37 % 11 - 5)
        light = light + grain * 7 + fibre * 4 + planks
    else:
        light = light + rng.standard_normal(shape).astype(np.float32) * 5 + smooth(shape, 9, rng) * 3
    return np.clip(colour.astype(np.float32) + light[..., None], 0, 255).astype(np.uint8)


def beside(on: Board, side: int, along: float, away: float) -> tuple[float, float]:
    """Returns a place ``away`` mm beside a side of the board (0 to 3: top, bottom, left, right), a share along it."""
    x = along * on.width if side < 2 else -away if side == 2 else on.width + away
    y = along * on.height if side > 1 else -away if side == 0 else on.height + away
    return x, y


def add_clutter(image: Image, seed: int, camera: Camera, on: Board) -> None:
    """Draws boxes, decks and cups that stand around a world's board, in place."""
    rng = generator("clutter", seed)
    for _ in range(int(rng.integers(2, 9))):
        side, along = int(rng.integers(4)), rng.uniform(0, 1)
        reach, tall = rng.uniform(15, 70, 2), float(rng.choice([2.0, 20.0, rng.uniform(30, 90)]))
        away = 62 + float(np.hypot(*reach)) + rng.uniform(0, 120)
        x, y = beside(on, side, along, away)
        corners, turn = int(rng.choice([4, 4, 20])), rng.uniform(0, math.pi)
        angles = np.arange(corners) * 2 * math.pi / corners + math.pi / 4
        ring = np.column_stack([np.cos(angles) * reach[0], np.sin(angles) * reach[1]])
        ring = ring @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]]) + (x, y)
        colour = rng.uniform(20, 230, 3)
        low, high = camera.on_table(ring, 0.0), camera.on_table(ring, tall)
        hull = cv2.convexHull(np.concatenate([low, high]).astype(np.float32))
        cv2.fillConvexPoly(image, np.round(hull * 16).astype(np.int32), tuple(colour * 0.6), cv2.LINE_AA, 4)
        cv2.fillConvexPoly(image, np.round(high * 16).astype(np.int32), tuple(colour), cv2.LINE_AA, 4)


def marker_card(number: int, pixels: int = 250) -> Image:
    """Returns a printed card with its marker, upright, white margin and thin cut line included."""
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    inner = round(pixels * MARKER / CARD)
    card = np.full((pixels, pixels), 246, np.uint8)
    start = (pixels - inner) // 2
    card[start : start + inner, start : start + inner] = np.maximum(dictionary.generateImageMarker(number, inner), 18)
    card[[0, -1], :] = card[:, [0, -1]] = 190
    return np.asarray(cv2.cvtColor(card, cv2.COLOR_GRAY2BGR), np.uint8)


def card_places(on: Board, seed: int) -> dict[int, Floats]:
    """Returns the corners in mm of each card as a hand laid it: up to 1 mm and 1 degree beside its place."""
    rng = generator("cards", seed)
    places = {}
    for number, ring in marker_corners(on).items():
        centre = ring.mean(0)
        turn = math.radians(rng.uniform(-1, 1))
        rotation = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
        away = np.sign(centre[1] - on.height / 2)
        moved = np.array([rng.uniform(-0.8, 0.8), away * rng.uniform(0.0, 1.0)])
        places[number] = ((ring - centre) * (CARD / MARKER)) @ rotation.T + centre + moved
    return places
