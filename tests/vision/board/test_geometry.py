"""The board in millimetres and where the camera stood."""

from __future__ import annotations

import numpy as np
import pytest

from companion.board import AREA_IDS, ZONE_IDS
from vision.board.camera import camera_of
from vision.board.geometry import MARGIN, NO_AREA, board, landmark, marker_corners
from vision.board.registration import BoardMap, HalfMap
from vision.terms import LANDMARKS


@pytest.mark.parametrize("width", [840.0, 700.0])
def test_the_raster_has_every_area_at_its_label_and_nothing_beside_the_board(width: float) -> None:
    on = board(width)
    assert [on.number_at(*on.labels[area]) for area in AREA_IDS] == list(range(len(AREA_IDS)))
    assert set(on.zones) == set(ZONE_IDS)
    assert on.number_at(-3, 10) == NO_AREA
    assert on.number_at(width + 3, 10) == NO_AREA


def test_areas_of_the_raster_are_as_large_as_their_polygons() -> None:
    on = board()
    for number, area in enumerate(AREA_IDS):
        x, y = on.polygons[area].T
        exact = abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2
        assert abs(int((on.areas == number).sum()) - exact) < 0.08 * exact


def test_the_distance_to_a_border_is_large_at_a_label_and_small_on_a_line() -> None:
    on = board()
    x, y = on.labels["the_great_flat"]
    assert on.border[round(y) + MARGIN, round(x) + MARGIN] > 25
    x, y = on.polygons["the_great_flat"][0]
    assert on.border[round(y) + MARGIN, round(x) + MARGIN] <= 2


def test_marker_cards_lie_outside_and_touch_the_board_as_the_formats_say() -> None:
    on = board()
    cards = marker_corners(on)
    assert cards[0].mean(axis=0).tolist() == [25, -25]
    assert np.allclose(cards[2].mean(axis=0), [on.width - 25, on.height + 25])
    assert np.allclose(cards[4].mean(axis=0), [on.seam, -25])
    assert all(np.allclose(np.ptp(ring, axis=0), 40) for ring in cards.values())


def test_landmarks_are_corners_seam_ends_areas_and_zones() -> None:
    on = board()
    assert landmark(on, "bottom_right") == (on.width, on.height)
    assert landmark(on, "arrakeen") == on.labels["arrakeen"]
    assert landmark(on, "az_ne") == on.zones["az_ne"][:2]
    assert len({landmark(on, name) for name in LANDMARKS}) == 6
    with pytest.raises(KeyError):
        landmark(on, "nowhere")


@pytest.mark.parametrize("foot, height", [((420, 800), 900), ((120, -150), 700), ((430, 310), 1100)])
def test_foot_and_height_of_the_camera_follow_from_the_map(foot: tuple[float, float], height: float) -> None:
    on, size, focal = board(), (1950, 2600), 0.76 * 2600
    at, look = np.array([*foot, -height]), np.array([420, 293, 0.0])
    forward = (look - at) / np.linalg.norm(look - at)
    right = np.cross([0, 1, 0], forward)
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    inside = np.array([[focal, 0, 1299.5], [0, focal, 974.5], [0, 0, 1]])
    matrix = inside @ np.column_stack([rotation[:, 0], rotation[:, 1], -rotation @ at])
    camera = camera_of(on, BoardMap(HalfMap(matrix), HalfMap(matrix)), size)
    assert np.allclose([camera.x, camera.y, camera.height], [*foot, height], rtol=0.03, atol=12)
    assert camera.shift(30) == pytest.approx(height / (height - 30), rel=0.01)
