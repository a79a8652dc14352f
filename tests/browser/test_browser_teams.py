"""Factions that two players share: the printed example of their dice, step by step, by taps (TEAM-3, p36)."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from selenium.webdriver.support.ui import WebDriverWait

from companion.content.terms import Result, Subfaction
from companion.rules.commands import CorrectBoard
from companion.rules.frames import AtreidesRollFrame, TalkFrame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN
from companion.store import Role
from companion.web.devices import COOKIE
from tests.browser.chromium import PATIENCE
from tests.browser.conftest import LOOK, Phone
from tests.web.conftest import Browser
from tests.web.table.conftest import Seat

LEADERSHIP, STRATEGY, DEPLOYMENT, MENTAT, HOUSE = Result
PRINTED = (("strategy", 3), ("deployment", 2), ("leadership", 1), ("mentat", 2))


def four_players(phone: Phone) -> Seat:
    """Four players with the dice of the table, eight Harkonnen dice to roll; the phone has a seat of the table."""
    host = "127.0.0.1"
    browser = Browser(phone.server.app.test_client(), host=host)
    shared = {"harkonnen": "people", "harkonnen_partners": "2", "partners": "2"}
    seat = Seat(browser, phone.server.app, browser.new_game(set_up="quick", dice="hand", player="", **shared))
    seat.done("end-vehicles")
    seat.arrange(CorrectBoard(replace(seat.state, harkonnen_unused=8)))
    cookie = browser.client.get_cookie(COOKIE, host)
    assert cookie is not None
    facts = {"name": cookie.key, "value": cookie.value, "url": phone.server.url}
    phone.driver.execute_cdp_cmd("Network.setCookie", facts)
    return seat


def share_out(phone: Phone, house: str = "House Harkonnen") -> None:
    """The printed example: each of the four steps is a tap, and what is on the screen follows it."""
    for name, number in PRINTED:
        phone.add(name, number)
    phone.tap("These are the Harkonnen dice")
    assert phone.title == "Results of one dashboard go there"
    assert len(phone.find(".dice8 .die.new")) == 1
    phone.tap("Next: share Mentat")
    phone.tap("Next: the dice set aside")
    assert phone.title == f"Set-aside dice: Strategy to {house}"
    phone.tap("Next: turn it")
    assert phone.title == "Put the dice like this"
    assert len(phone.find(".share-steps .done")) == 4
    phone.tap("Dice placed")
    assert phone.top_is(AtreidesRollFrame)
    assert phone.state.corrino_results == (STRATEGY, STRATEGY, DEPLOYMENT, DEPLOYMENT)


def share_out_atreides(phone: Phone) -> None:
    """Three dice of a result: one each, and the third is turned by whoever takes it."""
    for name, number in (("strategy", 1), ("mentat", 3)):
        phone.add(name, number)
    phone.tap("These are the Atreides dice")
    assert phone.find(".btn.go", "2 more dice to place") or not phone.script
    phone.touch(css="label[for='on-ally-strategy']")
    phone.touch(css="label[for='on-house-leadership']")
    phone.tap("Dice placed")
    assert phone.state.frame == TurnFrame(ATREIDES)
    assert phone.state.fremen_results == (STRATEGY, MENTAT)


@pytest.mark.browser
@pytest.mark.calm
@pytest.mark.rule("TEAM-3")
@pytest.mark.parametrize("script", [True, False])
def test_TEAM_3_the_printed_example_is_shared_out_by_taps(phone_with: Callable[..., Phone], script: bool) -> None:
    phone = phone_with(script=script)
    phone.open(four_players(phone).home)
    share_out(phone)
    share_out_atreides(phone)
    if script:
        assert not [error for error in phone.errors() if "navigator.vibrate" not in error]


PEOPLE = {
    "Ola": Subfaction.HOUSE_HARKONNEN,
    "Marek": Subfaction.CORRINO_ALLY,
    "Jan": Subfaction.HOUSE_ATREIDES,
    "Ewa": Subfaction.FREMEN_ALLY,
}


def sit_down(phone_with: Callable[..., Phone]) -> dict[str, Phone]:
    """Four phones with a profile each; each plays one part of the same game, which a fifth device made."""
    phones = {name: phone_with() for name in PEOPLE}
    seat = four_players(phones["Ola"])
    for name, phone in phones.items():
        phone.driver.delete_all_cookies()
        phone.open("/new")
        cookie = phone.driver.get_cookie(COOKIE)
        assert cookie is not None
        table = phone.server.table
        table.games.sit(seat.game, cookie["value"], Role.PLAYER, name, table.clock(), frozenset({PEOPLE[name]}))
    for phone in phones.values():
        phone.open(seat.home)
    return phones


def wait_for(phone: Phone, css: str, text: str = "") -> None:
    WebDriverWait(phone.driver, PATIENCE, LOOK).until(lambda _driver: phone.find(css, text))


@pytest.mark.browser
@pytest.mark.calm
@pytest.mark.rule("TEAM-1", "TEAM-3", "TEAM-4")
def test_TEAM_4_four_phones_share_out_their_dice_and_each_spends_the_own(phone_with: Callable[..., Phone]) -> None:
    phones = sit_down(phone_with)
    ola, marek, jan, ewa = phones.values()
    assert "shared by Ola and Marek" in ola.find("#main .kick")[0].text
    assert not jan.find("#main .btn.go")
    share_out(ola, "Ola")
    wait_for(ewa, "#main .kick", "shared by Jan and Ewa")
    share_out_atreides(ewa)
    wait_for(jan, "#main", "House Atreides, Jan")
    live = {one.get_attribute("value") for one in jan.find("#main form[action$='/do/spend'] button")}
    assert live == {"leadership", "mentat"}
    ewa.tap(css="#main form[action$='/do/spend'] button[value='strategy']")
    assert ewa.state.fremen_results == (MENTAT,)
    assert not jan.find("#main .btn.go") or jan.find("#main .panel")
    ewa.tap("End turn")
    wait_for(marek, "#main", "Corrino Allies, Marek")
    live = {one.get_attribute("value") for one in marek.find("#main form[action$='/do/their-die'] button")}
    assert live == {"strategy:1", "deployment:1"}
    marek.tap(css="#main form[action$='/do/their-die'] button[value='deployment:1']")
    assert marek.state.corrino_results == (STRATEGY, STRATEGY, DEPLOYMENT)
    for phone in phones.values():
        assert not [error for error in phone.errors() if "navigator.vibrate" not in error]


@pytest.mark.browser
@pytest.mark.calm
@pytest.mark.rule("TEAM-1")
def test_TEAM_1_all_phones_show_the_clock_of_a_secret_talk(phone_with: Callable[..., Phone]) -> None:
    phones = sit_down(phone_with)
    ola, *others = phones.values()
    ola.driver.get(ola.driver.current_url.split("/actions")[0] + "/menu")
    ola.tap("Harkonnen: talk in secret")
    assert ola.state.frame == TalkFrame(HARKONNEN)
    assert ola.title == "Ola and Marek may leave the table"
    for phone in phones.values():
        wait_for(phone, "#main .step", "Ola and Marek may leave the table")
        wait_for(phone, ".left-of", "2:5")
    shown = [phone.find(".left-of")[0].text for phone in phones.values()]
    seconds = [int(text[0]) * 60 + int(text[2:]) for text in shown]
    assert max(seconds) - min(seconds) <= 2, shown
    others[-1].tap("We are back")
    for phone in phones.values():
        wait_for(phone, "#main .kick", "Harkonnen dice")
        assert not phone.find("[data-talk]")
        assert not [error for error in phone.errors() if "navigator.vibrate" not in error]
