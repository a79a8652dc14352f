"""A PostgreSQL server of the tests' own: in a temporary folder, on a port of this machine that nobody has.

All processes of a run share one. Each holds the writing end of a named pipe open for as long as it lives; who started
the server left somebody behind who reads from the pipe, and stops the server when nobody writes any more. So it ends
with the run, however that ends.
"""

import fcntl
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from companion.store import Database
from companion.store.migrations import STEPS
from companion.store.tables import Base

DEBIAN = Path("/usr/lib/postgresql")
UNPRIVILEGED = ("postgres", "nobody")
SETTINGS = {
    # What is lost in a power cut is of no interest here.
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "autovacuum": "off",
    "jit": "off",
    "shared_buffers": "32MB",
    "max_connections": "100",
}
WATCH = 'cat "$1" >/dev/null; "$2" stop -D "$3" -m immediate >/dev/null 2>&1; rm -rf "$4"'
_numbers = count(1)

BOTH = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
"""The parameters of a fixture that gives a database of either kind."""
only_sqlite = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
"""Marks a test whose ``url`` is that of a file: it is about what only SQLite does."""


@dataclass(frozen=True)
class Server:
    """A server that runs; ``end`` is what keeps it running."""

    port: int
    end: int

    def url(self, database: str) -> str:
        return f"postgresql://arrakis@127.0.0.1:{self.port}/{database}"


@cache
def server(shared: Path) -> Server:
    """Returns the server of this run, started if it is not; ``shared`` is a folder that all processes of it know."""
    known = shared / "postgres"
    with (shared / "postgres.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if known.exists() and (end := _joined(Path(known.read_text()))) is not None:
            return Server(int((Path(known.read_text()) / "port").read_text()), end)
        folder = _started()
        known.write_text(str(folder))
        # Waits until there is somebody who reads.
        end = os.open(folder / "alive", os.O_WRONLY)
        return Server(int((folder / "port").read_text()), end)


@contextmanager
def new_database(running: Server) -> Iterator[str]:
    """Gives the URL of an empty database, which is gone afterwards."""
    name = f"t{os.getpid()}_{next(_numbers)}"
    engine = create_engine(running.url("postgres"), isolation_level="AUTOCOMMIT", pool_size=1)
    try:
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
            yield running.url(name)
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    finally:
        engine.dispose()


def programs() -> Path:
    """Returns the folder of PostgreSQL's programs; raises FileNotFoundError saying how to get them."""
    found = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda file: int(file.parts[-3].partition(".")[0]))
    if not found and (anywhere := shutil.which("initdb")):
        found = [Path(anywhere)]
    if not found:
        raise FileNotFoundError(
            "postgres: no initdb; `sh setup.sh postgres` installs it, -m 'not postgres' does without"
        )
    return found[-1].parent


def _joined(folder: Path) -> int | None:
    """Returns what keeps the server running while it is open, None when it does not run any more."""
    try:
        return os.open(folder / "alive", os.O_WRONLY | os.O_NONBLOCK)
    except OSError:
        return None


def _started() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="arrakis-postgres-"))
    become, data, bin_folder = _user(folder), folder / "data", programs()
    made = [bin_folder / "initdb", "-D", data, "-U", "arrakis", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
    subprocess.run([*become, *map(str, made)], check=True, capture_output=True)
    port = _free_port()
    options = {**SETTINGS, "listen_addresses": "127.0.0.1", "port": str(port), "unix_socket_directories": str(folder)}
    given = " ".join(f"-c {name}={value}" for name, value in options.items())
    start = [bin_folder / "pg_ctl", "start", "-w", "-D", data, "-l", folder / "log", "-o", given]
    subprocess.run(
        [*become, *map(str, start)], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, cwd=folder
    )
    (folder / "port").write_text(str(port))
    os.mkfifo(folder / "alive")
    watch = ["sh", "-c", WATCH, "watch", folder / "alive", bin_folder / "pg_ctl", data, folder]
    watcher = subprocess.Popen(
        [*become, *map(str, watch)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
    )
    watcher.returncode = 0  # nobody waits for it: it outlives this process
    return folder


def _user(folder: Path) -> list[str]:
    """Returns how to run a program as somebody whom the server accepts: it refuses root."""
    if os.geteuid() != 0:
        return []
    names = {entry.pw_name for entry in pwd.getpwall()}
    name = next(one for one in UNPRIVILEGED if one in names)
    shutil.chown(folder, name)
    return ["runuser", "-u", name, "--"]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Scratch:
    """A database of this process for one test after the other: emptying it is much quicker than making a new one."""

    def __init__(self, running: Server) -> None:
        self._made = new_database(running)
        self.url = self._made.__enter__()
        Database(self.url).close()
        # Asked before use: a test that ends all connections of its database ends this one too.
        self._engine = create_engine(self.url, isolation_level="AUTOCOMMIT", pool_size=1, pool_pre_ping=True)

    def empty(self) -> None:
        names = [table.name for table in reversed(Base.metadata.sorted_tables) if table.name != "schema_version"]
        with self._engine.connect() as connection:
            if connection.execute(text("SELECT version FROM schema_version")).scalar_one() == len(STEPS) + 1:
                connection.execute(text("; ".join(f"DELETE FROM {name}" for name in names)))
                return
            # A test has changed the tables.
            connection.execute(text("DROP SCHEMA public CASCADE; CREATE SCHEMA public"))
        Database(self.url).close()

    def close(self) -> None:
        self._engine.dispose()
        self._made.__exit__(None, None, None)


def url_of(kind: str, request: pytest.FixtureRequest) -> str:
    """Returns the URL of a database without games for the test that asks, of one of the kinds in ``BOTH``."""
    if kind == "sqlite":
        return f"sqlite:///{request.getfixturevalue('tmp_path') / 'games.sqlite'}"
    return str(request.getfixturevalue("postgres_url"))
