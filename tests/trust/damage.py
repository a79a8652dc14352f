"""Damages copies of a database in many ways and looks at every page: nothing may be wrong without being said.

    python -m tests.trust.damage [--copies N] [--jobs J] [--seed S]

Single bits and bytes are changed, whole pages emptied, the end cut off, rows changed by SQL. Each copy is opened by the
app and every page asked for, by the serving computer and by a device with a seat. A page must be what it was before the
damage, or say that something is damaged; a start may be refused with a message. No answer may be a 500.
"""

import argparse
import random
import re
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask import Flask

from companion.service.exchange import import_game
from companion.store import StoreError
from companion.web import Config, create_app
from companion.web.devices import COOKIE
from companion.web.seats import COPYIST, TABLE
from tests.cheap import CompiledTemplates
from tests.service.played import played_game
from tests.trust.play import FILE

TOKEN = "a-device-that-has-a-seat-0123456789"
PAGES = ("", "/history", "/stats", "/guests", "/export.json")
COMMON = ("/", "/stats", "/copies", "/healthz")
PASSING = re.compile(
    r'name="(?:csrf_token|key)" value="[^"]*"|data-[a-z-]*(?:key|token)="[^"]*"|nonce="[^"]*"|"copied":"[^"]*"'
)
SAID = ("damaged", "cannot be read", "copy of it", "is no longer in its place")
CHANGES = (
    "UPDATE event SET payload = replace(payload, '1', '2') WHERE game = :game AND seq = :seq",
    "UPDATE event SET kind = 'RoundBegan' WHERE game = :game AND seq = :seq",
    "UPDATE event SET seat = NULL WHERE game = :game AND seq = :seq",
    "UPDATE event SET created = datetime(created, '+1 hour') WHERE game = :game AND seq = :seq",
    "DELETE FROM event WHERE game = :game AND seq = :seq",
    "DELETE FROM event WHERE game = :game AND seq > :seq",
    "DELETE FROM seat WHERE game = :game",
    "UPDATE seat SET name = name || 'x' WHERE game = :game",
    "UPDATE seat SET role = 'spectator' WHERE game = :game",
    "UPDATE game SET settings = replace(settings, 'e', 'a') WHERE id = :game",
    "UPDATE game SET winner = 'atreides' WHERE id = :game",
    "UPDATE game SET name = 'Else', changed = created WHERE id = :game",
    "UPDATE game SET seed = seed + 1 WHERE id = :game",
)
MOMENT = datetime(2026, 6, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Seen:
    """What every page shows: status and text by who asks and where."""

    pages: dict[tuple[str, str], tuple[int, str]]


@dataclass
class Tally:
    """What came of all copies: by kind how many, how many were noticed, what is wrong."""

    copies: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def __add__(self, other: "Tally") -> "Tally":
        """Returns both together."""
        return Tally(self.copies + other.copies, self.outcomes + other.outcomes, self.faults + other.faults)


def make(folder: Path) -> list[str]:
    """Makes games in an empty folder; returns their ids. The file is whole without anything beside it."""
    app = create_app(Config(data_folder=folder))
    table, games = app.extensions[TABLE], list[str]()
    games.append(import_game(table, played_game(), TOKEN, "Ola").id)
    client = _client(app)
    for path, form in (("/new", {"set_up": "quick", "dice": "app"}), ("/new/trackers", {})):
        fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', client.get("/new").text))
        answer = client.post(path, data={**fields, "player": "Ola", **form})
        games.append(answer.headers["Location"].removeprefix("/g/"))
    _close(app)
    with closing(sqlite3.connect(folder / FILE)) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        opened.execute("PRAGMA journal_mode = DELETE")
    return games


def _client(app: Flask, token: str = TOKEN):  # type: ignore[no-untyped-def]
    client = app.test_client()
    if token:
        client.set_cookie(COOKIE, token, domain="localhost")
    return client


def _close(app: Flask) -> None:
    app.extensions[COPYIST].database.close()


def look(folder: Path, games: list[str]) -> Seen:
    """Asks for every page of an app on a folder; raises StoreError when it does not start."""
    app = create_app(Config(data_folder=folder))
    app.extensions[TABLE].clock = lambda: MOMENT + timedelta(days=1)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    found = dict[tuple[str, str], tuple[int, str]]()
    try:
        # The serving computer, with a seat of its own and without; a phone with a seat.
        for who, client, address in (
            ("host", _client(app, ""), "127.0.0.1"),
            ("seat", _client(app), "192.168.1.20"),
        ):
            pages = PAGES if who == "seat" else ("",)
            for path in (*COMMON, *(f"/g/{game}{page}" for game in games for page in pages)):
                answer = client.get(path, environ_overrides={"REMOTE_ADDR": address}, follow_redirects=True)
                text = answer.text.replace(str(folder.absolute()), "FOLDER")
                found[who, path] = answer.status_code, PASSING.sub("", text)
                answer.close()
    finally:
        _close(app)
    return Seen(found)


def damage(file: Path, games: list[str], chance: random.Random) -> str:
    """Damages a file in a way drawn by chance; returns what was done."""
    kind = chance.choices(("bit", "byte", "page", "cut", "sql"), (40, 20, 10, 5, 25))[0]
    if kind == "sql":
        with closing(sqlite3.connect(file)) as opened, opened:
            game, statement = chance.choice(games), chance.choice(CHANGES)
            most = opened.execute("SELECT max(seq) FROM event WHERE game = ?", (game,)).fetchone()[0]
            opened.execute(statement, {"game": game, "seq": chance.randint(1, most)})
        return f"sql: {statement}"
    data = bytearray(file.read_bytes())
    size = int.from_bytes(data[16:18], "big")
    at = chance.randrange(len(data))
    if kind == "bit":
        data[at] ^= 1 << chance.randrange(8)
    elif kind == "byte":
        data[at] = (data[at] + chance.randint(1, 255)) % 256
    elif kind == "page":
        at -= at % size
        data[at : at + size] = bytes(size)
    else:
        del data[at:]
    file.write_bytes(data)
    return f"{kind} at {at}"


def keep_compiled(folder: Path) -> None:
    """Every app of this process shares compiled templates: compiling takes most of the time of a look."""
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": CompiledTemplates(folder)}


def rounds(base: Path, games: list[str], before: Seen, count: int, seed: int) -> Tally:
    """Damages so many copies of a folder and compares what every page shows with ``before``."""
    chance, tally = random.Random(seed), Tally()
    keep_compiled(base.parent)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            place = Path(folder) / str(number)
            shutil.copytree(base, place)
            done = damage(place / FILE, games, chance)
            tally.copies[done.partition(" ")[0].rstrip(":")] += 1
            try:
                after = look(place, games)
            except StoreError as problem:
                tally.outcomes["start refused with a message"] += 1
                if not str(problem).startswith("db: "):
                    tally.faults.append(f"{done}: {problem}")
            except Exception as problem:  # noqa: BLE001 (whatever it is, it is a fault)
                tally.faults.append(f"{done}: the start failed: {type(problem).__name__}: {problem}")
            else:
                outcome, wrong = compared(before, after)
                tally.outcomes[outcome] += 1
                tally.faults += [f"{done}: {one}" for one in wrong]
            shutil.rmtree(place)
    return tally


def compared(before: Seen, after: Seen) -> tuple[str, list[str]]:
    """Returns what became of a copy in one word, and what is wrong: silent changes and answers of 500."""
    wrong, said, refused, lists = list[str](), False, False, list[str]()
    for (who, path), (status, text) in after.pages.items():
        was = before.pages[who, path]
        if status == 500:
            wrong.append(f"{who} {path}: 500")
        elif (status, text) == was or path == "/healthz":
            continue
        elif status == 503 or any(part in text for part in SAID):
            said = True
        elif status in (403, 404) and was[0] == 200:
            refused = True
        elif path in COMMON:
            # A list can lack a game whose seat is lost; its own page says so.
            lists.append(f"{who} {path}: other than before and nothing said anywhere")
        else:
            wrong.append(f"{who} {path}: {status}, other than before and nothing said")
    if not said:
        wrong += lists
    outcome = "said" if said else "refused as unknown" if refused else "without effect"
    return ("wrong" if wrong else outcome), wrong


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.trust.damage")
    parser.add_argument("--copies", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(asked.jobs) as pool:
        base = Path(folder) / "base"
        base.mkdir()
        keep_compiled(Path(folder))
        games = make(base)
        before = look(base, games)
        settle(base)
        shares = [asked.copies // asked.jobs + (number < asked.copies % asked.jobs) for number in range(asked.jobs)]
        parts = [
            pool.submit(rounds, base, games, before, share, asked.seed * 1000 + number)
            for number, share in enumerate(shares)
        ]
        tally = sum((part.result() for part in parts), Tally())
    print(f"copies {tally.copies.total()} in {time.monotonic() - begun:.0f} s: {dict(tally.copies)}")
    for outcome, number in tally.outcomes.most_common():
        print(f"  {outcome}: {number}")
    print(f"silently wrong, or 500: {len(tally.faults)}")
    for fault in tally.faults[:30]:
        print(f"  {fault}")
    return 1 if tally.faults else 0


def settle(folder: Path) -> None:
    """Makes the file whole again, without anything beside it, after it was looked at."""
    with closing(sqlite3.connect(folder / FILE)) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        opened.execute("PRAGMA journal_mode = DELETE")


if __name__ == "__main__":
    sys.exit(main())
