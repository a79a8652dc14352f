"""How long a change takes until the devices of another process know of it: two real servers on one database.

    python -m tests.trust.elsewhere [--changes 60]

Prints for each kind of database the median, the 95th percentile and the longest time in milliseconds, from before the
changing request is sent to one server until the event arrives at each of four devices of the other. Ends with 1 when
the 95th percentile is above 250 ms. PostgreSQL's server is started for it, as for the tests.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from companion.service import Table
from companion.service.exchange import import_game
from companion.store import Database, Role, default_url
from tests.service.played import played_game
from tests.store.postgres import new_database, server
from tests.web.conftest import FIELD
from tests.web.live.measure import Device
from tests.web.test_serve import ROOT, START, free_port, wait_for

DEVICES = 4
MOST_MILLISECONDS = 250.0
PATIENCE = 20.0


@dataclass(frozen=True)
class Delays:
    """Seconds that changes took until devices of another process knew of them."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """In milliseconds."""
        return 1000 * median(self.seconds)

    @property
    def p95(self) -> float:
        """In milliseconds."""
        return 1000 * quantiles(self.seconds, n=20)[-1]

    @property
    def longest(self) -> float:
        """In milliseconds."""
        return 1000 * max(self.seconds)


@contextmanager
def servers(folder: Path, url: str, count: int = 2) -> Iterator[list[int]]:
    """Gives the ports of servers that run on one database, each a process of its own."""
    ports = [free_port() for _ in range(count)]
    environment = {**os.environ, "ARRAKIS_DATA": str(folder), "ARRAKIS_DB": url}
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", START, "127.0.0.1", str(port)],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for port in ports
    ]
    try:
        for port, process in zip(ports, processes, strict=True):
            wait_for(f"http://127.0.0.1:{port}/healthz", process)
        yield ports
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def measured(url: str, changes: int) -> Delays:
    """Returns the delays of so many changes on the database at ``url``; raises TimeoutError when one never arrives."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(url)
        try:
            with servers(Path(folder), url) as (here, there):
                return Delays(tuple(_delays(Table(database), here, there, changes)))
        finally:
            database.close()


def _delays(table: Table, here: int, there: int, changes: int) -> Iterator[float]:
    game = import_game(table, played_game())
    player = Device(here)
    _expect(303, player.send(f"/j/{game.play_code}", f"/j/{game.play_code}", name="Ola", role=Role.PLAYER.value))
    ready = threading.Barrier(DEVICES + 1)
    others = [Device(there, player.cookie) for _ in range(DEVICES)]
    for device in others:
        threading.Thread(target=device.listen, args=(f"/g/{game.id}/live", ready), daemon=True).start()
    ready.wait(PATIENCE)
    token = dict(FIELD.findall(player.ask("GET", "/settings")[2]))["csrf_token"]
    for _ in range(changes):
        seq = table.log.seq(game.id)
        form = f"csrf_token={token}&key=elsewhere-{seq}&seq={seq}"
        began = time.perf_counter()
        _expect(303, player.ask("POST", f"/g/{game.id}/undo", form)[0])
        while not all(seq + 1 in device.heard for device in others):
            if time.perf_counter() - began > PATIENCE:
                raise TimeoutError(f"a device of the other process heard nothing for {PATIENCE:g} seconds")
            time.sleep(0.001)
        yield from (device.heard[seq + 1] - began for device in others)


def _expect(status: int, found: int) -> None:
    if found != status:
        raise RuntimeError(f"the answer was {found} and not {status}")


def main() -> int:
    """Measures both kinds of database and prints the figures."""
    parser = argparse.ArgumentParser(description="Measures live updates across processes.")
    parser.add_argument("--changes", type=int, default=60)
    changes = parser.parse_args().changes
    late = False
    print(f"{'database':<12}{'median':>10}{'p95':>10}{'longest':>10}   ms, of {changes} changes on {DEVICES} devices")
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("SQLite", "PostgreSQL"):
            if kind == "SQLite":
                delays = measured(default_url(Path(folder)), changes)
            else:
                with new_database(server(Path(folder))) as url:
                    delays = measured(url, changes)
            print(f"{kind:<12}{delays.median:>10.0f}{delays.p95:>10.0f}{delays.longest:>10.0f}", flush=True)
            late = late or delays.p95 > MOST_MILLISECONDS
    return int(late)


if __name__ == "__main__":
    sys.exit(main())
