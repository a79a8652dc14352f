"""The connection to the database: where it is, how it is opened, and its two kinds of transaction."""

import logging
import os
import re
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlmodel import Session, create_engine

from companion.store import postgres
from companion.store.backup import BackupFailed, Reason, copies, make_copy
from companion.store.chain import SealedSession
from companion.store.files import close_folder, keep_private
from companion.store.migrations import STEPS, SchemaTooNew, Step, migrate, version_of
from companion.store.trouble import Trouble, Unavailable, told_apart, trouble_of
from companion.store.turns import Turns

FILE = "arrakis.sqlite"
ENVIRONMENT = "ARRAKIS_DATA"
URL_ENVIRONMENT = "ARRAKIS_DB"
BUSY_SECONDS, OPENING_SECONDS = 3, 20
"""How long others may keep a request from writing, and a program that starts: they may be changing the tables."""
SQLITE_POOL = {"pool_size": 48, "max_overflow": 0}
"""More than the threads of the server, so that no request waits for a connection."""
POOL_ALONE = {"pool_size": 1, "max_overflow": 0, "pool_timeout": 0}
"""Nobody else asks: whoever wanted a second connection would wait for itself."""

logger = logging.getLogger(__name__)


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
    if not os.environ.get(ENVIRONMENT):
        close_folder(folder)
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

    def __init__(
        self, url: str, steps: tuple[Step, ...] = STEPS, *, keep_copies: bool = True, alone: bool = False
    ) -> None:
        """Opens ``url``; raises StoreError for a URL, driver, file or schema that will not do.

        A file whose tables have to be brought up to date is copied first, unless ``keep_copies`` is false. ``alone``:
        one thread of one process uses the file, which then needs no shared memory beside it and has one connection.
        """
        self._engine = _engine(url, alone=alone)
        self.is_sqlite = self._engine.dialect.name == "sqlite"
        self._here = threading.local()
        self._turns = Turns() if self.is_sqlite else None
        self._reading, self._writing = self._engine, self._engine.execution_options(writes=True)
        if not self.is_sqlite:
            self._reading = self._engine.execution_options(**postgres.READING)
        self._keep_copies = keep_copies
        self._identity = self._found()
        try:
            with self._writing.execution_options(patience=OPENING_SECONDS).begin() as connection:
                if not self.is_sqlite:
                    postgres.take_time(connection)
                    postgres.exclude_writers(connection)
                self.version = self._brought_up_to_date(connection, steps)
                if self.is_sqlite:
                    connection.exec_driver_sql(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        except StoreError:
            self.close()
            raise
        except SchemaTooNew as problem:
            self.close()
            raise StoreError(str(problem)) from None
        except DBAPIError as problem:
            self.close()
            if self.file is not None and trouble_of(problem) is Trouble.DAMAGED:
                raise StoreError(_damaged(self.file, str(problem.orig))) from None
            raise StoreError(f"db: {self._engine.url!r} cannot be used: {problem.orig}") from None

    def _brought_up_to_date(self, connection: Connection, steps: tuple[Step, ...]) -> int:
        try:
            found = version_of(connection)
        except (SQLAlchemyError, TypeError, ValueError) as problem:
            if self.file is None or (isinstance(problem, DBAPIError) and trouble_of(problem) is not Trouble.DAMAGED):
                raise
            raise StoreError(_damaged(self.file, "the version of its tables cannot be read")) from None
        if found is None or found > len(steps):
            return migrate(connection, steps)
        saved = ""
        if self.file is not None and self._keep_copies:
            try:
                copy = make_copy(self.file, Reason.MIGRATION, datetime.now(UTC)).file
            except BackupFailed as problem:
                raise StoreError(f"db: its tables must be brought up to date, after a copy of it; {problem}") from None
            saved = f" A copy from before is {copy}."
        try:
            return migrate(connection, steps)
        except Exception as problem:
            logger.exception("the tables could not be brought up to date")
            why = getattr(problem, "orig", problem)
            raise StoreError(
                f"db: its tables of version {found} could not be brought to version {len(steps) + 1}, and nothing was "
                f"changed: {why}. Go back to the version of the program that you used before.{saved}"
            ) from None

    @cached_property
    def file(self) -> Path | None:
        """The file; None for a database on a server or one that is named by an address.

        Worked out once: with every tap it is looked whether it is still there.
        """
        named = str(self._engine.url.database)
        return Path(named).absolute() if self.is_sqlite and not named.startswith("file:") else None

    @property
    def engine(self) -> Engine:
        """The connections; for what ``read`` and ``write`` are no way to."""
        return self._engine

    @contextmanager
    def look(self) -> Iterator[Connection]:
        """Gives a connection that sees one moment of the database: for what every tap asks, a third of a session's
        cost.

        Within another ``look`` or ``read`` of the same thread it sees the same moment.
        """
        around: Connection | None = getattr(self._here, "connection", None)
        if around is not None:
            with told_apart():
                yield around
            return
        with self._connected(self._reading) as connection:
            self._here.connection, self._here.session = connection, None
            try:
                yield connection
            finally:
                if self._here.session is not None:
                    self._here.session.close()
                self._here.connection = self._here.session = None

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Gives a session that sees one moment of the database.

        Within another ``read`` of the same thread it is the same session, and so the same moment.
        """
        with self.look() as connection:
            if self._here.session is None:
                self._here.session = SealedSession(connection)
            yield self._here.session

    @contextmanager
    def write(self, game: str | None = None) -> Iterator[Session]:
        """Gives a session that may write; all or nothing.

        ``game``: only what is of this game is written, and only its other writers have to be kept away; PostgreSQL
        then lets other games be written at the same time. On SQLite the writers of a process take turns, first come,
        first served.
        """
        turn = nullcontext() if self._turns is None else self._turns.turn(BUSY_SECONDS)
        with turn, self._connected(self._writing) as connection, SealedSession(connection) as session:
            if not self.is_sqlite:
                postgres.exclude_writers(connection, game)
            yield session
            session.flush()

    @contextmanager
    def _connected(self, engine: Engine) -> Iterator[Connection]:
        self._notice_another_file()
        try:
            with told_apart(), engine.connect() as connection, connection.begin():
                yield connection
        except NoneFree:
            raise postgres.NoConnection(postgres.POOL_SECONDS, postgres.pool_size()) from None

    def close(self) -> None:
        """Closes every connection."""
        self._engine.dispose()

    def _found(self) -> tuple[int, int] | None:
        """Which file there is; None when there is none, or no file at all."""
        try:
            found = None if self.file is None else self.file.stat()
        except OSError:
            return None
        return None if found is None else (found.st_dev, found.st_ino)

    def _notice_another_file(self) -> None:
        """Connections would go on with a file that was removed or replaced, and what they write would be lost."""
        found = self._found()
        if found == self._identity:
            return
        if found is None:
            raise Unavailable(Trouble.GONE, f"{self.file} is no longer there")
        self._engine.dispose()
        self._identity = found


def _engine(url: str, *, alone: bool = False) -> Engine:
    try:
        parsed = make_url(url)
        sqlite = parsed.get_backend_name() == "sqlite"
        if sqlite and parsed.database in (None, "", ":memory:"):
            raise StoreError("db: a database in memory would be lost; name a file, such as sqlite:///games.sqlite")
        options = (POOL_ALONE if alone else SQLITE_POOL) if sqlite else postgres.engine_options(parsed)
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
        event.listen(engine, "connect", partial(_set_up_sqlite, alone))
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _remedy(problem: ModuleNotFoundError) -> str:
    return " (python -m pip install 'psycopg[binary]')" if problem.name == "psycopg" else ""


def _damaged(file: Path, why: str) -> str:
    newest = next((copy for copy in copies(file) if copy.sound), None)
    way = "There is no copy of it." if newest is None else "Put the newest copy back, what is there now is kept:"
    command = "" if newest is None else f"\n  arrakis restore {newest.file} --db sqlite:///{file}"
    return f"db: {file} is damaged: {why}. {way}{command}"


def _set_up_sqlite(alone: bool, connection: Any, _record: object) -> None:
    # The driver would begin transactions by itself and only at the first write: too late to exclude other writers.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    if alone:
        # The journal is not removed but emptied: that is one thing less that a small file system has to do well.
        cursor.execute("PRAGMA journal_mode = TRUNCATE")
    else:
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
    last = time.monotonic() + OPENING_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= last:
                raise
        time.sleep(0.02)


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    writes = options.get("writes", False)
    if patience := options.get("patience"):
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {patience * 1000}")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
