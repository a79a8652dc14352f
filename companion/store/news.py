"""News of games that another process has changed, for those in this one who wait for them.

Processes share nothing but their database. PostgreSQL passes messages on (LISTEN and NOTIFY); with SQLite each process
looks ten times a second at a number that changes with every commit. In both cases where the games stand is looked up
now and then all the same: for what was written by a process that ended before it could tell.

Who still sits at a game is news as well: a device that was put out in one process is not told anything by the others.

Nobody waits, nothing happens: the one thread begins with the first who waits and ends soon after the last.
"""

import logging
import secrets
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition, Thread
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.exc import SQLAlchemyError

from companion.store.database import Database
from companion.store.games import KEPT, SITS
from companion.store.tables import Base
from companion.store.trouble import Unavailable
from companion.store.turns import TurnNotCome

CHANNEL = "arrakis"
POLL_SECONDS = 0.1
"""How often a process looks whether an SQLite file has changed: a few microseconds each time."""
LOOK_SECONDS = 5.0
"""How often it is looked up where the games stand, whatever is heard."""
HEAR_SECONDS = 0.5
"""How long one wait for a message of PostgreSQL lasts: so long it takes to notice that the process ends."""
IDLE_SECONDS = 5.0
"""How long the thread stays when nobody waits any more: people who turn a page are back at once."""
SECONDS_TO_STOP = 2.0
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
"""How long it is waited before a lost connection is made anew, at first and at most."""
MOST_LETTERS = 7000
"""PostgreSQL passes on messages of up to 8000 bytes."""

logger = logging.getLogger(__name__)
Watched = Callable[[], Collection[str]]
Tell = Callable[[str, int], None]
Keep = Callable[[str, Collection[str]], None]
PUT_OUT = "out"
"""What a message says in the place of a number: somebody was put out of the game."""


class News:
    """Tells of games changed elsewhere, and tells the other processes of those changed here. Safe to share."""

    def __init__(self, database: Database, watched: Watched, tell: Tell, keep: Keep) -> None:
        """``watched`` gives the games that somebody here waits for; ``tell`` is called with the id of such a game and
        the place in its log, ``keep`` with the id and the devices that sit at it, by a thread of its own. They may be
        told what they know; they must not raise."""
        self._database = database
        self._watched = watched
        self._tell = tell
        self._keep = keep
        # What is raised while the database cannot be reached.
        self._faults = (SQLAlchemyError, OSError, TurnNotCome, Unavailable, database.engine.dialect.loaded_dbapi.Error)
        self._changed = Condition()
        self._known: dict[str, int] = {}
        self._looking = self._closed = False
        self._thread: Thread | None = None
        self._messages = None if database.is_sqlite else Messages(database)

    def watch(self) -> None:
        """Begins to look out, unless it is done already: somebody has begun to wait."""
        with self._changed:
            if self._looking or self._closed:
                return
            self._looking = True
            self._thread = Thread(target=self._run, name="news", daemon=True)
            self._thread.start()

    def written(self, game: str, seq: int) -> None:
        """Passes on that a game was changed by this process, and stands at ``seq``. Does not wait and never raises."""
        with self._changed:
            if game in self._known:
                self._known[game] = max(seq, self._known[game])
        if self._messages is not None:
            self._messages.send(game, seq)

    def put_out(self, game: str) -> None:
        """Passes on that this process put somebody out of a game, or deleted it. Does not wait and never raises."""
        if self._messages is not None:
            self._messages.send(game, PUT_OUT)

    def close(self) -> None:
        """Ends what goes on, within a second; nothing begins any more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._messages is not None:
            self._messages.close()
        if self._thread is not None:
            self._thread.join(SECONDS_TO_STOP)

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while not self._over():
            began = time.monotonic()
            try:
                if self._look_out():
                    return
                continue
            except self._faults as problem:
                # Lost connections come back; meanwhile devices that ask are answered in another way.
                lasted = time.monotonic() - began > LONGEST_PAUSE
                if lasted or pause == FIRST_PAUSE:
                    logger.warning("news of other processes are not heard at present: %s", _first_line(problem))
            pause = FIRST_PAUSE if lasted else min(2 * pause, LONGEST_PAUSE)
            self._rest(pause)

    def _over(self) -> bool:
        """Tells whether the thread ends here; whoever begins to wait afterwards starts another."""
        with self._changed:
            if self._closed:
                self._looking = False
            return self._closed

    def _look_out(self) -> bool:
        """Tells what it hears until nobody waits any more; false when it has to begin anew."""
        with _alone(self._database) as connection:
            if self._messages is None:
                return self._follow_file(connection)
            self._hear(connection, self._messages)
            return True

    def _follow_file(self, connection: Any) -> bool:
        version, looked, file = None, 0.0, _identity(self._database.file)
        for games in self._while_watched():
            if _identity(self._database.file) != file:
                # Restored from a copy: the connection goes on with what there was before.
                return False
            now = connection.execute("PRAGMA data_version").fetchone()
            if now != version or time.monotonic() - looked > LOOK_SECONDS or self._has_new(games):
                version, looked = now, time.monotonic()
                self._look(games)
            self._rest(POLL_SECONDS)
        return True

    def _hear(self, connection: Any, messages: "Messages") -> None:
        connection.autocommit = True
        connection.execute(f"LISTEN {CHANNEL}")
        looked = 0.0
        for games in self._while_watched():
            if time.monotonic() - looked > LOOK_SECONDS or self._has_new(games):
                looked = time.monotonic()
                self._look(games)
            for message in connection.notifies(timeout=HEAR_SECONDS, stop_after=1):
                for game, news in messages.read(message.payload):
                    if isinstance(news, int):
                        self._moved(game, news)
                    elif game in self._watched():
                        self._look_who_sits((game,))

    def _while_watched(self) -> Iterator[Collection[str]]:
        """Gives the games that are waited for, again and again, until nobody has waited for any for a while."""
        last = time.monotonic()
        while not self._over():
            if games := self._watched():
                last = time.monotonic()
            with self._changed:
                # Asked once more: whoever came just now has found this thread at work, and relies on it.
                if time.monotonic() - last > IDLE_SECONDS and not self._watched():
                    self._looking = False
                    self._known.clear()
                    return
            yield games

    def _rest(self, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._closed, seconds)

    def _has_new(self, games: Collection[str]) -> bool:
        with self._changed:
            return any(game not in self._known for game in games)

    def _look(self, games: Collection[str]) -> None:
        """Looks up where games stand and tells what is not known: of one looked at for the first time, always."""
        with self._changed:
            before = {game: self._known[game] for game in games if game in self._known}
        found = dict.fromkeys(games, 0) | places(self._database, games)
        with self._changed:
            # What was written here meanwhile is known already, and later than what was found.
            news = [
                (game, seq)
                for game, seq in found.items()
                if self._known.get(game) == before.get(game) and before.get(game) != seq
            ]
            self._known = {game: self._known.get(game, 0) for game in found} | dict(news)
        for game, seq in news:
            self._tell(game, seq)
        self._look_who_sits(games)

    def _look_who_sits(self, games: Collection[str]) -> None:
        for game, devices in sitting(self._database, games).items():
            self._keep(game, devices)

    def _moved(self, game: str, seq: int) -> None:
        if game not in self._watched():
            return
        with self._changed:
            # Messages of several processes may come in another order than their commits.
            if self._known.get(game, 0) >= seq:
                return
            self._known[game] = seq
        self._tell(game, seq)


class Messages:
    """What processes tell each other by PostgreSQL: ``SENDER GAME:SEQ GAME:out ...``; ``out``: somebody was put out.

    They are sent by a thread of their own, after the commit: within it, PostgreSQL would let only one transaction at a
    time commit. While one message is on its way the next ones gather in another.
    """

    def __init__(self, database: Database) -> None:
        """Uses ``database``, a PostgreSQL one."""
        self._database = database
        self._sender = secrets.token_hex(4)
        self._changed = Condition()
        self._waiting: dict[tuple[str, bool], int | str] = {}
        self._sending = self._closed = False
        self._thread: Thread | None = None

    def send(self, game: str, news: int | str) -> None:
        """Tells other processes where a game stands, or that somebody was put out of it (``PUT_OUT``), soon."""
        with self._changed:
            self._waiting[game, news == PUT_OUT] = news
            self._changed.notify_all()
            if self._sending or self._closed:
                return
            self._sending = True
            self._thread = Thread(target=self._run, name="news sent", daemon=True)
            self._thread.start()

    def read(self, payload: str) -> Iterator[tuple[str, int | str]]:
        """Gives games of a message, each with its place or ``PUT_OUT``, unless it is one of our own."""
        sender, *parts = payload.split(" ")
        for part in parts if sender != self._sender else ():
            game, _colon, news = part.rpartition(":")
            if game and news == PUT_OUT:
                yield game, news
            elif game and news.isascii() and news.isdigit():
                yield game, int(news)

    def close(self) -> None:
        """Sends what is waiting, and nothing more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(SECONDS_TO_STOP)

    def _run(self) -> None:
        while waiting := self._next():
            for payload in payloads(self._sender, ((game, news) for (game, _out), news in waiting.items())):
                self._notify(payload)

    def _next(self) -> dict[tuple[str, bool], int | str]:
        """Returns what is to be sent, once there is something; nothing when the thread ends."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed, IDLE_SECONDS)
            waiting, self._waiting = self._waiting, {}
            self._sending = bool(waiting)
            return waiting

    def _notify(self, payload: str) -> None:
        # Nothing is lost with a message, so its commit need not wait for the disk.
        notify = text("SELECT set_config('synchronous_commit', 'off', true), pg_notify(:channel, :payload)")
        try:
            with self._database.engine.begin() as connection:
                connection.execute(notify, {"channel": CHANNEL, "payload": payload})
        except SQLAlchemyError as problem:
            logger.warning("other processes were not told of a change: %s", _first_line(problem))


def payloads(sender: str, waiting: Iterable[tuple[str, int | str]]) -> Iterator[str]:
    """Gives the messages that tell the news of games, none longer than PostgreSQL passes on."""
    payload = sender
    for game, news in waiting:
        if len(payload) + len(game) + 12 > MOST_LETTERS:
            yield payload
            payload = sender
        payload += f" {game}:{news}"
    yield payload


def places(database: Database, games: Collection[str]) -> dict[str, int]:
    """Returns where games stand; those without a row in their log, or deleted, are left out."""
    table = Base.metadata.tables["event"].c
    last = select(table.seq).where(table.game == Base.metadata.tables["game"].c.id).order_by(table.seq.desc()).limit(1)
    wanted = select(Base.metadata.tables["game"].c.id, last.scalar_subquery())
    with database.read() as session:
        rows = session.connection().execute(wanted.where(Base.metadata.tables["game"].c.id.in_(tuple(games))))
        return {game: seq for game, seq in rows if seq}


def sitting(database: Database, games: Collection[str]) -> dict[str, frozenset[str]]:
    """Returns the devices that may see games; of one that is deleted, or not there, none may."""
    seat, game = Base.metadata.tables["seat"].c, Base.metadata.tables["game"].c
    wanted = select(seat.game, seat.device).where(seat.game == game.id, game.id.in_(tuple(games)), KEPT, SITS)
    found: dict[str, set[str]] = {game: set() for game in games}
    with database.read() as session:
        for at, device in session.connection().execute(wanted):
            found[at].add(device)
    return {at: frozenset(devices) for at, devices in found.items()}


@contextmanager
def _alone(database: Database) -> Iterator[Any]:
    """Gives a connection of the driver that is none of those that requests share."""
    with database.read():
        pass  # whoever reads notices a file that was replaced, and gives up connections to the one before
    fairy = database.engine.raw_connection()
    try:
        fairy.detach()
        yield fairy.dbapi_connection
    finally:
        fairy.close()


def _identity(file: Path | None) -> tuple[int, int] | None:
    try:
        found = None if file is None else file.stat()
    except OSError:
        return None
    return None if found is None else (found.st_dev, found.st_ino)


def _first_line(problem: BaseException) -> str:
    return str(problem).partition("\n")[0]
