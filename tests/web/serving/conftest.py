"""The server with a small app behind it, and devices that are slow on purpose."""

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask, Response, request

from companion.web.certificate import Certificate, certificate
from companion.web.server import Server
from companion.web.serving import connection, shares
from companion.web.serving.streams import HAND_OVER, Stream

BIG = 6 * 1024 * 1024
PATIENCE = 10.0


class Says:
    """A stream's source that tests speak through."""

    beat = b"beat\n"

    def __init__(self) -> None:
        self.stream: Stream | None = None
        self.closed = 0

    def begin(self, stream: Stream) -> None:
        self.stream = stream

    def close(self) -> None:
        self.closed += 1


def app_of(said: list[Says]) -> Flask:
    app = Flask("slow")

    @app.get("/")
    def home() -> str:
        return "here"

    @app.post("/size")
    def size() -> str:
        return str(len(request.get_data()))

    @app.post("/refused")
    def refused() -> tuple[str, int]:
        return "not today", 403

    @app.get("/big")
    def big() -> Response:
        return Response(bytes(BIG))

    @app.get("/stream")
    def stream() -> Response:
        says = Says()
        said.append(says)
        request.environ[HAND_OVER](says)
        return Response("first\n", status=int(request.args.get("status", "200")))

    return app


@dataclass
class Served:
    """A running server; ``said`` are the sources of its streams."""

    server: Server
    said: list[Says]
    made: Certificate | None = None

    def link(self) -> socket.socket:
        raw = socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE)
        if self.made is None:
            return raw
        return ssl.create_default_context(cafile=str(self.made.authority)).wrap_socket(raw, server_hostname="localhost")

    def ask(self, text: bytes) -> bytes:
        """Sends something and returns everything that comes until the server closes."""
        with self.link() as link:
            link.sendall(text)
            return rest_of(link)

    def get(self, path: str = "/") -> bytes:
        return self.ask(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())

    def is_quick(self) -> bool:
        before = time.monotonic()
        return self.get().endswith(b"here") and time.monotonic() - before < 3

    @contextlib.contextmanager
    def many(self, number: int, text: bytes) -> Iterator[list[socket.socket]]:
        """So many connections that have said so much and no more."""
        with contextlib.ExitStack() as stack:
            links = [stack.enter_context(self.link()) for _ in range(number)]
            for link in links:
                link.sendall(text)
            time.sleep(0.2)
            yield links


def rest_of(link: socket.socket) -> bytes:
    parts = []
    while part := link.recv(65536):
        parts.append(part)
    return b"".join(parts)


def heard(link: socket.socket, wanted: bytes, times: int = 1) -> bytes:
    """Reads until it has come so many times, and returns everything."""
    text = b""
    while text.count(wanted) < times:
        part = link.recv(65536)
        assert part, f"the end came after {text!r}"
        text += part
    return text


def post(path: str, length: object, body: bytes = b"", more: str = "Connection: close\r\n") -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\n{more}\r\n"
    return head.encode() + body


def until(true: Callable[[], bool], seconds: float = 5) -> bool:
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if true():
            return True
        time.sleep(0.01)
    return False


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deadlines of a second."""
    monkeypatch.setattr(connection, "HEAD_SECONDS", 1.0)
    monkeypatch.setattr(shares, "GRACE_SECONDS", 1.0)


@pytest.fixture(params=["http", "https"])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    said: list[Says] = []
    made = certificate(tmp_path, ["localhost", "127.0.0.1"]) if request.param == "https" else None
    files = None if made is None else (made.chain, made.chain)
    server = Server(app_of(said), socket.create_server(("127.0.0.1", 0), backlog=512), files)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert until(lambda: server.ready)
    yield Served(server, said, made)
    server.close()
    thread.join(5)
    assert not thread.is_alive()


plain = pytest.mark.parametrize("served", ["http"], indirect=True)
"""Where TLS makes no difference."""
