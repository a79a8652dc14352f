"""How large the pieces of this box are, taken out of a photo before the network looks at it.

The network knows figures of one size. A board with figures ``base`` times as wide and ``tall`` times as high looks like
a board 1 / ``base`` as large with usual ones, seen by a camera nearer by the same factors: that board is what it is
shown (:func:`resized`), and everything that is measured in bases keeps its numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.camera import Camera
from vision.board.geometry import MARGIN
from vision.board.observe import View
from vision.contents import FACTIONS
from vision.figures import pieces as figures
from vision.figures.colours import Colours
from vision.figures.network import Network

FIGURES = tuple(sort for faction in FACTIONS for sort in (faction, f"{faction}_leader"))

SAME = 0.06
"""Sizes nearer than this share to the usual ones are taken as those: nothing is resampled for less."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Factors of the figures of a box over the usual ones: width of their bases, and their height."""

    base: float = 1.0
    tall: float = 1.0

    @property
    def usual(self) -> bool:
        """Whether they are near enough to the usual ones."""
        return abs(self.base - 1) < SAME and abs(self.tall - 1) < 2 * SAME


USUAL = Sizes()


def find_sized(
    colours: Colours, seen: View, sizes: Sizes, by: Network | None = None
) -> tuple[list[figures.Piece], NDArray[np.float32]]:
    """Returns every piece that may be there and the foreground, in millimetres of the photo's own board.

    Figures are looked for at the sizes of this box; everything else has no size in common with them and is looked for
    as the photo is. ``by`` is the network that is asked, None: the one that the app ships.
    """
    shown = figures.evidence(colours, seen)
    return in_evidence(shown, seen.camera, sizes, by=by), shown.foreground


def in_evidence(
    shown: figures.Evidence, camera: Camera, sizes: Sizes, least: float = figures.LEAST, by: Network | None = None
) -> list[figures.Piece]:
    """Returns every piece that the evidence of a photo may show, likely or not down to ``least``; as for
    :func:`find_sized`."""
    pieces = figures.pieces_in(shown, camera, least, by)
    if sizes.usual:
        return pieces
    sized = figures.pieces_in(resized(shown, sizes.base), seen_from(camera, sizes), least, by)
    return merged(pieces, sized, sizes)


def merged(pieces: Iterable[figures.Piece], sized: Iterable[figures.Piece], sizes: Sizes) -> list[figures.Piece]:
    """Returns the figures among the pieces found on the board of usual sizes, and all else that was found on its own,
    in millimetres of the latter."""
    base, tall = sizes.base, sizes.tall
    found = [piece for piece in pieces if piece.sort not in FIGURES]
    return found + [replace(p, x=p.x * base, y=p.y * base, base=base, tall=tall) for p in sized if p.sort in FIGURES]


def seen_from(camera: Camera, sizes: Sizes) -> Camera:
    """Returns the camera of a photo as it stands to the board of usual sizes."""
    return replace(camera, x=camera.x / sizes.base, y=camera.y / sizes.base, height=camera.height / sizes.tall)


def resized(seen: figures.Evidence, base: float) -> figures.Evidence:
    """Returns the evidence of a photo as on a board whose millimetres are ``base`` real ones."""
    return figures.Evidence(
        resampled(seen.cells, base, figures.CELL),
        resampled(seen.fine, base, 1),
        seen.foreground,
        (resampled(seen.homes[..., None], base, figures.CELL)[..., 0] > 0.5).astype(np.float32),
    )


def resampled(layers: NDArray[Any], base: float, cell: int) -> NDArray[np.float32]:
    """Returns layers (H x W x C, ``cell`` mm a pixel) as on a board whose millimetres are ``base`` real ones."""
    rows, columns = (round((side * cell - 2 * MARGIN) / base + 2 * MARGIN) // cell for side in layers.shape[:2])
    start = ((0.5 * cell - 0.5 - MARGIN) * base + MARGIN + 0.5) / cell - 0.5
    back = np.array([[base, 0, start], [0, base, start]])
    parts = []
    for first in range(0, layers.shape[2], 4):
        part = np.ascontiguousarray(layers[..., first : first + 4], np.float32)
        warped = cv2.warpAffine(part, back, (columns, rows), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        parts.append(warped.reshape(rows, columns, part.shape[2]))
    return np.concatenate(parts, axis=2)
