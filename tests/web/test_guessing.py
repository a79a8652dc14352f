"""Guessing codes is answered 429 after a while; the right code is let in whatever others have typed."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlmodel import select

from companion.service import Table
from companion.store.tables import Tally
from companion.web import guessing
from companion.web.guessing import PACE, Pace
from companion.web.seats import TABLE
from tests.web.conftest import Browser, MakeBrowser
from tests.web.kept import at_a_game


@pytest.fixture
def table(app: Flask) -> Table:
    found = app.extensions[TABLE]
    assert isinstance(found, Table)
    return found


def wrong(browser: Browser, number: int) -> int:
    return browser.get(f"/j/AAAAAA{number:02}").status_code


def test_typing_errors_of_a_network_keep_nobody_out(phone: Browser, table: Table, browser_at: MakeBrowser) -> None:
    game = table.games.get(at_a_game(phone))
    guesser = browser_at("192.168.1.66")
    assert {wrong(guesser, number) for number in range(guessing.PER_NETWORK)} == {404}
    stopped = guesser.get("/j/AAAAAAAA")
    assert (stopped.status_code, 0 < int(stopped.headers["Retry-After"]) <= 600) == (429, True)
    assert guesser.get(f"/j/{game.play_code}").status_code == 200
    assert guesser.send(f"/j/{game.play_code}", name="Jan", role="player").status_code == 303
    assert guesser.get(f"/r/{game.owner_code}").status_code == 200
    assert wrong(browser_at("192.168.1.67"), 1) == 404


@pytest.mark.parametrize("path", ["/join?code=XX", "/r/ABCDABCDABCDABCD", "/recover?code=XX", "/owner/" + "a" * 32])
def test_every_place_for_codes_counts(phone: Browser, browser_at: MakeBrowser, path: str) -> None:
    guesser = browser_at("192.168.1.66")
    assert {guesser.get(path).status_code for _number in range(guessing.PER_NETWORK)} == {404}
    assert guesser.get(path).status_code == 429


def test_guessing_from_many_addresses_is_stopped_in_all(
    phone: Browser, table: Table, browser_at: MakeBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guessing, "IN_ALL", 6)
    game = table.games.get(at_a_game(phone))
    assert [wrong(browser_at(f"10.0.0.{number}"), number) for number in range(8)] == [404] * 6 + [429] * 2
    assert browser_at("10.0.0.9").get(f"/j/{game.play_code}").status_code == 200


def test_addresses_of_one_household_count_as_one(browser_at: MakeBrowser) -> None:
    for number in range(guessing.PER_NETWORK):
        wrong(browser_at(f"2001:db8:1:2::{number:x}"), number)
    assert wrong(browser_at("2001:db8:1:2:ffff::1"), 1) == 429
    assert wrong(browser_at("2001:db8:1:3::1"), 1) == 404


@pytest.mark.parametrize(
    "step", [timedelta(minutes=11), -timedelta(minutes=11), timedelta(days=366), -timedelta(days=366)]
)
def test_a_clock_that_was_set_ends_the_wait(
    phone: Browser, table: Table, browser_at: MakeBrowser, step: timedelta
) -> None:
    guesser = browser_at("192.168.1.66")
    for number in range(guessing.PER_NETWORK + 1):
        last = wrong(guesser, number)
    assert last == 429
    clock = table.clock
    table.clock = lambda: clock() + step
    assert wrong(guesser, 1) == 404


def test_the_database_keeps_no_address(phone: Browser, table: Table, browser_at: MakeBrowser) -> None:
    wrong(browser_at("192.168.1.66"), 1)
    with table.tallies._database.read() as session:
        keys = [row.key for row in session.exec(select(Tally))]
    assert len(keys) == 2
    assert not [key for key in keys if "192" in key]


def test_who_tries_faster_than_people_type_waits_and_still_gets_in(
    app: Flask, phone: Browser, table: Table, browser_at: MakeBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guessing, "AT_ONCE", 30)
    now, slept = [0.0], list[float]()

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    app.extensions[PACE] = Pace(lambda: now[0], sleep)
    game = table.games.get(at_a_game(phone))
    guesser = browser_at("192.168.1.66")
    for number in range(60):
        wrong(guesser, number)
    # One after the other each waits for its turn, and the right code gets one like any other.
    assert 25 <= len(slept) <= 30
    assert 2.5 < now[0] < 3.5
    assert guesser.get(f"/j/{game.play_code}").status_code == 200
    before = len(slept)
    assert wrong(browser_at("192.168.1.67"), 1) == 404
    assert len(slept) == before


def test_many_tries_at_the_same_time_are_not_all_looked_up(
    app: Flask, table: Table, browser_at: MakeBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guessing, "AT_ONCE", 10)
    waiting = list[float]()
    app.extensions[PACE] = Pace(lambda: 0.0, waiting.append)
    asked = list[str]()
    by_code = table.games.by_code

    def count(code: str) -> object:
        asked.append(code)
        return by_code(code)

    monkeypatch.setattr(table.games, "by_code", count)
    guesser = browser_at("192.168.1.66")
    answers = [guesser.get(f"/j/AAAAAA{number:02}") for number in range(30)]
    assert len(asked) in (15, 16)
    assert max(waiting) <= guessing.MOST_WAIT
    assert (answers[-1].status_code, answers[-1].headers["Retry-After"]) == (429, "1")


def test_only_so_many_networks_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "MOST_NETWORKS", 3)
    pace = Pace(lambda: 0.0, lambda _seconds: None)
    assert all(pace.wait(str(number)) for number in range(10))
    assert len(pace._due) == 3
