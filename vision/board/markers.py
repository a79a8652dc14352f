"""Marker cards in a photo: those round the board and those on the dice mat are of one dictionary."""

from collections.abc import Container
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

BOARD_CARDS = range(6)
"""The markers of the cards round the board, clockwise from the upper left; 4 and 5 lie at the ends of the seam."""


def find_markers(gray: NDArray[np.uint8], wanted: Container[int]) -> dict[int, NDArray[np.float64]]:
    """Return the corners (4 x 2, pixels, upper left first, clockwise) of the markers whose ids are wanted."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)
    found: Any = detector.detectMarkers(gray)
    corners, ids = found[0], found[1]
    if ids is None:
        return {}
    named = zip(np.ravel(ids), corners, strict=True)
    return {int(key): np.asarray(ring, np.float64).reshape(4, 2) for key, ring in named if int(key) in wanted}
