"""The board with the cardboard that belongs on it: sietches, settlements and stations lie there and are no pieces.

Where a photo of a known position shows such a place with nothing else on it, its picture is kept. In later photos what
looks like it is taken for the board, so that no print of it is read as tokens; a place whose cardboard was taken away
still looks like the board itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import AREA_NUMBER
from vision.board.observe import View, leaning
from vision.contents import Expected

STANDS_OUT = 2.5
LOOSE = 0.12
"""What cardboard varies more than print: it is moved a little when figures are set down on it."""

Laid = NDArray[np.float16]


def with_cardboard(seen: View, laid: Laid | None) -> View:
    """Returns a photo in which what looks like the cardboard of this board counts as board."""
    if laid is None:
        return seen
    known = np.isfinite(laid[..., 0])
    residual = seen.lit.picture - np.where(known[..., None], laid, 0).astype(np.float32)
    size = np.sqrt((residual**2).mean(axis=2))
    spread = np.asarray(np.sqrt(seen.lit.spread**2 + LOOSE**2), np.float32)
    better = known & (size / spread < seen.lit.strength)
    lit = replace(
        seen.lit,
        residual=np.where(better[..., None], residual, seen.lit.residual).astype(np.float32),
        spread=np.where(better, spread, seen.lit.spread).astype(np.float32),
        strength=np.where(better, size / spread, seen.lit.strength).astype(np.float32),
    )
    return replace(seen, lit=lit)


def laid_by(seen: View, expected: Expected, before: Laid | None) -> Laid | None:
    """Returns the picture of cardboard with what a photo shows of it added, None while no photo showed any."""
    shown = seen.lit.strength > STANDS_OUT
    near = _around(seen, expected.areas)
    found = before
    for home in sorted(expected.homes):
        own = seen.board.areas == AREA_NUMBER[home]
        if home in expected.areas or not seen.visible[own].all() or (own & near).mean() > 0.35 * own.mean():
            continue
        mask = np.asarray(cv2.dilate((own & shown & ~near).astype(np.uint8), np.ones((3, 3), np.uint8)), bool) & own
        if mask.sum() < 60:
            continue
        found = np.full((*own.shape, 3), np.nan, np.float16) if found is None else found.copy()
        found[own] = np.nan
        found[mask] = seen.lit.picture[mask]
    return found


def _around(seen: View, areas: Iterable[str]) -> NDArray[np.bool_]:
    """Returns where pieces of these areas may lean over."""
    here = np.isin(seen.board.areas, [AREA_NUMBER[area] for area in areas]).astype(np.float32)[..., None]
    over = here > 0
    for z in (12.0, 24.0, 36.0, 48.0):
        over |= leaning(here, seen.camera, z) > 0.5
    return np.asarray(over[..., 0])
