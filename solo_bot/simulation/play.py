"""Plays simulated games to a victory and counts what went wrong: audit findings and refused commands."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import repeat
from random import Random
from typing import Any

from companion.content.terms import Faction
from companion.rules import execute
from companion.rules.commands import Command, EnterObjective, RecycleToken, RevealTokens, StartGame
from companion.rules.events import Event, PrescienceClaimed, PrescienceCleared, PrescienceRevealed
from companion.rules.frames import ActionFrame, EndFrame, TurnFrame
from companion.rules.refusal import Refused
from companion.rules.state import ATREIDES, HARKONNEN, Rules, State
from solo_bot.simulation.answers import Batch, Listener, ideas, unheard
from solo_bot.simulation.inspection import Inspection
from solo_bot.simulation.truth import Truth

MOST_BATCHES = 5000
"""A game that is not over by then is a bug: the opponent gains supremacy every round."""
SEEDS_APART = 1_000_003
"""So far apart lie the games of two seeds of ``selfplay``."""
WHAT_THE_TABLE_SHOWS = (RevealTokens, RecycleToken)
"""Commands that are recorded though they are unusual: with no unit left in the box a token shows none (UNIT-2)."""


@dataclass(slots=True)
class GameRecord:
    """How a simulated game went.

    ``violations``: what the audit found after a batch, or what did not add up to the box; ``refused``: commands of the
    opponent that the rules refused, with the reasons; ``deeds`` are the commands of each batch and ``batches`` their
    events, the two that open the game first.
    """

    seed: int
    winner: Faction | None = None
    rounds: int = 0
    violations: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    deeds: list[Batch] = field(default_factory=list)
    batches: list[tuple[Event, ...]] = field(default_factory=list)

    @property
    def commands(self) -> list[Command]:
        """All commands in order."""
        return [command for deed in self.deeds for command in deed]

    @property
    def events(self) -> tuple[Event, ...]:
        """All events in order."""
        return tuple(event for batch in self.batches for event in batch)


Watch = Callable[[State, tuple[Event, ...]], None]


def play_game(
    seed: int, rules: Rules | None = None, *, watch: Watch | None = None, listener: Listener = unheard
) -> GameRecord:
    """Plays one game; the same seed gives the same game.

    ``watch`` sees the state after every batch and the events of the batch, ``listener`` the opponent's decisions.
    """
    truth, inspection, record = Truth(Random(seed)), Inspection(), GameRecord(seed)
    opening = ((StartGame(rules or Rules()),), (EnterObjective(truth.objective),))
    state = State()
    for batches in (*((batch,) for batch in opening), *repeat(None, MOST_BATCHES)):
        found = _execute_one(state, batches or ideas(state, truth, listener), record)
        if found is None:
            record.refused.append(f"nothing legal at {state.frame}")
            break
        state, events = found
        record.batches.append(events)
        _uncover(truth, events)
        record.violations += inspection.found(state, events)
        if watch is not None:
            watch(state, events)
        if state.winner is not None:
            break
    record.winner, record.rounds = state.winner, state.round
    return record


def _execute_one(state: State, batches: Iterable[Batch], record: GameRecord) -> tuple[State, tuple[Event, ...]] | None:
    """Executes the first batch that the rules allow; None when there is none."""
    for batch in batches:
        after, events = state, list[Event]()
        try:
            for command in batch:
                after, caused = execute(after, command, record_anyway=isinstance(command, WHAT_THE_TABLE_SHOWS))
                events.extend(caused)
        except Refused as refused:
            if not _atreides_choose(state):
                record.refused.append(f"{type(batch[0]).__name__} at {type(state.frame).__name__}: {refused}")
            continue
        if events:
            record.deeds.append(batch)
            return after, tuple(events)
    return None


def _uncover(truth: Truth, events: Iterable[Event]) -> None:
    """Turns up and takes away the prescience cards that the events are about."""
    for event in events:
        match event:
            case PrescienceRevealed(count):
                truth.reveal_prescience(count)
            case PrescienceClaimed(card):
                truth.claim(card)
            case PrescienceCleared(count, reshuffled):
                truth.clear_prescience(count, reshuffled=reshuffled)
            case _:
                pass


def _atreides_choose(state: State) -> bool:
    """True where the scripted Atreides propose things in order of promise, of which the rules may refuse some: in their
    own turns and actions, and when they claim prescience cards at the end of a round."""
    frame = state.frame
    if isinstance(frame, EndFrame):
        return True
    return isinstance(frame, TurnFrame | ActionFrame) and frame.faction is ATREIDES


def selfplay(games: int, seed: int, clock: Callable[[], float]) -> dict[str, Any]:
    """Returns the figures of docs/formats.md for ``games`` games from ``seed`` on; ``clock`` gives seconds.

    ``refused``: how many commands of the opponent, or of what the table shows, the rules refused.
    """
    start = clock()
    rounds: list[int] = []
    counts: Counter[str] = Counter()
    for number in range(games):
        record = play_game(seed * SEEDS_APART + number)
        rounds.append(record.rounds)
        counts["violations"] += len(record.violations)
        counts["refused"] += len(record.refused)
        if record.winner is not None:
            counts[record.winner.id] += 1
    return {
        "games": games,
        "violations": counts["violations"],
        "refused": counts["refused"],
        "harkonnen_wins": counts[HARKONNEN.id],
        "atreides_wins": counts[ATREIDES.id],
        "rounds": {"min": min(rounds), "mean": sum(rounds) / games, "max": max(rounds)} if rounds else None,
        "seconds": clock() - start,
    }
