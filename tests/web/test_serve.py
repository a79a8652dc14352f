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

from companion.web import machine, serve
from companion.web.addresses import Reach
from companion.web.machine import Address
from companion.web.server import Connection, Server

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


@pytest.fixture
def left_photo(tmp_path: Path) -> Path:
    """A photo that a server left two days ago."""
    photo = tmp_path / "camera" / "photos" / f"{'a' * 20}.jpeg"
    photo.parent.mkdir(parents=True)
    photo.write_bytes(b"photo")
    os.utime(photo, (time.time() - 2 * 86400,) * 2)
    return photo


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
def test_the_server_answers_where_it_says_sweeps_and_stops_when_told(
    left_photo: Path, server: subprocess.Popen[str], port: int, tmp_path: Path
) -> None:
    assert b'"ok":true' in wait_for(f"http://127.0.0.1:{port}/healthz", server).replace(b" ", b"")
    assert b"Arrakis companion" in fetch(f"http://127.0.0.1:{port}/")
    last = time.monotonic() + 10
    while left_photo.exists() and time.monotonic() < last:
        time.sleep(0.05)
    assert not left_photo.exists()
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


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is in a home network, in one of virtual machines, and in a VPN."""
    found = (Address("192.168.1.7", "wlan0"), Address("10.8.0.2", "tun0"), Address("fd00::7", "wlan0"))
    monkeypatch.setattr(machine, "addresses", lambda: found)


def said(reach: Reach, scheme: str = "http") -> str:
    out = io.StringIO()
    serve.announce(out, reach, scheme)
    return out.getvalue()


@pytest.mark.usefixtures("at_home")
def test_the_terminal_shows_every_address_and_the_qr_code_of_the_first() -> None:
    text = said(Reach("0.0.0.0", 8000))
    assert "Arrakis companion: http://localhost:8000\n" in text
    assert "On a phone in the same network: http://192.168.1.7:8000 (wlan0)\n" in text
    assert "\n  http://10.8.0.2:8000 (tun0)\n" in text
    assert "fd00" not in text
    assert text.count("█") > 50
    assert "\n  http://[fd00::7]:8000 (wlan0)\n" in said(Reach("::", 8000))


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_server_for_this_computer_shows_no_address_and_no_code(host: str) -> None:
    text = said(Reach(host, 8000))
    assert "Only this computer can reach it" in text
    assert "192.168" not in text
    assert "█" not in text


@pytest.mark.usefixtures("at_home")
def test_a_server_on_one_address_shows_that_one() -> None:
    text = said(Reach("10.8.0.2", 8000))
    assert "On a phone in the same network: http://10.8.0.2:8000\n" in text
    assert "192.168" not in text


@pytest.mark.usefixtures("at_home")
def test_behind_a_proxy_the_terminal_tells_names_and_no_address() -> None:
    text = said(Reach("0.0.0.0", 8000, ("table.example.org",), behind_proxy=True))
    assert "Names under which it answers: table.example.org." in text
    out = io.StringIO()
    serve.announce(out, Reach("127.0.0.1", 8000, ("table.example.org",), behind_proxy=True), "http", None, "/owner/x")
    assert "https://table.example.org/owner/x" in out.getvalue()
    assert "192.168" not in text
    assert "█" not in text


def test_without_a_network_only_this_computer_reaches_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "addresses", tuple)
    assert "Only this computer can reach it" in said(Reach("0.0.0.0", 8000))


@pytest.mark.usefixtures("at_home")
def test_a_terminal_without_block_characters_gets_the_address_alone() -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii", errors="replace")
    serve.announce(out, Reach("0.0.0.0", 8000), "http")
    assert b"http://192.168.1.7:8000" in raw.getvalue()


def test_names_come_from_arguments_and_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARRAKIS_NAMES", "Table.example.org, b.example.org")
    assert serve._named(["a.example.org", "table.example.org."]) == (
        "a.example.org",
        "table.example.org",
        "b.example.org",
    )
    with pytest.raises(ValueError, match=r"name: must be a name such as .*, not 'http://x'"):
        serve._named(["http://x"])


def test_a_certificate_of_its_own_and_a_proxy_do_not_go_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARRAKIS_DATA", str(tmp_path))
    assert serve.main(port=8000, https=True, behind_proxy=True) == 2
    assert capsys.readouterr().err.startswith("error: https: the proxy keeps the certificate")


def test_all_addresses_of_both_kinds_are_listened_on_when_asked() -> None:
    if not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    with serve.listen("::", free_port()) as listening:
        port = listening.getsockname()[1]
        for host in ("127.0.0.1", "::1"):
            socket.create_connection((host, port), timeout=5).close()


def test_answers_do_not_wait_for_the_receipt_of_the_last_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening, socket.create_connection(listening.getsockname()):
        server, _address = listening.accept()
        with server:
            assert not server.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            Connection(Server(Flask("still"), listening), server)
            assert server.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
