"""A painted board: strokes in browns, crags, faded lines and lettering; another hand than the first renderer's."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import AREA_IDS, AREA_NUMBER, AREAS, Terrain, area_code, load_outline
from tests.workshop.camera.second.copies import Rng, generator, shade
from vision.board.geometry import Board, board

Image = NDArray[np.uint8]
Field = NDArray[np.float32]
SCALE = 3.4
"""Pixels of the print a mm."""

RAMPS: dict[Terrain, tuple[tuple[float, float, float], ...]] = {
    # dark, middle, light as hue, saturation, value
    Terrain.DESERT: ((28, 0.46, 0.50), (34, 0.42, 0.68), (40, 0.32, 0.82)),
    Terrain.DEEP_DESERT: ((22, 0.58, 0.38), (28, 0.54, 0.56), (34, 0.44, 0.70)),
    Terrain.MINOR_ERG: ((34, 0.30, 0.58), (40, 0.26, 0.76), (44, 0.18, 0.90)),
    Terrain.PLATEAU: ((14, 0.56, 0.28), (18, 0.50, 0.44), (24, 0.42, 0.58)),
    Terrain.MOUNTAIN: ((20, 0.34, 0.18), (24, 0.26, 0.34), (30, 0.18, 0.52)),
}
TERRAINS = tuple(RAMPS)
FONTS = (cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SIMPLEX)


@lru_cache(maxsize=3)
def printed(seed: int, width: float) -> Image:
    """Returns the print of a copy (BGR), ``SCALE`` pixels a mm, first pixel at (0, 0) mm."""
    on, rng = board(width), generator("paint", seed)
    rows, columns = round(on.height * SCALE), round(on.width * SCALE)
    ground = np.full((rows, columns), TERRAINS.index(Terrain.PLATEAU), np.uint8)
    for area in AREA_IDS:
        ring = np.round(on.polygons[area] * SCALE * 16).astype(np.int32)
        cv2.fillPoly(ground, [ring], TERRAINS.index(AREAS[AREA_NUMBER[area]].terrain), shift=4)
    picture = _coloured(ground, _strokes(ground, on, rng), rng)
    _edges(picture, on, rng)
    _signs(picture, on, rng)
    _ornaments(picture, on, ground, rng)
    fade = float(rng.uniform(0, 0.14))
    worn = picture.astype(np.float32) * (1 - fade) + 118 * fade
    worn += cv2.resize(rng.normal(0, 5, (rows // 60, columns // 60, 3)).astype(np.float32), (columns, rows))
    return np.asarray(np.clip(worn, 0, 255), np.uint8)


def clouds(shape: tuple[int, int], cell: float, rng: Rng) -> Field:
    """Returns a soft field of about -1 to 1 with lumps ``cell`` pixels wide."""
    small = rng.uniform(-1, 1, (int(shape[0] / cell) + 2, int(shape[1] / cell) + 2)).astype(np.float32)
    return np.asarray(cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _strokes(ground: NDArray[np.uint8], on: Board, rng: Rng) -> Field:
    """Returns how light the painter made each place (0 to 1): strokes along the wind, crags in the rock."""
    small = (ground.shape[0] // 2, ground.shape[1] // 2)
    bristles = rng.standard_normal(small).astype(np.float32)
    winds = clouds(small, 260, rng) * 1.4 + float(rng.uniform(0, math.pi))
    long, ways = int(rng.integers(15, 31)) | 1, 8
    sector = np.floor(winds / math.pi * ways).astype(np.int32) % ways
    stroked = np.zeros(small, np.float32)
    for way in range(ways):
        kernel = np.zeros((long, long), np.float32)
        angle = (way + 0.5) / ways * math.pi
        reach = np.array([math.cos(angle), math.sin(angle)]) * long / 2
        middle = (long - 1) / 2
        ends = np.round(np.array([middle - reach, middle + reach])).astype(int)
        cv2.line(kernel, ends[0].tolist(), ends[1].tolist(), 1.0, 1)
        here = cv2.filter2D(bristles, -1, kernel / kernel.sum())
        stroked[sector == way] = here[sector == way]
    stroked = cv2.GaussianBlur(stroked / stroked.std(), (0, 0), 0.9)
    washes = clouds(small, 90, rng) * 0.9 + clouds(small, 30, rng) * 0.5
    value = 0.5 + 0.13 * stroked * float(rng.uniform(0.6, 1.3)) + 0.2 * washes
    rock = cv2.resize(ground, small[::-1], interpolation=cv2.INTER_NEAREST)
    high = (rock == TERRAINS.index(Terrain.MOUNTAIN)) | (rock == TERRAINS.index(Terrain.PLATEAU))
    value = np.where(high, 0.35 * value + 0.65 * _crags(small, rng), value)
    # Dunes: pale crests on deep sand that end anywhere.
    deep = rock == TERRAINS.index(Terrain.DEEP_DESERT)
    yy, xx = np.mgrid[0 : small[0], 0 : small[1]].astype(np.float32)
    turn = float(rng.uniform(-0.6, 0.6))
    crest = (yy + xx * turn + 22 * clouds(small, 110, rng)) / float(rng.uniform(7, 13))
    crest = np.abs(crest - np.round(crest))
    value += np.where(deep, np.clip(0.22 - crest, 0, 1) * 0.9 * np.clip(clouds(small, 70, rng) + 0.4, 0, 1), 0)
    return np.asarray(cv2.resize(value.astype(np.float32), ground.shape[::-1]), np.float32)


def _crags(shape: tuple[int, int], rng: Rng) -> Field:
    """Returns facets of rock lit from one side."""
    tops = np.full(shape, 255, np.uint8)
    count = shape[0] * shape[1] // 420
    tops[rng.integers(0, shape[0], count), rng.integers(0, shape[1], count)] = 0
    away, labels = cv2.distanceTransformWithLabels(tops, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    facet = rng.uniform(0.2, 0.9, int(labels.max()) + 1).astype(np.float32)[labels]
    lit = cv2.Sobel(cv2.GaussianBlur(away, (0, 0), 1.2), cv2.CV_32F, 1, 1, ksize=3)
    return np.asarray(np.clip(facet - np.clip(away, 0, 9) * 0.02 + lit * 0.06, 0, 1), np.float32)


def _coloured(ground: NDArray[np.uint8], value: Field, rng: Rng) -> Image:
    steps = np.linspace(0, 1, 256)
    tint, strength = float(rng.normal(0, 6)), float(rng.uniform(0.75, 1.15))
    tables = []
    for ramp in RAMPS.values():
        stops = np.array([shade(h + tint, s * strength, v, rng, 0.5)[::-1] for h, s, v in ramp]) * 255
        tables.append(np.column_stack([np.interp(steps, [0.05, 0.5, 0.95], stops[:, band]) for band in range(3)]))
    table = np.stack(tables).astype(np.uint8)
    levels = np.clip(value * 255, 0, 255).astype(np.uint8)
    picture = table[ground, levels]
    # Wet edges: a painter's terrains run into each other.
    soft = cv2.blur(picture, (9, 9))
    rim = cv2.morphologyEx(ground, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8)) > 0
    mask = cv2.blur(rim.astype(np.float32), (11, 11))[..., None]
    return np.asarray(picture * (1 - mask) + soft * 0.86 * mask, np.uint8)


def _edges(picture: Image, on: Board, rng: Rng) -> None:
    size = np.array([on.width, on.height]) * SCALE
    ink = np.zeros((picture.shape[0], picture.shape[1]), np.uint8)
    wall, bright = ink.copy(), ink.copy()
    for edge in load_outline().edges:
        line = np.array(edge.points) * size
        points = [np.round((line + rng.normal(0, 0.5, line.shape)) * 16).astype(np.int32)]
        sector = edge.sector_line or "north_pole" in (edge.left, edge.right)
        if edge.impassable:
            cv2.polylines(wall, points, False, 255, round(3.2 * SCALE), cv2.LINE_AA, 4)
        elif edge.right is None or sector:
            cv2.polylines(bright, points, False, 235, round((2.2 if sector else 3.0) * SCALE), cv2.LINE_AA, 4)
        cv2.polylines(ink, points, False, 255, max(2, round(float(rng.uniform(0.6, 1.1)) * SCALE)), cv2.LINE_AA, 4)
    worn = np.clip(0.85 + 0.35 * clouds((picture.shape[0], picture.shape[1]), 24, rng), 0.35, 1)
    halo = cv2.GaussianBlur(ink, (0, 0), 1.6 * SCALE)
    _lay(picture, halo, (20, 30, 40), 0.35)
    _lay(picture, bright, tuple(np.array(shade(46, 0.3, 0.9, rng)[::-1]) * 255), 0.75 * worn)
    _lay(picture, wall, tuple(np.array(shade(8, 0.7, 0.42, rng)[::-1]) * 255), 0.9)
    _lay(picture, ink, tuple(np.array(shade(24, 0.5, 0.16, rng)[::-1]) * 255), 0.8 * worn)


def _lay(picture: Image, mask: NDArray[Any], colour: tuple[float, ...], strength: float | Field) -> None:
    alpha = mask.astype(np.float32) / 255 * strength
    picture[:] = picture + (np.array(colour, np.float32) - picture) * alpha[..., None]


def _signs(picture: Image, on: Board, rng: Rng) -> None:
    pale, dark = ((np.array(shade(*hsv, rng)[::-1]) * 255).tolist() for hsv in ((44, 0.2, 0.92), (24, 0.5, 0.14)))
    field = (np.array(shade(float(rng.choice([196, 28, 150, 340])), 0.45, 0.42, rng)[::-1]) * 255).tolist()
    for x, y, radius in on.zones.values():
        at, r = (round(x * SCALE), round(y * SCALE)), radius * SCALE
        cv2.circle(picture, at, round(r * 1.05), pale, -1, cv2.LINE_AA)
        cv2.circle(picture, at, round(r * 0.95), dark, -1, cv2.LINE_AA)
        cv2.circle(picture, at, round(r * 0.86), field, -1, cv2.LINE_AA)
        for turn in (0, 120, 240):
            cv2.ellipse(picture, at, (round(r * 0.72), round(r * 0.2)), turn, 0, 360, pale, 2, cv2.LINE_AA)
    font, tall = int(rng.choice(FONTS)), float(rng.uniform(2.9, 4.2))
    for number, area in enumerate(AREAS):
        x, y = on.labels[area.id]
        on_rock = area.terrain in (Terrain.MOUNTAIN, Terrain.PLATEAU)
        if area.sietch or area.settlement or area.station:
            _emblem(picture, (x, y - 3), "s" if area.sietch else str(area.settlement or "+"), pale, dark, font)
            y += 8
        for row, word in enumerate((area.name or area_code(number)).upper().split()):
            factor = tall * SCALE / 22
            (width, _), _ = cv2.getTextSize(word, font, factor, 1)
            at = (round(x * SCALE - width / 2), round((y + row * tall * 1.5) * SCALE))
            cv2.putText(picture, word, at, font, factor, pale if on_rock else dark, 1, cv2.LINE_AA)


def _emblem(
    picture: Image, at: tuple[float, float], sign: str, pale: list[float], dark: list[float], font: int
) -> None:
    x, y = at[0] * SCALE, at[1] * SCALE
    r = 6.2 * SCALE
    if sign == "s":
        arch = np.array([[-1, 1], [-1, -0.2], [-0.5, -0.9], [0.5, -0.9], [1, -0.2], [1, 1]]) * r + np.array([x, y])
        cv2.fillPoly(picture, [np.round(arch).astype(np.int32)], dark, cv2.LINE_AA)
        cv2.polylines(picture, [np.round(arch).astype(np.int32)], True, pale, 2, cv2.LINE_AA)
        return
    box = np.array([[0, -1.1], [1, 0], [0, 1.1], [-1, 0]]) * r + (x, y)
    cv2.fillPoly(picture, [np.round(box).astype(np.int32)], pale, cv2.LINE_AA)
    cv2.polylines(picture, [np.round(box).astype(np.int32)], True, dark, 2, cv2.LINE_AA)
    cv2.putText(picture, sign, (round(x - r * 0.4), round(y + r * 0.4)), font, r / 18, dark, 2, cv2.LINE_AA)


def _ornaments(picture: Image, on: Board, ground: NDArray[np.uint8], rng: Rng) -> None:
    """The rim beside the areas: tracks of fields with numbers."""
    pale = (np.array(shade(40, 0.3, 0.7, rng)[::-1]) * 255).tolist()
    outside = np.full(ground.shape, 255, np.uint8)
    for ring in on.polygons.values():
        cv2.fillPoly(outside, [np.round(ring * SCALE).astype(np.int32)], 0)
    room = cv2.distanceTransform(outside, cv2.DIST_L2, 5) / SCALE
    for number in range(400):
        row, column = int(rng.integers(ground.shape[0])), int(rng.integers(ground.shape[1]))
        side = min(float(room[row, column]), 16.0) * SCALE * 0.6
        if side > 4 * SCALE:
            low, high = (round(column - side), round(row - side)), (round(column + side), round(row + side))
            cv2.rectangle(picture, low, high, pale, 2, cv2.LINE_AA)
            cv2.putText(picture, str(number % 30), (column - 8, row + 6), FONTS[0], 0.6, pale, 1, cv2.LINE_AA)
            room[max(0, low[1]) : high[1], max(0, low[0]) : high[0]] = 0
