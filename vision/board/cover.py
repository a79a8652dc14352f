"""Where a photo shows the print of the empty board: what hides it is a piece, or something that lies over the board.

A hand, a sheet of paper or a cup can be as even as sand, and light takes on every evenness. So the print itself is
looked for, small window by small window; how bright it is says nothing.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.light import Picture, grey
from vision.settings import DEFAULT, Settings

Mask = NDArray[np.bool_]
Plane = NDArray[np.float32]
NOISE = 2e-4
"""Variance (squares of logarithms of light) under which a window shows nothing to go by."""


def bare(photo: Picture, reference: Picture, settings: Settings = DEFAULT) -> Mask:
    """Returns where a photo, as a raster in logarithms of light, shows the print of the empty board."""
    shown, printed = grey(photo), grey(reference)
    mean, base = _smooth(shown, settings), _smooth(printed, settings)
    together = _smooth(shown * printed, settings) - mean * base
    own = np.maximum(_smooth(shown * shown, settings) - mean**2, 0)
    wanted = np.maximum(_smooth(printed * printed, settings) - base**2, 0)
    return np.asarray(together > settings.print_score * (np.sqrt(own * wanted) + NOISE), np.bool_)


def _smooth(plane: Plane, settings: Settings) -> Plane:
    window = (settings.print_window, settings.print_window)
    return np.asarray(cv2.boxFilter(plane, -1, window), np.float32)
