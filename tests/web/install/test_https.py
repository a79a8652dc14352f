"""`arrakis serve --https`: encrypted for those who trust the table, and plain HTTP is led to it."""

import hashlib
import io
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.web import Config, create_app, serve
from companion.web.addresses import Reach
from companion.web.certificate import Certificate, certificate
from companion.web.devices import COOKIE
from companion.web.live.routes import hub_of
from companion.web.renewal import Renewal
from companion.web.seats import TABLE
from companion.web.serve import make_server
from companion.web.server import THREADS, Server
from tests.web.test_serve import ROOT, free_port


@pytest.fixture
def made(tmp_path: Path) -> Certificate:
    return certificate(tmp_path, ["localhost", "127.0.0.1"])


@pytest.fixture
def server(tmp_path: Path, made: Certificate) -> Iterator[Server]:
    app = create_app(Config(data_folder=tmp_path, certificate=made))
    server = make_server(app, socket.create_server(("127.0.0.1", 0)), made)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield server
    hub_of(app).close()
    server.close()
    thread.join(5)
    app.extensions[TABLE].log._database.close()


def trusting(made: Certificate) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(made.authority))


def said(server: Server, text: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as link:
        link.sendall(text)
        return link.recv(4096)


def test_who_trusts_the_authority_is_served(server: Server, made: Certificate) -> None:
    for host in ("localhost", "127.0.0.1"):
        with urllib.request.urlopen(f"https://{host}:{server.port}/", timeout=5, context=trusting(made)) as answer:
            assert b"data-secure" in answer.read()


def test_who_does_not_trust_it_is_not(server: Server) -> None:
    with pytest.raises(OSError, match="CERTIFICATE_VERIFY_FAILED"):
        urllib.request.urlopen(f"https://localhost:{server.port}/", timeout=5)


def test_plain_http_is_led_to_https(server: Server) -> None:
    answer = said(server, b"GET /j/ABCD?x=1 HTTP/1.1\r\nAccept: */*\r\nHost: 192.168.1.7:8000\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 308 ")
    assert b"\r\nLocation: https://192.168.1.7:8000/j/ABCD?x=1\r\n" in answer
    assert b"set-cookie" not in answer.lower()


@pytest.mark.parametrize("text", [b"hello\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\tb\r\n\r\n", b"GET /\r\nX: y\r\n\r\n"])
def test_nonsense_is_refused(server: Server, text: bytes) -> None:
    assert said(server, text).startswith(b"HTTP/1.1 400 ")


def test_connections_that_say_nothing_keep_nobody_out(server: Server, made: Certificate) -> None:
    idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(THREADS + 10)]
    before = time.monotonic()
    with urllib.request.urlopen(f"https://localhost:{server.port}/healthz", timeout=5, context=trusting(made)) as one:
        assert one.status == 200
    assert time.monotonic() - before < 3
    for link in idle:
        link.close()


def test_a_stream_over_tls_tells_news_and_ends_with_its_device(server: Server, made: Certificate) -> None:
    app = server.wsgi_app
    browser = app.test_client()
    page = browser.get("/new", base_url="https://localhost").text
    token = page.partition('name="csrf_token" value="')[2].partition('"')[0]
    form = {"csrf_token": token, "key": "some-key-1", "set_up": "guided", "dice": "hand"}
    game = browser.post("/new", data=form, base_url="https://localhost").headers["Location"]
    cookie = browser.get_cookie(f"__Host-{COOKIE}", domain="localhost")
    assert cookie is not None
    raw = socket.create_connection(("127.0.0.1", server.port), timeout=5)
    with trusting(made).wrap_socket(raw, server_hostname="localhost") as link:
        sent = f"__Host-{COOKIE}={cookie.value}"
        link.sendall(f"GET {game}/live HTTP/1.1\r\nHost: localhost\r\nCookie: {sent}\r\n\r\n".encode())
        heard = b""
        while b"event: seq" not in heard:
            heard += link.recv(4096)
        assert hub_of(app).streams == 1
    limit = time.monotonic() + 5
    while hub_of(app).streams and time.monotonic() < limit:
        time.sleep(0.05)
    assert hub_of(app).streams == 0


def test_the_terminal_says_how_to_recognise_the_certificate(made: Certificate) -> None:
    out = io.StringIO()
    serve.announce(out, Reach("192.168.1.7", 8000), "https", made)
    text = "".join(out.getvalue().split())
    assert made.fingerprint.replace(":", "") in text.replace(":", "")
    assert made.of_server.replace(":", "") in text.replace(":", "")
    assert "https://192.168.1.7:8000/https" in text


@pytest.mark.slow
def test_the_command_serves_over_tls_and_stops_when_told(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "companion.cli", "serve", "--host", "127.0.0.1", "--port", str(port), "--https"]
    environment = {**os.environ, "ARRAKIS_DATA": str(tmp_path)}
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        authority = tmp_path / "https" / "authority.crt"
        limit = time.monotonic() + 20
        while time.monotonic() < limit:
            try:
                trust = ssl.create_default_context(cafile=str(authority))
                with urllib.request.urlopen(f"https://localhost:{port}/healthz", timeout=5, context=trust) as answer:
                    assert answer.status == 200
                break
            except OSError:
                assert process.poll() is None, process.communicate()
                time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=20)
        assert (process.returncode, err) == (0, "")
        assert f"https://127.0.0.1:{port}" in out
        assert "SHA-256" in out
    finally:
        process.kill()
        process.communicate()


def test_the_pages_explain_the_certificate_and_hand_out_the_authority(tmp_path: Path, made: Certificate) -> None:
    browser = create_app(Config(data_folder=tmp_path, certificate=made)).test_client()
    page = browser.get("/https", base_url="https://localhost").text
    assert made.fingerprint in page
    assert made.of_server in page
    answer = browser.get("/authority.crt", base_url="https://localhost")
    assert answer.mimetype == "application/x-x509-ca-cert"
    assert answer.data == made.authority.read_bytes()
    assert b"PRIVATE KEY" not in answer.data


def test_without_a_certificate_there_is_nothing_to_hand_out(tmp_path: Path) -> None:
    browser = create_app(Config(data_folder=tmp_path)).test_client()
    assert browser.get("/authority.crt").status_code == 404
    assert "arrakis serve --https" in browser.get("/https").text


def test_a_device_keeps_its_seat_when_the_table_turns_to_https(tmp_path: Path) -> None:
    browser = create_app(Config(data_folder=tmp_path)).test_client()
    browser.get("/new", base_url="http://localhost")
    before = browser.get_cookie(COOKIE, domain="localhost")
    browser.get("/new", base_url="https://localhost")
    after = browser.get_cookie(f"__Host-{COOKIE}", domain="localhost")
    assert before is not None
    assert after is not None
    assert (before.secure, after.secure) == (False, True)
    assert before.value == after.value


def test_a_running_server_takes_a_new_certificate_into_use(
    server: Server, made: Certificate, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def served() -> str:
        raw = socket.create_connection(("127.0.0.1", server.port), timeout=5)
        with trusting(made).wrap_socket(raw, server_hostname="localhost") as link:
            shown = link.getpeercert(binary_form=True)
        assert shown is not None
        return hashlib.sha256(shown).digest().hex(":").upper()

    app = server.wsgi_app
    hosts = ["localhost", "127.0.0.1"]
    renewal = Renewal(app, server, made, lambda: certificate(tmp_path, hosts))
    assert served() == made.of_server
    assert not renewal.look()
    hosts.append("10.1.2.3")  # the machine came into another network
    assert renewal.look()
    found = app.config["CERTIFICATE"]
    assert "10.1.2.3" in found.names
    assert found.fingerprint == made.fingerprint
    assert served() == found.of_server != made.of_server
    assert found.of_server in caplog.text
    assert not renewal.look()


def test_a_certificate_that_cannot_be_renewed_stops_nothing(
    server: Server, made: Certificate, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails() -> Certificate:
        raise ValueError("https: the folder cannot be written")

    monkeypatch.setattr("companion.web.renewal.LOOK_SECONDS", 0.01)
    renewal = Renewal(server.wsgi_app, server, made, fails)
    renewal.start()
    limit = time.monotonic() + 5
    while caplog.text.count("could not be made anew: https: the folder") < 2 and time.monotonic() < limit:
        time.sleep(0.01)
    renewal.stop()
    assert caplog.text.count("could not be made anew: https: the folder") >= 2
