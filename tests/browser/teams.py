"""Four players on four phones: a part each, dice of the table, and the printed example of how dice are shared (p36)."""

from collections.abc import Callable
from dataclasses import replace

from selenium.webdriver.support.ui import WebDriverWait

from companion.content.terms import Result, Subfaction
from companion.rules.commands import CorrectBoard
from companion.rules.frames import AtreidesRollFrame, TurnFrame
from companion.rules.state import ATREIDES
from companion.store import Role
from companion.web.devices import COOKIE
from tests.browser.chromium import PATIENCE
from tests.browser.conftest import LOOK, Phone
from tests.web.conftest import Browser
from tests.web.table.conftest import Seat

LEADERSHIP, STRATEGY, DEPLOYMENT, MENTAT, HOUSE = Result
PRINTED = (("strategy", 3), ("deployment", 2), ("leadership", 1), ("mentat", 2))
PEOPLE = {
    "Ola": Subfaction.HOUSE_HARKONNEN,
    "Marek": Subfaction.CORRINO_ALLY,
    "Jan": Subfaction.HOUSE_ATREIDES,
    "Ewa": Subfaction.FREMEN_ALLY,
}


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
    phone.tap("Next: change it")
    assert phone.title == "Place the dice like this"
    assert len(phone.find(".share-steps .done")) == 4
    phone.tap("Dice placed")
    assert phone.top_is(AtreidesRollFrame)
    assert phone.state.corrino_results == (STRATEGY, STRATEGY, DEPLOYMENT, DEPLOYMENT)


def share_out_atreides(phone: Phone) -> None:
    """Three dice of a result: one each, and the third is turned by whoever takes it."""
    for name, number in (("strategy", 1), ("mentat", 3)):
        phone.add(name, number)
    phone.tap("These are the Atreides dice")
    assert phone.find(".btn.go", "Dice to place: 2") or not phone.script
    phone.touch(css="label[for='on-ally-strategy']")
    phone.touch(css="label[for='on-house-leadership']")
    phone.tap("Dice placed")
    assert phone.state.frame == TurnFrame(ATREIDES)
    assert phone.state.fremen_results == (STRATEGY, MENTAT)


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
