"""Plays simulated games to a victory and counts what went wrong: audit findings and refused commands."""

import gc
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from itertools import repeat
from random import Random
from typing import Any, NamedTuple

from companion.content.terms import Faction
from companion.rules import execute
from companion.rules.commands import Command, EnterObjective, RecycleToken, RevealTokens, StartGame
from companion.rules.events import (
    CardPlayed,
    CardsDrawn,
    Event,
    HandDiscarded,
    PrescienceClaimed,
    PrescienceCleared,
    PrescienceRevealed,
    SietchMoved,
    TokensRevealed,
)
from companion.rules.frames import ActionFrame, AtreidesCardFrame, EndFrame, TurnFrame
from companion.rules.refusal import Refused
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Rules, State
from solo_bot.levels.measured import wilson
from solo_bot.levels.traits import TRAITS, Level
from solo_bot.simulation.answers import Batch, Listener, Player, ideas, script, unheard
from solo_bot.simulation.inspection import Inspection
from solo_bot.simulation.people import FROM_THE_TABLE, people_ideas
from solo_bot.simulation.truth import Truth

MOST_BATCHES = 5000
"""A game that is not over by then is a bug: the opponent gains supremacy every round."""
COLLECTED_AFTER = 200_000
"""So many objects ``selfplay`` makes before the collector of garbage looks for circles: a game makes hardly any."""
SEEDS_APART = 1_000_003
"""So far apart lie the games of two seeds of ``selfplay``."""
ABOUT_THE_HIDDEN = frozenset(
    {
        *(TokensRevealed, PrescienceRevealed, PrescienceClaimed, PrescienceCleared),
        *(CardsDrawn, CardPlayed, HandDiscarded, SietchMoved),
    }
)
"""Events about what lies facedown: few of all."""
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


Objective = tuple[int, int, int]
Watch = Callable[[State, tuple[Event, ...]], None]


def play_game(
    seed: int,
    rules: Rules | None = None,
    *,
    mode: Mode = Mode.SOLO,
    expansions: tuple[str, ...] = (),
    watch: Watch | None = None,
    listener: Listener = unheard,
    player: Player = script,
    level: Level = Level.MAHDI,
    head_start: int = 0,
    inspect_each_batch: bool = True,
) -> GameRecord:
    """Plays one game; the same seed gives the same game. ``mode``: between people both sides are scripts, and may play
    with ``expansions`` (DW-1).

    ``watch`` sees the state after every batch and the events of the batch, ``listener`` the opponent's decisions.
    Without ``inspect_each_batch`` the audit waits until both sides had a turn, or a phase ends: see ``Inspection``.
    """
    truth, record = Truth(Random(seed)), GameRecord(seed)
    truth.level, truth.lot = level, seed
    truth.temper = getattr(player, "temper", truth.temper)
    truth.objective = at_level(nearer(truth.objective, head_start), level)
    inspection = Inspection(each_batch=inspect_each_batch)
    state = State()
    for batches in (*((batch,) for batch in opening(truth, rules, mode, expansions)), *repeat(None, MOST_BATCHES)):
        options = ideas(state, truth, listener, player) if mode is Mode.SOLO else people_ideas(state, truth)
        found = execute_first(state, batches or options, record)
        if found is None:
            record.refused.append(f"nothing legal at {state.frame}")
            break
        state, events = found
        record.batches.append(events)
        carry_out(truth, events)
        record.violations += inspection.found(state, events)
        if watch is not None:
            watch(state, events)
        if state.winner is not None:
            break
    record.winner, record.rounds = state.winner, state.round
    return record


def opening(
    truth: Truth, rules: Rules | None = None, mode: Mode = Mode.SOLO, expansions: tuple[str, ...] = ()
) -> tuple[Batch, Batch]:
    """Returns the commands of the two batches that open a game."""
    return (StartGame(rules or usual_rules(mode), mode, expansions),), (EnterObjective(truth.objective),)


def nearer(objective: Objective, steps: int) -> Objective:
    """Returns an objective that is so many steps nearer, the farthest marker first.

    >>> nearer((7, 7, 6), 4)
    (5, 5, 6)
    """
    left = list(objective)
    for _ in range(steps):
        left[left.index(max(left))] -= 1
    first, second, third = left
    return first, second, third


def at_level(objective: Objective, level: Level) -> Objective:
    """Returns the objective as the Atreides have to reach it against ``level``."""
    first, second, third = (need + TRAITS[level].farther for need in objective)
    return first, second, third


def execute_first(state: State, batches: Iterable[Batch], record: GameRecord) -> tuple[State, tuple[Event, ...]] | None:
    """Executes the first batch that the rules allow; None when there is none."""
    for batch in batches:
        after, events = state, list[Event]()
        try:
            for command in batch:
                after, caused = execute(after, command, record_anyway=isinstance(command, WHAT_THE_TABLE_SHOWS))
                events.extend(caused)
        except Refused as refused:
            if not _may_be_refused(state, batch):
                record.refused.append(f"{type(batch[0]).__name__} at {type(state.frame).__name__}: {refused}")
            continue
        if events:
            record.deeds.append(batch)
            return after, tuple(events)
    return None


def carry_out(truth: Truth, events: Collection[Event]) -> None:
    """Turns up, takes away and draws the cards and the tokens that the events are about."""
    if ABOUT_THE_HIDDEN.isdisjoint(map(type, events)):
        return
    for event in [one for one in events if type(one) in ABOUT_THE_HIDDEN]:
        match event:
            case TokensRevealed(faction=faction, tokens=count) if faction is ATREIDES:
                truth.turn_atreides_tokens(count)
            case PrescienceRevealed(count):
                truth.reveal_prescience(count)
            case PrescienceClaimed(card):
                truth.claim(card)
            case PrescienceCleared(count, reshuffled):
                truth.clear_prescience(count, reshuffled=reshuffled)
            case CardsDrawn(deck=deck, count=count) if deck.faction is ATREIDES:
                truth.hand.draw(deck, count)
            case HandDiscarded(faction=faction, count=count) if faction is ATREIDES:
                truth.hand.discard(count)
            case SietchMoved(source, target):
                truth.ranks[target] = truth.ranks.pop(source)
            case CardPlayed(card):
                truth.hand.play(card)
            case _:
                pass


def usual_rules(mode: Mode) -> Rules:
    """Returns the rules of a game of ``mode``: a team is two on each side."""
    return Rules(partners=2, harkonnen_partners=2) if mode is Mode.TEAM else Rules()


def _may_be_refused(state: State, batch: Batch) -> bool:
    """True where scripts propose things in order of promise; what the table shows is never wrong."""
    if state.mode is Mode.SOLO:
        return _atreides_choose(state)
    return not isinstance(batch[0], FROM_THE_TABLE)


def _atreides_choose(state: State) -> bool:
    """True where the scripted Atreides propose things in order of promise, of which the rules may refuse some: in their
    own turns and actions, and when they claim prescience cards at the end of a round."""
    frame = state.frame
    if isinstance(frame, EndFrame | AtreidesCardFrame):
        return True
    return isinstance(frame, TurnFrame | ActionFrame) and frame.faction is ATREIDES


class Score(NamedTuple):
    """What ``selfplay`` counts of one game."""

    rounds: int
    violations: int
    refused: int
    winner: Faction | None


Maker = Callable[[int], Player]
"""Makes the player of the game of a seed."""


def scripted(_seed: int) -> Player:
    """Returns the script as the player of a game."""
    return script


class Series(NamedTuple):
    """What the games of a run have in common: who plays, at which level, who the Atreides are, and how many steps of
    their objective they need not take, and with which expansions."""

    mode: Mode = Mode.SOLO
    level: Level = Level.MAHDI
    player: Maker = scripted
    head_start: int = 0
    expansions: tuple[str, ...] = ()


def score(seed: int, series: Series) -> Score:
    """Returns how the game of ``seed`` went, inspected at the end of each turn and phase."""
    player = series.player(seed)
    record = play_game(
        seed,
        mode=series.mode,
        player=player,
        level=series.level,
        head_start=series.head_start,
        expansions=series.expansions,
        inspect_each_batch=False,
    )
    return Score(record.rounds, len(record.violations), len(record.refused), record.winner)


def selfplay(
    games: int, seed: int, clock: Callable[[], float], *, jobs: int = 1, series: Series | None = None
) -> dict[str, Any]:
    """Returns the figures of docs/formats.md for ``games`` games from ``seed`` on; ``clock`` gives seconds.

    ``refused``: how many commands of the opponent, or of what the table shows, the rules refused. ``jobs``: in how many
    processes the games are played, the same ones whatever their number. ``series``: who plays, see ``play_game``. The
    ``share`` of the games that the Harkonnen won is that of all games ever in 95 of 100 such intervals.
    """
    start = clock()
    thresholds = gc.get_threshold()
    gc.set_threshold(COLLECTED_AFTER)
    try:
        scores = _scores(games, seed, jobs, series or Series())
    finally:
        gc.set_threshold(*thresholds)
    rounds = [one.rounds for one in scores]
    winners = Counter(one.winner for one in scores)
    return {
        "games": games,
        "violations": sum(one.violations for one in scores),
        "refused": sum(one.refused for one in scores),
        "harkonnen_wins": winners[HARKONNEN],
        "atreides_wins": winners[ATREIDES],
        "harkonnen_share": dict(zip(("share", "low", "high"), wilson(winners[HARKONNEN], games), strict=True)),
        "rounds": {"min": min(rounds), "mean": sum(rounds) / games, "max": max(rounds)} if rounds else None,
        "seconds": clock() - start,
    }


def _scores(games: int, seed: int, jobs: int, series: Series) -> list[Score]:
    seeds = [seed * SEEDS_APART + number for number in range(games)]
    if jobs < 2:
        return [score(number, series) for number in seeds]
    # Loaded where it is needed: it costs a third of the start of every other command.
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(jobs, games)) as pool:
        return list(pool.map(score, seeds, repeat(series), chunksize=max(1, games // (4 * jobs))))
