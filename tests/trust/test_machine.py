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


def sent(key: str, seq: int) -> Sent:
    return Sent(GAME, "/g/g/do/x", (("key", key), ("seq", str(seq))))


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    """Two entries after an opening of three rows, as the database holds them and as the phones were told."""
    file = tmp_path / "games.sqlite"
    with sqlite3.connect(file) as base:
        base.execute("CREATE TABLE event (game, seq, batch)")
        base.execute("CREATE TABLE idempotency_key (game, key, batch, seq_after)")
        rows = [(GAME, seq, batch) for seq, batch in ((1, 1), (2, 1), (3, 1), (4, 4), (5, 5), (6, 5))]
        base.executemany("INSERT INTO event VALUES (?, ?, ?)", rows)
        keys = [(GAME, "open", 1, 3), (GAME, "first", 4, 4), (GAME, "second", 5, 6)]
        base.executemany("INSERT INTO idempotency_key VALUES (?, ?, ?, ?)", keys)
    base.close()
    found = Ledger(file)
    found.told += [(sent("first", 3), 4), (sent("second", 4), 6)]
    return found


def change(ledger: Ledger, statement: str) -> list[str]:
    with sqlite3.connect(ledger.database) as base:
        base.execute(statement)
    base.close()
    return ledger.faults(GAME)


def test_what_is_as_it_was_told_is_no_fault(ledger: Ledger) -> None:
    assert ledger.faults(GAME) == []
    assert (ledger.seq(GAME), ledger.written(sent("first", 3)), ledger.written(sent("third", 6))) == (6, True, False)


def test_what_was_acknowledged_and_is_not_there_is_lost(ledger: Ledger) -> None:
    ledger.told.append((sent("third", 6), 7))
    assert ledger.faults(GAME) == ["lost: /g/g/do/x of 6 was acknowledged"]


def test_what_was_done_though_it_was_refused_is_noticed(ledger: Ledger) -> None:
    ledger.refused.append(ledger.told.pop()[0])
    assert ledger.faults(GAME) == ["done though refused: /g/g/do/x of 4"]


def test_an_entry_of_nobody_is_noticed(ledger: Ledger) -> None:
    ledger.told.pop()
    assert ledger.faults(GAME) == ["entries of forms that nobody sent: ['second']"]


def test_gaps_doubles_and_another_order_are_noticed(ledger: Ledger) -> None:
    ledger.told.reverse()
    assert ledger.faults(GAME) == ["out of order: /g/g/do/x is entry 4 after 5"]
    ledger.told.reverse()
    assert "not where it was made for: /g/g/do/x of 4 is entry 4" in change(
        ledger, "UPDATE idempotency_key SET batch = 4 WHERE key = 'second'"
    )
    assert "two forms have one entry, or a form has none" in ledger.faults(GAME)
    assert "the log has gaps" in change(ledger, "DELETE FROM event WHERE seq = 5")
