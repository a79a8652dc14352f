"""What a photo of known pieces shows, as a box keeps it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.board.camera import Camera
from vision.figures.pieces import FINE_LAYERS, LAYERS, Evidence
from vision.practice.shown import Lesson

CAMERA = Camera(420.5, 300, 900, 0.76, 80, 3)
POSITION = {"harvesters": ["nw_6"]}


def lesson() -> Lesson:
    rng = np.random.default_rng(2)
    homes = (rng.random((12, 18)) > 0.5).astype(np.float32)
    fine = rng.uniform(-2.4, 1.8, (24, 36, FINE_LAYERS)).astype(np.float32)
    nowhere = np.zeros((0, 0), np.float32)
    return Lesson(Evidence(rng.random((12, 18, LAYERS), np.float32), fine, nowhere, homes), CAMERA, POSITION)


def test_a_kept_lesson_says_the_same(tmp_path: Path) -> None:
    one = lesson()
    one.save(tmp_path / "shown-1.npz")
    back = Lesson.load(tmp_path / "shown-1.npz")
    assert (back.camera, back.position) == (CAMERA, POSITION)
    assert np.allclose(back.evidence.cells, one.evidence.cells, atol=0.003)
    assert np.allclose(back.evidence.fine, one.evidence.fine, atol=0.012)
    assert np.array_equal(back.evidence.homes, one.evidence.homes)


def test_another_file_is_no_lesson(tmp_path: Path) -> None:
    (tmp_path / "shown-1.npz").write_bytes(b"no lesson")
    with pytest.raises((ValueError, OSError)):
        Lesson.load(tmp_path / "shown-1.npz")
