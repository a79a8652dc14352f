"""An app with games of its own, the devices around them, and whether anything of it changed."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine, event
from werkzeug.test import TestResponse

from companion.service import Table
from companion.web import Config, create_app
from companion.web.camera.common import CAMERA
from companion.web.seats import TABLE

FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')
HOST = "192.168.1.7"
STREAM = "text/event-stream"
COUNTERS = ("tally", "sqlite_sequence")
"""Tables that count tries: a refused request may be counted."""
TOUCHED = ("seen",)
"""When a device was here last: no change of anything."""


WORKINGS = re.compile(r"\.sqlite|\.lock$|^camera/(jobs|queue)/")
"""Files that say what the app is doing: the database itself, locks, and jobs with their outcome."""


@dataclass
class World:
    """A running app in a folder of its own."""

    app: Flask
    folder: Path

    @property
    def table(self) -> Table:
        """The games."""
        found: Table = self.app.extensions[TABLE]
        return found

    @property
    def database(self) -> Path:
        """The file of the database."""
        return next(self.folder.glob("*.sqlite"))

    def device(self, address: str) -> "Device":
        """A browser that was never here before."""
        return Device(self.app.test_client(), address)

    def joined(self, address: str, game: str, role: str) -> "Device":
        """A device that took a seat with the code that lets it in as ``role``."""
        record = self.table.games.get(game)
        guest = self.device(address)
        code = record.watch_code if role == "spectator" else record.play_code
        answer = guest.post(f"/j/{code}", {**guest.fields(f"/j/{code}"), "role": role, "name": f"The {role}"})
        if answer.status_code != 303:
            raise RuntimeError(f"/j: joining as {role} was answered by {answer.status_code}")
        return guest


@contextmanager
def world(folder: Path) -> Iterator[World]:
    """Gives an app on an empty folder, and closes it."""
    app = create_app(Config(data_folder=folder))
    try:
        yield World(app, folder)
    finally:
        app.extensions[TABLE].log._database.close()


@dataclass
class Device:
    """A browser: keeps its cookies, and knows what the hidden fields of its forms hold."""

    client: FlaskClient
    address: str
    host: str = f"{HOST}:8000"
    token: str = ""
    """What its forms carry, once somebody has looked."""

    def ask(self, method: str, path: str, data: Any = None, headers: dict[str, str] | None = None) -> TestResponse:
        """Sends a request and reads its answer, of a stream its beginning."""
        answer = self.client.open(
            path,
            method=method,
            data=data,
            headers=headers,
            base_url=f"http://{self.host}",
            environ_overrides={"REMOTE_ADDR": self.address},
        )
        if answer.mimetype == STREAM:
            beginning = cast(bytes, next(iter(answer.response), b""))
            answer.close()
            answer.response = [beginning]
        else:
            answer.make_sequence()
            answer.close()
        body = answer.request.environ["wsgi.input"]
        if hasattr(body, "close"):
            # A large form is spooled into a file.
            body.close()
        return answer

    def get(self, path: str, **headers: str) -> TestResponse:
        """Asks for a page."""
        return self.ask("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def post(self, path: str, data: Any, **headers: str) -> TestResponse:
        """Sends a form."""
        return self.ask("POST", path, data, {name.replace("_", "-"): value for name, value in headers.items()})

    def fields(self, path: str = "/new") -> dict[str, str]:
        """The hidden fields of the forms on a page: token and key."""
        return dict(FIELD.findall(self.get(path).text))

    def new_game(self, **values: str) -> str:
        """Makes a game and returns its id."""
        usual = {"set_up": "quick", "dice": "app", "player": "Ola"}
        answer = self.post("/new", {**self.fields(), **usual, **values})
        if answer.status_code != 303:
            raise RuntimeError(f"/new: answered by {answer.status_code}: {answer.text[:2000]}")
        return str(answer.headers["Location"].rpartition("/")[2])


def text_of(answer: TestResponse) -> str:
    """Returns the body of an answer as text, whatever it is."""
    return "" if answer.mimetype == STREAM else answer.data.decode("utf-8", "replace")


class Watch:
    """Tells whether anything was changed since it was asked last: rows of the database, files of the folder."""

    def __init__(self, world: World) -> None:
        """Looks at everything for the first time."""
        self._folder = world.folder
        self._connection = sqlite3.connect(f"file:{world.database}?mode=ro", uri=True, check_same_thread=False)
        self._version = -1
        self._rows: dict[str, list[tuple[object, ...]]] = {}
        self._files: dict[str, int] = {}
        self.changes()

    def changes(self) -> list[str]:
        """Returns what differs from the last time, in words; empty when nothing does."""
        found = []
        files = {
            str(file.relative_to(self._folder)): file.stat().st_size
            for file in sorted(self._folder.rglob("*"))
            if file.is_file() and not WORKINGS.search(str(file.relative_to(self._folder)))
        }
        if files != self._files:
            found.append(f"files {sorted(files.items() ^ self._files.items())[:3]}")
            self._files = files
        version = self._connection.execute("PRAGMA data_version").fetchone()[0]
        if version == self._version:
            return found
        rows = self._dump()
        found += [f"table {name}" for name in rows if rows[name] != self._rows.get(name)]
        self._version, self._rows = version, rows
        return found

    def close(self) -> None:
        """Lets go of the database."""
        self._connection.close()

    def _dump(self) -> dict[str, list[tuple[object, ...]]]:
        found = {}
        names = self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        for (name,) in names:
            if name not in COUNTERS:
                columns = [row[1] for row in self._connection.execute(f"PRAGMA table_info({name})")]
                kept = ", ".join(f'"{column}"' for column in columns if column not in TOUCHED)
                found[name] = self._connection.execute(f"SELECT {kept} FROM {name} ORDER BY rowid").fetchall()
        return found


@contextmanager
def statements(world: World) -> Iterator[list[str]]:
    """Gives the list to which every statement is added that the app sends to its database meanwhile."""
    engine: Engine = world.table.log._database._engine
    found: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        found.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", note)


def camera_folder(world: World) -> Path:
    """Returns the folder in which the app keeps photos and boxes."""
    found: Path = world.app.extensions[CAMERA]._folder
    return found
