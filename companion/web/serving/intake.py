"""The one thread that waits for devices: it accepts, takes in requests, sends off what is left of answers, and lets
those go who take too long. A connection that can go on is passed to whom it wants.
"""

import logging
import os
import socket
import time
from collections import deque
from contextlib import suppress
from threading import Lock
from typing import Any

from cheroot.connections import ConnectionManager

from companion.web.serving.connection import Connection, Phase, Want
from companion.web.serving.shares import Shares

IN_TOTAL = 480 if os.name == "nt" else 2000
"""Connections, streams among them; on Windows a selector takes no more than 512."""
PER_ADDRESS = 64
"""A household of eight devices, each with a page, its stream and what a browser opens ahead."""
UPLOADS, UPLOADS_EACH = 8, 3
"""Threads that may wait for the bodies of uploads."""
IN_LINE_SECONDS = 60.0
"""How long an upload waits for its turn."""
WAITING_BYTES, WAITING_BYTES_EACH = 96 * 1024 * 1024, 24 * 1024 * 1024
"""What may lie here of answers that devices have not taken yet."""
SPARE_FILES = 300
"""Files that the process may need beside connections: databases, photos, children."""
BUSY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

logger = logging.getLogger(__name__)


class Intake(ConnectionManager):
    """The connections of a server that no thread answers at the moment."""

    _selector: Any

    def __init__(self, server: Any) -> None:
        """Watches the server's socket from now on."""
        super().__init__(server)
        self._room = Shares(_possible(IN_TOTAL), PER_ADDRESS)
        self._uploads = Shares(UPLOADS, UPLOADS_EACH)
        self._line: deque[Connection] = deque()
        self._in_line = Lock()

    def admit(self, connection: Connection) -> None:
        """Takes a new connection, if there is room; one that says nothing makes room for it."""
        who = connection.who
        if not self._room.take(who):
            self._send_away_idle(None if self._room.is_full else who)
            if not self._room.take(who):
                logger.info("no room for a further connection of %s", who)
                connection.close()
                return
        connection.admitted = True
        connection.closed = lambda: self._leave(connection, who)
        self.step(connection)

    def step(self, connection: Connection) -> None:
        """Goes on with a connection, which belongs to the calling thread and to another one afterwards."""
        try:
            want = connection.proceed()
        except OSError:
            want = Want.NOTHING
        except Exception:
            # cheroot would end a thread that answers, and the server with it.
            logger.exception("a connection failed")
            want = Want.NOTHING
        if want in (Want.READ, Want.WRITE):
            self._watch(connection, want)
        elif want is Want.THREAD:
            self.server.requests.put(connection)
        elif want is Want.UPLOAD:
            self._upload(connection)
        elif want is Want.STREAM:
            self.server.streams.take(connection)
        else:
            connection.close()

    def put(self, conn: Connection) -> None:
        """Takes a connection back from the thread that answered its request; called by cheroot."""
        self._end_turn(conn)
        self.step(conn)

    def stop(self) -> None:
        """Ends the watch at once: a connection to ourselves wakes it, which else looks up twice a second."""
        self._stop_requested = True
        with suppress(OSError):
            socket.create_connection(self.server.socket.getsockname()[:2], timeout=1).close()
        super().stop()

    def close(self) -> None:
        """Closes every connection that is here."""
        with self._in_line:
            waiting, self._line = self._line, deque()
        for connection in waiting:
            connection.close()
        super().close()

    def _watch(self, connection: Connection, want: Want) -> None:
        try:
            self._selector.register(connection.socket.fileno(), want.value, data=connection)
        except (OSError, ValueError, KeyError, RuntimeError, AttributeError):
            # The server stops.
            connection.close()

    def _leave(self, connection: Connection, who: str | None) -> None:
        self._room.give(who)
        self._end_turn(connection)

    def _upload(self, connection: Connection) -> None:
        with self._in_line:
            connection.has_turn = self._uploads.take(connection.who)
            if not connection.has_turn:
                connection.deadline = time.monotonic() + IN_LINE_SECONDS
                self._line.append(connection)
                return
        self.server.requests.put(connection)

    def _end_turn(self, connection: Connection) -> None:
        if not connection.has_turn:
            return
        connection.has_turn = False
        self._uploads.give(connection.who)
        with self._in_line:
            found = next((one for one in self._line if self._uploads.take(one.who)), None)
            if found is None:
                return
            found.has_turn = True
            self._line.remove(found)
        self.server.requests.put(found)

    def _expire(self, threshold: float) -> None:
        """Lets go who takes too long; called by cheroot twice a second."""
        now = time.monotonic()
        late = [
            (number, one) for number, one in self._selector.connections if one is not self.server and one.deadline < now
        ]
        for number, connection in late:
            with suppress(KeyError, ValueError):
                self._selector.unregister(number)
            connection.late()
            self.step(connection)
        with self._in_line:
            bored = [one for one in self._line if one.deadline < now]
            for connection in bored:
                self._line.remove(connection)
        for connection in bored:
            connection.refuse(BUSY)
            self.step(connection)

    def _send_away_idle(self, who: str | None) -> None:
        idle = [
            (one.deadline, number, one)
            for number, one in self._selector.connections
            if one is not self.server and one.phase is Phase.IDLE and (who is None or one.who == who)
        ]
        if idle:
            _deadline, number, connection = min(idle, key=lambda one: one[:2])
            self._selector.unregister(number)
            connection.close()


def _possible(wanted: int) -> int:
    """Returns how many connections the system lets this process have, at most ``wanted``; asks for more if it may."""
    try:
        import resource
    except ImportError:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < needed:
        more = needed if hard == resource.RLIM_INFINITY else min(hard, needed)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            soft = more
        return max(min(wanted, soft - SPARE_FILES), soft // 2)
    return wanted
