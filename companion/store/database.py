"""The connection to the database: where it is, how it is opened, and its two kinds of transaction."""

import os
import re
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlmodel import Session, create_engine

from companion.store import postgres
from companion.store.chain import SealedSession
from companion.store.files import keep_private
from companion.store.migrations import STEPS, SchemaTooNew, Step, migrate
from companion.store.trouble import told_apart
from companion.store.turns import Turns

FILE = "arrakis.sqlite"
ENVIRONMENT = "ARRAKIS_DATA"
URL_ENVIRONMENT = "ARRAKIS_DB"
BUSY_SECONDS = 10
SQLITE_POOL = {"pool_size": 48, "max_overflow": 0}
"""More than the threads of the server, so that no request waits for a connection."""


class StoreError(Exception):
    """The database cannot be opened; the text starts with ``db:`` and says why."""


def data_folder() -> Path:
    """Returns the folder for the user's games, made if it is missing: ``ARRAKIS_DATA``, or by the platform's custom.

    Linux: ``$XDG_DATA_HOME/arrakis-companion`` or below ``~/.local/share``; macOS: below ``~/Library/Application
    Support``; Windows: below ``%LOCALAPPDATA%``. Raises StoreError when it cannot be made.
    """
    folder = _chosen_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise StoreError(f"db: the data folder {folder} cannot be made: {problem.strerror}") from None
    return folder


def _chosen_folder() -> Path:
    if chosen := os.environ.get(ENVIRONMENT):
        return Path(chosen).expanduser().absolute()
    name = "arrakis-companion"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / name
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / name
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / name


def database_url(given: str | None = None) -> str:
    """Returns the URL of the database: the one given, else that of ``ARRAKIS_DB``, else the file in the data folder.

    A password belongs into ``ARRAKIS_DB``: arguments of a program can be read by everybody on the machine. Raises
    StoreError when the data folder is needed and cannot be made.
    """
    return given or os.environ.get(URL_ENVIRONMENT) or default_url(data_folder())


def default_url(folder: Path) -> str:
    """Returns the URL of the SQLite file in a data folder."""
    return URL.create("sqlite", database=str(folder / FILE)).render_as_string()


class Database:
    """A database whose tables are up to date; safe to share between threads.

    ``read`` and ``write`` give a session inside one transaction, committed at the end and rolled back on an error.
    A writing one excludes other writers from its start, so what it reads is still true when it writes. Both raise
    TurnNotCome when the process is too busy for that.
    """

    def __init__(self, url: str, steps: tuple[Step, ...] = STEPS) -> None:
        """Opens ``url``; raises StoreError for a URL, driver, file or schema that will not do."""
        self._engine = _engine(url)
        self.is_sqlite = self._engine.dialect.name == "sqlite"
        self._turns = Turns() if self.is_sqlite else None
        self._reading, self._writing = self._engine, self._engine.execution_options(writes=True)
        if not self.is_sqlite:
            self._reading = self._engine.execution_options(**postgres.READING)
        try:
            with self._writing.begin() as connection:
                if not self.is_sqlite:
                    postgres.take_time(connection)
                    postgres.exclude_writers(connection)
                self.version = migrate(connection, steps)
        except SchemaTooNew as problem:
            self.close()
            raise StoreError(str(problem)) from None
        except DBAPIError as problem:
            self.close()
            raise StoreError(f"db: {self._engine.url!r} cannot be used: {problem.orig}") from None

    @property
    def engine(self) -> Engine:
        """The connections; for what ``read`` and ``write`` are no way to."""
        return self._engine

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Gives a session that sees one moment of the database."""
        with self._session(self._reading) as session:
            yield session

    @contextmanager
    def write(self, game: str | None = None) -> Iterator[Session]:
        """Gives a session that may write; all or nothing.

        ``game``: only what is of this game is written, and only its other writers have to be kept away; PostgreSQL
        then lets other games be written at the same time. On SQLite the writers of a process take turns, first come,
        first served.
        """
        turn = nullcontext() if self._turns is None else self._turns.turn(BUSY_SECONDS)
        with turn, self._session(self._writing) as session:
            if not self.is_sqlite:
                postgres.exclude_writers(session.connection(), game)
            yield session

    @contextmanager
    def _session(self, engine: Engine) -> Iterator[Session]:
        try:
            with told_apart(), SealedSession(engine) as session, session.begin():
                yield session
        except NoneFree:
            raise postgres.NoConnection(postgres.POOL_SECONDS, postgres.pool_size()) from None

    def close(self) -> None:
        """Closes every connection."""
        self._engine.dispose()


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
        sqlite = parsed.get_backend_name() == "sqlite"
        if sqlite and parsed.database in (None, "", ":memory:"):
            raise StoreError("db: a database in memory would be lost; name a file, such as sqlite:///games.sqlite")
        options = SQLITE_POOL if sqlite else postgres.engine_options(parsed)
        # What is written in an error never holds what the statement held: join codes, names, secrets of devices.
        engine = create_engine(postgres.usual_driver(parsed), hide_parameters=True, **options)
    except NoSuchModuleError:
        raise StoreError(f"db: no kind of database is called {make_url(url).get_backend_name()!r}") from None
    except ArgumentError:
        shown = re.sub(r"//[^/]*@", "//***@", url)
        raise StoreError(f"db: {shown!r} is no database URL such as sqlite:///games.sqlite") from None
    except ModuleNotFoundError as problem:
        raise StoreError(f"db: the driver {problem.name} for this URL is not installed{_remedy(problem)}") from None
    except ValueError as problem:
        raise StoreError(str(problem)) from None
    if sqlite:
        keep_private(Path(str(parsed.database)))
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _remedy(problem: ModuleNotFoundError) -> str:
    return " (python -m pip install 'psycopg[binary]')" if problem.name == "psycopg" else ""


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # The driver would begin transactions by itself and only at the first write: too late to exclude other writers.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    _write_ahead(cursor)
    # What was acknowledged is on the disk: a power cut takes nothing back (on Macs only with the full kind of sync).
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA fullfsync = ON")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _write_ahead(cursor: sqlite3.Cursor) -> None:
    """Makes the file write ahead, which it then keeps.

    SQLite's busy timeout does not hold here: while another program writes in the old mode (such as one that starts
    at the same moment), the switch fails at once.
    """
    last = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= last:
                raise
        time.sleep(0.02)


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
