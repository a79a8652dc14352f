"""The chances of every attack that a legion could make now (BATTLE-1), also where something is still facedown.

What nobody at the table may look at, or nobody has entered, is no fact: then a prospect is a range from the least to
the most favourable possibility, and names what it depends on. The contents of tokens that are possible are those of
the content's assumptions, of which only the least and the greatest forces matter.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from itertools import combinations_with_replacement

from companion.content import ASSUMPTIONS, TRACKS
from companion.content.assumptions import TokenForce
from companion.content.terms import Faction
from companion.frozen import record
from companion.rules import combat
from companion.rules.army import NOBODY, Army, force_army
from companion.rules.odds.battle import Battle, DefenderPolicy
from companion.rules.odds.report import Report, report
from companion.rules.odds.running import attacker_policy, side_of
from companion.rules.reach import Reach, attacks
from companion.rules.state import State

RANKS = (min(TRACKS.sietch_ranks), max(TRACKS.sietch_ranks))


class Missing(StrEnum):
    """What a prospect depends on: the rank of a sietch, or what tokens stand for (an assumption then)."""

    RANK = "rank"
    TOKENS = "tokens"


@record
class Unknown:
    """Something facedown in an area; `number` of tokens, 1 for a rank."""

    what: Missing
    faction: Faction
    area: int
    number: int = 1


@record
class Prospect:
    """An attack that is possible and its chances; `low` and `high` are the same one unless something is `unknown`.

    `ways`: every way to get there, on the ground first; `undefended`: won without a roll (SETTLE-2).
    """

    source: int
    target: int
    ways: tuple[Reach, ...]
    low: Report
    high: Report
    unknown: tuple[Unknown, ...] = ()
    undefended: bool = False

    @property
    def is_exact(self) -> bool:
        """True when nothing facedown matters."""
        return not self.unknown

    @property
    def range(self) -> tuple[float, float]:
        """The attacker's chance to win, at least and at most."""
        return self.low.attacker_wins, self.high.attacker_wins


def prospects(
    state: State, faction: Faction, source: int, surprise: bool = False, sees_hidden: bool = True
) -> list[Prospect]:
    """Return the chances of every attack that the legion of `faction` in `source` could make, the best first.

    `surprise`: by a leadership action (ACT-LEADERSHIP). `sees_hidden`: the one who asks may know what the Atreides
    entered about facedown sietches and tokens. Both sides fight as in `battle_of`.
    """
    ways: dict[int, list[Reach]] = {}
    for reach in attacks(state, faction, only=source):
        ways.setdefault(reach.target, []).append(reach)
    found = [_prospect(state, faction, source, target, tuple(ways[target]), surprise, sees_hidden) for target in ways]
    return sorted(found, key=lambda prospect: (-prospect.range[0], -prospect.range[1], prospect.target))


def prospect(
    state: State, faction: Faction, source: int, target: int, surprise: bool = False, sees_hidden: bool = True
) -> Prospect:
    """Return the chances of one attack, as `prospects` does of all that a legion could make."""
    return _prospect(state, faction, source, target, (), surprise, sees_hidden)


def _prospect(
    state: State, faction: Faction, source: int, target: int, ways: tuple[Reach, ...], surprise: bool, sees: bool
) -> Prospect:
    enemy = faction.enemy
    attackers, defenders = (_entered(state, side, area, sees) for side, area in ((faction, source), (enemy, target)))
    rank = combat.stronghold_rank(state, enemy, target)
    sietch = state.sietch(target)
    if rank is not None and enemy is Faction.ATREIDES and sietch and not sietch.revealed and not sees:
        rank = None
    unknown = [
        Unknown(Missing.TOKENS, side, area, army.tokens)
        for side, area, army in ((faction, source, attackers), (enemy, target, defenders))
        if army.tokens
    ]
    undefended = not defenders.units
    if rank is None and not undefended:
        unknown.append(Unknown(Missing.RANK, enemy, target))
    low_rank, high_rank = RANKS if rank is None else (rank, rank)

    def reports(own: Iterable[Army], others: Sequence[Army], settlement: int) -> list[Report]:
        return [
            report(_battle(state, faction, army, other, settlement, surprise), effects=False)
            for army in own
            for other in others
        ]

    (own_least, own_most), (least, most) = (
        _possible(state, faction, attackers),
        _possible(state, enemy, defenders),
    )
    low = min(reports(own_least, most, high_rank), key=lambda found: found.attacker_wins)
    high = max(reports(own_most, least, low_rank), key=lambda found: found.attacker_wins) if unknown else low
    return Prospect(source, target, ways, low, high, tuple(unknown), undefended)


def _battle(state: State, faction: Faction, attackers: Army, defenders: Army, rank: int, surprise: bool) -> Battle:
    return Battle(
        attacker=side_of(state, faction, attackers),
        defender=side_of(state, faction.enemy, defenders, rank),
        surprise=surprise,
        attacker_policy=attacker_policy(state, faction),
        defender_policy=DefenderPolicy.NEVER_RETREAT,
        rounds=None,
    )


def _entered(state: State, faction: Faction, area: int, sees: bool) -> Army:
    """Return a legion with those tokens turned about which the Atreides side has entered what they are."""
    army = state.army(faction, area) or NOBODY
    if faction is not Faction.ATREIDES or not sees:
        return army
    for where, figures in state.known_tokens:
        if where == area and army.tokens:
            army = replace(army, tokens=army.tokens - 1) + figures
    return army


def _possible(state: State, faction: Faction, army: Army) -> tuple[list[Army], list[Army]]:
    """Return the weakest and the strongest legions that an army with tokens may turn out to be."""
    if not army.tokens:
        return [army], [army]
    revealed = replace(army, tokens=0)
    limit = state.stacking_limit(faction)
    found = []
    for forces in _extremes(faction):
        armies = []
        for tokens in combinations_with_replacement(forces, army.tokens):
            whole = revealed
            for force in tokens:
                whole += force_army(force)
            armies.append(_within(whole, limit))
        found.append(list(dict.fromkeys(armies)))
    return found[0], found[1]


@lru_cache(maxsize=2)
def _extremes(faction: Faction) -> tuple[tuple[TokenForce, ...], tuple[TokenForce, ...]]:
    """Return the forces of single tokens than which none is weaker, and those than which none is stronger."""
    if faction is Faction.HARKONNEN:
        forces = {*ASSUMPTIONS.harkonnen_black, *ASSUMPTIONS.harkonnen_silver}
    else:
        forces = {*ASSUMPTIONS.atreides_starting_tokens, *ASSUMPTIONS.atreides_tokens}
    ordered = sorted(forces, key=_levels)
    least = tuple(force for force in ordered if not any(_less(other, force) for other in ordered))
    most = tuple(force for force in ordered if not any(_less(force, other) for other in ordered))
    return least, most


def _levels(force: TokenForce) -> tuple[int, int, int, int]:
    """Return how many units there are, how many of them are at least elite and special, and the leaders."""
    special, elite = force.special, force.special + force.elite
    return elite + force.regular, elite, special, force.bashar


def _less(one: TokenForce, other: TokenForce) -> bool:
    """Return whether a force is nowhere stronger than another and somewhere weaker."""
    levels = list(zip(_levels(one), _levels(other), strict=True))
    return all(mine <= theirs for mine, theirs in levels) and any(mine < theirs for mine, theirs in levels)


def _within(army: Army, limit: int) -> Army:
    """Return an army without the units over the stacking limit, the weakest ones first (STACK-1, R-34)."""
    excess = max(0, army.units - limit)
    regular = min(excess, army.regular)
    elite = min(excess - regular, army.elite)
    special = excess - regular - elite
    return Army(
        army.regular - regular, army.elite - elite, army.special - special, 0, army.generic, army.named, army.escorts
    )
