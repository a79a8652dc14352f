"""The album of a camera box: off until its owner says otherwise, deletable, exported as tests/vision/real reads it."""

import json
import zipfile
from pathlib import Path

import pytest

from companion.service.camera_album import MOST_PHOTOS, Album

POSITION = {"legions": [{"area": "nw_9", "faction": "atreides", "regular": 2}]}
TABLE = {"board_width_mm": 840.0, "landmarks": {"top_left": [1.0, 2.0]}, "nudged": {"top_left": [3.0, 4.0]}}
NODES = {"arsunt+carthag+hagga_basin": [1.5, -2.0]}


def box(folder: Path) -> Path:
    (folder / "table.json").write_text(json.dumps(TABLE))
    (folder / "empty-1.jpg").write_bytes(b"empty")
    return folder


def taken(folder: Path, text: bytes = b"photo") -> Path:
    file = folder / "waiting.jpg"
    file.write_bytes(text)
    return file


def test_without_consent_nothing_is_kept(tmp_path: Path) -> None:
    album = Album(box(tmp_path))
    assert not album.on
    with pytest.raises(ValueError, match="keeps no photos"):
        album.keep(taken(tmp_path), POSITION)
    assert album.photos() == []


def test_a_kept_photo_is_moved_and_can_be_deleted(tmp_path: Path) -> None:
    album = Album(box(tmp_path))
    album.switch(True)
    photo = taken(tmp_path)
    key, gone = album.keep(photo, POSITION)
    assert not photo.exists()
    assert gone == []
    file = album.file(key)
    assert file is not None
    assert file.read_bytes() == b"photo"
    album.switch(False)
    assert [kept.key for kept in album.photos()] == [key]
    album.remove(key)
    assert album.photos() == []
    assert album.file("../../table") is None


def test_the_oldest_photo_goes_for_a_newer_one(tmp_path: Path) -> None:
    album = Album(box(tmp_path))
    album.switch(True)
    for _number in range(MOST_PHOTOS):
        assert album.keep(taken(tmp_path), POSITION)[1] == []
    assert len(album.keep(taken(tmp_path), POSITION)[1]) == 1
    assert len(album.photos()) == MOST_PHOTOS


def test_the_export_has_what_the_folder_of_real_photos_asks_for(tmp_path: Path) -> None:
    album = Album(box(tmp_path))
    album.switch(True)
    for name in ("row", "start", "side"):
        (tmp_path / f"lesson-{name}.jpg").write_bytes(name.encode())
        (tmp_path / f"lesson-{name}.json").write_text(json.dumps(POSITION))
    album.keep(taken(tmp_path), POSITION)
    assert album.export(tmp_path / "out.zip") == 4
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        names = {name.removeprefix("our-table/") for name in archive.namelist()}
        about = json.loads(archive.read("our-table/about.json"))
        first = archive.read("our-table/teach-1.jpg")
        truth = json.loads(archive.read("our-table/board-01.json"))
    lessons = {f"teach-{n}.{ending}" for n in (1, 2, 3) for ending in ("jpg", "json")}
    assert names == {"about.json", "empty-1.jpg", "board-01.jpg", "board-01.json", *lessons}
    assert (first, truth) == (b"start", POSITION)
    assert "moved" not in about
    # A point that somebody moved counts where it was put.
    assert about["landmarks"] == {"top_left": [3.0, 4.0]}
    album.drop_lessons()
    assert album.lessons == []


def test_borders_that_were_moved_are_exported_with_where_they_come_from(tmp_path: Path) -> None:
    album = Album(box(tmp_path))
    (tmp_path / "table.json").write_text(json.dumps({**TABLE, "moved": NODES}))
    album.export(tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        outline = json.loads(archive.read("our-table/outline.json"))
    assert outline["format"] == "arrakis-moved-nodes/1"
    assert outline["nodes"] == {"arsunt+carthag+hagga_basin": {"dx_mm": 1.5, "dy_mm": -2.0}}
    assert "photo of the empty board" in outline["source"]
