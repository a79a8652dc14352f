"""Writers of one process take turns: whoever came first writes first, and nobody waits for ever."""

import threading
import time

import pytest

from companion.store import Database, Games, TurnNotCome
from companion.store import database as database_module
from companion.store.turns import Turns
from tests.store.conftest import GAME
from tests.store.postgres import only_sqlite


def until(turns: Turns, waiting: int) -> None:
    limit = time.monotonic() + 5
    while turns.waiting != waiting and time.monotonic() < limit:
        time.sleep(0.001)
    assert turns.waiting == waiting


def test_turns_are_taken_in_the_order_of_arrival() -> None:
    turns, order = Turns(), list[int]()

    def write(number: int) -> None:
        with turns.turn(10):
            order.append(number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(20)]
    with turns.turn(1):
        for number, thread in enumerate(threads):
            thread.start()
            until(turns, number + 1)
    for thread in threads:
        thread.join(5)
    assert order == list(range(20))


def test_who_waits_too_long_is_told_and_leaves_the_line() -> None:
    turns = Turns()
    with turns.turn(1):
        with pytest.raises(TurnNotCome, match=r"^db: 1 others were still to write after 0\.05 seconds"):
            turns._take(0.05)
        assert turns.waiting == 0
    with turns.turn(0):
        pass


def test_a_failure_passes_the_turn_on() -> None:
    turns = Turns()
    with pytest.raises(ZeroDivisionError), turns.turn(1):
        raise ZeroDivisionError
    with turns.turn(0):
        pass


@only_sqlite
def test_writers_of_a_database_file_take_turns(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer that comes again and again does not get ahead of one that waits."""
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 0.2)
    database = Database(url)
    began, order = threading.Event(), list[str]()

    def greedy() -> None:
        for number in range(3):
            with database.write():
                order.append(f"greedy {number}")
                began.set()
                if not number:
                    until(waiting, 1)

    turns = database._turns
    assert turns is not None
    waiting: Turns = turns
    thread = threading.Thread(target=greedy)
    thread.start()
    began.wait(5)
    with database.write():
        order.append("patient")
    thread.join(5)
    assert order == ["greedy 0", "patient", "greedy 1", "greedy 2"]
    with database.write(), pytest.raises(TurnNotCome):
        Games(database).add(GAME)
    Games(database).add(GAME)
    database.close()


def test_readers_wait_for_nobody(database: Database) -> None:
    with database.write(), database.read() as session:
        assert session.connection().exec_driver_sql("SELECT 1").scalar() == 1
