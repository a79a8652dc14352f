"""Measures how often each level of the opponent wins against the planner: ``python -m tests.levels [--games 600]``.

It prints the table, writes what was measured where the app reads it, and ``docs/levels.md`` of it. ``--only LEVEL``
measures that level and keeps the others; ``--table`` plays nothing and writes the document alone.
"""

import argparse
import json
from pathlib import Path
from time import process_time
from typing import Any

from companion.rules.state import Mode
from solo_bot.levels.measured import FILE, Measured
from solo_bot.levels.traits import OFFERED, Level
from solo_bot.planner.player import Planner
from solo_bot.simulation import Series, selfplay

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "levels.md"
GAMES, SEED, HEAD_START = 600, 1, 4


def main() -> None:
    """Carries out the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", choices=[level.value for level in OFFERED])
    parser.add_argument("--table", action="store_true")
    arguments = parser.parse_args()
    known = json.loads(FILE.read_text(encoding="utf-8"))
    if not arguments.table:
        for level in OFFERED if arguments.only is None else (Level(arguments.only),):
            known["levels"][level.value] = measure(level, arguments.games, arguments.jobs)
        known["levels"] = {level.value: found for level in OFFERED if (found := known["levels"].get(level.value))}
        known |= {"seed": SEED, "head_start": HEAD_START}
        FILE.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")
    text = document(known)
    DOCUMENT.write_text(text, encoding="utf-8")
    print(text)


def measure(level: Level, games: int, jobs: int) -> dict[str, int]:
    """Returns how many games the Harkonnen won at ``level``."""
    series = Series(Mode.SOLO, level, Planner, HEAD_START)
    found = selfplay(games, SEED, process_time, jobs=jobs, series=series)
    return {"wins": found["harkonnen_wins"], "games": games}


def document(known: dict[str, Any]) -> str:
    """Returns ``docs/levels.md``."""
    lines = [
        "# Levels of the opponent, measured",
        "",
        "Written by `python -m tests.levels` from `solo_bot/data/levels.json`, which the app reads too. The",
        f"Atreides are the planner with a head start: their objective is {known['head_start']} steps nearer (at",
        "the level emperor each of its numbers is 1 higher, as the app says). What nobody has published (dice, tokens,",
        "objectives, half of the prescience cards) is assumed, so that the figures compare levels and say little about",
        "people at a table. Intervals hold 95 of 100 (Wilson).",
        "",
        "| level | games | Harkonnen won | share | interval |",
        "|---|---|---|---|---|",
    ]
    for name, one in known["levels"].items():
        share, low, high = Measured(one["wins"], one["games"]).interval
        lines.append(f"| {name} | {one['games']} | {one['wins']} | {share:.1%} | {low:.1%} to {high:.1%} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
