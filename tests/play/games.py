"""Whole games of people who play at random, as the commands that they gave."""

from __future__ import annotations

from random import Random

from companion.rules import Command, Severity, State, check, execute
from companion.rules.commands import (
    CorrectBoard,
    EnterByHand,
    EnterObjective,
    EnterRank,
    FinishAction,
    KeepTrackersOnly,
    StartGame,
)
from companion.rules.frames import GameOverFrame
from companion.rules.legal import KINDS, UNBOUNDED, candidates, kinds_played
from companion.rules.state import Mode, Rules
from tests.rules.machines.moves import weight

OBJECTIVE = (4, 4, 4)
MOST_COMMANDS = 3000
LEFT_OUT = (*UNBOUNDED, StartGame, EnterRank, EnterObjective, EnterByHand, CorrectBoard, KeepTrackersOnly)
Given = tuple[Command, bool]
"""A command, and whether it is recorded although it is unusual."""


def random_game(mode: Mode, rules: Rules, seed: int, expansions: tuple[str, ...] = ()) -> tuple[list[Given], State]:
    """Returns every command of a game from its opening to a victory, and the state at its end."""
    random = Random(seed)
    state = State()
    given: list[Given] = []
    for command in (StartGame(rules, mode, expansions), EnterObjective(OBJECTIVE)):
        state, _ = execute(state, command)
        given.append((command, False))
    while not isinstance(state.frame, GameOverFrame) and len(given) < MOST_COMMANDS:
        found = _legal(state, random) or _unusual(state, random)
        assert found is not None, f"stuck: {state.frames}"
        state, _ = execute(state, found[0], record_anyway=found[1])
        given.append(found)
    return given, state


def _legal(state: State, random: Random) -> Given | None:
    """One legal command of a kind drawn by its weight; what ends an action or turn comes seldom."""
    kinds = [kind for kind in kinds_played(state) if kind not in LEFT_OUT]
    order = sorted(kinds, key=lambda kind: random.random() ** (1 / weight(kind)), reverse=True)
    order.sort(key=lambda kind: kind is FinishAction and random.random() < 0.7)
    for kind in order:
        options = list(candidates(state, kind, every_input=True))
        random.shuffle(options)
        for command in options:
            if not check(state, command):
                return command, False
    return None


def _unusual(state: State, random: Random) -> Given | None:
    for kind in KINDS:
        for command in candidates(state, kind, every_input=True) if kind not in LEFT_OUT else ():
            if all(reason.severity is Severity.UNUSUAL for reason in check(state, command)):
                return command, True
    return None
