"""Many tables at once: how long a tap takes, and how long a change needs to reach the other devices of its table.

    python -m tests.trust.load [--tables 16] [--devices 4] [--seconds 120] [--rate 1] [--hostile]
                               [--processes N] [--db URL] [--quiet]

Starts the app's own server, N of them on one database with ``--processes``, makes the tables over HTTP, and lets each
device hold a stream. One device of each table after the other taps, ``rate`` times a second; the others fetch their
page anew then, as real ones do (not with ``--quiet``). A tap is a form and the answer with the next page, over a kept
connection. With ``--hostile``, 64 more streams and 32 connections that send a byte now and then are held all the while.
Ends with 1 when the 95th percentile of the taps is above 100 ms, that of updates in another process above 250 ms, or
anything fails. The load of the machine and what the servers used of its processors stand below: on a busy machine the
times say more about that.
"""

import argparse
import os
import random
import re
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from tests.store.postgres import new_database, server
from tests.trust.phones import Dribble, Ear, Ears, Phone, Refused, forms_of
from tests.trust.serving import processor_seconds, servers

MOST_TAP, MOST_UPDATE = 100.0, 250.0
STREAMS, DRIBBLING = 64, 32
MORE_EACH = 5
"""Streams that one device can have beside its first."""
CODE = re.compile(r'<b class="code">([^<]+)</b>')
SETTLE_SECONDS = 3.0


@dataclass
class Seat:
    """A device at a table, with its stream."""

    phone: Phone
    ear: Ear


@dataclass
class Tap:
    """A tap: when it was sent, by which device, what it led to, and how long it took in milliseconds."""

    sent: float
    by: int
    seq: int
    took: float


@dataclass
class Board:
    """A table with its devices and what happened at it."""

    game: str
    seats: list[Seat]
    taps: list[Tap] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def live(self) -> str:
        """The address of its streams."""
        return f"{self.game}/live"

    def play(self, until: float, rate: float, quiet: bool, chance: random.Random) -> None:
        """Taps so many times a second until a moment."""
        time.sleep(chance.random() / rate)
        number, due = 0, time.perf_counter()
        while time.perf_counter() < until:
            by = number % len(self.seats)
            try:
                self._step(by, quiet, chance)
            except (Refused, OSError) as problem:
                self.errors.append(str(problem) or repr(problem))
            number, due = number + 1, due + 1 / rate
            time.sleep(max(0.0, due - time.perf_counter()))

    def _step(self, by: int, quiet: bool, chance: random.Random) -> None:
        phone = self.seats[by].phone
        form = chance.choice([form for form in forms_of(self._page(by), "/do/tracker") if form.buttons])
        button = chance.choice(form.buttons)
        sent = time.perf_counter()
        text = phone.send(form, button)
        took = 1000 * (time.perf_counter() - sent)
        seq = max(one.seq for one in forms_of(text, "/do/tracker"))
        if seq <= form.seq:
            raise Refused(f"{button}: nothing was recorded")
        self.taps.append(Tap(sent, by, seq, took))
        for other in range(len(self.seats)):
            if other != by and not quiet:
                self._page(other)

    def _page(self, number: int) -> str:
        phone, before = self.seats[number].phone, time.perf_counter()
        text = phone.get(phone.at, HX_Request="true")
        self.pages.append(1000 * (time.perf_counter() - before))
        return text

    def delays(self, elsewhere: bool) -> tuple[list[float], int]:
        """Returns how long taps took to reach the devices of other processes (or of the same), in milliseconds, and
        how many never did."""
        found, lost = [], 0
        for tap in self.taps:
            port = self.seats[tap.by].phone.port
            for number, seat in enumerate(self.seats):
                if number != tap.by and (seat.phone.port != port) is elsewhere:
                    moment = seat.ear.reached(tap.seq, tap.sent)
                    lost += moment is None
                    found += [] if moment is None else [1000 * (moment - tap.sent)]
        return found, lost


@dataclass
class Figures:
    """What was measured; times in milliseconds."""

    taps: list[float]
    pages: list[float]
    here: list[float]
    elsewhere: list[float]
    lost: int
    errors: list[str]

    @property
    def faults(self) -> list[str]:
        """Which promises are broken."""
        return [
            *([f"taps: p95 above {MOST_TAP:g} ms"] if p95(self.taps) > MOST_TAP else []),
            *([f"updates elsewhere: p95 above {MOST_UPDATE:g} ms"] if p95(self.elsewhere) > MOST_UPDATE else []),
            *([f"{self.lost} updates never came"] if self.lost else []),
            *([f"{len(self.errors)} errors, such as: {self.errors[0]}"] if self.errors else []),
            *([] if self.taps else ["nobody could tap"]),
        ]

    def show(self) -> None:
        """Prints a small table."""
        print(f"{'':26}{'number':>8}{'p50':>8}{'p95':>8}{'max':>8}  ms")
        for name, times in (
            ("taps", self.taps),
            ("pages of the others", self.pages),
            ("updates, same process", self.here),
            ("updates, other process", self.elsewhere),
        ):
            if times:
                print(f"{name:26}{len(times):8}{median(times):8.1f}{p95(times):8.1f}{max(times):8.1f}")
        print(f"{'errors':26}{len(self.errors):8}")


def p95(times: Sequence[float]) -> float:
    """Returns the 95th percentile, 0 of nothing."""
    return quantiles(times, n=20)[-1] if len(times) > 1 else max(times, default=0.0)


def sit_down(ports: Sequence[int], devices: int, ears: Ears) -> Board:
    """Makes a table by its pages and forms; its devices are divided among the ports. Raises Refused."""
    owner = Phone(ports[0])
    (form,) = forms_of(owner.get("/new"), "/new/trackers")
    owner.send(form)
    game = "/".join(owner.at.split("/")[:3])
    phones = [owner]
    for number in range(1, devices):
        guest = Phone(ports[number % len(ports)])
        code = CODE.search(owner.get(f"{game}/guests"))
        if code is None:
            raise Refused(f"{game}/guests: shows no code")
        (join,) = [form for form in forms_of(guest.get(f"/join?code={code[1]}")) if form.action.startswith("/j/")]
        guest.send(join, name=f"Guest {number}", role="player")
        phones.append(guest)
    for phone in phones:
        phone.get(f"{game}/trackers/tracks")
    return Board(game, [Seat(phone, ears.listen(phone, f"{game}/live")) for phone in phones])


def measure(
    ports: Sequence[int],
    tables: int = 16,
    devices: int = 4,
    seconds: float = 120,
    rate: float = 1,
    hostile: bool = False,
    quiet: bool = False,
) -> Figures:
    """Plays at so many tables for so long and returns the figures; raises Refused when they cannot be made."""
    ears = Ears()
    boards = [sit_down(ports, devices, ears) for _ in range(tables)]
    dribble = [Dribble(port, DRIBBLING // len(ports)) for port in ports] if hostile else []
    every = [(board, seat) for board in boards for seat in board.seats]
    for number in range(min(STREAMS, MORE_EACH * len(every)) if hostile else 0):
        board, seat = every[number % len(every)]
        ears.listen(seat.phone, board.live)
    ears.start()
    streams = ears.open
    for one in dribble:
        one.start()
    until = time.perf_counter() + seconds
    chance = random.Random(7)
    threads = [
        threading.Thread(target=board.play, args=(until, rate, quiet, random.Random(chance.random())))
        for board in boards
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    time.sleep(min(SETTLE_SECONDS, seconds))
    errors = [error for board in boards for error in board.errors]
    errors += [f"{streams - ears.open} streams were lost"] * (ears.open < streams)
    for one in dribble:
        one.stop()
    ears.stop()
    for _board, seat in every:
        seat.phone.close()
    here, elsewhere = [board.delays(False) for board in boards], [board.delays(True) for board in boards]
    return Figures(
        [tap.took for board in boards for tap in board.taps],
        [page for board in boards for page in board.pages],
        [delay for found, _lost in here for delay in found],
        [delay for found, _lost in elsewhere for delay in found],
        sum(lost for _found, lost in (*here, *elsewhere)),
        errors,
    )


@contextmanager
def database(asked: str | None) -> Iterator[str | None]:
    """Yields the URL of the database that was asked for; for ``postgres`` one of a server as the tests have it."""
    if asked != "postgres":
        yield asked
        return
    with tempfile.TemporaryDirectory() as folder, new_database(server(Path(folder))) as url:
        yield url


def main() -> int:
    """Prints the figures; 1 when a promise is broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.trust.load")
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--devices", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--rate", type=float, default=1, help="actions a second and table")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--db", metavar="URL", help="as given: an SQLite file; postgres: a server started for this")
    parser.add_argument(
        "--hostile", action="store_true", help=f"{STREAMS} streams and {DRIBBLING} slow connections more"
    )
    parser.add_argument("--quiet", action="store_true", help="devices that hear of a change do not fetch their page")
    given = parser.parse_args()
    with database(given.db) as url, servers(given.processes, url) as pids:
        before = sum(map(processor_seconds, pids.values()))
        figures = measure(
            list(pids), given.tables, given.devices, given.seconds, given.rate, given.hostile, given.quiet
        )
        used = sum(map(processor_seconds, pids.values())) - before
    figures.show()
    print(f"the servers' processor time {used:.0f} s; load of the machine {os.getloadavg()[0]:.1f}")
    for fault in figures.faults:
        print(f"broken: {fault}")
    return 1 if figures.faults else 0


if __name__ == "__main__":
    sys.exit(main())
