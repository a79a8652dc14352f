"""The calculator on a phone: a tap on a stepper changes the answer in sight; nonsense is refused where it stands."""

from collections.abc import Callable

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser.chromium import PATIENCE, PHONE
from tests.browser.conftest import Phone

pytestmark = [pytest.mark.browser, pytest.mark.calm]

ANSWER = "#answer .odds-head"
NUMBERS = ".odds-more"


def answer(phone: Phone) -> str:
    return phone.driver.find_element(By.CSS_SELECTOR, ANSWER).text


def after(phone: Phone, touch: Callable[[], None]) -> str:
    """The answer once it has changed."""
    before = phone.driver.find_element(By.ID, "answer")
    touch()
    WebDriverWait(phone.driver, PATIENCE).until(lambda driver: driver.find_element(By.ID, "answer") != before)
    return answer(phone)


def step(phone: Phone, field: str, by: int = 1) -> None:
    sign = 0 if by < 0 else 1
    button = phone.driver.find_elements(By.CSS_SELECTOR, f".stp:has([name={field}]) button")[sign]
    phone.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
    button.click()


def test_a_tap_changes_the_answer_in_sight(phone: Phone) -> None:
    phone.open("/")
    phone.tap("Battle calculator without a game")
    assert answer(phone).startswith("Atreides win")
    first = answer(phone)
    second = after(phone, lambda: step(phone, "a_regular"))
    assert second != first
    bar = phone.driver.find_element(By.ID, "answer").rect
    assert bar["y"] + bar["height"] <= PHONE[1] + phone.driver.execute_script("return scrollY")
    phone.look()
    # What was entered is in the address: the page can be loaded again or shown to somebody.
    assert "a_regular=3" in phone.driver.current_url
    phone.driver.refresh()
    assert answer(phone) == second
    assert phone.errors() == []


def test_leaders_rank_and_surprise_count(phone: Phone) -> None:
    phone.open("/odds")
    start = answer(phone)
    phone.touch("Named leaders", ".side-card.a summary")
    with_leader = after(phone, lambda: phone.touch("Stilgar"))
    assert with_leader != start
    with_rank = after(phone, lambda: phone.touch("Rank 3"))
    assert with_rank != with_leader
    after(phone, lambda: phone.touch("Surprise attack"))
    phone.touch("Chances in numbers")
    assert phone.find(".figs-table")
    phone.look()
    # The numbers stay unfolded while figures change.
    after(phone, lambda: step(phone, "h_elite"))
    assert phone.find(".figs-table")


def test_seven_units_are_refused_with_the_rule_in_their_place(phone: Phone) -> None:
    phone.open("/odds")
    for _n in range(2):
        refused = after(phone, lambda: step(phone, "h_elite"))
    assert refused == "No chances for this"
    note = phone.driver.find_element(By.CSS_SELECTOR, ".side-card.h .problem")
    assert "7 units" in note.text
    assert "STACK-1" in note.text
    assert not phone.driver.find_element(By.CSS_SELECTOR, ".side-card.a .problem").text
    phone.look()
    allowed = after(phone, lambda: step(phone, "h_elite", -1))
    assert allowed.startswith("Atreides win")
    assert not phone.driver.find_element(By.CSS_SELECTOR, ".side-card.h .problem").text


def test_without_javascript_a_button_shows_the_chances(phone_with: Callable[..., Phone]) -> None:
    phone = phone_with(script=False)
    phone.open("/odds")
    first = answer(phone)
    field = phone.driver.find_element(By.NAME, "a_regular")
    field.clear()
    field.send_keys("4")
    phone.tap("Show the chances")
    assert answer(phone) != first
    assert phone.driver.find_element(By.NAME, "a_regular").get_attribute("value") == "4"
