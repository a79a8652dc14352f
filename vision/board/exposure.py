"""Whether a photo can be read at all: neither dark nor too bright, sharp, in the colours of the board, little covered.

Each check tells what to do; the first that fails is the one that explains the others, so the dark comes before the blur
that it makes.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.light import Picture, grey
from vision.board.registration import Reason, Refused
from vision.settings import DEFAULT, Settings

Mask = NDArray[np.bool_]
GLARING = -0.05
"""Logarithm of light over which a colour is white."""

THIN = 3
"""Millimetres between the pixels that brightness and colours are judged by."""

LEAST_CHROMA = 0.05
"""Spread of the colours of a board, in logarithms, under which they tell nothing."""


def must_be_readable(
    photo: Picture, reference: Picture, shows: Mask, whole: Mask, settings: Settings = DEFAULT
) -> float:
    """Returns how much less sharp a photo is than the reference (0: the same); raises Refused.

    ``whole`` is the raster of what was to be seen and is in the photo, ``shows`` where the print of the board shows.
    """
    seen, printed = photo[::THIN, ::THIN], reference[::THIN, ::THIN]
    part, bare = whole[::THIN, ::THIN], (shows & whole)[::THIN, ::THIN]
    light = float(np.percentile(seen[part].mean(axis=1), 75))
    if light < settings.least_light:
        raise Refused(Reason.TOO_DARK, light=light)
    less = _sharpness(reference, whole) / max(_sharpness(photo, whole), 1e-6)
    blur = float(np.log(less))
    white = float((seen[part] > GLARING).all(axis=1).mean())
    clipped = float((seen[part] > GLARING).any(axis=1).mean() - (printed[part] > GLARING).any(axis=1).mean())
    if clipped > settings.most_clipped:
        raise Refused(Reason.TOO_BRIGHT, clipped=clipped)
    if blur > settings.most_blur:
        raise Refused(Reason.TOO_BLURRED, blur=blur)
    if white > settings.most_glare:
        raise Refused(Reason.TOO_MUCH_GLARE, white=white)
    _must_have_its_colours(seen, printed, bare, settings)
    covered = 1 - float(shows[whole].mean())
    if covered > settings.most_covered:
        raise Refused(Reason.MUCH_COVERED, covered=covered)
    return blur


def _must_have_its_colours(photo: Picture, reference: Picture, shows: Mask, settings: Settings) -> None:
    """Raises Refused when the colours of the print do not come and go with those of the reference, or hardly."""
    seen, printed = _chroma(photo, shows), _chroma(reference, shows)
    size = float((printed**2).mean()) if printed.size else 0.0
    if size < LEAST_CHROMA**2:
        return
    together = float((seen * printed).mean())
    strength, likeness = together / size, together / max(float((seen**2).mean() * size) ** 0.5, 1e-9)
    if strength < settings.least_colour or likeness < settings.least_likeness:
        raise Refused(Reason.OTHER_COLOURS, strength=strength, likeness=likeness)


def _chroma(picture: Picture, where: Mask) -> NDArray[np.float32]:
    """Returns the colours of pixels (n x 3) without brightness and without the colour of the light."""
    pixels = picture[where]
    found = pixels - pixels.mean(axis=1, keepdims=True)
    return np.asarray(found - found.mean(axis=0) if len(found) else found, np.float32)


def without_colours(image: NDArray[np.uint8]) -> bool:
    """Returns whether a photo (BGR) is black and white."""
    small = np.asarray(cv2.resize(image, (64, 48), interpolation=cv2.INTER_AREA), np.float32)
    differences = np.stack([small[..., 0] - small[..., 1], small[..., 2] - small[..., 1]])
    return bool(differences.std(axis=(1, 2)).max() < 2.0)


def _sharpness(picture: Picture, where: Mask) -> float:
    return float(np.abs(cv2.Laplacian(grey(picture), cv2.CV_32F))[where].mean())
