"""Where the network is asked for pieces: only where something shows, without missing any."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.conftest import Taught, shot
from vision.board.camera import Camera
from vision.board.observe import view
from vision.figures import pieces as figures
from vision.figures.network import Batch, Mask, Network
from vision.figures.pieces import (
    CELL,
    FINE_LAYERS,
    FIRST_CLASS,
    LAYERS,
    LEAST,
    Evidence,
    network,
    pieces_in,
    pieces_near,
    stack,
)

ROWS, COLUMNS = 66, 91
CAMERA = Camera(90.0, 340.0, 500.0, 0.76, 60.0, 3.0)
RING = np.array([[60.0, 30.0], [110.0, 30.0], [110.0, 75.0], [60.0, 75.0]])


class Everywhere(Network):
    """The network of the app, asked everywhere whatever is wanted."""

    def forward(self, values: Batch, wanted: Mask | None = None) -> Batch:
        return super().forward(values)


def made_evidence() -> Evidence:
    """A part of a board with thirty round things on it, of the colours of classes, and dust between them."""
    chance = np.random.default_rng(3)
    cells = np.zeros((ROWS, COLUMNS, LAYERS), np.float32)
    fine = np.zeros((ROWS * CELL, COLUMNS * CELL, FINE_LAYERS), np.float32)
    for n in range(30):
        at = (int(chance.integers(COLUMNS)), int(chance.integers(ROWS)))
        for layer in (0, FIRST_CLASS + n % (LAYERS - FIRST_CLASS)):
            plane = np.ascontiguousarray(cells[..., layer])
            cells[..., layer] = cv2.circle(plane, at, 2 + n % 3, float(chance.uniform(0.3, 1)), -1)
    fine[:] = cv2.resize(cells[..., :1], (COLUMNS * CELL, ROWS * CELL))[..., None]
    cells[..., 0] = np.maximum(cells[..., 0], (chance.random((ROWS, COLUMNS)) < 0.01) * 0.8)
    return Evidence(cells, fine, np.zeros((0, 0), np.float32), np.zeros((ROWS, COLUMNS), np.float32))


def test_a_made_up_board_shows_the_same_pieces_as_if_the_network_was_asked_everywhere() -> None:
    shown = made_evidence()
    found = pieces_in(shown, CAMERA, LEAST)
    assert len(found) > 20
    assert found == pieces_in(shown, CAMERA, LEAST, Everywhere(network().layers))


@pytest.mark.parametrize("corner", [(0, 0), (3, 1), (-20, 13), (35, 22)])
def test_a_ring_shows_the_same_pieces_as_if_the_network_was_asked_all_around_it(
    corner: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, ring = made_evidence(), RING + corner
    found = pieces_near(shown, CAMERA, ring, 12)
    assert found
    monkeypatch.setattr(figures, "network", lambda: Everywhere(network().layers))
    assert found == pieces_near(shown, CAMERA, ring, 12)


def test_a_thing_shows_with_its_edge_and_dust_does_not() -> None:
    bare = np.zeros((ROWS, COLUMNS, LAYERS), np.float32)
    shown = replace(made_evidence(), cells=bare)
    assert not figures.shows(stack(shown, CAMERA)).any()
    bare[40, 20, 0] = 1
    bare[30:36, 50:56, 0] = 1
    rows, columns = np.nonzero(figures.shows(stack(shown, CAMERA)))
    assert 20 < rows.min() <= 28
    assert 37 <= rows.max() < 45
    assert 40 < columns.min() <= 48
    assert 57 <= columns.max() < 65


def test_what_shows_everywhere_is_asked_for_up_to_the_corners() -> None:
    cells = np.full((ROWS, COLUMNS, LAYERS), 0.12, np.float32)
    assert figures.shows(stack(replace(made_evidence(), cells=cells), CAMERA)).all()


@pytest.mark.slow
def test_a_photo_shows_the_same_pieces_as_if_the_network_was_asked_everywhere(taught: Taught) -> None:
    legion = {"area": "ne_9", "faction": "harkonnen", "regular": 2}
    other = {"area": "sw_5", "faction": "atreides", "regular": 1, "generic": 1}
    image = shot({"legions": [legion, other], "harvesters": ["nw_6"]}, 21, elevation=55, azimuth=-6).image
    seen = view(taught.table, image)
    shown = figures.evidence(taught.table.learnt(), seen)
    found = pieces_in(shown, seen.camera, LEAST)
    assert len(found) > 20
    assert figures.shows(stack(shown, seen.camera)).mean() < 0.5
    for piece, same in zip(found, pieces_in(shown, seen.camera, LEAST, Everywhere(network().layers)), strict=True):
        assert piece.sort == same.sort
        assert (piece.x, piece.y, piece.score) == pytest.approx((same.x, same.y, same.score), abs=1e-3)
