"""Which figures a legion loses to hits, for the policies that leave exactly one choice (BATTLE-7)."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from companion.rules.odds.legion import DESTROYED, Legion


class CasualtyPolicy(StrEnum):
    """How a side assigns its hits; the values are those of FORMATS.md."""

    MAHDI = "mahdi"
    KEEP_POWER = "keep_power"


@lru_cache(maxsize=8192)
def survivors(policy: CasualtyPolicy, legion: Legion) -> tuple[Legion, ...]:
    """Return what is left of the legion after 0, 1, 2.. hits; the last entry is the destroyed legion.

    Hits beyond the last entry are lost. Regular figures never run short (FORMATS.md, Battle).
    """
    take = _keep_power if policy is CasualtyPolicy.KEEP_POWER else _mahdi
    return (legion, *(take(legion, hits) for hits in range(1, legion.endurance)), DESTROYED)


def suffer(policy: CasualtyPolicy, legion: Legion, hits: int) -> Legion:
    """Return what is left of the legion after this many hits at once."""
    left = survivors(policy, legion)
    return left[min(hits, len(left) - 1)]


def _keep_power(legion: Legion, hits: int) -> Legion:
    """Return the survivors with most fine power, ties as FORMATS.md orders them.

    A generic leader and an elite cost 1 fine power a hit, everything else 2, so the cheap ones go first:
    generic leaders before elites, which rank higher among equals. Of the rest, special elites give way
    before named leaders (fewer leaders would be left) and those before regulars (fewer units).
    """
    generic_lost = min(hits, legion.generic)
    hits -= generic_lost
    elite_lost = min(hits, legion.elite)
    hits -= elite_lost
    special_lost = min(hits, legion.special)
    hits -= special_lost
    named_lost = min(hits, len(legion.named))
    regular_lost = hits - named_lost
    return Legion(
        regular=legion.regular + elite_lost + special_lost - regular_lost,
        elite=legion.elite - elite_lost,
        special=legion.special - special_lost,
        generic=legion.generic - generic_lost,
        named=legion.named[: len(legion.named) - named_lost],
    )


def _mahdi(legion: Legion, hits: int) -> Legion:
    """Return the survivors by MAHDI-BATTLE-2; the named leader last in order of use goes first."""
    to_spare = max(0, legion.leaders - 1)
    generic_lost = min(hits, legion.generic, to_spare)
    named_lost = min(hits - generic_lost, to_spare - generic_lost)
    hits -= generic_lost + named_lost
    elite_lost = min(hits, legion.elite)
    hits -= elite_lost
    special_lost = min(hits, legion.special)
    hits -= special_lost
    regular = legion.regular + elite_lost + special_lost
    generic = legion.generic - generic_lost
    named = legion.named[: len(legion.named) - named_lost]
    if 0 < regular <= hits and generic + len(named) > 0:
        generic, named = 0, ()
        hits -= 1
    return Legion(
        regular=regular - hits,
        elite=legion.elite - elite_lost,
        special=legion.special - special_lost,
        generic=generic,
        named=named,
    )
