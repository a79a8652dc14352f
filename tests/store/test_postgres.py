"""PostgreSQL: how many connections, who may write beside whom, what survives a lost connection, older tables."""

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, inspect, make_url, text
from sqlmodel import col, select

from companion.rules.events import StepOpened
from companion.rules.frames import AtreidesRollFrame
from companion.store import Conflict, Database, Games, Log, Role, StoreError, TurnNotCome
from companion.store import postgres as rules_of_postgres
from companion.store.codes import LENGTH, OWNER_LENGTH
from companion.store.migrations import STEPS
from companion.store.postgres import engine_options, pool_size
from companion.store.tables import Game, Tally
from tests.store.conftest import GAME, START, entries, request
from tests.store.postgres import Server, new_database

pytestmark = pytest.mark.postgres
FIXTURES = Path(__file__).parent / "fixtures"
OPEN = StepOpened(AtreidesRollFrame())


@pytest.fixture
def url(postgres_url: str) -> str:
    return postgres_url


@pytest.fixture
def empty(postgres: Server) -> Iterator[str]:
    """The URL of a database without any table."""
    with new_database(postgres) as made:
        yield made


@pytest.fixture
def other(url: str, database: Database) -> Iterator[Database]:
    """The same database as another process has it."""
    opened = Database(url)
    yield opened
    opened.close()


def all_at_once(*deeds: Callable[[], object]) -> list[object]:
    """What the deeds return or raise, done by threads that begin at the same moment; in the order given."""
    barrier, outcomes = threading.Barrier(len(deeds)), list[object]([None] * len(deeds))

    def do(number: int, deed: Callable[[], object]) -> None:
        barrier.wait()
        try:
            outcomes[number] = deed()
        except (Conflict, StoreError, TurnNotCome) as problem:
            outcomes[number] = problem

    threads = [threading.Thread(target=do, args=one) for one in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return outcomes


def test_three_processes_stay_below_the_connections_that_postgresql_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARRAKIS_POOL", raising=False)
    options = engine_options(make_url("postgresql://h/d"))
    assert (options["pool_size"], options["max_overflow"], options["pool_pre_ping"]) == (12, 0, True)
    assert 3 * (options["pool_size"] + 1) < 50
    monkeypatch.setenv("ARRAKIS_POOL", "30")
    assert pool_size() == 30


@pytest.mark.parametrize("given", ["0", "-3", "many", "501", "1.5"])
def test_a_number_of_connections_that_makes_no_sense_is_named(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("ARRAKIS_POOL", given)
    with pytest.raises(StoreError, match=rf"^ARRAKIS_POOL: must be a whole number from 1 to 500, not '{given}'"):
        Database("postgresql://127.0.0.1:1/nothing")


def test_what_the_url_says_goes_before() -> None:
    options = engine_options(make_url("postgresql://h/d?application_name=mine&options=-c%20jit%3Doff"))
    assert "application_name" not in options["connect_args"]
    assert "options" not in options["connect_args"]
    assert options["connect_args"]["connect_timeout"] == 5


def test_who_gets_no_connection_is_told_so_and_the_others_go_on(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARRAKIS_POOL", "1")
    monkeypatch.setattr(rules_of_postgres, "POOL_SECONDS", 0.1)
    small = Database(url)
    with small.read() as session:
        session.exec(select(Game)).all()
        with pytest.raises(TurnNotCome, match=r"^db: all 1 connections of this process were in use for 0.1 seconds"):
            Games(small).add(GAME)
    assert Games(small).recent() == []
    small.close()


def test_a_connection_says_whose_it_is_and_gives_up_in_time(database: Database) -> None:
    with database.read() as session:
        shown = [
            session.connection().execute(text(f"SHOW {name}")).scalar_one()
            for name in ("application_name", "statement_timeout", "lock_timeout", "transaction_isolation")
        ]
    assert shown == ["arrakis", "15s", "10s", "repeatable read"]


def test_a_reader_sees_one_moment(database: Database, other: Database, games: Games) -> None:
    with database.read() as session:
        before = len(session.exec(select(Game)).all())
        Games(other).add(replace(GAME, id="g2", play_code="P2", watch_code="W2", owner_code="O2"))
        session.expire_all()
        assert len(session.exec(select(Game)).all()) == before == 1
    assert len(games.recent()) == 2


def test_lost_connections_are_made_anew(database: Database, games: Games, other: Database) -> None:
    assert games.recent() == Games(other).recent() == [GAME]
    with other.engine.connect() as connection:
        # of this database only: other tests have theirs on the same server at the same time
        mine = "datname = current_database() AND application_name = 'arrakis' AND pid <> pg_backend_pid()"
        killed = connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {mine}")).all()
    assert killed
    assert games.recent() == [GAME]
    assert Log(database).append(request(0, "tap"), entries([OPEN])).seq == 1


def test_of_writers_in_two_processes_one_wins_and_a_repeated_tap_is_written_once(
    database: Database, other: Database, games: Games
) -> None:
    logs = [Log(database), Log(other)]
    for turn in range(5):
        seq = logs[0].seq("g1")
        deeds = [
            lambda log=log, key=key, seq=seq: log.append(request(seq, key), entries([OPEN]))
            for key in (f"{turn}-a", f"{turn}-b")
            for log in logs * 2
        ]
        outcomes = all_at_once(*deeds)
        first, second = outcomes[:4], outcomes[4:]
        lost, won = (first, second) if isinstance(first[0], Conflict) else (second, first)
        assert {type(one) for one in lost} == {Conflict}
        assert sorted(getattr(one, "repeated", None) is True for one in won) == [False, True, True, True]
        assert {log.timeline("g1").seq for log in logs} == {seq + 1}


def test_what_a_writer_has_read_is_still_true_when_it_writes(database: Database, other: Database) -> None:
    with database.write() as session:
        session.add(Tally(key="taps", since=START, count=0))

    def counts(where: Database) -> Callable[[], object]:
        def more() -> None:
            for _ in range(5):
                with where.write() as session:
                    row = session.exec(select(Tally).where(col(Tally.key) == "taps")).one()
                    row.count += 1
                    session.add(row)

        return more

    all_at_once(*(counts(where) for where in (database, other) * 3))
    with database.read() as session:
        assert session.exec(select(Tally.count)).one() == 30


def test_games_are_written_beside_each_other_but_not_beside_a_writer_of_everything(
    database: Database, other: Database, games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = text("SET LOCAL lock_timeout = 200")
    with database.write("g1"), other.write("g2"):
        pass
    for one, another in (("g1", "g1"), ("g1", None), (None, "g1"), (None, None)):
        with database.write(one), other.engine.begin() as connection:
            connection.execute(waits)
            with pytest.raises(Exception, match="lock timeout"):
                rules_of_postgres.exclude_writers(connection, another)


def test_two_programs_that_start_at_once_make_the_tables_once(empty: str) -> None:
    versions = all_at_once(*[lambda: opened_version(empty)] * 4)
    assert versions == [len(STEPS) + 1] * 4


def opened_version(url: str) -> int:
    opened = Database(url)
    opened.close()
    return opened.version


def make_version_2(url: str) -> None:
    """Makes the tables of version 2 with the games of the fixture database."""
    engine = create_engine(url)
    with closing(sqlite3.connect(FIXTURES / "version-2.sqlite")) as old, engine.begin() as new:
        new.exec_driver_sql((FIXTURES / "version-2-postgres.sql").read_text(encoding="utf-8"))
        for table in ("schema_version", "game", "seat", "event", "idempotency_key"):
            rows = old.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in rows.description]
            held = ", ".join(f":{name}" for name in names)
            for row in rows:
                new.execute(
                    text(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({held})"),
                    dict(zip(names, row, strict=True)),
                )
        new.execute(text("SELECT setval('seat_id_seq', (SELECT max(id) FROM seat))"))
    engine.dispose()


def test_tables_of_version_2_are_brought_up_to_date_once_by_processes_that_start_at_once(
    postgres: Server, empty: str
) -> None:
    make_version_2(empty)
    start = "import sys; from companion.store import Database; print(Database(sys.argv[1]).version)"
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", start, empty], stdout=subprocess.PIPE, cwd=FIXTURES.parents[2], env=dict(os.environ)
        )
        for _ in range(2)
    ]
    assert [process.communicate(timeout=60)[0].strip() for process in processes] == [b"%d" % (len(STEPS) + 1)] * 2
    database = Database(empty)
    games, log = Games(database), Log(database)
    (game,) = (game for game in games.recent() if game.name == "Neděle u Oly")
    assert (len(game.play_code), len(game.watch_code), len(game.owner_code)) == (LENGTH, LENGTH, OWNER_LENGTH)
    assert [(seat.name, seat.owner) for seat in games.seats(game.id)] == [("Ola", True), ("Jan", False), ("Kid", False)]
    assert (games.seat(game.id, "jan-phone", START) or games.seats(game.id)[0]).name == "Jan"
    assert log.timeline(game.id).batches
    assert games.sit(game.id, "new-phone", Role.PLAYER, "Eva", START).id == 5
    with new_database(postgres) as fresh:
        made_new = Database(fresh)
        assert shape(database.engine) == shape(made_new.engine)
        made_new.close()
    database.close()


def shape(engine: Engine) -> dict[str, object]:
    """Every table with its columns (type, whether it may be empty), keys and indexes."""
    found = inspect(engine)
    return {
        table: (
            sorted((column["name"], str(column["type"]), column["nullable"]) for column in found.get_columns(table)),
            found.get_pk_constraint(table)["constrained_columns"],
            sorted((key["constrained_columns"], key["referred_table"]) for key in found.get_foreign_keys(table)),
            sorted((index["column_names"], bool(index["unique"])) for index in found.get_indexes(table)),
        )
        for table in found.get_table_names()
    }
