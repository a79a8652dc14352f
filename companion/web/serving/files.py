"""The two ends of a connection as cheroot wants them: files. They take and give what is possible without waiting.

Only a body that is too big to be taken in beforehand is waited for, by the thread that reads it, as its pace allows.
"""

import errno
import socket
import ssl
import time
from collections.abc import Callable
from selectors import EVENT_READ, EVENT_WRITE

from companion.web.serving.shares import Pace

PIECE = 64 * 1024


class Gone(ConnectionResetError):
    """The device hung up, or is given up."""

    def __init__(self, why: str) -> None:
        """cheroot reads the number and lets such a connection go without a word."""
        super().__init__(errno.ECONNRESET, why)


class Link:
    """A non-blocking socket; below its TLS when ``plain``. Raises Gone instead of the many errors that mean it."""

    def __init__(self, sock: socket.socket) -> None:
        """Takes an accepted socket, wrapped or not."""
        self.socket = sock
        self.plain = not isinstance(sock, ssl.SSLSocket)

    def receive(self, most: int) -> bytes | int:
        """Returns bytes that are there, none at the end; or the event (of ``selectors``) to wait for."""
        try:
            return socket.socket.recv(self.socket, most) if self.plain else self.socket.recv(most)
        except (BlockingIOError, ssl.SSLWantReadError):
            return EVENT_READ
        except ssl.SSLWantWriteError:
            return EVENT_WRITE
        except TimeoutError:
            raise
        except ssl.SSLError as problem:
            if problem.args and problem.args[0] in (ssl.SSL_ERROR_EOF, ssl.SSL_ERROR_ZERO_RETURN):
                return b""
            raise Gone(str(problem)) from None
        except (OSError, ValueError) as problem:
            raise Gone(str(problem)) from None

    def send(self, data: bytes | bytearray | memoryview) -> int:
        """Sends what is possible now and returns how many bytes that was, 0 when the other end takes none."""
        try:
            return socket.socket.send(self.socket, data) if self.plain else self.socket.send(data)
        except (BlockingIOError, ssl.SSLWantWriteError, ssl.SSLWantReadError):
            return 0
        except (OSError, ValueError) as problem:
            raise Gone(str(problem)) from None


class Reader:
    """What a device has sent. What is asked for and not there is waited for only if there is a ``pace``."""

    def __init__(self, link: Link, before_waiting: Callable[[], object] = lambda: None) -> None:
        """``before_waiting`` is called before a thread waits: for what the device has to hear first."""
        self.link = link
        self.pace: Pace | None = None
        self.late = False
        self.ended = False
        self.closed = False
        self.bytes_read = 0
        self.buffer = bytearray()
        self._before_waiting = before_waiting

    def fill(self, most: int) -> int:
        """Takes in what is there until so many bytes lie here; returns the event to wait for, 0 for none."""
        while len(self.buffer) < most and not self.ended:
            event = self._took(self.link.receive(min(PIECE, most - len(self.buffer))))
            if event:
                return event
        return 0

    def read(self, size: int = -1) -> bytes:
        """Returns so many bytes, fewer only at the end; raises TimeoutError when they are late."""
        while (size < 0 or len(self.buffer) < size) and not self.ended:
            self._wait()
        return self._given(len(self.buffer) if size < 0 else size)

    def readline(self, size: int = -1) -> bytes:
        """Returns up to the end of the line, at most so many bytes; raises TimeoutError when they are late."""
        seen = 0
        while True:
            end = self.buffer.find(b"\n", seen) + 1
            if end or self.ended or 0 <= size <= len(self.buffer):
                end = end or len(self.buffer)
                return self._given(end if size < 0 else min(end, size))
            seen = len(self.buffer)
            self._wait()

    def close(self) -> None:
        """Forgets what lies here; the socket is closed by its connection."""
        self.closed = True
        self.buffer.clear()

    def _given(self, size: int) -> bytes:
        data = bytes(self.buffer[:size])
        del self.buffer[:size]
        self.bytes_read += len(data)
        return data

    def _took(self, got: bytes | int) -> int:
        if isinstance(got, int):
            return got
        self.ended = not got
        self.buffer += got
        if self.pace:
            self.pace.moved(len(got))
        return 0

    def _wait(self) -> None:
        left = 0 if self.pace is None else self.pace.deadline - time.monotonic()
        if left <= 0:
            self.late = True
            raise TimeoutError("timed out")
        self._before_waiting()
        self.link.socket.settimeout(left)
        try:
            self._took(self.link.receive(PIECE))
        except TimeoutError:
            self.late = True
            raise TimeoutError("timed out") from None
        finally:
            self.link.socket.setblocking(False)


class Writer:
    """What a device is to get. It never waits: what the device does not take at once lies here until it is flushed."""

    def __init__(self, link: Link, room: Callable[[int], bool]) -> None:
        """``room`` is asked when bytes come to lie here: how many more (fewer, when negative); False: there is none."""
        self.link = link
        self.bytes_written = 0
        self.waiting = bytearray()
        self._room = room
        self._held = 0

    def write(self, data: bytes) -> int:
        """Sends or keeps the data; raises Gone for a device that has hung up, or that too much would lie here for."""
        self.waiting += data
        self.bytes_written += len(data)
        if len(self.waiting) >= PIECE:
            self.send()
        return len(data)

    def send(self) -> int:
        """Sends what is possible now and returns how many bytes that was; raises Gone."""
        sent = 0
        if self.waiting:
            with memoryview(self.waiting) as rest:
                while sent < len(rest) and (count := self.link.send(rest[sent : sent + PIECE])):
                    sent += count
            del self.waiting[:sent]
        more = len(self.waiting) - self._held
        if more and not self._room(more):
            raise Gone("too much waits for slow devices")
        self._held += more
        return sent

    def flush(self) -> None:
        """Does nothing: whoever waits for the device flushes."""

    def close(self) -> None:
        """Forgets what lies here."""
        self.waiting = bytearray()
        if self._held:
            self._room(-self._held)
            self._held = 0
