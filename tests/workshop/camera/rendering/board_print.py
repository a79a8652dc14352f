"""Our board drawing as ink on cardboard: relief, dunes, borders, names and icons; each world prints it differently."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import AREA_IDS, AREA_NUMBER, AREAS, Terrain, area_code, load_outline
from tests.workshop.camera.rendering.fields import Field, Floats, Image, Rng, bgr, generator, smooth, varied
from tests.workshop.camera.rendering.variety import WIDE
from vision.board.geometry import Board

TERRAIN_INK = {
    Terrain.DESERT: bgr(236, 214, 163),
    Terrain.DEEP_DESERT: bgr(213, 171, 101),
    Terrain.MINOR_ERG: bgr(246, 235, 210),
    Terrain.PLATEAU: bgr(200, 122, 84),
    Terrain.MOUNTAIN: bgr(146, 128, 111),
}
TERRAINS = tuple(TERRAIN_INK)
LINE_INK = bgr(74, 50, 30)
PALE_INK = bgr(250, 236, 204)
WALL_INK = bgr(188, 26, 26)
ZONE_INK = bgr(38, 106, 176)
FONT = cv2.FONT_HERSHEY_DUPLEX


@dataclass(frozen=True)
class Ink:
    """How one world's print differs: inks by terrain, lines, strength of relief and dunes, tint of each half, and
    of painted browns (``brush``, levels)."""

    terrain: dict[Terrain, Floats]
    line: Floats
    wall: Floats
    zone: Floats
    relief: float
    dunes: float
    ripple: float
    tints: tuple[Floats, Floats]
    seed: int
    brush: float = 0.0


def choose_ink(seed: int) -> Ink:
    """Returns the inks of a world's board."""
    rng = generator("ink", seed)
    wide = seed in WIDE
    far = (14.0, 0.35, 0.25) if wide else (6.0, 0.15, 0.12)
    terrain = {kind: varied(colour, rng, *far) for kind, colour in TERRAIN_INK.items()}
    tint = rng.uniform(0.94, 1.04, 3)
    other = tint * rng.uniform(0.975, 1.025, 3)
    return Ink(
        terrain,
        varied(LINE_INK, rng),
        varied(WALL_INK, rng),
        varied(ZONE_INK, rng),
        float(rng.uniform(0.7, 1.3)),
        float(rng.uniform(0.7, 1.4)),
        float(rng.uniform(4.2, 6.4)),
        (tint, other),
        seed,
        float(rng.uniform(0, 16)) if wide else 0.0,
    )


def print_board(on: Board, ink: Ink, scale: float) -> Image:
    """Returns the print of the whole board, ``scale`` pixels a mm, first pixel at (0, 0) mm."""
    columns, rows = round(on.width * scale), round(on.height * scale)
    ground = _terrain(on, (rows, columns), scale)
    paper = _painted(on, ink, ground, scale)
    seam = round(on.seam * scale)
    paper[:, :seam] *= ink.tints[0].astype(np.float32)
    paper[:, seam:] *= ink.tints[1].astype(np.float32)
    image = np.clip(paper, 0, 255).astype(np.uint8)
    _lines(image, on, ink, scale)
    _zones(image, on, ink, scale)
    _names(image, on, ink, scale)
    grain = cv2.resize(
        generator("grain", ink.seed).normal(0, 3.0, (rows // 2, columns // 2)).astype(np.float32), (columns, rows)
    )
    return np.asarray(np.clip(image + grain[..., None], 0, 255), np.uint8)


def _terrain(on: Board, shape: tuple[int, int], scale: float) -> NDArray[np.uint8]:
    ground = np.full(shape, TERRAINS.index(Terrain.DEEP_DESERT), np.uint8)
    for key in AREA_IDS:
        number = TERRAINS.index(AREAS[AREA_NUMBER[key]].terrain)
        cv2.fillPoly(ground, [np.round(on.polygons[key] * scale * 16).astype(np.int32)], number, shift=4)
    return ground


def _painted(on: Board, ink: Ink, ground: NDArray[np.uint8], scale: float) -> Field:
    shape, rng = (ground.shape[0], ground.shape[1]), generator("paint", ink.seed)
    palette = np.stack([ink.terrain[kind] for kind in TERRAINS]).astype(np.float32)
    paper = palette[ground]
    yy, xx = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32) / np.float32(scale)
    outline = load_outline()
    reach = np.hypot(xx - outline.pole[0] * on.width, yy - outline.pole[1] * on.height)
    bend = smooth(shape, 54 * scale, rng) * 6 + smooth(shape, 20 * scale, rng) * 1.6
    calm = 0.6 + 0.4 * np.tanh(smooth(shape, 42 * scale, rng))
    wave = np.sin((reach + bend) * (2 * math.pi / ink.ripple)) * calm * ink.dunes
    cross = np.sin((reach * 0.6 + xx * 0.35 + bend * 1.4) * (2 * math.pi / (ink.ripple * 0.8))) * calm * ink.dunes
    strength = {Terrain.DEEP_DESERT: 8.0, Terrain.DESERT: 3.0, Terrain.MINOR_ERG: 2.6}
    light = smooth(shape, 36 * scale, rng) * 2.4 + smooth(shape, 110 * scale, rng) * 3.0
    for kind, amount in strength.items():
        light += np.where(ground == TERRAINS.index(kind), amount * (wave if amount > 5 else cross), 0)
    light += _relief(ground, ink, scale, rng)
    high = (ground == TERRAINS.index(Terrain.MOUNTAIN)) | (ground == TERRAINS.index(Terrain.PLATEAU))
    shade = cv2.GaussianBlur(
        np.roll(high.astype(np.float32), (round(2 * scale), round(2 * scale)), (0, 1)), (0, 0), 2 * scale
    )
    light -= np.where(high, 0, shade * 28).astype(np.float32)
    blotch = smooth(shape, 3.0 * scale, rng) * 2.2 + smooth(shape, 1.1 * scale, rng) * 1.6
    if ink.brush:
        # Strokes of a painter: browns that are warmer here and duller there, at every size.
        for cell, share in ((26.0, 0.6), (9.0, 0.8), (3.5, 0.5)):
            brown = rng.uniform(0.5, 1.1, 3).astype(np.float32)
            paper = paper + (smooth(shape, cell * scale, rng) * ink.brush * share)[..., None] * brown
    return np.asarray(paper + (light + blotch)[..., None], np.float32)


def _relief(ground: NDArray[np.uint8], ink: Ink, scale: float, rng: Rng) -> Field:
    shape = (ground.shape[0], ground.shape[1])
    rock = (ground == TERRAINS.index(Terrain.MOUNTAIN)).astype(np.uint8)
    mesa = ((ground == TERRAINS.index(Terrain.PLATEAU)) | (rock > 0)).astype(np.uint8)
    inside = cv2.distanceTransform(rock, cv2.DIST_L2, 5) / scale
    ridges = 1 - np.abs(smooth(shape, 16 * scale, rng)) * 0.9
    crags = 1 - np.abs(smooth(shape, 6.5 * scale, rng))
    height = np.minimum(inside, 16) * (0.34 + 0.34 * ridges) + np.minimum(inside, 6) * 0.35 * crags
    rim = np.clip(cv2.distanceTransform(mesa, cv2.DIST_L2, 5) / scale / 4.2, 0, 1)
    height = cv2.GaussianBlur((height + rim * rim * (3 - 2 * rim) * 3).astype(np.float32), (0, 0), 0.8 * scale)
    slope = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3) + cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3)
    return np.asarray(np.clip(slope * (scale * 6.0), -34, 30) * ink.relief, np.float32)


def _stroke(image: Image, points: Floats, scale: float, width: float, colour: Floats) -> None:
    ring = np.round(points * scale * 16).astype(np.int32)
    cv2.polylines(image, [ring], False, tuple(colour), max(1, round(width * scale)), cv2.LINE_AA, shift=4)


def _lines(image: Image, on: Board, ink: Ink, scale: float) -> None:
    edges, size = load_outline().edges, np.array([on.width, on.height])
    layers: tuple[tuple[str, float, Floats], ...] = (
        ("plain", 1.0, ink.line),
        ("sector", 2.8, ink.line),
        ("sector", 1.1, PALE_INK),
        ("wall", 4.2, ink.wall),
        ("wall", 1.7, PALE_INK),
        ("frame", 6.0, ink.line),
    )
    for layer, width, colour in layers:
        for edge in edges:
            sector = edge.sector_line or "north_pole" in (edge.left, edge.right)
            kind = "frame" if edge.right is None else "sector" if sector else "plain"
            if layer == kind or (layer == "wall" and edge.impassable):
                _stroke(image, np.array(edge.points) * size, scale, width, colour)


def _zones(image: Image, on: Board, ink: Ink, scale: float) -> None:
    for x, y, radius in on.zones.values():
        centre, r = (round(x * scale * 16), round(y * scale * 16)), radius * scale
        cv2.circle(image, centre, round(r * 1.07 * 16), tuple(ink.line), -1, cv2.LINE_AA, 4)
        cv2.circle(image, centre, round(r * 16), tuple(PALE_INK), -1, cv2.LINE_AA, 4)
        cv2.circle(image, centre, round(r * 0.93 * 16), tuple(ink.zone), -1, cv2.LINE_AA, 4)
        for side in (-1, 1):
            wings = (((0, -0.1), (0.7, -0.5), (0.74, -0.3), (0, 0.12)), ((0, 0), (0.62, 0.28), (0.54, 0.46), (0, 0.24)))
            for wing in wings:
                ring = (np.array(wing) * (side, 1) * radius + (x, y)) * scale * 16
                cv2.fillPoly(image, [np.round(ring).astype(np.int32)], (250, 240, 228), cv2.LINE_AA, 4)


def _names(image: Image, on: Board, ink: Ink, scale: float) -> None:
    for number, area in enumerate(AREAS):
        x, y = on.labels[area.id]
        icon = bool(area.sietch or area.settlement or area.station)
        if icon:
            _icon(image, (x, y - 5), area.settlement or 0, bool(area.sietch), scale)
        words = (area.name or area_code(number)).split()
        lines = [" ".join(words)] if len(" ".join(words)) < 9 else words
        size = 3.9 if area.name else 3.2
        dark = area.terrain in (Terrain.MOUNTAIN, Terrain.PLATEAU)
        for row, text in enumerate(lines):
            below = (5.5 if icon else 0) + (row - (len(lines) - 1) / 2 * (not icon)) * size * 1.45
            _text(image, text, (x, y + below), size, scale, PALE_INK if dark else ink.line)


def _text(image: Image, text: str, at: tuple[float, float], size: float, scale: float, colour: Floats) -> None:
    factor = size * scale / 21.0
    (width, height), _ = cv2.getTextSize(text, FONT, factor, 1)
    origin = (round(at[0] * scale - width / 2), round(at[1] * scale + height / 2))
    cv2.putText(image, text, origin, FONT, factor, tuple(colour), max(1, round(0.32 * scale)), cv2.LINE_AA)


def _icon(image: Image, at: tuple[float, float], rank: int, sietch: bool, scale: float) -> None:
    centre = (round(at[0] * scale * 16), round(at[1] * scale * 16))
    colour = (92, 74, 24) if sietch else (28, 24, 126) if rank else (52, 74, 58)
    cv2.circle(image, centre, round(5.9 * scale * 16), tuple(PALE_INK), -1, cv2.LINE_AA, 4)
    cv2.circle(image, centre, round(5.1 * scale * 16), colour, -1, cv2.LINE_AA, 4)
    for bar in range(rank or 1):
        x = at[0] + (bar - (max(rank, 1) - 1) / 2) * 2.6
        box = np.array([[x - 0.9, at[1] - 2], [x + 0.9, at[1] - 2], [x + 0.9, at[1] + 2.2], [x - 0.9, at[1] + 2.2]])
        cv2.fillPoly(image, [np.round(box * scale * 16).astype(np.int32)], tuple(PALE_INK), cv2.LINE_AA, 4)
