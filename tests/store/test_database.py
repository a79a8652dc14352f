"""Where the database is, how it is opened, and how an older one is brought up to date."""

import shutil
import sqlite3
import stat
import sys
import threading
from contextlib import closing
from datetime import timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import StatementError
from sqlalchemy.schema import CreateTable

from companion.store import Database, Games, NotFound, Role, StoreError, data_folder, default_url
from companion.store import database as database_module
from companion.store.codes import LENGTH, OWNER_LENGTH
from companion.store.games import hashed
from companion.store.migrations import STEPS
from companion.store.tables import Base, Game
from tests.store.conftest import GAME, START
from tests.store.postgres import only_sqlite
from tests.store.ready import SetUp

FIXTURES = Path(__file__).parent / "fixtures"


def test_the_data_folder_is_made_where_the_variable_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARRAKIS_DATA", str(tmp_path / "a b" / "games"))
    folder = data_folder()
    assert folder == tmp_path / "a b" / "games"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    Database(default_url(folder)).close()
    assert (folder / "arrakis.sqlite").is_file()


@pytest.mark.parametrize(
    "platform, variables, expected",
    [
        ("linux", {"XDG_DATA_HOME": "HOME/x"}, "x/arrakis-companion"),
        ("linux", {}, ".local/share/arrakis-companion"),
        ("darwin", {}, "Library/Application Support/arrakis-companion"),
        ("win32", {"LOCALAPPDATA": "HOME/Local"}, "Local/arrakis-companion"),
    ],
)
def test_the_data_folder_follows_the_platform(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    platform: str,
    variables: dict[str, str],
    expected: str,
) -> None:
    for name in ("ARRAKIS_DATA", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name, value in variables.items():
        monkeypatch.setenv(name, value.replace("HOME", str(tmp_path)))
    monkeypatch.setattr(sys, "platform", platform)
    assert data_folder() == tmp_path / expected


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ARRAKIS_DATA", str(tmp_path / "file" / "games"))
    with pytest.raises(StoreError, match=r"db: the data folder .*file/games cannot be made: "):
        data_folder()


@pytest.mark.parametrize(
    "url, said",
    [
        ("games.sqlite", "'games.sqlite' is no database URL"),
        ("sandworm://x", "no kind of database is called 'sandworm'"),
        ("sqlite://", "a database in memory would be lost"),
        ("sqlite:///:memory:", "a database in memory would be lost"),
        ("sqlite:////no/such/folder/games.sqlite", "cannot be used: unable to open database file"),
        ("postgresql+asyncpg://host/db", "driver asyncpg for this URL is not installed"),
    ],
)
def test_a_url_that_will_not_do_is_refused_with_the_reason(url: str, said: str) -> None:
    with pytest.raises(StoreError, match=f"^db: .*{said}"):
        Database(url)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "letter.sqlite"
    file.write_text("Dear Duke, " * 1000)
    with pytest.raises(StoreError, match=r"db: .*not a database"):
        Database(f"sqlite:///{file}")


def test_a_password_in_the_url_is_not_shown(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        Database(f"sqlite://user:secret@host/{tmp_path}/no/file.sqlite")
    assert "secret" not in str(caught.value)


@only_sqlite
def test_sqlite_is_safe_and_shared(url: str, usual_set_up: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "_set_up_sqlite", usual_set_up)
    with closing(Database(url)) as database, database.read() as session:
        pragmas = {
            name: session.connection().execute(text(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "foreign_keys", "busy_timeout", "synchronous", "fullfsync")
        }
    assert pragmas == {
        "journal_mode": "wal",
        "foreign_keys": 1,
        "busy_timeout": 3000,
        "synchronous": 2,
        "fullfsync": 1,
    }


def test_an_error_rolls_everything_back(database: Database, games: Games) -> None:
    def clear() -> None:
        with database.write() as session:
            session.connection().execute(text("DELETE FROM game"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        clear()
    assert games.get("g1") == GAME


def add_column(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE game ADD COLUMN table_name VARCHAR(20) DEFAULT 'kitchen' NOT NULL"))


def fail(connection: Connection) -> None:
    connection.execute(text("DELETE FROM game"))
    connection.execute(text("ALTER TABLE nothing ADD COLUMN x INTEGER"))


def test_an_older_database_is_brought_up_to_date_once(url: str, games: Games, database: Database) -> None:
    assert database.version == len(STEPS) + 1
    database.close()
    for _ in range(2):
        newer = Database(url, steps=(*STEPS, add_column))
        assert newer.version == len(STEPS) + 2
        with newer.read() as session:
            assert session.connection().execute(text("SELECT table_name FROM game")).scalar_one() == "kitchen"
        newer.close()


@only_sqlite
def test_a_database_from_before_loses_the_table_of_answers_and_keeps_its_games(tmp_path: Path, url: str) -> None:
    shutil.copy(FIXTURES / "version-2.sqlite", tmp_path / "games.sqlite")
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as older, older:
        older.execute("CREATE TABLE answer (game VARCHAR(32), seq INTEGER, question VARCHAR(200), value TEXT)")
        older.execute("INSERT INTO answer VALUES ('no game', 1, 'rank:12', '3')")
        older.execute("UPDATE schema_version SET version = 1")
    again = Database(url)
    assert again.version == len(STEPS) + 1
    assert {game.name for game in Games(again).recent()} == {"Neděle u Oly", "Trackers"}
    again.close()
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as now:
        assert now.execute("SELECT name FROM sqlite_master WHERE name = 'answer'").fetchall() == []


@only_sqlite
def test_games_of_version_2_get_codes_and_an_owner_and_their_devices_keep_their_seats(tmp_path: Path, url: str) -> None:
    shutil.copy(FIXTURES / "version-2.sqlite", tmp_path / "games.sqlite")
    database = Database(url)
    games = Games(database)
    (game,) = (game for game in games.recent() if game.name == "Neděle u Oly")
    codes = [code for game in games.recent() for code in (game.play_code, game.watch_code, game.owner_code)]
    assert len(set(codes)) == 6
    assert {len(code) for code in codes} == {LENGTH, OWNER_LENGTH}
    assert [(seat.name, seat.role, seat.owner) for seat in games.seats(game.id)] == [
        ("Ola", Role.PLAYER, True),
        ("Jan", Role.PARTNER, False),
        ("Kid", Role.SPECTATOR, False),
    ]
    assert (games.seat(game.id, "jan-phone", START) or games.seats(game.id)[0]).name == "Jan"
    with database.read() as session:
        rows = session.connection().execute(text("SELECT name FROM device ORDER BY name")).scalars().all()
    assert rows == ["Jan", "Kid", "Ola"]
    database.close()


@only_sqlite
def test_an_older_database_has_the_same_tables_afterwards_as_a_new_one(tmp_path: Path, url: str) -> None:
    shutil.copy(FIXTURES / "version-2.sqlite", tmp_path / "old.sqlite")
    Database(url).close()
    Database(f"sqlite:///{tmp_path / 'old.sqlite'}").close()
    assert shape(tmp_path / "old.sqlite") == shape(tmp_path / "games.sqlite")


def shape(file: Path) -> dict[str, object]:
    """Every table with its columns (name, not null, key) and the columns of its indexes."""
    with closing(sqlite3.connect(file)) as opened:
        tables = [name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            table: (
                sorted((row[1], row[3], row[5]) for row in opened.execute(f"PRAGMA table_info({table})")),
                sorted(
                    (row[2], [name for *_, name in opened.execute(f"PRAGMA index_info('{row[1]}')")])
                    for row in opened.execute(f"PRAGMA index_list({table})")
                ),
            )
            for table in tables
        }


def test_a_migration_that_fails_changes_nothing(url: str, games: Games, database: Database) -> None:
    known = len(STEPS) + 1
    with pytest.raises(StoreError, match=f"of version {known} could not be brought to version {known + 2}.*Go back"):
        Database(url, steps=(*STEPS, add_column, fail))
    assert games.get("g1") == GAME
    again = Database(url, steps=(*STEPS, add_column))
    assert again.version == len(STEPS) + 2
    again.close()


def test_a_database_of_a_later_program_is_refused(url: str, database: Database) -> None:
    Database(url, steps=(*STEPS, add_column)).close()
    known = len(STEPS) + 1
    said = f"db: its tables are of version {known + 1}, this program knows versions up to {known}"
    with pytest.raises(StoreError, match=said):
        Database(url)


@only_sqlite
def test_two_programs_that_start_at_once_make_the_tables_once(url: str) -> None:
    versions = list[int]()

    def start() -> None:
        opened = Database(url)
        versions.append(opened.version)
        opened.close()

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert versions == [len(STEPS) + 1] * 4


@only_sqlite
def test_a_start_waits_for_a_program_that_writes_to_a_new_file(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        monkeypatch.setattr(database_module, "OPENING_SECONDS", 0)
        monkeypatch.setattr(database_module, "BUSY_SECONDS", 0)
        with pytest.raises(StoreError, match=r"db: .* cannot be used: database is locked"):
            Database(url)
        monkeypatch.undo()
        release = threading.Timer(0.2, lambda: other.execute("ROLLBACK"))
        release.start()
        Database(url).close()
        release.join()


def test_a_moment_comes_back_in_utc(games: Games) -> None:
    eastern = START.astimezone(timezone(timedelta(hours=5)))
    games.sit("g1", "token", Role.PLAYER, "Ola", eastern)
    (seat,) = games.seats("g1")
    assert (seat.created, seat.created.utcoffset()) == (START, timedelta(0))
    with pytest.raises(StatementError, match="needs a time zone"):
        games.sit("g1", "token2", Role.PLAYER, "Jan", START.replace(tzinfo=None))


def test_a_seat_is_known_by_its_token_which_is_not_stored(games: Games, database: Database) -> None:
    seat = games.sit("g1", "secret-token", Role.PLAYER, "Ola", START)
    assert games.seat("g1", "secret-token", START) == seat
    assert games.seat("g1", "other", START) is None
    assert games.seat("g2", "secret-token", START) is None
    with database.read() as session:
        stored = session.connection().execute(text("SELECT device FROM seat")).scalar_one()
    assert stored == hashed("secret-token") != "secret-token"


def test_a_device_that_joins_again_keeps_its_seat(games: Games) -> None:
    first = games.sit("g1", "token", Role.SPECTATOR, "Jan", START)
    again = games.sit("g1", "token", Role.PARTNER, "Jan K.", START)
    assert (again.id, again.role, again.name) == (first.id, Role.PARTNER, "Jan K.")
    assert games.seats("g1") == [again]


def test_when_a_seat_was_last_seen_is_known_to_the_minute(games: Games) -> None:
    games.sit("g1", "token", Role.PLAYER, "Ola", START)
    for seconds, seen in ((30, 0), (90, 90)):
        seat = games.seat("g1", "token", START + timedelta(seconds=seconds))
        assert seat is not None
        assert seat.seen == START + timedelta(seconds=seen)


def test_games_are_found_by_code_and_by_seat(games: Games) -> None:
    assert games.by_code(" k7q4-2xrp ") == (GAME, Role.PLAYER)
    assert games.by_code("watch234") == (GAME, Role.SPECTATOR)
    assert games.by_owner_code("owne-rsco-de23-4567") == GAME
    with pytest.raises(NotFound, match="code"):
        games.by_code("XXXX")
    assert games.recent() == [GAME]
    assert games.recent("token") == []
    games.sit("g1", "token", Role.SPECTATOR, "Jan", START)
    assert games.recent("token") == [GAME]


def test_an_id_or_code_is_given_once(games: Games) -> None:
    with pytest.raises(ValueError, match="game: the id 'g1' or one of its codes is taken"):
        games.add(GAME)
    with pytest.raises(NotFound):
        games.sit("nowhere", "token", Role.PLAYER, "Ola", START)


def test_a_device_that_joins_twice_at_once_gets_one_seat(games: Games) -> None:
    barrier, seats = threading.Barrier(3), list[int]()

    def join() -> None:
        barrier.wait()
        seats.append(games.sit("g1", "token", Role.PLAYER, "Ola", START).id)

    threads = [threading.Thread(target=join) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seats) == 3
    assert len(set(seats)) == 1


def test_the_tables_and_the_lock_are_sql_that_postgresql_knows() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    ddl = "\n".join(str(CreateTable(table).compile(dialect=dialect)) for table in Base.metadata.sorted_tables)
    assert ddl.count("CREATE TABLE") == 9
    assert "PRIMARY KEY (game, seq)" in ddl
    assert "TIMESTAMP WITH TIME ZONE" in ddl
    assert "FOR UPDATE" in str(select(Game).with_for_update().compile(dialect=dialect))


def test_reads_within_a_read_see_its_moment(url: str, database: Database) -> None:
    other = Database(url)
    with database.read() as session:
        assert session.get(Game, "g1") is None
        Games(other).add(GAME)
        with database.read() as within:
            assert within is session
            assert within.get(Game, "g1") is None
    with database.read() as later:
        assert later is not session
        assert later.get(Game, "g1") is not None
    with pytest.raises(ZeroDivisionError), database.read():
        raise ZeroDivisionError
    with database.read() as after:
        assert after.get(Game, "g1") is not None
    other.close()
