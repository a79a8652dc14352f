"""The referee on deployment, replacements and vehicles: MAHDI-DEPLOY, MAHDI-HOUSE, MAHDI-VEH and their rulings."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from tests.solo_bot.referee_march import Option, Ranks, best, movers, sietch_attacks
from tests.solo_bot.referee_table import (
    AREAS,
    CENTRAL,
    HARKONNEN_LEADERS,
    NOBODY,
    ZONES,
    Table,
    difference,
)

Pieces = dict[str, int]
SUBSTITUTES = {
    # MAHDI-DEPLOY-4: the next stronger kinds, then the next weaker ones.
    "regular": ["regular", "elite", "special"],
    "elite": ["elite", "special", "regular"],
    "special": ["special", "elite", "regular"],
}
# VEH-1: harvesters, carryalls, ornithopters of each row of The Spice Must Flow.
ROWS = {1: (3, 1, 2), 2: (4, 1, 2), 3: (5, 1, 3), 4: (5, 2, 4), 5: (6, 2, 4)}


# --- deployment ------------------------------------------------------------------------------------------------


def figures(table: Table, wanted: list[str]) -> Pieces:
    box = {kind: table.in_box(kind) for kind in SUBSTITUTES}
    taken = dict.fromkeys(SUBSTITUTES, 0)
    for kind in wanted:
        for one in SUBSTITUTES[kind]:
            if box[one] > 0:
                box[one] -= 1
                taken[one] += 1
                break
    return taken


def deployed_leaders(table: Table) -> list[str | None]:
    """MAHDI-DEPLOY-2."""
    ready = [name for name in sorted(HARKONNEN_LEADERS) if table.leader(name)[0] == "ready"]
    first = [name for name in ready if name in ("beast_rabban", "feyd_rautha")]
    if first or ready:
        return list(first or ready)
    return ["bashar"] if table.in_box("generic") > 0 else [None]


def deployments(table: Table, wanted: list[str]) -> list[Option]:
    """MAHDI-DEPLOY-1, -3 with R-11: every way to fill the settlements in their order; the leader needs no room."""
    options: list[Option] = []
    top = first_settlements(table, sorted(table.settlements))
    for filled in fillings(table, figures(table, wanted), []):
        for leader in deployed_leaders(table):
            homes = {area for area, _ in filled[:1] if area in top}
            if leader is not None:
                homes |= {area for area in top if area in table.harkonnen and (table.room(area) <= 0 or not filled)}
            for home in homes or {area for area, _ in filled[:1]}:
                units = dict(filled) | ({} if home in dict(filled) else {home: {}})
                placements = [
                    {"area": area, "units": units[area], "leader": leader if area == home else None}
                    for area in sorted(units)
                ]
                if {"placements": placements} not in options:
                    options.append({"placements": placements})
    return options


def first_settlements(table: Table, areas: list[str]) -> list[str]:
    """MAHDI-DEPLOY-1: with the strongest legion, then nearest to the target."""
    areas = best(areas, lambda area: table.harkonnen.get(area, NOBODY).power)
    target = table.target
    return areas if target is None else best(areas, lambda area: -table.steps(area, target))


def fillings(table: Table, left: Pieces, done: list[tuple[str, Pieces]]) -> Iterator[list[tuple[str, Pieces]]]:
    used = {area for area, _ in done}
    open_ones = [area for area in sorted(table.settlements) if area not in used and table.room(area) > 0]
    count = sum(left.values())
    if count == 0 or not open_ones:
        yield done
        return
    for area in first_settlements(table, open_ones):
        fits = min(count, table.room(area))
        for amounts in product(*(range(number + 1) for number in left.values())):
            if sum(amounts) == fits:
                units = {kind: amount for kind, amount in zip(left, amounts, strict=True) if amount}
                rest = {kind: number - units.get(kind, 0) for kind, number in left.items()}
                yield from fillings(table, rest, [*done, (area, units)])


# --- replacement -----------------------------------------------------------------------------------------------


def house_order(table: Table, areas: list[str]) -> list[str]:
    """Those of ``areas`` that MAHDI-HOUSE-1 (R-25) puts first."""
    legions = movers(table, leadership=False)

    def attack(area: str) -> tuple[int, tuple[int, int]]:
        legion = table.harkonnen[area]
        targets = [o["target"] for o in sietch_attacks(table, legions) if o["attacker"] == area]
        if not targets:
            return 0, (0, 0)
        return 1, max(difference(legion, table.defenders(sietch)) for sietch in targets)

    areas = best(areas, lambda area: -table.to_any_sietch(area))
    areas = best(areas, attack)
    target = table.target
    return areas if target is None else best(areas, lambda area: -table.steps(area, target))


def replacements(table: Table, kind: str, wanted: list[str], count: int) -> list[Option]:
    """Every way to replace up to ``count`` visible figures; ``wanted`` are the kinds in order of preference."""
    new = [one for one in wanted for _ in range(table.in_box(one))][:count]
    options: list[Option] = []
    for filled in replaced(table, kind, new, []):
        counts: dict[tuple[str, str], int] = {}
        for area, to in filled:
            counts[area, to] = counts.get((area, to), 0) + 1
        entries = [
            {"area": area, "count": number, "from": kind, "to": to} for (area, to), number in sorted(counts.items())
        ]
        if entries and {"replacements": entries} not in options:
            options.append({"replacements": entries})
    return options


def replaced(table: Table, kind: str, new: list[str], done: list[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    used = {area for area, _ in done}
    areas = [area for area in table.harkonnen if area not in used and getattr(table.harkonnen[area], kind) > 0]
    if not areas or not new:
        yield done
        return
    for area in house_order(table, areas):
        number = min(getattr(table.harkonnen[area], kind), len(new))
        yield from replaced(table, kind, new[number:], [*done, *((area, to) for to in new[:number])])


def tokens_to_reveal(table: Table) -> list[str]:
    """R-25: tokens are revealed for a replacement only when no visible regular is on the board."""
    if any(legion.regular for legion in table.harkonnen.values()):
        return []
    if table.in_box("elite") + table.in_box("special") == 0:
        return []
    return house_order(table, [area for area, legion in table.harkonnen.items() if legion.tokens])


# --- vehicles --------------------------------------------------------------------------------------------------


def sector_of(area: str, *, merged: bool) -> set[str]:
    return {"central" if merged and sector in CENTRAL else sector for sector in AREAS[area].sectors}


def neighbours_of_sector(table: Table, sector: str, *, merged: bool) -> list[str]:
    """R-3: sectors of which an area borders, or is, an area of this one."""
    found: set[str] = set()
    for area in AREAS:
        if sector in sector_of(area, merged=merged):
            found |= sector_of(area, merged=merged)
            for neighbour in table.near[area]:
                found |= sector_of(neighbour, merged=merged)
    return sorted(found - {sector})


def harvester_class(table: Table, area: str) -> int | None:
    """MAHDI-VEH-1: 1 to 4, or None where no harvester may stand."""
    terrain = table.terrain(area)
    if terrain not in ("desert", "deep_desert") or not table.free(area) or area in table.harvesters:
        return None
    quiet = not any(near in table.atreides or near in table.ranks for near in table.near[area])
    if table.empty(area) and quiet:
        return 1 if terrain == "deep_desert" else 2
    return 3 if terrain == "deep_desert" else 4


def harvester_areas(table: Table, sector: str, taken: list[str]) -> list[str]:
    rated = {
        area: number
        for area in sorted(AREAS)
        if sector in sector_of(area, merged=True)
        and area not in taken
        and (number := harvester_class(table, area)) is not None
    }
    return best(rated, lambda area: -rated[area])


def harvesters(table: Table, number: int) -> list[list[str]]:
    """Options for each harvester in turn, the first taken each time."""
    if table.harvesting is None:
        return []
    barred = set() if table.target is None else sector_of(table.target, merged=True)
    others = [s for s in neighbours_of_sector(table, table.harvesting, merged=True) if s not in barred]
    answer: list[list[str]] = []
    taken: list[str] = []
    current: str | None = None
    for _ in range(min(number, 8 - len(table.harvesters))):
        options = harvester_areas(table, table.harvesting, taken)
        if not options and current is not None:
            options = harvester_areas(table, current, taken)
        if not options:
            options = sorted(area for sector in others for area in harvester_areas(table, sector, taken))
            current = min(sector_of(options[0], merged=True)) if options else current
        if not options:
            break
        answer.append(options)
        taken.append(options[0])
    return answer


def carryalls(table: Table, number: int, new_harvesters: list[str]) -> list[list[str]]:
    """MAHDI-VEH-2 with R-4."""

    def protects(zone: str) -> set[str]:
        return {area for area in everything if table.sectors(area) & set(ZONES[zone])}

    everything = [*table.harvesters, *new_harvesters]
    standing = list(table.carryalls)
    answer: list[list[str]] = []
    for _ in range(min(number, 3 - len(table.carryalls))):
        options = [zone for zone in sorted(ZONES) if zone not in standing and zone not in table.ornithopters]
        bare = set(everything).difference(*(protects(zone) for zone in standing))
        if not options:
            break
        options = best(options, lambda zone: len(protects(zone) & bare))  # noqa: B023
        options = best(options, lambda zone: len(protects(zone)))
        answer.append(options)
        standing.append(options[0])
    return answer


def flights(table: Table) -> list[tuple[str, str]]:
    """MAHDI-VEH-3 (1), R-5: legion and sietch exactly 2 areas apart, with greater power now."""
    return [
        (area, sietch)
        for area, legion in table.harkonnen.items()
        for sietch in table.ranks
        if sietch in table.two_away(area) and sietch not in table.worms and legion.power > table.defenders(sietch).power
    ]


def ornithopters(table: Table, number: int, new_carryalls: list[str], ranks: Ranks) -> list[list[str]]:
    """MAHDI-VEH-3: options for each ornithopter in turn, the first taken each time."""
    number = min(number, 6 - len(table.ornithopters))
    occupied = {*table.ornithopters, *table.carryalls, *new_carryalls}
    groups = [*legion_zones(table, ranks), *target_zones(table)]
    answer: list[list[str]] = []
    for zones in groups:
        options = [zone for zone in zones if zone not in occupied]
        while options and len(answer) < number:
            answer.append(list(options))
            occupied.add(options.pop(0))
    return answer


def legion_zones(table: Table, ranks: Ranks) -> list[list[str]]:
    """Zones of the legions of step 1, in the order of MAHDI-ATTACK-1; equal legions are served together."""
    worth: dict[str, tuple[Any, ...]] = {}
    for area, sietch in flights(table):
        power = difference(table.harkonnen[area], table.defenders(sietch))
        value = (ranks[sietch], power, sietch == table.target)
        worth[area] = max(worth.get(area, value), value)
    groups = []
    for value in sorted(set(worth.values()), reverse=True):
        sectors: set[str] = set()
        for area in worth:
            if worth[area] == value:
                sectors |= table.sectors(area)
        groups.append(table.zones_of(sectors))
    return groups


def target_zones(table: Table) -> list[list[str]]:
    """Steps 2 and 3 of MAHDI-VEH-3."""
    if table.target is None:
        return []
    own = table.sectors(table.target)
    around = {near for sector in own for near in neighbours_of_sector(table, sector, merged=False)}
    zones = table.zones_of(around)
    central = [zone for zone in zones if set(ZONES[zone]) <= CENTRAL]
    return [table.zones_of(own), central, zones]
