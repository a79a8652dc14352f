"""The referee on attacks and movement: MAHDI-ATTACK, MAHDI-MOVE and their rulings, read line by line."""

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any, TypeVar

from tests.solo_bot.referee_table import FAR, NOBODY, Force, Table, difference

Ranks = Mapping[str, int]
Option = dict[str, Any]


T = TypeVar("T")


def best(items: Iterable[T], key: Callable[[T], Any]) -> list[T]:
    """The items with the greatest key."""
    kept = list(items)
    top = max((key(item) for item in kept), default=None)
    return [item for item in kept if key(item) == top]


def movers(table: Table, *, leadership: bool, only: str | None = None) -> dict[str, Force]:
    """R-21: the legions that this action may move, as the figures that have not moved."""
    found = {}
    for area, legion in table.harkonnen.items():
        rested = legion.minus(table.moved.get(area, NOBODY))
        if rested.units == 0:
            continue
        if leadership and rested.leaders == 0:
            continue
        if only is not None and only not in rested.named:
            continue
        found[area] = rested
    return found


def free_zones(table: Table, area: str) -> list[str]:
    """MOVE-6: zones with an ornithopter connected to the sector where the legion starts; one a turn."""
    if table.document.get("ornithopter_used", False):
        return []
    return [zone for zone in table.zones_of(table.sectors(area)) if zone in table.ornithopters]


# --- attacks ---------------------------------------------------------------------------------------------------


def sietch_attacks(table: Table, attackers: Mapping[str, Force]) -> list[Option]:
    """Every attack that MAHDI-ATTACK-1 allows, before its list of priorities."""
    found: list[Option] = []
    for attacker, legion in attackers.items():
        for sietch in table.ranks:
            if sietch in table.worms:
                continue
            if not legion.power > table.defenders(sietch).power:
                continue
            if sietch in table.near[attacker]:
                found.append({"attacker": attacker, "target": sietch, "zone": None})
            elif sietch in table.two_away(attacker):
                zones = free_zones(table, attacker)
                found += [{"attacker": attacker, "target": sietch, "zone": zone} for zone in zones]
    return found


def choose_sietch_attacks(
    table: Table, attackers: Mapping[str, Force], found: list[Option], ranks: Ranks
) -> list[Option]:
    """MAHDI-ATTACK-1, the numbered list."""
    found = best(found, lambda o: ranks[o["target"]])
    found = best(found, lambda o: difference(attackers[o["attacker"]], table.defenders(o["target"])))
    found = best(found, lambda o: o["zone"] is None)
    return best(found, lambda o: o["target"] == table.target)


def legion_attacks(table: Table, attackers: Mapping[str, Force]) -> list[Option]:
    """MAHDI-ATTACK-2: weaker Atreides legions next door; who of ours attacks is open (R-17)."""
    found: list[Option] = []
    for attacker, legion in attackers.items():
        for area, enemy in table.atreides.items():
            if area in table.near[attacker] and area not in table.worms and enemy.power < legion.power:
                found.append({"attacker": attacker, "target": area, "zone": None})
    found = best(found, lambda o: table.atreides[o["target"]].power)
    return best(found, lambda o: bool(table.atreides[o["target"]].named))


# --- targets ---------------------------------------------------------------------------------------------------


def possible_targets(table: Table, legions: Mapping[str, Force]) -> list[str]:
    """MAHDI-MOVE-2 up to (1): the target of this step, or the temporary ones that rank has still to separate."""
    if table.target is None:
        return []
    if table.step == 2:
        return [table.temporary or table.target]

    def beaten(sietch: str) -> bool:
        return any(legion.power > table.defenders(sietch).power for legion in legions.values())

    if beaten(table.target):
        return [table.target]
    others = [sietch for sietch in table.ranks if sietch != table.target and beaten(sietch)]
    real = table.target
    return best(others, lambda sietch: -table.steps(sietch, real))


# --- movement --------------------------------------------------------------------------------------------------


def parts(legion: Force, room: int) -> list[Force]:
    """R-22: what goes when only ``room`` units fit: the strongest, and all leaders."""
    if room <= 0:
        return []
    special = min(legion.special, room)
    elite = min(legion.elite, room - special)
    rest = min(legion.regular + legion.tokens, room - special - elite)
    splits = [(regular, rest - regular) for regular in range(rest + 1)]
    return [
        Force(regular, elite, special, tokens, legion.generic, legion.named)
        for regular, tokens in splits
        if regular <= legion.regular and tokens <= legion.tokens
    ]


def shaped(start: str, end: str, zone: str | None, part: Force) -> Option:
    return {
        "from": start,
        "to": end,
        "regular": part.regular,
        "elite": part.elite,
        "special": part.special,
        "tokens": part.tokens,
        "generic": part.generic,
        "named": sorted(part.named),
        "zone": zone,
    }


def merges(table: Table, legions: Mapping[str, Force], target: str) -> list[Option]:
    """MAHDI-MOVE-4 with R-23."""
    found: list[tuple[tuple[int, int], Option]] = []
    for mover, legion in legions.items():
        for receiver, waiting in table.harkonnen.items():
            # The receiver is next to the target; the mover is farther away, or next to the target as well.
            if receiver in table.near[target] and mover in table.near[receiver]:
                for part in parts(legion, table.room(receiver)):
                    found.append((waiting.plus(part).power, shaped(mover, receiver, None, part)))
    return [option for _, option in best(found, lambda pair: pair[0])]


def ends(table: Table, start: str, target: str) -> list[tuple[str, str | None]]:
    """Where the legion may end, with the zone of the ornithopter: MAHDI-MOVE-1, R-20, R-22, then MAHDI-MOVE-3."""
    now = table.steps(start, target)
    on_foot = [area for area in sorted(table.near[start]) if table.free(area) and table.room(area) > 0]
    by_air = [area for area in sorted(table.two_away(start)) if table.free(area) and table.room(area) > 0]
    zones = free_zones(table, start)
    nearest_on_foot = min((table.steps(area, target) for area in on_foot), default=FAR)
    nearer = [
        area for area in by_air if table.steps(area, target) < nearest_on_foot and table.steps(area, target) < now
    ]
    if zones and nearer:
        kept = best(nearer, lambda area: -table.steps(area, target))
        return [(area, zone) for area in choose_ends(table, kept) for zone in zones]
    shortest = [area for area in on_foot if now < FAR and table.steps(area, target) == now - 1]
    return [(area, None) for area in choose_ends(table, shortest)]


def choose_ends(table: Table, areas: list[str]) -> list[str]:
    """MAHDI-MOVE-3, the numbered list."""
    areas = best(areas, lambda area: area in table.harkonnen)
    areas = best(areas, lambda area: -table.to_any_sietch(area))
    areas = best(areas, lambda area: table.terrain(area) == "mountain")
    areas = best(areas, lambda area: table.terrain(area) in ("plateau", "minor_erg"))
    return best(areas, lambda area: area not in table.wormsigns)


def moves(table: Table, legions: Mapping[str, Force], target: str) -> list[Option]:
    """MAHDI-MOVE-1: nearest first, then strongest; only the legions that beat the target's defenders (MAHDI-MOVE-2)."""
    able = {
        area: legion
        for area, legion in legions.items()
        if legion.power > table.defenders(target).power and target not in table.near[area] and ends(table, area, target)
    }
    first = best(able, lambda area: (-table.steps(area, target), able[area].power))
    return [
        shaped(area, end, zone, part)
        for area in first
        for end, zone in ends(table, area, target)
        for part in parts(able[area], table.room(end))
    ]


def march(table: Table, legions: Mapping[str, Force], target: str) -> tuple[str, list[Option]]:
    """One step toward one target: merging is looked at before any other move (R-23)."""
    merging = merges(table, legions, target)
    if merging:
        return "merge", merging
    return "move", moves(table, legions, target)


# --- hidden ranks ----------------------------------------------------------------------------------------------


def asked_ranks(known: Mapping[str, int | None], answer: Callable[[Ranks], Any]) -> list[str]:
    """R-16, literally: the areas whose rank changes the answer for some values of the other unknown ranks."""
    unknown = [area for area, rank in known.items() if rank is None]
    fixed = {area: rank for area, rank in known.items() if rank is not None}
    answers = {
        values: answer({**fixed, **dict(zip(unknown, values, strict=True))})
        for values in product((1, 2, 3), repeat=len(unknown))
    }
    asked = []
    for place, area in enumerate(unknown):
        for values, found in answers.items():
            others = [(*values[:place], rank, *values[place + 1 :]) for rank in (1, 2, 3)]
            if any(answers[other] != found for other in others):
                asked.append(area)
                break
    return sorted(asked)
