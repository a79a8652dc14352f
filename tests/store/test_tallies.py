"""Shared counters: all or nothing, never beyond the limit whoever asks at once, and no clock makes them stick."""

import threading
from datetime import timedelta

import pytest
from sqlmodel import select

from companion.store import Database
from companion.store.tables import Tally
from companion.store.tallies import Full, Take, Tallies
from tests.store.conftest import START

HOUR = timedelta(hours=1)


@pytest.fixture
def tallies(database: Database) -> Tallies:
    return Tallies(database)


def counts(database: Database) -> dict[str, int]:
    with database.read() as session:
        return {row.key: row.count for row in session.exec(select(Tally))}


def three(key: str = "games/x") -> Take:
    return Take(key, 1, 3, HOUR)


def test_a_counter_holds_so_many_and_then_says_how_long_to_wait(tallies: Tallies, database: Database) -> None:
    for minute in range(3):
        tallies.take([three()], START + timedelta(minutes=minute))
    with pytest.raises(Full) as full:
        tallies.take([three()], START + timedelta(minutes=20))
    assert full.value.wait == timedelta(minutes=40)
    assert counts(database) == {"games/x": 3}
    tallies.take([three()], START + HOUR)
    assert counts(database) == {"games/x": 1}


def test_of_several_counters_all_take_or_none(tallies: Tallies, database: Database) -> None:
    tallies.take([Take("b", 3, 3, HOUR)], START)
    with pytest.raises(Full) as full:
        tallies.take([Take("a", 1, 3, HOUR), Take("b", 1, 3, HOUR), Take("c", 1, 3, HOUR)], START)
    assert full.value.take.key == "b"
    assert counts(database) == {"b": 3}


def test_more_than_a_counter_ever_holds_is_refused_at_once(tallies: Tallies, database: Database) -> None:
    with pytest.raises(Full) as full:
        tallies.take([Take("bytes", 4, 3, HOUR)], START)
    assert full.value.wait == HOUR
    assert counts(database) == {}


@pytest.mark.parametrize("jump", [timedelta(days=365), timedelta(days=-365), timedelta(hours=2), timedelta(hours=-2)])
def test_a_clock_that_jumps_locks_nobody_out(tallies: Tallies, jump: timedelta) -> None:
    for _ in range(3):
        tallies.take([three()], START)
    for _ in range(3):
        tallies.take([three()], START + jump)
    with pytest.raises(Full):
        tallies.take([three()], START + jump)
    tallies.take([three()], START)


def test_a_clock_that_steps_back_a_little_gives_nothing_away(tallies: Tallies) -> None:
    for _ in range(3):
        tallies.take([three()], START)
    with pytest.raises(Full) as full:
        tallies.take([three()], START - timedelta(minutes=10))
    assert full.value.wait == HOUR


def test_many_at_once_get_exactly_what_there_is(url: str) -> None:
    databases = [Database(url) for _ in range(3)]
    taken: list[bool] = []

    def ask(tallies: Tallies) -> None:
        for _ in range(5):
            try:
                tallies.take([Take("games/x", 1, 20, HOUR), Take("games/all", 1, 100, HOUR)], START)
                taken.append(True)
            except Full:
                taken.append(False)

    threads = [threading.Thread(target=ask, args=(Tallies(databases[n % 3]),)) for n in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert (len(taken), sum(taken)) == (45, 20)
    assert counts(databases[0]) == {"games/x": 20, "games/all": 20}
    for opened in databases:
        opened.close()


def test_old_counters_and_those_of_the_future_are_swept(tallies: Tallies, database: Database) -> None:
    for key, when in (("old", -3), ("now", 0), ("future", 3)):
        tallies.take([three(key)], START + timedelta(days=when))
    assert tallies.sweep(timedelta(days=2), START) == 2
    assert counts(database) == {"now": 1}
