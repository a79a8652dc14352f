"""A server with open streams stops at once and without a word of complaint."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from companion.web import Config, create_app
from companion.web.live.routes import hub_of
from companion.web.seats import TABLE
from companion.web.seclog import NAME
from companion.web.serve import make_server
from tests.web.live.measure import Device
from tests.web.test_serve import ROOT, START, free_port, wait_for


def complaints(err: str) -> list[str]:
    """What a server wrote that is no everyday line of its log, such as who came in."""
    return [line for line in err.splitlines() if f" INFO {NAME} " not in line]


AT_ONCE = 4.0
"""Seconds: whoever waits for streams to end by themselves waits five. A busy machine has its own measure: the server
stops at least as quickly as it started twice."""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.slow
def test_the_server_stops_with_streams_open(tmp_path: Path, number: signal.Signals) -> None:
    port, begun = free_port(), time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-c", START, "127.0.0.1", str(port)],
        cwd=ROOT,
        env={**os.environ, "ARRAKIS_DATA": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_for(f"http://127.0.0.1:{port}/healthz", process)
        starting = time.monotonic() - begun
        device = Device(port)
        assert device.send("/new", "/new", set_up="guided", dice="hand") == 303
        game = device.ask("GET", "/")[2].partition('href="/g/')[2].partition('"')[0]
        ready = threading.Barrier(4)
        threads = [threading.Thread(target=device.listen, args=(f"/g/{game}/live", ready)) for _ in range(3)]
        for thread in threads:
            thread.start()
        ready.wait(60)
        before = time.monotonic()
        process.send_signal(number)
        _out, err = process.communicate(timeout=120)
        assert time.monotonic() - before < max(AT_ONCE, 2 * starting)
        assert (process.returncode, complaints(err)) == (0, [])
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()
    finally:
        process.kill()
        process.communicate()


def test_a_device_that_goes_away_gives_its_place_back(tmp_path: Path) -> None:
    app = create_app(Config(data_folder=tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = make_server(app, listening)
        threading.Thread(target=server.run, daemon=True).start()
        device = Device(server.port)
        assert device.send("/new", "/new", set_up="guided", dice="hand") == 303
        game = device.ask("GET", "/")[2].partition('href="/g/')[2].partition('"')[0]
        link = socket.create_connection(("127.0.0.1", device.port))
        link.sendall(f"GET /g/{game}/live HTTP/1.1\r\nHost: localhost\r\nCookie: {device.cookie}\r\n\r\n".encode())
        assert link.recv(10)
        assert hub_of(app).streams == 1
        link.close()
        limit = time.monotonic() + 5
        while hub_of(app).streams and time.monotonic() < limit:
            time.sleep(0.05)
        assert hub_of(app).streams == 0
        server.close()
    app.extensions[TABLE].log._database.close()
