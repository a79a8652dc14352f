"""The camera as a player meets it: set up with photos of a table (rendered), scan, put one area right, undo."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from companion.board import AREA_IDS, AREA_NUMBER
from companion.rules.army import Army
from companion.rules.positions.writing import write_position
from companion.rules.state import ATREIDES, HARKONNEN
from companion.service.layouts import CHECK, TEACH
from tests.browser.conftest import Phone
from tests.workshop.camera.render import TUNING_WORLDS, good_view, photo, world

pytestmark = [pytest.mark.browser, pytest.mark.calm]

WORLD = TUNING_WORLDS[11]
EMPTY_AREA = "nw_9"
SLOW = 90.0


class Photographer:
    """Takes photos of one table and sends them by the form on the page."""

    def __init__(self, phone: Phone, folder: Path) -> None:
        self.phone = phone
        self.folder = folder
        self.random = np.random.default_rng(5)
        self.number = 0

    def send(self, position: dict[str, Any] | None, button: str) -> None:
        view = replace(good_view(self.random), markers=True)
        self.number += 1
        file = self.folder / f"photo-{self.number}.jpg"
        file.write_bytes(photo(world(WORLD), position, view, self.random).jpeg(92))
        form = self.form_of(button)
        form.find_element(By.CSS_SELECTOR, "input[name=photo]").send_keys(str(file))
        assert form.find_elements(By.CSS_SELECTOR, "img.preview")
        form.find_element(By.CSS_SELECTOR, "button.go").click()
        WebDriverWait(self.phone.driver, SLOW).until(
            lambda driver: "/job/" in driver.current_url and not driver.find_elements(By.ID, "progress")
        )
        self.phone.look()

    def form_of(self, button: str) -> WebElement:
        forms = self.phone.find("#main form", button)
        return next(one for one in forms if one.find_elements(By.CSS_SELECTOR, "button.go"))

    def go_on(self) -> None:
        self.phone.tap("Go on")


def test_a_table_is_taught_scanned_put_right_and_undone(phone: Phone, tmp_path: Path) -> None:
    phone.open()
    phone.tap("New game")
    phone.tap("Start")
    phone.tap("Place all as proposed")
    game = phone.game
    phone.open(f"/g/{game}/menu")
    phone.tap("Photo of the board")
    phone.tap("Set up the camera")
    phone.tap("Begin")
    camera = Photographer(phone, tmp_path)
    for _number in range(2):
        camera.send(None, "Check this photo")
        camera.go_on()
    for layout in TEACH:
        camera.send(layout, "Check this photo")
        camera.go_on()
    camera.send(CHECK, "Check this photo")
    assert "read exactly" in phone.driver.find_element(By.ID, "main").text
    camera.go_on()
    assert phone.find("h2.step", "The camera knows this table")

    before = phone.server.table.load(game).state
    position = write_position(before)
    gone = next(area for area, _army in before.legions(HARKONNEN))
    position["legions"] = [each for each in position["legions"] if AREA_NUMBER[each["area"]] != gone]
    position["legions"].append({"area": EMPTY_AREA, "faction": "atreides", "regular": 2})
    phone.tap("Photo of the board")
    camera.send(position, "Read the photo")
    rows = {one.get_attribute("aria-labelledby"): one for one in phone.find("section.difference")}
    assert {f"d-{AREA_IDS[gone]}", f"d-{EMPTY_AREA}"} <= set(rows)
    assert all(one.find_element(By.TAG_NAME, "img").get_attribute("naturalWidth") != "0" for one in rows.values())
    for place, row in rows.items():
        wanted = "photo" if place in (f"d-{AREA_IDS[gone]}", f"d-{EMPTY_AREA}") else "app"
        label = row.find_element(By.CSS_SELECTOR, f"label[for$='-{wanted}']")
        phone.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", label)
        label.click()
    seq = phone.server.table.load(game).seq
    phone.tap("Save the changes")
    after = phone.server.table.load(game)
    assert after.seq == seq + 1
    assert after.state.army(HARKONNEN, gone) is None
    assert after.state.army(ATREIDES, AREA_NUMBER[EMPTY_AREA]) == Army(regular=2)
    phone.tap(css=".top form[action$=undo] button")
    assert phone.server.table.load(game).state.army(HARKONNEN, gone) == before.army(HARKONNEN, gone)
    assert phone.errors() == []
