"""Requests as devices send them, and as they should not."""

import socket
import threading

import pytest

from companion.web.server import Server
from companion.web.serving.connection import MOST_HEADER_BYTES
from tests.web.serving.conftest import PATIENCE, Served, app_of, plain, post, rest_of, until


def test_requests_that_come_together_are_answered_one_by_one(served: Served) -> None:
    text = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" + post("/size", 3, b"abc", "")
    answer = served.ask(text + b"\r\n" + text + b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert answer.count(b"HTTP/1.1 200 OK") == 5
    assert answer.count(b"here") == 3


@plain
@pytest.mark.parametrize(
    "text, status",
    [
        (post("/size", "-3", b"abc"), b"400"),
        (post("/size", "+3", b"abc"), b"400"),
        (post("/size", "3_0", b"abc"), b"400"),
        (post("/size", "3\r\nContent-Length: 4", b"abc"), b"400"),
        (post("/size", "3\r\nTransfer-Encoding: chunked", b"3\r\nabc\r\n0\r\n\r\n"), b"411"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * MOST_HEADER_BYTES + b"\r\n\r\n", b"413"),
        (b"GET /" + b"a" * MOST_HEADER_BYTES + b" HTTP/1.1\r\n\r\n", b"414"),
        (b"GET / HTTP/1.1\nHost: x\n\n", b"400"),
        (b"nonsense\r\n\r\n", b"400"),
    ],
)
def test_what_makes_no_sense_is_refused(served: Served, text: bytes, status: bytes) -> None:
    assert served.ask(text).startswith(b"HTTP/1.1 " + status)
    assert served.is_quick()


def test_who_asks_whether_to_send_is_told(served: Served) -> None:
    with served.link() as link:
        link.sendall(post("/size", 3, more="Expect: 100-continue\r\nConnection: close\r\n"))
        assert link.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        link.sendall(b"abc")
        assert rest_of(link).endswith(b"\r\n\r\n3")


@plain
def test_who_hangs_up_in_the_middle_leaves_nothing_behind(served: Served) -> None:
    for text in (b"", b"GET", post("/size", 300, b"abc"), post("/size", 3000000, b"abc"), b"GET /big HTTP/1.1\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", served.server.port)) as link:
            link.sendall(text)
    for _ in range(20):
        assert served.is_quick()
        if not served.server._connections._room.taken:
            break
    assert served.server._connections._uploads.taken == 0


def test_a_server_that_has_nothing_to_do_closes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Server, "expiration_interval", 600)
    server = Server(app_of([]), socket.create_server(("127.0.0.1", 0)))
    serving = threading.Thread(target=server.run, daemon=True)
    serving.start()
    assert until(lambda: server.ready)
    # From now on it sleeps until something happens.
    assert Served(server, []).is_quick()
    closing = threading.Thread(target=server.close, daemon=True)
    closing.start()
    closing.join(PATIENCE)
    assert not closing.is_alive()
    serving.join(PATIENCE)
    assert not serving.is_alive()
