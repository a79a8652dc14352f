"""A made-up view of the board with nothing on it, for tests that need no photo."""

from __future__ import annotations

import numpy as np

from vision.board.camera import Camera
from vision.board.geometry import board
from vision.board.light import Lit
from vision.board.observe import Shot, View
from vision.board.registration import BoardMap, HalfMap, Registration


def made_view() -> View:
    """Returns an evenly lit view from the near edge; its arrays may be changed."""
    on = board()
    flat = np.zeros((*on.shape, 3), np.float32)
    lit = Lit(flat - 1.5, flat.copy(), flat.copy(), np.full(on.shape, 0.1, np.float32), np.zeros(on.shape, np.float32))
    half = HalfMap(np.eye(3), np.zeros((10, 2)))
    both = BoardMap(half, half)
    shot = Shot(Camera(420.0, 900.0, 1000.0, 0.76, 65.0, 3.0), np.ones(on.shape, np.bool_), 0.1, 0.2)
    return View(on, np.zeros((4, 4, 3), np.uint8), both, Registration(both, (50, 50), 0.2), shot, lit, {})
