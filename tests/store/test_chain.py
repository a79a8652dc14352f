"""Rows are chained, games and seats sealed: whatever changes behind the program's back is noticed."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from companion.content.terms import Faction
from companion.rules.events import Event, StepChanged, StepOpened
from companion.rules.frames import AtreidesRollFrame, SpiceFrame, TurnFrame
from companion.store import Database, Games, Log, Role
from companion.store.chain import Damaged, Harm
from companion.store.log import rows_of
from tests.store.conftest import GAME, START, entries, request
from tests.store.postgres import only_sqlite
from tests.store.test_database import FIXTURES

EVENTS: tuple[Event, ...] = (
    StepOpened(AtreidesRollFrame()),
    StepOpened(TurnFrame(Faction.ATREIDES)),
    StepChanged(SpiceFrame(4)),
)

CHANGES = [
    ("UPDATE event SET payload = replace(payload, 'type', 'tyqe') WHERE seq = 2", Harm.ROW),
    ("UPDATE event SET payload = x'ff00' WHERE seq = 2", Harm.ROW),
    ("UPDATE event SET payload = CAST(x'ff41' AS TEXT) WHERE seq = 2", Harm.UNREADABLE),
    ("UPDATE event SET kind = 'StepClosed' WHERE seq = 3", Harm.ROW),
    ("UPDATE event SET command = 'Else' WHERE seq = 1", Harm.ROW),
    ("UPDATE event SET batch = 1 WHERE seq = 2", Harm.ROW),
    ("UPDATE event SET batch = 'x' WHERE seq = 2", Harm.ROW),
    ("UPDATE event SET created = '2026-05-01 18:00:00.000001' WHERE seq = 1", Harm.ROW),
    ("UPDATE event SET created = 'yesterday' WHERE seq = 1", Harm.UNREADABLE),
    ("UPDATE event SET seat = NULL WHERE seq = 2", Harm.ROW),
    ("UPDATE event SET chain = upper(chain) WHERE seq = 2", Harm.ROW),
    ("UPDATE event SET seq = 9 WHERE seq = 2", Harm.MISSING),
    ("DELETE FROM event WHERE seq = 2", Harm.MISSING),
    ("DELETE FROM event WHERE seq = 3", Harm.MISSING),
    ("DELETE FROM event", Harm.MISSING),
    ("DELETE FROM seat WHERE name = 'Ola'", Harm.SEATS),
    ("UPDATE seat SET name = 'Olb' WHERE name = 'Ola'", Harm.SEATS),
    ("UPDATE seat SET role = 'king' WHERE name = 'Ola'", Harm.SEATS),
    ("UPDATE seat SET owner = 1 - owner WHERE name = 'Jan'", Harm.SEATS),
    ("UPDATE game SET name = 'Sunda'", Harm.GAME),
    ("UPDATE game SET mode = 'duel'", Harm.GAME),
    ("UPDATE game SET seed = 8", Harm.GAME),
    ("UPDATE game SET settings = '{\"a\":1}'", Harm.GAME),
    ("UPDATE game SET winner = 'atreides'", Harm.GAME),
    ("UPDATE game SET play_code = 'K7Q42XRQ'", Harm.GAME),
    ("UPDATE game SET created = '2026-05-01 18:00:01.000000'", Harm.GAME),
    ("UPDATE game SET changed = 17", Harm.UNREADABLE),
    ("UPDATE game SET hidden = 1", Harm.GAME),
    ("UPDATE game SET seq = 2", Harm.GAME),
    ("UPDATE game SET head = ''", Harm.GAME),
    ("UPDATE game SET seal = ''", Harm.GAME),
]


@pytest.fixture
def played(log: Log, games: Games) -> Log:
    """Three rows, by Ola; Jan watches."""
    seat = games.sit("g1", "ola", Role.PLAYER, "Ola", START)
    games.sit("g1", "jan", Role.SPECTATOR, "Jan", START)
    for seq, event in enumerate(EVENTS):
        log.append(replace(request(seq, f"tap-{seq}"), seat=seat.id), entries([event]))
    return log


def change(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / "games.sqlite")) as other, other:
        assert other.execute(statement).rowcount > 0


def harm_of(games: Games, log: Log) -> Damaged:
    def look() -> None:
        games.get("g1")
        log.timeline("g1")

    with pytest.raises(Damaged) as caught:
        look()
    return caught.value


def test_a_game_that_nobody_touched_is_whole(played: Log, database: Database) -> None:
    games = Games(database)
    games.change_settings("g1", lambda _text: '{"hints":"none"}')
    assert Log(database).timeline("g1").seq == 3
    assert games.get("g1").settings == '{"hints":"none"}'
    assert [seat.name for seat in games.seats("g1")] == ["Ola", "Jan"]


@pytest.mark.parametrize("statement, harm", CHANGES)
@only_sqlite
def test_every_change_from_outside_is_noticed(
    played: Log, database: Database, tmp_path: Path, statement: str, harm: Harm
) -> None:
    change(tmp_path, statement)
    found = harm_of(Games(database), Log(database))
    assert (found.game, found.harm) == ("g1", harm)
    (listed,) = Games(database).recent()
    assert listed.id == "g1"
    assert listed.damaged == (" game " in statement)


@only_sqlite
def test_up_to_which_row_a_log_is_good_is_told(played: Log, database: Database, tmp_path: Path) -> None:
    change(tmp_path, "UPDATE event SET command = 'Else' WHERE seq = 3")
    assert harm_of(Games(database), Log(database)).seq == 2


@pytest.mark.parametrize("statement", ["UPDATE game SET winner = 'atreides'", "UPDATE game SET head = '', seq = 3"])
@only_sqlite
def test_nothing_is_written_to_a_damaged_game_and_its_damage_stays_known(
    played: Log, database: Database, tmp_path: Path, statement: str
) -> None:
    change(tmp_path, statement)
    for _ in range(2):
        with pytest.raises(Damaged):
            played.append(request(3, "tap"), entries(EVENTS[:1]))
        with pytest.raises(Damaged):
            Games(database).change_settings("g1", lambda _text: "[]")
    assert harm_of(Games(database), played).harm is Harm.GAME


@only_sqlite
def test_a_damaged_seat_is_not_blessed_by_being_seen(played: Log, database: Database, tmp_path: Path) -> None:
    change(tmp_path, "UPDATE seat SET role = 'player' WHERE name = 'Jan'")
    games = Games(database)
    for _ in range(2):
        with pytest.raises(Damaged):
            games.sit("g1", "jan", Role.PLAYER, "Jan", START)
        with pytest.raises(Damaged):
            games.seat("g1", "jan", START)


@only_sqlite
def test_rows_that_come_later_are_checked_as_they_are_read(played: Log, database: Database, tmp_path: Path) -> None:
    reader = Log(database)
    assert reader.timeline("g1").seq == 3
    played.append(request(3, "tap"), entries(EVENTS[:1]))
    change(tmp_path, "UPDATE event SET kind = 'Else' WHERE seq = 4")
    with pytest.raises(Damaged) as caught:
        reader.timeline("g1")
    assert caught.value.seq == 3


@only_sqlite
def test_a_game_put_back_from_a_copy_replaces_the_one_in_memory(
    played: Log, database: Database, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as now, closing(sqlite3.connect(tmp_path / "c")) as copy:
        now.backup(copy)
        played.append(request(3, "tap"), entries(EVENTS[:1]))
        assert played.timeline("g1").seq == 4
        copy.backup(now)
    assert played.timeline("g1").seq == 3


@pytest.mark.parametrize(
    "statement, harm",
    [
        ("UPDATE event SET created = created + interval '1 microsecond' WHERE seq = 2", Harm.ROW),
        ("DELETE FROM event WHERE seq = 3", Harm.MISSING),
        ("UPDATE game SET approve = true", Harm.GAME),
        ("UPDATE seat SET owner = NOT owner WHERE name = 'Ola'", Harm.SEATS),
    ],
)
@pytest.mark.parametrize("url", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True)
def test_a_change_is_noticed_by_postgresql_too(played: Log, database: Database, statement: str, harm: Harm) -> None:
    Games(database).get("g1")
    assert Log(database).timeline("g1").seq == 3
    with database.engine.begin() as connection:
        connection.execute(text(statement))
    assert harm_of(Games(database), Log(database)).harm is harm


def test_rows_that_do_not_follow_one_another_are_refused(played: Log, database: Database) -> None:
    with database.read() as session:
        rows = [replace(row, seat=None) for row in rows_of(session.connection(), "g1")]
    with pytest.raises(ValueError, match="row 3 of the game g2 cannot follow row 1"):
        played.restore(replace(GAME, id="g2", play_code="P", watch_code="W", owner_code="O"), [], [rows[0], rows[2]])


@only_sqlite
def test_an_older_database_is_chained_and_sealed(tmp_path: Path, url: str) -> None:
    shutil.copy(FIXTURES / "version-2.sqlite", tmp_path / "games.sqlite")
    database = Database(url)
    games = Games(database).recent()
    assert len(games) == 2
    for game in games:
        assert not game.damaged
        assert Log(database).timeline(game.id).seq > 0
    database.close()
    change(tmp_path, "UPDATE event SET command = 'Else' WHERE seq = 1")
    database = Database(url)
    for game in games:
        with pytest.raises(Damaged):
            Log(database).timeline(game.id)
    database.close()
