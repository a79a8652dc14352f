"""Finds the board in a photo: markers or features first, then small patches of the user's own empty board.

The two halves of the board are never quite in one plane, so each gets its own map from millimetres to pixels: a
homography and a smooth remainder that takes up what the lens bends.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.geometry import MARGIN, Board, marker_corners
from vision.board.markers import BOARD_CARDS, find_markers
from vision.settings import DEFAULT, Settings

Floats = NDArray[np.float64]
Gray = NDArray[np.uint8]
FEATURE_SCALE = 1.5
"""Pixels a millimetre of the picture in which the features of the reference are found."""


class Reason(StrEnum):
    """Why a photo is refused: each tells what the user can do."""

    BOARD_NOT_FOUND = "board_not_found"
    LEFT_HALF_UNCLEAR = "left_half_unclear"
    RIGHT_HALF_UNCLEAR = "right_half_unclear"
    BOARD_CUT_OFF = "board_cut_off"
    TOO_FLAT = "too_flat"
    TOO_SMALL = "too_small"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    OTHER_COLOURS = "other_colours"
    TOO_MUCH_GLARE = "too_much_glare"
    TOO_BLURRED = "too_blurred"
    MUCH_COVERED = "much_covered"


class Refused(Exception):
    """A photo that cannot be read; ``reason`` says why."""

    def __init__(self, reason: Reason, **facts: float) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.facts = facts


@dataclass(frozen=True, eq=False)
class HalfMap:
    """Millimetres to pixels on one half: a homography after a smooth correction in millimetres (``bend``, 10 x 2)."""

    homography: Floats
    bend: Floats = field(default_factory=lambda: np.zeros((10, 2)))

    def __call__(self, points: Floats) -> Floats:
        """Returns pixels (n x 2) of points in mm (n x 2)."""
        moved = points + _powers(points) @ self.bend if self.bend.any() else points
        return apply_homography(self.homography, moved)


@dataclass(frozen=True, eq=False)
class BoardMap:
    """Millimetres to pixels of one photo, half by half."""

    left: HalfMap
    right: HalfMap

    def halves(self) -> tuple[HalfMap, HalfMap]:
        """Returns the left and the right half."""
        return self.left, self.right

    def point(self, on: Board, x: float, y: float) -> tuple[float, float]:
        """Returns the pixel of a point in mm."""
        half = self.right if x >= on.seam else self.left
        px, py = half(np.array([[x, y]], np.float64))[0]
        return float(px), float(py)

    def raster(self, on: Board, scale: float = 1.0) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Returns for each pixel of a raster (``scale`` pixels a mm) its x and y in the photo, for ``cv2.remap``."""
        rows, columns = (round(side * scale) for side in on.shape)
        step = 8
        ys, xs = (_coarse(count, step, scale) for count in (rows, columns))
        grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
        seam = round((on.seam + MARGIN) * scale)
        size = (len(xs) * step, len(ys) * step)
        parts = []
        for half in self.halves():
            coarse = half(grid).reshape(len(ys), len(xs), 2).astype(np.float32)
            # Linear between points 8 pixels apart: far below a tenth of a pixel from the curve.
            fine = cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR)
            parts.append(fine[step : step + rows, step : step + columns])
        whole = np.concatenate([parts[0][:, :seam], parts[1][:, seam:]], axis=1)
        return np.ascontiguousarray(whole[..., 0]), np.ascontiguousarray(whole[..., 1])


def _coarse(count: int, step: int, scale: float) -> Floats:
    """Returns the places in mm of every ``step``-th pixel of a raster, one step beyond it on either side."""
    pixels = (np.arange(-(-count // step) + 2) - 0.5) * step - 0.5
    return np.asarray((pixels + 0.5) / scale - 0.5 - MARGIN, np.float64)


def inverse(matrix: Floats) -> Floats:
    """Returns the homography that leads back."""
    return np.asarray(np.linalg.inv(matrix), np.float64)


def apply_homography(matrix: Floats, points: Floats) -> Floats:
    """Returns the images (n x 2) of points (n x 2)."""
    out = np.c_[points, np.ones(len(points))] @ matrix.T
    return np.asarray(out[:, :2] / out[:, 2:], np.float64)


def _powers(points: Floats) -> Floats:
    x, y = (points[:, 0] - 400) / 400, (points[:, 1] - 300) / 300
    return np.stack([x**0, x, y, x * x, x * y, y * y, x**3, x * x * y, x * y * y, y**3], axis=1)


# ---- first estimate


def map_from_markers(on: Board, markers: dict[int, Floats], places: dict[int, Floats] | None = None) -> BoardMap | None:
    """Returns the map that marker cards give, None when fewer than three are seen.

    ``places`` are their corners in mm on the plane of the board, by default where they should lie.
    """
    places = places or marker_corners(on)
    if len(markers) < 3:
        return None
    whole = fit_homography(
        np.concatenate([places[k] for k in sorted(markers)]), np.concatenate([markers[k] for k in sorted(markers)])
    )
    halves = []
    for keys in ((0, 3, 4, 5), (1, 2, 4, 5)):
        seen = [k for k in keys if k in markers]
        if len(seen) == 4:
            own = fit_homography(np.concatenate([places[k] for k in seen]), np.concatenate([markers[k] for k in seen]))
            halves.append(HalfMap(own))
        else:
            halves.append(HalfMap(whole))
    return BoardMap(*halves)


def map_from_points(on: Board, places: Floats, pixels: Floats) -> BoardMap:
    """Returns the map of points in mm to pixels (at least four); each half by its own points where it has four."""
    whole = fit_homography(places, pixels)
    halves = []
    for mine in (places[:, 0] <= on.seam + 1, places[:, 0] >= on.seam - 1):
        spread = mine.sum() >= 4 and np.ptp(places[mine], axis=0).min() > 50
        halves.append(HalfMap(fit_homography(places[mine], pixels[mine]) if spread else whole))
    return BoardMap(*halves)


def fit_homography(places: Floats, pixels: Floats) -> Floats:
    """Returns the homography that takes places to pixels best; raises Refused when there is none."""
    matrix, _ = cv2.findHomography(places, pixels, 0)
    if matrix is None:
        raise Refused(Reason.BOARD_NOT_FOUND)
    return np.asarray(matrix, np.float64)


@dataclass(frozen=True, eq=False)
class Reference:
    """What registration needs of the empty board: its grey raster (1 pixel a mm) and its features in mm."""

    board: Board
    gray: Gray
    points: NDArray[np.float32]
    descriptors: NDArray[np.uint8]
    markers: dict[int, Floats] = field(default_factory=dict)


def features_of(board: Board, picture: Gray, settings: Settings = DEFAULT) -> tuple[Any, Any]:
    """Returns places in mm and descriptors of the features of a rectified picture (``FEATURE_SCALE`` pixels a mm)."""
    edge = round(MARGIN * FEATURE_SCALE)
    mask = np.zeros_like(picture)
    mask[edge:-edge, edge:-edge] = 255
    found, descriptors = cv2.SIFT.create(settings.features).detectAndCompute(picture, mask)
    points = np.array([key.pt for key in found], np.float32).reshape(-1, 2)
    return (points + 0.5) / FEATURE_SCALE - 0.5 - MARGIN, np.asarray(descriptors).astype(np.uint8)


def _first_map(gray: Gray, reference: Reference, settings: Settings) -> Floats:
    """Returns the homography from mm to pixels that features and known markers agree on."""
    factor = min(1.0, settings.features_side / max(gray.shape))
    small = cv2.resize(gray, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    places, pixels = [], []
    for key, ring in find_markers(np.asarray(small, np.uint8), BOARD_CARDS).items():
        if key in reference.markers:
            places.append(reference.markers[key])
            pixels.append((ring + 0.5) / factor - 0.5)
    if len(places) >= 3:
        return fit_homography(np.concatenate(places), np.concatenate(pixels))
    found, descriptors = cv2.SIFT.create(settings.features).detectAndCompute(small, None)
    if min(len(found), len(reference.points)) < settings.least_feature_matches:
        raise Refused(Reason.BOARD_NOT_FOUND, features=len(found))
    mine, theirs = _matches(np.asarray(descriptors, np.float32), reference.descriptors, settings.feature_ratio)
    if len(mine) < settings.least_feature_matches:
        raise Refused(Reason.BOARD_NOT_FOUND, matches=len(mine))
    source = reference.points[theirs].astype(np.float64)
    target = (np.array([found[n].pt for n in mine], np.float64) + 0.5) / factor - 0.5
    matrix: Any
    inliers: Any
    matrix, inliers = cv2.findHomography(source, target, cv2.USAC_MAGSAC, 6.0 / factor, maxIters=5000, confidence=0.999)
    count = 0 if inliers is None or matrix is None else int(inliers.sum())
    if count < settings.least_feature_matches:
        raise Refused(Reason.BOARD_NOT_FOUND, matches=count)
    return np.asarray(matrix, np.float64)


def _matches(
    photo: NDArray[np.float32], reference: NDArray[np.uint8], ratio: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Returns the pairs (numbers of both) whose distance is clearly less than to the next best feature."""
    other = reference.astype(np.float32)
    square = (photo**2).sum(axis=1)[:, None] + (other**2).sum(axis=1)[None] - 2 * (photo @ other.T)
    rows = np.arange(len(photo))
    best = square.argmin(axis=1)
    least = square[rows, best].copy()
    square[rows, best] = np.inf
    clear = np.nonzero(least < ratio**2 * square.min(axis=1))[0]
    return clear, best[clear]


# ---- patches


@dataclass(frozen=True, eq=False)
class Registration:
    """A photo laid over the reference: the map, how many patches of each half agree, and their mean miss in mm."""

    map: BoardMap
    patches: tuple[int, int]
    miss: float


def rectify(
    image: NDArray[Any], board_map: BoardMap, on: Board, scale: float = 1.0, outside: int = 0
) -> NDArray[np.uint8]:
    """Returns the photo as a raster of the board, ``scale`` pixels a mm."""
    mx, my = board_map.raster(on, scale)
    out = cv2.remap(image, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(outside,) * 3)
    return np.asarray(out, np.uint8)


def register(gray: Gray, reference: Reference, settings: Settings = DEFAULT, *, one_half: bool = False) -> Registration:
    """Returns how a photo (grey) lies over the reference; raises Refused.

    With ``one_half`` it is enough when one half is clear, as in the photo of a sector; the other then follows it.
    """
    first = HalfMap(_first_map(gray, reference, settings))
    on, current = reference.board, BoardMap(first, first)
    counts, misses = (0, 0), 0.0
    for turn, reach in enumerate(settings.patch_reach):
        picture = rectify(gray, current, on)
        places, shifts = _match_patches(picture, reference.gray, on, reach, settings)
        last = turn == len(settings.patch_reach) - 1
        halves, found = [], []
        misses_of = []
        for side, half in enumerate(current.halves()):
            mine = places[:, 0] >= on.seam if side else places[:, 0] < on.seam
            better, agree, miss = _refit(half, places[mine], shifts[mine], last, settings)
            halves.append(better)
            found.append(agree)
            misses_of.append(miss)
        unclear = [side for side in (0, 1) if found[side] < settings.least_patches_per_half]
        if len(unclear) == 2 or (unclear and not one_half):
            reason = Reason.RIGHT_HALF_UNCLEAR if unclear[0] else Reason.LEFT_HALF_UNCLEAR
            raise Refused(reason, patches=found[unclear[0]])
        for side in unclear:
            halves[side], misses_of[side] = halves[1 - side], 0.0
        current, counts, misses = BoardMap(*halves), (found[0], found[1]), max(misses_of)
    return Registration(current, counts, misses)


def _match_patches(picture: Gray, reference: Gray, on: Board, reach: int, settings: Settings) -> tuple[Floats, Floats]:
    """Returns where patches of the reference stand (mm) and where the picture has them instead (shift in mm)."""
    half, rows, columns = settings.patch // 2, *on.shape
    places, shifts = [], []
    first = MARGIN + half
    xs = {*range(first, columns - first, settings.patch_step)}
    seam = round(on.seam) + MARGIN
    # A patch must not straddle the seam: the halves move separately.
    for cx in sorted(x for x in xs if abs(x - seam) >= half):
        for cy in range(first, rows - first, settings.patch_step):
            patch = reference[cy - half : cy + half, cx - half : cx + half]
            top, left = cy - half - reach, cx - half - reach
            if top < 0 or left < 0:
                continue
            window = picture[top : cy + half + reach, left : cx + half + reach]
            if window.shape != (2 * (half + reach),) * 2 or not window.any():
                continue
            scores = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED)
            _, best, _, (bx, by) = cv2.minMaxLoc(scores)
            if best < settings.patch_score or not (0 < bx < 2 * reach and 0 < by < 2 * reach):
                continue
            dx = bx - reach + _peak(scores[by, bx - 1 : bx + 2])
            dy = by - reach + _peak(scores[by - 1 : by + 2, bx])
            places.append((cx - 0.5 - MARGIN, cy - 0.5 - MARGIN))
            shifts.append((dx, dy))
    return np.array(places, np.float64).reshape(-1, 2), np.array(shifts, np.float64).reshape(-1, 2)


def _peak(three: NDArray[Any]) -> float:
    before, at, after = (float(v) for v in three)
    bow = before - 2 * at + after
    return 0.0 if bow >= 0 else 0.5 * (before - after) / bow


def _refit(half: HalfMap, places: Floats, shifts: Floats, bend: bool, settings: Settings) -> tuple[HalfMap, int, float]:
    """Returns the map of one half after its patches, how many agree with it and their mean miss in mm."""
    if len(places) < settings.least_patches_per_half:
        return half, len(places), 0.0
    targets = half(places + shifts)
    matrix: Any
    inliers: Any
    matrix, inliers = cv2.findHomography(places, places + shifts, cv2.USAC_MAGSAC, 1.5, maxIters=2000, confidence=0.999)
    if matrix is None:
        return half, 0, 0.0
    good = inliers.ravel() > 0
    if good.sum() < settings.least_patches_per_half:
        return half, int(good.sum()), 0.0
    refitted, _ = cv2.findHomography(places[good], targets[good], 0)
    better = HalfMap(np.asarray(refitted, np.float64))
    if bend:
        better = _with_bend(better, places[good], targets[good])
    miss = np.linalg.norm(better(places) - targets, axis=1) / _pixels_per_mm(better, places)
    agree = miss < settings.agree_within
    return better, int(agree.sum()), float(miss[agree].mean()) if agree.any() else 9.9


def _with_bend(half: HalfMap, places: Floats, targets: Floats) -> HalfMap:
    back = apply_homography(inverse(half.homography), targets)
    rest, powers = back - places, _powers(places)
    weights = np.ones(len(places))
    bend = half.bend
    for _ in range(3):
        scaled = powers * weights[:, None]
        normal = scaled.T @ powers + 0.5 * np.eye(powers.shape[1])
        bend = np.asarray(np.linalg.solve(normal, scaled.T @ rest), np.float64)
        off = np.linalg.norm(rest - powers @ bend, axis=1)
        weights = 1 / (1 + (off / 0.3) ** 2)
    return replace(half, bend=bend)


def _pixels_per_mm(half: HalfMap, places: Floats) -> Floats:
    step = half(places + np.array([1.0, 0.0])) - half(places)
    return np.asarray(np.maximum(np.linalg.norm(step, axis=1), 1e-6), np.float64)
