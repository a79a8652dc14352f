"""Makes the copies that nobody has to think of, in a thread of its own: nobody waits for them."""

import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Condition, Lock, Thread

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from companion.store.backup import BackupFailed, Copy, Reason, copies, make_copy
from companion.store.chain import Damaged
from companion.store.database import Database
from companion.store.examine import damages, opened
from companion.store.restore import RestoreFailed, restore_file
from companion.store.tables import Tally
from companion.store.trouble import Trouble, Unavailable, told_apart
from companion.store.turns import TurnNotCome

AT_LEAST = 20.0
"""Seconds between two automatic copies: rounds of many games that end together make one."""
REST = 20
"""A copy that took long is followed by a rest of so many times as long."""
REST_LOOKING = 3
"""The look through all games at the start rests after each game so many times as long as it took."""
LOOK_EVERY = 3600.0
FRESH_SECONDS = 1.0
HEALTH = "health"
"""The row that is written to see whether anything can be."""
DAY = timedelta(days=1)
FINGERPRINT = "SELECT id, seal FROM game ORDER BY id", "SELECT id, seal FROM seat ORDER BY id"

logger = logging.getLogger(__name__)


@contextmanager
def _only_process(file: Path) -> Iterator[None]:
    """Keeps other processes of the same file from copying it at the same moment; where that cannot be, they may."""
    descriptor = None
    with suppress(ImportError, OSError):
        import fcntl

        descriptor = os.open(file.parent, os.O_RDONLY)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def utc_now() -> datetime:
    """Returns the moment now, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Health:
    """How the database is: why nothing can be written (None: it can), the version of its tables, when the newest copy
    was made, whether that is more than a day behind, how many games are damaged, whether the last copy failed."""

    trouble: Trouble | None
    version: int
    copied: datetime | None
    copy_is_old: bool
    damaged: int
    copy_failed: bool = False


class Copyist:
    """Copies a database file at every end of a round, at start and stop, and once a day, when anything changed; and
    looks through all games at the start. Does nothing but that for a database on a server."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        """Nothing happens before ``start``."""
        self._database = database
        self._clock = clock
        self._asked: Reason | None = None
        self._stopped = True
        self._changed = Condition()
        self._one_at_a_time = Lock()
        self._asking = Lock()
        self._health: tuple[float, Health] | None = None
        self._thread: Thread | None = None
        self.damaged: dict[str, Damaged] = {}
        """The games that were found damaged when the server started."""
        self.failed: str = ""
        """Why the last copy could not be made, empty when it was made."""

    @property
    def database(self) -> Database:
        """The database that is copied."""
        return self._database

    @property
    def file(self) -> Path | None:
        """The database file; None for a database on a server, which has its own ways."""
        return self._database.file

    def start(self) -> None:
        """Begins to keep copies; the first is made at once when anything changed since the last."""
        if self._thread is None:
            self._stopped = False
            self._asked = Reason.START
            self._thread = Thread(target=self._keep, name="copies", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Ends; a last copy is made when anything changed."""
        if self._thread is None:
            return
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        self._thread.join()
        self._thread = None
        self.copy_if_changed(Reason.STOP)

    def ask(self, reason: Reason = Reason.ROUND) -> None:
        """Asks for a copy soon; returns at once."""
        with self._changed:
            self._asked = reason
            self._changed.notify_all()

    def copy_if_changed(self, reason: Reason) -> Copy | None:
        """Makes a copy now; None when the newest holds the same, there is no file, or it failed (see ``failed``)."""
        file = self.file
        if file is None:
            return None
        with self._one_at_a_time, _only_process(file):
            try:
                if self._is_as_copied(file):
                    self.failed = ""
                    return None
                made = make_copy(file, reason, self._clock())
            except (BackupFailed, Unavailable) as problem:
                self.failed = str(problem)
                logger.error("no copy of the database could be made: %s", problem)
                return None
            self.failed = ""
            return made

    @property
    def newest(self) -> Copy | None:
        """The newest copy that was made without being about to change the file."""
        return None if self.file is None else next(iter(copies(self.file)), None)

    def is_behind(self) -> bool:
        """Tells whether the newest copy is older than a day although something changed since, or there is none."""
        if self.file is None:
            return False
        newest = self.newest
        return (newest is None or self._clock() - newest.made > DAY) and not self._is_as_copied(self.file)

    def restore_all(self, copy: Copy) -> None:
        """Puts the whole file back as it was in a copy; raises RestoreFailed, or StoreError for tables that will not
        do, and then the file before is among the copies."""
        if self.file is None:
            raise RestoreFailed("the database is no file")
        with self._one_at_a_time, _only_process(self.file):
            restore_file(self.file, copy.file, self._clock())
        # Tables of an older version are brought up to date.
        Database(f"sqlite:///{self.file}", keep_copies=False).close()
        self.damaged = {}

    def health(self) -> Health:
        """Tells whether anything can be written, by writing, and how the copies stand; at most once a second."""
        with self._asking:
            if self._health is None or time.monotonic() - self._health[0] > FRESH_SECONDS:
                self._health = time.monotonic(), self._look()
            return self._health[1]

    def _look(self) -> Health:
        try:
            with self._database.write() as session:
                row = session.get(Tally, HEALTH) or Tally(key=HEALTH, since=self._clock(), count=0)
                row.since, row.count = self._clock(), row.count + 1
                session.add(row)
            newest, behind = self.newest, self.is_behind()
        except TurnNotCome:
            return Health(Trouble.LOCKED, self._database.version, None, False, 0)
        except Unavailable as problem:
            return Health(problem.trouble, self._database.version, None, False, 0)
        made = newest.made if newest is not None else None
        return Health(None, self._database.version, made, behind, len(self.damaged), bool(self.failed))

    def _is_as_copied(self, file: Path) -> bool:
        newest = next(iter(copies(file)), None)
        with self._database.read() as session:
            now = [session.connection().execute(text(one)).all() for one in FINGERPRINT]
        if newest is None:
            return not any(now)
        try:
            with opened(newest.file) as connection:
                return now == [connection.execute(text(one)).all() for one in FINGERPRINT]
        except DBAPIError:
            return False

    def _keep(self) -> None:
        self._look_through()
        rest = 0.0
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._stopped, rest)
                self._changed.wait_for(lambda: self._stopped or self._asked, LOOK_EVERY)
                if self._stopped:
                    return
                reason, self._asked = self._asked, None
            newest = self.newest
            if reason is None and newest is not None and self._clock() - newest.made < DAY:
                continue
            begun = time.monotonic()
            try:
                self.copy_if_changed(reason or Reason.DAY)
            except Exception:
                logger.exception("a copy of the database failed")
            rest = max(AT_LEAST, REST * (time.monotonic() - begun))

    def _rested(self, seconds: float) -> bool:
        """Leaves the processor to the pages after a game that took so long; False when the server stops."""
        with self._changed:
            return not self._changed.wait_for(lambda: self._stopped, REST_LOOKING * seconds)

    def _look_through(self) -> None:
        try:
            with told_apart(), self._database.engine.connect() as connection:
                self.damaged = damages(connection, self._rested)
        except Exception:
            logger.exception("the games could not be looked through")
        for damage in self.damaged.values():
            logger.error("%s", damage)
