"""Photos of a board without pixels: pieces that were found, what stands out, and what is read of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.board import AREA_NUMBER
from vision.board.camera import Camera
from vision.board.geometry import MARGIN, board
from vision.board.observe import Shot
from vision.contents import Expected
from vision.figures.bands import AreaResult, ZoneResult, judged
from vision.figures.pieces import Piece
from vision.figures.trust import UNKNOWN, Trust

ON = board()
SHOT = Shot(Camera(ON.width / 2, ON.height + 200, 900.0, 0.76, 70.0, 3.0), np.ones(ON.shape, np.bool_), 0.0, 0.05)
REGULAR = (0.9, 0.05, 0.05)
PLAIN = "the_great_flat"
Raster = NDArray[np.float32]


def piece(sort: str, x: float, y: float, score: float = 0.97) -> Piece:
    """A piece that the network found."""
    return Piece(sort, x, y, score, REGULAR)


def blob(*places: tuple[float, float], radius: float = 13.0) -> Raster:
    """A foreground that is there around places in mm and nowhere else."""
    ys, xs = np.mgrid[: ON.shape[0], : ON.shape[1]] - MARGIN
    near = [(xs - x) ** 2 + (ys - y) ** 2 <= radius**2 for x, y in places]
    return np.asarray(np.any(near, axis=0) if near else np.zeros(ON.shape), np.float32)


def covered(*areas: str, share: float = 1.0) -> NDArray[np.bool_]:
    """A raster in which the print shows but in some areas, of which a share is covered from above."""
    shows = np.ones(ON.shape, np.bool_)
    for area in areas:
        mine = ON.areas == AREA_NUMBER[area]
        shows[mine & (np.cumsum(mine).reshape(mine.shape) <= share * mine.sum())] = False
    return shows


def judge(
    pieces: list[Piece],
    foreground: Raster,
    expected: Expected | None = None,
    bare: NDArray[np.bool_] | None = None,
    trust: Trust = UNKNOWN,
) -> tuple[dict[str, AreaResult], dict[str, ZoneResult]]:
    """What is read of a photo in which the print of the board shows where ``bare`` says (None: nobody looked)."""
    return judged(ON, replace(SHOT, bare=bare), pieces, foreground, expected, trust=trust)
