"""A device stays who it is: whatever the clock says, with the key file lost, and coming from an earlier version."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from itsdangerous import TimestampSigner
from werkzeug.test import TestResponse

from companion.service import GameSettings, Table
from companion.web import Config, create_app
from companion.web.devices import COOKIE, KEPT
from companion.web.seats import TABLE
from tests.web.conftest import Browser, MakeBrowser

ON_BOTH_DATABASES = True

YEAR = timedelta(days=366)
OLD_TOKEN = "x3Jt-0aZ_9" * 3 + "ab"


@pytest.fixture
def table(app: Flask) -> Table:
    found = app.extensions[TABLE]
    assert isinstance(found, Table)
    return found


@contextmanager
def set_clock(table: Table, by: timedelta) -> Iterator[None]:
    """Sets the clock of the server, that of signed cookies included, forward or back."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "clock", lambda: datetime.now(UTC) + by)
        patch.setattr(TimestampSigner, "get_timestamp", lambda self: int(time.time() + by.total_seconds()))
        yield


def cookies(answer: TestResponse) -> dict[str, str]:
    """The cookies that an answer sets, each with its attributes, by name."""
    return {line.partition("=")[0]: line for line in answer.headers.getlist("Set-Cookie")}


def old_cookie(app: Flask, token: str = OLD_TOKEN) -> str:
    """What versions before gave a device: its token in the signed session."""
    serializer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    return str(serializer.dumps({"device": token, "_permanent": True}))


@pytest.mark.parametrize("by", [-YEAR, -timedelta(seconds=40), timedelta(days=400), 3 * YEAR])
def test_the_seat_stays_whatever_the_clock_says(phone: Browser, table: Table, by: timedelta) -> None:
    game = phone.new_game()
    with set_clock(table, by):
        assert phone.get(f"/g/{game}/guests").status_code == 200
        assert phone.send("/new", "/new/trackers").status_code == 303
    assert phone.get(f"/g/{game}/guests").status_code == 200


def test_a_seat_taken_while_the_clock_was_wrong_stays_when_it_is_right(phone: Browser, table: Table) -> None:
    for by in (YEAR, -YEAR):
        with set_clock(table, by):
            game = phone.new_game()
        assert phone.get(f"/g/{game}/guests").status_code == 200


def test_a_lost_key_makes_open_pages_stale_and_nothing_else(
    app: Flask, tmp_path: Path, phone: Browser, database_url: str | None
) -> None:
    game = phone.new_game()
    stale = phone.fields("/new")
    kept = phone.client.get_cookie(COOKIE, domain=phone.host)
    assert kept is not None
    (tmp_path / "secret_key").unlink()
    again = create_app(Config(data_folder=tmp_path, database_url=database_url))
    device = Browser(again.test_client(), phone.address, phone.host)
    device.client.set_cookie(COOKIE, kept.value, domain=phone.host)
    assert device.get(f"/g/{game}/guests").status_code == 200
    assert device.post("/new/trackers", stale).status_code == 400
    assert device.send("/new", "/new/trackers").status_code == 303
    again.extensions[TABLE].log._database.close()


@pytest.mark.parametrize("by", [timedelta(), -YEAR, 3 * YEAR])
def test_a_device_of_an_earlier_version_is_taken_over(
    app: Flask, browser_at: MakeBrowser, table: Table, by: timedelta
) -> None:
    device = browser_at()
    with set_clock(table, by):
        device.client.set_cookie("arrakis", old_cookie(app), domain=device.host)
    game, _seat = table.create_game(GameSettings("Sunday"), OLD_TOKEN, "Ola")
    answer = device.get(f"/g/{game.id}/guests")
    assert answer.status_code == 200
    assert cookies(answer)[COOKIE].startswith(f"{COOKIE}={OLD_TOKEN};")
    device.client.delete_cookie("arrakis", domain=device.host)
    assert device.get(f"/g/{game.id}/guests").status_code == 200


def test_an_old_cookie_that_somebody_else_wrote_is_not_taken_over(
    app: Flask, browser_at: MakeBrowser, table: Table
) -> None:
    device = browser_at()
    game, _seat = table.create_game(GameSettings("Sunday"), OLD_TOKEN, "Ola")
    forged = old_cookie(app)[:-4] + "AAAA"
    for value in (forged, "", "x", "..."):
        device.client.set_cookie("arrakis", value, domain=device.host)
        assert device.get(f"/g/{game.id}/guests").status_code == 403


@pytest.mark.parametrize("value", ["", "short", "a" * 21, "a" * 65, "ä" * 30, "' OR 1=1 --" * 3])
def test_what_is_no_token_is_replaced_by_one(browser_at: MakeBrowser, value: str) -> None:
    device = browser_at()
    device.client.set_cookie(COOKIE, value, domain=device.host)
    given = cookies(device.get("/new"))[COOKIE].split(";")[0].partition("=")[2]
    assert (given == value, len(given)) == (False, 32)
    assert device.new_game()


def test_the_cookie_is_kept_as_long_as_browsers_allow_and_renewed_by_every_page(phone: Browser) -> None:
    first = cookies(phone.get("/new"))[COOKIE]
    assert f"Max-Age={int(KEPT.total_seconds())}" in first
    assert ("HttpOnly" in first, "SameSite=Lax" in first, "Path=/" in first) == (True, True, True)
    assert cookies(phone.get("/"))[COOKIE].split(";")[0] == first.split(";")[0]
    assert COOKIE not in cookies(phone.get("/static/css/tokens.css"))
    assert COOKIE not in cookies(phone.get("/new", HX_Request="true"))


def test_what_a_service_worker_fetches_puts_no_earlier_token_back(phone: Browser) -> None:
    """It fetches a page with the token of then; the answer may come after the device has got another one."""
    phone.get("/new")
    assert COOKIE in cookies(phone.get("/new", Sec_Fetch_Mode="navigate"))
    assert COOKIE not in cookies(phone.get("/new", Sec_Fetch_Mode="same-origin"))


def test_a_page_without_a_form_gives_no_cookie(phone: Browser) -> None:
    assert cookies(phone.get("/healthz")) == {}
