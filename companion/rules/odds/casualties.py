"""Which figures a legion loses to hits (BATTLE-7): every way, and the one of a policy that leaves no choice.

The regular figures of a side, in the legion and in the supply, are as many before a hit as after it: a replaced elite
takes one from the supply into the legion, a removed regular goes back. So one number, `regulars`, says with every
legion of a battle how many are left in the supply.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

from companion.rules.casualties import ESCORT, SECOND_HIT
from companion.rules.odds.leaders import NAMED_VALUES
from companion.rules.odds.legion import DESTROYED, Legion


class CasualtyPolicy(StrEnum):
    """How a side assigns its hits; the values are those of docs/formats.md. `optimal` is worked out by `induction`."""

    MAHDI = "mahdi"
    KEEP_POWER = "keep_power"
    OPTIMAL = "optimal"


@lru_cache(maxsize=8192)
def survivors(policy: CasualtyPolicy, legion: Legion, regulars: int | None = None) -> tuple[Legion, ...]:
    """Return what is left of the legion after 0, 1, 2.. hits; the last entry is the destroyed legion.

    Hits beyond the last entry are lost. `regulars` are all regular figures of the side, None when they never run
    short (docs/formats.md, Battle). Raises ValueError for `optimal`, which depends on the whole battle.
    """
    if policy is CasualtyPolicy.OPTIMAL:
        raise ValueError("policy: what is optimal depends on the whole battle")
    if regulars is None or regulars >= legion.units:
        take = _keep_power if policy is CasualtyPolicy.KEEP_POWER else _mahdi
        return (legion, *(take(legion, hits) for hits in range(1, legion.endurance)), DESTROYED)
    left = [legion]
    while not left[-1].is_destroyed:
        short = _keep_power_short if policy is CasualtyPolicy.KEEP_POWER else _mahdi_short
        left.append(short(legion, len(left), regulars))
    return tuple(left)


def suffer(policy: CasualtyPolicy, legion: Legion, hits: int, regulars: int | None = None) -> Legion:
    """Return what is left of the legion after this many hits at once."""
    left = survivors(policy, legion, regulars)
    return left[min(hits, len(left) - 1)]


def one_hit(legion: Legion, regulars: int | None = None) -> Iterator[tuple[str, Legion]]:
    """Yield every way to take one hit: what goes and what is left, the usual sacrifices first.

    What goes is `generic`, `elite`, `special`, the id of a named leader or `regular`; of named leaders with equal
    values the last one by id goes. An elite becomes a regular while one of `regulars` is in the supply. An escort goes
    by one hit and may take a second one at once (DW-5).
    """
    regular, elite, special, generic, named, escorts, struck = legion
    downgraded = regular if regulars is not None and regular >= regulars else regular + 1
    if struck:
        yield SECOND_HIT, Legion(regular, elite, special, generic, named, escorts, struck - 1)
    if escorts:
        yield ESCORT, Legion(regular, elite, special, generic, named, escorts - 1, struck + 1)
    if generic:
        yield "generic", Legion(regular, elite, special, generic - 1, named, escorts, struck)
    if elite:
        yield "elite", _standing(Legion(downgraded, elite - 1, special, generic, named, escorts, struck))
    if special:
        yield "special", _standing(Legion(downgraded, elite, special - 1, generic, named, escorts, struck))
    values = None
    for index in range(len(named) - 1, -1, -1):
        if NAMED_VALUES[named[index]] != values:
            values = NAMED_VALUES[named[index]]
            others = named[:index] + named[index + 1 :]
            yield named[index], Legion(regular, elite, special, generic, others, escorts, struck)
    if regular:
        yield "regular", _standing(Legion(regular - 1, elite, special, generic, named, escorts, struck))


def ways(legion: Legion, hits: int, regulars: int | None = None) -> dict[Legion, tuple[str, ...]]:
    """Return every legion that hits can leave, each with one order of what goes; hits left over are lost."""
    left: dict[Legion, tuple[str, ...]] = {legion: ()}
    for _ in range(hits):
        after: dict[Legion, tuple[str, ...]] = {}
        for before, gone in left.items():
            steps = one_hit(before, regulars) if before.units else [("", before)]
            for entry, following in steps:
                after.setdefault(following, (*gone, entry) if entry else gone)
        left = after
    if not legion.escorts:
        return left
    settled: dict[Legion, tuple[str, ...]] = {}
    for after_all, gone in left.items():
        settled.setdefault(after_all.settled, gone)
    return settled


def _standing(legion: Legion) -> Legion:
    """LEADER-1: with the last unit the leaders go too."""
    return legion if legion.units else DESTROYED


def _keep_power_short(legion: Legion, hits: int, regulars: int) -> Legion:
    """Return the survivors by `keep_power` when regular figures may run short, from all ways to take the hits."""
    return max(ways(legion, hits, regulars), key=_worth)


def _worth(legion: Legion) -> tuple[object, ...]:
    """Return the order of docs/formats.md among the legions left; of equal named leaders the first ids stay."""
    values = [NAMED_VALUES[leader] for leader in legion.named]
    return (
        legion.fine_power,
        legion.units,
        len(legion.named),
        legion.special,
        legion.elite,
        sum(hits for hits, _ in values),
        sum(shields for _, shields in values),
    )


def _mahdi_short(legion: Legion, hits: int, regulars: int) -> Legion:
    """Return the survivors by MAHDI-BATTLE-2 when regular figures may run short."""
    to_spare = max(0, legion.leaders - 1)
    generic_lost = min(hits, legion.generic, to_spare)
    named_lost = min(hits - generic_lost, to_spare - generic_lost)
    hits -= generic_lost + named_lost
    left = Legion(
        legion.regular,
        legion.elite,
        legion.special,
        legion.generic - generic_lost,
        legion.named[: len(legion.named) - named_lost],
    )
    # (2) and (3): elites first, then special elites, each by a regular while there is one.
    while hits and left.elite + left.special:
        downgraded = left.regular + (left.regular < regulars)
        elite, special = (left.elite - 1, left.special) if left.elite else (0, left.special - 1)
        left = Legion(downgraded, elite, special, left.generic, left.named)
        hits -= 1
    if hits and left.leaders and 0 < left.regular <= hits:
        left = Legion(left.regular, left.elite, left.special, 0, ())
        hits -= 1
    return _standing(Legion(max(0, left.regular - hits), *left[1:]))


def _keep_power(legion: Legion, hits: int) -> Legion:
    """Return the survivors with most fine power, ties as docs/formats.md orders them.

    An escort costs 1 fine power and takes 2 hits (DW-5), so escorts take pairs of hits first. A generic leader, an
    escort and an elite cost 1 a hit, everything else 2, so the cheap ones go first: leaders before elites, which rank
    higher among equals. Of the rest, special elites give way before named leaders (fewer leaders would be left) and
    those before regulars (fewer units).
    """
    escorts_lost = min(legion.escorts, hits // 2)
    hits -= 2 * escorts_lost
    generic_lost = min(hits, legion.generic)
    hits -= generic_lost
    if hits and escorts_lost < legion.escorts:
        escorts_lost, hits = escorts_lost + 1, hits - 1
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
        escorts=legion.escorts - escorts_lost,
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
