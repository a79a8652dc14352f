"""The app where there is no server: whoever has a request as bytes is given the answer as bytes.

One request at a time, in the thread that asks; nothing here waits, listens or starts anything. ``open_place`` is told
the path below which the app stands, because a folder of files may stand anywhere on a web host.
"""

import io
import logging
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from flask import Flask

from companion.pocket.kept import Kept
from companion.service import utc_now
from companion.service.sweeper import DELETED_KEPT, Sweeper, Task
from companion.store import Database, default_url
from companion.web.core import SWEEPER, Ground, make_app, sweeping
from companion.web.features import Feature, Features
from companion.web.say import lazy
from companion.web.seats import TABLE

SWEEP_EVERY = 500
"""So many requests after each other something is removed that is left over; the first time soon after the start."""
SWEEP_FIRST = 20
HERE = "127.0.0.1"
"""Where requests come from: the reader is at home at every game, as at the computer of a server."""
NOT_PASSED_ON = frozenset({"accept-encoding", "connection", "content-length", "content-type", "cookie", "host"})
POCKET = Features(
    {
        Feature.PHONES: lazy("Other phones cannot join here: that needs the app on a computer."),
        Feature.CAMERA: lazy("The camera needs the app on a computer."),
        Feature.COPIES: lazy("Copies of all games are made by the app on a computer; here, save a game as a file."),
        Feature.INSTALL: lazy("Install it from the page around it."),
    },
    framed=True,
    alone=True,
)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """A response: status, headers without cookies, the body, and ``cookies`` for ``document.cookie``, each as it is
    assigned there."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    cookies: tuple[str, ...]


class Place:
    """The app below a path of an origin."""

    def __init__(self, app: Flask, kept: Kept, database: Database, root: str) -> None:
        """Made by ``open_place``."""
        self.app = app
        self._kept = kept
        self._database = database
        self._root = root
        self._asked = SWEEP_EVERY - SWEEP_FIRST
        # The pages around the app read its settings too.
        self._cookie_path = root.rpartition("/")[0] + "/"

    def answer(self, method: str, url: str, headers: Sequence[tuple[str, str]] = (), body: bytes = b"") -> Answer:
        """Answers a request, once everything it changes is on the disk.

        ``url`` is the whole address or its path. Browsers keep some headers from a service worker, which names them by
        itself: ``Accept-Language``, ``Referer`` and ``Cookie`` (that of the page's ``document.cookie``). An address
        outside of the app is answered with 404.
        """
        status, found, sent = self._run(self._environ(method, url, headers, body))
        kept, cookies = [], []
        for name, value in found:
            if name.lower() != "set-cookie":
                kept.append((name, value))
            elif not self._kept.take(value):
                cookies.append(_below(self._cookie_path, value))
        self._asked += 1
        if self._asked % SWEEP_EVERY == 0:
            self.app.extensions[SWEEPER].sweep()
        return Answer(status, tuple(kept), sent, tuple(cookies))

    def close(self) -> None:
        """Closes all files; nothing can be asked afterwards."""
        self._database.close()
        self._kept.close()

    def _environ(self, method: str, url: str, headers: Iterable[tuple[str, str]], body: bytes) -> dict[str, Any]:
        where = urlsplit(url)
        path = unquote_to_bytes(where.path).decode("latin-1")
        inside = path == self._root or path.startswith(f"{self._root}/")
        known = {name.lower(): value for name, value in headers}
        host, scheme = where.netloc or known.get("host") or "localhost", where.scheme or "http"
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method.upper(),
            "SCRIPT_NAME": self._root if inside else "",
            "PATH_INFO": (path.removeprefix(self._root) or "/") if inside else path,
            "QUERY_STRING": where.query,
            "SERVER_NAME": where.hostname or "localhost",
            "SERVER_PORT": str(where.port or (443 if scheme == "https" else 80)),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": host,
            "REMOTE_ADDR": HERE,
            "CONTENT_TYPE": known.get("content-type", ""),
            "CONTENT_LENGTH": str(len(body)) if body else "",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": scheme,
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        for name, value in known.items():
            if name not in NOT_PASSED_ON:
                environ[f"HTTP_{name.upper().replace('-', '_')}"] = value
        own = self._kept.cookies()
        told = [part.strip() for part in known.get("cookie", "").split(";")]
        pairs = [part for part in told if part and part.partition("=")[0] not in own]
        pairs += [f"{name}={value}" for name, value in own.items() if value]
        if pairs:
            environ["HTTP_COOKIE"] = "; ".join(pairs)
        return environ

    def _run(self, environ: dict[str, Any]) -> tuple[int, list[tuple[str, str]], bytes]:
        begun: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]], _failed: Any = None) -> Any:
            begun[:] = [(status, headers)]
            return lambda _text: None

        parts = self.app.wsgi_app(environ, start)
        try:
            body = b"".join(parts)
        finally:
            if (close := getattr(parts, "close", None)) is not None:
                close()
        status, headers = begun[0]
        return int(status.partition(" ")[0]), headers, body


def open_place(data: Path, root: str) -> Place:
    """Returns the app with its games in the folder ``data``; raises StoreError when they cannot be opened.

    ``root`` is the path of the app's first page without a slash at its end, such as ``/arrakis/app``; empty: it stands
    at the root of its origin.
    """
    database = Database(default_url(data), keep_copies=False, alone=True)
    kept = Kept(data)
    app = make_app(Ground(data, database, kept.key(), POCKET))
    app.config["APPLICATION_ROOT"] = root or "/"
    games = app.extensions[TABLE]

    def drop() -> int:
        gone = games.keeping.drop_old(utc_now() - DELETED_KEPT)
        for game in gone:
            games.forget(game)
        return len(gone)

    deleted: tuple[str, Task] = ("deleted games", drop)
    app.extensions[SWEEPER] = Sweeper((*sweeping(database), deleted))
    return Place(app, kept, database, root)


def _below(path: str, cookie: str) -> str:
    """Returns a cookie for all pages below a path, and no others of the same host."""
    parts = [part.strip() for part in cookie.split(";")]
    return "; ".join([*(part for part in parts if not part.lower().startswith("path=")), f"Path={path}"])


__all__ = ["POCKET", "Answer", "Place", "open_place"]
