"""Smooth random fields and colour arithmetic that the parts of the renderer share."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Field = NDArray[np.float32]
Floats = NDArray[np.float64]
Rng = np.random.Generator

GAMMA = 2.2


def generator(*words: int | str) -> Rng:
    """Returns a generator that depends on every word and on nothing else."""
    numbers = [word if isinstance(word, int) else int.from_bytes(word.encode(), "little") for word in words]
    return np.random.default_rng(numbers)


def smooth(shape: tuple[int, int], cell: float, rng: Rng) -> Field:
    """Returns a field of about unit variance whose lumps are ``cell`` pixels wide."""
    rows, columns = shape
    coarse = rng.standard_normal((int(rows / cell) + 3, int(columns / cell) + 3)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (columns, rows), interpolation=cv2.INTER_CUBIC), np.float32)


def to_linear(colour: Any) -> Floats:
    """Returns light (0 to 1) of a colour as stored (0 to 255)."""
    return (np.asarray(colour, np.float64) / 255.0) ** GAMMA


def to_stored(light: Any) -> Floats:
    """Returns the colour as stored (0 to 255, not rounded) of light (0 to 1)."""
    return np.asarray(255.0 * np.clip(light, 0.0, 1.0) ** (1 / GAMMA), np.float64)


def bgr(red: float, green: float, blue: float) -> Floats:
    """Returns a colour in the order OpenCV keeps it."""
    return np.array([blue, green, red], np.float64)


def varied(colour: Floats, rng: Rng, hue: float = 6.0, saturation: float = 0.15, value: float = 0.12) -> Floats:
    """Returns a colour (BGR, 0 to 255) with hue (degrees), saturation and value (shares) changed at random."""
    pixel = np.clip(colour, 0, 255).astype(np.float32).reshape(1, 1, 3) / 255
    hsv = cv2.cvtColor(pixel, cv2.COLOR_BGR2HSV)[0, 0]
    changed = np.array(
        [
            (float(hsv[0]) + rng.uniform(-hue, hue)) % 360,
            np.clip(float(hsv[1]) * (1 + rng.uniform(-saturation, saturation)), 0, 1),
            np.clip(float(hsv[2]) * (1 + rng.uniform(-value, value)), 0, 1),
        ],
        np.float32,
    )
    back = cv2.cvtColor(changed.reshape(1, 1, 3), cv2.COLOR_HSV2BGR)
    return np.asarray(back[0, 0] * 255, np.float64)
