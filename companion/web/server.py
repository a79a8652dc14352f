"""The web server: cheroot over a socket that is listening already, with or without TLS.

What the app needs beyond it: a stream learns that its device has left; a connection that has not said anything yet
keeps no thread; with TLS the handshake is made by a thread of its own device, and whoever asks over plain HTTP is
led to the same address over HTTPS.
"""

import logging
import re
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from select import select
from typing import Any

from cheroot import errors, wsgi
from cheroot.server import HTTPConnection
from cheroot.ssl.builtin import BuiltinSSLAdapter
from flask import Flask

THREADS = 40
"""An open event stream keeps a thread for itself: several phones must not keep others out."""
BACKLOG = 128
MOST_WAITING = 500
"""Connections that are kept open between requests; they need no thread."""
MOST_HEADER_BYTES = 64 * 1024
SECONDS_TO_STOP = 2
LEFT = "arrakis.device_left"
"""The name in the WSGI environment of a function without arguments: whether the device has hung up."""
HANDSHAKE = b"\x16"
"""How every TLS connection begins."""
HEAD_BYTES = 8192
ASKED = re.compile(rb"(?:GET|HEAD|POST) (/[!-~]*) HTTP/1\.[01]\r\n(?:.*\r\n)*?host: ([\w.:\[\]-]{1,255})\r\n", re.I)

logger = logging.getLogger(__name__)


class Server(wsgi.Server):
    """Serves an app on a listening socket. ``run`` returns when ``close`` is called or raises what a signal raised."""

    keep_alive_conn_limit = MOST_WAITING
    max_request_header_size = MOST_HEADER_BYTES
    _connections: Any

    def __init__(self, app: Flask, listening: socket.socket, certificate: tuple[Path, Path] | None = None) -> None:
        """``certificate``: the files of the certificate chain and of its key; without it the server speaks HTTP."""
        self._listening = listening
        super().__init__(
            listening.getsockname()[:2],
            app,
            numthreads=THREADS,
            max=THREADS,
            server_name="arrakis",
            request_queue_size=BACKLOG,
            shutdown_timeout=SECONDS_TO_STOP,
        )
        self.ConnectionClass = Connection
        self.gateway = Gateway
        if certificate is not None:
            self.ssl_adapter = Adapter(*map(str, certificate))

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return int(self._listening.getsockname()[1])

    def run(self) -> None:
        """Serves until it is closed."""
        self.start()

    def close(self) -> None:
        """Stops serving; requests that are being answered get a moment to end."""
        if self.ready:
            self.stop()
        self._listening.close()

    def bind(self, family: int, type: int, proto: int = 0) -> socket.socket:
        """Takes the socket that is there; called by cheroot."""
        self.socket = self._listening
        return self._listening

    def process_conn(self, conn: Any) -> None:
        """Gives a connection to a thread once it has something to say; called by cheroot."""
        if not conn.spoken:
            # A browser opens connections ahead: such a one waits with those that are kept alive.
            conn.spoken = True
            self._connections.put(conn)
        else:
            super().process_conn(conn)

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        """Writes to the log of the app instead of the terminal; called by cheroot."""
        logger.log(level, msg, exc_info=traceback)


class Adapter(BuiltinSSLAdapter):
    """TLS whose handshake waits until the connection has a thread: one slow device must not keep others out."""

    def __init__(self, certificate: str, key: str) -> None:
        """Reads both files; raises OSError or ssl.SSLError."""
        super().__init__(certificate, key)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2

    def wrap(self, sock: socket.socket) -> tuple[ssl.SSLSocket, dict[str, str]]:
        """Returns the socket with TLS, its handshake still to be made, and what the app learns of it."""
        wrapped = self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        return wrapped, {"wsgi.url_scheme": "https", "HTTPS": "on"}


class Connection(HTTPConnection):
    """A connection of a device."""

    spoken = False
    shaken = False

    def __init__(self, server: Any, sock: socket.socket, *arguments: Any, **more: Any) -> None:
        """Takes an accepted socket; answers leave at once instead of waiting for the device's receipt of the last."""
        with suppress(OSError):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().__init__(server, sock, *arguments, **more)

    def communicate(self) -> bool:
        """Answers one request; tells whether the connection stays open."""
        if isinstance(self.socket, ssl.SSLSocket) and not self.shaken:
            try:
                if plain(self.socket, socket.MSG_PEEK, 1) != HANDSHAKE:
                    lead_to_https(self.socket)
                    return False
                self.socket.do_handshake()
            except OSError:
                # A device that does not trust the certificate hangs up here; there is nobody to tell.
                return False
            self.shaken = True
        return bool(super().communicate())  # type: ignore[no-untyped-call]

    def close(self) -> None:
        """Closes the connection; that the device was faster is no fault."""
        with suppress(OSError, errors.FatalSSLAlert):
            super().close()


class Gateway(wsgi.Gateway_10):
    """Hands requests to the app, with a way to tell whether the device is still there."""

    def get_environ(self) -> dict[str, Any]:  # type: ignore[override]
        """Returns the WSGI environment."""
        return {**super().get_environ(), LEFT: left(self.req.conn.socket)}  # type: ignore[no-untyped-call]


def left(link: socket.socket) -> Callable[[], bool]:
    """Returns a function that tells whether the other end of a connection, which has nothing more to say, hung up."""

    def asked() -> bool:
        try:
            if not select([link], [], [], 0)[0]:
                return False
            # Below TLS a farewell looks like data, and nothing else is sent while a stream is read.
            return isinstance(link, ssl.SSLSocket) or plain(link, socket.MSG_PEEK, 1) == b""
        except (OSError, ValueError):
            return True

    return asked


def plain(link: socket.socket, flags: int, size: int) -> bytes:
    """Reads from a socket below its TLS; raises OSError."""
    return socket.socket.recv(link, size, flags)


def lead_to_https(link: socket.socket) -> None:
    """Answers somebody who speaks plain HTTP on a connection meant for TLS; raises OSError."""
    head = plain(link, 0, HEAD_BYTES)
    if found := ASKED.match(head):
        target = b"https://" + found[2] + found[1]
        answer = b"HTTP/1.1 308 Permanent Redirect\r\nLocation: " + target + b"\r\nCache-Control: no-store\r\n"
    else:
        answer = b"HTTP/1.1 400 Bad Request\r\n"
    socket.socket.send(link, answer + b"Content-Length: 0\r\nConnection: close\r\n\r\n")
