"""The chain of hashes over the rows of a game, and the seals of what can change: no damage goes unnoticed.

Each row of the log carries the hash of itself and of the hash before it. A game knows the number and the hash of its
last row, so that a missing end is noticed too, and games and seats carry a seal over all their columns. Sessions of a
database keep all of it up to date by themselves, whoever writes; what reads a game compares.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Protocol

from sqlalchemy import Connection, Row, event, insert, inspect, text, update
from sqlalchemy.orm import UOWTransaction
from sqlmodel import Session

from companion.store.tables import Base, EventRow, Game, Seat

GAMES, EVENTS = Base.metadata.tables["game"], Base.metadata.tables["event"]
UNSEALED: Mapping[str, frozenset[str]] = {"game": frozenset({"seal"}), "seat": frozenset({"seal", "id", "seen"})}
"""By table: columns that no seal covers. The number of a seat is not known when it is sealed; rows name it."""
_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode


class Harm(StrEnum):
    """What is wrong with a damaged game."""

    GAME = "game"
    """Its own row is not what was written: name, settings, codes or where it stands."""
    SEATS = "seats"
    """A seat is not what was written, or one that the log names is missing."""
    ROW = "row"
    """A row of the log is not what was written."""
    MISSING = "missing"
    """Rows of the log are missing, in the middle or at the end."""
    UNREADABLE = "unreadable"
    """The file cannot be read where the game is."""


class Damaged(Exception):
    """A game is not what was written; up to row ``seq`` its log is good, None when that is not known yet."""

    def __init__(self, game: str, harm: Harm, seq: int | None = None) -> None:
        self.game = game
        self.harm = harm
        self.seq = seq
        good = "" if seq is None else f"; good up to row {seq}"
        super().__init__(f"game: {game} is damaged ({harm.value}){good}")


class Linked(Protocol):
    """A row of the log as it is read, from a table or in a session."""

    @property
    def seq(self) -> int: ...  # noqa: D102
    @property
    def batch(self) -> int: ...  # noqa: D102
    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def payload(self) -> str: ...  # noqa: D102
    @property
    def command(self) -> str: ...  # noqa: D102
    @property
    def seat(self) -> int | None: ...  # noqa: D102
    @property
    def created(self) -> datetime | str: ...  # noqa: D102
    @property
    def chain(self) -> str: ...  # noqa: D102


def moment(value: datetime | str) -> str:
    """Returns a moment as SQLite keeps it: in UTC, to the microsecond."""
    if isinstance(value, str):
        return value
    return value.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")


def link(before: str, row: Linked) -> str:
    """Returns the hash of a row of the log that comes after one with the hash ``before``, empty for the first."""
    head = f"{before} {row.seq} {row.batch} {row.seat} {moment(row.created)} {len(row.kind)} {len(row.command)} "
    return hashlib.sha256(f"{head}{row.kind}{row.command}{row.payload}".encode()).hexdigest()


def link_all(game: Game, rows: Iterable[dict[str, Any]]) -> None:
    """Chains the values of rows that are written past the session, as the next ones of a game in a session.

    Raises ValueError for rows that do not follow one another.
    """
    for values in rows:
        row = EventRow(**{"chain": "", **values})
        _link_next(game, row)
        values["chain"] = row.chain


def follow(
    game: str, seq: int, head: str, rows: Iterable[Linked], end: tuple[int, str] | None = None
) -> tuple[int, str]:
    """Returns number and hash of the last row, after ``rows`` that come after row ``seq`` with the hash ``head``.

    Raises Damaged for a row that is not what was written or not the next one, and when the last is not ``end``.
    """
    for row in rows:
        if row.seq != seq + 1:
            raise Damaged(game, Harm.MISSING, seq)
        try:
            head = link(head, row)
        except (TypeError, AttributeError, ValueError):
            raise Damaged(game, Harm.ROW, seq) from None
        if head != row.chain:
            raise Damaged(game, Harm.ROW, seq)
        seq += 1
    if end is not None and end != (seq, head):
        raise Damaged(game, Harm.MISSING, seq)
    return seq, head


def seal(table: str, values: Mapping[str, Any]) -> str:
    """Returns the seal of a row of the table ``game`` or ``seat``.

    Columns without a value (none, false, empty, 0) do not count, so that one can be added without sealing anew.
    """
    left_out = UNSEALED[table]
    kept = {name: _plain(value) for name, value in values.items() if value and name not in left_out}
    return hashlib.sha256(_json(kept).encode()).hexdigest()


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, bytes):
        return repr(value)
    return int(value) if isinstance(value, bool) else value


def is_sealed(row: Game | Seat) -> bool:
    """Tells whether a row as it was read is what was written."""
    return row.seal == seal(_table(row), _values(row))


def is_what_was_written(table: str, row: Row[Any]) -> bool:
    """Tells the same of a row that was read with all its columns and without a session."""
    return _was_written(table, row._fields, tuple(row))


@lru_cache(maxsize=4096)
def _was_written(table: str, names: tuple[str, ...], values: tuple[Any, ...]) -> bool:
    # The same row is read with every tap at a table.
    found = dict(zip(names, values, strict=True))
    return bool(found["seal"] == seal(table, found))


def add_rows(connection: Connection, game: Row[Any], rows: Sequence[dict[str, Any]], **changed: Any) -> None:
    """Writes rows past a session as the next ones of a game, and the game itself with what is ``changed`` of it.

    ``game``: all its columns, read and held in this transaction. Raises Damaged when it is not what was written.
    """
    if not is_what_was_written("game", game):
        raise Damaged(game.id, Harm.GAME)
    values = game._asdict() | changed
    for row in rows:
        if row["seq"] != values["seq"] + 1:
            raise ValueError(f"seq: row {row['seq']} of the game {game.id} cannot follow row {values['seq']}")
        values["seq"] = row["seq"]
        values["head"] = row["chain"] = link(values["head"], SimpleNamespace(**row))
    values["seal"] = seal("game", values)
    connection.execute(insert(EVENTS), rows)
    written = {name: values[name] for name in ("seq", "head", "seal", *changed)}
    connection.execute(update(GAMES).where(GAMES.c.id == game.id).values(written))


def seal_all(connection: Connection) -> None:
    """Makes chains and seals of a database anew: for a migration, when nothing has been checked by them yet or a
    column changed its name."""
    for game in connection.execute(text("SELECT * FROM game")).mappings().all():
        seq, head, links = 0, "", list[dict[str, object]]()
        for row in connection.execute(text(ROWS), {"game": game["id"]}):
            seq, head = row.seq, link(head, row)
            links.append({"game": game["id"], "seq": seq, "chain": head})
        if links:
            connection.execute(text("UPDATE event SET chain = :chain WHERE game = :game AND seq = :seq"), links)
        sealed = seal("game", {**game, "seq": seq, "head": head})
        connection.execute(
            text("UPDATE game SET seq = :seq, head = :head, seal = :seal WHERE id = :id"),
            {"id": game["id"], "seq": seq, "head": head, "seal": sealed},
        )
    for seat in connection.execute(text("SELECT * FROM seat")).mappings().all():
        connection.execute(
            text("UPDATE seat SET seal = :seal WHERE id = :id"), {"id": seat["id"], "seal": seal("seat", dict(seat))}
        )


ROWS = "SELECT seq, batch, kind, payload, command, seat, created, chain FROM event WHERE game = :game ORDER BY seq"
"""The rows of a game as they are kept, without a look at their types."""


class SealedSession(Session):
    """A session that chains and seals what is written, and blesses nothing that was damaged before."""


@event.listens_for(SealedSession, "before_flush")
def _keep(session: Session, _context: UOWTransaction, _instances: object) -> None:
    _link_new(session)
    for row in session.new:
        if isinstance(row, Game | Seat):
            row.seal = seal(_table(row), _values(row))
    for row in session.dirty:
        if isinstance(row, Game | Seat) and session.is_modified(row):
            before = _values(row) | dict(inspect(row).committed_state)
            if before["seal"] != seal(_table(row), before):
                raise _damaged(row)
            row.seal = seal(_table(row), _values(row))


def _link_new(session: Session) -> None:
    added = defaultdict[str, list[EventRow]](list)
    for row in session.new:
        if isinstance(row, EventRow):
            added[row.game].append(row)
    for game, rows in added.items():
        record = next((one for one in session.new if isinstance(one, Game) and one.id == game), None)
        record = record or session.get_one(Game, game)
        for row in sorted(rows, key=lambda one: one.seq):
            _link_next(record, row)


def _link_next(game: Game, row: EventRow) -> None:
    if row.seq != game.seq + 1:
        raise ValueError(f"seq: row {row.seq} of the game {game.id} cannot follow row {game.seq}")
    row.chain = game.head = link(game.head, row)
    game.seq = row.seq


def _table(row: Game | Seat) -> str:
    return "game" if isinstance(row, Game) else "seat"


def _values(row: Game | Seat) -> dict[str, Any]:
    return {name: getattr(row, name) for name in type(row).model_fields}


def _damaged(row: Game | Seat) -> Damaged:
    return Damaged(row.id, Harm.GAME) if isinstance(row, Game) else Damaged(row.game, Harm.SEATS)
