"""The server as it is started by hand: where it says it is, it is; and why it does not start, it says."""

import io
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.web import addresses, serve
from companion.web.live.hub import IN_TOTAL
from companion.web.server import THREADS, Connection, Server

ROOT = Path(__file__).resolve().parents[2]
START = "import sys; from companion.web.serve import main; sys.exit(main(sys.argv[1], int(sys.argv[2])))"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def server(tmp_path: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", START, "127.0.0.1", str(port)],
        cwd=ROOT,
        env={**os.environ, "ARRAKIS_DATA": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    yield process
    process.kill()
    process.communicate()


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return bytes(answer.read())


def wait_for(url: str, process: subprocess.Popen[str]) -> bytes:
    for _ in range(200):
        try:
            return fetch(url)
        except OSError:
            assert process.poll() is None, process.communicate()
            time.sleep(0.1)
    raise AssertionError(f"{url} did not answer")


@pytest.mark.slow
def test_the_server_answers_where_it_says_and_stops_when_told(
    server: subprocess.Popen[str], port: int, tmp_path: Path
) -> None:
    assert b'{"ok":true}' in wait_for(f"http://127.0.0.1:{port}/healthz", server).replace(b" ", b"")
    assert b"Arrakis companion" in fetch(f"http://127.0.0.1:{port}/")
    server.send_signal(signal.SIGTERM)
    out, err = server.communicate(timeout=20)
    assert server.returncode == 0, err
    assert f"Arrakis companion: http://127.0.0.1:{port}" in out
    assert "Only this computer can reach it" in out
    assert (tmp_path / "arrakis.sqlite").is_file()


def test_a_port_in_use_is_named(
    port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARRAKIS_DATA", str(tmp_path))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        assert serve.main("127.0.0.1", port) == 2
    assert re.search(rf"^error: port: {port} on 127.0.0.1 cannot be used: .*in use", capsys.readouterr().err)


@pytest.mark.parametrize(
    "host, port, said",
    [("127.0.0.1", 70000, "port: must be from 1 to 65535, not 70000"), ("203.0.113.5", 80, "port: 80 on 203")],
)
def test_an_address_that_cannot_be_used_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], host: str, port: int, said: str
) -> None:
    monkeypatch.setenv("ARRAKIS_DATA", str(tmp_path))
    assert serve.main(host, port) == 2
    assert capsys.readouterr().err.startswith(f"error: {said}")


def test_a_database_that_cannot_be_used_is_named(
    port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARRAKIS_DATA", str(tmp_path))
    assert serve.main("127.0.0.1", port, "sqlite://") == 2
    assert capsys.readouterr().err.startswith("error: db: a database in memory would be lost")


def test_the_terminal_shows_address_and_qr_code() -> None:
    out = io.StringIO()
    serve.announce(out, "http://localhost:8000", "http://192.168.1.7:8000")
    text = out.getvalue()
    assert "Arrakis companion: http://localhost:8000" in text
    assert "On a phone in the same network: http://192.168.1.7:8000" in text
    assert text.count("█") > 50


def test_a_terminal_without_block_characters_gets_the_address_alone() -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii")
    serve.announce(out, "http://localhost:8000", "http://192.168.1.7:8000")
    assert b"http://192.168.1.7:8000" in raw.getvalue()


@pytest.mark.parametrize(
    "host, lan, expected",
    [
        ("0.0.0.0", "192.168.1.7", "192.168.1.7"),
        ("::", "192.168.1.7", "192.168.1.7"),
        ("0.0.0.0", None, None),
        ("127.0.0.1", "192.168.1.7", None),
        ("localhost", "192.168.1.7", None),
        ("192.168.1.9", "192.168.1.7", "192.168.1.9"),
    ],
)
def test_phones_are_told_an_address_that_they_can_reach(
    monkeypatch: pytest.MonkeyPatch, host: str, lan: str | None, expected: str | None
) -> None:
    monkeypatch.setattr(serve, "lan_address", lambda: lan)
    assert serve.reachable_address(host) == expected


def test_a_machine_without_a_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoNetwork(socket.socket):
        def connect(self, _address: object) -> None:
            raise OSError("network is unreachable")

    monkeypatch.setattr("companion.web.addresses.socket.socket", NoNetwork)
    assert addresses.lan_address() is None


def test_enough_threads_for_open_streams() -> None:
    assert THREADS >= 32
    assert IN_TOTAL <= THREADS - 16


def test_answers_do_not_wait_for_the_receipt_of_the_last_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening, socket.create_connection(listening.getsockname()):
        server, _address = listening.accept()
        with server:
            assert not server.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            Connection(Server(Flask("still"), listening), server)
            assert server.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
