"""From a photo to the board as seen from above: registered, rectified to millimetres, freed of its light."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import SECTOR_MASK, members
from vision.board.camera import Camera, camera_of
from vision.board.cover import bare
from vision.board.empty import EmptyBoard
from vision.board.exposure import must_be_readable
from vision.board.geometry import MARGIN, NO_AREA, Board
from vision.board.light import Lit, Picture, relight, to_light
from vision.board.registration import BoardMap, Reason, Refused, Registration, rectify, register
from vision.settings import DEFAULT, Settings

Image = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Shot:
    """How a photo was taken: ``visible`` is the raster of millimetres inside it, ``blur`` how much less sharp it is
    than the reference (0: the same), ``miss`` how far (mm) its parts lie beside the reference, ``bare`` the raster
    where the print of the board shows (None: nobody looked)."""

    camera: Camera
    visible: NDArray[np.bool_]
    blur: float
    miss: float
    bare: NDArray[np.bool_] | None = None


@dataclass(frozen=True, eq=False)
class View:
    """One registered photo of ``board``: the working picture, the map onto it, how it was taken, its light, and the
    time of each stage in ``seconds``."""

    board: Board
    image: Image
    map: BoardMap
    registration: Registration
    shot: Shot
    lit: Lit
    seconds: dict[str, float]

    @property
    def camera(self) -> Camera:
        """Where the camera stood."""
        return self.shot.camera

    @property
    def visible(self) -> NDArray[np.bool_]:
        """The raster of millimetres inside the photo."""
        return self.shot.visible


def working(image: Image, settings: Settings = DEFAULT) -> Image:
    """Returns the photo at the resolution that recognition works with."""
    longest = max(image.shape[:2])
    if longest <= settings.longest_side:
        return image
    factor = settings.longest_side / longest
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)


def view(
    empty: EmptyBoard,
    image: Image,
    settings: Settings = DEFAULT,
    clock: Callable[[], float] = perf_counter,
    *,
    sector: str | None = None,
) -> View:
    """Returns a photo laid over the board and freed of its light; raises Refused.

    A photo of one ``sector`` needs to show only that part of the board.
    """
    seconds: dict[str, float] = {}
    begin = clock()
    small = working(image, settings)
    gray = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    brightness = float(np.percentile(gray, 75))
    if brightness < settings.least_brightness:
        raise Refused(Reason.TOO_DARK, brightness=brightness)
    reference = empty.reference
    begin = _lap(seconds, "prepare", begin, clock)
    try:
        registration = register(gray, reference, settings, one_half=sector is not None)
    except Refused as refused:
        if brightness < settings.dim:
            raise Refused(Reason.TOO_DARK, brightness=brightness) from refused
        raise
    begin = _lap(seconds, "register", begin, clock)
    on = empty.board
    camera = camera_of(on, registration.map, (small.shape[0], small.shape[1]), empty.focal, settings)
    if camera.elevation < settings.lowest_elevation:
        raise Refused(Reason.TOO_FLAT, elevation=camera.elevation)
    if camera.scale < settings.least_scale:
        raise Refused(Reason.TOO_SMALL, pixels_per_mm=camera.scale)
    picture, visible = rectified_light(small, registration.map, empty)
    share = float(visible[part_of(empty.board, sector)].mean())
    if share < settings.least_visible:
        raise Refused(Reason.BOARD_CUT_OFF, visible=share)
    shows = bare(picture, empty.light, settings)
    blur = must_be_readable(picture, empty.light, shows, visible & part_of(on, sector), settings)
    lit = relight(picture, empty.light, empty.spread, settings)
    _lap(seconds, "light", begin, clock)
    shot = Shot(camera, visible, blur, registration.miss, shows)
    return View(on, small, registration.map, registration, shot, lit, seconds)


def part_of(on: Board, sector: str | None) -> NDArray[np.bool_]:
    """Returns the raster of the board or of one sector."""
    if sector is None:
        return np.asarray(on.areas != NO_AREA)
    return np.isin(on.areas, list(members(SECTOR_MASK[sector])))


def rectified_light(image: Image, board_map: BoardMap, empty: EmptyBoard) -> tuple[Picture, NDArray[np.bool_]]:
    """Returns a photo as raster in logarithms of light, and which of its pixels the photo shows."""
    on = empty.board
    mx, my = board_map.raster(on)
    rows, columns = image.shape[:2]
    visible = (mx > 1) & (my > 1) & (mx < columns - 2) & (my < rows - 2)
    per_mm = float(np.median(np.hypot(np.diff(mx, axis=1), np.diff(my, axis=1))))
    if per_mm > 1.6:
        # Finer than a pixel a millimetre: average instead of picking single pixels.
        fine = rectify(image, board_map, on, 2.0)
        raster = cv2.resize(fine, (on.shape[1], on.shape[0]), interpolation=cv2.INTER_AREA)
    else:
        raster = rectify(image, board_map, on)
    light = np.asarray(cv2.GaussianBlur(to_light(np.asarray(raster, np.uint8)), (0, 0), 0.6), np.float32)
    light[~visible] = empty.light[~visible]
    return light, np.asarray(visible)


Window = tuple[int, int, int, int]


def lifted(
    layers: NDArray[Any], camera: Camera, z: float, cell: float = 1.0, window: Window | None = None
) -> NDArray[Any]:
    """Returns layers (H x W x C, ``cell`` mm a pixel) moved so that what is ``z`` mm above a place is at that place.

    ``window`` is the part wanted in pixels: top, left, rows, columns.
    """
    window = window or (0, 0, layers.shape[0], layers.shape[1])
    if z == 0:
        return layers[window[0] : window[0] + window[2], window[1] : window[1] + window[3]]
    return _about_foot(layers, camera, camera.shift(z), cell, cv2.INTER_LINEAR, window)


def leaning(labels: NDArray[Any], camera: Camera, z: float) -> NDArray[Any]:
    """Returns labels of the board (H x W x C) where what stands on them is seen ``z`` mm up."""
    window = (0, 0, labels.shape[0], labels.shape[1])
    return _about_foot(labels, camera, 1 / camera.shift(z), 1.0, cv2.INTER_NEAREST, window)


def _about_foot(
    layers: NDArray[Any], camera: Camera, factor: float, cell: float, how: int, window: Window
) -> NDArray[Any]:
    x, y = ((at + MARGIN + 0.5) / cell - 0.5 for at in (camera.x, camera.y))
    top, left, rows, columns = window
    shift_x, shift_y = x * (1 - factor) + left * factor, y * (1 - factor) + top * factor
    # Only the part that is read: copying whole pictures would cost more than warping them.
    low_x = min(max(int(shift_x) - 2, 0), layers.shape[1] - 1)
    low_y = min(max(int(shift_y) - 2, 0), layers.shape[0] - 1)
    high_x, high_y = int(shift_x + columns * factor) + 3, int(shift_y + rows * factor) + 3
    source = layers[low_y : max(high_y, low_y + 1), low_x : max(high_x, low_x + 1)]
    back = np.array([[factor, 0, shift_x - low_x], [0, factor, shift_y - low_y]])
    parts = []
    # OpenCV warps four layers at a time.
    for first in range(0, layers.shape[2], 4):
        part = np.ascontiguousarray(source[..., first : first + 4], np.float32)
        warped = cv2.warpAffine(part, back, (columns, rows), flags=how | cv2.WARP_INVERSE_MAP)
        parts.append(warped.reshape(rows, columns, part.shape[2]))
    return np.concatenate(parts, axis=2)


def _lap(seconds: dict[str, float], stage: str, begin: float, clock: Callable[[], float]) -> float:
    now = clock()
    seconds[stage] = seconds.get(stage, 0.0) + now - begin
    return now
