"""Streams of the app's own server: nothing is lost before they begin, and no device gets too many."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.service import Published
from companion.web import Config, create_app
from companion.web.live.elsewhere import news_of
from companion.web.live.hub import PER_DEVICE, Hub
from companion.web.live.routes import hub_of
from companion.web.live.stream import Told
from companion.web.seats import TABLE
from companion.web.serve import make_server
from tests.web.live.measure import Device


class Heard:
    """In the place of a stream: keeps what it is told."""

    def __init__(self) -> None:
        self.news: list[bytes | None] = []

    def tell(self, news: bytes) -> None:
        self.news.append(news)

    def end(self) -> None:
        self.news.append(None)


def test_what_happens_before_a_stream_begins_is_told_when_it_does() -> None:
    hub, heard = Hub(), Heard()
    told = Told(hub.listen("a"))
    hub.publish(Published("a", 7))
    told.begin(heard)  # type: ignore[arg-type]
    hub.publish(Published("a", 8))
    hub.close()
    assert heard.news == [b"event: seq\ndata: 7\n\n", b"event: seq\ndata: 8\n\n", None]
    told.close()
    assert hub.streams == 0


class Running:
    """The app with its own server, and a device at a game of it."""

    def __init__(self, app: Flask, port: int) -> None:
        self.app = app
        self.device = Device(port)
        assert self.device.send("/new", "/new", set_up="guided", dice="hand") == 303
        self.game = self.device.ask("GET", "/")[2].partition('href="/g/')[2].partition('"')[0]

    def listen(self) -> socket.socket:
        link = socket.create_connection(("127.0.0.1", self.device.port), timeout=10)
        text = f"GET /g/{self.game}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.device.cookie}\r\n\r\n"
        link.sendall(text.encode())
        return link


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    app = create_app(Config(data_folder=tmp_path))
    server = make_server(app, socket.create_server(("127.0.0.1", 0)))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield Running(app, server.port)
    hub_of(app).close()
    news_of(app).close()
    server.close()
    thread.join(5)
    app.extensions[TABLE].log._database.close()


def test_a_device_gets_its_streams_and_no_more(running: Running) -> None:
    links = [running.listen() for _ in range(PER_DEVICE)]
    assert all(link.recv(4096).startswith(b"HTTP/1.1 200 ") for link in links)
    assert hub_of(running.app).streams == PER_DEVICE
    with running.listen() as one_more:
        assert one_more.recv(4096).startswith(b"HTTP/1.1 503 ")
    for link in links:
        link.close()
