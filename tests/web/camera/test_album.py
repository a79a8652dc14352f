"""Photos that a box keeps: only where its owner allows it, only what was confirmed, and only its owner sees them."""

import time
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.board import AREA_NUMBER
from companion.rules.positions.writing import write_position
from companion.rules.state import HARKONNEN
from companion.service.camera import CameraDesk
from companion.service.camera_album import Album
from companion.web.camera.common import CAMERA
from companion.web.seats import TABLE
from tests.vision.photos import jpeg, picture
from tests.web.camera.conftest import Runner, made_box, upload
from tests.web.camera.test_camera_pages import CARTHAG, nothing_seen
from tests.web.conftest import Browser, MakeBrowser


def desk_of(app: Flask) -> CameraDesk:
    desk: CameraDesk = app.extensions[CAMERA]
    return desk


def scanned(app: Flask, phone: Browser, game: str, box: str, runner: Runner, **more: Any) -> str:
    """Sends a photo that shows Carthag empty, and returns the address of its proposal."""
    document = {"areas": {CARTHAG: nothing_seen()}, "differences": [CARTHAG]}
    runner.answers["scan"] = {"refused": None, "seconds": 1.0, "zones": {}, **document, **more}
    sector = "ne" if more.get("part") else ""
    answer = upload(phone, f"/g/{game}/camera", f"/g/{game}/camera", jpeg(picture()), box=box, sector=sector)
    address = answer.headers["Location"]
    desk_of(app).wait(address.rsplit("/", 1)[1], 20)
    return address


def allow(phone: Browser, game: str, box: str) -> None:
    page = f"/g/{game}/camera/boxes/{box}/album"
    assert phone.send(page, f"{page}/switch", keep="yes").status_code == 303


def asked_for(runner: Runner, name: str) -> dict[str, Any]:
    """Returns the newest request of a job that nobody waits for."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if found := [request for job, request in runner.asked if job == name]:
            return found[-1]
        time.sleep(0.02)
    raise AssertionError(f"{name} was not asked for")


@pytest.fixture
def box(phone: Browser, runner: Runner, game: str) -> str:
    return made_box(phone, game)


def test_without_consent_a_confirmed_photo_is_gone(
    app: Flask, phone: Browser, runner: Runner, game: str, box: str, tmp_path: Path
) -> None:
    address = scanned(app, phone, game, box, runner)
    assert phone.send(address, f"{address}/record", **{CARTHAG: "photo"}).status_code == 303
    assert not list((tmp_path / "camera").rglob("*.jpg"))
    assert "lesson" not in [name for name, _request in runner.asked]


def test_with_consent_it_is_kept_with_what_was_confirmed_and_teaches(
    app: Flask, phone: Browser, runner: Runner, game: str, box: str
) -> None:
    allow(phone, game, box)
    address = scanned(app, phone, game, box, runner)
    assert "The photo is kept with its box once you confirm" in phone.get(address).text
    album = Album(desk_of(app).box(box))
    assert album.photos() == []
    assert phone.send(address, f"{address}/record", **{CARTHAG: "photo"}).status_code == 303
    (kept,) = album.photos()
    request = asked_for(runner, "lesson")
    assert (request["key"], request["photo"]) == (kept.key, str(album.file(kept.key)))
    state = app.extensions[TABLE].load(game).state
    assert request["position"] == write_position(state)
    assert state.army(HARKONNEN, AREA_NUMBER[CARTHAG]) is None


def test_a_photo_that_agrees_is_confirmed_by_one_tap(
    app: Flask, phone: Browser, runner: Runner, game: str, box: str
) -> None:
    allow(phone, game, box)
    before = app.extensions[TABLE].load(game).seq
    address = scanned(app, phone, game, box, runner, areas={}, differences=[])
    assert "Yes, so it is" in phone.get(address).text
    assert phone.send(address, f"{address}/record").status_code == 303
    assert len(Album(desk_of(app).box(box)).photos()) == 1
    assert app.extensions[TABLE].load(game).seq == before


def test_a_photo_of_a_part_is_not_kept(app: Flask, phone: Browser, runner: Runner, game: str, box: str) -> None:
    allow(phone, game, box)
    address = scanned(app, phone, game, box, runner, part=True)
    assert "The photo is kept" not in phone.get(address).text
    assert phone.send(address, f"{address}/record", **{CARTHAG: "photo"}).status_code == 303
    assert Album(desk_of(app).box(box)).photos() == []


def test_a_photo_with_something_over_the_board_is_not_kept(
    app: Flask, phone: Browser, runner: Runner, game: str, box: str
) -> None:
    allow(phone, game, box)
    for more in ({"covered": ["gara_kulon"]}, {"zones": {"az_ne": {"band": "unseen", "vehicle": None}}}):
        address = scanned(app, phone, game, box, runner, areas={}, differences=[], **more)
        page = phone.get(address).text
        assert "The photo is kept" not in page
        assert "Yes, so it is" not in page
        # Nor by a form of another page.
        fields = phone.fields(f"/g/{game}/camera/boxes") | {"seq": str(app.extensions[TABLE].load(game).seq)}
        assert phone.post(f"{address}/record", fields).status_code == 303
    assert Album(desk_of(app).box(box)).photos() == []


def test_the_owner_deletes_one_photo_and_what_it_taught(
    app: Flask, phone: Browser, runner: Runner, game: str, box: str
) -> None:
    allow(phone, game, box)
    address = scanned(app, phone, game, box, runner)
    phone.send(address, f"{address}/record", **{CARTHAG: "photo"})
    (kept,) = Album(desk_of(app).box(box)).photos()
    page = f"/g/{game}/camera/boxes/{box}/album"
    assert phone.get(f"{page}/{kept.key}.jpg").status_code == 200
    assert phone.send(page, f"{page}/{kept.key}/remove").status_code == 303
    assert phone.get(f"{page}/{kept.key}.jpg").status_code == 404
    assert asked_for(runner, "forget") == {"table": str(desk_of(app).box(box)), "key": kept.key, "practise": True}


def test_nobody_but_the_owner_reaches_the_photos(
    app: Flask, phone: Browser, browser_at: MakeBrowser, runner: Runner, game: str, box: str
) -> None:
    allow(phone, game, box)
    stranger = browser_at("192.168.1.77")
    theirs = stranger.new_game(set_up="quick")
    for path in ("album", "album/export.zip", f"album/{'a' * 20}.jpg"):
        assert stranger.get(f"/g/{theirs}/camera/boxes/{box}/{path}").status_code == 404


def test_the_photos_are_sent_as_one_file(app: Flask, phone: Browser, runner: Runner, game: str, box: str) -> None:
    folder = desk_of(app).box(box)
    (folder / "table.json").write_text('{"board_width_mm": 840, "landmarks": {}, "nudged": {}}')
    answer = phone.get(f"/g/{game}/camera/boxes/{box}/album/export.zip")
    assert answer.status_code == 200
    assert answer.data.startswith(b"PK")
