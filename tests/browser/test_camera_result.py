"""What a photo shows, on the phone: places that differ are numbered, places not seen hatched and photographed again.

Nobody reads the photo: what the child process would answer is given.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.by import By

from companion.board import AREA_IDS, AREA_NUMBER, SECTOR_MASK
from companion.rules.army import Army
from companion.rules.state import HARKONNEN
from companion.service import utc_now
from companion.service.camera import CameraDesk
from companion.service.camera_boxes import Shelf
from companion.store.boxes import Boxes
from companion.web.camera.common import CAMERA, SHELF
from companion.web.seats import TABLE
from tests.browser.conftest import Phone
from tests.browser.ready import quick_game
from tests.browser.test_camera import shot
from tests.vision.photos import jpeg, picture

pytestmark = [pytest.mark.browser, pytest.mark.calm]

EAST = ("gara_kulon", "ne_14", "ne_16", "ne_15")


NOTHING_YET = {"name": "", "needs": ["empty_photo"], "size": None, "taught": 0, "checks": []}


def seen(band: str = "accepted", figures: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "band": band,
        "harkonnen": {"figures": figures, "leaders": 0},
        "atreides": {"figures": 0, "leaders": 0},
        "tokens": 0,
        "harvester": False,
        "sandworm": False,
        "wormsign": False,
        "kinds": {"regular": figures, "elite": 0, "special": 0} if figures else None,
        "confidence": 0.99,
        **more,
    }


@pytest.fixture
def photographed(phone: Phone, tmp_path: Path) -> Callable[[dict[str, Any]], str]:
    """Sends a photo that shows what it is told, and returns the game; its answer is on the screen."""

    def answer(name: str, request: dict[str, Any], *, limits: object, progress: Callable[[str], None]) -> Any:
        if name == "box_new":
            folder = Path(request["table"])
            folder.mkdir(exist_ok=True)
            (folder / "table.json").write_text(json.dumps({"name": "Our table", "taught": 3}))
        if name == "box_state":
            return NOTHING_YET
        if name != "scan":
            return {}
        for place in told["differences"]:
            (Path(request["crops"]) / f"{place}.jpg").write_bytes(jpeg(picture()))
        return told

    told: dict[str, Any] = {"refused": None, "seconds": 2.6, "zones": {}}

    def send(document: dict[str, Any]) -> str:
        told.update(document)
        app = phone.server.app
        desk = app.extensions[CAMERA] = CameraDesk(tmp_path / "camera", runner=answer)
        app.extensions[SHELF] = Shelf(desk, Boxes(app.extensions[TABLE].database), utc_now, 3)
        game = quick_game(phone).game
        phone.open(f"/g/{game}/camera/boxes")
        form = phone.driver.find_element(By.CSS_SELECTOR, "form[action$='/camera/boxes']")
        phone.driver.execute_script("arguments[0].submit()", form)
        phone.open(f"/g/{game}/camera")
        file = tmp_path / "photo.jpg"
        file.write_bytes(jpeg(picture()))
        phone.driver.find_element(By.CSS_SELECTOR, "[data-take] [capture]").send_keys(str(file))
        return str(game)

    return send


def test_covered_places_are_hatched_and_photographed_again(
    phone: Phone, photographed: Callable[[dict[str, Any]], str]
) -> None:
    areas = {area: seen("unseen") for area in EAST}
    areas |= {"nw_9": seen(figures=2), "arsunt": seen("look"), "cse_3": seen("look", wormsign=True)}
    zones = {"az_east": {"band": "unseen", "vehicle": None}}
    game = photographed(
        {"areas": areas, "zones": zones, "covered": [*EAST[:2], "az_east"], "differences": ["nw_9", "arsunt"]}
    )
    phone.driver.implicitly_wait(10)
    phone.driver.find_element(By.CSS_SELECTOR, ".tally")
    phone.driver.implicitly_wait(0)
    phone.look()
    shot(phone, "7-covered")
    assert [one.text for one in phone.find(".tally dd")] == [str(len(AREA_IDS) + 8 - 3 - 5), "3", "5"]
    hatched = phone.driver.execute_script("return [...document.querySelectorAll('.gl.unseen')].map(a => a.outerHTML)")
    assert len(hatched) == len(EAST) + 1
    assert all(SECTOR_MASK["ne"] >> AREA_NUMBER[area] & 1 for area in EAST)
    panel = phone.driver.find_element(By.CSS_SELECTOR, ".panel").text
    assert "Gara Kulon" in panel
    assert "NE again" in panel
    # The place that the photo is sure of is chosen; the other one asks first, so nothing can be saved yet.
    assert [one.get_attribute("open") is not None for one in phone.find("details.difference")].count(True) == 1
    assert "Choose for every place" in panel
    phone.touch(css="label[for='arsunt-app']")
    assert "Save the changes (1)" in phone.driver.find_element(By.CSS_SELECTOR, ".panel").text
    shot(phone, "8-chosen")
    before = phone.state.army(HARKONNEN, AREA_NUMBER["arsunt"])
    phone.tap("NE again")
    assert "sector=ne" in phone.driver.current_url
    assert phone.driver.find_element(By.NAME, "sector").get_attribute("value") == "ne"
    after = phone.server.table.load(game).state
    assert after.army(HARKONNEN, AREA_NUMBER["nw_9"]) == Army(regular=2)
    assert after.army(HARKONNEN, AREA_NUMBER["arsunt"]) == before
    assert phone.errors() == []
