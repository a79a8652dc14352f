"""What stands in an area or in an air zone, and what a position (section *Position* of the formats) says about it.

This package knows pieces, never rules: no more of a position is read than what a photo of the board can show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.board import AREA_IDS, AREAS, ZONE_IDS

FACTIONS = ("harkonnen", "atreides")
KINDS = ("regular", "elite", "special")


@dataclass(frozen=True, slots=True)
class Side:
    """Pieces of one faction in an area: ``figures`` are units of any kind, ``leaders`` named and generic ones."""

    figures: int = 0
    leaders: int = 0


@dataclass(frozen=True, slots=True)
class Content:
    """Everything in one area. ``kinds`` counts the units by kind, None where nobody looked; ``token_side`` is the
    faction of its deployment tokens where that is known."""

    harkonnen: Side = Side()
    atreides: Side = Side()
    tokens: int = 0
    harvester: bool = False
    sandworm: bool = False
    wormsign: bool = False
    token_side: str | None = field(default=None, compare=False)
    kinds: Mapping[str, int] | None = field(default=None, compare=False)

    def side(self, faction: str) -> Side:
        """Returns the pieces of a faction."""
        return self.harkonnen if faction == "harkonnen" else self.atreides

    @property
    def empty(self) -> bool:
        """Whether nothing is there."""
        return self == EMPTY

    def document(self) -> dict[str, Any]:
        """Returns the content as in the answer of `arrakis scan`."""
        return {
            "harkonnen": {"figures": self.harkonnen.figures, "leaders": self.harkonnen.leaders},
            "atreides": {"figures": self.atreides.figures, "leaders": self.atreides.leaders},
            "tokens": self.tokens,
            "harvester": self.harvester,
            "sandworm": self.sandworm,
            "wormsign": self.wormsign,
            "kinds": None if self.kinds is None else dict(self.kinds),
        }


EMPTY = Content()


@dataclass(frozen=True, slots=True)
class Expected:
    """What a position says stands on the board: contents by area (empty ones left out), vehicles by zone.

    ``homes`` are the areas with cardboard that belongs there: sietches, settlements, stations, atomics.
    """

    areas: Mapping[str, Content]
    zones: Mapping[str, str]
    homes: frozenset[str] = frozenset()

    def area(self, area: str) -> Content:
        """Returns the content of an area."""
        return self.areas.get(area, EMPTY)


class PositionError(ValueError):
    """A position that cannot be read; ``field`` names the place."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}")
        self.where = where
        self.message = message


def read_expected(position: Mapping[str, Any]) -> Expected:
    """Returns what a position says stands on the board; raises PositionError."""
    if not isinstance(position, Mapping):
        raise PositionError("position", "an object is needed")
    areas: dict[str, dict[str, Any]] = {}

    def at(area: object, where: str) -> dict[str, Any]:
        if not isinstance(area, str) or area not in AREA_IDS:
            raise PositionError(where, f"{area!r} is no area")
        return areas.setdefault(area, {"tokens": 0, "kinds": dict.fromkeys(KINDS, 0)})

    for number, legion in enumerate(_list(position, "legions")):
        _add_legion(legion, f"legions[{number}]", at)
    for key, name in (("harvesters", "harvester"), ("sandworms", "sandworm"), ("wormsigns", "wormsign")):
        for number, area in enumerate(_list(position, key)):
            at(area, f"{key}[{number}]")[name] = True
    if position.get("wild_maker") is not None:
        at(position["wild_maker"], "wild_maker")["sandworm"] = True
    contents = {area: Content(**facts) for area, facts in sorted(areas.items())}
    return Expected(contents, _zones(position), _homes(position))


def _add_legion(legion: Any, where: str, at: Callable[[object, str], dict[str, Any]]) -> None:
    faction = legion.get("faction") if isinstance(legion, Mapping) else None
    if faction not in FACTIONS:
        raise PositionError(f"{where}.faction", f"{faction!r} is no faction")
    place = at(legion.get("area"), f"{where}.area")
    units = {kind: _count(legion, kind, where) for kind in KINDS}
    named = legion.get("named", [])
    leaders = _count(legion, "generic", where) + len(named)
    old = place.get(faction, Side())
    place[faction] = Side(old.figures + sum(units.values()), old.leaders + leaders)
    tokens = _count(legion, "tokens", where)
    place["tokens"] += tokens
    place["token_side"] = faction if tokens else place.get("token_side")
    for kind, count in units.items():
        place["kinds"][kind] += count


def _zones(position: Mapping[str, Any]) -> dict[str, str]:
    zones: dict[str, str] = {}
    for key, vehicle in (("ornithopters", "ornithopter"), ("carryalls", "carryall")):
        for number, zone in enumerate(_list(position, key)):
            if zone not in ZONE_IDS:
                raise PositionError(f"{key}[{number}]", f"{zone!r} is no air zone")
            zones[zone] = vehicle
    return zones


def _homes(position: Mapping[str, Any]) -> frozenset[str]:
    sietches = position.get("sietches", [area.id for area in AREAS if area.sietch])
    settlements = position.get("settlements", [area.id for area in AREAS if area.settlement])
    stations = position.get("stations", [area.id for area in AREAS if area.station])
    atomics = position.get("atomics")
    return frozenset([*sietches, *settlements, *stations, *([atomics] if atomics else [])])


def _list(position: Mapping[str, Any], key: str) -> list[Any]:
    value = position.get(key, [])
    if not isinstance(value, list):
        raise PositionError(key, "a list is needed")
    return value


def _count(legion: Mapping[str, Any], key: str, where: str) -> int:
    value = legion.get(key, 0)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise PositionError(f"{where}.{key}", f"{value!r} is no number of figures")
    return value
