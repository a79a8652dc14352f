"""Whether what a photo teaches agrees with what others taught: pieces of one faction are of one hue, not of the other.

Leaders are lighter than units and light changes brightness, so that hues are compared: the direction of the two
differences of logarithms that :mod:`vision.figures.colours` keeps of a colour.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from companion.board import AREA_IDS, AREA_NUMBER
from vision.board.observe import View
from vision.contents import FACTIONS, Content
from vision.figures.colours import BINS, CLASSES, HIGH, LOW, Colours

FAINT = 0.12
"""A hue whose differences are smaller than this is grey, and says nothing."""

APART = math.radians(25)
"""Nearer to the hue of the others by this angle: a contradiction."""

LEAST_PIXELS = 40
GROUPS = {faction: (faction, f"{faction}_leader") for faction in FACTIONS}
Hue = NDArray[np.float64]


def hues_of(colours: Colours) -> dict[str, Hue]:
    """Returns the mean differences (blue and red to green) of each faction's figures that were taught."""
    axes = [LOW[n] + (np.arange(BINS[n]) + 0.5) * (HIGH[n] - LOW[n]) / BINS[n] for n in (1, 2)]
    found = {}
    for faction, names in GROUPS.items():
        numbers = [CLASSES.index(name) for name in names if colours.known[CLASSES.index(name)]]
        if numbers:
            plane = sum(colours.densities[k].sum(axis=0) for k in numbers)
            plane = plane / plane.sum()
            found[faction] = np.array([plane.sum(axis=1) @ axes[0], plane.sum(axis=0) @ axes[1]])
    return found


def hues_in(seen: View, areas: Iterable[str]) -> dict[str, Hue]:
    """Returns the usual differences of what stands out in each area, shadows and glare left out."""
    mean = seen.lit.residual.mean(axis=2, keepdims=True)
    coloured = np.sqrt(((seen.lit.residual - mean) ** 2).sum(axis=2)) > 2.5 * seen.lit.spread
    piece = coloured & (seen.lit.strength > 3) & seen.visible
    blue, green, red = (seen.lit.picture[..., c] for c in range(3))
    found = {}
    for area in areas:
        window = seen.board.window(area)
        mine = piece[window] & (seen.board.areas[window] == AREA_NUMBER[area])
        if mine.sum() >= LEAST_PIXELS:
            across, down = (blue - green)[window][mine], (red - green)[window][mine]
            found[area] = np.array([float(np.median(across)), float(np.median(down))])
    return found


def disagreeing(hues: Mapping[str, Hue], areas: Mapping[str, Content], taught: Mapping[str, Hue]) -> dict[str, str]:
    """Returns the areas whose figures have the hue of the other faction, with that faction.

    ``hues`` are of areas, ``taught`` of factions; an area with both factions, tokens or other things is left out.
    """
    found = {}
    for area, content in areas.items():
        faction = only(content)
        if faction is None or area not in hues or len(taught) < 2:
            continue
        other = FACTIONS[1 - FACTIONS.index(faction)]
        hue = hues[area]
        if min(float(np.hypot(*each)) for each in (hue, taught[faction], taught[other])) < FAINT:
            continue
        if angle(hue, taught[faction]) > angle(hue, taught[other]) + APART:
            found[area] = other
    return found


def only(content: Content) -> str | None:
    """Returns the faction whose figures stand alone somewhere, None for anything else."""
    there = [faction for faction in FACTIONS if any(content.side(faction))]
    others = content.token + content.harvester + content.sandworm + content.wormsign
    return there[0] if len(there) == 1 and not others else None


def angle(one: Hue, other: Hue) -> float:
    """Returns the angle between two hues in radians.

    >>> round(angle(np.array([1.0, 0.0]), np.array([0.0, 2.0])), 2)
    1.57
    """
    cosine = float(one @ other) / max(float(np.linalg.norm(one) * np.linalg.norm(other)), 1e-9)
    return math.acos(min(max(cosine, -1.0), 1.0))


def own_hues(hues: Mapping[str, Hue], areas: Mapping[str, Content]) -> dict[str, Hue]:
    """Returns the usual hue of each faction among the areas of one photo, where it has at least two."""
    found = {}
    for faction in FACTIONS:
        mine = [hues[area] for area in AREA_IDS if area in hues and only(areas[area]) == faction]
        if len(mine) >= 2:
            found[faction] = np.median(np.stack(mine), axis=0)
    return found
