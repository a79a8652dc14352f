"""A device that was removed is told so on the page it has open; who waits gets in, with or without scripts."""

from collections.abc import Callable

import pytest
from selenium.webdriver.support.ui import WebDriverWait

from companion.service import GameSettings
from companion.store import Role
from companion.web import seats
from companion.web.devices import COOKIE
from tests.browser.conftest import Phone
from tests.web.conftest import Browser

pytestmark = [pytest.mark.browser, pytest.mark.calm]

OWNER, GUEST = "the-device-of-the-owner", "the-device-of-the-guest"
SECONDS = 20


@pytest.fixture(autouse=True)
def none_is_the_serving_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser of the test runs where the app does; here it is somebody's phone."""
    monkeypatch.setattr(seats, "is_host", lambda: False)


def owner_of(phone: Phone) -> tuple[Browser, str]:
    """A device that owns a new game, and the game."""
    browser = Browser(phone.server.app.test_client(), host="127.0.0.1")
    browser.client.set_cookie(COOKIE, OWNER, domain="127.0.0.1")
    return browser, phone.server.table.create_game(GameSettings("Sunday"), OWNER, "Ola")[0].id


def sent(owner: Browser, game: str, path: str, **values: str) -> None:
    answer = owner.post(f"/g/{game}/guests/{path}", {**owner.fields("/new"), **values})
    assert answer.status_code == 303, answer.text


def as_guest(phone: Phone, game: str) -> int:
    """Gives the phone a seat; returns its number."""
    table = phone.server.table
    phone.driver.execute_cdp_cmd("Network.setCookie", {"name": COOKIE, "value": GUEST, "url": phone.server.url})
    return table.games.sit(game, GUEST, Role.PLAYER, "Jan", table.clock()).id


def says(phone: Phone, text: str) -> None:
    WebDriverWait(phone.driver, SECONDS).until(lambda driver: text in driver.page_source)


def test_an_open_page_of_a_removed_phone_says_so(phone: Phone) -> None:
    owner, game = owner_of(phone)
    seat = as_guest(phone, game)
    phone.open(f"/g/{game}")
    says(phone, "live-source")
    sent(owner, game, f"{seat}/remove")
    says(phone, "You were removed from this game")
    phone.tap("Leave the game")
    says(phone, "Join a table")


@pytest.mark.parametrize("script", [True, False])
def test_who_waits_gets_in(phone_with: Callable[..., Phone], script: bool) -> None:
    phone = phone_with(script=script)
    owner, game = owner_of(phone)
    sent(owner, game, "ask-first", approve="yes")
    seat = as_guest(phone, game)
    phone.open(f"/g/{game}")
    says(phone, "Waiting to be let in")
    sent(owner, game, f"{seat}/let-in")
    if not script:
        phone.tap("Look again")
    WebDriverWait(phone.driver, SECONDS).until(lambda driver: "Waiting to be let in" not in driver.page_source)
    assert phone.find("#table")
