"""Why a database cannot be used just now, told apart by what whoever runs the app has to do about it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from sqlalchemy.exc import DBAPIError, IntegrityError


class Trouble(StrEnum):
    """The reasons."""

    FULL = "full"
    """The disk has no room left."""
    LOCKED = "locked"
    """Others have kept on writing for longer than anybody waits."""
    READ_ONLY = "read-only"
    """The file, its folder or the disk may not be written to."""
    GONE = "gone"
    """The file is no longer there, or cannot be opened."""
    DAMAGED = "damaged"
    """The file is no longer a database, or not whole."""
    DISK = "disk"
    """The disk reports an error."""
    UNREACHABLE = "unreachable"
    """The database server does not answer."""
    BUSY = "busy"
    """There are as many connections as there may be."""


class Unavailable(Exception):
    """The database cannot be used just now. Nothing was changed, unless a server went away at the very last moment:
    a request sent again is then recognised."""

    def __init__(self, trouble: Trouble, detail: str) -> None:
        self.trouble = trouble
        super().__init__(f"db: {trouble.value}: {detail}")


OF_SQLITE = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
    sqlite3.SQLITE_PROTOCOL: Trouble.LOCKED,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_PERM: Trouble.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Trouble.GONE,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
    sqlite3.SQLITE_FORMAT: Trouble.DAMAGED,
    sqlite3.SQLITE_IOERR: Trouble.DISK,
    sqlite3.SQLITE_NOLFS: Trouble.DISK,
}
OF_DAMAGED_SCHEMA = ("no such table", "no such column", "has no column", "malformed", "could not decode to utf-8")
"""What SQLite says, under its general code, when the list of its tables or a text is damaged."""
OF_SQLSTATE = {
    "53100": Trouble.FULL,
    "53300": Trouble.BUSY,
    "25006": Trouble.READ_ONLY,
    "55P03": Trouble.LOCKED,
    "57014": Trouble.LOCKED,
    "40P01": Trouble.LOCKED,
    "40001": Trouble.LOCKED,
    "58030": Trouble.DISK,
}
OF_CLASS = {"08": Trouble.UNREACHABLE, "57": Trouble.UNREACHABLE, "53": Trouble.BUSY, "XX": Trouble.DAMAGED}
"""Of PostgreSQL's codes the first two characters; those above are more exact."""


def trouble_of(problem: DBAPIError) -> Trouble | None:
    """Returns why a statement failed, None when the statement itself is wrong."""
    cause = problem.orig
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", None)
        if isinstance(code, int) and (known := OF_SQLITE.get(code & 0xFF)):
            return known
        said = str(cause).lower()
        return Trouble.DAMAGED if any(part in said for part in OF_DAMAGED_SCHEMA) else None
    state = getattr(cause, "sqlstate", None) or getattr(cause, "pgcode", None)
    if isinstance(state, str):
        return OF_SQLSTATE.get(state) or OF_CLASS.get(state[:2])
    said = str(cause).lower()
    if "too many" in said or "remaining connection slots" in said:
        # Refused before the connection stood: the driver has the text only.
        return Trouble.BUSY
    disconnected = problem.connection_invalidated or type(cause).__name__ in ("OperationalError", "InterfaceError")
    return Trouble.UNREACHABLE if disconnected else None


@contextmanager
def told_apart() -> Iterator[None]:
    """Turns what keeps the database from being used into Unavailable; other errors pass."""
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as problem:
        trouble = trouble_of(problem)
        if trouble is None:
            raise
        # What SQLite cannot decode it quotes, which may be a code or what a player hides.
        detail = str(problem.orig).strip().partition(" with text ")[0]
        raise Unavailable(trouble, detail) from problem
