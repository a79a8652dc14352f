"""Streams cost no thread: one tells all of them, beats in silence, and lets go who has gone or does not listen."""

import socket
import threading
import time
from contextlib import ExitStack

import pytest

from companion.web.server import Server
from companion.web.serving import streams
from tests.web.serving.conftest import PATIENCE, Served, app_of, heard, plain, rest_of, until

ASK = b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n"


def test_a_hundred_streams_cost_one_thread(served: Served) -> None:
    number = 100 if served.made is None else 40
    before = threading.active_count()
    with ExitStack() as stack:
        links = [stack.enter_context(served.link()) for _ in range(number)]
        for link in links:
            link.sendall(ASK)
        assert until(lambda: sum(says.stream is not None for says in served.said) == number)
        assert threading.active_count() <= before + 1
        assert served.is_quick()
        for says in served.said:
            assert says.stream is not None
            says.stream.tell(b"news\n")
        for link in links:
            text = heard(link, b"5\r\nnews\n\r\n")
            assert text.startswith(b"HTTP/1.1 200 OK\r\n")
            assert b"\r\n\r\n6\r\nfirst\n\r\n5\r\n" in text
    assert until(lambda: all(says.closed for says in served.said))


@pytest.mark.slow
def test_silence_is_filled_with_beats(served: Served) -> None:
    with served.link() as link:
        link.sendall(ASK)
        began = time.monotonic()
        heard(link, b"5\r\nbeat\n\r\n", 2)
        assert 3 < time.monotonic() - began < 5.5


def test_the_end_of_a_stream_is_the_end_of_its_answer(served: Served) -> None:
    with served.link() as link:
        link.sendall(ASK)
        assert until(lambda: bool(served.said) and served.said[0].stream is not None)
        stream = served.said[0].stream
        assert stream is not None
        stream.end()
        stream.tell(b"too late\n")
        assert rest_of(link).endswith(b"6\r\nfirst\n\r\n0\r\n\r\n")
    assert served.said[0].closed


def test_streams_end_with_the_server(served: Served) -> None:
    with served.link() as link:
        link.sendall(ASK)
        assert until(lambda: bool(served.said) and served.said[0].stream is not None)
        served.server.close()
        assert rest_of(link).endswith(b"\r\n0\r\n\r\n")
    assert served.said[0].closed


def test_a_server_that_is_closed_before_it_begins_does_not_begin() -> None:
    server = Server(app_of([]), socket.create_server(("127.0.0.1", 0)))
    server.close()
    server.run()
    assert not server.ready


@plain
def test_an_old_client_gets_it_without_chunks(served: Served) -> None:
    with served.link() as link:
        link.sendall(b"GET /stream HTTP/1.0\r\nHost: x\r\n\r\n")
        assert until(lambda: bool(served.said) and served.said[0].stream is not None)
        stream = served.said[0].stream
        assert stream is not None
        stream.tell(b"news\n")
        stream.end()
        assert rest_of(link).endswith(b"\r\n\r\nfirst\nnews\n")


@plain
def test_an_answer_that_is_no_success_is_no_stream(served: Served) -> None:
    assert served.get("/stream?status=503").startswith(b"HTTP/1.1 503")
    assert served.said[0].closed
    assert served.said[0].stream is None


def test_who_does_not_listen_is_let_go(served: Served) -> None:
    with served.link() as link:
        link.sendall(ASK)
        assert until(lambda: bool(served.said) and served.said[0].stream is not None)
        says = served.said[0]
        assert says.stream is not None
        # Small buffers are full soon, however slow the machine is.
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        says.stream.connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        limit = time.monotonic() + PATIENCE
        while not says.closed and time.monotonic() < limit:
            says.stream.tell(bytes(2000))
            time.sleep(0.0005)
        assert says.closed
        assert served.is_quick()


@plain
def test_who_takes_nothing_for_too_long_is_let_go(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_WAITING", 10**9)
    monkeypatch.setattr(streams, "MOST_SECONDS_WAITING", 0.5)
    with served.link() as link:
        link.sendall(ASK)
        assert until(lambda: bool(served.said) and served.said[0].stream is not None)
        says = served.said[0]
        assert says.stream is not None
        says.stream.tell(bytes(8 * 1024 * 1024))
        assert until(lambda: bool(says.closed))


@plain
def test_a_source_that_fails_ends_its_stream_only(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    with served.link() as link, served.link() as other:
        link.sendall(ASK)
        assert until(lambda: bool(served.said) and served.said[0].stream is not None)
        monkeypatch.setattr("tests.web.serving.conftest.Says.begin", lambda *_: 1 / 0)
        other.sendall(ASK)
        assert rest_of(other).endswith(b"first\n\r\n")
        stream = served.said[0].stream
        assert stream is not None
        stream.end()
        assert rest_of(link).endswith(b"0\r\n\r\n")
