"""The owner always gets in again: on the serving computer, by the owner's link, by the recovery code of the game."""

import stat
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from flask import Flask

from companion.service import Table
from companion.store import THIS_COMPUTER
from companion.web import serve
from companion.web.addresses import Reach
from companion.web.devices import COOKIE
from companion.web.ownership import owner_path, owner_secret
from companion.web.seats import TABLE
from tests.web.conftest import Browser, MakeBrowser
from tests.web.kept import at_a_game


@pytest.fixture
def table(app: Flask) -> Table:
    found = app.extensions[TABLE]
    assert isinstance(found, Table)
    return found


@pytest.fixture
def game(phone: Browser) -> str:
    return at_a_game(phone)


def computer(browser_at: MakeBrowser, host: str = "localhost") -> Browser:
    return browser_at("127.0.0.1", host)


def deed(browser: Browser, game: str, path: str, **values: str) -> int:
    return browser.post(f"/g/{game}/{path}", {**browser.fields("/new"), **values}).status_code


def test_the_serving_computer_is_let_in_under_every_local_name(
    game: str, table: Table, browser_at: MakeBrowser
) -> None:
    for host in ("localhost", "127.0.0.1", "[::1]"):
        browser = computer(browser_at, host)
        assert browser.get(f"/g/{game}/guests").status_code == 200
        assert deed(browser, game, "guests/codes", which="play") == 303
    assert [(seat.name, seat.owner) for seat in table.games.seated(game)] == [("Ola", True), ("This computer", True)]


def test_other_computers_are_not(game: str, browser_at: MakeBrowser) -> None:
    assert browser_at("192.168.1.9").get(f"/g/{game}/guests").status_code == 403


def test_a_player_on_the_serving_computer_keeps_the_own_seat(table: Table, browser_at: MakeBrowser) -> None:
    browser = computer(browser_at)
    game = at_a_game(browser)
    assert browser.get(f"/g/{game}/guests").status_code == 200
    assert len(table.games.seated(game)) == 1
    browser.client.delete_cookie(COOKIE, domain="localhost")
    assert browser.get(f"/g/{game}/guests").status_code == 200
    assert [seat.device == THIS_COMPUTER for seat in table.games.seated(game)] == [False, True]


def test_the_first_page_of_the_serving_computer_makes_no_seats(
    game: str, table: Table, browser_at: MakeBrowser
) -> None:
    assert game in computer(browser_at).get("/").text
    assert len(table.games.seated(game)) == 1


@pytest.mark.parametrize("by", [timedelta(), timedelta(days=366), -timedelta(days=366)])
def test_the_recovery_code_gives_the_seat_back(
    phone: Browser, game: str, table: Table, browser_at: MakeBrowser, by: timedelta
) -> None:
    code = table.games.get(game).owner_code
    phone.client.delete_cookie(COOKIE, domain=phone.host)
    assert phone.get(f"/g/{game}/guests").status_code == 403
    assert "/recover" in phone.get(f"/g/{game}/guests").text
    table.clock = lambda: datetime.now(UTC) + by
    shown = "-".join(code[at : at + 4] for at in range(0, 16, 4)).lower()
    answer = phone.client.get("/recover", query_string={"code": shown}, base_url=f"http://{phone.host}:8000")
    assert answer.headers["Location"] == f"/r/{code}"
    assert "I am Ola" in phone.get(f"/r/{code}").text
    assert phone.send(f"/r/{code}", who="same").headers["Location"] == f"/g/{game}"
    assert phone.get(f"/g/{game}/guests").status_code == 200
    old, new = table.games.seated(game)
    assert (new.name, new.owner, new.person, old.owner) == ("Ola", True, old.id, True)


def test_somebody_else_may_come_as_owner_too(game: str, table: Table, browser_at: MakeBrowser) -> None:
    code = table.games.get(game).owner_code
    other = browser_at()
    assert other.send(f"/r/{code}", who="other", name="").status_code == 400
    assert other.send(f"/r/{code}", who="nobody").status_code == 400
    assert other.send(f"/r/{code}", who="other", name="Eva").status_code == 303
    assert [(seat.name, seat.owner, seat.person) for seat in table.games.seated(game)] == [
        ("Ola", True, None),
        ("Eva", True, None),
    ]


def test_a_lost_device_is_removed_and_its_codes_with_it(
    phone: Browser, game: str, table: Table, browser_at: MakeBrowser
) -> None:
    before = table.games.get(game)
    new = browser_at()
    assert new.send(f"/r/{before.owner_code}", who="same", remove="yes").status_code == 303
    assert "You were removed" in phone.get(f"/g/{game}").text
    after = table.games.get(game)
    assert not {before.play_code, before.watch_code, before.owner_code} & {
        after.play_code,
        after.watch_code,
        after.owner_code,
    }
    assert phone.get(f"/r/{before.owner_code}").status_code == 404
    assert new.get(f"/g/{game}/guests").status_code == 200


def test_an_owner_who_was_removed_comes_back_with_the_new_recovery_code(
    phone: Browser, game: str, table: Table, browser_at: MakeBrowser
) -> None:
    browser_at().send(f"/r/{table.games.get(game).owner_code}", who="same", remove="yes")
    assert phone.send(f"/r/{table.games.get(game).owner_code}", who="same").status_code == 303
    assert phone.get(f"/g/{game}/guests").status_code == 200


def test_a_code_to_join_is_understood_where_the_recovery_code_is_asked_for_and_the_other_way_round(
    game: str, table: Table, browser_at: MakeBrowser
) -> None:
    record = table.games.get(game)
    assert browser_at().get(f"/recover?code={record.play_code}").headers["Location"] == f"/j/{record.play_code}"
    assert browser_at().get(f"/join?code={record.owner_code}").headers["Location"] == f"/r/{record.owner_code}"


def test_the_owners_link_opens_every_game_until_there_is_a_new_one(
    app: Flask, tmp_path: Path, phone: Browser, game: str, table: Table, browser_at: MakeBrowser
) -> None:
    own = browser_at("192.168.1.50")
    path = owner_path(tmp_path)
    assert own.get(path).status_code == 200
    assert own.get(f"/g/{game}/guests").status_code == 403
    assert own.send(path).headers["Location"] == "/"
    assert own.get(f"/g/{game}/guests").status_code == 200
    assert game in own.get("/").text
    later = at_a_game(phone)
    assert deed(own, later, "guests/codes", which="play") == 303
    assert stat.S_IMODE((tmp_path / "owner_link").stat().st_mode) == 0o600
    assert owner_path(tmp_path) == path
    newest = at_a_game(phone)
    assert owner_path(tmp_path, new=True) != path
    assert own.get(path).status_code == 404
    assert own.get(f"/g/{newest}/guests").status_code == 403


@pytest.mark.parametrize("left", ["", "half of a secret"])
def test_what_a_power_cut_left_of_the_owners_link_is_made_anew(tmp_path: Path, left: str) -> None:
    (tmp_path / "owner_link").write_text(left)
    path = owner_path(tmp_path)
    assert path == owner_path(tmp_path) == f"/owner/{(tmp_path / 'owner_link').read_text()}"
    assert [file.name for file in tmp_path.iterdir()] == ["owner_link"]


def test_without_an_owners_link_nothing_opens(app: Flask, game: str, browser_at: MakeBrowser) -> None:
    assert owner_secret(app) is None
    for secret in ("", "None", "a" * 32):
        assert browser_at().get(f"/owner/{secret}").status_code == 404


def test_a_removed_device_on_the_serving_computer_is_let_in(
    phone: Browser, table: Table, browser_at: MakeBrowser
) -> None:
    game = at_a_game(phone)
    browser = computer(browser_at)
    browser.send(f"/j/{table.games.get(game).play_code}", name="Jan", role="player")
    seat = next(one.id for one in table.games.seats(game) if one.name == "Jan")
    assert deed(phone, game, f"guests/{seat}/remove") == 303
    assert browser.get(f"/g/{game}/guests").status_code == 200


@pytest.mark.parametrize("header", ["Forwarded", "X-Forwarded-For"])
def test_a_request_that_a_proxy_passed_on_is_not_from_the_serving_computer(
    game: str, browser_at: MakeBrowser, header: str
) -> None:
    answer = computer(browser_at).get(f"/g/{game}/guests", **{header.replace("-", "_"): "192.0.2.1"})
    assert answer.status_code == 403


def test_the_terminal_prints_the_owners_link() -> None:
    out = StringIO()
    serve.announce(out, Reach("127.0.0.1", 8000), "http", owner="/owner/abc")
    assert "http://127.0.0.1:8000/owner/abc" in out.getvalue()
