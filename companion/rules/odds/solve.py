"""Whole battles: every course of a battle with its exact probability."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.frozen import record
from companion.rules.odds.battle import ATTACKER_WINS, Battle, Ending, Opening
from companion.rules.odds.chain import expected_visits, follow
from companion.rules.odds.contest import best_conduct
from companion.rules.odds.legion import DESTROYED, Legion
from companion.rules.odds.played import Played
from companion.rules.odds.roster import NOBODY
from companion.rules.odds.round import NetHitChances
from companion.rules.odds.steps import Course
from companion.rules.odds.tree import Tree


class Result(NamedTuple):
    """How a battle ended and what is left of both legions."""

    ending: Ending
    attacker: Legion
    defender: Legion


@record
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
    is a list that breaks off once less than `chain.NEGLIGIBLE` is left. Raises ValueError for optimal policies with a
    limit of rounds.
    """
    attacker, defender = battle.attacker.legion, battle.defender.legion
    if attacker.is_destroyed or defender.is_destroyed:
        destroyed = [DESTROYED if legion.is_destroyed else legion for legion in (attacker, defender)]
        return _without_a_roll(*destroyed)
    if battle.rounds == 0 or _declines(battle):
        return _without_a_roll(attacker, defender)
    if not battle.attacker_chooses and not battle.defender_chooses:
        return followed(battle, Tree(battle))
    best = best_conduct(battle)
    if battle.opening is Opening.CONTINUE and best.stops_at_once:
        return _without_a_roll(attacker, defender)
    return followed(battle, Played(best))


def winning_chances(battle: Battle, variants: Sequence[Battle]) -> tuple[float, ...]:
    """Return the attacker's chance to win in battles that differ from `battle` in cards and surprise alone.

    What they have in common, everything after the next roll, is worked out once. Raises ValueError as `solve`.
    """
    attacker, defender = battle.attacker.legion, battle.defender.legion
    over = attacker.is_destroyed or defender.is_destroyed or battle.rounds is not None or _declines(battle)
    if over or battle.opening is not Opening.ROLL:
        return tuple(_won(solve(variant).results) for variant in variants)
    if battle.attacker_chooses or battle.defender_chooses:
        best = best_conduct(battle)
        trees: list[Course] = [Played(best, opening=variant) for variant in variants]
    else:
        trees = [Tree(variant) for variant in variants]
    return tuple(_won(_results(course, expected_visits(course.nodes, course.order))) for course in trees)


def _won(results: Iterable[tuple[Result, float]]) -> float:
    return sum(chance for result, chance in results if result.ending in ATTACKER_WINS)


def _declines(battle: Battle) -> bool:
    attacker, defender = battle.attacker.legion, battle.defender.legion
    if battle.opening is Opening.ROLL:
        return battle.declines(attacker, defender)
    return battle.opening is Opening.CONTINUE and battle.stops(attacker, defender)


def followed(battle: Battle, tree: Course) -> Solution:
    """Return the solution of a battle that was worked out as a chain."""
    walk = follow(tree.nodes, battle.rounds, tree.order)
    if battle.rounds is None:
        results = _results(tree, expected_visits(tree.nodes, tree.order))
    else:
        results = _results(tree, walk.visits, walk.remaining)
    return Solution(tuple(results), walk.lengths, tree.first_round)


def _results(
    tree: Course, visits: Sequence[float], remaining: Sequence[float] | None = None
) -> list[tuple[Result, float]]:
    """Return the results from the steps spent in every state, and the chances to be stopped there by the limit."""
    chances: dict[tuple[int, int], float] = {}
    retreats: dict[tuple[int, int], float] = {}
    for state in tree.order:
        ends, spent = tree.ends[state], visits[state]
        # A step that ends without dice with both standing is a retreat.
        found = retreats if tree.nodes[state].free and NOBODY not in ends[0][0] else chances
        for legions, chance in ends:
            found[legions] = found.get(legions, 0.0) + spent * chance
        if remaining is not None:
            legions = tree.legions[state]
            chances[legions] = chances.get(legions, 0.0) + remaining[state]
    attackers, defenders = tree.attackers.legions, tree.defenders.legions
    results = [
        (result_of(attackers[attacker], defenders[defender]), chance)
        for (attacker, defender), chance in chances.items()
        if chance > 0.0
    ]
    for (attacker, defender), chance in retreats.items():
        if chance > 0.0:
            retreat = Result(Ending.DEFENDER_RETREATED, attackers[attacker], defenders[defender])
            results.append((retreat, chance))
    return results


def _without_a_roll(attacker: Legion, defender: Legion) -> Solution:
    return Solution(((result_of(attacker, defender), 1.0),), (1.0,), ())


def result_of(attacker: Legion, defender: Legion) -> Result:
    """Return the result that leaves these legions: with both standing the attacker has stopped."""
    if defender.is_destroyed:
        ending = Ending.BOTH_DESTROYED if attacker.is_destroyed else Ending.DEFENDER_DESTROYED
    else:
        ending = Ending.ATTACKER_DESTROYED if attacker.is_destroyed else Ending.ATTACKER_STOPPED
    return Result(ending, attacker, defender)
