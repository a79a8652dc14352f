"""Whose a camera box is: strangers see nothing of it, those at a table with its owner use it."""

import io
import shutil
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.routing import Rule

from companion.content.terms import Subfaction
from companion.service.camera import CameraDesk
from companion.store import Role
from companion.store.boxes import HOST
from companion.web.camera.common import CAMERA, SHELF
from companion.web.seats import TABLE
from tests.vision.photos import jpeg, picture
from tests.web.camera.conftest import MOST_BOXES, Runner, made_box, upload
from tests.web.conftest import Browser, MakeBrowser
from tests.web.kept import at_a_game

ATREIDES_PARTS = frozenset({Subfaction.HOUSE_ATREIDES, Subfaction.FREMEN_ALLY})
FILL = {"step": "empty", "job_id": "a" * 20, "area": "carthag", "page": "1", "key": "a" * 20}
OF_BOX = ("table.json", "empty-1.jpg")


@pytest.fixture
def host(browser_at: MakeBrowser, runner: Runner) -> Browser:
    return browser_at("127.0.0.1", "localhost")


@pytest.fixture
def stranger(browser_at: MakeBrowser) -> Browser:
    return browser_at("192.168.1.66")


def desk_of(app: Flask) -> CameraDesk:
    desk: CameraDesk = app.extensions[CAMERA]
    return desk


def with_a_picture(app: Flask, box: str) -> Path:
    folder = desk_of(app).box(box)
    (folder / "empty-1.jpg").write_bytes(jpeg(picture()))
    return folder


def join(app: Flask, browser: Browser, game: str, role: Role = Role.PLAYER) -> None:
    record = app.extensions[TABLE].games.get(game)
    code = record.watch_code if role is Role.SPECTATOR else record.play_code
    assert browser.send(f"/j/{code}", name="Guest", role=role.value).status_code == 303


def routes_of_a_box(app: Flask) -> list[tuple[str, str]]:
    """Every address below a box, with its method."""
    rules: list[Rule] = [rule for rule in app.url_map.iter_rules() if "/camera/boxes/<box>" in rule.rule]
    return [(rule.rule, method) for rule in rules for method in (rule.methods or ()) if method in ("GET", "POST")]


def test_a_stranger_with_a_game_of_his_own_reaches_no_box(
    app: Flask, host: Browser, stranger: Browser, runner: Runner
) -> None:
    box = made_box(host, at_a_game(host, set_up="quick"))
    folder = with_a_picture(app, box)
    before = {name: (folder / name).read_bytes() for name in OF_BOX}
    theirs = at_a_game(stranger, set_up="quick")
    assert box not in stranger.get(f"/g/{theirs}/camera/boxes").text
    walked = routes_of_a_box(app)
    assert len(walked) >= 7
    runner.asked.clear()
    for rule, method in walked:
        path = rule.replace("<game_id>", theirs).replace("<box>", box)
        for name, value in FILL.items():
            path = path.replace(f"<{name}>", value)
        assert "<" not in path
        if method == "GET":
            assert stranger.get(path).status_code == 404, path
            continue
        fields = stranger.fields(f"/g/{theirs}/camera/boxes")
        photo = {"photo": (io.BytesIO(jpeg(picture())), "a.jpg"), "top_left.x": "1", "top_left.y": "1"}
        assert stranger.post(path, {**fields, **photo, "shared": "yes"}).status_code == 404, path
    for page in ("camera", "camera/dice"):
        answer = upload(stranger, f"/g/{theirs}/camera/boxes", f"/g/{theirs}/{page}", jpeg(picture()), box=box)
        assert answer.status_code == 404, page
    assert runner.asked == []
    assert {name: (folder / name).read_bytes() for name in OF_BOX} == before


def test_a_guest_at_the_hosts_table_uses_what_the_host_shares_and_no_more(
    app: Flask, host: Browser, stranger: Browser, runner: Runner
) -> None:
    game = at_a_game(host, set_up="quick")
    box = made_box(host, game)
    with_a_picture(app, box)
    join(app, stranger, game)
    page = f"/g/{game}/camera/boxes/{box}"
    assert stranger.get(f"{page}/empty.jpg").status_code == 200
    assert stranger.get(page).status_code == 200
    assert upload(stranger, page, f"{page}/photo/empty", jpeg(picture())).status_code == 303
    assert upload(stranger, page, f"/g/{game}/camera", jpeg(picture()), box=box).status_code == 303
    assert stranger.get(f"{page}/export.zip").status_code == 403
    for deed, values in (("remove", {}), ("share", {"shared": "no"})):
        assert stranger.send(page, f"{page}/{deed}", **values).status_code == 403
    assert host.send(page, f"{page}/share", shared="no").status_code == 303
    assert stranger.get(page).status_code == 404
    assert stranger.get(f"{page}/empty.jpg").status_code == 404
    assert host.get(page).status_code == 200


def test_who_watches_reaches_no_box(app: Flask, host: Browser, stranger: Browser) -> None:
    game = at_a_game(host, set_up="quick")
    box = made_box(host, game)
    with_a_picture(app, box)
    join(app, stranger, game, Role.SPECTATOR)
    assert stranger.get(f"/g/{game}/camera/boxes/{box}/empty.jpg").status_code == 403


def test_a_guests_box_is_the_guests_alone_until_it_is_shared(
    app: Flask, phone: Browser, stranger: Browser, host: Browser
) -> None:
    game = at_a_game(phone, set_up="quick")
    box = made_box(phone, game)
    page = f"/g/{game}/camera/boxes/{box}"
    join(app, stranger, game)
    join(app, host, game)
    assert stranger.get(page).status_code == 404
    assert host.get(page).status_code == 404
    assert phone.get(page).status_code == 200
    assert phone.send(page, f"{page}/share", shared="yes").status_code == 303
    assert stranger.get(page).status_code == 200
    own = at_a_game(stranger, set_up="quick")
    assert stranger.get(f"/g/{own}/camera/boxes/{box}").status_code == 404
    assert phone.send(page, f"{page}/remove").status_code == 303
    assert desk_of(app).boxes() == []


def test_a_box_from_before_belongs_to_the_host(app: Flask, host: Browser, stranger: Browser) -> None:
    game = at_a_game(host, set_up="quick")
    box = made_box(host, game)
    old = "0123456789abcdefabcd"
    shutil.copytree(desk_of(app).box(box), desk_of(app).box(box).with_name(old))
    assert app.extensions[SHELF]._rows.get(old).device == HOST
    assert host.get(f"/g/{game}/camera/boxes/{old}").status_code == 200
    theirs = at_a_game(stranger, set_up="quick")
    assert stranger.get(f"/g/{theirs}/camera/boxes/{old}").status_code == 404
    join(app, stranger, game)
    assert stranger.get(f"/g/{game}/camera/boxes/{old}").status_code == 200
    page = f"/g/{game}/camera/boxes/{old}"
    assert host.send(page, f"{page}/share", shared="no").status_code == 303
    assert stranger.get(page).status_code == 404


def test_a_box_that_is_brought_in_belongs_to_who_brought_it(
    app: Flask, phone: Browser, stranger: Browser, runner: Runner, game: str
) -> None:
    boxes = f"/g/{game}/camera/boxes"
    answer = upload(phone, boxes, f"{boxes}/import", b"PK", field="file")
    assert answer.status_code == 303, answer.text
    box = answer.headers["Location"].rsplit("/", 1)[1]
    join(app, stranger, game)
    assert stranger.get(f"{boxes}/{box}").status_code == 404
    assert phone.get(f"{boxes}/{box}").status_code == 200


def test_a_device_has_so_many_boxes_and_others_still_make_theirs(
    phone: Browser, stranger: Browser, runner: Runner, game: str
) -> None:
    for _ in range(MOST_BOXES):
        made_box(phone, game)
    refused = phone.send(f"/g/{game}/camera/boxes", name="One more", width="840")
    assert (refused.status_code, "at most 3 game boxes" in refused.text) == (429, True)
    made_box(stranger, at_a_game(stranger, set_up="quick"))


def test_a_file_that_is_no_box_leaves_nothing(app: Flask, phone: Browser, runner: Runner, game: str) -> None:
    runner.answers["box_import"] = ValueError("no zip")
    boxes = f"/g/{game}/camera/boxes"
    assert upload(phone, boxes, f"{boxes}/import", b"nothing", field="file").status_code == 400
    assert desk_of(app).begun_boxes() == set()
    assert app.extensions[SHELF]._rows.all() == {}
    assert desk_of(app).bytes_kept() == 0


def test_what_is_made_to_be_sent_is_deleted_then(app: Flask, phone: Browser, runner: Runner, game: str) -> None:
    box = made_box(phone, game)
    for path in (f"camera/boxes/{box}/export.zip", "camera/sheet.pdf", "camera/sheet-1.png"):
        assert phone.get(f"/g/{game}/{path}").data == b"made"
    assert desk_of(app).bytes_kept() == 0


def test_the_box_of_a_guest_who_was_removed_is_no_longer_shared(
    app: Flask, phone: Browser, stranger: Browser, runner: Runner
) -> None:
    game = at_a_game(phone, set_up="quick")
    join(app, stranger, game)
    box = made_box(stranger, game)
    page = f"/g/{game}/camera/boxes/{box}"
    assert stranger.send(page, f"{page}/share", shared="yes").status_code == 303
    assert phone.get(page).status_code == 200
    table = app.extensions[TABLE]
    (guest,) = (seat for seat in table.games.seated(game) if seat.name == "Guest")
    table.guests.remove(game, guest.id)
    assert phone.get(page).status_code == 404
    photo = upload(stranger, "/import", f"/g/{game}/camera", jpeg(picture()), box=box)
    assert photo.status_code == 403
    assert stranger.get(f"/g/{at_a_game(stranger, set_up='quick')}/camera/boxes/{box}").status_code == 200


def test_the_serving_computer_shares_where_it_plays_and_not_where_it_looks_in(
    app: Flask, host: Browser, phone: Browser, browser_at: MakeBrowser
) -> None:
    box = made_box(host, at_a_game(host, set_up="quick"))
    game = at_a_game(phone, set_up="quick")
    page = f"/g/{game}/camera/boxes/{box}"
    another = browser_at("127.0.0.1", "localhost")
    assert another.get(page).status_code == 200
    assert phone.get(page).status_code == 404
    join(app, another, game)
    assert phone.get(page).status_code == 200


def test_another_device_of_a_person_uses_the_persons_boxes_once_that_person_agrees(
    app: Flask, phone: Browser, stranger: Browser, runner: Runner
) -> None:
    game, table = at_a_game(phone, set_up="quick", players="two"), app.extensions[TABLE]
    page = f"/g/{game}/camera/boxes/{made_box(phone, game)}"
    join(app, stranger, game)
    first, second = sorted(table.games.seated(game), key=lambda one: one.id)
    table.sides.change(game, first.id, ATREIDES_PARTS)
    table.guests.merge(game, second.id, first.id)
    assert stranger.get(page).status_code == 404, "anybody can say so"
    table.sides.agree(game, second.id)
    assert stranger.get(page).status_code == 200
    assert stranger.send(page, f"{page}/remove").status_code == 403
    assert phone.get(page).status_code == 200
    table.guests.separate(game, second.id)
    assert stranger.get(page).status_code == 404
