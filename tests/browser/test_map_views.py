"""The views of the map, and names in texts that show where they are."""

import pytest
from selenium.webdriver.common.by import By

from tests.browser.conftest import Phone
from tests.browser.ready import own_turn_by_hand


def shown(phone: Phone, css: str) -> bool:
    return bool(
        phone.driver.execute_script("return getComputedStyle(document.querySelector(arguments[0])).display", css)
        != "none"
    )


@pytest.mark.browser
def test_one_button_goes_round_board_terrain_and_sectors_and_is_remembered(phone: Phone) -> None:
    own_turn_by_hand(phone)
    assert not shown(phone, ".secs")
    phone.touch(css="[data-views]")
    assert shown(phone, ".legend.terrains")
    assert not shown(phone, ".pieces.near")
    phone.touch(css="[data-views]")
    assert shown(phone, ".secs")
    assert len(phone.driver.find_elements(By.CSS_SELECTOR, ".secs path[d^=M]:not(.tie)")) == 8
    assert phone.driver.execute_script("return document.documentElement.scrollWidth") <= 390
    phone.driver.refresh()
    assert shown(phone, ".secs")
    phone.touch(css="[data-views]")
    assert not shown(phone, ".secs")
    assert phone.errors() == []


@pytest.mark.browser
def test_a_name_in_a_text_flashes_its_area(phone: Phone) -> None:
    own_turn_by_hand(phone)
    phone.tap("Strategy")
    phone.tap_area("gara_kulon")
    name = phone.driver.find_element(By.CSS_SELECTOR, "#main [data-where=gara_kulon]")
    address = phone.driver.current_url
    name.click()
    assert phone.driver.find_elements(By.CSS_SELECTOR, "#board-over .flash[href='#a-gara_kulon']")
    assert phone.driver.current_url == address
