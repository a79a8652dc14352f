"""Dice on the mat: which taught face each one shows.

An upper face is compared in four turns with the faces that were taught. What is like none of them, or like two, stays
unknown: the number of dice still counts.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.registration import apply_homography
from vision.dice import mat
from vision.dice import outlines as dice_find
from vision.dice.mat import MatView

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]

SIDE = 64
"""Pixels of the side of a face as it is compared."""
SHIFTS = ((0, 0), (-2, 0), (2, 0), (0, -2), (0, 2), (-2, -2), (2, 2), (-2, 2), (2, -2))
"""Pixels by which a taught face is moved too: an upper face is found to half a millimetre."""


@dataclass(frozen=True, slots=True)
class DiceSettings:
    """When a face is believed: ``like`` is the least likeness, ``telling`` the least likeness in what tells the taught
    faces apart, ``margin`` how far ahead of the next face; ``body`` the most by which colours may differ."""

    like: float = 0.62
    telling: float = 0.50
    margin: float = 0.15
    body: float = 0.30
    crop: float = 0.90


DEFAULT = DiceSettings()


@dataclass(frozen=True, eq=False)
class Face:
    """The upper face of one die: ``picture`` (64 x 64 grey), ``body`` its colour as shares of blue, green and red, and
    ``box`` where it lies in the photo (x, y, width, height in pixels)."""

    picture: Pixels
    body: tuple[float, float, float]
    box: tuple[int, int, int, int]
    turns: Floats = field(repr=False)


@dataclass(frozen=True, eq=False)
class Taught:
    """A face that was taught: the kind of die, the name of the face, what it looks like (moved by each of ``SHIFTS``,
    a row each), and the colour of its body."""

    kind: str
    face: str
    shifts: Floats
    body: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Die:
    """A die that was found; ``kind`` and ``face`` are None when it is unknown; ``confidence`` is 0 to 1."""

    kind: str | None
    face: str | None
    confidence: float
    box: tuple[int, int, int, int]


class Matcher:
    """Compares faces with those that were taught."""

    def __init__(self, taught: list[Taught], settings: DiceSettings = DEFAULT) -> None:
        """``taught`` may be empty: then every face is unknown."""
        self._taught = taught
        self._settings = settings
        self._rows = np.concatenate([each.shifts for each in taught]) if taught else np.zeros((0, 1), np.float32)
        # What all faces share, such as a ring around the sign, does not tell them apart.
        turned = [turn for each in taught for turn in _all_turns(each.shifts[0])]
        self._common = np.mean(turned, axis=0) if turned else np.zeros(1, np.float32)
        self._telling = _units(self._rows - self._common)

    def name(self, face: Face) -> Die:
        """Return which taught face a face is, or that it is unknown."""
        if not self._taught:
            return Die(None, None, 0.0, face.box)
        like = (face.turns @ self._rows.T).reshape(4, len(self._taught), len(SHIFTS)).max(axis=(0, 2))
        telling = _units(face.turns - self._common) @ self._telling.T
        tells = telling.reshape(4, len(self._taught), len(SHIFTS)).max(axis=(0, 2))
        best = dict[tuple[str, str], tuple[float, float, float]]()
        for n, each in enumerate(self._taught):
            off = float(np.abs(np.array(face.body) - np.array(each.body)).sum())
            found = (float(tells[n]), float(like[n]), off)
            key = (each.kind, each.face)
            best[key] = max(best.get(key, (-1.0, -1.0, 9.0)), found)
        ranked = sorted(best.items(), key=lambda item: -item[1][0])
        (kind, called), (tell, alike, _off) = ranked[0]
        nearest = min(
            float(np.abs(np.array(face.body) - np.array(each.body)).sum()) for each in self._taught if each.kind == kind
        )
        second = ranked[1][1][0] if len(ranked) > 1 else 0.0
        wanted = self._settings
        sure = (
            alike >= wanted.like
            and tell >= wanted.telling
            and tell - second >= wanted.margin
            and nearest <= wanted.body
        )
        confidence = round(float(np.clip(tell, 0, 1)), 4)
        return Die(kind if sure else None, called if sure else None, confidence, face.box)


def faces(image: Pixels, die_mm: float, settings: DiceSettings = DEFAULT) -> list[Face]:
    """Return the upper faces of the dice on the mat of a photo, row by row; raises NoMat."""
    view = mat.find(image)
    found = [
        _face(image, view, die_mm, dice_find.upper_face(outline, view, die_mm), settings)
        for outline in dice_find.outlines(image, view, die_mm)
    ]
    return sorted(found, key=lambda face: (face.box[1] // max(1, face.box[3]), face.box[0]))


def measure(image: Pixels, die_mm: float) -> list[float]:
    """Return the side in mm of each die on the mat of a photo, ``die_mm`` being about right; raises NoMat."""
    view = mat.find(image)
    found = [dice_find.sides(outline, view, die_mm) for outline in dice_find.outlines(image, view, die_mm)]
    return [side for side in found if side is not None]


def describe(picture: Pixels) -> Floats:
    """Return what describes a face (64 x 64 grey), a row of the length 1: its gradients and its blurred picture."""
    parts = _units(_gradients(picture)) * 0.8, _units(_blurred(picture)) * 0.6
    return np.asarray(np.concatenate(parts), np.float32)


def describe_turns(picture: Pixels) -> Floats:
    """Return four rows that describe a face in its four turns."""
    return np.stack([describe(np.ascontiguousarray(np.rot90(picture, turn))) for turn in range(4)])


def describe_shifts(picture: Pixels) -> Floats:
    """Return rows that describe a face moved by each of ``SHIFTS``."""
    moved = []
    for across, down in SHIFTS:
        by = np.array([[1, 0, across], [0, 1, down]], np.float64)
        shifted = cv2.warpAffine(picture, by, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
        moved.append(describe(np.asarray(shifted, np.uint8)))
    return np.stack(moved)


def _face(image: Pixels, view: MatView, die_mm: float, square: NDArray[np.float64], settings: DiceSettings) -> Face:
    centre = square.mean(axis=0)
    plane = view.plane(die_mm)
    cut = apply_homography(plane, centre + (square - centre) * settings.crop)
    upright = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32) - 0.5
    to_face = cv2.getPerspectiveTransform(cut.astype(np.float32), upright)
    colour = np.asarray(cv2.warpPerspective(image, to_face, (SIDE, SIDE), flags=cv2.INTER_LINEAR), np.uint8)
    picture = np.asarray(cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY), np.uint8)
    light = ((colour.astype(np.float32) / 255.0) ** 2.2 + 0.004).reshape(-1, 3)
    # The body is the larger part of a face; its sign the smaller.
    body = np.median(light / light.sum(axis=-1, keepdims=True), axis=0)
    ring = apply_homography(plane, square)
    low, high = np.floor(ring.min(axis=0)).astype(int), np.ceil(ring.max(axis=0)).astype(int)
    box = (int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1]))
    return Face(picture, (float(body[0]), float(body[1]), float(body[2])), box, describe_turns(picture))


def _all_turns(row: Floats) -> list[Floats]:
    """Return a description in its four turns. Only its mean matters, so the blurred picture alone is turned exactly."""
    cells = row[:-1024].reshape(7, 7, 4, 9)
    blurred = row[-1024:].reshape(32, 32)
    turned = []
    for turn in range(4):
        # A quarter turn takes directions by half their range: 9 bins, so a bin and the next share it.
        halfway = (np.roll(cells, 4, axis=-1) + np.roll(cells, 5, axis=-1)) / 2 if turn % 2 else cells
        grid = np.rot90(halfway, turn, axes=(0, 1))
        turned.append(np.concatenate([grid.ravel(), np.rot90(blurred, turn).ravel()]))
    return turned


def _blurred(picture: Pixels) -> Floats:
    small = cv2.resize(cv2.GaussianBlur(picture, (0, 0), 2.0), (32, 32), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32).ravel()


def _gradients(picture: Pixels) -> Floats:
    """Return histograms of gradients: cells of 8 pixels, 9 directions, blocks of 2 x 2 cells of equal strength."""
    smooth = cv2.GaussianBlur(picture, (0, 0), 1.0).astype(np.float32)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    size = np.asarray(np.hypot(across, down), np.float32)
    bins = np.mod(np.arctan2(down, across), np.pi) / np.pi * 9
    low = np.floor(bins).astype(np.intp)
    part = bins - low
    rows, columns = np.indices(picture.shape) // 8
    place = (rows * 8 + columns) * 9
    cells = np.bincount((place + low % 9).ravel(), (size * (1 - part)).ravel(), 576)
    cells = cells + np.bincount((place + (low + 1) % 9).ravel(), (size * part).ravel(), 576)
    grid = cells.reshape(8, 8, 9)
    blocks = np.stack([grid[:-1, :-1], grid[:-1, 1:], grid[1:, :-1], grid[1:, 1:]], axis=2)
    strength = np.sqrt((blocks**2).sum(axis=(2, 3), keepdims=True) + (0.12 * float(size.mean()) * 64) ** 2)
    return np.asarray(blocks / strength, np.float32).ravel()


def _units(rows: Floats) -> Floats:
    """Return rows (or one) about their mean, each of the length 1."""
    centred = rows - rows.mean(axis=-1, keepdims=True)
    length = np.linalg.norm(centred, axis=-1, keepdims=True)
    return np.asarray(centred / np.maximum(length, 1e-6), np.float32)
