"""The web server: cheroot over a socket that is listening already, with or without TLS.

Its threads answer requests and do nothing else; ``serving`` says who waits for slow devices and for news.
"""

import logging
import socket
from pathlib import Path

from cheroot import wsgi
from flask import Flask

from companion.web.serving.connection import MOST_HEADER_BYTES, Connection
from companion.web.serving.intake import IN_TOTAL, WAITING_BYTES, WAITING_BYTES_EACH, Intake
from companion.web.serving.request import Gateway
from companion.web.serving.shares import Shares
from companion.web.serving.streams import Streams
from companion.web.serving.tls import Adapter

THREADS = 24
"""They wait for the database and for uploads, of which there are few at a time; for devices they do not wait."""
BACKLOG = 512
SECONDS_TO_STOP = 2

logger = logging.getLogger(__name__)

__all__ = ["THREADS", "Adapter", "Connection", "Server"]


class Server(wsgi.Server):
    """Serves an app on a listening socket. ``run`` returns when ``close`` is called or raises what a signal raised."""

    keep_alive_conn_limit = IN_TOTAL
    max_request_header_size = MOST_HEADER_BYTES
    _connections: Intake

    def __init__(
        self,
        app: Flask,
        listening: socket.socket,
        certificate: tuple[Path, Path] | None = None,
        behind_proxy: bool = False,
    ) -> None:
        """``certificate``: the files of the certificate chain and of its key; without it the server speaks HTTP.

        ``behind_proxy``: the connections are a proxy's, on whatever machine; none of them has a limit of its address.
        """
        self._listening = listening
        self.behind_proxy = behind_proxy
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
        self.streams = Streams()
        self._waiting = Shares(WAITING_BYTES, WAITING_BYTES_EACH)
        if certificate is not None:
            self.ssl_adapter = Adapter(*map(str, certificate))

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return int(self._listening.getsockname()[1])

    def run(self) -> None:
        """Serves until it is closed, which may be before it has begun."""
        try:
            self.start()
        except (OSError, ValueError):
            # Of a socket that was closed while this got ready.
            if self._listening.fileno() >= 0:
                raise

    def close(self) -> None:
        """Stops serving; requests that are being answered get a moment to end."""
        if self.ready:
            self.stop()
        self.streams.stop()
        self._listening.close()

    def prepare(self) -> None:
        """Gets ready to serve; called by cheroot."""
        super().prepare()
        self._connections.close()
        self._connections = Intake(self)

    def bind(self, family: int, type: int, proto: int = 0) -> socket.socket:
        """Takes the socket that is there; called by cheroot."""
        self.socket = self._listening
        return self._listening

    def process_conn(self, conn: Connection) -> None:
        """Goes on with a connection that is new or has something to say; called by cheroot."""
        if conn.admitted:
            self._connections.step(conn)
        else:
            self._connections.admit(conn)

    def room_for(self, conn: Connection, more: int) -> bool:
        """Tells whether so many bytes more may lie here for a device; negative: they lie here no longer."""
        if more < 0:
            self._waiting.give(conn.who, -more)
            return True
        return self._waiting.take(conn.who, more)

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        """Writes to the log of the app instead of the terminal; called by cheroot."""
        logger.log(level, msg, exc_info=traceback)
