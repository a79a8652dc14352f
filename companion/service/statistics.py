"""Figures of a game and of all games, computed from the log: what holds counts, what was taken back does not.

Nothing hidden goes into them: no entered rank, no objective, no facedown token.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise

from companion.content import DICE
from companion.content.terms import CombatFace, Faction, Result
from companion.rules import events, evolve
from companion.rules.frames import Cause, SetupFrame
from companion.rules.state import HARKONNEN, Mode, State
from companion.service.settings import GameSettings
from companion.store import GameRecord, Timeline
from solo_bot.levels.traits import Level

FACES = (CombatFace.HIT, CombatFace.SHIELD, CombatFace.SPECIAL)
NO_LOSSES = frozenset({Cause.SETUP, Cause.DEPLOYMENT, Cause.END_OF_ROUND, Cause.MOVE, Cause.GARRISON, Cause.CORRECTION})
"""Figures that leave their area for these reasons are not lost to the enemy or the desert."""
LONGEST_PAUSE = timedelta(minutes=10)
"""A longer silence between two entries is no playing time."""


@dataclass(slots=True)
class RoundFigures:
    """One round: tracks as they stood at its end (or now), what happened in it. Pairs are (Harkonnen, Atreides)."""

    round: int
    supremacy: int = 0
    prescience: tuple[int, int, int] = (0, 0, 0)
    imperium: tuple[int, int, int] = (1, 1, 1)
    spice: int = 0
    losses: list[int] = field(default_factory=lambda: [0, 0])
    battles: int = 0
    strongholds: list[int] = field(default_factory=lambda: [0, 0])


@dataclass(frozen=True, slots=True)
class DiceLuck:
    """Combat dice of a faction by face (hit, shield, special), and what they should have shown on average."""

    faction: Faction
    faces: tuple[int, int, int]

    @property
    def dice(self) -> int:
        """Number of combat dice rolled."""
        return sum(self.faces)

    @property
    def expected(self) -> tuple[float, float, float]:
        """The average number of each face for so many dice."""
        shares = [DICE.combat.count(face) / len(DICE.combat) for face in FACES]
        return (self.dice * shares[0], self.dice * shares[1], self.dice * shares[2])

    @property
    def luck(self) -> float:
        """Hits more (or less) than average, in standard deviations; 0 without dice."""
        share = DICE.combat.count(CombatFace.HIT) / len(DICE.combat)
        spread = float((self.dice * share * (1 - share)) ** 0.5)
        return (self.faces[0] - self.dice * share) / spread if spread else 0.0


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """All figures of a game. ``battles_won`` is (Harkonnen, Atreides, nobody); ``harkonnen_dice`` by result."""

    rounds: tuple[RoundFigures, ...]
    luck: tuple[DiceLuck, DiceLuck]
    battles_won: tuple[int, int, int]
    harkonnen_dice: tuple[tuple[Result, int], ...]
    entries: int
    taken_back: int
    corrections: int
    playing_time: timedelta


def game_statistics(timeline: Timeline) -> GameStatistics:
    """Returns the figures of a game up to now; a game that is still being set up has no rounds."""
    rounds = list[RoundFigures]()
    faces: list[list[int]] = [[0, 0, 0], [0, 0, 0]]
    won: Counter[Faction | None] = Counter()
    dice: Counter[Result] = Counter()
    corrections = 0
    for before, event, after in _folded(timeline):
        if isinstance(event, events.BoardCorrected):
            corrections += 1
        elif isinstance(event, events.DiceRolled):
            faces[event.faction] = [old + new for old, new in zip(faces[event.faction], event.faces, strict=True)]
        elif isinstance(event, events.BattleEnded):
            won[event.winner] += 1
        elif isinstance(event, events.DieSpent) and event.faction is HARKONNEN:
            dice[event.result] += 1
        if after.frames and not _setting_up(after):
            _note(_of_round(rounds, after.round), before, event, after)
    return GameStatistics(
        rounds=tuple(rounds),
        luck=(_luck(Faction.HARKONNEN, faces), _luck(Faction.ATREIDES, faces)),
        battles_won=(won[Faction.HARKONNEN], won[Faction.ATREIDES], won[None]),
        harkonnen_dice=tuple((result, dice[result]) for result in Result),
        entries=len(timeline.steps),
        taken_back=sum(past.undone for past in timeline.history()),
        corrections=corrections,
        playing_time=playing_time([batch.created for batch in timeline.batches]),
    )


def _luck(faction: Faction, faces: list[list[int]]) -> DiceLuck:
    hit, shield, special = faces[faction]
    return DiceLuck(faction, (hit, shield, special))


def playing_time(moments: Sequence[datetime]) -> timedelta:
    """Returns how long was played, without the pauses, from the moments of the entries in order."""
    gaps = (min(max(later - earlier, timedelta()), LONGEST_PAUSE) for earlier, later in pairwise(moments))
    return sum(gaps, timedelta())


def _folded(timeline: Timeline) -> Iterator[tuple[State, events.Event, State]]:
    state = State()
    for step in timeline.steps:
        for event in step.batch.events:
            after = evolve(state, event)
            yield state, event, after
            state = after


def _setting_up(state: State) -> bool:
    return any(isinstance(frame, SetupFrame) for frame in state.frames)


def _of_round(rounds: list[RoundFigures], number: int) -> RoundFigures:
    if not rounds or rounds[-1].round != number:
        rounds.append(RoundFigures(number))
    return rounds[-1]


def _note(figures: RoundFigures, before: State, event: events.Event, after: State) -> None:
    figures.supremacy = after.supremacy
    figures.prescience = after.prescience
    figures.imperium = after.imperium
    match event:
        case events.HitsTaken(faction=faction):
            figures.losses[faction] += _on_board(before, faction) - _on_board(after, faction)
        case events.FiguresRemoved(faction=faction, cause=cause) if cause not in NO_LOSSES:
            figures.losses[faction] += _on_board(before, faction) - _on_board(after, faction)
        case events.SpiceCollected(spice=spice):
            figures.spice += spice
        case events.BattleEnded():
            figures.battles += 1
        case events.StrongholdDestroyed(faction=faction):
            figures.strongholds[faction] += 1


def _on_board(state: State, faction: Faction) -> int:
    """Units, tokens and leaders of a faction on the board."""
    return sum(army.units + army.leaders for army in state.armies[faction] if army is not None)


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of the record: who won (None: nobody yet), in how many rounds, and the tracks at its end."""

    id: str
    name: str
    ended: datetime
    winner: Faction | None
    rounds: int
    supremacy: int
    prescience: int
    mode: Mode = Mode.SOLO
    players: int = 1
    level: Level = Level.MAHDI


@dataclass(frozen=True, slots=True)
class Tally:
    """Finished games of one kind: ``level`` None where people play the Harkonnen; ``players`` at the table."""

    level: Level | None
    players: int
    games: int
    wins: tuple[int, int]


@dataclass(frozen=True, slots=True)
class WinRecord:
    """All games, the oldest first. ``finished`` are those that somebody won."""

    games: tuple[GameResult, ...]

    @property
    def finished(self) -> tuple[GameResult, ...]:
        """The games that are over."""
        return tuple(game for game in self.games if game.winner is not None)

    def wins(self, faction: Faction) -> int:
        """Returns how many games a faction won."""
        return sum(game.winner is faction for game in self.games)

    def running(self, faction: Faction) -> list[int]:
        """Returns the wins of a faction after each finished game, beginning with 0."""
        found = [0]
        for game in self.finished:
            found.append(found[-1] + (game.winner is faction))
        return found

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The finished games by the level of the opponent and by the number of players, the usual kinds first."""
        kinds = Counter[tuple[Level | None, int]]()
        won: Counter[tuple[Level | None, int, Faction]] = Counter()
        for game in self.finished:
            kind = (game.level if game.mode is Mode.SOLO else None, game.players)
            kinds[kind] += 1
            if game.winner is not None:
                won[(*kind, game.winner)] += 1
        order = (*Level, None)
        return tuple(
            Tally(level, players, count, (won[level, players, HARKONNEN], won[level, players, Faction.ATREIDES]))
            for (level, players), count in sorted(kinds.items(), key=lambda one: (order.index(one[0][0]), one[0][1]))
        )

    @property
    def streak(self) -> tuple[Faction | None, int]:
        """Who won the last games in a row, and how many."""
        winners = [game.winner for game in self.finished]
        if not winners:
            return None, 0
        length = next((n for n, one in enumerate(reversed(winners)) if one is not winners[-1]), len(winners))
        return winners[-1], length


def _players(state: State) -> int:
    """How many sit at the table: the solo opponent does not."""
    people = 0 if state.mode is Mode.SOLO else state.rules.harkonnen_partners
    return state.rules.partners + people


def win_record(games: Iterable[tuple[GameRecord, State]]) -> WinRecord:
    """Returns the record of games with the position in which each stands, in the order of their last change."""
    results = [
        GameResult(
            id=game.id,
            name=game.name,
            ended=game.changed,
            winner=state.winner,
            rounds=state.round,
            supremacy=state.supremacy,
            prescience=sum(state.prescience),
            mode=state.mode,
            players=_players(state),
            level=GameSettings.from_text(game.settings).level,
        )
        for game, state in games
    ]
    return WinRecord(tuple(sorted(results, key=lambda result: (result.ended, result.id))))
