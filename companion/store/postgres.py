"""What PostgreSQL needs beyond SQLite: how connections are made and how many, and who may write at the same time.

Each process has at most ``ARRAKIS_POOL`` connections, and one more that listens (``news``): three processes with the
usual number stay far below the hundred that PostgreSQL allows as it is installed.
"""

import os
from typing import Any

from sqlalchemy import URL, Connection, text

from companion.store.turns import TurnNotCome

NAMES = ("postgresql", "postgres")
POOL_ENVIRONMENT = "ARRAKIS_POOL"
POOL, MOST_POOL = 12, 500
POOL_SECONDS = 10
"""How long a request waits for a connection when all are in use."""
RECYCLE_SECONDS = 1800
SETTINGS = {
    # In milliseconds. A request that takes longer is broken or hopeless; its connection must not stay away for ever.
    "statement_timeout": 15_000,
    "lock_timeout": 10_000,
    "idle_in_transaction_session_timeout": 60_000,
}
CONNECTING: dict[str, Any] = {
    "connect_timeout": 5,
    "application_name": "arrakis",
    # A server that vanished without a word is noticed within half a minute and not within hours.
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
READING: dict[str, Any] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""A reading transaction sees one moment. A writing one (READ COMMITTED) sees what those wrote for whom it waited."""
EVERYBODY, ONE_GAME = 4_200_717, 4_200_718
"""The numbers of our locks: of the whole database, and of a game."""


class NoConnection(TurnNotCome):
    """All connections of this process were in use for as long as anybody waits."""

    def __init__(self, seconds: float, connections: int) -> None:
        super().__init__(seconds, connections)
        self.args = (
            f"db: all {connections} connections of this process were in use for {seconds:g} seconds; nothing was "
            f"changed ({POOL_ENVIRONMENT} says how many there are)",
        )


def pool_size() -> int:
    """Returns how many connections this process may have: ``ARRAKIS_POOL``, or 12. Raises ValueError naming it."""
    given = os.environ.get(POOL_ENVIRONMENT, "").strip() or str(POOL)
    if not given.isascii() or not given.isdigit() or not 0 < int(given) <= MOST_POOL:
        raise ValueError(f"{POOL_ENVIRONMENT}: must be a whole number from 1 to {MOST_POOL}, not {given[:40]!r}")
    return int(given)


def usual_driver(url: URL) -> URL:
    """Returns a URL with the driver that we use, where it names none."""
    return url.set(drivername="postgresql+psycopg") if url.drivername in NAMES else url


def engine_options(url: URL) -> dict[str, Any]:
    """Returns how an engine for ``url`` is made; what the URL itself says goes before. Raises ValueError."""
    connecting = {name: value for name, value in CONNECTING.items() if name not in url.query}
    if "options" not in url.query:
        connecting["options"] = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
    return {
        "pool_size": pool_size(),
        "max_overflow": 0,
        "pool_timeout": POOL_SECONDS,
        "pool_recycle": RECYCLE_SECONDS,
        "pool_pre_ping": True,
        "connect_args": connecting,
    }


def exclude_writers(connection: Connection, game: str | None = None) -> None:
    """Keeps others from writing until the transaction ends: those of a game, or everybody."""
    if game is None:
        connection.execute(text("SELECT pg_advisory_xact_lock(:all)"), {"all": EVERYBODY})
    else:
        connection.execute(
            text("SELECT pg_advisory_xact_lock_shared(:all), pg_advisory_xact_lock(:one, hashtext(:game))"),
            {"all": EVERYBODY, "one": ONE_GAME, "game": game},
        )


def take_time(connection: Connection) -> None:
    """Lifts the limits of time for this transaction: one that changes the tables, or waits for another that does."""
    connection.execute(text("SET LOCAL statement_timeout = 0"))
    connection.execute(text("SET LOCAL lock_timeout = 0"))
