"""Folded games in memory are bounded by what they really take."""

import gc
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

import pytest

from companion.rules.events import BoardCorrected
from companion.store import Games, Log, Timeline
from companion.store.codec import encode_event
from companion.store.memory import MOST_BYTES, Folded, Memory, size_of
from companion.store.shapes import to_text
from companion.store.timeline import Row
from tests.service.played import played_game
from tests.store.conftest import GAME, entries, request
from tests.store.test_log import OPEN


def of_a_played_game() -> list[Row]:
    """The rows of a whole simulated game: many small events."""
    return [
        Row(row["seq"], row["batch"], row["kind"], to_text(row["payload"]), row["command"], 1, _moment(row["created"]))
        for row in played_game()["events"]
    ]


def of_trackers(actions: int = 300) -> list[Row]:
    """The rows of corrections, each with a whole position."""
    moment = _moment("2026-05-01T18:00:00+00:00")
    final = Timeline().extended(of_a_played_game()).state
    events = [BoardCorrected(replace(final, round=1 + number % 9)) for number in range(actions)]
    return [
        Row(number, number, "BoardCorrected", to_text(encode_event(event)), "CorrectBoard", 1, moment)
        for number, event in enumerate(events, 1)
    ]


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.slow
@pytest.mark.parametrize("make", [of_a_played_game, of_trackers])
def test_the_estimate_is_what_a_game_takes(make: Callable[[], list[Row]]) -> None:
    rows = make()
    Timeline().extended(rows)
    gc.collect()
    tracemalloc.start()
    timeline = Timeline().extended(rows)
    gc.collect()
    taken, _peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert timeline.seq == len(rows)
    assert 0.8 < size_of(rows) / taken < 1.5


def test_thirty_two_games_of_two_thousand_actions_stay_within_the_bound() -> None:
    rows, memory = of_trackers(), Memory()
    assert size_of(rows) * 2000 / 300 * 32 > 3 * MOST_BYTES, "as many as were once kept take far more"
    folded = Folded().extended(rows)
    for number in range(200):
        memory.keep(f"g{number}", folded)
    assert MOST_BYTES - folded.size < memory.size <= MOST_BYTES
    assert len(memory) == memory.size // folded.size
    assert memory.get("g199") is folded
    assert memory.get("g0") == Folded()


def test_a_game_that_grows_is_counted_anew_and_an_older_moment_of_it_changes_nothing() -> None:
    memory = Memory()
    rows = of_trackers(3)
    early = Folded().extended(rows[:1])
    late = early.extended(rows[1:])
    assert early.size < late.size == size_of(rows)
    for folded in (early, late, early):
        memory.keep("g", folded)
    assert memory.get("g") is late
    assert memory.size == late.size
    memory.forget("g")
    memory.forget("g")
    assert (memory.size, len(memory)) == (0, 0)


def test_the_game_used_last_stays_however_big_it_is() -> None:
    memory = Memory(most_bytes=1000)
    folded = Folded().extended(of_trackers(2))
    assert folded.size > 1000
    memory.keep("a", folded)
    memory.keep("b", folded)
    assert memory.get("b") is folded
    assert len(memory) == 1


def test_a_game_that_was_dropped_is_folded_again(log: Log, games: Games) -> None:
    log.memory = Memory(most_bytes=1)
    for number in range(3):
        name = f"m{number}"
        games.add(replace(GAME, id=name, play_code=f"C{number}", watch_code=f"W{number}", owner_code=f"O{number}"))
        log.append(request(0, "a", game=name), entries([OPEN]))
        log.timeline(name)
    assert len(log.memory) == 1
    assert log.timeline("m0").seq == 1
