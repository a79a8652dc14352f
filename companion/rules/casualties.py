"""How a legion takes hits: what each one may remove, the order of the solo Harkonnen, a sensible default (BATTLE-7).

A removal is a sequence of entries, one a hit: ``regular``, ``elite`` or ``special`` (becomes a regular; leaves the
board when no regular figure is left in the supply), ``bashar`` / ``naib`` or the id of a named leader. Leaders that go
with the last unit are no entries: they cost no hit. An escort (DW-5) is removed by the entry ``escort_ornithopter`` and
takes a second hit by the entry ``escort_second_hit`` after it.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from companion.content import GENERIC_LEADER, LEADERS
from companion.content.terms import Faction, UnitKind
from companion.frozen import replace
from companion.rules.army import Army
from companion.rules.refusal import Refusal, Severity, refuse

REGULAR, ELITE, SPECIAL = (kind.value for kind in UnitKind)
GENERIC_IDS = frozenset(leader.id for leader in GENERIC_LEADER.values())
ESCORT, SECOND_HIT = "escort_ornithopter", "escort_second_hit"


def leader_value(leader: str) -> tuple[int, int]:
    """Returns the (hits, shields) a special result becomes with this leader (BATTLE-5); raises KeyError.

    >>> leader_value("baron_harkonnen"), leader_value("naib")
    ((0, 2), (1, 0))
    """
    record = LEADERS[leader]
    return record.hits, record.shields


def usefulness(leader: str) -> tuple[int, int, str]:
    """Sorts leaders with most hits, then most shields, first; then by id (R-26)."""
    hits, shields = leader_value(leader)
    return -hits, -shields, leader


def after_hit(army: Army, entry: str, regular_supply: int) -> tuple[Army, int] | None:
    """Returns the legion and the regulars in the supply after one hit; None when ``entry`` is not there (BATTLE-7)."""
    if entry in (ELITE, SPECIAL):
        kind = UnitKind(entry)
        if not army.count(kind):
            return None
        weaker = army.change(kind, -1)
        if regular_supply > 0:
            return replace(weaker, regular=weaker.regular + 1), regular_supply - 1
        return weaker, regular_supply
    if entry == REGULAR:
        return (replace(army, regular=army.regular - 1), regular_supply + 1) if army.regular else None
    if entry in GENERIC_IDS:
        return (replace(army, generic=army.generic - 1), regular_supply) if army.generic else None
    if entry in army.named:
        return army - Army(named=(entry,)), regular_supply
    if entry == ESCORT:
        return (army - Army(escorts=1), regular_supply) if army.escorts else None
    # Whether an escort is there to take it, the entries before say.
    return (army, regular_supply) if entry == SECOND_HIT else None


def survivors(army: Army, removed: tuple[str, ...], regular_supply: int) -> Army:
    """Returns what is left after a legal removal; nobody when the last unit went. Raises ValueError when illegal."""
    for entry in removed:
        army, regular_supply = _weakened(army, entry, regular_supply)
    return army if army.units else Army()


def _weakened(army: Army, entry: str, regular_supply: int) -> tuple[Army, int]:
    """Returns what ``after_hit`` does; raises ValueError when ``entry`` is not there."""
    step = after_hit(army, entry, regular_supply)
    if step is None:
        raise ValueError(f"{entry!r} is not part of {army}")
    return step


def removal_refusals(army: Army, hits: int, removed: tuple[str, ...], regular_supply: int) -> Iterator[Refusal]:
    """Yields the reason against a removal: a figure that is not there, a hit too few or too many (BATTLE-7)."""
    for number, entry in enumerate(removed):
        if not army.units or number == hits:
            yield refuse("too_many_casualties", "BATTLE-7", hits=hits, removed=len(removed))
            return
        step = after_hit(army, entry, regular_supply)
        if step is None:
            yield refuse("casualty_not_there", "BATTLE-7", figure=entry)
            return
        if entry == SECOND_HIT and not _escort_hit_once(removed[:number]):
            yield refuse("no_escort_hit_once", "DW-5", figure=entry)
            return
        army, regular_supply = step
    if army.units and len(removed) < hits:
        yield refuse("too_few_casualties", "BATTLE-7", hits=hits, removed=len(removed))


def _escort_hit_once(removed: tuple[str, ...]) -> bool:
    """DW-5: whether one of the escorts removed so far has not taken its second hit."""
    return removed.count(ESCORT) > removed.count(SECOND_HIT)


def mahdi_refusals(army: Army, hits: int, removed: tuple[str, ...], regular_supply: int) -> Iterator[Refusal]:
    """Yields a warning when the solo Harkonnen lose other figures than MAHDI-BATTLE-2 says."""
    options = mahdi_removals(army, hits, regular_supply)
    if Counter(removed) not in [Counter(option) for option in options]:
        yield refuse("not_mahdi_casualties", "MAHDI-BATTLE-2", Severity.UNUSUAL, removed=removed, expected=options[0])


def mahdi_removals(army: Army, hits: int, regular_supply: int) -> tuple[tuple[str, ...], ...]:
    """Returns every removal that MAHDI-BATTLE-2 leaves to the player, the one that spares the better leaders first.

    They differ only in the named leaders that go (R-27). ``army`` is Harkonnen and holds no tokens.
    """
    spare = max(0, army.leaders - 1)
    bashars = min(hits, army.generic, spare)
    named_lost = min(hits - bashars, spare - bashars)
    candidates = sorted(army.named, key=usefulness, reverse=True)
    found = []
    for chosen in combinations(candidates, named_lost):
        head = (GENERIC_LEADER[Faction.HARKONNEN].id,) * bashars + chosen
        left = army - Army(generic=bashars, named=chosen)
        found.append(head + _mahdi_units(left, hits - len(head), regular_supply))
    return tuple(dict.fromkeys(found))


def _mahdi_units(army: Army, hits: int, regular_supply: int) -> tuple[str, ...]:
    """MAHDI-BATTLE-2 (2) to (4) for a legion with at most one leader, or with no hit left."""
    removed: list[str] = []
    for entry in (ELITE, SPECIAL):
        while len(removed) < hits and (step := after_hit(army, entry, regular_supply)):
            removed.append(entry)
            army, regular_supply = step
    open_hits = hits - len(removed)
    if army.leaders and open_hits >= army.regular > 0:
        removed.extend(army.named or (GENERIC_LEADER[Faction.HARKONNEN].id,))
        open_hits -= 1
    removed.extend([REGULAR] * min(open_hits, army.regular))
    return tuple(removed)


def default_removal(faction: Faction, army: Army, hits: int, regular_supply: int, *, solo: bool) -> tuple[str, ...]:
    """Returns a legal removal to propose: that of the solo Harkonnen (MAHDI-BATTLE-2), else what keeps most power.

    Power is the fine one of MAHDI-CP-1; at equal price generic leaders go before units, units before named leaders,
    regulars last.
    """
    if solo and faction is Faction.HARKONNEN:
        return mahdi_removals(army, hits, regular_supply)[0]
    removed = list(_by_escorts(army, hits))
    while len(removed) < hits and army.units:
        entry = next(_cheapest_first(faction, army, regular_supply))
        removed.append(entry)
        army, regular_supply = _weakened(army, entry, regular_supply)
    return tuple(removed)


def _by_escorts(army: Army, hits: int) -> tuple[str, ...]:
    """Hits that escorts take, two each: they leave at the end of the round anyway (DW-5)."""
    return ((ESCORT, SECOND_HIT) * army.escorts)[:hits] if army.units else ()


def _cheapest_first(faction: Faction, army: Army, regular_supply: int) -> Iterator[str]:
    """Yields what a hit may remove by the fine power that it costs: 1 for a generic leader, 2 for a named one and a
    regular; for an elite and a special elite 1 and 2 when a regular takes its place, 3 and 4 when none is left."""
    higher = [kind.value for kind in (UnitKind.ELITE, UnitKind.SPECIAL) if army.count(kind)]
    if army.generic:
        yield GENERIC_LEADER[faction].id
    if regular_supply > 0:
        yield from higher
    yield from sorted(army.named, key=usefulness, reverse=True)
    if army.regular:
        yield REGULAR
    yield from higher
