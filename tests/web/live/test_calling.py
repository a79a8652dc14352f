"""A device of a side is called when the game waits for it; nobody else is (P-21)."""

import re

import pytest
from flask import Flask

from companion.content.terms import Result
from companion.rules.commands import EndVehicles, RollAtreidesDice, RollHarkonnenDice
from companion.service import Table
from companion.store import Role
from companion.web.seats import TABLE
from tests.web.conftest import Browser, MakeBrowser
from tests.web.kept import at_a_game
from tests.web.test_seats_by_side import ATREIDES, HARKONNEN, plays, step_of, token

EIGHT = tuple(Result)[:4] * 2
FOUR = (Result.LEADERSHIP, Result.STRATEGY, Result.MENTAT, Result.HOUSE)
TURN = re.compile(r'<main [^>]*data-turn="(\w+)" data-words="([^"]*)"')


@pytest.fixture
def table(app: Flask) -> Table:
    found = app.extensions[TABLE]
    assert isinstance(found, Table)
    return found


@pytest.fixture
def duel(phone: Browser) -> str:
    return at_a_game(phone, harkonnen="people", set_up="quick")


@pytest.fixture
def atreides(duel: str, table: Table, browser_at: MakeBrowser) -> Browser:
    return plays(browser_at(), table, duel, ATREIDES, "Chani")


@pytest.fixture
def harkonnen(duel: str, table: Table, browser_at: MakeBrowser) -> Browser:
    return plays(browser_at(), table, duel, HARKONNEN, "Rabban")


def turn(page: str) -> tuple[str, str] | None:
    found = TURN.search(page)
    return (found[1], found[2]) if found else None


def test_the_page_of_a_side_says_whether_it_is_waited_for(
    duel: str, table: Table, atreides: Browser, harkonnen: Browser
) -> None:
    theirs, ours = step_of(harkonnen, table, duel), step_of(atreides, table, duel)
    assert (turn(theirs), turn(ours)) == (("mine", "It is up to you"), ("theirs", "It is up to you"))
    assert "<title>● It is up to you: " in theirs
    assert "<title>●" not in ours
    assert 'data-calls="yes"' in theirs
    assert "js/call.js" in theirs
    assert "data-call-set" in ours
    assert "data-call-set" not in theirs


def test_who_polls_is_told_in_the_same_words(duel: str, atreides: Browser, harkonnen: Browser) -> None:
    where = f"/g/{duel}/live/seq"
    assert [one.get(where).json["call"] for one in (harkonnen, atreides)] == ["It is up to you", ""]  # type: ignore[index]


def test_in_its_turn_a_side_is_told_so(duel: str, table: Table, atreides: Browser, harkonnen: Browser) -> None:
    seat = table.games.seats(duel)[0]
    rolls = (EndVehicles(), RollHarkonnenDice(EIGHT), RollAtreidesDice(FOUR))
    table.submit(duel, seat, table.load(duel).seq, "key-rolls", rolls, True)
    pages = [step_of(one, table, duel) for one in (atreides, harkonnen)]
    assert [turn(page) for page in pages] == [("mine", "Your turn"), ("theirs", "It is up to you")]


def test_a_device_of_the_table_and_a_watcher_are_not_called(
    phone: Browser, duel: str, table: Table, browser_at: MakeBrowser
) -> None:
    watcher = browser_at()
    table.games.sit(duel, token(watcher), Role.SPECTATOR, "Iza", table.clock())
    for one in (phone, watcher):
        page = step_of(one, table, duel)
        assert turn(page) is None
        assert "js/call.js" not in page
        assert "data-calls" not in page


def test_alone_nobody_is_called(phone: Browser, table: Table) -> None:
    page = step_of(phone, table, at_a_game(phone, set_up="quick"))
    assert (turn(page), "js/call.js" in page) == (None, False)
