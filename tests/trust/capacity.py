"""How many tables how many processes and databases carry: a simulation of queues from measured costs.

    python -m tests.trust.capacity              prints the table that docs/hosting.md shows
    python -m tests.trust.capacity --measure    measures the costs on this machine first: half a minute, on PostgreSQL

An action is one form that changes a game, the page after it, and the pages that the other devices of the table fetch
because of it. Each request waits for its process (Python runs one request at a time in a process, the others of it
wait for the database), then for its database. Requests come at random moments (Poisson); games are spread evenly
over processes and databases. For each number of tables
the smallest server is shown that answers 95 of 100 requests within 100 ms.
"""

import argparse
import os
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from heapq import heappop, heappush
from math import ceil
from pathlib import Path
from random import Random
from statistics import quantiles

from companion.service import Table
from companion.service.exchange import import_game
from companion.store import Database, Role
from tests.service.played import played_game
from tests.store.postgres import new_database, server
from tests.trust.elsewhere import servers
from tests.web.conftest import FIELD
from tests.web.live.measure import Device

DEVICES = 4
PROMISED_MS = 100.0


@dataclass(frozen=True)
class Costs:
    """Milliseconds that one request takes of a processor: in the app, and in PostgreSQL."""

    tap_app: float
    tap_database: float
    page_app: float
    page_database: float


MEASURED = Costs(tap_app=11.5, tap_database=2.5, page_app=24.9, page_database=0.5)
"""On one core of the machine on which this was written; ``--measure`` prints those of another."""
DISK_MS = 2.0
"""What a commit waits for the disk of the database, which takes no processor: a usual figure of server disks."""
HEAD = (
    "| tables | actions a minute | processes | databases, 2 cores each | processes busy | databases busy | p50 | p95 |",
    "|--:|--:|--:|--:|--:|--:|--:|--:|",
)
BUSIEST = 0.6
"""How busy databases are planned to be on average: beyond that, waiting grows quickly."""


@dataclass(frozen=True)
class Setting:
    """A server: so many tables with so many actions a minute each; ``cores`` are those of each database."""

    tables: int
    actions_a_minute: float
    processes: int
    databases: int = 1
    cores: int = 2

    @property
    def actions_a_second(self) -> float:
        """Of all tables."""
        return self.tables * self.actions_a_minute / 60


@dataclass(frozen=True)
class Load:
    """What came of a setting: how busy processes and databases were (0 to 1), and how long requests took in ms."""

    processes: float
    databases: float
    median: float
    p95: float


def simulate(setting: Setting, costs: Costs, requests: int = 60_000, seed: int = 1) -> Load:
    """Returns what comes of a setting over so many requests: the same for the same arguments."""
    random, taken = Random(seed), list[float]()
    app_busy = database_busy = 0.0
    processes = [0.0] * setting.processes
    databases = [[0.0] * setting.cores for _ in range(setting.databases)]
    waiting = list[tuple[float, float, int, float, float]]()
    end = 0.0
    for moment, tap in _arrivals(setting, requests, random):
        while waiting and waiting[0][0] <= moment:
            taken.append(_answered(heappop(waiting), databases))
        app, database = (costs.tap_app, costs.tap_database) if tap else (costs.page_app, costs.page_database)
        app, database = (_spread(random, cost) for cost in (app, database))
        process = random.randrange(setting.processes)
        processes[process] = done = max(processes[process], moment) + app
        heappush(waiting, (done, moment, random.randrange(setting.databases), database, DISK_MS if tap else 0.0))
        app_busy, database_busy, end = app_busy + app, database_busy + database, moment
    while waiting:
        taken.append(_answered(heappop(waiting), databases))
    cuts = quantiles(taken, n=20)
    return Load(
        app_busy / (end * setting.processes),
        database_busy / (end * setting.databases * setting.cores),
        cuts[9],
        cuts[18],
    )


def _arrivals(setting: Setting, requests: int, random: Random) -> Iterator[tuple[float, bool]]:
    """Gives moments in ms, and whether a request is the form itself: the pages follow it."""
    rate, moment, later = setting.actions_a_second / 1000, 0.0, list[float]()
    for _ in range(requests // (1 + DEVICES)):
        moment += random.expovariate(rate)
        while later and later[0] <= moment:
            yield heappop(later), False
        yield moment, True
        for _device in range(DEVICES):
            heappush(later, moment + random.uniform(20, 120))
    while later:
        yield heappop(later), False


def _spread(random: Random, cost: float) -> float:
    """A cost as it varies from request to request: some pages take three times as long as others."""
    return cost * random.gammavariate(4, 0.25)


def _answered(request: tuple[float, float, int, float, float], databases: list[list[float]]) -> float:
    done, came, number, cost, disk = request
    cores = databases[number]
    core = min(range(len(cores)), key=cores.__getitem__)
    cores[core] = ended = max(cores[core], done) + cost
    return ended + disk - came


def needed(tables: int, actions_a_minute: float, costs: Costs, cores: int = 2) -> Setting:
    """Returns the smallest setting that keeps the promise, its databases no busier than planned."""
    a_second = tables * actions_a_minute / 60
    app = a_second * (costs.tap_app + DEVICES * costs.page_app) / 1000
    database = a_second * (costs.tap_database + DEVICES * costs.page_database) / 1000
    databases = max(1, ceil(database / (BUSIEST * cores)))
    processes = ceil(app / 0.95)
    while True:
        setting = Setting(tables, actions_a_minute, processes, databases, cores)
        if simulate(setting, costs).p95 <= PROMISED_MS:
            return setting
        processes += max(1, processes // 20)


def tables_of_one_process(actions_a_minute: float, costs: Costs) -> int:
    """Returns how many tables one process carries at the promised time, whatever it is planned for."""
    possible = int(1000 / (actions_a_minute / 60 * (costs.tap_app + DEVICES * costs.page_app)))
    late = range(1, possible + 1)
    return bisect_right(late, PROMISED_MS, key=lambda tables: simulate(Setting(tables, actions_a_minute, 1), costs).p95)


def settings(costs: Costs) -> list[Setting]:
    """The settings that the guide shows; the first is that of the load test: every table acts each second."""
    load = needed(16, 60, costs)
    return [load, *(needed(tables, 3, costs) for tables in (10, 100, 1_000, 10_000, 100_000))]


def line(setting: Setting, load: Load) -> str:
    """A line of the guide's table."""
    return (
        f"| {setting.tables:,} | {setting.actions_a_minute:g} | {setting.processes:,} | {setting.databases:,} "
        f"| {load.processes:.0%} | {load.databases:.0%} | {load.median:.0f} ms | {load.p95:.0f} ms |"
    )


def measure(actions: int = 80) -> Costs:
    """Returns what requests cost on this machine: a whole game is taken back step by step, with a page of each step."""
    with tempfile.TemporaryDirectory() as folder, new_database(server(Path(folder))) as url:
        postmaster = int((Path(Path(folder, "postgres").read_text()) / "data/postmaster.pid").read_text().split()[0])
        database = Database(url)
        try:
            with servers(Path(folder), url, 1) as (port,):
                return _measured(Table(database), Device(port), postmaster, actions)
        finally:
            database.close()


def _measured(table: Table, player: Device, postmaster: int, actions: int) -> Costs:
    (app,) = _children(os.getpid(), "companion.web.serve")
    game = import_game(table, played_game())
    player.send(f"/j/{game.play_code}", f"/j/{game.play_code}", name="Ola", role=Role.PLAYER.value)
    spent = {"tap": [0.0, 0.0], "page": [0.0, 0.0]}
    for _ in range(actions):
        seq = table.log.seq(game.id)
        page = f"/g/{game.id}/{table.load(game.id).state.phase.value}/{seq}"
        before = _ticks([app]), _ticks(_children(postmaster))
        fields = {**dict(FIELD.findall(player.ask("GET", page)[2])), "seq": str(seq)}
        between = _ticks([app]), _ticks(_children(postmaster))
        form = "&".join(f"{name}={value}" for name, value in fields.items())
        if player.ask("POST", f"/g/{game.id}/undo", form)[0] != 303:
            raise RuntimeError("an action was refused")
        after = _ticks([app]), _ticks(_children(postmaster))
        for at in (0, 1):
            spent["page"][at] += between[at] - before[at]
            spent["tap"][at] += after[at] - between[at]
    return Costs(*(1000 * value / actions for value in (*spent["tap"], *spent["page"])))


def _children(parent: int, command: str = "") -> list[int]:
    listed = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(one) for one in listed if command.encode() in Path(f"/proc/{one}/cmdline").read_bytes()]


def _ticks(processes: Sequence[int]) -> float:
    """Seconds of a processor that all threads of processes have taken."""
    threads = [thread for one in processes for thread in Path(f"/proc/{one}/task").iterdir()]
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9


def main() -> int:
    """Prints the table of the guide, and the costs it is made of."""
    parser = argparse.ArgumentParser(description="Simulates how many tables a server carries.")
    parser.add_argument("--measure", action="store_true", help="measure the costs on this machine first")
    costs = measure() if parser.parse_args().measure else MEASURED
    for field in fields(costs):
        print(f"{field.name:<14}{getattr(costs, field.name):>8.1f} ms")
    print(f"\n{tables_of_one_process(3, costs)} tables with 3 actions a minute on one process\n")
    print(*HEAD, sep="\n")
    for setting in settings(costs):
        print(line(setting, simulate(setting, costs)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
