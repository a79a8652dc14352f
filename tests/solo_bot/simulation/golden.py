"""Whole games as text, one line an event. ``python -m tests.solo_bot.simulation.golden`` writes the files anew.

Of more games there are sums only: of people, with Desert War, of the raider, and of the planner, which the levels are
measured against. With the name of one as argument it is shown.
"""

import sys
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from pathlib import Path

from companion.board import AREA_IDS, ZONE_IDS
from companion.content.terms import Faction
from companion.rules.events import Event
from companion.rules.state import Mode
from solo_bot.planner.player import Planner, raider
from solo_bot.simulation import GameRecord, play_game
from solo_bot.simulation.answers import script
from tests import sums

FOLDER = Path(__file__).parent / "golden"
SEEDS = (1, 2, 3)
SUMS = FOLDER / "sums.json"
PLANNER, RAIDER, DESERT_WAR = "planner", "raider", "desert_war"
SUMMED = {"solo": range(21, 33), "duel": range(21, 25), "team": range(21, 24)} | {
    f"solo {RAIDER}": range(21, 25),
    f"solo {PLANNER}": range(21, 25),
    f"duel {DESERT_WAR}": range(21, 24),
    f"team {DESERT_WAR}": range(21, 23),
}
"""The seeds of the games of which there are sums, by who plays and what with."""
AREA_FIELDS = frozenset({"area", "source", "target", "attacker_area", "only", "worm_from"})
AREA_LIST_FIELDS = frozenset({"areas", "worms", "open"})


def path(seed: int) -> Path:
    return FOLDER / f"{seed}.txt"


def transcript(record: GameRecord) -> str:
    return "".join(f"{number} {line(event)}\n" for number, batch in enumerate(record.batches) for event in batch)


def line(event: Event) -> str:
    return text(event)


def text(value: object, name: str = "") -> str:
    """Fields that hold their default are left out; areas and zones go by their ids."""
    match value:
        case Faction():
            return value.id
        case Enum():
            return str(value.value)
        case bool() | None:
            return str(value).lower()
        case int() if name in AREA_FIELDS:
            return AREA_IDS[value]
        case int() if name == "zone":
            return ZONE_IDS[value]
        case tuple():
            inner = "area" if name in AREA_LIST_FIELDS else ""
            return "[" + " ".join(text(item, inner) for item in value) + "]"
        case frozenset():
            return "[" + " ".join(sorted(text(item) for item in value)) + "]"
    if is_dataclass(value) and not isinstance(value, type):
        told = [
            f"{field.name}={text(getattr(value, field.name), field.name)}"
            for field in fields(value)
            if field.default is MISSING or getattr(value, field.name) != field.default
        ]
        return f"{type(value).__name__}({', '.join(told)})"
    return str(value)


def game(name: str) -> str:
    """The transcript of a game of ``SUMMED``, with its seed behind its name."""
    mode, *more, number = name.split()
    seed = int(number)
    player = raider(seed) if RAIDER in more else Planner(seed) if PLANNER in more else script
    expansions = (DESERT_WAR,) if DESERT_WAR in more else ()
    return transcript(play_game(seed, mode=Mode(mode), player=player, expansions=expansions))


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    names = [f"{kind} {seed}" for kind, seeds in SUMMED.items() for seed in seeds]
    sums.write(SUMS, {name: sums.sum_of([game(name)]) for name in names})
    for seed in SEEDS:
        path(seed).write_text(transcript(play_game(seed)), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(game(sys.argv[1]))
    else:
        write()
