"""A short script of `arrakis play` for each type of command, which ends with an example of it.

    python -m tests.play.scripts write    makes the examples that are missing or no longer pass

They are found in whole games: the latest position from which a few lines lead to the command, with everything taken out
of the position that the lines do not need.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from companion.play import Session
from companion.play.wire import COMMANDS, write_command
from companion.rules import Command, execute
from companion.rules.positions.reading import read_position
from companion.rules.positions.writing import write_position
from companion.rules.state import Mode, Rules, State
from solo_bot.simulation.play import WHAT_THE_TABLE_SHOWS, play_game
from tests.play.games import Given, random_game

FILE = Path(__file__).resolve().parent.parent.parent / "examples" / "commands.jsonl"
MOST_LINES = 9
SEEDS = range(1, 6)
Document = dict[str, Any]


def answers(script: Document) -> list[Document]:
    """The answers to the lines of a script."""
    session = Session(script.get("position"))
    return [session.answer(json.dumps(line)) for line in script["lines"]]


def passes(script: Document) -> bool:
    """Whether every line of a script is carried out."""
    try:
        return all(answer.get("ok") for answer in answers(script))
    except ValueError:
        return False


def read() -> list[Document]:
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()] if FILE.is_file() else []


def games() -> Iterator[list[Given]]:
    for seed in SEEDS:
        commands = play_game(seed).commands
        yield [(command, isinstance(command, WHAT_THE_TABLE_SHOWS)) for command in commands]
        yield random_game(Mode.DUEL, Rules(), seed)[0]
        yield random_game(Mode.TEAM, Rules(partners=2, harkonnen_partners=2), seed)[0]
    for seed in SEEDS:
        yield random_game(Mode.DUEL, Rules(), seed, ("desert_war",))[0]


def found(wanted: set[str]) -> Iterator[Document]:
    """Yields a script for each type of command that some game shows."""
    left = set(wanted)
    for given in games():
        states = [State()]
        for command, anyway in given:
            states.append(execute(states[-1], command, record_anyway=anyway)[0])
        for index, (command, _) in enumerate(given):
            name = type(command).__name__
            script = script_to(states, given, index) if name in left else None
            if script is not None:
                left.discard(name)
                yield script


def line_of(given: Given) -> Document:
    """The line of `play` that gives a command."""
    command, anyway = given
    return write_command(command) | ({"record_anyway": True} if anyway else {})


def script_to(states: list[State], given: list[Given], index: int) -> Document | None:
    """The shortest script that ends with the command at ``index``, None when no position near it leads there."""
    lines = [line_of(one) for one in given]
    for first in range(index, max(-1, index - MOST_LINES), -1):
        if first == 0:
            script: Document = {"lines": lines[: index + 1]}
        else:
            script = {"position": write_position(states[first]), "lines": lines[first : index + 1]}
        if passes(script):
            return {"type": type(given[index][0]).__name__} | (script if first == 0 else shrunk(script))
    return None


def shrunk(script: Document) -> Document:
    """The script with everything taken out of its position without which it passes too."""
    script = json.loads(json.dumps(script))
    usual = write_position(read_position({}))
    position = script["position"]
    for key in list(position):
        if key in usual and position[key] == usual[key]:
            del position[key]
    changed = True
    while changed:
        changed = _less(script, position)
    return script


def _less(script: Document, place: Any) -> bool:
    """Tries to leave out each entry, then entries of entries; tells whether anything went."""
    gone = False
    for key in list(place) if isinstance(place, dict) else list(range(len(place)))[::-1]:
        kept = place[key]
        del place[key]
        if passes(script):
            gone = True
            continue
        if isinstance(place, dict):
            place[key] = kept
        else:
            place.insert(key, kept)
        if isinstance(kept, dict | list):
            gone = _less(script, kept) or gone
    return gone


def write() -> list[str]:
    """Makes what is missing; returns the types that no game shows."""
    kept = {script["type"]: script for script in read() if passes(script)}
    for script in found(COMMANDS.keys() - kept.keys()):
        kept[script["type"]] = script
    names = [kind.__name__ for kind in get_args(Command)]
    lines = [json.dumps(kept[name]) for name in names if name in kept]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [name for name in names if name not in kept]


if __name__ == "__main__":
    if sys.argv[1:] != ["write"]:
        sys.exit("error: scripts: write")
    print(*write(), sep="\n")
