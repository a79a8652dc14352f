"""Random games between people, reproducible by their start and a seed."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules import Command, State, execute
from companion.rules.commands import StartGame
from companion.rules.events import Event, GameWon
from companion.rules.refusal import BETWEEN_PEOPLE
from tests.rules.machines.moves import kinds_open, of_kind, unusual, weight
from tests.rules.machines.starts import STARTS

PEOPLE = [name for name in STARTS if name.startswith(("two players", "four players", "front, two players"))]


@dataclass(frozen=True)
class Played:
    """One command of a game, with the positions around it."""

    before: State
    command: Command
    events: tuple[Event, ...]
    after: State


def of_solo(rule: str) -> bool:
    """True for the rules of section 15 and the rulings about them alone."""
    return rule.startswith("MAHDI-") or rule in BETWEEN_PEOPLE


def walk(name: str, seed: int, steps: int) -> Iterator[Played]:
    """Plays at most ``steps`` commands that are legal or, when there is none, unusual; ends with the game."""
    chance, state = random.Random(f"{name} {seed}"), STARTS[name]()
    for _ in range(steps):
        kinds = [kind for kind in kinds_open(state) if kind is not StartGame]
        drawn = [kind for kind in kinds for _ in range(weight(kind))]
        options = of_kind(state, chance.choice(drawn)) if drawn else unusual(state)
        if not options:
            return
        command = chance.choice(options)
        after, events = execute(state, command, record_anyway=True)
        yield Played(state, command, events, after)
        state = after
        if any(isinstance(event, GameWon) for event in events):
            return
