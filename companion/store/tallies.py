"""Counters that all processes of the app share: how often something happened within a window of time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import BigInteger, bindparam, delete, or_, text
from sqlmodel import col, select

from companion.store.database import Database
from companion.store.tables import Tally, UtcDateTime

# A window is left by the difference either way: after a clock was set, back or forward, a new one begins.
_OPEN = "tally.since > :earliest AND tally.since < :latest"
_TAKE = text(
    "INSERT INTO tally (key, since, count) VALUES (:key, :now, :amount) ON CONFLICT (key) DO UPDATE SET "
    f"count = CASE WHEN {_OPEN} THEN tally.count ELSE 0 END + :amount, "
    f"since = CASE WHEN {_OPEN} THEN tally.since ELSE :now END "
    f"WHERE NOT ({_OPEN}) OR tally.count + :amount <= :most RETURNING count"
).bindparams(
    *(bindparam(name, type_=UtcDateTime()) for name in ("now", "earliest", "latest")),
    *(bindparam(name, type_=BigInteger()) for name in ("amount", "most")),
)


@dataclass(frozen=True, slots=True)
class Take:
    """``amount`` is to be added to the counter ``key`` (at most 120 letters), which holds ``most`` in a ``window``."""

    key: str
    amount: int
    most: int
    window: timedelta


class Full(Exception):
    """A counter does not hold as much: ``take`` is what was asked of it, ``wait`` when its window ends."""

    def __init__(self, take: Take, wait: timedelta) -> None:
        self.take = take
        self.wait = wait
        super().__init__(f"{take.key}: {take.amount} more than {take.most} within {take.window}")


class Tallies:
    """The counters of a database; safe to share between threads and between processes."""

    def __init__(self, database: Database) -> None:
        """Uses ``database``, which the caller closes."""
        self._database = database

    def take(self, wanted: Sequence[Take], now: datetime) -> None:
        """Adds to all of the counters, or to none: raises Full for one that does not hold as much."""
        with self._database.write() as session:
            # In one order, so that two that ask for the same counters never wait for each other.
            for take in sorted(wanted, key=lambda each: each.key):
                facts = {
                    "key": take.key,
                    "now": now,
                    "amount": take.amount,
                    "most": take.most,
                    "earliest": now - take.window,
                    "latest": now + take.window,
                }
                fits = take.amount <= take.most
                if not fits or session.connection().execute(_TAKE, facts).first() is None:
                    row = session.exec(select(Tally).where(Tally.key == take.key)).one_or_none()
                    raise Full(take, take.window if row is None or not fits else _left(row.since, take.window, now))

    def sweep(self, older: timedelta, now: datetime) -> int:
        """Removes the counters whose window began longer ago than ``older``, and returns how many there were."""
        with self._database.write() as session:
            gone = delete(Tally).where(or_(col(Tally.since) < now - older, col(Tally.since) > now + older))
            return session.connection().execute(gone).rowcount


def _left(since: datetime, window: timedelta, now: datetime) -> timedelta:
    """Returns how long it is until a window ends; at most the window itself, for one that began in the future."""
    return max(timedelta(seconds=1), min(since + window - now, window))
