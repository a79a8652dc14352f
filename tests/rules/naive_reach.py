"""Legal moves and attacks once more, on ids and sets, straight from the rules' words and the board's file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import companion.board

BOARD = json.loads((Path(companion.board.__file__).parent / "data/board.json").read_text(encoding="utf-8"))
PASSABLE = {frozenset(pair) for pair in BOARD["borders"]}
ALL = PASSABLE | {frozenset(pair) for pair in BOARD["impassable"]}
AREAS = sorted(BOARD["areas"])
Way = tuple[str, str, str, str | None]


def legal(document: Mapping[str, Any], faction: str, action: str) -> dict[str, list[Way]]:
    """Returns the sorted moves and attacks (from, to, via, zone) in a position without moved figures."""
    table = Table(document, faction)
    answer: dict[str, list[Way]] = {"moves": [], "attacks": []}
    for source in AREAS:
        legion = table.own.get(source)
        if legion is None or not legion["units"]:
            continue
        # DW-5, R-43: an escort leads the attack to which it carries the legion, never a move.
        led = action != "leadership" or legion["leaders"] > 0
        for target in AREAS:
            if target != source:
                if table.is_free(target) and led:
                    answer["moves"] += [(source, target, *way) for way in table.ways(source, target, attack=False)]
                elif table.is_attackable(target):
                    ways = table.ways(source, target, attack=True)
                    answer["attacks"] += [(source, target, *way) for way in ways if led or way[1] in table.escorts]
    return answer


class Table:
    """What lies where, as one faction sees it."""

    def __init__(self, document: Mapping[str, Any], faction: str) -> None:
        self.faction = faction
        self.solo_harkonnen = document["mode"] == "solo" and faction == "harkonnen"
        self.own: dict[str, dict[str, int]] = {}
        self.enemies: set[str] = set()
        for entry in document["legions"]:
            units = sum(entry.get(kind, 0) for kind in ("regular", "elite", "special", "tokens"))
            leaders = entry.get("generic", 0) + entry.get("escorts", 0) + len(entry.get("named", []))
            if units + leaders == 0:
                continue
            if entry["faction"] == faction:
                there = self.own.setdefault(entry["area"], {"units": 0, "leaders": 0})
                there["units"] += units
                there["leaders"] += leaders
            else:
                self.enemies.add(entry["area"])
        self.sietches = set(document["sietches"])
        self.enemy_homes = self.sietches if faction == "harkonnen" else set(document["settlements"])
        self.worms = {*document["sandworms"], document["wild_maker"]}
        self.signs = set(document["wormsigns"])
        self.escorts = set(document.get("escorts", ()))
        self.ornithopters = sorted({*document["ornithopters"], *self.escorts})
        if self.solo_harkonnen and document["ornithopter_used"]:
            self.ornithopters = []

    def is_free(self, area: str) -> bool:
        return area not in self.enemies and area not in self.enemy_homes and area not in self.worms

    def is_attackable(self, area: str) -> bool:
        return (area in self.enemies or area in self.enemy_homes) and area not in self.worms

    def ways(self, source: str, target: str, *, attack: bool) -> list[tuple[str, str | None]]:
        borders = ALL if self.solo_harkonnen else PASSABLE
        if frozenset((source, target)) in borders:
            return [("ground", None)]
        if self.faction == "atreides":
            return [("sandriding", None)] if self.can_ride(source, target) else []
        if attack and self.solo_harkonnen and target not in self.sietches:
            return []
        if not is_within_two(source, target):
            return []
        return [("transport", zone) for zone in self.ornithopters if is_connected(zone, source)]

    def can_ride(self, source: str, target: str) -> bool:
        carriers = {area for area in self.signs | self.worms if area is not None} - self.enemies
        reached = {area for area in carriers if frozenset((source, area)) in PASSABLE}
        while True:
            more = {a for a in carriers - reached for b in reached if frozenset((a, b)) in PASSABLE}
            if not more:
                break
            reached |= more
        return any(frozenset((area, target)) in PASSABLE for area in reached)


def is_within_two(source: str, target: str) -> bool:
    if frozenset((source, target)) in ALL:
        return True
    return any(frozenset((source, mid)) in ALL and frozenset((mid, target)) in ALL for mid in AREAS)


def is_connected(zone: str, area: str) -> bool:
    return bool(set(BOARD["air_zones"][zone]) & set(BOARD["areas"][area]["sectors"]))
