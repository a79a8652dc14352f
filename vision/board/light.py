"""Takes the light out of a photo: what is left differs from the empty board because something stands there.

Pictures here are rasters of the board in natural logarithms of linear light, rows x columns x 3 (blue, green, red).
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.settings import DEFAULT, Settings

Picture = NDArray[np.float32]


def _logarithms(darkest: float) -> NDArray[np.float32]:
    values = np.arange(256) / 255
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return np.log(linear + darkest).astype(np.float32)


def to_light(image: NDArray[np.uint8], settings: Settings = DEFAULT) -> Picture:
    """Returns an sRGB picture in logarithms of linear light."""
    # Not cv2.LUT: its result for float tables is as exact, but takes no plain gray pictures.
    return _logarithms(settings.darkest)[image]


def grey(picture: Picture) -> NDArray[np.float32]:
    """Returns a picture without its colours: the mean of its channels."""
    return np.asarray(cv2.transform(picture, np.full((1, 3), 1 / 3, np.float32)), np.float32)


@dataclass(frozen=True, eq=False)
class Lit:
    """A photo under the light of the reference (``picture``), its ``residual`` to the reference, the light that was
    taken out (``field``), what the empty board itself varies (``spread``), and the residual in units of that."""

    picture: Picture
    residual: Picture
    field: Picture
    spread: NDArray[np.float32]
    strength: NDArray[np.float32]


def relight(photo: Picture, reference: Picture, spread: NDArray[np.float32], settings: Settings = DEFAULT) -> Lit:
    """Returns a photo under the light of the reference; ``spread`` is what empty photos vary pixel by pixel."""
    difference = photo - reference
    field = _field(difference, settings)
    residual = difference - field
    size = np.sqrt((residual**2).mean(axis=2))
    return Lit(photo - field, residual, field, spread, size / spread)


def _field(difference: Picture, settings: Settings) -> Picture:
    """Returns the smooth part of a difference: light and exposure, not the pieces."""
    rows, columns = difference.shape[:2]
    cell = settings.light_cell
    size = (columns // cell, rows // cell)
    coarse = np.asarray(cv2.resize(difference, size, interpolation=cv2.INTER_AREA), np.float32)
    level = np.stack([_median(coarse[..., c], settings.light_reach) for c in range(3)], axis=2)
    for width in (3.0, 2.0):
        off = np.sqrt(((coarse - level) ** 2).mean(axis=2))
        weight = (1 / (1 + (off / 0.08) ** 4)).astype(np.float32)
        total = cv2.GaussianBlur(weight, (0, 0), width)[..., None] + 1e-3
        level = (
            cv2.GaussianBlur(coarse * weight[..., None], (0, 0), width) + 1e-3 * cv2.GaussianBlur(level, (0, 0), width)
        ) / total
    smooth = cv2.resize(level.astype(np.float32), (columns, rows), interpolation=cv2.INTER_LINEAR)
    return np.asarray(smooth, np.float32)


def _median(plane: NDArray[np.float32], reach: int) -> NDArray[np.float32]:
    """Returns the running median; medianBlur knows windows over 5 for bytes only."""
    low, high = float(plane.min()), float(plane.max())
    step = max(high - low, 1e-6) / 255
    as_bytes = np.round((plane - low) / step).astype(np.uint8)
    return np.asarray(cv2.medianBlur(as_bytes, reach) * np.float32(step) + np.float32(low), np.float32)


def spread_of(reference: Picture, others: list[Picture], settings: Settings = DEFAULT) -> NDArray[np.float32]:
    """Returns how much each pixel of the empty board varies: by noise, by a small misfit of edges, and as seen in
    ``others`` (already under the light of the reference)."""
    across = cv2.Sobel(reference, cv2.CV_32F, 1, 0, scale=0.125)
    down = cv2.Sobel(reference, cv2.CV_32F, 0, 1, scale=0.125)
    slope = (across**2 + down**2).mean(axis=2)
    variance = 0.05**2 + 0.5**2 * slope
    for other in others:
        seen = ((other - reference) ** 2).mean(axis=2)
        variance = variance + 0.5 * cv2.GaussianBlur(np.minimum(seen, 0.1), (0, 0), 2.0)
    return np.asarray(np.sqrt(variance), np.float32)
