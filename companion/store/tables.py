"""The tables. The SQL they need is common to SQLite and PostgreSQL."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    MetaData,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
)
from sqlmodel import Field, SQLModel

MAX_ID, MAX_NAME, MAX_HASH, MAX_IDS = 32, 60, 64, 120


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC; SQLite, which keeps no zone, gives it back with one."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turns a moment into UTC; refuses one without a zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment needs a time zone: {value!r}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Gives a moment its zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(SQLModel):
    """Parent of the tables, with metadata of their own: other users of SQLModel do not get in."""

    metadata = MetaData()


def _moment() -> Any:
    return Field(sa_column=Column(UtcDateTime, nullable=False))


def _text() -> Any:
    return Field(sa_column=Column(Text, nullable=False))


def _flag() -> Any:
    return Field(default=False, sa_column_kwargs={"server_default": false()})


def _hash() -> Any:
    return Field(default="", max_length=MAX_HASH, sa_column_kwargs={"server_default": ""})


def _ids() -> Any:
    return Field(default="", max_length=MAX_IDS, sa_column_kwargs={"server_default": ""})


def _of_game() -> Any:
    return Field(foreign_key="game.id", primary_key=True, max_length=MAX_ID, ondelete="CASCADE")


class SchemaVersion(Base, table=True):
    """Which shape the tables have: one row."""

    __tablename__ = "schema_version"

    id: int = Field(default=1, primary_key=True)
    version: int


class Game(Base, table=True):
    """A game; ``id`` is public and cannot be guessed.

    ``play_code`` and ``watch_code`` let guests in, ``owner_code`` gives its owner the seat back. ``approve``: a new
    device waits until somebody at the table lets it in. ``hidden``: not among the games of the first page. ``deleted``:
    since when it is only kept to be put back. ``imported`` is the digest of the file that it came from. ``salt`` hides
    the seed in the pledge of its rolls; games made before it was kept have none. ``seq`` and ``head`` are number and
    ``chain`` of the last row of its log, ``seal`` is the hash of all of this: sessions keep the three (see ``chain``),
    nobody else sets them.
    """

    __table_args__ = (
        Index("ix_game_watch_code", "watch_code", unique=True),
        Index("ix_game_owner_code", "owner_code", unique=True),
        Index("ix_game_imported", "imported"),
    )

    id: str = Field(primary_key=True, max_length=MAX_ID)
    name: str = Field(max_length=MAX_NAME)
    mode: str = Field(max_length=MAX_ID)
    seed: int = Field(sa_column=Column(BigInteger, nullable=False))
    settings: str = _text()
    play_code: str = Field(max_length=MAX_ID, unique=True)
    created: datetime = _moment()
    changed: datetime = _moment()
    winner: str | None = Field(default=None, max_length=MAX_ID)
    watch_code: str = Field(max_length=MAX_ID)
    owner_code: str = Field(max_length=MAX_ID)
    approve: bool = _flag()
    hidden: bool = _flag()
    imported: str | None = Field(default=None, max_length=MAX_HASH)
    deleted: datetime | None = Field(default=None, sa_column=Column(UtcDateTime, nullable=True))
    salt: str = _hash()
    seq: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    head: str = _hash()
    seal: str = _hash()


class Device(Base, table=True):
    """A browser that has done something here: ``id`` is the hash of its secret token, ``name`` what its people are
    called. ``seen`` is for the sweep of those long gone; no clock decides who may come in. ``host``: it was used on the
    serving computer. ``owner`` is the hash of the owner's link that it opened: with the link of today it is an owner's
    device of this server."""

    id: str = Field(primary_key=True, max_length=MAX_HASH)
    name: str = Field(max_length=MAX_NAME)
    created: datetime = _moment()
    seen: datetime = _moment()
    host: bool = _flag()
    owner: str | None = Field(default=None, max_length=MAX_HASH)


class Seat(Base, table=True):
    """A device at a game. ``device`` is the id of the device; that of nobody here is no hash (see ``games``).

    ``owner``: may rename, delete and open the game, and remove others. ``waiting``: not let in yet. ``person`` is the
    number of the seat of the same person's other device that this one stands for. ``removed``: put out of the game.
    A seat that rows of the log name stays as long as its game, under a ``device`` of nobody when its device has gone:
    the history tells its name. ``seal`` is kept by sessions, as that of a game.

    Ids of parts, sorted, between spaces: ``parts`` that it plays, empty for a device of the table; ``acts_for``, those
    that were handed to it, ``acts_once`` for one decision; ``wants``, those that it asks to play. ``knows``: ids of
    sides whose secrets it has seen.
    """

    __table_args__ = (UniqueConstraint("game", "device"),)

    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="game.id", index=True, max_length=MAX_ID, ondelete="CASCADE")
    device: str = Field(max_length=MAX_HASH, index=True)
    role: str = Field(max_length=MAX_ID)
    name: str = Field(max_length=MAX_NAME)
    created: datetime = _moment()
    seen: datetime = _moment()
    owner: bool = _flag()
    waiting: bool = _flag()
    person: int | None = Field(default=None)
    removed: bool = _flag()
    parts: str = _ids()
    acts_for: str = _ids()
    acts_once: bool = _flag()
    wants: str = _ids()
    knows: str = _ids()
    seal: str = _hash()


class EventRow(Base, table=True):
    """One row of the log of a game. ``batch`` is the seq of the first row of the same command; ``chain`` the hash of
    this row and of the ``chain`` before it."""

    __tablename__ = "event"

    game: str = _of_game()
    seq: int = Field(primary_key=True)
    batch: int
    kind: str = Field(max_length=60)
    payload: str = _text()
    command: str = Field(max_length=200)
    seat: int | None = Field(sa_column=Column(ForeignKey("seat.id", ondelete="SET NULL"), nullable=True, default=None))
    created: datetime = _moment()
    chain: str = _hash()


class IdempotencyRow(Base, table=True):
    """A request that was carried out: repeated, it is answered from here, for as long as its game is there."""

    __tablename__ = "idempotency_key"

    game: str = _of_game()
    key: str = Field(primary_key=True, max_length=64)
    digest: str = Field(max_length=64)
    batch: int
    seq_after: int
    created: datetime = _moment()


class Ask(Base, table=True):
    """A wish to take back or put back steps of the other side, as the game stands at ``seq``; later it is void.

    ``kind`` is that of the reversal or ``go-to``, ``batch`` the step or entry, ``side`` whose yes it needs, ``seat``
    who asks: one wish a seat. ``refused``: they said no. No number is used twice: a yes is for the wish that was read.
    """

    __table_args__ = {"sqlite_autoincrement": True}

    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="game.id", index=True, max_length=MAX_ID, ondelete="CASCADE")
    seat: int = Field(foreign_key="seat.id", unique=True, ondelete="CASCADE")
    seq: int
    kind: str = Field(max_length=MAX_ID)
    batch: int
    side: str = Field(max_length=MAX_ID)
    refused: bool = _flag()


class Tally(Base, table=True):
    """How often something happened within a window that began at ``since``: limits that all processes share.

    ``key`` says what is counted and for whom, by a hash: no address is kept.
    """

    key: str = Field(primary_key=True, max_length=120)
    since: datetime = _moment()
    count: int = Field(sa_column=Column(BigInteger, nullable=False))


class CameraBox(Base, table=True):
    """Whose a game box is that the camera was taught: ``id`` is the name of its folder, ``device`` that of a device, or
    a word for the serving computer (see ``boxes``). ``shared``: those who sit at a table with its owner may use it."""

    __tablename__ = "camera_box"

    id: str = Field(primary_key=True, max_length=MAX_ID)
    device: str = Field(max_length=MAX_HASH, index=True)
    created: datetime = _moment()
    shared: bool = _flag()
