"""SQLite files with our tables, written at once: making them anew for each test takes longer than most tests do."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.store import Database, database
from companion.store.database import default_url

SetUp = Callable[[bool, Any, object], None]
PRIVATE = 0o600


def laid(url: str) -> str:
    """Returns the URL; what it names is an empty database with our tables, where it is that of a file not there yet."""
    file = Path(url.removeprefix("sqlite:///"))
    if url.startswith("sqlite:///") and not file.exists():
        file.touch(PRIVATE)
        file.write_bytes(_empty())
    return url


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        Database(default_url(Path(folder))).close()
        return (Path(folder) / database.FILE).read_bytes()


@contextmanager
def never_waiting_for_the_disk() -> Iterator[SetUp]:
    """While it holds, what this process writes into SQLite files may be lost in a power cut; gives what sets up
    connections elsewhere."""
    usual = database._set_up_sqlite

    def set_up(alone: bool, connection: Any, record: object) -> None:
        usual(alone, connection, record)
        connection.execute("PRAGMA synchronous = OFF")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_set_up_sqlite", set_up)
        yield usual
