"""Laying the real board out with the wizard: place by place with the map lit, then ranks, then round 1."""

import pytest
from selenium.webdriver.common.by import By

from companion.board import AREA_NUMBER, SETTLEMENT_RANK
from companion.rules.army import Army
from companion.rules.frames import RoundStartFrame
from companion.rules.state import HARKONNEN
from tests.browser.conftest import Phone


@pytest.mark.browser
def test_the_wizard_lays_out_the_board_place_by_place(phone: Phone) -> None:
    phone.open()
    phone.tap("New game")
    phone.touch(css="#main div:has(> input[name=set_up][value=guided]) > label")
    phone.tap("Start")
    asked = set[str]()
    while phone.title.startswith("Turn the black and the silver token"):
        form = phone.driver.find_element(By.CSS_SELECTOR, "#main form:has([name=regular]) [name=area]")
        asked.add(str(form.get_attribute("value")))
        assert phone.driver.find_elements(By.CSS_SELECTOR, "svg.map .glows *, svg.map .glow")
        phone.add("regular", 2)
        phone.add("elite")
        phone.tap(css="#main .btn.go")
        assert len(asked) <= len(SETTLEMENT_RANK)
    assert len(asked) == len(SETTLEMENT_RANK)
    assert phone.title == "Everything stands: begin round 1"
    phone.touch("Ranks of your sietches")
    phone.driver.find_element(By.CSS_SELECTOR, "#main form[action$=ranks] select").send_keys("rank 1")
    phone.tap("Save the ranks")
    phone.tap(css="#main .btn.go")
    assert phone.top_is(RoundStartFrame)
    assert phone.state.army(HARKONNEN, AREA_NUMBER["carthag"]) == Army(regular=2, elite=1)
    assert 1 in [sietch.rank for sietch in phone.state.sietches]
    assert phone.errors() == []
