"""Looks through whole databases for games that are not what was written: the live one, or a copy of a file."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from companion.store.chain import ROWS, Damaged, Harm, follow, seal


class Raw(NamedTuple):
    """A row of the log as the file has it, whatever that is."""

    seq: int
    batch: int
    kind: str
    payload: str
    command: str
    seat: int | None
    created: str
    chain: str


@contextmanager
def opened(file: Path) -> Iterator[Connection]:
    """Gives a connection to a copy, which only reads; raises DBAPIError, also later, for one that is no database."""
    address = f"file:{quote(str(file.absolute()))}?mode=ro&immutable=1"
    engine = create_engine(
        "sqlite://", creator=lambda: sqlite3.connect(address, uri=True), poolclass=NullPool, hide_parameters=True
    )
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def is_sound(connection: Connection) -> bool:
    """Tells whether an SQLite file is a whole database, by its own check of pages and indexes."""
    try:
        return bool(connection.execute(text("PRAGMA integrity_check(1)")).scalar_one() == "ok")
    except DBAPIError:
        return False


def has_chains(connection: Connection) -> bool:
    """Tells whether a database is of a version that chains its rows."""
    return inspect(connection).has_table("game") and "seal" in {
        str(column["name"]) for column in inspect(connection).get_columns("game")
    }


def damages(connection: Connection, goes_on: Callable[[float], bool] = lambda _seconds: True) -> dict[str, Damaged]:
    """Returns every damaged game with what is wrong; raises DBAPIError when not even their list can be read.

    ``goes_on`` is called after each game with the seconds that it took, and may rest; False ends the look there.
    """
    found = dict[str, Damaged]()
    for game in connection.execute(text("SELECT id FROM game")).scalars().all():
        begun = time.monotonic()
        if damage := damage_of(connection, game):
            found[game] = damage
        if not goes_on(time.monotonic() - begun):
            break
    return found


def damage_of(connection: Connection, game: str) -> Damaged | None:
    """Returns what is wrong with a game, None when it is what was written."""
    try:
        _check(connection, game)
    except Damaged as damage:
        return damage
    except (SQLAlchemyError, sqlite3.Error, TypeError, ValueError):
        return Damaged(game, Harm.UNREADABLE)
    return None


def _check(connection: Connection, game: str) -> None:
    known = _one(connection, "SELECT * FROM game WHERE id = :game", game)
    if known["seal"] != seal("game", known):
        raise Damaged(game, Harm.GAME)
    seats = set[object]()
    for seat in connection.execute(text("SELECT * FROM seat WHERE game = :game"), {"game": game}).mappings():
        if seat["seal"] != seal("seat", dict(seat)):
            raise Damaged(game, Harm.SEATS)
        seats.add(seat["id"])
    rows = [Raw._make(row) for row in connection.execute(text(ROWS), {"game": game})]
    follow(game, 0, "", rows, (known["seq"], known["head"]))
    if {row.seat for row in rows} - seats - {None}:
        raise Damaged(game, Harm.SEATS)


def _one(connection: Connection, statement: str, game: str) -> dict[str, Any]:
    return dict(connection.execute(text(statement), {"game": game}).mappings().one())
