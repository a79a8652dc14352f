"""Servers that can be killed, people who tap on them over HTTP, and what their database holds afterwards."""

import http.client
import os
import re
import secrets
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from companion.store.examine import damages, is_sound

ROOT = Path(__file__).resolve().parents[2]
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')
PHASES = ("start", "vehicles", "actions", "hazards", "spice", "end")
PATIENCE = 120.0
FILE = "arrakis.sqlite"


@dataclass
class Player:
    """A device: its cookies and token, and every tap with when it was acknowledged (monotonic clock)."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""
    acknowledged: dict[str, float] = field(default_factory=dict)
    sent: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)
    link: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Sends one request; returns status, the address led to, and the page. Raises OSError or HTTPException."""
        if self.link is None:
            self.link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self.link.request(method, path, None if form is None else urllib.parse.urlencode(form), headers)
            answer = self.link.getresponse()
            text = answer.read().decode()
        except (OSError, http.client.HTTPException):
            self.hang_up()
            raise
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _equals, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, answer.headers.get("Location", ""), text

    def hang_up(self) -> None:
        """Closes the connection."""
        if self.link is not None:
            self.link.close()
            self.link = None

    def learn_token(self) -> None:
        """Looks at a form for the token of this device."""
        self.token = dict(HIDDEN.findall(self.ask("GET", "/new")[2]))["csrf_token"]

    def new_game(self) -> str:
        """Makes a game of trackers and returns its id."""
        self.learn_token()
        status, where, _page = self.ask("POST", "/new/trackers", self._form())
        if status != 303:
            raise RuntimeError(f"/new/trackers: {status}")
        return where.rpartition("/g/")[2].partition("/")[0]

    def join(self, code: str) -> None:
        """Takes a seat with the code for players."""
        self.learn_token()
        form = {**self._form(), "role": "player", "name": f"Player {secrets.token_hex(2)}"}
        status, _where, page = self.ask("POST", f"/j/{code}", form)
        if status != 303:
            raise RuntimeError(f"/j: {status} {page[:300]}")

    def tap(self, game: str, seq: int) -> int:
        """Taps once, expecting the game to stand at ``seq``; returns the status."""
        form = {
            **self._form(),
            "seq": str(seq),
            "at": "part=tracks",
            "round": "1",
            "phase": PHASES[seq % len(PHASES)],
        }
        self.sent.add(form["key"])
        status, _where, page = self.ask("POST", f"/g/{game}/do/tracker-phase", form)
        if status == 303:
            self.acknowledged[form["key"]] = time.monotonic()
        elif status not in (409, 503):
            self.errors.append(f"a tap was answered by {status}: {page[:200]!r}")
        return status

    def _form(self) -> dict[str, str]:
        return {"csrf_token": self.token, "key": secrets.token_urlsafe(12)}


class Nursery:
    """Starts servers quickly; see ``tests.trust.nursery``. ``environment``: variables that they get besides."""

    def __init__(self, **environment: str) -> None:
        """Loads the app once."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.trust.nursery"],
            cwd=ROOT,
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._lock = threading.Lock()
        self._answer()

    def start(self, folder: Path, port: int) -> int:
        """Starts a server on a folder and port of this machine; returns its process number at once."""
        with self._lock:
            assert self._process.stdin is not None
            self._process.stdin.write(f"{folder} {port}\n")
            self._process.stdin.flush()
            return int(self._answer())

    def close(self) -> None:
        """Ends; servers that run go on."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(10)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        if not line:
            raise RuntimeError("nursery: it ended")
        return line


@contextmanager
def nursery(**environment: str) -> Iterator[Nursery]:
    """Gives a nursery and closes it."""
    opened = Nursery(**environment)
    try:
        yield opened
    finally:
        opened.close()


def free_port() -> int:
    """Returns a port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_by_hand(folder: Path, port: int) -> int:
    """Starts ``arrakis serve`` as people do; returns its process number."""
    process = subprocess.Popen(
        [sys.executable, "-m", "companion.cli", "serve", "--host", "127.0.0.1", "--port", str(port)],
        cwd=ROOT,
        env={**os.environ, "ARRAKIS_DATA": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    threading.Thread(target=process.wait, daemon=True).start()
    return process.pid


def ready(port: int, since: float) -> float:
    """Waits until a server answers that it can save; returns the seconds since ``since``. Raises TimeoutError."""
    while time.monotonic() - since < PATIENCE:
        with suppress(OSError, http.client.HTTPException):
            link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            with closing(link):
                link.request("GET", "/healthz")
                if link.getresponse().status == 200:
                    return time.monotonic() - since
        time.sleep(0.01)
    raise TimeoutError(f"port {port}: no server was ready after {PATIENCE:g} seconds")


def kill(process: int) -> None:
    """Ends a server as a crash does, and waits until it is gone."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
    for _ in range(1000):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return
        time.sleep(0.005)


def seated(port: int, count: int, database: Path) -> tuple[list[Player], str]:
    """Makes a game with so many players; returns them and its id."""
    players = [Player(port) for _ in range(count)]
    game = players[0].new_game()
    with closing(sqlite3.connect(f"file:{database}?mode=rw", uri=True)) as looks:
        code = looks.execute("SELECT play_code FROM game WHERE id = ?", (game,)).fetchone()[0]
    for player in players[1:]:
        player.join(code)
    return players, game


def play(players: list[Player], game: str, database: Path, stop: threading.Event) -> None:
    """Makes all players tap, each in a thread, until ``stop`` is set or their server is gone; returns at the end."""
    threads = [threading.Thread(target=_tap_on, args=(player, game, database, stop)) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _tap_on(player: Player, game: str, database: Path, stop: threading.Event) -> None:
    with closing(sqlite3.connect(f"file:{database}?mode=rw", uri=True, timeout=10)) as looks:
        while not stop.is_set():
            try:
                seq = looks.execute("SELECT seq FROM game WHERE id = ?", (game,)).fetchone()[0]
                player.tap(game, seq)
            except (OSError, http.client.HTTPException, sqlite3.Error):
                return


def faults(database: Path, game: str, players: list[Player]) -> list[str]:
    """Returns what is wrong with a database after a crash: taps lost or written twice, damage."""
    found = [error for player in players for error in player.errors]
    engine = create_engine(f"sqlite:///{database}", poolclass=NullPool)
    with engine.connect() as connection:
        if not is_sound(connection):
            found.append("the file is not whole")
        found += [str(damage) for damage in damages(connection).values()]
        keys: dict[str, int] = dict(
            connection.exec_driver_sql("SELECT key, batch FROM idempotency_key WHERE game = ?", (game,)).all()
        )
        batches = [row[0] for row in connection.exec_driver_sql("SELECT batch FROM event WHERE game = ?", (game,))]
    engine.dispose()
    acknowledged = set[str]().union(*(player.acknowledged for player in players))
    sent = set[str]().union(*(player.sent for player in players))
    found += [f"an acknowledged tap is lost: {key}" for key in acknowledged - keys.keys()]
    found += [f"a tap has no rows: {key}" for key, batch in keys.items() if batch not in batches]
    written = set(batches)
    if len(set(keys.values())) != len(keys) or len(written) != len(keys):
        found.append(f"{len(written)} steps were written for {len(keys)} requests")
    foreign = keys.keys() - sent
    # The opening of the game is the one request that was no tap.
    if len(foreign) > 1:
        found.append(f"{len(foreign) - 1} taps were written that nobody sent")
    return found
