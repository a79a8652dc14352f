"""Where dice lie on the mat: what is not the mat, part by part, and the upper face of each part.

Everything is done in the picture of the mat as it is seen at the height of the upper faces, so that these are squares
of the true size, wherever the camera stood.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice import mat
from vision.dice.mat import MatView

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class FindSettings:
    """What counts as a die: lengths in mm, areas in faces, colours in shares of the light, levels in logarithms."""

    pixels_per_mm: float = 4.0
    off_colour: float = 0.25
    glare: float = 0.15
    still_coloured: float = 0.06
    least_area: float = 0.45
    one_die: float = 2.3
    most_area: float = 3.2
    least_edge: float = 0.12
    cut: float = 1.2


DEFAULT = FindSettings()


@dataclass(frozen=True, eq=False)
class Outline:
    """The outline (n x 2, mm) of one die at the height of its upper face; ``cut`` is true where it ends at the edge of
    the coloured field, so that more of the die may lie beyond."""

    points: Floats
    cut: Mask


def outlines(image: Pixels, view: MatView, die_mm: float, settings: FindSettings = DEFAULT) -> list[Outline]:
    """Return the outlines of the dice of a photo whose side is ``die_mm``."""
    scale = settings.pixels_per_mm
    raised = view.plane(die_mm) @ np.diag([1 / scale, 1 / scale, 1.0])
    size = (round(mat.WIDTH * scale), round(mat.HEIGHT * scale))
    above = cv2.warpPerspective(image, raised, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    field, cards = _printed(view, die_mm, scale, size)
    off = _unlike_mat(np.asarray(above, np.uint8), field, cards, settings)
    mask = _parts(off, field, settings)
    inside = cv2.distanceTransform(np.pad(field, 1).astype(np.uint8), cv2.DIST_L2, 5)[1:-1, 1:-1] / scale
    found = []
    for ring in _rings(mask, die_mm * scale, settings):
        if _edge(off, mask, ring) >= settings.least_edge:
            ring_mm = np.asarray((ring + 0.5) / scale, np.float64)
            found.append(Outline(ring_mm, np.asarray(inside[ring[:, 1], ring[:, 0]] < settings.cut, np.bool_)))
    return found


def upper_face(outline: Outline, view: MatView, die_mm: float) -> Floats:
    """Return the corners (4 x 2) in mm of the upper face of a die.

    At the height of the upper face a side face is seen between it and the camera. So the far edges of the outline are
    edges of the upper face. Where they are cut off by the edge of the field, the near edges say it as well: they stand
    on the mat, and are seen nearer to the foot of the camera than they are.
    """
    hull, foot, axes = along_edges(outline.points, view)
    points = outline.points @ axes.T
    lower = 1 - die_mm / view.height
    middle = []
    for axis in (0, 1):
        low, high = float(hull[:, axis].min()), float(hull[:, axis].max())
        near_low = foot[axis] < (low + high) / 2
        far, near = (high, low) if near_low else (low, high)
        sign = 1 if near_low else -1
        at_far = outline.cut & (np.abs(points[:, axis] - far) < 1.5)
        if high - low <= die_mm and not at_far.any():
            middle.append((low + high) / 2)
        elif at_far.sum() > 8:
            middle.append(foot[axis] + (near - foot[axis]) / lower + sign * die_mm / 2)
        else:
            middle.append(far - sign * die_mm / 2)
    half = die_mm / 2
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) + np.array(middle)
    return np.asarray(corners @ axes, np.float64)


def sides(outline: Outline, view: MatView, die_mm: float) -> float | None:
    """Return the side of a die in mm, ``die_mm`` being about right; None when its outline is cut off."""
    if outline.cut.any():
        return None
    hull, foot, _axes = along_edges(outline.points, view)
    wide = hull.max(axis=0) - hull.min(axis=0)
    away = np.abs((hull.max(axis=0) + hull.min(axis=0)) / 2 - foot)
    # What is seen of a side face makes the outline longer, by as much as it lies off the foot of the camera.
    side = float((wide / (1 + np.maximum(0, away - wide / 2) / view.height)).mean())
    return side * (view.height - die_mm) / (view.height - side)


def along_edges(points: Floats, view: MatView) -> tuple[Floats, Floats, Floats]:
    """Return the hull of an outline and the foot of the camera in the directions of the die's edges, and these."""
    hull = np.asarray(cv2.convexHull(points.astype(np.float32)), np.float64).reshape(-1, 2)
    turn = _direction(hull)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return hull @ axes.T, axes @ np.array(view.foot), axes


def _printed(view: MatView, die_mm: float, scale: float, size: tuple[int, int]) -> tuple[Mask, Mask]:
    """Return where the coloured field and the white rims of the cards are seen at the height of the upper faces."""
    # The mat itself lies deeper, so there it is seen smaller, about the foot of the camera.
    near = 1 - die_mm / view.height
    shift = [(1 - near) * along * scale for along in view.foot]
    by = np.array([[near, 0, shift[0]], [0, near, shift[1]]])
    masks = [
        np.asarray(cv2.warpAffine(mask.astype(np.uint8), by, size, flags=cv2.INTER_NEAREST), np.bool_)
        for mask in (mat.field_mask(scale), mat.rim_mask(scale))
    ]
    return masks[0], masks[1]


def _unlike_mat(above: Pixels, field: Mask, cards: Mask, settings: FindSettings) -> NDArray[np.float32]:
    """Return how far each pixel is from the colour of the mat, in shares of the light.

    Shadows keep the colour of the mat. A lamp that shines in it makes it lighter and paler, but leaves it its colour.
    """
    light = (above.astype(np.float32) / 255.0) ** 2.2 + 0.004
    shares = light / light.sum(axis=-1, keepdims=True)
    level = np.log(light.sum(axis=-1))
    white = np.median(shares[cards], axis=0) if cards.any() else np.full(3, 1 / 3)
    pure = shares / white
    # Whichever mat it is: dice leave most of the field free.
    colour = max(mat.COLOURS, key=lambda name: float(np.median(mat.purity(pure[field], name))))
    still = mat.purity(pure, colour) > settings.still_coloured * 3
    sample = field & still
    sample = sample if sample.sum() > field.sum() // 5 else field
    base, usual = np.median(shares[sample], axis=0), float(np.median(level[sample]))
    off = np.abs(shares - base).sum(axis=-1)
    return np.asarray(np.where((level > usual + settings.glare) & still, 0, off), np.float32)


def _parts(off: NDArray[np.float32], field: Mask, settings: FindSettings) -> Mask:
    mask = _tidy((off > settings.off_colour) & field)
    count, labels = cv2.connectedComponents(mask.astype(np.uint8))
    limits = np.zeros(count, np.float32)
    for label in range(1, count):
        # A blurred edge is half die and half mat: cut there, or the die seems too large.
        limits[label] = float(np.median(off[labels == label])) / 2
    return _tidy(mask & (off > np.maximum(limits[labels], settings.off_colour / 2)))


def _tidy(mask: Mask) -> Mask:
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    return np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, kernel), np.bool_)


def _rings(mask: Mask, die: float, settings: FindSettings) -> list[NDArray[np.int32]]:
    """Return the outlines (n x 2 pixels) of the parts of a mask that can be one die with a side of ``die`` pixels."""
    least, one, most = (factor * die * die for factor in (settings.least_area, settings.one_die, settings.most_area))
    found = []
    for ring in _contours(mask):
        area = cv2.contourArea(ring)
        if area < least:
            continue
        pieces = [ring] if area <= one else _split(mask.shape, ring, die)
        found += [piece for piece in pieces if least <= cv2.contourArea(piece) <= most]
    return [ring.reshape(-1, 2) for ring in found]


def _split(shape: tuple[int, ...], ring: NDArray[np.int32], die: float) -> list[NDArray[np.int32]]:
    """Return the parts of a part that holds several dice, which touch in the photo: cut at its narrow places."""
    whole = np.zeros(shape, np.uint8)
    cv2.drawContours(whole, [ring], -1, 1, cv2.FILLED)
    depth = cv2.distanceTransform(whole, cv2.DIST_L2, 5)
    for share in np.arange(0.06, 0.42, 0.04):
        count, cores = cv2.connectedComponents((depth > share * die).astype(np.uint8))
        if count > 2:
            apart = [cv2.distanceTransform((cores != n).astype(np.uint8), cv2.DIST_L2, 5) for n in range(1, count)]
            nearest = np.argmin(np.stack(apart), axis=0)
            parts = [_contours((whole > 0) & (nearest == n)) for n in range(count - 1)]
            return [max(each, key=cv2.contourArea) for each in parts if each]
    return [ring]


def _contours(mask: Mask) -> list[NDArray[np.int32]]:
    rings, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return [np.asarray(ring, np.int32) for ring in rings]


def _edge(off: NDArray[np.float32], mask: Mask, ring: NDArray[np.int32]) -> float:
    """Return how sharply a part ends: the shine of a lamp fades, a die does not."""
    around = np.zeros(mask.shape, np.uint8)
    cv2.drawContours(around, [ring.reshape(-1, 1, 2)], -1, 1, 11)
    inner, outer = off[(around > 0) & mask], off[(around > 0) & ~mask]
    return float(np.median(inner) - np.median(outer)) if len(inner) and len(outer) else 0.0


def _direction(hull: Floats) -> float:
    """Return the direction, 0 to a right angle, that most of the length of an outline has."""
    edges = np.roll(hull, -1, axis=0) - hull
    lengths = np.hypot(edges[:, 0], edges[:, 1])
    angles = np.mod(np.arctan2(edges[:, 1], edges[:, 0]), np.pi / 2)
    tried = np.linspace(0, np.pi / 2, 180, endpoint=False)
    apart = np.abs(angles[None, :] - tried[:, None])
    apart = np.minimum(apart, np.pi / 2 - apart)
    weight = (lengths[None, :] * np.exp(-((apart / 0.06) ** 2))).sum(axis=1)
    return float(tried[int(np.argmax(weight))])
