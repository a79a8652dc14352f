"""Two people, a phone each: whose step it is, what each may send, whose secrets a page may hold."""

import pytest
from flask import Flask

from companion.content.terms import Faction
from companion.rules.ask.asked import SIDES
from companion.service import Table
from companion.store import Role
from companion.web.devices import COOKIE
from companion.web.seats import TABLE, View
from tests.web.conftest import Browser, MakeBrowser

ATREIDES, HARKONNEN = SIDES[Faction.ATREIDES], SIDES[Faction.HARKONNEN]
HOST = "192.168.1.7"


@pytest.fixture
def table(app: Flask) -> Table:
    found = app.extensions[TABLE]
    assert isinstance(found, Table)
    return found


def token(browser: Browser) -> str:
    browser.get("/new")
    kept = browser.client.get_cookie(COOKIE, domain=HOST)
    assert kept is not None
    return kept.value


def plays(browser: Browser, table: Table, game: str, parts: frozenset[object], name: str) -> Browser:
    table.games.sit(game, token(browser), Role.PLAYER, name, table.clock(), parts)  # type: ignore[arg-type]
    return browser


@pytest.fixture
def duel(phone: Browser) -> str:
    return phone.new_game(harkonnen="people", set_up="quick")


def step_of(browser: Browser, table: Table, game: str) -> str:
    loaded = table.load(game)
    return browser.get(f"/g/{game}/{loaded.state.phase.value}/{loaded.seq}").text


def test_only_the_phone_whose_step_it_is_is_asked(
    phone: Browser, duel: str, table: Table, browser_at: MakeBrowser
) -> None:
    theirs = plays(browser_at(), table, duel, HARKONNEN, "Rabban")
    ours = plays(browser_at(), table, duel, ATREIDES, "Chani")
    form = f'action="/g/{duel}/do/end-vehicles"'
    assert form in step_of(theirs, table, duel)
    assert form in step_of(phone, table, duel), "a device of the table"
    waits = step_of(ours, table, duel)
    assert form not in waits
    assert "Harkonnen: this is entered on their own device" in waits


def test_what_is_for_the_other_side_is_refused_and_said_whose_it_is(
    phone: Browser, duel: str, table: Table, browser_at: MakeBrowser
) -> None:
    ours = plays(browser_at(), table, duel, ATREIDES, "Chani")
    theirs = plays(browser_at(), table, duel, HARKONNEN, "Rabban")
    seq = str(table.load(duel).seq)
    form = {**ours.fields("/new"), "seq": seq, "key": "key-of-the-other"}
    for headers in ({}, {"HX_Request": "true"}):
        answer = ours.post(f"/g/{duel}/do/end-vehicles", form, **headers)
        assert answer.status_code == 403
        assert "That is for Harkonnen to enter" in answer.text
    assert str(table.load(duel).seq) == seq
    assert theirs.post(f"/g/{duel}/do/end-vehicles", {**form, **theirs.fields("/new"), "seq": seq}).status_code == 303


@pytest.mark.parametrize("name, seen", [("atreides", True), ("harkonnen", False), ("table", False), ("watcher", False)])
def test_a_page_holds_the_secrets_of_the_own_side_alone(
    phone: Browser, duel: str, table: Table, browser_at: MakeBrowser, name: str, seen: bool
) -> None:
    sides = {"atreides": ATREIDES, "harkonnen": HARKONNEN, "table": frozenset[object]()}
    role = Role.SPECTATOR if name == "watcher" else Role.PLAYER
    browser = browser_at()
    table.games.sit(duel, token(browser), role, name, table.clock(), sides.get(name))  # type: ignore[arg-type]
    loaded = table.load(duel)
    seat = table.games.seat(duel, token(browser), table.clock())
    assert seat is not None
    assert View(loaded, seat).sees_hidden is seen
