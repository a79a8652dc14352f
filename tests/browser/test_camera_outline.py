"""The borders of the board on the phone: a node is chosen, put where lines meet, and the outlines follow."""

from typing import Any

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from companion.web.camera.common import CAMERA
from tests.browser.conftest import Phone
from tests.browser.ready import quick_game
from tests.browser.test_camera import PHOTO_PLACE, shot
from tests.vision.conftest import shot as taken
from vision.board.nodes import nodes
from vision.table import borders, calibration
from vision.table.folder import Table

pytestmark = [pytest.mark.browser, pytest.mark.calm]


def made_box(phone: Phone) -> Any:
    """A box with a photo of the empty board; its page of the borders is open."""
    game = quick_game(phone).game
    phone.open(f"/g/{game}/camera/boxes")
    phone.tap("Begin")
    box = phone.driver.current_url.rsplit("/", 1)[1]
    folder = phone.server.app.extensions[CAMERA].box(box)
    table = calibration.start()
    assert calibration.add_empty(table, taken(None).image)["code"] == "reference"
    table.save(folder)
    phone.open(f"/g/{game}/camera/boxes/{box}/outline")
    return folder


@pytest.mark.slow
def test_a_node_is_put_where_the_lines_meet(phone: Phone) -> None:
    folder = made_box(phone)
    phone.look()
    shot(phone, "9-borders")
    name = list(nodes(840.0))[3]
    table = Table.load(folder)
    x, y = borders.node_pixels(table)[name]
    left, top, scale = phone.driver.execute_script(PHOTO_PLACE)
    at = [left + scale * x, top + scale * y]
    phone._mouse("mousePressed", at)
    phone._mouse("mouseReleased", at)
    # To choose it moves nothing.
    phone.touch(css="[data-next]")
    field = phone.driver.find_element(By.NAME, f"{name}.x")
    assert float(field.get_attribute("value") or 0) == pytest.approx(x, abs=0.1)
    phone._mouse("mousePressed", at)
    phone._mouse("mouseReleased", at)
    for _step in range(6):
        phone.touch(css="[data-nudge=right]")
    shot(phone, "9-node")
    phone.touch("It is right")
    phone.tap("Save the borders")
    moved = Table.load(folder).moved
    assert set(moved) == {name}
    assert moved[name][0] > 1.0
    assert "Moved: 1 of 16" in phone.driver.find_element(By.CSS_SELECTOR, ".panel").text
    # The same by keys alone: the next node, one point up and ten to the left, and confirmed.
    stage = phone.driver.find_element(By.CSS_SELECTOR, "[data-stage]")
    first = next(iter(nodes(840.0)))
    before = phone.driver.find_element(By.NAME, f"{first}.x").get_attribute("value")
    stage.send_keys(Keys.PAGE_DOWN, Keys.ARROW_UP, Keys.SHIFT + Keys.ARROW_LEFT + Keys.NULL, Keys.ENTER)
    after = phone.driver.find_element(By.NAME, f"{first}.x").get_attribute("value")
    assert float(before or 0) - float(after or 0) == pytest.approx(10, abs=0.2)
    assert phone.errors() == []
