"""Are the dice of a game fair: every roll of its history against what fair dice would show.

The test is Pearson's chi-square test, with the exact distribution of its statistic while the rolls are few enough to
try every outcome. Where the chances differ from roll to roll (a Harkonnen die is rolled again when its result is used
up, MAHDI-TURN-1) the statistic takes the covariance of all rolls together; for equal chances it is Pearson's.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from companion.content import DICE
from companion.content.terms import CombatFace, Faction, Result
from companion.rules import evolve
from companion.rules.ask.dice import MOST_OF_A_RESULT
from companion.rules.events import AtreidesDiceRolled, DiceRolled, DieSpent, HarkonnenDiceRolled
from companion.rules.frames import BattleFrame, Cause, RollFrame, RollSource, TurnFrame
from companion.rules.state import HARKONNEN, Mode, State
from companion.service.chance import Chance
from companion.service.loaded import Loaded

FACES = (CombatFace.HIT, CombatFace.SHIELD, CombatFace.SPECIAL)
COMBAT = tuple(DICE.combat.count(face) / len(DICE.combat) for face in FACES)
EXACT_UP_TO = 120
"""More dice have too many outcomes to try each; then the chi-square distribution is close enough."""
LEAST = 5
"""Fewer dice than this say nothing."""
PURPOSES = ("attacker-", "defender-")
"""What the table asks chance for when the app rolls a battle."""


class DieKind(StrEnum):
    """Which dice."""

    COMBAT = "combat"
    HARKONNEN_ACTION = "harkonnen_action"
    ATREIDES_ACTION = "atreides_action"
    HARKONNEN_ROLL = "harkonnen_roll"


@dataclass(frozen=True, slots=True)
class FairnessTest:
    """Fair dice would be off at least this much with probability ``p``; ``exact``: every outcome was tried."""

    statistic: float
    freedom: int
    p: float
    exact: bool


@dataclass(frozen=True, slots=True)
class DiceTally:
    """Dice of one kind and source: ``counts`` and ``expected`` in the order of ``faces``.

    ``cause`` and ``faction`` are None for all of them together. No ``expected`` and no test for dice whose faces
    nobody has published; no test for fewer than LEAST dice.
    """

    kind: DieKind
    cause: Cause | None
    faction: Faction | None
    faces: tuple[str, ...]
    counts: tuple[int, ...]
    expected: tuple[float, ...]
    test: FairnessTest | None

    @property
    def dice(self) -> int:
        """Number of dice."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class RollLine:
    """One roll of the history: the round of the game, what it showed, whether it is what the app rolls there.

    Dice thrown by hand may happen to show the same. ``source``: who read them, None in games from before that was
    recorded.
    """

    round: int
    kind: DieKind
    cause: Cause | None
    faction: Faction | None
    counts: tuple[int, ...]
    by_app: bool
    source: RollSource | None = None


@dataclass(frozen=True, slots=True)
class Fairness:
    """The dice of a game: ``totals`` by kind, ``parts`` by source and faction, ``rolls`` one by one, latest last.

    ``by_app``: rolls that are exactly those of the app's seed at their place; ``taken_back``: rolls that were undone
    and are not counted.
    """

    totals: tuple[DiceTally, ...]
    parts: tuple[DiceTally, ...]
    rolls: tuple[RollLine, ...]
    by_app: int
    taken_back: int
    sources: tuple[RollSource | None, ...] = ()
    """Who read the dice of this game, whichever are counted here."""


@dataclass(slots=True)
class _Sum:
    counts: list[int]
    chances: list[tuple[float, ...]] = field(default_factory=list)

    def add(self, counts: Sequence[int], chances: tuple[float, ...]) -> None:
        self.counts = [old + new for old, new in zip(self.counts, counts, strict=True)]
        self.chances.extend([chances] * sum(counts))


Key = tuple[DieKind, Cause | None, Faction | None]


def fairness(loaded: Loaded, source: RollSource | None = None) -> Fairness:
    """Returns the dice of a game up to now, those of entries that hold; with ``source`` only those read so."""
    sums: dict[Key, _Sum] = {}
    rolls, seen = [], set[RollSource | None]()
    for line, chances in _rolls(loaded):
        seen.add(line.source)
        if source is not None and line.source is not source:
            continue
        rolls.append(line)
        part = (line.kind, line.cause, line.faction if line.cause is Cause.BATTLE else None)
        for key in {part, (line.kind, None, None)}:
            sums.setdefault(key, _Sum([0] * len(line.counts))).add(line.counts, chances)
    tallies = [_tally(key, sums[key]) for key in sorted(sums, key=_order)]
    return Fairness(
        totals=tuple(tally for tally in tallies if tally.cause is None),
        parts=tuple(tally for tally in tallies if tally.cause is not None),
        rolls=tuple(rolls),
        by_app=sum(line.by_app for line in rolls),
        taken_back=sum(
            isinstance(event, DiceRolled | AtreidesDiceRolled) or _rolled_die(event)
            for past in loaded.timeline.history()
            if past.undone
            for event in past.batch.events
        ),
        sources=tuple(one for one in (*RollSource, None) if one in seen),
    )


def _rolls(loaded: Loaded) -> Iterator[tuple[RollLine, tuple[float, ...]]]:
    state = State()
    for step in loaded.timeline.steps:
        before = state
        chance = loaded.chance_at(step.batch.number - 1)
        for event in step.batch.events:
            yield from _roll(state, before, event, chance)
            state = evolve(state, event)


def _roll(state: State, before: State, event: object, chance: Chance) -> Iterator[tuple[RollLine, tuple[float, ...]]]:
    """Yields the roll that an event records with the chances of its faces; ``before``: when its entry was made."""
    if isinstance(event, DiceRolled):
        by_app = event.faces == _combat_of_app(before, event, chance)
        line = RollLine(state.round, DieKind.COMBAT, event.cause, event.faction, event.faces, by_app, event.source)
        yield line, COMBAT
    elif isinstance(event, AtreidesDiceRolled):
        counts = tuple(event.results.count(result) for result in Result)
        by_app = _agrees(counts, chance.atreides_dice(len(event.results)))
        kind, faction = DieKind.ATREIDES_ACTION, Faction.ATREIDES
        yield RollLine(state.round, kind, None, faction, counts, by_app, event.source), ()
    elif isinstance(event, HarkonnenDiceRolled):
        # The results after dice were changed (ACT-1): nothing can be expected of them.
        counts = tuple(event.results.count(result) for result in Result)
        yield RollLine(state.round, DieKind.HARKONNEN_ROLL, None, HARKONNEN, counts, False, event.source), ()
    elif isinstance(event, DieSpent) and _rolled_die(event) and _is_solo(before) and not _is_forced(before):
        counts = tuple(int(event.result is result) for result in Result)
        by_app = event.result in (chance.harkonnen_die(before), chance.harkonnen_die(before, tuple(Result)))
        line = RollLine(state.round, DieKind.HARKONNEN_ACTION, None, HARKONNEN, counts, by_app, event.source)
        yield line, _harkonnen_chances(before)


def _agrees(counts: Sequence[int], rolled: Sequence[Result]) -> bool:
    """ACT-1: dice too many of a result were changed to others by hand; what could stay must have stayed."""
    shown = [rolled.count(result) for result in Result]
    kept = [min(number, MOST_OF_A_RESULT) for number in shown]
    if kept == shown:
        return list(counts) == shown
    return all(recorded >= number for recorded, number in zip(counts, kept, strict=True))


def _rolled_die(event: object) -> bool:
    return isinstance(event, DieSpent) and event.faction is HARKONNEN


def _is_solo(state: State) -> bool:
    """Only the solo opponent rolls a die for each turn; people spend dice that were rolled together."""
    return state.mode is Mode.SOLO


def _is_forced(state: State) -> bool:
    """MAHDI-TRUTH-1: a result that was chosen is no roll."""
    frame = state.frame
    return isinstance(frame, TurnFrame) and frame.forced is not None


def _harkonnen_chances(state: State) -> tuple[float, ...]:
    """MAHDI-TURN-1: results that enough spent dice show are rolled again."""
    faces = [face for face in DICE.harkonnen_action if state.harkonnen_spent.count(face) < DICE.reroll_at]
    return tuple(faces.count(result) / len(faces) for result in Result) if faces else ()


def _combat_of_app(before: State, event: DiceRolled, chance: Chance) -> tuple[int, ...] | None:
    """Returns what the app would have rolled for the same dice at the same place."""
    frame = before.frame
    if isinstance(frame, BattleFrame):
        purpose = PURPOSES[0 if event.faction is frame.attacker else 1]
    elif isinstance(frame, RollFrame):
        purpose = frame.cause.value
    else:
        return None
    faces = chance.combat_faces(sum(event.faces), purpose)
    return tuple(faces.count(face) for face in FACES)


def _order(key: Key) -> tuple[int, int, int]:
    kind, cause, faction = key
    return (
        list(DieKind).index(kind),
        -1 if cause is None else list(Cause).index(cause),
        -1 if faction is None else int(faction),
    )


def _tally(key: Key, total: _Sum) -> DiceTally:
    kind, cause, faction = key
    faces = tuple(face.value for face in FACES) if kind is DieKind.COMBAT else tuple(result.value for result in Result)
    known = all(total.chances)
    expected = tuple(map(math.fsum, zip(*total.chances, strict=True))) if known else ()
    test = fair_test(total.counts, total.chances) if known else None
    return DiceTally(kind, cause, faction, faces, tuple(total.counts), expected, test)


def fair_test(counts: Sequence[int], chances: Sequence[tuple[float, ...]]) -> FairnessTest | None:
    """Returns the test of ``counts`` by face against dice with these ``chances``, one entry a die.

    None for fewer than LEAST dice, or when only one face can come up.
    """
    dice = len(chances)
    if dice < LEAST:
        return None
    same = len(set(chances)) == 1 and all(chances[0])
    if same and len(counts) <= len(FACES) and dice <= EXACT_UP_TO:
        return _exact_test(tuple(counts), chances[0])
    expected = [math.fsum(column) for column in zip(*chances, strict=True)]
    open_faces = [face for face, number in enumerate(expected) if 0 < number < dice]
    if any(counts[face] and not expected[face] for face in range(len(counts))):
        return FairnessTest(math.inf, max(1, len(open_faces) - 1), 0.0, exact=False)
    if len(open_faces) < 2:
        return None
    # The last face follows from the others: without it the covariance can be inverted.
    free = open_faces[:-1]
    covariance = [[math.fsum((p[i] if i == j else 0.0) - p[i] * p[j] for p in chances) for j in free] for i in free]
    off = [counts[face] - expected[face] for face in free]
    statistic = math.fsum(a * b for a, b in zip(off, _solved(covariance, off), strict=True))
    return FairnessTest(statistic, len(free), chi_square_survival(statistic, len(free)), exact=False)


def chi_square_survival(statistic: float, freedom: int) -> float:
    """Returns the probability that a chi-square variable with ``freedom`` degrees is at least ``statistic``.

    The closed form for whole numbers: a finite sum, and for odd degrees the complementary error function.

    >>> round(chi_square_survival(5.991, 2), 3), round(chi_square_survival(3.841, 1), 3)
    (0.05, 0.05)
    """
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    if freedom % 2 == 0:
        return math.fsum(math.exp(k * math.log(half) - half - math.lgamma(k + 1)) for k in range(freedom // 2))
    terms = (math.exp((k + 0.5) * math.log(half) - half - math.lgamma(k + 1.5)) for k in range((freedom - 1) // 2))
    return math.erfc(math.sqrt(half)) + math.fsum(terms)


def _exact_test(counts: tuple[int, ...], chances: tuple[float, ...]) -> FairnessTest:
    """Tries every outcome of so many dice: how likely is one at least as far off?"""
    dice = sum(counts)
    observed = _pearson(counts, chances)
    p = math.fsum(
        _multinomial(outcome, chances)
        for outcome in _outcomes(dice, len(counts))
        if _pearson(outcome, chances) >= observed - 1e-9
    )
    return FairnessTest(observed, len(counts) - 1, min(1.0, p), exact=True)


def _pearson(counts: Sequence[int], chances: Sequence[float]) -> float:
    dice = sum(counts)
    return math.fsum((count - dice * p) ** 2 / (dice * p) for count, p in zip(counts, chances, strict=True))


def _multinomial(counts: Sequence[int], chances: Sequence[float]) -> float:
    logarithm = math.lgamma(sum(counts) + 1)
    for count, p in zip(counts, chances, strict=True):
        logarithm += count * math.log(p) - math.lgamma(count + 1)
    return math.exp(logarithm)


def _outcomes(dice: int, faces: int) -> Iterator[tuple[int, ...]]:
    if faces == 1:
        yield (dice,)
        return
    for first in range(dice + 1):
        for rest in _outcomes(dice - first, faces - 1):
            yield (first, *rest)


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Returns x with matrix * x = right (elimination with the largest pivot; the matrix is positive definite)."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(size):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [rows[row][size] / rows[row][row] for row in range(size)]
