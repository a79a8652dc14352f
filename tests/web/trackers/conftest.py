"""Games that keep trackers only, at which tests sit as a browser without JavaScript does."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.web.conftest import Browser
from tests.web.kept import begun_at
from tests.web.table.conftest import Seat, guest_of, seat_at

__all__ = ["guest_of", "seat_at"]


@pytest.fixture
def friends(app: Flask, browser_at: Callable[..., Browser]) -> Seat:
    """The one-tap game of two people; the app rolls."""
    browser = browser_at()

    def make() -> tuple[str, int]:
        answer = browser.send("/new", "/new/trackers")
        assert answer.status_code == 303, answer.text
        return answer.headers["Location"].removeprefix("/g/"), 0

    return Seat(browser, app, *begun_at("trackers", app, browser, make))


@pytest.fixture
def solo(seat_at: Callable[..., Seat]) -> Seat:
    """The same against the Mahdi opponent, with dice of one's own."""
    return seat_at(set_up="trackers", dice="hand")
