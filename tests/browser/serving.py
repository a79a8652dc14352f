"""The app behind an address, as the browser tests reach it."""

import secrets
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask, Response
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from companion.service import Table
from companion.store.codes import LENGTH, LETTERS
from companion.store.database import default_url
from companion.web import Config, create_app
from companion.web.live import hub
from companion.web.seats import TABLE
from tests.store.ready import laid

STREAMS = 100
"""Live streams of one device. Under this server a stream keeps a thread, which notices that its page was closed when
it has something to say twice, up to four seconds later; the app's own server notices at once. A test that opens a page
every half second would have none left."""
GUARD_MS = 60
"""How long a button must have been in sight before a tap counts; the tests of that take the real time."""


def change_sheets(app: Flask, change: Callable[[str], str]) -> None:
    """Makes the app send its style sheets changed, and no browser keep them."""

    def changed(response: Response) -> Response:
        if response.mimetype == "text/css":
            response.direct_passthrough = False
            response.set_data(change(response.get_data(as_text=True)))
            response.headers["Cache-Control"] = "no-store"
        return response

    # the last one runs first: before the answer is compressed
    app.after_request_funcs.setdefault(None, []).append(changed)


class Quiet(WSGIRequestHandler):
    """Answers without a line in the output for every request."""

    def log(self, type: str, message: str, *args: Any) -> None:
        """Says nothing."""


class Front:
    """What stands at an address for as long as the tests of a process last, while the apps behind it change: a kept
    browser has the files that never change from its cache."""

    def __init__(self) -> None:
        self.app: Flask | None = None

    def __call__(self, environment: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Passes a request on; one that a closed page of an earlier test still sent finds nobody."""
        if self.app is None:
            start("503 Service Unavailable", [])
            return []
        return self.app(environment, start)


@dataclass(frozen=True, slots=True)
class Server:
    """The running app."""

    table: Table
    http: BaseWSGIServer
    app: Flask

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.http.server_port}"


@contextmanager
def listening(app: Flask | Front, port: int = 0) -> Iterator[BaseWSGIServer]:
    """Answers at an address, a free one if none is named."""
    http = make_server("127.0.0.1", port, app, threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=http.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield http
    finally:
        http.shutdown()
        http.server_close()
        thread.join(5)


def wide_codes() -> Callable[..., str]:
    """Makes codes of the widest letters, so that a page which has room for them has room for any; none comes twice."""
    numbers = count()

    def code(length: int = LENGTH) -> str:
        number = next(numbers)
        end = "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(3))
        return ("WM" * length)[: length - 3] + end

    return code


@contextmanager
def set_up(folder: Path) -> Iterator[Flask]:
    """The app with its data in a folder, the same figures and rolls in every run."""
    laid(default_url(folder))
    app = create_app(Config(data_folder=folder))
    app.config["GUARD_MS"] = GUARD_MS
    # The same dice in every run.
    dice = patch.object(secrets, "randbits", lambda bits: 7 % (1 << bits))
    streams = patch.multiple(hub, PER_DEVICE=STREAMS, THREADS=STREAMS)
    with dice, streams, patch("companion.store.codes.new_code", wide_codes()):
        yield app
    app.extensions[TABLE].log._database.close()


@contextmanager
def running(folder: Path) -> Iterator[Server]:
    """The app at an address of its own."""
    with set_up(folder) as app, listening(app) as http:
        yield Server(app.extensions[TABLE], http, app)
