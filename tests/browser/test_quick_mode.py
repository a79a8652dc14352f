"""Quick mode in the browser: one tap to start, a round by taps, a battle, and a second device that follows."""

from collections.abc import Callable

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from companion.content.terms import Phase
from tests.browser.chromium import PATIENCE
from tests.browser.conftest import Phone

pytestmark = [pytest.mark.browser, pytest.mark.calm]

SUPREMACY = "button[name=change][value='supremacy:1']"


def start(phone: Phone) -> None:
    phone.open("/new")
    phone.tap("Trackers and dice only")


def test_a_round_with_trackers_only(phone: Phone) -> None:
    start(phone)
    assert phone.title == "Tracks"
    phone.tap(css=SUPREMACY)
    assert phone.state.supremacy == 1
    phone.tap(css="button[aria-label='Take the last entry back']")
    assert phone.state.supremacy == 0
    assert phone.title == "Move back on the table"
    phone.tap("The board is right")
    phone.tap("On to: Vehicle Placement")
    phone.tap("On to: Action Resolution")
    phone.tap("Dice", css=".parts a")
    phone.tap("The app rolls 4 dice")
    assert phone.state.atreides_results is not None
    phone.tap(css="form[action$=tracker-spend] button")
    assert phone.state.atreides_unused == 3
    phone.tap("Battle", css=".parts a")
    for field in ("h_regular", "h_regular", "a_regular"):
        phone.touch(css=f".stp:has([name={field}]) [data-step='1']")
    phone.tap("Count the dice")
    assert "2 units =\n2 dice" in phone.driver.find_element(By.ID, "main").text
    phone.tap("Roll for both")
    assert len(phone.find("#main .take b", " take ")) == 2
    phone.driver.back()
    phone.tap(css=".trk")
    for _phase in range(3):
        phone.tap("On to: ")
    phone.tap("Begin round 2")
    assert (phone.state.round, phone.state.phase) == (2, Phase.START)
    assert "Round 2" in phone.heading
    assert phone.errors() == []


def test_a_second_device_follows_on_the_part_it_looks_at(phone_with: Callable[..., Phone]) -> None:
    first, second = phone_with(), phone_with()
    start(first)
    code = first.server.table.games.get(first.game).play_code
    second.open(f"/j/{code}")
    second.driver.find_element(By.NAME, "name").send_keys("Ana")
    second.driver.find_element(By.CSS_SELECTOR, "input[name=seat][value=watch] + label").click()
    second.driver.find_element(By.CSS_SELECTOR, "button.go").click()
    second.open(f"/g/{first.game}/trackers/tracks")
    assert not second.find("button[name=change]")
    first.tap(css=SUPREMACY)
    value = ".counters .counter:first-of-type b"
    wait = WebDriverWait(second.driver, PATIENCE)
    wait.until(lambda driver: driver.find_element(By.CSS_SELECTOR, value).text == "1")
    assert second.driver.current_url.endswith("/trackers/tracks")


def test_it_works_without_javascript(phone_with: Callable[..., Phone]) -> None:
    phone = phone_with(script=False)
    phone.open("/new")
    phone.tap("Trackers and dice only")
    phone.tap(css=SUPREMACY)
    assert phone.state.supremacy == 1
    phone.tap("On to: Vehicle Placement")
    assert phone.state.phase is Phase.VEHICLES
