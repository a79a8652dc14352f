"""Positions as they come up in play, for photos of known positions: legal stacking, supply of the box, legal places."""

from typing import Any

from companion.board import AREAS, SETTLEMENT_RANK, ZONE_IDS, Terrain
from companion.content import GENERIC_SUPPLY, PIECES, UNIT_SUPPLY
from companion.content.terms import Faction, UnitKind
from tests.workshop.camera.rendering.fields import Rng

Json = dict[str, Any]
SUPPLY = {
    faction.id: {kind.value: UNIT_SUPPLY[faction, kind] for kind in UnitKind}
    | {"generic": GENERIC_SUPPLY[faction], "tokens": sum(PIECES[token].count for token in tokens)}
    for faction, tokens in (
        (Faction.HARKONNEN, ("harkonnen_black", "harkonnen_silver")),
        (Faction.ATREIDES, ("atreides_starting_token", "atreides_deployment_token")),
    )
}
NAMED = {
    "harkonnen": ["baron_harkonnen", "beast_rabban", "captain_aramsham", "thufir_hawat"],
    "atreides": ["lady_jessica", "paul_atreides", "stilgar", "chani"],
}
DESERTS = (Terrain.DESERT, Terrain.DEEP_DESERT)
SIETCHES = tuple(area.id for area in AREAS if area.sietch)
SETTLEMENTS = tuple(AREAS[n].id for n in sorted(SETTLEMENT_RANK))
STATIONS = tuple(area.id for area in AREAS if area.station)


def start_position(rng: Rng) -> Json:
    """Returns a position at the start of a game: a token and a Naib in each sietch, garrisons in the settlements."""
    left = {name: dict(kinds) for name, kinds in SUPPLY.items()}
    legions = [{"area": area, "faction": "atreides", "tokens": 1, "generic": 1} for area in SIETCHES]
    for area in SETTLEMENTS:
        legions.append(_legion(area, "harkonnen", int(rng.integers(3, 7)), left, rng, tokens=False))
    return {"mode": "solo", "round": 1, "phase": "start", "legions": legions, "ornithopters": [], "carryalls": []}


def random_position(rng: Rng) -> Json:
    """Returns a plausible position of the middle of a game that breaks no rule of stacking, supply or place."""
    left = {name: dict(kinds) for name, kinds in SUPPLY.items()}
    named = {name: list(who) for name, who in NAMED.items()}
    standing = [area for area in SIETCHES if rng.random() < 0.8]
    settled = [area for area in SETTLEMENTS if rng.random() < 0.9]
    taken: set[str] = set()
    legions: list[Json] = []
    for area in standing:
        if rng.random() < 0.85:
            legions.append(_legion(area, "atreides", _many(rng, 4), left, rng, tokens=True))
            taken.add(area)
    for area in settled:
        if rng.random() < 0.85:
            legions.append(_legion(area, "harkonnen", _many(rng, 6), left, rng, tokens=rng.random() < 0.1))
            taken.add(area)
    for faction, count in (("harkonnen", int(rng.integers(3, 9))), ("atreides", int(rng.integers(1, 6)))):
        closed = taken | set(standing if faction == "harkonnen" else settled)
        free = [area.id for area in AREAS if area.id not in closed]
        for area in rng.choice(free, count, replace=False).tolist():
            legions.append(_legion(area, faction, _many(rng, 6), left, rng, tokens=rng.random() < 0.25))
            taken.add(area)
    legions = [legion for legion in legions if _units(legion) > 0]
    for legion in legions:
        who = named[legion["faction"]]
        if who and rng.random() < 0.2:
            legion["named"] = [who.pop(int(rng.integers(len(who))))]
    return _with_the_rest(rng, legions, standing, settled)


def _with_the_rest(rng: Rng, legions: list[Json], standing: list[str], settled: list[str]) -> Json:
    atreides = {legion["area"] for legion in legions if legion["faction"] == "atreides"}
    occupied = {legion["area"] for legion in legions}
    desert = [area.id for area in AREAS if area.terrain in DESERTS]
    open_sand = [a for a in desert if a not in atreides | set(SIETCHES)]
    harvesters = sorted(rng.choice(open_sand, int(rng.integers(0, 7)), replace=False).tolist())
    clear = [a for a in desert if a not in occupied | set(harvesters) | set(SIETCHES)]
    worms = sorted(rng.choice(clear, int(rng.integers(0, 3)), replace=False).tolist())
    signs = sorted(rng.choice([a for a in desert if a not in worms], int(rng.integers(0, 6)), replace=False).tolist())
    free_sand = [a for a in clear if a not in worms]
    maker = str(rng.choice(free_sand)) if rng.random() < 0.15 else None
    zones = rng.permutation(list(ZONE_IDS)).tolist()
    flyers, carriers = int(rng.integers(0, 5)), int(rng.integers(0, 3))
    return {
        "mode": "solo",
        "round": int(rng.integers(2, 8)),
        "phase": "actions",
        "legions": legions,
        "sietches": {area: {"rank": None, "revealed": False} for area in standing},
        "settlements": settled,
        "stations": [area for area in STATIONS if rng.random() < 0.7],
        "harvesters": harvesters,
        "ornithopters": sorted(zones[:flyers]),
        "carryalls": sorted(zones[flyers : flyers + carriers]),
        "wormsigns": signs,
        "sandworms": worms,
        "wild_maker": maker,
    }


def _many(rng: Rng, most: int) -> int:
    weights = [0.2, 0.24, 0.2, 0.16, 0.11, 0.09][:most]
    return 1 + int(rng.choice(most, p=[w / sum(weights) for w in weights]))


def _units(legion: Json) -> int:
    return sum(int(legion.get(kind, 0)) for kind in ("regular", "elite", "special", "tokens"))


def _legion(area: str, faction: str, size: int, left: dict[str, dict[str, int]], rng: Rng, tokens: bool) -> Json:
    counts: Json = {"area": area, "faction": faction}
    box = left[faction]
    for n in range(size):
        kind = str(rng.choice(["regular", "elite", "special"], p=[0.58, 0.27, 0.15]))
        if tokens and (n == 0 or rng.random() < 0.25):
            kind = "tokens"
        if box[kind] > 0:
            box[kind] -= 1
            counts[kind] = counts.get(kind, 0) + 1
    leaders = int(rng.choice([0, 1, 2], p=[0.5, 0.38, 0.12]))
    if _units(counts) and min(leaders, box["generic"]):
        counts["generic"] = min(leaders, box["generic"])
        box["generic"] -= counts["generic"]
    return counts
