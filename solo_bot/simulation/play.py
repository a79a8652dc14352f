"""Plays simulated games to a victory and counts what went wrong: audit findings and refused commands."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import repeat
from random import Random
from typing import Any

from companion.board import AREA_IDS
from companion.content.terms import Faction
from companion.rules import execute
from companion.rules.audit import audit
from companion.rules.commands import Command, EnterObjective, RecycleToken, RevealTokens, StartGame
from companion.rules.events import Event, PrescienceClaimed, PrescienceCleared, PrescienceRevealed
from companion.rules.frames import (
    ActionFrame,
    BattleFrame,
    BattleStage,
    CardFrame,
    HazardsFrame,
    RevealTokensFrame,
    StackingFrame,
    VehiclesFrame,
    WormFrame,
)
from companion.rules.refusal import Refused
from companion.rules.state import HARKONNEN, Rules, State
from solo_bot.simulation.answers import Batch, Listener, ideas, unheard
from solo_bot.simulation.ledger import Ledger
from solo_bot.simulation.truth import Truth

MOST_BATCHES = 5000
"""A game that is not over by then is a bug: the opponent gains supremacy every round."""
WHAT_THE_TABLE_SHOWS = (RevealTokens, RecycleToken)
"""Commands that are recorded though they are unusual: with no unit left in the box a token shows none (UNIT-2)."""


@dataclass(slots=True)
class GameRecord:
    """How a simulated game went.

    ``violations``: what the audit found after a batch, or what did not add up to the box; ``refused``: commands of the
    opponent that the rules refused, with the reasons; ``batches``: the events of each batch, the two that open the game
    first.
    """

    seed: int
    winner: Faction | None = None
    rounds: int = 0
    violations: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    batches: list[tuple[Event, ...]] = field(default_factory=list)

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
    truth, ledger, record = Truth(Random(seed)), Ledger(), GameRecord(seed)
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
        ledger.note(events)
        record.violations += found_by_audit(state)
        record.violations += ledger.problems(state)
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
            if _is_the_opponents(state):
                record.refused.append(f"{type(batch[0]).__name__} at {type(state.frame).__name__}: {refused}")
            continue
        if events:
            record.commands.extend(batch)
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


def found_by_audit(state: State) -> list[str]:
    """Returns what ``audit`` finds, less what a step in progress is about to settle: a worm under a legion (WORM-4)
    and units over the limit (STACK-1)."""
    waiting: set[str] = set()
    for frame in state.frames:
        match frame:
            case WormFrame(area) | StackingFrame(_, area) | RevealTokensFrame(_, area):
                waiting.add(AREA_IDS[area])
            case BattleFrame(stage=BattleStage.REVEAL):
                waiting.update((AREA_IDS[frame.area], AREA_IDS[frame.attacker_area]))
            case HazardsFrame(_, areas, worms):
                waiting.update(AREA_IDS[area] for area in (*areas, *worms))
            case _:
                pass
    return [f"{v.rule} {v.where}" for v in audit(state) if v.where not in waiting]


def _is_the_opponents(state: State) -> bool:
    frame = state.frame
    return isinstance(frame, VehiclesFrame | CardFrame) or (
        isinstance(frame, ActionFrame) and frame.faction is HARKONNEN
    )


def selfplay(games: int, seed: int, clock: Callable[[], float]) -> dict[str, Any]:
    """Returns the figures of FORMATS.md for ``games`` games from ``seed`` on; ``clock`` gives seconds."""
    start = clock()
    records = [play_game(seed * 1_000_003 + number) for number in range(games)]
    rounds = [record.rounds for record in records]
    return {
        "games": games,
        "violations": sum(len(record.violations) for record in records),
        "refused": sum(len(record.refused) for record in records),
        "harkonnen_wins": sum(record.winner is Faction.HARKONNEN for record in records),
        "atreides_wins": sum(record.winner is Faction.ATREIDES for record in records),
        "rounds": {"min": min(rounds), "mean": sum(rounds) / len(rounds), "max": max(rounds)} if rounds else None,
        "seconds": clock() - start,
    }
