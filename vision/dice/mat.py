"""The dice mat: a coloured sheet with four marker cards, on which dice are found and seen straight from above.

The frame of this module: millimetres on the mat, x to the right and y down from the upper left corner of the coloured
field; heights above the mat are positive.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.camera import centre_of
from vision.board.markers import find_markers
from vision.settings import DEFAULT
from vision.terms import MATS

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

WIDTH = 180.0
HEIGHT = 120.0
MARKER = 20.0
QUIET = 4.0
"""The white rim that a marker needs to be seen."""
MARKERS = {20: (0, 0), 21: (1, 0), 22: (1, 1), 23: (0, 1)}
"""The markers (of ``DICT_4X4_50``) by corner: 0 is left or up, 1 right or down."""
COLOURS = {"green": (98, 138, 32), "violet": (158, 60, 142)}
"""Blue, green, red of the printed field by name: the usual green, and one for green dice."""
STRONG = {"green": (1,), "violet": (0, 2)}
"""The parts of the light (0 blue, 1 green, 2 red) that a field is lighter in than in the others."""


class NoMat(ValueError):
    """A photo in which the mat is not found; ``code`` is ``mat_not_found`` or ``mat_too_small``."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(f"dice: {code}")


@dataclass(frozen=True, eq=False)
class MatView:
    """The mat in a photo: ``flat`` (3 x 3) takes millimetres on the mat to pixels; the camera stands ``height`` mm
    above the point ``foot`` of the mat's plane."""

    flat: Floats
    foot: tuple[float, float]
    height: float

    def plane(self, height: float) -> Floats:
        """Return the homography from millimetres at a height above the mat to pixels of the photo."""
        away = self.height / (self.height - height)
        shift = [(1 - away) * along for along in self.foot]
        by = np.array([[away, 0, shift[0]], [0, away, shift[1]], [0, 0, 1]], np.float64)
        return np.asarray(self.flat @ by, np.float64)


def marker_squares() -> dict[int, Floats]:
    """Return the corners in mm, upper left first, clockwise, of each marker on the mat."""
    side = MARKER + 2 * QUIET
    squares = {}
    for key, (right, down) in MARKERS.items():
        corner = np.array([right * (WIDTH - side) + QUIET, down * (HEIGHT - side) + QUIET])
        squares[key] = corner + MARKER * np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
    return squares


def purity(shares: NDArray[np.float32], name: str) -> NDArray[np.float32]:
    """Return how much lighter pixels (shares of the light, white: all alike) are in the strong parts of a colour than
    in the others: above 0 for that colour only, however pale it is."""
    weak = [n for n in range(3) if n not in STRONG[name]]
    return np.asarray(shares[..., list(STRONG[name])].min(axis=-1) - shares[..., weak].max(axis=-1), np.float32)


def draw(pixels_per_mm: float, colour: str = MATS[0]) -> Pixels:
    """Return the mat as it is printed, as rows of blue, green and red bytes; raises KeyError for an unknown colour."""
    shape = (round(HEIGHT * pixels_per_mm), round(WIDTH * pixels_per_mm), 3)
    image = np.full(shape, COLOURS[colour], np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for key, square in marker_squares().items():
        (x0, y0), (x1, y1) = (np.round(square[i] * pixels_per_mm).astype(int) for i in (0, 2))
        rim = round(QUIET * pixels_per_mm)
        image[max(0, y0 - rim) : y1 + rim, max(0, x0 - rim) : x1 + rim] = 255
        marker = cv2.aruco.generateImageMarker(dictionary, key, x1 - x0)
        image[y0 : y0 + x1 - x0, x0:x1] = marker[..., None]
    return image


def find(image: Pixels) -> MatView:
    """Return where the mat lies in a photo (blue, green, red); raises NoMat when fewer than three markers show."""
    seen = find_markers(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), MARKERS)
    squares = marker_squares()
    if len(seen) < 3:
        raise NoMat("mat_not_found")
    keys = sorted(seen)
    found, _ = cv2.findHomography(
        np.concatenate([squares[key] for key in keys]), np.concatenate([seen[key] for key in keys]), cv2.RANSAC, 3.0
    )
    if found is None:
        raise NoMat("mat_not_found")
    flat = np.asarray(found, np.float64)
    sides = [float(np.linalg.norm(seen[key][0] - seen[key][1])) for key in keys]
    if min(sides) < 24:
        raise NoMat("mat_too_small")
    return _view(flat, image.shape[1], image.shape[0])


def field_mask(pixels_per_mm: float) -> NDArray[np.bool_]:
    """Return the raster of the mat that is true where dice may lie: on the colour, off the marker cards."""
    shape = (round(HEIGHT * pixels_per_mm), round(WIDTH * pixels_per_mm))
    mask = np.ones(shape, np.bool_)
    for square in marker_squares().values():
        (x0, y0), (x1, y1) = (np.round(square[i] * pixels_per_mm).astype(int) for i in (0, 2))
        rim = round((QUIET + 1) * pixels_per_mm)
        mask[max(0, y0 - rim) : y1 + rim, max(0, x0 - rim) : x1 + rim] = False
    return mask


def rim_mask(pixels_per_mm: float) -> NDArray[np.bool_]:
    """Return the raster of the mat that is true on the white rims of its marker cards, which tell what is white."""
    shape = (round(HEIGHT * pixels_per_mm), round(WIDTH * pixels_per_mm))
    mask = np.zeros(shape, np.bool_)
    for square in marker_squares().values():
        (x0, y0), (x1, y1) = (np.round(square[i] * pixels_per_mm).astype(int) for i in (0, 2))
        inner, outer = round(pixels_per_mm), round((QUIET - 1) * pixels_per_mm)
        mask[max(0, y0 - outer) : y1 + outer, max(0, x0 - outer) : x1 + outer] = True
        mask[y0 - inner : y1 + inner, x0 - inner : x1 + inner] = False
    return mask


def _view(flat: Floats, width: int, height: int) -> MatView:
    """Return the view of a camera with the usual focal length that sees the mat by a homography."""
    focal = DEFAULT.usual_focal * max(width, height)
    camera = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    x, y, above = centre_of(np.linalg.inv(camera) @ flat)
    return MatView(flat, (x, y), above)
