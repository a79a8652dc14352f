"""The turn timer of a game between people: off until somebody switches it on, and it forces nobody."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest

from companion.service.settings import GameSettings
from companion.web.seats import TABLE
from tests.web.table.conftest import Seat

TICKS = re.compile(r'data-ticks="(\d+)">([\d:]+)<')


@pytest.fixture
def duel(seat_at: Callable[..., Seat]) -> Seat:
    return seat_at(harkonnen="people", set_up="quick")


def switch(seat: Seat, value: str) -> None:
    fields = {**seat.browser.fields(f"{seat.home}/menu"), "clock": value}
    assert seat.browser.post(f"{seat.home}/clock", fields).status_code == 303


def test_it_is_off_until_it_is_switched_on(duel: Seat) -> None:
    assert not TICKS.search(duel.page())
    assert "js/clock.js" not in duel.page()
    switch(duel, "1")
    page = duel.page()
    assert "The game waits for Harkonnen" in page
    assert "js/clock.js" in page
    switch(duel, "no")
    assert not TICKS.search(duel.page())


def test_it_says_how_long_by_the_clock_of_the_server(duel: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    switch(duel, "1")
    table = duel.app.extensions[TABLE]
    last = table.load(duel.game).timeline.batches[-1].created
    monkeypatch.setattr(table, "clock", lambda: last + timedelta(seconds=127))
    found = TICKS.search(duel.page())
    assert found is not None
    assert found.groups() == ("127", "2:07")
    monkeypatch.setattr(table, "clock", lambda: last + timedelta(seconds=188))
    later = TICKS.search(duel.browser.get(duel.step, HX_Request="true").text)
    assert later is not None
    assert later.groups() == ("188", "3:08"), "nobody is shown what it said to somebody else"


def test_a_game_can_begin_with_it(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(harkonnen="people", set_up="quick", clock="yes")
    assert TICKS.search(seat.page())


def test_alone_it_is_not_offered(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(set_up="quick")
    assert "Turn timer" not in seat.page(f"{seat.home}/menu")


def test_games_from_before_there_was_one_have_none() -> None:
    assert GameSettings.from_text('{"name":"Sunday"}').clock is False
