"""Cuts the power while people tap, and looks whether anything acknowledged was lost.

    python -m tests.trust.power [--rounds N] [--seed S]

A server runs with a recorder of its writes and syncs (compiled here, so a C compiler is needed). After a while of play
the power is cut at moments drawn by chance: what was synced by then is left, of the rest a part (see ``surviving``). On
that a server is started. Every tap acknowledged before the cut must be there exactly once, any other at most once, the
file whole, its chains unbroken, devices known. The next play goes on with what the last cut left.
"""

import argparse
import http.client
import random
import shutil
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

from tests.trust.play import FILE, Nursery, Player, faults, free_port, kill, nursery, play, ready, seated
from tests.trust.surviving import Disk, Record, compiled, read

CUTS_A_PLAY = 5
PLAY_SECONDS = (0.3, 1.5)
READY_SECONDS = 2.0


@dataclass
class Tally:
    """What came of all cuts."""

    cuts: int = 0
    acknowledged: int = 0
    records: int = 0
    syncs: int = 0
    faults: list[str] = field(default_factory=list)
    ready: list[float] = field(default_factory=list)


def rounds(count: int, seed: int, folder: Path) -> Tally:
    """Cuts the power so many times; ``folder`` is empty."""
    chance, tally = random.Random(seed), Tally()
    live, journal = folder / "live", folder / "journal"
    recorded = {"ARRAKIS_SHIM_FOLDER": str(live), "ARRAKIS_SHIM_LOG": str(journal)}
    with nursery(LD_PRELOAD=str(compiled(folder)), **recorded) as recording, nursery() as plain:
        while tally.cuts < count:
            shutil.rmtree(live, ignore_errors=True)
            live.mkdir()
            # Cleared and not removed: the recorder keeps it open.
            journal.write_bytes(b"")
            before = Disk(live)
            players, game, since = _played(recording, live, chance)
            records = read(journal)
            tally.records += len(records)
            tally.syncs += sum(record.kind == "s" for record in records)
            possible = [at for at, record in enumerate(records) if record.moment > since]
            wanted = min(CUTS_A_PLAY, count - tally.cuts, len(possible))
            for at in sorted(chance.sample(possible, wanted)):
                _cut(tally, before, records[:at], players, game, folder / f"cut-{tally.cuts}", plain, chance)
            if not possible:
                tally.faults.append("nothing was written after the game was made")
                return tally
    return tally


def _played(recording: Nursery, live: Path, chance: random.Random) -> tuple[list[Player], str, float]:
    """Plays for a while; returns the players, the game, and when it stood."""
    port, stop = free_port(), threading.Event()
    process = recording.start(live, port)
    try:
        ready(port, time.monotonic())
        players, game = seated(port, chance.randint(2, 3), live / FILE)
        since = time.monotonic()
        threading.Timer(chance.uniform(*PLAY_SECONDS), stop.set).start()
        play(players, game, live / FILE, stop)
    finally:
        kill(process)
    for player in players:
        player.hang_up()
    return players, game, since


def _cut(
    tally: Tally,
    before: Disk,
    records: list[Record],
    players: list[Player],
    game: str,
    target: Path,
    plain: Nursery,
    chance: random.Random,
) -> None:
    disk = Disk(Path("/nowhere/at/all"))
    disk._folder = before._folder
    for record in records:
        disk.follow(record)
    target.mkdir()
    disk.leave(target, chance)
    last = records[-1].moment
    then = [
        replace(player, link=None, acknowledged={key: at for key, at in player.acknowledged.items() if at < last})
        for player in players
    ]
    port, begun = free_port(), time.monotonic()
    process = plain.start(target, port)
    try:
        tally.ready.append(ready(port, begun))
        wrong = faults(target / FILE, game, then)
        for player in then:
            player.port = port
            status = player.ask("GET", f"/g/{game}/history")[0]
            player.hang_up()
            if status != 200:
                wrong.append(f"a device is no longer known: {status}")
    except (TimeoutError, OSError, http.client.HTTPException) as problem:
        wrong = [f"no server: {problem}"]
    finally:
        kill(process)
    tally.faults += [f"cut {tally.cuts}: {one}" for one in wrong]
    tally.acknowledged += sum(len(player.acknowledged) for player in then)
    tally.cuts += 1
    shutil.rmtree(target)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.trust.power")
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        tally = rounds(asked.rounds, asked.seed, Path(folder))
    print(f"cuts {tally.cuts} in {time.monotonic() - begun:.0f} s; {tally.records} records, {tally.syncs} syncs")
    print(f"taps acknowledged before a cut {tally.acknowledged}")
    print(f"ready: median {median(tally.ready):.2f} s, longest {max(tally.ready):.2f} s")
    print(f"lost, twice or damaged: {len(tally.faults)}")
    for fault in tally.faults[:20]:
        print(f"  {fault}")
    return 1 if tally.faults or median(tally.ready) > READY_SECONDS else 0


if __name__ == "__main__":
    sys.exit(main())
