"""Whole battles: every course of a battle with its exact probability."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.rules.odds.battle import Battle, Ending
from companion.rules.odds.chain import expected_visits, follow
from companion.rules.odds.legion import DESTROYED, Legion
from companion.rules.odds.round import NetHitChances
from companion.rules.odds.tree import Tree


class Result(NamedTuple):
    """How a battle ended and what is left of both legions."""

    ending: Ending
    attacker: Legion
    defender: Legion


@dataclass(frozen=True, slots=True)
class Solution:
    """All results of a battle with their probabilities, which add up to 1.

    `rounds[i]`: probability that exactly i rounds are rolled; `first_round`: net hits of the first round,
    empty when no round is rolled.
    """

    results: tuple[tuple[Result, float], ...]
    rounds: tuple[float, ...]
    first_round: NetHitChances


@lru_cache(maxsize=512)
def solve(battle: Battle) -> Solution:
    """Return the exact solution of a battle.

    Without a limit of rounds the chances are those of the endless chain, summed algebraically; only `rounds`
    is a list that breaks off once less than `chain.NEGLIGIBLE` is left.
    """
    attacker, defender = battle.attacker.legion, battle.defender.legion
    if defender.is_destroyed:
        return _without_a_roll(attacker, DESTROYED)
    if battle.rounds == 0 or battle.stops(attacker, defender):
        return _without_a_roll(attacker, defender)
    tree = Tree(battle)
    walk = follow(tree.nodes, battle.rounds)
    visits = expected_visits(tree.nodes) if battle.rounds is None else walk.visits
    chances: dict[tuple[int, int], float] = {}
    for ends, spent in zip(tree.ends, visits, strict=True):
        for legions, chance in ends:
            chances[legions] = chances.get(legions, 0.0) + spent * chance
    if battle.rounds is not None:
        for legions, chance in zip(tree.legions, walk.remaining, strict=True):
            chances[legions] = chances.get(legions, 0.0) + chance
    results = tuple(
        (_result(tree.attackers.legions[attacker], tree.defenders.legions[defender]), chance)
        for (attacker, defender), chance in chances.items()
        if chance > 0.0
    )
    return Solution(results, walk.lengths, tree.first_round)


def _without_a_roll(attacker: Legion, defender: Legion) -> Solution:
    return Solution(((_result(attacker, defender), 1.0),), (1.0,), ())


def _result(attacker: Legion, defender: Legion) -> Result:
    """Return the result that leaves these legions: with both standing the attacker has stopped."""
    if defender.is_destroyed:
        ending = Ending.BOTH_DESTROYED if attacker.is_destroyed else Ending.DEFENDER_DESTROYED
    else:
        ending = Ending.ATTACKER_DESTROYED if attacker.is_destroyed else Ending.ATTACKER_STOPPED
    return Result(ending, attacker, defender)
