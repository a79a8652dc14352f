"""Kills a server again and again while people tap, and looks whether anything was lost.

    python -m tests.trust.kill [--rounds N] [--jobs J] [--seed S]

Each round two or three devices tap as fast as they can, the server is killed (SIGKILL) at a moment drawn by chance and
started anew. Every acknowledged tap must be there exactly once, every other at most once, the file whole, its chains
unbroken. Every 20th start is ``arrakis serve`` as people start it, the others a process that had loaded the app before.
"""

import argparse
import random
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tests.trust.play import (
    FILE,
    Nursery,
    Player,
    faults,
    free_port,
    kill,
    nursery,
    play,
    ready,
    seated,
    start_by_hand,
)

BY_HAND_EVERY, GAME_EVERY = 20, 25
READY_SECONDS = 2.0
LONGEST_PLAY = 0.5


@dataclass
class Tally:
    """What came of all rounds."""

    kills: int = 0
    sent: int = 0
    acknowledged: int = 0
    faults: list[str] = field(default_factory=list)
    by_hand: list[float] = field(default_factory=list)
    warm: list[float] = field(default_factory=list)


def rounds(count: int, seed: int, folder: Path, starter: Nursery, by_hand: bool = True) -> Tally:
    """Plays and kills so many times on one database."""
    chance, tally, database = random.Random(seed), Tally(), folder / FILE
    players, game = list[Player](), ""
    for number in range(count):
        port, since = free_port(), time.monotonic()
        slow = by_hand and number % BY_HAND_EVERY == 0
        process = start_by_hand(folder, port) if slow else starter.start(folder, port)
        try:
            try:
                (tally.by_hand if slow else tally.warm).append(ready(port, since))
            except TimeoutError as problem:
                tally.faults.append(f"round {number}: {problem}")
                continue
            if number and (wrong := faults(database, game, players)):
                tally.faults += [f"round {number}: {one}" for one in wrong]
            for player in players:
                player.port = port
                player.hang_up()
            if number % GAME_EVERY == 0:
                _count(tally, players)
                players, game = seated(port, chance.randint(2, 3), database)
            killer = threading.Timer(chance.uniform(0.0, LONGEST_PLAY), kill, (process,))
            killer.start()
            play(players, game, database, threading.Event())
            killer.join()
            tally.kills += 1
        finally:
            kill(process)
    port = free_port()
    process = starter.start(folder, port)
    try:
        ready(port, time.monotonic())
        tally.faults += faults(database, game, players)
    finally:
        kill(process)
    _count(tally, players)
    return tally


def _count(tally: Tally, players: list[Player]) -> None:
    tally.sent += sum(len(player.sent) for player in players)
    tally.acknowledged += sum(len(player.acknowledged) for player in players)
    for player in players:
        player.hang_up()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.trust.kill")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2, help="databases and servers at the same time")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    shares = [asked.rounds // asked.jobs + (number < asked.rounds % asked.jobs) for number in range(asked.jobs)]
    begun = time.monotonic()
    with nursery() as starter, tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(asked.jobs) as pool:
        folders = [Path(folder) / str(number) for number in range(asked.jobs)]
        for one in folders:
            one.mkdir()
        tallies = list(pool.map(lambda n: rounds(shares[n], asked.seed + n, folders[n], starter), range(asked.jobs)))
    return report(tallies, time.monotonic() - begun)


def report(tallies: list[Tally], seconds: float) -> int:
    """Prints the figures; returns the exit status."""
    wrong = [fault for tally in tallies for fault in tally.faults]
    print(f"kills {sum(one.kills for one in tallies)} in {seconds:.0f} s")
    print(f"taps sent {sum(one.sent for one in tallies)}, acknowledged {sum(one.acknowledged for one in tallies)}")
    late = False
    for name, times in (
        ("arrakis serve", [took for one in tallies for took in one.by_hand]),
        ("loaded before", [took for one in tallies for took in one.warm]),
    ):
        if times:
            print(f"ready, {name}: median {median(times):.2f} s, longest {max(times):.2f} s of {len(times)}")
            late = late or median(times) > READY_SECONDS
    print(f"lost, twice or damaged: {len(wrong)}")
    for fault in wrong[:20]:
        print(f"  {fault}")
    return 1 if wrong or late else 0


if __name__ == "__main__":
    sys.exit(main())
