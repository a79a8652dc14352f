"""Laying the real board out with the wizard: place by place with the map lit, then ranks, then round 1."""

import pytest
from selenium.webdriver.common.by import By

from companion.board import AREA_NUMBER, SETTLEMENT_RANK
from companion.rules.army import Army
from companion.rules.frames import RoundStartFrame
from companion.rules.state import HARKONNEN
from tests.browser.conftest import Phone


@pytest.mark.browser
@pytest.mark.calm
def test_the_wizard_lays_out_the_board_place_by_place(phone: Phone) -> None:
    phone.open()
    phone.tap("New game")
    phone.touch(css="#main div:has(> input[name=set_up][value=guided]) > label")
    phone.tap("Start")
    phone.taps = 0
    assert "0 of 8 steps done" in phone.driver.find_element(By.CSS_SELECTOR, ".kick").text
    asked = list[str]()
    while phone.title != "All set up: begin round 1":
        if not phone.title.startswith("Reveal both tokens"):
            phone.tap(css="#main .btn.go")
            continue
        assert phone.driver.find_elements(By.CSS_SELECTOR, "svg.map .glows *, svg.map .glow")
        asked.append(phone.title)
        phone.tap("2 regular", css="#main a.key")
        phone.tap("Regular, Elite", css="#main button.key")
    assert len(set(asked)) == len(asked) == len(SETTLEMENT_RANK)
    assert phone.taps < 20
    phone.touch("Ranks of your sietches")
    phone.driver.find_element(By.CSS_SELECTOR, "#main form[action$=ranks] select").send_keys("rank 1")
    phone.tap("Save the ranks")
    phone.tap("Begin round 1")
    assert phone.top_is(RoundStartFrame)
    assert phone.state.army(HARKONNEN, AREA_NUMBER["carthag"]) == Army(regular=3, elite=1)
    assert 1 in [sietch.rank for sietch in phone.state.sietches]
    assert phone.errors() == []
