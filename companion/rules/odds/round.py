"""One round of a battle: from two rolls to the net hits on both sides."""

from functools import lru_cache
from typing import NamedTuple

from companion.rules.odds.dice import Roll, roll_distribution

NetHitChances = tuple[tuple[float, ...], ...]
"""`chances[d][a]`: probability of d net hits on the defender together with a on the attacker."""


class Strength(NamedTuple):
    """All that a side brings into one round.

    `bonus_specials` are results without a die (surprise attack, BATTLE-4); `leaders` are (hits, shields)
    in order of use; `special_elites` are Sardaukar or Fedaykin.
    """

    dice: int
    leaders: tuple[tuple[int, int], ...]
    special_elites: int
    bonus_specials: int = 0


class NetHits(NamedTuple):
    """Hits that get through in one round, before casualties."""

    on_defender: int
    on_attacker: int


def strike(roll: Roll, strength: Strength) -> tuple[int, int]:
    """Return the (hits, shields) of a roll with the leaders' part in it (BATTLE-5).

    Each leader turns one special into its values, the first ones in order of use when specials are few.
    """
    used = strength.leaders[: roll.specials + strength.bonus_specials]
    return roll.hits + sum(hits for hits, _ in used), roll.shields + sum(shields for _, shields in used)


def net_hits(attacker: Strength, attacker_roll: Roll, defender: Strength, defender_roll: Roll) -> NetHits:
    """Return the hits that get through when both sides show these rolls (BATTLE-5, BATTLE-6).

    A special elite cancels one shield of the opponent; a shield left cancels one hit.
    """
    attacker_hits, attacker_shields = strike(attacker_roll, attacker)
    defender_hits, defender_shields = strike(defender_roll, defender)
    return NetHits(
        on_defender=max(0, attacker_hits - max(0, defender_shields - attacker.special_elites)),
        on_attacker=max(0, defender_hits - max(0, attacker_shields - defender.special_elites)),
    )


@lru_cache(maxsize=8192)
def round_distribution(attacker: Strength, defender: Strength) -> NetHitChances:
    """Return the chances of all net hits of a round."""
    attacker_strikes = _strikes(attacker, defender.special_elites)
    defender_strikes = _strikes(defender, attacker.special_elites)
    most_on_attacker = max(hits for hits, _, _ in defender_strikes)
    most_on_defender = max(hits for hits, _, _ in attacker_strikes)
    chances = [[0.0] * (most_on_attacker + 1) for _ in range(most_on_defender + 1)]
    for attacker_hits, attacker_shields, attacker_chance in attacker_strikes:
        for defender_hits, defender_shields, defender_chance in defender_strikes:
            on_defender = attacker_hits - defender_shields
            on_attacker = defender_hits - attacker_shields
            row = chances[on_defender if on_defender > 0 else 0]
            row[on_attacker if on_attacker > 0 else 0] += attacker_chance * defender_chance
    return tuple(map(tuple, chances))


@lru_cache(maxsize=2048)
def _strikes(strength: Strength, opposing_special_elites: int) -> tuple[tuple[int, int, float], ...]:
    """Return the distinct (hits, shields that count, probability) of one side's roll."""
    chances: dict[tuple[int, int], float] = {}
    for roll, chance in roll_distribution(strength.dice):
        hits, shields = strike(roll, strength)
        pair = (hits, max(0, shields - opposing_special_elites))
        chances[pair] = chances.get(pair, 0.0) + chance
    return tuple((hits, shields, chance) for (hits, shields), chance in chances.items())


def clear_round_caches() -> None:
    """Forget every distribution that was kept."""
    round_distribution.cache_clear()
    _strikes.cache_clear()
