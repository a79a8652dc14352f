"""Two phones at one game of trackers: what both tap at once counts twice, and nobody is told to look again (P-19)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.content.terms import Result
from companion.rules.commands import CorrectBoard, ThrowDice
from companion.rules.frames import RollSource
from companion.rules.state import ATREIDES, Standing
from companion.service import utc_now
from companion.service.sweeper import Sweeper
from companion.store import Log
from companion.web import core
from companion.web.seats import TABLE
from tests.web.table.conftest import Seat

Guest = Callable[[Seat, str], Seat]


@pytest.fixture
def other(friends: Seat, guest_of: Guest) -> Seat:
    """The second phone of the same game."""
    return guest_of(friends, "player")


def opened(seat: Seat, part: str, deed: str, **tapped: str) -> "tuple[str, MultiDict[str, str]]":
    """A form of a page as it stands open on a phone, with what is about to be tapped."""
    form = seat.form(deed, f"{seat.home}/trackers/{part}")
    return form.action, MultiDict([*form.values(), *tapped.items()])


def send(seat: Seat, form: "tuple[str, MultiDict[str, str]]") -> int:
    return seat.browser.post(*form).status_code


def test_different_counters_tapped_at_once_both_count(friends: Seat, other: Seat) -> None:
    before = friends.state
    mine = opened(friends, "tracks", "tracker", change="supremacy:1")
    theirs = opened(other, "spice", "tracker", change="spice_reserve:1")
    assert [send(friends, mine), send(other, theirs)] == [303, 303]
    assert friends.state.supremacy == before.supremacy + 1
    assert friends.state.spice_reserve == before.spice_reserve + 1


def test_the_same_counter_tapped_at_once_counts_twice(friends: Seat, other: Seat) -> None:
    forms = [opened(seat, "tracks", "tracker", change="supremacy:1") for seat in (friends, other)]
    before = friends.state.supremacy
    assert [send(friends, forms[0]), send(other, forms[1])] == [303, 303]
    assert friends.state.supremacy == before + 2


def test_a_second_tap_by_a_bad_line_counts_once(friends: Seat, other: Seat) -> None:
    form = opened(friends, "tracks", "tracker", change="supremacy:1")
    before = friends.state.supremacy
    assert send(friends, form) == 303
    other.done("tracker", f"{other.home}/trackers/tracks", change="supremacy:1")
    answer = friends.browser.post(*form)
    assert answer.status_code == 409
    assert "already recorded" in answer.text
    assert friends.state.supremacy == before + 2


@pytest.mark.parametrize("days", [8, 400, -400])
def test_a_tap_repeated_however_late_by_any_clock_counts_once(
    friends: Seat, app: Flask, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    """Nothing but its key tells such a form from a new one: it means the same wherever the game stands."""
    form = opened(friends, "leaders", "tracker-leader", leader="chani:board")
    assert send(friends, form) == 303
    friends.done("tracker-leader", f"{friends.home}/trackers/leaders", leader="chani:aside")
    before = friends.state
    monkeypatch.setattr(core, "utc_now", lambda: utc_now() + timedelta(days=days))
    Sweeper(core.sweeping(app.extensions[TABLE].database)).sweep()
    answer = friends.browser.post(*form)
    assert answer.status_code == 409
    assert "already recorded" in answer.text
    assert friends.state == before


def test_a_key_used_for_something_else_is_refused(friends: Seat) -> None:
    action, form = opened(friends, "tracks", "tracker", change="supremacy:1")
    assert send(friends, (action, form)) == 303
    form.setlist("change", ["supremacy:-1"])
    assert send(friends, (action, form)) == 409


def test_who_is_faster_between_reading_and_writing_is_not_lost(
    friends: Seat, other: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = opened(friends, "tracks", "tracker", change="supremacy:1")
    before, append = friends.state, Log.append
    faster = [CorrectBoard(replace(before, supremacy=before.supremacy + 1))]

    def append_after_the_other(*args: Any) -> Any:
        if faster:
            other.arrange(faster.pop())
        return append(*args)

    monkeypatch.setattr(Log, "append", append_after_the_other)
    assert send(friends, form) == 303
    assert friends.state.supremacy == before.supremacy + 2


def test_dice_and_leaders_are_spent_and_moved_beside_what_others_do(friends: Seat, other: Seat) -> None:
    results = (Result.MENTAT, Result.MENTAT, *[Result.STRATEGY] * (friends.state.atreides_unused - 2))
    friends.arrange(ThrowDice(ATREIDES, results, RollSource.TAPPED))
    spends = [
        opened(seat, "dice", "tracker-spend", faction=ATREIDES.id, result=Result.MENTAT.value)
        for seat in (friends, other)
    ]
    for _action, form in spends:
        form.setlist("faction", [ATREIDES.id])
    leader = opened(other, "leaders", "tracker-leader", leader="chani:board")
    assert [send(friends, spends[0]), send(other, spends[1]), send(other, leader)] == [303, 303, 303]
    assert friends.state.atreides_results == results[2:]
    assert dict(friends.state.leaders)["chani"].standing is Standing.BOARD


def test_a_step_to_the_next_phase_is_no_counter(friends: Seat, other: Seat) -> None:
    forms = [opened(seat, "tracks", "tracker-phase") for seat in (friends, other)]
    assert [send(friends, forms[0]), send(other, forms[1])] == [303, 409]
