"""Measures how long a change takes until six open devices know of it, with the real server and real connections.

    python -m tests.web.live.measure [CHANGES]

Prints the median and the 95th percentile in milliseconds, from before the changing request is sent to the event that
arrives, over all devices and changes. The game has been played to its end before, so its log is long.
"""

import http.client
import json
import re
import socket
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from companion.service import Table
from companion.service.exchange import import_game
from companion.store import Role
from companion.web import Config, create_app
from companion.web.live.routes import hub_of
from companion.web.seats import TABLE
from companion.web.serve import make_server
from tests.service.played import played_game
from tests.web.conftest import FIELD

DEVICES = 6


@dataclass
class Device:
    """A phone with its cookie; ``heard`` maps a place in the log to the moment when it was told."""

    port: int
    cookie: str = ""
    heard: dict[int, float] = field(default_factory=dict)

    def ask(self, method: str, path: str, form: str = "") -> tuple[int, dict[str, str], str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, form or None, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            sent = cookie.partition(";")[0]
            others = [one for one in self.cookie.split("; ") if one and one.partition("=")[0] != sent.partition("=")[0]]
            self.cookie = "; ".join([*others, sent])
        connection.close()
        return answer.status, dict(answer.headers), text

    def send(self, page: str, path: str, **values: str) -> int:
        fields = {**dict(FIELD.findall(self.ask("GET", page)[2])), **values}
        return self.ask("POST", path, "&".join(f"{name}={value}" for name, value in fields.items()))[0]

    def listen(self, path: str, ready: threading.Barrier) -> None:
        with socket.create_connection(("127.0.0.1", self.port)) as link:
            link.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.cookie}\r\n\r\n".encode())
            waited = False
            with link.makefile("rb") as stream:
                for line in stream:
                    if found := re.match(rb"data: (\d+)", line):
                        self.heard[int(found[1])] = time.perf_counter()
                        if not waited:
                            waited = True
                            ready.wait()


def measure(changes: int) -> list[float]:
    """Returns the seconds from a change to the event on each device, for so many changes."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Config(data_folder=Path(folder)))
        table: Table = app.extensions[TABLE]
        server = make_server(app, socket.create_server(("127.0.0.1", 0)))
        port = server.port
        threading.Thread(target=server.run, daemon=True).start()
        try:
            return _measured(table, port, changes)
        finally:
            hub_of(app).close()
            server.close()
            table.log._database.close()


def _measured(table: Table, port: int, changes: int) -> list[float]:
    game = import_game(table, played_game())
    devices = [Device(port) for _ in range(DEVICES)]
    for number, device in enumerate(devices):
        role = Role.PLAYER if number < 2 else Role.SPECTATOR
        status = device.send(f"/j/{game.play_code}", f"/j/{game.play_code}", name=f"D{number}", role=role.value)
        if status != 303:
            raise RuntimeError(f"a device could not join: {status}")
    ready = threading.Barrier(DEVICES + 1)
    for device in devices:
        threading.Thread(target=device.listen, args=(f"/g/{game.id}/live", ready), daemon=True).start()
    ready.wait(30)
    delays: list[float] = []
    for _ in range(changes):
        seq = table.log.seq(game.id)
        page = f"/g/{game.id}/{table.load(game.id).state.phase.value}/{seq}"
        fields = {**dict(FIELD.findall(devices[0].ask("GET", page)[2])), "seq": str(seq)}
        form = "&".join(f"{name}={value}" for name, value in fields.items())
        began = time.perf_counter()
        status, _headers, _text = devices[0].ask("POST", f"/g/{game.id}/undo", form)
        if status != 303:
            raise RuntimeError(f"the change was refused: {status}")
        limit = time.perf_counter() + 5
        while not all(seq + 1 in device.heard for device in devices):
            if time.perf_counter() > limit:
                raise TimeoutError("a device heard nothing for 5 seconds")
            time.sleep(0.001)
        delays.extend(device.heard[seq + 1] - began for device in devices)
    return delays


def main() -> int:
    """Prints the figures as JSON."""
    changes = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    delays = sorted(measure(changes))
    figures = {
        "devices": DEVICES,
        "changes": changes,
        "median_ms": round(1000 * median(delays), 1),
        "p95_ms": round(1000 * quantiles(delays, n=20)[-1], 1),
        "max_ms": round(1000 * delays[-1], 1),
    }
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
