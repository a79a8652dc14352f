"""Phones over real HTTP lose nothing that was acknowledged; and the machine would notice if they did."""

import sqlite3
from pathlib import Path

import pytest

from tests.trust import machine
from tests.trust.ledger import Ledger
from tests.trust.phone import Sent


@pytest.mark.slow
def test_phones_lose_nothing_whatever_happens_to_the_line_the_server_and_the_clock(tmp_path: Path) -> None:
    run, server = machine.play(tmp_path, actions=150, seed=3, chapter=150)
    assert run.faults == []
    assert run.acknowledged >= 40
    assert server.starts >= 3
    assert run.done["clock step"] >= 2


GAME = "g"


def sent(key: str, seq: int, deed: str = "x") -> Sent:
    return Sent(GAME, f"/g/g/do/{deed}", (("key", key), ("seq", str(seq))))


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    """Two entries after an opening of three rows, as the database holds them and as the phones were told."""
    file = tmp_path / "games.sqlite"
    found = Ledger(file)
    change(found, "CREATE TABLE event (game, seq, batch, kind, payload, command)")
    change(found, "CREATE TABLE idempotency_key (game, key, batch)")
    for seq in (1, 2, 3):
        write(found, seq, 1)
    found.opened(GAME)
    write(found, 4, 4, "first")
    found.acknowledge(sent("first", 3))
    write(found, 5, 5, "second")
    write(found, 6, 5)
    found.acknowledge(sent("second", 4))
    return found


def change(ledger: Ledger, statement: str, *values: object) -> None:
    with sqlite3.connect(ledger.database) as base:
        base.execute(statement, values)
    base.close()


def write(ledger: Ledger, seq: int, batch: int, key: str = "") -> None:
    change(ledger, "INSERT INTO event VALUES (?, ?, ?, 'Moved', '{}', 'Move')", GAME, seq, batch)
    if key:
        change(ledger, "INSERT INTO idempotency_key VALUES (?, ?, ?)", GAME, key, batch)


def test_what_is_as_it_was_told_is_no_fault(ledger: Ledger) -> None:
    assert ledger.faults(GAME) == []
    assert (ledger.seq(GAME), ledger.written(sent("first", 3)), ledger.written(sent("third", 6))) == (6, True, False)
    change(ledger, "DELETE FROM idempotency_key")
    assert ledger.faults(GAME) == [], "keys are forgotten after a while"


def test_what_was_acknowledged_and_is_not_there_or_changed_is_noticed(ledger: Ledger) -> None:
    change(ledger, "UPDATE event SET payload = '{1}' WHERE seq = 5")
    assert "lost or changed: second was acknowledged" in ledger.faults(GAME)
    change(ledger, "DELETE FROM event WHERE seq = 4")
    assert "lost or changed: first was acknowledged" in ledger.faults(GAME)
    assert "the log has gaps" in ledger.faults(GAME)


def test_what_was_done_twice_or_by_nobody_is_noticed(ledger: Ledger) -> None:
    write(ledger, 7, 7)
    assert ledger.faults(GAME) == ["entries of forms that nobody was told of: (7, 7, 'Moved') by Move"]


def test_what_was_done_though_it_was_refused_is_noticed(ledger: Ledger) -> None:
    ledger.refused.append(sent("second", 4))
    assert ledger.faults(GAME) == ["done though refused: /g/g/do/x of 4"]


def test_another_order_is_noticed(ledger: Ledger) -> None:
    ledger.told.reverse()
    assert ledger.faults(GAME) == ["two forms for one place, or out of their order"]
    ledger.late.add("first")
    assert ledger.faults(GAME) == [], "its answer was lost, and came when it was sent again"
    ledger.told.append(sent("first", 3))
    assert ledger.faults(GAME) == ["two forms for one place, or out of their order"]


def test_a_counter_that_others_were_faster_than_is_looked_for_where_it_was_written(ledger: Ledger) -> None:
    write(ledger, 7, 7, "third")
    ledger.acknowledge(sent("third", 3, "tracker"))
    assert ledger.faults(GAME) == []
    change(ledger, "DELETE FROM event WHERE seq = 7")
    assert ledger.faults(GAME) == ["lost or changed: third was acknowledged"]
