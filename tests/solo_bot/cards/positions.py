"""The positions of the card tests: one in which every card can be carried out, and pseudo-random ones."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from companion.board import AREA_IDS, DESERT_MASK, SETTLEMENT_MASK, SIETCH_MASK, ZONE_IDS, members
from companion.content.terms import Result
from companion.rules.state import State
from tests.solo_bot.cards.table import position

SIETCHES = tuple(AREA_IDS[area] for area in members(SIETCH_MASK))
SETTLEMENTS = tuple(AREA_IDS[area] for area in members(SETTLEMENT_MASK))
DESERTS = tuple(AREA_IDS[area] for area in members(DESERT_MASK & ~SIETCH_MASK))
OPEN = tuple(area for area in AREA_IDS if area not in SIETCHES and area not in SETTLEMENTS)
RANKS = (1, 2, 3, 2, 1, 2, 2, 3)

Document = dict[str, Any]


def legion(area: str, faction: str = "harkonnen", **figures: Any) -> Document:
    return {"area": area, "faction": faction, **figures}


RICH: Document = {
    "legions": [
        legion("arrakeen", regular=3, generic=1),
        legion("carthag", regular=2),
        legion("arsunt", regular=1, elite=1),
        legion("hagga_basin", regular=2),
        legion("imperial_basin", regular=1),
        legion("north_pole", elite=2),
        legion("sw_8", special=2, elite=2),
        legion("csw_2", special=1, regular=2),
        legion("se_8", special=1, regular=2, generic=1),
        legion("cne_9", regular=3, elite=1),
        legion("habbanya_ridge", "atreides", regular=2, named=["stilgar"]),
        legion("windgap", "atreides", tokens=1, generic=1),
        legion("hobars_gap", "atreides", tokens=1, generic=1),
        legion("tasmin_sink", "atreides", tokens=1, generic=1),
        legion("sihaya_ridge", "atreides", tokens=1, generic=1),
        legion("gara_kulon", "atreides", regular=3, named=["paul_atreides"]),
        legion("bight_of_the_cliff", "atreides", tokens=1, generic=1),
        legion("rock_outcroppings", "atreides", tokens=1, generic=1),
    ],
    "sietches": {area: {"rank": rank} for area, rank in zip(SIETCHES, RANKS, strict=True)},
    "target_sietch": "habbanya_ridge",
    "harvesting_sector": "ne",
    "wormsigns": ["cse_1", "csw_4", "sw_1"],
    "dice": {"harkonnen_unused": 4, "harkonnen_spent": ["mentat"], "atreides_unused": 3},
    "reinforcements": 2,
}
"""Every Harkonnen card can be carried out here, none of the leaders that cards bring being in play."""


def rich(**changes: Any) -> State:
    """``RICH`` with other fields; a house die of Atreides is unused and two prescience cards lie open."""
    state = position({**RICH, **changes}, cards={"hand": 3, "revealed": 2})
    return replace(state, atreides_results=(Result.STRATEGY, Result.HOUSE, Result.MENTAT))


def with_leaders(**standing: str) -> State:
    """``RICH`` with leaders in play beside the board (``ready``), out of the game (``removed``) or in the tank."""
    known = {name: {"state": where, **({"tank": 1} if where == "tank" else {})} for name, where in standing.items()}
    return rich(leaders=known)


def random_state(seed: int) -> State:
    """A legal position full of odds and ends; the same seed gives the same one."""
    chance = Random(seed)
    document: Document = {"legions": [], "leaders": {}}
    settlements = [area for area in SETTLEMENTS if chance.random() < 0.9]
    _harkonnen(chance, document, settlements)
    sietches = [area for area in SIETCHES if chance.random() < 0.85]
    _atreides(chance, document, sietches)
    ranks = sorted(RANKS, key=lambda rank: chance.random())
    known = chance.random()
    taken = {entry["area"] for entry in document["legions"]}
    atreides = {entry["area"] for entry in document["legions"] if entry["faction"] == "atreides"}
    zones = sorted(ZONE_IDS, key=lambda zone: chance.random())
    flying = chance.randint(0, 5)
    document |= {
        "settlements": settlements,
        "sietches": {
            area: {"rank": rank if chance.random() < known else None}
            for area, rank in zip(sietches, ranks, strict=False)
        },
        "target_sietch": chance.choice([*sietches, None]),
        "harvesting_sector": chance.choice(["ne", "nw", "se", "sw", "central"]),
        "wormsigns": chance.sample([area for area in DESERTS if area not in taken], chance.randint(0, 6)),
        "harvesters": chance.sample([area for area in DESERTS if area not in atreides], chance.randint(0, 8)),
        "ornithopters": zones[:flying],
        "carryalls": zones[flying : flying + chance.randint(0, 3)],
        "stations": [],
        "bans": chance.sample(["landsraad", "spacing_guild"], chance.randint(0, 2)),
        "dice": {"harkonnen_unused": chance.randint(0, 5), "harkonnen_spent": ["mentat"], "atreides_unused": 3},
        "reinforcements": chance.randint(0, 5),
        "rules": {"card_parts": chance.random() < 0.4},
        "hawats_scheming_beside_board": chance.random() < 0.4,
    }
    state = position(document, cards={"hand": chance.randint(0, 3), "revealed": chance.randint(0, 2)})
    return replace(state, atreides_results=tuple(chance.choice(list(Result)) for _ in range(3)))


def _harkonnen(chance: Random, document: Document, settlements: list[str]) -> None:
    left = {"regular": 24, "elite": 12, "special": 8, "generic": 6}
    heirs = ("feyd_rautha", "beast_rabban")
    gone = chance.choice(heirs)
    document["leaders"][gone] = {"state": "removed" if gone == "beast_rabban" else "out"}
    named = [
        name for name in ("baron_harkonnen", "captain_aramsham", "shaddam_iv", "thufir_hawat", *heirs) if name != gone
    ]
    tank = 1
    for name in list(named):
        where = chance.choice(["tank", "ready", "out", "board", "board"])
        if where == "board":
            continue
        named.remove(name)
        document["leaders"][name] = {"state": where, **({"tank": tank} if where == "tank" else {})}
        tank += int(where == "tank")
    pairs = 3
    for area in settlements + chance.sample(OPEN, chance.randint(2, 8)):
        army: Document = {}
        tokens = area in settlements and pairs > 0 and chance.random() < 0.25
        if tokens:
            army["tokens"], pairs = 2, pairs - 1
        _fill(chance, army, left, chance.randint(0 if tokens else 1, 3 if tokens else 6))
        if army and named and chance.random() < 0.4:
            army["named"] = [named.pop()]
        if army:
            document["legions"].append(legion(area, **army))
    document["leaders"] |= {name: {"state": "ready"} for name in named}
    document["harkonnen_tokens"] = {"black": 3 + pairs, "silver": 3 + pairs}


def _atreides(chance: Random, document: Document, sietches: list[str]) -> None:
    left = {"regular": 16, "elite": 8, "special": 6, "generic": 12}
    named = ["paul_atreides", "lady_jessica", "stilgar"]
    taken = {entry["area"] for entry in document["legions"]}
    free = [area for area in OPEN if area not in taken]
    for area in [x for x in sietches if chance.random() < 0.8] + chance.sample(free, chance.randint(0, 3)):
        army: Document = {}
        _fill(chance, army, left, chance.randint(0, 2))
        if not army or chance.random() < 0.3:
            army["tokens"] = 1
        if named and chance.random() < 0.4:
            army["named"] = [named.pop()]
        document["legions"].append(legion(area, "atreides", **army))


def _fill(chance: Random, army: Document, left: dict[str, int], units: int) -> None:
    for _ in range(units):
        kind = chance.choice(["regular", "regular", "elite", "special"])
        if left[kind]:
            left[kind] -= 1
            army[kind] = army.get(kind, 0) + 1
    if units and army and left["generic"] and chance.random() < 0.3:
        left["generic"] -= 1
        army["generic"] = 1
