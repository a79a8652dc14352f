"""Rendered dice: they lie apart on the mat, show what the truth says, and look different face by face."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.workshop.camera.render import View, dice_photo, dice_view, roll, world
from tests.workshop.camera.rendering.dice import APART
from tests.workshop.camera.rendering.dice_faces import FACES, body_colour, face
from tests.workshop.camera.rendering.fields import generator
from vision.dice import mat

pytestmark = pytest.mark.slow

SMALL = (1008, 756)
VIEW = View(elevation=80.0, noise=0.0, blur=0.5, sharpen=0.0, fill=0.95)


def test_the_same_seeds_give_the_same_dice() -> None:
    view = dice_view(generator("view"))
    thrown = roll("combat", 6, generator("roll"))
    one, same = (dice_photo(world(3), thrown, view, generator("a"), SMALL) for _ in range(2))
    assert np.array_equal(one.image, same.image)
    assert one.dice == same.dice


def test_dice_lie_apart_on_the_mat_and_show_what_was_asked() -> None:
    thrown: list[tuple[str, str] | tuple[str, str, str]] = [
        *roll("action", 5, generator("r")),
        ("combat", "hit", "atreides"),
        ("foreign", "6"),
    ]
    taken = dice_photo(world(3), thrown, VIEW, generator("a"), SMALL)
    assert [(die.kind, die.face) for die in taken.dice] == [(kind, name) for kind, name in (die[:2] for die in thrown)]
    places = np.array([die.place for die in taken.dice])
    gaps = np.linalg.norm(places[:, None] - places[None], axis=2) + np.eye(len(places)) * 1000
    assert gaps.min() >= APART
    assert (places > 10).all()
    assert (places < (mat.WIDTH - 10, mat.HEIGHT - 10)).all()
    for die in taken.dice:
        x, y, width, height = die.box
        assert 0 <= x < x + width <= SMALL[0]
        assert 0 <= y < y + height <= SMALL[1]


def test_a_die_has_the_colour_of_its_body_and_the_mat_its_own() -> None:
    taken = dice_photo(world(3), [("combat", "hit", "harkonnen")], replace(VIEW, elevation=88.0), generator("a"), SMALL)
    x, y, width, height = taken.dice[0].box
    pixels = taken.image[y + height // 5 : y + height * 4 // 5, x + width // 5 : x + width * 4 // 5].reshape(-1, 3)
    middle = np.median(pixels, axis=0)
    assert middle.argmax() == body_colour(3, "combat", "harkonnen").argmax() == 2
    beside = taken.image[max(0, y - 60) : y - 40, x : x + width].reshape(-1, 3).mean(axis=0)
    assert beside.argmax() == int(np.argmax(mat.COLOURS["green"]))


def test_the_markers_of_the_mat_are_detected() -> None:
    taken = dice_photo(world(3), roll("combat", 4, generator("r")), VIEW, generator("a"), SMALL)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    _, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(cv2.cvtColor(taken.image, cv2.COLOR_BGR2GRAY))
    assert set(mat.MARKERS) <= {int(n) for n in np.ravel(ids)}


@pytest.mark.parametrize("seed", [1, 2, 1001])
def test_no_two_faces_of_a_world_look_alike(seed: int) -> None:
    for kind in ("action", "combat"):
        drawn = [face(seed, kind, name, "harkonnen").astype(int) for name in sorted(set(FACES[kind]))]
        for number, one in enumerate(drawn):
            for other in drawn[:number]:
                assert min(np.abs(np.rot90(one, turn) - other).mean() for turn in range(4)) > 8


def test_what_no_die_shows_is_an_error() -> None:
    with pytest.raises(KeyError):
        dice_photo(world(3), [("combat", "house")], VIEW, generator("a"), SMALL)
    with pytest.raises(KeyError):
        dice_photo(world(3), [("lottery", "7")], VIEW, generator("a"), SMALL)
    with pytest.raises(ValueError, match="40 do not lie apart"):
        dice_photo(world(3), roll("action", 40, generator("r")), VIEW, generator("a"), SMALL)
