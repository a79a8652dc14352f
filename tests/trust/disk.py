"""A stranger cannot fill the disk: ``python -m tests.trust.disk``.

A server for strangers runs on a port of this machine. A stranger who throws the cookies away between tries makes
games, brings games in and sends photos, 300 times each, and sends files to a game where there is no seat. What then
lies on the disk is compared with what the limits allow.
"""

import argparse
import http.client
import json
import logging
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from flask import request

from companion.service import Table
from companion.service.exchange import export_game
from companion.service.quotas import MEGABYTE, PUBLIC
from companion.web import Config, create_app
from companion.web.camera.common import CAMERA
from companion.web.seats import TABLE
from companion.web.serve import listen, make_server
from tests.trust.world import FIELD
from tests.vision.photos import jpeg, picture

ROUNDS = 300
BOUNDARY = "----stranger"
BIG = 30 * MEGABYTE
STEPS = 200
IN_PASSING = 6 * MEGABYTE
"""What the database writes ahead, and answers of the camera."""
GAME_BYTES = 64 * 1024
"""More than a new game takes in the database."""
MOST_READ = 4096


@dataclass
class Figures:
    """What came of it."""

    statuses: dict[str, Counter[int]] = field(default_factory=dict)
    on_disk: int = 0
    cap: int = 0
    read_of_refused: int = 0

    def lines(self) -> Iterator[str]:
        """Yields the figures as they are printed."""
        for name, counts in self.statuses.items():
            told = ", ".join(f"{count} x {status}" for status, count in sorted(counts.items()))
            yield f"{name:<16} {told}"
        yield f"{'on the disk':<16} {self.on_disk / MEGABYTE:.1f} MB of at most {self.cap / MEGABYTE:.1f} MB"
        yield f"{'of 30 MB refused':<16} {self.read_of_refused} bytes were read at most"

    @property
    def broken(self) -> list[str]:
        """The promises that were broken."""
        found = []
        if self.on_disk > self.cap:
            found.append("more lies on the disk than the limits allow")
        if self.read_of_refused > MOST_READ:
            found.append("a refused file was read")
        if any(status >= 500 for counts in self.statuses.values() for status in counts):
            found.append("the server broke")
        return found


class Stranger:
    """Somebody without cookies who knows how the forms look."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self.fields: dict[str, str] = {}

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> tuple[int, str, str]:
        """Returns status, place and text of an answer; a connection that broke off while sending is asked anyway."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Host": f"127.0.0.1:{self.port}", "X-Forwarded-For": "203.0.113.9", "Cookie": self.cookie}
        if body:
            headers["Content-Type"] = kind
        try:
            with suppress(BrokenPipeError, ConnectionResetError):
                link.request(method, path, body or None, headers)
            answer = link.getresponse()
            kept = [value.partition(";")[0] for name, value in answer.getheaders() if name.lower() == "set-cookie"]
            self.cookie = "; ".join(kept) or self.cookie
            return answer.status, answer.headers.get("Location", ""), answer.read().decode("utf-8", "replace")
        finally:
            link.close()

    def anew(self) -> None:
        """Throws the cookies away and opens a page for new ones."""
        self.cookie = ""
        self.fields = dict(FIELD.findall(self.ask("GET", "/import")[2]))

    def form(self, path: str, values: dict[str, str], file: tuple[str, bytes] | None = None) -> tuple[int, str]:
        """Sends a form with a fresh key, and with a file perhaps; returns status and place."""
        body = b""
        for name, value in {**self.fields, **values}.items():
            body += f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        if file is not None:
            head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{file[0]}"; filename="x"\r\n\r\n'
            body += head.encode() + file[1] + b"\r\n"
        body += f"--{BOUNDARY}--\r\n".encode()
        return self.ask("POST", path, body, f"multipart/form-data; boundary={BOUNDARY}")[:2]


@contextmanager
def public_server(folder: Path) -> Iterator[tuple[int, list[int], Any]]:
    """Serves an app for strangers; gives the port, how many bytes were read of each refused big body, and the app."""
    app = create_app(Config(data_folder=folder, public=True))
    read: list[int] = []

    @app.after_request
    def note(response: Any) -> Any:
        length = request.content_length or 0
        if length >= BIG and response.status_code >= 400:
            # The stream of the server knows how much of the body is still to come.
            source = request.environ["wsgi.input"]
            read.append(length - getattr(getattr(source, "_rest", source), "remaining", 0))
        return response

    server = make_server(app, listen("127.0.0.1", free_port()))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server.port, read, app
    finally:
        server.close()
        thread.join(10)
        app.extensions[TABLE].log._database.close()


def free_port() -> int:
    """Returns a port that nobody has."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def attack(folder: Path, rounds: int) -> Figures:
    """Does everything so many times and returns what came of it."""
    figures = Figures()
    usual = {"set_up": "quick", "dice": "hand"}
    with public_server(folder) as (port, read, app):
        stranger = Stranger(port)
        stranger.anew()
        status, place = stranger.form("/new", {**usual, "key": "the-first-game"})
        game = place.rpartition("/")[2]
        seated, its_fields = stranger.cookie, stranger.fields
        document = played(app.extensions[TABLE], game)
        size = len(numbered(document, 0))
        before = on_disk(folder)
        photo = jpeg(picture())
        place = stranger.form(f"/g/{game}/camera/boxes", {"name": "Box", "width": "840"})[1]
        box = {"box": place.rpartition("/")[2]}
        doings: dict[str, Callable[[int], tuple[int, str]]] = {
            "games": lambda n: stranger.form("/new", {**usual, "key": f"game-{n:08d}"}),
            "imports": lambda n: stranger.form("/import", {"key": f"file-{n:08d}"}, ("file", numbered(document, n))),
            "photos": lambda n: stranger.form(f"/g/{game}/camera", box, ("photo", photo)),
            "boxes": lambda n: stranger.form(f"/g/{game}/camera/boxes/import", {}, ("file", photo * 40)),
        }
        figures.statuses["games"] = Counter([status])
        for name, doing in doings.items():
            counts = figures.statuses.setdefault(name, Counter())
            # What a child process looks at takes its time.
            for number in range(max(3, rounds // 10) if name == "boxes" else rounds):
                if name in ("photos", "boxes"):
                    stranger.cookie, stranger.fields = seated, its_fields
                elif number % 3 == 0:
                    stranger.anew()
                counts[doing(number)[0]] += 1
        stranger.anew()
        for name, where in (("no such game", "0" * 16), ("no seat", game)):
            refused = stranger.form(f"/g/{where}/camera", {}, ("photo", bytes(BIG)))
            figures.statuses[name] = Counter([refused[0]])
        settle(app)
        figures.on_disk = on_disk(folder) - before
        figures.read_of_refused = max(read, default=BIG)
    # Games and their log are small; a file that is brought in takes no more than three times itself in the database.
    allowed = PUBLIC.games.address * GAME_BYTES + PUBLIC.imports.address * size * 3
    figures.cap = allowed + IN_PASSING
    return figures


def settle(app: Any) -> None:
    """Waits until the camera has nothing left to do."""
    queue = app.extensions[CAMERA]._queue
    last = time.monotonic() + 60
    while queue._queued() and time.monotonic() < last:
        time.sleep(0.1)


def played(table: Table, game: str) -> dict[str, Any]:
    """Returns a game as a document, after its first step was taken back and put back many times."""
    seat = table.games.seated(game)[0]
    for number in range(STEPS):
        revert = table.redo if number % 2 else table.undo
        revert(game, seat, table.load(game).seq, f"step-{number:06d}")
    return export_game(table, game)


def numbered(document: dict[str, Any], number: int) -> bytes:
    """Returns a game as a file, each number another game."""
    created = datetime.fromisoformat(document["created"]) + timedelta(seconds=number + 1)
    return json.dumps({**document, "created": created.isoformat()}).encode()


def on_disk(folder: Path) -> int:
    """Returns how many bytes lie below a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def main(argv: list[str] | None = None) -> int:
    """Prints the figures; returns 1 when a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    rounds = parser.parse_args(argv).rounds
    # The log of the server would bury the figures.
    logging.disable()
    with tempfile.TemporaryDirectory() as folder:
        figures = attack(Path(folder), rounds)
    for line in figures.lines():
        print(line)
    for broken in figures.broken:
        print(f"BROKEN: {broken}")
    return 1 if figures.broken else 0


if __name__ == "__main__":
    sys.exit(main())
