"""The camera as a player meets it: set up with four photos of a table (rendered), scan, put two areas right."""

import math
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.expected_conditions import staleness_of
from selenium.webdriver.support.wait import WebDriverWait

from companion.board import AREA_IDS, AREA_NUMBER
from companion.rules.army import Army
from companion.rules.positions.writing import write_position
from companion.rules.state import ATREIDES, HARKONNEN
from companion.web.camera.common import CAMERA
from companion.web.camera.verdict import TITLES
from tests.browser.conftest import Phone
from tests.browser.ready import quick_game
from tests.workshop.camera.render import TUNING_WORLDS, Photo, View, photo, world
from vision.board.geometry import board, landmark
from vision.table.row import row, with_row

pytestmark = [pytest.mark.browser, pytest.mark.calm]

WORLD = TUNING_WORLDS[11]
EMPTY_AREA = "nw_9"
SLOW = 90.0
SIZE = (1344, 1008)
MOST_PHOTOS, MOST_TAPS = 4, 25
SHUTTER = 2
"""Taps within the phone's own camera: to take the photo and to use it."""
NAMES = ("top_left", "top_right", "bottom_right", "bottom_left")


class Photographer:
    """Takes photos of one table without marker cards and sends them by the one button of the page."""

    def __init__(self, phone: Phone, folder: Path) -> None:
        self.phone = phone
        self.folder = folder
        self.random = np.random.default_rng(5)
        self.number = 0
        self.last: Photo | None = None

    def take(self, position: dict[str, Any] | None, css: str = "[data-take] [capture]", azimuth: float = 0.0) -> None:
        view = View(elevation=72, azimuth=azimuth, markers=False)
        self.number += 1
        self.last = photo(world(WORLD), position, view, self.random, SIZE)
        file = self.folder / f"photo-{self.number}.jpg"
        file.write_bytes(self.last.jpeg(92))
        self.phone.taps += 1 + SHUTTER
        main = self.phone.driver.find_element(By.ID, "main")
        self.phone.driver.find_element(By.CSS_SELECTOR, css).send_keys(str(file))
        WebDriverWait(self.phone.driver, SLOW).until(staleness_of(main))

    def read(self) -> None:
        """Waits until the photo was read and its answer is shown."""
        WebDriverWait(self.phone.driver, SLOW).until(
            lambda driver: driver.find_elements(By.ID, "main") and not driver.find_elements(By.ID, "progress")
        )
        self.phone.look()

    def tap_corner(self, name: str, beside: tuple[float, float]) -> tuple[float, float]:
        """Taps about where a corner is on the photo of the page, and returns where it is in pixels of the photo."""
        assert self.last is not None
        x, y = self.last.to_pixels(np.array([landmark(board(), name)]))[0]
        left, top, scale = self.phone.driver.execute_script(PHOTO_PLACE)
        at = [left + scale * (x + beside[0]), top + scale * (y + beside[1])]
        self.phone.taps += 1
        self.phone._mouse("mousePressed", at)
        self.phone._mouse("mouseReleased", at)
        return float(x), float(y)


PHOTO_PLACE = """
const svg = document.querySelector("[data-stage] svg"), box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal;
const k = Math.min(box.width / view.width, box.height / view.height);
return [box.left + (box.width - k * view.width) / 2, box.top + (box.height - k * view.height) / 2, k];
"""


def shot(phone: Phone, name: str) -> None:
    """Keeps a picture of the page in both themes where ``CAMERA_SHOTS`` says so."""
    if folder := os.environ.get("CAMERA_SHOTS"):
        for theme in ("day", "night"):
            phone.driver.execute_script("document.documentElement.dataset.theme = arguments[0]", theme)
            phone.driver.save_screenshot(f"{folder}/{name}-{theme}.png")
        phone.driver.execute_script("delete document.documentElement.dataset.theme")


def set_up(phone: Phone, camera: Photographer, lies: dict[str, Any]) -> None:
    """Teaches a box by four photos, corners and all."""
    phone.tap("Set up the camera")
    phone.tap("Begin")
    shot(phone, "1-empty")
    camera.take(None)
    camera.read()
    assert "corners" in phone.driver.current_url
    for name, beside in zip(NAMES, ((25, 14), (-20, 25), (18, -22), (-30, 9)), strict=True):
        x, y = camera.tap_corner(name, beside)
        shot(phone, f"2-corner-{name}")
        phone.touch(css="[data-next]")
        put = [float(phone.driver.find_element(By.NAME, f"{name}.{axis}").get_attribute("value") or 0) for axis in "xy"]
        assert math.hypot(put[0] - x, put[1] - y) < 12, (name, put, (x, y))
    shot(phone, "2-corners")
    phone.tap("The frame is right")
    shot(phone, "3-start")
    for azimuth in (0.0, 24.0):
        camera.take(lies, azimuth=azimuth)
        camera.read()
    shot(phone, "4-row")
    camera.take(with_row(lies, row(lies)))
    camera.read()
    shot(phone, "5-done")


def choose(phone: Phone, line: WebElement, wanted: str) -> None:
    """Opens a place that differs and chooses what is there."""
    if line.get_attribute("open") is None:
        line.find_element(By.TAG_NAME, "summary").click()
    label = line.find_element(By.CSS_SELECTOR, f"label[for$='-{wanted}']")
    phone.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", label)
    label.click()


def practises_at_once(phone: Phone) -> list[str]:
    """Boxes of the running app practise without delay, and without coming to anything; returns what was asked for."""
    asked: list[str] = []

    def runner(name: str, _request: dict[str, Any], **_limits: object) -> dict[str, Any]:
        asked.append(name)
        return {"practised": 0}

    phone.server.app.extensions[CAMERA]._practice._runner = runner
    return asked


@pytest.mark.slow
def test_a_table_is_taught_scanned_and_put_right(
    phone: Phone, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = quick_game(phone)
    practised = practises_at_once(phone)
    phone.open(f"/g/{game.game}/camera")
    shot(phone, "0-begin")
    camera = Photographer(phone, tmp_path)
    begun, phone.taps, lies = time.monotonic(), 0, write_position(phone.state)
    set_up(phone, camera, lies)
    minutes, taps = (time.monotonic() - begun) / 60, phone.taps
    with capsys.disabled():
        print(f"\nset-up: {camera.number} photos, {taps} taps, {minutes:.1f} minutes with rendering the photos")
    assert camera.number <= MOST_PHOTOS
    assert taps <= MOST_TAPS
    assert practised == ["practise"] * len(practised) != []
    assert [one.text for one in phone.find(".vd .tag, .small .tag")] == ["experimental"]
    assert len(phone.find(".vd")) == len(TITLES)
    assert phone.find(".vd", "Whose legion is where")[0].text.count("trust it") == 1
    before, position = phone.state, dict(lies)
    gone = next(area for area, _army in before.legions(HARKONNEN))
    position["legions"] = [each for each in position["legions"] if AREA_NUMBER[each["area"]] != gone]
    position["legions"].append({"area": EMPTY_AREA, "faction": "atreides", "regular": 2})
    phone.open(f"/g/{game.game}/camera")
    camera.take(position, "[data-take] [capture]")
    camera.read()
    shot(phone, "6-result")
    lines = {str(one.get_attribute("id")): one for one in phone.find("details.difference")}
    assert {f"d-{AREA_IDS[gone]}", f"d-{EMPTY_AREA}"} <= set(lines)
    for place, line in lines.items():
        choose(phone, line, "photo" if place in (f"d-{AREA_IDS[gone]}", f"d-{EMPTY_AREA}") else "app")
        assert line.find_element(By.TAG_NAME, "img").get_attribute("naturalWidth") != "0"
    seq = phone.server.table.load(phone.game).seq
    phone.tap("Save the changes")
    after = phone.server.table.load(phone.game)
    assert after.seq == seq + 1
    assert after.state.army(HARKONNEN, gone) is None
    assert after.state.army(ATREIDES, AREA_NUMBER[EMPTY_AREA]) == Army(regular=2)
    assert phone.errors() == []
