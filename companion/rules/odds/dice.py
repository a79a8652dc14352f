"""Exact chances of what a handful of combat dice shows."""

from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

from companion.content import DICE
from companion.content.terms import CombatFace

MAX_DICE: Final = 6
"""Most dice that a side rolls at once (BATTLE-4)."""


_RESULTS = (CombatFace.HIT, CombatFace.SHIELD, CombatFace.SPECIAL)


class Roll(NamedTuple):
    """Number of dice that show each result, as seen on the table."""

    hits: int
    shields: int
    specials: int


@lru_cache(maxsize=64)
def roll_distribution(dice: int) -> tuple[tuple[Roll, float], ...]:
    """Return every distinct result of `dice` combat dice with its probability, most hits first.

    The probabilities are quotients of whole numbers, rounded once each.

    >>> [(tuple(roll), round(chance, 3)) for roll, chance in roll_distribution(1)]
    [((1, 0, 0), 0.5), ((0, 1, 0), 0.333), ((0, 0, 1), 0.167)]
    """
    hit, shield, special = (DICE.combat.count(face) for face in _RESULTS)
    sequences = len(DICE.combat) ** dice
    outcomes: list[tuple[Roll, float]] = []
    for hits in range(dice, -1, -1):
        for shields in range(dice - hits, -1, -1):
            specials = dice - hits - shields
            orders = comb(dice, hits) * comb(dice - hits, shields)
            ways = orders * hit**hits * shield**shields * special**specials
            outcomes.append((Roll(hits, shields, specials), ways / sequences))
    return tuple(outcomes)
