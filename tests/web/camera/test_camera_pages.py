"""The pages of the camera: who may use them, what a photo does to the game, and what refuses a photo."""

import io
import json
import re
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from flask import Flask

from companion.board import AREA_NUMBER
from companion.rules.army import Army
from companion.rules.positions.writing import write_position
from companion.rules.state import HARKONNEN
from companion.web.camera.common import CAMERA
from companion.web.seats import TABLE
from tests.vision.photos import bomb, jpeg, picture, turned_png
from tests.web.camera.conftest import Runner, made_box, upload
from tests.web.conftest import FIELD, Browser, MakeBrowser
from tests.web.kept import at_a_game
from vision.contents import read_expected
from vision.intake.child import ChildFailed
from vision.intake.photo import PhotoRefused

CARTHAG = "carthag"


def nothing_seen(**more: Any) -> dict[str, Any]:
    return {
        "band": "accepted",
        "harkonnen": {"figures": 0, "leaders": 0},
        "atreides": {"figures": 0, "leaders": 0},
        "tokens": 0,
        "harvester": False,
        "sandworm": False,
        "wormsign": False,
        "kinds": None,
        "confidence": 0.99,
        **more,
    }


def scanned(app: Flask, phone: Browser, game: str, document: dict[str, Any], runner: Runner) -> str:
    """Sends a photo, which shows what a document says, and returns the address of its proposal."""
    box = made_box(phone, game)
    runner.answers["scan"] = {"refused": None, "seconds": 1.0, "zones": {}, **document}
    answer = upload(phone, f"/g/{game}/camera", f"/g/{game}/camera", jpeg(picture()), box=box, sector="")
    assert answer.status_code == 303, answer.text
    address = answer.headers["Location"]
    app.extensions[CAMERA].wait(address.rsplit("/", 1)[1], 20)
    return address


def test_a_covered_area_is_told_as_not_seen_and_never_as_empty(
    app: Flask, phone: Browser, runner: Runner, game: str
) -> None:
    hidden = {CARTHAG: nothing_seen(band="unseen", confidence=0.0), "arrakeen": nothing_seen(band="unseen")}
    document = {"areas": hidden, "differences": [], "covered": [CARTHAG]}
    page = phone.get(scanned(app, phone, game, document, runner)).text
    assert "Covered: not seen, left as the app has it: Carthag." in page
    assert "Outside the photo, left as the app has it: Arrakeen." in page
    assert "nothing is here" not in page


def test_only_players_of_the_game_reach_the_camera(phone: Browser, browser_at: MakeBrowser, game: str) -> None:
    stranger = browser_at("192.168.1.99")
    for path in ("camera", "camera/boxes", "camera/dice"):
        assert phone.get(f"/g/{game}/{path}").status_code == 200
        assert stranger.get(f"/g/{game}/{path}").status_code == 403


def test_without_a_box_the_page_leads_to_the_set_up(phone: Browser, runner: Runner, game: str) -> None:
    assert f"/g/{game}/camera/boxes" in phone.get(f"/g/{game}/camera").text


def test_a_box_is_made_and_asks_for_the_empty_board_first(phone: Browser, runner: Runner, game: str) -> None:
    box = made_box(phone, game)
    name, asked = runner.asked[0]
    assert (name, asked["name"], asked["width"]) == ("box_new", "Our table", 840)
    page = phone.get(f"/g/{game}/camera/boxes/{box}").text
    assert "Empty board" in page
    assert "Take photo 1" in page


def test_a_box_that_was_begun_is_not_offered_for_photos(phone: Browser, runner: Runner, game: str) -> None:
    taught = made_box(phone, game)
    runner.taught = 0
    begun = made_box(phone, game)
    page = phone.get(f"/g/{game}/camera").text
    assert taught in page
    assert begun not in page


def test_a_table_without_a_record_is_called_experimental(app: Flask, phone: Browser, runner: Runner, game: str) -> None:
    folder = app.extensions[CAMERA].box(made_box(phone, game))
    page = f"/g/{game}/camera"
    assert "experimental" in phone.get(page).text
    own = {"key": "again-row", "topics": {}, "rows": []}
    for record, word in (([own], True), ([own, {**own, "key": "photo:a"}], False)):
        (folder / "table.json").write_text(json.dumps({"name": "Our table", "taught": 3, "record": record}))
        assert ("experimental" in phone.get(page).text) is word


def test_with_a_begun_box_only_the_page_goes_on_with_it(phone: Browser, runner: Runner, game: str) -> None:
    runner.taught = 0
    begun = made_box(phone, game)
    page = phone.get(f"/g/{game}/camera").text
    assert f"/camera/boxes/{begun}" in page
    assert "Stand where you stood" not in page


def test_a_lesson_is_of_the_position_that_the_app_has(app: Flask, phone: Browser, runner: Runner, game: str) -> None:
    box = made_box(phone, game)
    page = f"/g/{game}/camera/boxes/{box}"
    runner.state |= {"needs": [], "size": [40, 30], "taught": 2}
    runner.answers["teach"] = {"step": "teach", "ok": True, "code": "learnt"}
    shown = phone.get(page).text
    key = re.search(r'name="row" value="([^"]+)"', shown)
    assert key is not None
    for step, more in (("start", 0), ("row", 11)):
        answer = upload(phone, page, f"{page}/photo/{step}", jpeg(picture()), row=key[1])
        app.extensions[CAMERA].wait(answer.headers["Location"].rsplit("/", 1)[1], 20)
        taught = [request for name, request in runner.asked if name == "teach"]
        asked = read_expected(taught[-1]["position"])
        lies = read_expected(write_position(app.extensions[TABLE].load(game).state))
        assert len(asked.areas) + len(asked.zones) == len(lies.areas) + len(lies.zones) + more
        # What was good leads on at once: nothing to read, nothing to tap.
        assert phone.get(answer.headers["Location"]).headers["Location"] == page


def test_a_row_of_another_position_than_the_page_showed_teaches_nothing(
    phone: Browser, runner: Runner, game: str
) -> None:
    box = made_box(phone, game)
    page = f"/g/{game}/camera/boxes/{box}"
    answer = upload(phone, page, f"{page}/photo/row", jpeg(picture()), row="sw_1,sw_2")
    assert answer.status_code == 400
    assert "look at the row again" in answer.text


def test_before_the_set_up_of_the_game_no_lesson_is_taken(phone: Browser, runner: Runner) -> None:
    game = at_a_game(phone)
    box = made_box(phone, game)
    page = f"/g/{game}/camera/boxes/{box}"
    answer = upload(phone, page, f"{page}/photo/start", jpeg(picture()))
    assert answer.status_code == 400
    assert "set the game up first" in answer.text


@pytest.mark.parametrize("values, field", [({"name": ""}, "name"), ({"name": "x", "width": "20"}, "width")])
def test_nonsense_makes_no_box(phone: Browser, runner: Runner, game: str, values: dict[str, str], field: str) -> None:
    answer = phone.send(f"/g/{game}/camera/boxes", **values)
    assert answer.status_code == 400
    assert field in answer.text
    assert not runner.asked


def test_a_photo_of_what_the_app_has_changes_nothing(app: Flask, phone: Browser, runner: Runner, game: str) -> None:
    before = app.extensions[TABLE].load(game).seq
    page = phone.get(scanned(app, phone, game, {"areas": {}, "differences": []}, runner))
    assert "agree" in page.text
    assert app.extensions[TABLE].load(game).seq == before


def test_what_differs_is_confirmed_as_one_correction_and_undone(
    app: Flask, phone: Browser, runner: Runner, game: str
) -> None:
    table = app.extensions[TABLE]
    before = table.load(game).state
    seen = nothing_seen(harkonnen={"figures": 1, "leaders": 0}, kinds={"regular": 1, "elite": 0, "special": 0})
    where = "nw_9" if before.army(HARKONNEN, AREA_NUMBER["nw_9"]) is None else "nw_10"
    document = {"areas": {where: seen, CARTHAG: nothing_seen()}, "differences": [CARTHAG, where]}
    address = scanned(app, phone, game, document, runner)
    page = phone.get(address)
    assert page.text.count("difference") >= 2
    answer = phone.send(address, f"{address}/record", **{where: "photo", CARTHAG: "photo"})
    assert answer.status_code == 303, answer.text
    after = table.load(game)
    assert after.state.army(HARKONNEN, AREA_NUMBER[where]) == Army(regular=1)
    assert after.state.army(HARKONNEN, AREA_NUMBER[CARTHAG]) is None
    assert after.seq == table.load(game).seq
    undone = phone.send(phone.get(f"/g/{game}").headers["Location"], f"/g/{game}/undo")
    assert undone.status_code in (200, 303), undone.text
    assert table.load(game).state.legions(HARKONNEN) == before.legions(HARKONNEN)


def test_as_in_the_app_leaves_an_area_and_writes_nothing(app: Flask, phone: Browser, runner: Runner, game: str) -> None:
    before = app.extensions[TABLE].load(game).seq
    address = scanned(app, phone, game, {"areas": {CARTHAG: nothing_seen()}, "differences": [CARTHAG]}, runner)
    assert phone.send(address, f"{address}/record", **{CARTHAG: "app"}).status_code == 303
    assert app.extensions[TABLE].load(game).seq == before


def test_a_difference_without_a_choice_changes_nothing(app: Flask, phone: Browser, runner: Runner, game: str) -> None:
    before = app.extensions[TABLE].load(game).seq
    document = {"areas": {CARTHAG: nothing_seen(band="look")}, "differences": [CARTHAG]}
    address = scanned(app, phone, game, document, runner)
    assert "please look" in phone.get(address).text
    answer = phone.send(address, f"{address}/record")
    assert answer.status_code == 400
    assert "Carthag" in answer.text
    assert app.extensions[TABLE].load(game).seq == before


def test_pieces_entered_by_hand_are_taken(app: Flask, phone: Browser, runner: Runner, game: str) -> None:
    document = {"areas": {CARTHAG: nothing_seen(band="look")}, "differences": [CARTHAG]}
    address = scanned(app, phone, game, document, runner)
    entered = {CARTHAG: "other", "carthag.h-regular": "2", "carthag.h-elite": "1", "carthag.wormsign": ""}
    assert phone.send(address, f"{address}/record", **entered).status_code == 303
    after = app.extensions[TABLE].load(game).state
    assert after.army(HARKONNEN, AREA_NUMBER[CARTHAG]) == Army(regular=2, elite=1)


def test_a_photo_sent_before_somebody_moved_is_refused(app: Flask, phone: Browser, runner: Runner, game: str) -> None:
    document = {"areas": {CARTHAG: nothing_seen()}, "differences": [CARTHAG]}
    address = scanned(app, phone, game, document, runner)
    stale = phone.fields(address)
    entered = {CARTHAG: "other", "carthag.h-regular": "2"}
    assert phone.send(address, f"{address}/record", **entered).status_code == 303
    answer = phone.post(f"{address}/record", {**stale, CARTHAG: "photo"})
    assert answer.status_code == 409
    after = app.extensions[TABLE].load(game).state
    assert after.army(HARKONNEN, AREA_NUMBER[CARTHAG]) == Army(regular=2)


def test_a_hopeless_photo_is_told_with_what_to_do(app: Flask, phone: Browser, runner: Runner, game: str) -> None:
    document = {"areas": {}, "differences": [], "refused": "too_blurred"}
    page = phone.get(scanned(app, phone, game, document, runner))
    assert "blurred" in page.text
    assert "Nothing was changed" in page.text


@pytest.mark.parametrize("failure", [ChildFailed("memory"), ChildFailed("timeout"), PhotoRefused("damaged")])
def test_a_job_that_fails_is_told_with_a_4xx(
    app: Flask, phone: Browser, runner: Runner, game: str, failure: Exception
) -> None:
    box = made_box(phone, game)
    runner.answers["scan"] = failure
    answer = upload(phone, f"/g/{game}/camera", f"/g/{game}/camera", jpeg(picture()), box=box)
    address = answer.headers["Location"]
    app.extensions[CAMERA].wait(address.rsplit("/", 1)[1], 20)
    assert phone.get(address).status_code == 422


@pytest.mark.slow
@pytest.mark.parametrize(
    "photo, word",
    [
        (lambda: b"GIF89a" + bytes(40), "JPEG"),
        (lambda: b"\0\0\0\x18ftypheic" + bytes(40), "HEIC"),
        (bomb, "14000"),
        (lambda: jpeg(picture(64, 64)), "small"),
    ],
)
def test_what_is_no_photo_never_reaches_the_child(
    phone: Browser, runner: Runner, game: str, photo: Callable[[], bytes], word: str
) -> None:
    box = made_box(phone, game)
    answer = upload(phone, f"/g/{game}/camera", f"/g/{game}/camera", photo(), box=box)
    assert answer.status_code == 400
    assert word in answer.text
    assert [name for name, _request in runner.asked if name == "scan"] == []


def test_a_photo_of_more_than_two_times_16_megabytes_is_413(phone: Browser, runner: Runner, game: str) -> None:
    box = made_box(phone, game)
    page = f"/g/{game}/camera"
    assert upload(phone, page, page, bytes(34 * 1024 * 1024), box=box).status_code == 413


def test_no_other_form_takes_that_much(phone: Browser, game: str) -> None:
    page = phone.get(f"/g/{game}").headers["Location"]
    assert phone.send(page, f"/g/{game}/undo", x="y" * 300_000).status_code == 413


def test_the_step_of_the_set_up_tells_what_it_found(app: Flask, phone: Browser, runner: Runner, game: str) -> None:
    box = made_box(phone, game)
    page = f"/g/{game}/camera/boxes/{box}"
    runner.answers["empty"] = {"step": "empty", "ok": False, "code": "not_the_same_board", "changed": 0.5}
    answer = upload(phone, page, f"{page}/photo/empty", jpeg(picture()))
    app.extensions[CAMERA].wait(answer.headers["Location"].rsplit("/", 1)[1], 20)
    told = phone.get(answer.headers["Location"]).text
    assert "another board" in told
    assert page in told


def test_a_job_of_another_game_is_not_seen(
    app: Flask, phone: Browser, browser_at: MakeBrowser, runner: Runner, game: str
) -> None:
    address = scanned(app, phone, game, {"areas": {}, "differences": []}, runner)
    other = browser_at("192.168.1.30")
    theirs = at_a_game(other, set_up="quick")
    assert other.get(address).status_code == 403
    assert other.get(address.replace(game, theirs)).status_code == 404


def test_dice_that_are_not_known_are_asked_for_by_name(app: Flask, phone: Browser, runner: Runner, game: str) -> None:
    box = made_box(phone, game)
    found = [
        {"kind": "combat", "face": "hit", "confidence": 0.97, "box": [1, 1, 9, 9]},
        {"kind": None, "face": None, "confidence": 0.4, "box": [20, 1, 9, 9]},
    ]
    runner.answers["dice"] = {"dice": found, "found": 2, "refused": "another_number"}
    page = f"/g/{game}/camera/dice?kind=combat&expect=3&prefix=attacker"
    answer = upload(phone, page, f"/g/{game}/camera/dice", jpeg(picture()), box=box, kind="combat", expect="3")
    app.extensions[CAMERA].wait(answer.headers["Location"].rsplit("/", 1)[1], 20)
    told = phone.get(answer.headers["Location"]).text
    assert "The photo shows a different number of dice" in told
    assert "please look" in told
    assert runner.asked[-1][1]["expect"] == 3


def test_without_opencv_the_page_says_how_to_get_it(phone: Browser, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.camera.common.available", lambda: False)
    answer = phone.get(f"/g/{game}/camera")
    assert answer.status_code == 503
    assert "OpenCV" in answer.text


@pytest.mark.slow
def test_mutated_photos_are_taken_or_refused_but_never_break_the_app(phone: Browser, runner: Runner, game: str) -> None:
    box = made_box(phone, game)
    page = f"/g/{game}/camera"
    fields = dict(FIELD.findall(phone.get(page).text))
    random = np.random.default_rng(11)
    originals = [jpeg(picture()), turned_png(picture(), 6)]
    seen = set[int]()
    for turn in range(150):
        data = bytearray(originals[turn % 2])
        for _ in range(int(random.integers(1, 12))):
            data[int(random.integers(0, min(len(data), 900)))] = int(random.integers(0, 256))
        answer = phone.post(page, {**fields, "box": box, "photo": (io.BytesIO(bytes(data)), "photo.jpg")})
        seen.add(answer.status_code)
    # Taken, refused as no photo, or too many waiting.
    assert {303, 400} <= seen <= {303, 400, 429}


@pytest.mark.slow
def test_the_header_of_a_bomb_is_read_without_its_pixels(phone: Browser, runner: Runner, game: str) -> None:
    data = bomb()
    box = made_box(phone, game)
    tracemalloc.start()
    try:
        answer = upload(phone, f"/g/{game}/camera", f"/g/{game}/camera", data, box=box)
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert answer.status_code == 400
    assert most < 50_000_000
