"""One thread for all streams: it tells news as they come, beats when there are none, and notices who has gone."""

import logging
import selectors
import socket
import threading
import time
from collections import deque
from contextlib import suppress
from typing import Any, Protocol

from companion.web.serving.files import Gone

HAND_OVER = "arrakis.hand_over"
"""The name in the WSGI environment of a function that takes a ``Source``: the answer to this request, once the app has
begun it, goes on as a stream of it. Other servers do not have it."""
TICK_SECONDS = 0.2
BEAT_SECONDS = 1.9
"""With the tick at most 2.1 seconds: devices that hear nothing for 2.8 ask what is the matter."""
MOST_WAITING = 4 * 1024
"""Bytes that a device has not taken: about a hundred news."""
MOST_SECONDS_WAITING = 15.0

logger = logging.getLogger(__name__)


class Source(Protocol):
    """What a stream tells, made by the app."""

    beat: bytes

    def begin(self, stream: "Stream") -> None:
        """From now on news go to ``stream.tell`` by whatever thread; those that came before are told at once."""

    def close(self) -> None:
        """The stream is over; called once or more often."""


class Stream:
    """A stream: its connection, and what the device has not yet taken."""

    def __init__(self, streams: "Streams", connection: Any) -> None:
        """Takes a connection whose head has been sent; it has a ``source``."""
        self.connection = connection
        self.source: Source = connection.source
        self.said = time.monotonic()
        self.waiting = bytearray()
        self.ending = False
        self._streams = streams

    def tell(self, news: bytes) -> None:
        """Tells the device; callable from any thread."""
        self._streams._note(self, news)

    def end(self) -> None:
        """Ends the stream as HTTP wants it; callable from any thread."""
        self._streams._note(self, None)

    def add(self, news: bytes | None) -> None:
        """Puts news behind what waits, or the end."""
        if self.ending:
            return
        self.ending = news is None
        if self.connection.chunked:
            self.waiting += b"0\r\n\r\n" if news is None else b"%x\r\n%b\r\n" % (len(news), news)
        elif news:
            self.waiting += news


class Streams:
    """All streams of a server. The thread begins with the first of them."""

    def __init__(self) -> None:
        """No streams yet."""
        self._selector = selectors.DefaultSelector()
        self._ear, self._bell = socket.socketpair()
        self._ear.setblocking(False)
        self._bell.setblocking(False)
        self._selector.register(self._ear, selectors.EVENT_READ)
        self._arrived: deque[Any] = deque()
        self._news: deque[tuple[Stream, bytes | None]] = deque()
        self._open: dict[Stream, int] = {}
        self._lock = threading.Lock()
        self._rung = self._stopped = False
        self._thread: threading.Thread | None = None

    def take(self, connection: Any) -> None:
        """Takes over a connection, with its ``source``; callable from any thread."""
        with self._lock:
            if not self._stopped:
                self._arrived.append(connection)
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="streams", daemon=True)
                    self._thread.start()
                connection = None
        if connection is not None:
            connection.close()
        self._ring()

    def stop(self) -> None:
        """Ends every stream and the thread."""
        with self._lock:
            self._stopped = True
            thread = self._thread
        self._ring()
        if thread is not None and thread is not threading.current_thread():
            thread.join(5)
        if thread is None:
            self._close()

    def _note(self, stream: Stream, news: bytes | None) -> None:
        self._news.append((stream, news))
        self._ring()

    def _ring(self) -> None:
        if not self._rung:
            self._rung = True
            with suppress(OSError):
                self._bell.send(b"!")

    def _run(self) -> None:
        looked = time.monotonic()
        while not self._stopped:
            for key, events in self._selector.select(TICK_SECONDS):
                if key.data is None:
                    self._woken()
                else:
                    self._safely(key.data, self._hear if events & selectors.EVENT_READ else self._send)
            self._take_in()
            now = time.monotonic()
            if now - looked >= TICK_SECONDS:
                looked = now
                self._look_after(now)
        self._take_in()
        for stream in tuple(self._open):
            stream.add(None)
            self._safely(stream, self._send)
        self._close()

    def _woken(self) -> None:
        # Before the news are looked at: what comes from now on rings again.
        with suppress(OSError):
            self._ear.recv(64)
        self._rung = False

    def _take_in(self) -> None:
        while self._arrived:
            stream = Stream(self, self._arrived.popleft())
            self._open[stream] = selectors.EVENT_READ
            try:
                self._selector.register(stream.connection.socket, selectors.EVENT_READ, stream)
            except (OSError, ValueError, KeyError):
                self._open.pop(stream)
                stream.connection.close()
                continue
            self._safely(stream, lambda one: one.source.begin(one))
            self._safely(stream, self._hear)
        told = dict[Stream, None]()
        while self._news:
            stream, news = self._news.popleft()
            if stream in self._open:
                stream.add(news)
                told[stream] = None
        for stream in told.keys() & self._open.keys():
            self._safely(stream, self._send)

    def _look_after(self, now: float) -> None:
        for stream in tuple(self._open):
            if stream.waiting:
                if now - stream.said > MOST_SECONDS_WAITING:
                    self._drop(stream)
            elif now - stream.said >= BEAT_SECONDS:
                stream.add(stream.source.beat)
                self._safely(stream, self._send)

    def _hear(self, stream: Stream) -> None:
        got = stream.connection.link.receive(4096)
        if got == b"":
            raise Gone("the device has hung up")

    def _send(self, stream: Stream) -> None:
        if sent := stream.connection.link.send(stream.waiting):
            stream.said = time.monotonic()
            del stream.waiting[:sent]
        if len(stream.waiting) > MOST_WAITING:
            raise Gone("the device does not listen")
        if stream.ending and not stream.waiting:
            self._drop(stream)
            return
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if stream.waiting else 0)
        if events != self._open[stream]:
            self._open[stream] = events
            self._selector.modify(stream.connection.socket, events, stream)

    def _safely(self, stream: Stream, deed: Any) -> None:
        try:
            deed(stream)
        except Gone:
            self._drop(stream)
        except Exception:
            logger.exception("a stream failed")
            self._drop(stream)

    def _drop(self, stream: Stream) -> None:
        if self._open.pop(stream, None) is not None:
            with suppress(KeyError, ValueError, OSError):
                self._selector.unregister(stream.connection.socket)
            stream.connection.close()

    def _close(self) -> None:
        for stream in tuple(self._open):
            self._drop(stream)
        while self._arrived:
            self._arrived.popleft().close()
        self._selector.close()
        self._ear.close()
        self._bell.close()
