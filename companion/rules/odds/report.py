"""Everything that is to be said about a battle: chances, endings, rounds, hits, figures left, what would help."""

from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from companion.content.terms import Faction
from companion.frozen import record
from companion.rules.odds.battle import ATTACKER_WINS, DEFENDER_WINS, Battle, Ending, Opening, Side
from companion.rules.odds.induction import size_of
from companion.rules.odds.legion import Legion
from companion.rules.odds.solve import Solution, solve, winning_chances

DENOMINATORS = (2, 3, 4, 5, 6, 10)
"""In what people count: halves, thirds, quarters, fifths, sixths, tenths."""
MOST_STATES = 600
"""A battle with more states than this is not worked out again and again while somebody waits for a page."""
NEAR = 0.026
"""A fraction this close to a chance says it well enough."""


class KindLeft(NamedTuple):
    """Figures of one kind (`regular` `elite` `special` `generic` `escorts` or a leader's id), now and left on average.

    More regulars than at the start can be left: elites become regulars.
    """

    kind: str
    start: int
    left: float


@record
class SideReport:
    """One side: `dice` of the next roll, its chance to win and to be destroyed, figures, and fine power lost.

    `hits[n]`: the chance that n hits get through to it in the next round; empty when no round is rolled.
    """

    faction: Faction
    dice: int
    wins: float
    destroyed: float
    power: int
    power_lost: float
    kinds: tuple[KindLeft, ...]
    hits: tuple[float, ...]


class EffectKind(StrEnum):
    """What could be otherwise: in the next roll a card or a surprise attack, in the whole battle the rest.

    `no_settlement`: neither its dice nor the hit for going on; `free_continue`: without that hit alone (BATTLE-8);
    `enough_regulars`: the box never runs out of regular figures (BATTLE-7).
    """

    ATTACKER_CARD = "attacker_card"
    DEFENDER_CARD = "defender_card"
    SURPRISE = "surprise"
    NO_SETTLEMENT = "no_settlement"
    FREE_CONTINUE = "free_continue"
    ENOUGH_REGULARS = "enough_regulars"


class Effect(NamedTuple):
    """The attacker's chance to win if one thing were otherwise, and how much that is more (or less)."""

    kind: EffectKind
    attacker_wins: float
    change: float


@record
class Report:
    """A battle in numbers; pairs are (attacker, defender).

    `nobody`: the chance that both are destroyed. `rounds[n]`: the chance that exactly n more rounds are rolled.
    """

    nobody: float
    endings: tuple[tuple[Ending, float], ...]
    rounds: tuple[float, ...]
    expected_rounds: float
    sides: tuple[SideReport, SideReport]
    effects: tuple[Effect, ...] = ()

    @property
    def attacker_wins(self) -> float:
        """The chance that the attacker wins."""
        return self.sides[0].wins

    @property
    def defender_wins(self) -> float:
        """The chance that the defender wins."""
        return self.sides[1].wins


@lru_cache(maxsize=256)
def report(battle: Battle, effects: bool = True, most_states: int = MOST_STATES) -> Report:
    """Return everything about a battle; with `effects` also what `effects_of` says."""
    solution = solve(battle)
    chances = dict.fromkeys(Ending, 0.0)
    for result, chance in solution.results:
        chances[result.ending] += chance
    on_defender = tuple(sum(row) for row in solution.first_round)
    on_attacker = tuple(sum(column) for column in zip(*solution.first_round, strict=True))
    return Report(
        nobody=chances[Ending.BOTH_DESTROYED],
        endings=tuple((ending, chance) for ending, chance in chances.items() if chance > 0.0),
        rounds=solution.rounds,
        expected_rounds=sum(number * chance for number, chance in enumerate(solution.rounds)),
        sides=(
            _side(battle.attacker, battle, solution, ATTACKER_WINS, 0, on_attacker),
            _side(battle.defender, battle, solution, DEFENDER_WINS, 1, on_defender),
        ),
        effects=effects_of(battle, most_states) if effects else (),
    )


def attacker_wins(battle: Battle) -> float:
    """Return the chance that the attacker wins."""
    return sum(chance for result, chance in solve(battle).results if result.ending in ATTACKER_WINS)


def effects_of(battle: Battle, most_states: int = MOST_STATES) -> tuple[Effect, ...]:
    """Return what each `EffectKind` would change that can be otherwise here.

    A card counts in the next roll. Reinforcements that are used anyway leave no room for it. What concerns the whole
    battle is left out in one with more than `most_states` states, a fifth of it where a side plays its best.
    """
    usual = attacker_wins(battle)
    next_roll = _next_roll(battle)
    chances = winning_chances(battle, [changed for _, changed in next_roll]) if next_roll else ()
    found = [(kind, chance) for (kind, _), chance in zip(next_roll, chances, strict=True)]
    chooses = battle.attacker_chooses or battle.defender_chooses
    if size_of(battle) * (5 if chooses else 1) <= most_states:
        found += [(kind, winning_chances(changed, [changed])[0]) for kind, changed in _whole_battle(battle)]
    return tuple(Effect(kind, chance, chance - usual) for kind, chance in found)


def in_words(chance: float) -> tuple[int, int]:
    """Return a chance as people say it: (3, 4) for "3 in 4". The smallest number that is near enough.

    It is never off by more than 5 in 100.

    (0, 1) and (1, 1) are for what is certain; what is merely very likely stays 99 in 100.

    >>> in_words(0.74), in_words(0.31), in_words(0.004), in_words(0.999)
    ((3, 4), (1, 3), (1, 100), (99, 100))
    """
    if chance <= 0.0:
        return 0, 1
    if chance >= 1.0:
        return 1, 1
    for extreme, of in ((0.0075, 100), (0.015, 100), (0.035, 50), (0.075, 20)):
        if chance < extreme:
            return (1, of)
        if chance > 1 - extreme:
            return (of - 1, of)
    fractions = [(round(chance * of), of) for of in DENOMINATORS]
    possible = [(number, of) for number, of in fractions if 0 < number < of]
    near = [(number, of) for number, of in possible if abs(chance - number / of) <= NEAR]
    return near[0] if near else min(possible, key=lambda pair: abs(chance - pair[0] / pair[1]))


def _whole_battle(battle: Battle) -> list[tuple[EffectKind, Battle]]:
    """Return the battle under other circumstances, those that make a difference here."""
    found = []
    attacker, defender = battle.attacker, battle.defender
    if defender.rank:
        found.append((EffectKind.NO_SETTLEMENT, replace(battle, defender=replace(defender, rank=0))))
    if battle.continuing_costs_a_hit:
        found.append((EffectKind.FREE_CONTINUE, replace(battle, spared=True)))
    if any(side.regulars is not None and side.regulars < side.legion.units for side in (attacker, defender)):
        sides = replace(attacker, regulars=None), replace(defender, regulars=None)
        found.append((EffectKind.ENOUGH_REGULARS, replace(battle, attacker=sides[0], defender=sides[1])))
    return found


def _next_roll(battle: Battle) -> list[tuple[EffectKind, Battle]]:
    found = []
    sides = ((EffectKind.ATTACKER_CARD, battle.attacker), (EffectKind.DEFENDER_CARD, battle.defender))
    for kind, side in sides:
        if side.dice(side.legion, side.cards + side.reinforcements, side.first_limit) < side.first_limit:
            more = replace(side, cards=side.cards + 1)
            attacks = kind is EffectKind.ATTACKER_CARD
            found.append((kind, replace(battle, attacker=more) if attacks else replace(battle, defender=more)))
    if not battle.surprise and battle.attacker.legion.leaders and battle.opening is Opening.ROLL:
        found.append((EffectKind.SURPRISE, replace(battle, surprise=True)))
    return found


def _side(
    side: Side, battle: Battle, solution: Solution, winning: frozenset[Ending], index: int, hits: tuple[float, ...]
) -> SideReport:
    start = side.legion
    counts = _counts(start)
    left = dict.fromkeys(counts, 0.0)
    wins = destroyed = power = 0.0
    for result, chance in solution.results:
        legion = result.defender if index else result.attacker
        wins += chance if result.ending in winning else 0.0
        destroyed += chance if legion.is_destroyed else 0.0
        power += chance * legion.fine_power
        for kind, count in _counts(legion).items():
            left[kind] = left.get(kind, 0.0) + chance * count
    kinds = tuple(KindLeft(kind, counts.get(kind, 0), number) for kind, number in left.items())
    dice = side.dice(start, side.cards + side.reinforcements, side.first_limit)
    return SideReport(side.faction, dice, wins, destroyed, start.fine_power, start.fine_power - power, kinds, hits)


def _counts(legion: Legion) -> dict[str, int]:
    kinds = ("regular", "elite", "special", "generic")
    counts = dict(zip(kinds, legion[:4], strict=True)) | dict.fromkeys(legion.named, 1)
    return counts | {"escorts": legion.escorts} if legion.escorts else counts
