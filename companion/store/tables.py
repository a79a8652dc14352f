"""The tables. The SQL they need is common to SQLite and PostgreSQL."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    MetaData,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlmodel import Field, SQLModel

MAX_ID, MAX_NAME = 32, 60


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


def _of_game() -> Any:
    return Field(foreign_key="game.id", primary_key=True, max_length=MAX_ID, ondelete="CASCADE")


class SchemaVersion(Base, table=True):
    """Which shape the tables have: one row."""

    __tablename__ = "schema_version"

    id: int = Field(default=1, primary_key=True)
    version: int


class Game(Base, table=True):
    """A game; ``id`` is public and cannot be guessed, ``join_code`` is short and lets guests in."""

    id: str = Field(primary_key=True, max_length=MAX_ID)
    name: str = Field(max_length=MAX_NAME)
    mode: str = Field(max_length=MAX_ID)
    seed: int = Field(sa_column=Column(BigInteger, nullable=False))
    settings: str = _text()
    join_code: str = Field(max_length=MAX_ID, unique=True)
    created: datetime = _moment()
    changed: datetime = _moment()
    winner: str | None = Field(default=None, max_length=MAX_ID)


class Seat(Base, table=True):
    """A device at a game, known by the hash of its secret token."""

    __table_args__ = (UniqueConstraint("game", "token_hash"),)

    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="game.id", index=True, max_length=MAX_ID, ondelete="CASCADE")
    token_hash: str = Field(max_length=64, index=True)
    role: str = Field(max_length=MAX_ID)
    name: str = Field(max_length=MAX_NAME)
    created: datetime = _moment()
    seen: datetime = _moment()


class EventRow(Base, table=True):
    """One row of the log of a game. ``batch`` is the seq of the first row of the same command."""

    __tablename__ = "event"

    game: str = _of_game()
    seq: int = Field(primary_key=True)
    batch: int
    kind: str = Field(max_length=60)
    payload: str = _text()
    command: str = Field(max_length=200)
    seat: int | None = Field(sa_column=Column(ForeignKey("seat.id", ondelete="SET NULL"), nullable=True, default=None))
    created: datetime = _moment()


class IdempotencyRow(Base, table=True):
    """A request that was carried out: repeated, it is answered from here."""

    __tablename__ = "idempotency_key"

    game: str = _of_game()
    key: str = Field(primary_key=True, max_length=64)
    digest: str = Field(max_length=64)
    batch: int
    seq_after: int
    created: datetime = _moment()
