"""Dice on the mat are found, read as taught, and left unknown where they are not; all photos are rendered ones."""

from collections import Counter
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from tests.workshop.camera.render import DicePhoto, dice_photo, dice_view, roll, world
from vision.dice import book as dice_book
from vision.dice import mat
from vision.dice.book import DiceBook, NotTaught
from vision.dice.mat import NoMat
from vision.dice.outlines import outlines
from vision.terms import DICE_FACES

pytestmark = pytest.mark.slow

WORLD = 5


def shoot(dice: list[tuple[str, str]], seed: int) -> DicePhoto:
    random = np.random.default_rng(seed)
    return dice_photo(world(WORLD), dice, dice_view(random), random)


@pytest.fixture(scope="module")
def book() -> DiceBook:
    """All eight faces taught by one photo of three dice each."""
    book = DiceBook()
    for seed, (kind, face) in enumerate((kind, face) for kind, faces in DICE_FACES.items() for face in faces):
        book = book.teach(shoot([(kind, face)] * 3, seed).image, kind, face)
    return book


def test_three_shots_of_every_face_are_enough(book: DiceBook) -> None:
    assert book.missing == {"action": {}, "combat": {}}
    assert abs(book.die_mm - 16) < 0.8


@pytest.mark.parametrize("kind, seed", [("combat", 101), ("action", 102), ("combat", 103), ("action", 104)])
def test_a_roll_is_read_face_by_face(book: DiceBook, kind: str, seed: int) -> None:
    thrown = roll(kind, 6, np.random.default_rng(seed))
    found = book.read(shoot(thrown, seed).image)
    assert len(found) == 6
    named = Counter((die.kind, die.face) for die in found if die.face)
    # Unknown is allowed, another face is not.
    assert not named - Counter(thrown)
    assert sum(named.values()) >= 5


def test_each_die_is_found_where_it_lies(book: DiceBook) -> None:
    photo = shoot(roll("combat", 5, np.random.default_rng(9)), 9)
    found = book.read(photo.image)
    assert len(found) == 5
    middles = np.array([_middle(die.box) for die in found])
    for truth in photo.dice:
        assert np.hypot(*(middles - _middle(truth.box)).T).min() < truth.box[2]


def _middle(box: tuple[int, int, int, int]) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def test_dice_of_another_game_stay_unknown(book: DiceBook) -> None:
    found = book.read(shoot([("foreign", str(n)) for n in range(1, 7)], 21).image)
    assert len(found) == 6
    assert [die.face for die in found] == [None] * 6


@pytest.mark.parametrize("colour, seen", [("green", 0), ("violet", 1)])
def test_a_green_die_is_seen_on_the_violet_mat(colour: str, seen: int) -> None:
    photo = np.full((1100, 1640, 3), 200, np.uint8)
    photo[70:1030, 100:1540] = mat.draw(8, colour)
    photo[486:614, 756:884] = mat.COLOURS["green"]
    assert len(outlines(photo, mat.find(photo), 16.0)) == seen


def test_dice_are_read_on_the_violet_mat_as_on_the_green_one(book: DiceBook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mat, "draw", partial(mat.draw, colour="violet"))
    thrown = roll("combat", 6, np.random.default_rng(105))
    found = book.read(shoot(thrown, 105).image)
    assert len(found) == 6
    assert not Counter((die.kind, die.face) for die in found if die.face) - Counter(thrown)


def test_before_anything_is_taught_dice_are_counted_and_unknown() -> None:
    found = DiceBook().read(shoot(roll("combat", 4, np.random.default_rng(3)), 3).image)
    assert [die.face for die in found] == [None] * 4


def test_a_photo_without_the_mat_is_refused(book: DiceBook) -> None:
    with pytest.raises(NoMat) as refused:
        book.read(np.full((600, 800, 3), 90, np.uint8))
    assert refused.value.code == "mat_not_found"


def test_a_mat_too_far_away_is_refused() -> None:
    small = np.full((1200, 1600, 3), 60, np.uint8)
    printed = mat.draw(1.0)
    small[500 : 500 + printed.shape[0], 600 : 600 + printed.shape[1]] = printed
    with pytest.raises(NoMat):
        mat.find(small)


@pytest.mark.parametrize("kind, face, code", [("coin", "hit", "unknown_kind"), ("combat", "house", "unknown_face")])
def test_nonsense_is_not_taught(kind: str, face: str, code: str) -> None:
    with pytest.raises(NotTaught) as refused:
        DiceBook().teach(np.zeros((9, 9, 3), np.uint8), kind, face)
    assert refused.value.code == code


def test_an_empty_mat_teaches_nothing() -> None:
    with pytest.raises(NotTaught) as refused:
        DiceBook().teach(shoot([], 4).image, "combat", "hit")
    assert refused.value.code == "no_die"


def test_a_book_is_kept_in_a_folder_and_reads_the_same(book: DiceBook, tmp_path: Path) -> None:
    dice_book.save(book, tmp_path / "box")
    again = dice_book.load(tmp_path / "box")
    image = shoot(roll("action", 5, np.random.default_rng(31)), 31).image
    assert again.missing == book.missing
    assert [die.face for die in again.read(image)] == [die.face for die in book.read(image)]


def test_a_damaged_book_is_told_by_its_file(tmp_path: Path) -> None:
    (tmp_path / "dice.json").write_text('{"version": 1, "taught": [{}]}', encoding="utf-8")
    with pytest.raises(ValueError, match=r"dice\.json"):
        dice_book.load(tmp_path)


def test_the_mat_is_found_in_its_own_drawing() -> None:
    image = np.full((900, 1200, 3), 100, np.uint8)
    printed = mat.draw(5.0)
    image[100 : 100 + printed.shape[0], 150 : 150 + printed.shape[1]] = printed
    view = mat.find(image)
    corner = view.flat @ np.array([mat.WIDTH, mat.HEIGHT, 1])
    assert np.allclose(corner[:2] / corner[2], (150 + 900, 100 + 600), atol=2)
