"""`arrakis dice` and `arrakis dice-teach`: photos in, JSON out, and nothing of the web app in between."""

import json
from pathlib import Path

import numpy as np
import pytest

from companion.cli import main
from tests.vision.photos import jpeg, picture
from tests.workshop.camera.render import dice_photo, dice_view, world


def shot(folder: Path, name: str, dice: list[tuple[str, str]], seed: int) -> str:
    random = np.random.default_rng(seed)
    file = folder / f"{name}.jpg"
    file.write_bytes(dice_photo(world(5), dice, dice_view(random), random).jpeg())
    return str(file)


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main([*arguments, "--json"]) == 0
    told: dict[str, object] = json.loads(capsys.readouterr().out)
    return told


@pytest.mark.slow
def test_dice_are_taught_and_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = str(tmp_path / "table")
    for seed, face in enumerate(("hit", "shield", "special")):
        image = shot(tmp_path, face, [("combat", face)] * 3, seed)
        told = answer(capsys, "dice-teach", image, "--table", table, "--kind", "combat", "--face", face)
        assert (told["ok"], told["seen"]) == (True, 3)
    image = shot(tmp_path, "roll", [("combat", "hit"), ("combat", "special"), ("combat", "hit")], 40)
    told = answer(capsys, "dice", image, "--table", table, "--expect", "4")
    assert told["found"] == 3
    assert told["refused"] == "another_number"
    dice = told["dice"]
    assert isinstance(dice, list)
    assert sorted(str(die["face"]) for die in dice) == ["hit", "hit", "special"]
    assert set(dice[0]) == {"kind", "face", "confidence", "box"}


@pytest.mark.parametrize(
    "arguments, field",
    [
        (("dice", "missing.jpg", "--table", "."), "image"),
        (("dice", "PHOTO", "--table", "nowhere"), "table"),
        (("dice", "PHOTO", "--table", ".", "--expect", "99"), "expect"),
        (("dice", __file__, "--table", "."), "image"),
        (("dice-teach", "PHOTO", "--table", ".", "--kind", "combat", "--face", "house"), "face"),
    ],
)
def test_what_cannot_be_used_is_told_by_its_field(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], field: str
) -> None:
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(jpeg(picture()))
    given = [str(photo) if argument == "PHOTO" else argument for argument in arguments]
    assert main([*given, "--json"]) == 2
    assert f"error: {field}:" in capsys.readouterr().err
