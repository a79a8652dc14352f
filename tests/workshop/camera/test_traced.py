"""The path tracer: bodies are as large as they say, and a photo shows the board and the pieces where they are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.workshop.camera.render import View, photo, world
from tests.workshop.camera.rendering.fields import generator
from tests.workshop.camera.rendering.variety import USUAL
from tests.workshop.camera.traced import scene
from tests.workshop.camera.traced.scene import photo as traced
from tests.workshop.camera.traced.sculptures import sculpture
from tests.workshop.camera.traced.solids import Distance, block, bone, column, egg, rough, surface, united, without

TEACHING = "needs the extra `teaching`, which only those install who teach the camera's network anew"
SIZE = (320, 240)
STRAIGHT = View(elevation=75.0, markers=True, noise=0.0, blur=0.0, sharpen=0.0, jpeg=98)
POSITION = {"legions": [{"area": "ne_9", "faction": "harkonnen", "regular": 3}], "sietches": {}, "settlements": []}


def far(body: Distance, *places: tuple[float, float, float]) -> list[float]:
    return [round(float(value), 2) for value in body(np.array(places, np.float32))]


def test_bodies_are_as_far_as_they_say() -> None:
    assert far(bone((0, 0, 0), (0, 0, 10), 2, 1), (5, 0, 0), (5, 0, 10), (0, 0, 5), (0, 0, 14)) == [3, 4, -1.5, 3]
    assert far(egg((0, 0, 0), (2, 2, 2)), (0, 0, 0), (0, 0, 5)) == [-2, 3]
    assert far(block((0, 0, 1), (3, 2, 1)), (5, 0, 1), (0, 0, 3), (0, 0, 1)) == [2, 1, -1]
    assert far(column(0, 4, 5, 3), (9, 0, 0), (9, 0, 4), (0, 0, 6)) == [4, 6, 2]
    square = column(0, 4, 5, 5, 4)
    assert far(square, (7, 0, 2)) == [2]
    assert far(square, (5, 5, 2)) == [0]


def test_bodies_are_joined_softly_turned_hollowed_and_roughened() -> None:
    two = [egg((-2, 0, 0), (1, 1, 1)), egg((2, 0, 0), (1, 1, 1))]
    (hard,), (soft,) = far(united(two), (0, 0, 0)), far(united(two, 3.0), (0, 0, 0))
    assert (hard, soft) == (1, 0.25)
    assert far(without(egg((0, 0, 0), (3, 3, 3)), egg((0, 0, 0), (1, 1, 1))), (0, 0, 0), (2, 0, 0)) == [1, -1]
    beam = block((0, 0, 0), (5, 1, 1), (0, 0, np.pi / 2))
    assert far(beam, (0, 4, 0), (4, 0, 0)) == [-1, 3]
    places = np.random.default_rng(1).uniform(-9, 9, (200, 3)).astype(np.float32)
    plain, folded = (body(places) for body in (two[0], rough(two[0], 0.2, 3.0, np.random.default_rng(2))))
    assert 0.05 < float(np.abs(plain - folded).max()) <= 0.4 + 1e-6


def test_a_surface_encloses_the_body() -> None:
    pytest.importorskip("skimage", reason=TEACHING)
    found = surface(egg((0, 0, 8), (4, 4, 6)), 8, 16)
    assert np.allclose(found.vertices.max(0), (4, 4, 14), atol=0.3)
    assert np.allclose(found.vertices.min(0), (-4, -4, 2), atol=0.3)
    away = found.vertices - (0, 0, 8)
    assert float((found.normals * away).sum(axis=1).min()) > 0


@pytest.mark.slow
def test_pieces_stand_on_the_ground_and_follow_the_sizes_of_their_box() -> None:
    pytest.importorskip("skimage", reason=TEACHING)
    small, large = (replace(USUAL, base=size, tall=size) for size in (0.8, 1.3))
    for kind in ("regular", "named", "harvester", "ornithopter", "carryall", "sandworm"):
        faction = "atreides" if kind in ("regular", "named") else None
        one = sculpture(2600, faction, kind, 0, USUAL)
        assert abs(float(one.vertices[:, 2].min())) < 1.0
        assert 8 < float(one.vertices[:, 2].max()) < 70
        if faction is not None:
            low, high = (sculpture(2600, faction, kind, 0, shapes).vertices[:, 2].max() for shapes in (small, large))
            assert low < one.vertices[:, 2].max() < high


@pytest.mark.slow
def test_a_photo_shows_the_same_board_as_that_of_the_first_renderer_and_pieces_where_they_stand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("skimage", reason=TEACHING)
    mitsuba = pytest.importorskip("mitsuba", reason=TEACHING)
    mitsuba.set_variant("scalar_rgb")
    monkeypatch.setattr(scene, "RAYS", 4)
    of = world(2603)
    bare, usual = (take(of, None, STRAIGHT, generator("test", 1), SIZE).image for take in (traced, photo))
    grey = [cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32).ravel() for image in (bare, usual)]
    assert np.corrcoef(grey[0], grey[1])[0, 1] > 0.7
    shown = traced(of, POSITION, STRAIGHT, generator("test", 1), SIZE)
    changed = np.abs(shown.image.astype(np.float32) - bare).max(axis=2) > 40
    for seen in shown.pieces:
        if seen.piece.kind == "regular":
            x, y = shown.to_pixels(np.array([[seen.piece.x, seen.piece.y]]))[0].round().astype(int)
            assert changed[y - 1 : y + 2, x - 1 : x + 2].mean() > 0.5
    assert shown.truth["areas"]["ne_9"]["harkonnen"]["figures"] == 3
    assert changed.mean() < 0.1
