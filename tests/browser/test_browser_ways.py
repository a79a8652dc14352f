"""Ways to use the table: going back, without JavaScript, refusals in place, day and night."""

from collections.abc import Callable

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from companion.content.terms import Result
from companion.rules.commands import Command, EndTurn, RollAtreidesDice, SpendDie
from companion.rules.frames import AtreidesRollFrame, TurnFrame
from companion.rules.state import HARKONNEN
from tests.browser.chromium import DESK, PATIENCE, screen
from tests.browser.conftest import Phone
from tests.browser.ready import DICE, own_turn, own_turn_by_hand
from tests.browser.test_browser_round import start


def walk_to_own_turn(phone: Phone) -> None:
    phone.open()
    phone.tap("New game")
    phone.tap("Start")
    phone.tap("Place all as proposed")
    assert phone.top_is(AtreidesRollFrame)
    phone.arrange(RollAtreidesDice(DICE))
    phone.open(f"/g/{phone.game}")


@pytest.mark.browser
@pytest.mark.calm
@pytest.mark.parametrize(
    "walk, ready", [(walk_to_own_turn, own_turn), (start, own_turn_by_hand)], ids=["app rolls", "dice by hand"]
)
def test_a_game_that_stands_ready_is_the_one_that_taps_lead_to(
    phone_with: Callable[..., Phone], walk: Callable[[Phone], None], ready: Callable[[Phone], None]
) -> None:
    """What lets other tests begin without the first pages."""
    found = []
    for go in (walk, ready):
        phone = phone_with()
        go(phone)
        loaded = phone.server.table.load(phone.game)
        entries = [(step.batch.command, step.batch.events) for step in loaded.timeline.steps]
        found.append((phone.title, loaded.settings, entries))
    assert found[0] == found[1]


@pytest.mark.browser
def test_back_goes_a_step_back_and_forward_again(phone: Phone) -> None:
    own_turn(phone)
    here = phone.driver.current_url
    phone.tap("Strategy")
    there = phone.driver.current_url
    assert (phone.title, here != there) == ("Tap the legion that moves", True)
    phone.tap_area("gara_kulon")
    phone.driver.back()
    WebDriverWait(phone.driver, PATIENCE).until(lambda _driver: phone.title == "Tap the legion that moves")
    phone.driver.back()
    WebDriverWait(phone.driver, PATIENCE).until(lambda _driver: phone.title == "The table at that point")
    phone.tap("To the table now")
    assert phone.title == "Tap the legion that moves"
    assert phone.errors() == []


@pytest.mark.browser
@pytest.mark.calm
def test_a_turn_without_javascript(phone_with: Callable[..., Phone]) -> None:
    phone = phone_with(script=False)
    walk_to_own_turn(phone)
    phone.tap("Strategy")
    link = phone.driver.find_element(By.CSS_SELECTOR, "a.ar.next[data-area=gara_kulon]")
    phone.open(str(link.get_dom_attribute("href")))
    link = phone.driver.find_element(By.CSS_SELECTOR, "a.ar.next[data-area=ne_15]")
    phone.open(str(link.get_dom_attribute("href")))
    phone.tap("Done")
    phone.tap("End turn")
    assert phone.state.frame == TurnFrame(HARKONNEN)
    phone.tap("Roll for me")
    assert phone.find("#main .btn.go")


@pytest.mark.browser
@pytest.mark.calm
def test_a_refusal_stands_in_the_panel_and_keeps_what_was_entered(phone: Phone) -> None:
    phone.open()
    phone.tap("New game")
    phone.touch("With the tokens")
    phone.tap("Start")
    for _part in range(2):
        phone.tap(css="#main .btn.go")
    for _token in range(2):
        phone.tap("other", css="#main .ask a.key")
    phone.add("black-generic")
    phone.touch("These are in Arrakeen")
    WebDriverWait(phone.driver, PATIENCE).until(lambda _driver: phone.find("#notice .note"))
    assert "SETUP-2" in phone.find("#notice .note")[0].text
    assert phone.find("[name=black-generic]")[0].get_attribute("value") == "1"
    phone.add("silver-regular")
    phone.tap("These are in Arrakeen")
    assert "5 settlements to go" in phone.driver.find_element(By.CSS_SELECTOR, ".kick").text


@pytest.mark.browser
@pytest.mark.calm
def test_a_second_device_was_faster(phone: Phone) -> None:
    # Without news the page still offers what is no longer possible.
    phone.driver.execute_cdp_cmd("Network.enable", {})
    phone.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/live*"]})
    own_turn(phone)
    phone.arrange(*_spend_and_end())
    phone.touch("Strategy")
    WebDriverWait(phone.driver, PATIENCE).until(lambda _driver: phone.find("#news-race .note"))
    assert "Someone else was faster" in phone.find("#news-race .note")[0].text
    assert phone.state.frame == TurnFrame(HARKONNEN)


def _spend_and_end() -> tuple[Command, ...]:
    return SpendDie(Result.MENTAT, Result.MENTAT), EndTurn()


@pytest.mark.browser
def test_wide_screens_have_the_board_left_and_the_panel_right(phone: Phone) -> None:
    own_turn(phone)
    screen(phone.driver, DESK)
    board = phone.driver.find_element(By.ID, "board").rect
    panel = phone.driver.find_element(By.ID, "main").rect
    assert board["x"] == 0
    assert board["x"] + board["width"] <= panel["x"]
    assert panel["x"] + panel["width"] <= 1280
    assert phone.find(".info", "Target sietch")
