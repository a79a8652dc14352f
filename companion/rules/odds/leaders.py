"""What the odds need to know about leaders: their combat values and their side (LEADER-3)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.content import GENERIC_LEADER, NAMED_LEADERS
from companion.content.terms import Faction

Values = tuple[int, int]
"""(hits, shields) that a leader makes of one special result (BATTLE-5)."""

NAMED_VALUES: Final[Mapping[str, Values]] = MappingProxyType(
    {leader.id: (leader.hits, leader.shields) for leader in NAMED_LEADERS}
)
NAMED_FACTION: Final[Mapping[str, Faction]] = MappingProxyType({leader.id: leader.faction for leader in NAMED_LEADERS})
GENERIC_VALUES: Final[Mapping[Faction, Values]] = MappingProxyType(
    {faction: (leader.hits, leader.shields) for faction, leader in GENERIC_LEADER.items()}
)


def in_order_of_use(named: tuple[str, ...]) -> tuple[str, ...]:
    """Return named leaders with most hits first, then most shields, then first id (R-26).

    Raises KeyError for an id that is no named leader.
    """
    return tuple(sorted(named, key=_rank))


def leader_values(faction: Faction, generic: int, named: tuple[str, ...]) -> tuple[Values, ...]:
    """Return the values of all these leaders, most hits first, then most shields (BATTLE-5)."""
    values = [NAMED_VALUES[leader] for leader in named]
    values += [GENERIC_VALUES[faction]] * generic
    return tuple(sorted(values, reverse=True))


def _rank(leader: str) -> tuple[int, int, str]:
    hits, shields = NAMED_VALUES[leader]
    return -hits, -shields, leader
