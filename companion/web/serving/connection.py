"""A connection of a device and where it stands: who is to act next, what it waits for, and until when.

A connection belongs to one thread at a time: to the one that takes in and sends off (``intake``), to one that answers
its request, or to the one of the streams. ``proceed`` never waits.
"""

import re
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any, cast

from cheroot import errors
from cheroot.server import HTTPConnection

from companion.web.serving.files import Gone, Link, Reader, Writer
from companion.web.serving.request import Request
from companion.web.serving.shares import Pace, whose
from companion.web.serving.streams import Source
from companion.web.serving.tls import HANDSHAKE, first_byte, to_https

IDLE_SECONDS = 30.0
"""How long a connection may say nothing between two requests."""
HEAD_SECONDS = 10.0
"""How long a head may take from its first byte; a TLS handshake too."""
MOST_HEADER_BYTES = 64 * 1024
TOO_LONG = MOST_HEADER_BYTES + 1024
"""Enough of a head that is too long for cheroot, which reads in pieces, to find out."""
SMALL_BODY = 128 * 1024
"""Bodies up to here are taken in before a thread gets the request; that is every form without a file."""
MOST_UNREAD = 48 * 1024 * 1024
"""How much of a body that nobody wanted is still taken, so that the device reads why."""
END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
ABOUT_BODY = re.compile(rb"^(content-length|transfer-encoding|expect)[ \t]*:[ \t]*(.*?)[ \t]*\r?$", re.I | re.M)
LATE = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Phase(Enum):
    """Where a connection stands."""

    SHAKING = auto()
    PLAIN = auto()
    """Plain HTTP where TLS was meant."""
    IDLE = auto()
    HEAD = auto()
    BODY = auto()
    ANSWERING = auto()
    FLUSHING = auto()
    STREAMING = auto()
    DRAINING = auto()
    """Answered, while the device still sends."""
    OVER = auto()


class Want(Enum):
    """What a connection needs to go on."""

    READ = EVENT_READ
    WRITE = EVENT_WRITE
    THREAD = auto()
    UPLOAD = auto()
    """A thread as well, which will have to wait for the body: few may at a time."""
    STREAM = auto()
    NOTHING = auto()
    """It is over."""


class Connection(HTTPConnection):
    """A connection of a device."""

    RequestHandlerClass = Request
    rfile: Reader
    wfile: Writer

    def __init__(self, server: Any, sock: socket.socket, *_makefile: object) -> None:
        """Takes an accepted socket; answers leave at once instead of waiting for the device's receipt of the last."""
        with suppress(OSError):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setblocking(False)
        self.link = Link(sock)
        super().__init__(server, sock, self._file)
        self.phase = Phase.SHAKING if isinstance(sock, ssl.SSLSocket) else Phase.IDLE
        self.deadline = time.monotonic() + IDLE_SECONDS
        self.refusal = ""
        """A status, when the head makes no sense to the one who takes in the body."""
        self.source: Source | None = None
        """What is to be streamed once the answer has gone."""
        self.chunked = False
        self.is_upload = False
        self.has_turn = False
        """It is one of the few uploads that a thread may wait for."""
        self.admitted = False
        self.closed: Callable[[], None] = lambda: None
        self._pace = Pace()
        self._shaking = False
        self._size = 0
        self._then = Phase.OVER
        self._unread = MOST_UNREAD
        self._has_more = False

    @property
    def who(self) -> str | None:
        """The name under which the device has its part of what all share."""
        return None if self.server.behind_proxy else whose(self.remote_addr)

    def proceed(self) -> Want:
        """Goes on as far as possible without waiting; raises Gone."""
        while True:
            want = PROCEED[self.phase](self)
            if want is not None:
                return want

    def communicate(self) -> bool:
        """Answers the request that was taken in, by the calling thread; what is to be done then, ``proceed`` knows."""
        self.phase = Phase.ANSWERING
        self.rfile.pace = Pace() if self.is_upload else None
        stays = bool(super().communicate())  # type: ignore[no-untyped-call]
        self.rfile.pace = None
        if self.source is not None:
            self._then = Phase.STREAMING
        elif stays:
            self._then = Phase.IDLE
        else:
            self._then = Phase.DRAINING if self._has_more else Phase.OVER
        self._begin_to_flush()
        return True

    def late(self) -> None:
        """The deadline is over: who was in the middle of a request is told, everybody else just let go."""
        if self.phase in (Phase.HEAD, Phase.BODY):
            self.wfile.write(LATE)
            self._then = Phase.DRAINING
            self._unread = 0
            self._begin_to_flush()
        else:
            self.phase = Phase.OVER

    def refuse(self, answer: bytes) -> None:
        """Answers a request that no thread will look at."""
        self.wfile.write(answer)
        self._then = Phase.DRAINING
        self._begin_to_flush()

    def close(self) -> None:
        """Closes the connection; that the device was faster is no fault."""
        if self.source is not None:
            self.source.close()
            self.source = None
        self.wfile.close()
        with suppress(OSError, ValueError, errors.FatalSSLAlert):
            super().close()
        closed, self.closed = self.closed, lambda: None
        closed()

    def _file(self, _sock: socket.socket, mode: str, _size: int) -> Reader | Writer:
        if "r" in mode:
            return Reader(self.link, lambda: self.wfile.send())
        return Writer(self.link, lambda more: bool(self.server.room_for(self, more)))

    def _shake(self) -> Want | None:
        link = cast(ssl.SSLSocket, self.socket)
        try:
            if not self._shaking:
                first = first_byte(link)
                if not first:
                    return Want.NOTHING
                self._shaking, self.deadline = True, time.monotonic() + HEAD_SECONDS
                if first != HANDSHAKE:
                    self.link.plain = True
                    self.phase = Phase.PLAIN
                    return None
            link.do_handshake()
        except (BlockingIOError, ssl.SSLWantReadError):
            return Want.READ
        except ssl.SSLWantWriteError:
            return Want.WRITE
        except (OSError, ValueError) as problem:
            # A device that does not trust the certificate hangs up here; there is nobody to tell.
            raise Gone(str(problem)) from None
        self._idle()
        return None

    def _lead_to_tls(self) -> Want | None:
        want = self.rfile.fill(MOST_HEADER_BYTES)
        head = self.rfile.buffer
        if not END_OF_HEAD.search(head) and len(head) < MOST_HEADER_BYTES and not self.rfile.ended:
            return Want(want)
        self.wfile.write(to_https(bytes(head)))
        self._then = Phase.DRAINING
        self._begin_to_flush()
        return None

    def _idle(self) -> None:
        self.phase, self.deadline = Phase.IDLE, time.monotonic() + IDLE_SECONDS

    def _await_request(self) -> Want | None:
        want = self.rfile.fill(1)
        while self.rfile.buffer[:2] == b"\r\n":
            # Old browsers end a form with a line that they did not announce.
            del self.rfile.buffer[:2]
            want = self.rfile.fill(1)
        if self.rfile.buffer:
            self.phase, self.deadline = Phase.HEAD, time.monotonic() + HEAD_SECONDS
            return None
        return Want(want) if want else Want.NOTHING

    def _take_in_head(self) -> Want | None:
        read = self.rfile
        want = read.fill(TOO_LONG)
        if end := END_OF_HEAD.search(read.buffer):
            return self._head_is_there(end.end())
        if len(read.buffer) >= TOO_LONG:
            # Too long: who answers will say so.
            self._has_more = True
            return Want.THREAD
        return Want(want) if want else Want.NOTHING

    def _head_is_there(self, size: int) -> Want | None:
        fields = [(name.lower(), value) for name, value in ABOUT_BODY.findall(bytes(self.rfile.buffer[:size]))]
        lengths = {value for name, value in fields if name == b"content-length"}
        others = {name for name, _value in fields} - {b"content-length"}
        self._pace, self.refusal, self.is_upload = Pace(), "", False
        if b"transfer-encoding" in others:
            self.refusal = "411 Length Required"
        elif len(lengths) > 1 or not all(re.fullmatch(rb"[0-9]{1,15}", one) for one in lengths):
            self.refusal = "400 Bad Request"
        self._has_more = bool(self.refusal)
        if self.refusal or not lengths:
            return Want.THREAD
        length = int(lengths.pop())
        if length > SMALL_BODY or b"expect" in others:
            self.is_upload = self._has_more = True
            return Want.UPLOAD
        self._size = size + length
        self.phase, self.rfile.pace, self.deadline = Phase.BODY, self._pace, self._pace.deadline
        return None

    def _take_in_body(self) -> Want | None:
        want = self.rfile.fill(self._size)
        self.deadline = self._pace.deadline
        if len(self.rfile.buffer) >= self._size:
            self.rfile.pace = None
            return Want.THREAD
        return Want(want) if want else Want.NOTHING

    def _begin_to_flush(self) -> None:
        self._pace = Pace()
        self.phase, self.deadline = Phase.FLUSHING, self._pace.deadline

    def _flush(self) -> Want | None:
        self._pace.moved(self.wfile.send())
        self.deadline = self._pace.deadline
        if self.wfile.waiting:
            return Want.WRITE
        self.phase = self._then
        if self.phase is Phase.IDLE:
            self._idle()
        elif self.phase is Phase.DRAINING:
            with suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
            self.link.plain = True
            self._pace = Pace(2.0 if not self._unread else 10.0)
            self.deadline = self._pace.deadline
        return None

    def _drain(self) -> Want | None:
        while True:
            got = self.link.receive(MOST_HEADER_BYTES)
            if isinstance(got, int):
                return Want(got)
            self._unread -= len(got)
            if not got or self._unread <= 0:
                return Want.NOTHING
            self._pace.moved(len(got))
            self.deadline = self._pace.deadline


PROCEED: dict[Phase, Callable[[Connection], Want | None]] = {
    Phase.SHAKING: Connection._shake,
    Phase.PLAIN: Connection._lead_to_tls,
    Phase.IDLE: Connection._await_request,
    Phase.HEAD: Connection._take_in_head,
    Phase.BODY: Connection._take_in_body,
    Phase.FLUSHING: Connection._flush,
    Phase.STREAMING: lambda _connection: Want.STREAM,
    Phase.DRAINING: Connection._drain,
    Phase.OVER: lambda _connection: Want.NOTHING,
}
