"""What stands in an area or in an air zone, and what a position (section *Position* of docs/formats.md) says about it.

This package knows pieces, never rules: no more of a position is read than what a photo of the board can show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from companion.board import AREA_IDS, AREAS, ZONE_IDS

FACTIONS = ("harkonnen", "atreides")
KINDS = ("regular", "elite", "special")
VEHICLES = ("ornithopter", "carryall")
SUPPLY: Mapping[str, int] = {
    "harkonnen": 44,
    "harkonnen_leader": 13,
    "atreides": 30,
    "atreides_leader": 20,
    "harvester": 8,
    "sandworm": 5,
    "wormsign": 16,
}
"""How many pieces of each sort a box has; a test compares them with the content of the app."""


KEYS = {"token": "tokens", "harvester": "harvester", "sandworm": "sandworm", "wormsign": "wormsign"}
"""Where the answer of a scan has what is of no faction."""


@dataclass(frozen=True, slots=True, order=True)
class Content:
    """Everything in one area: how many pieces of each sort (a faction's name: its units of any kind).

    ``token_side`` is the faction of its deployment tokens where that is known, ``kinds`` counts the units by kind, None
    where nobody looked; two contents that differ in these only are equal.
    """

    harkonnen: int = 0
    harkonnen_leader: int = 0
    atreides: int = 0
    atreides_leader: int = 0
    token: int = 0
    harvester: int = 0
    sandworm: int = 0
    wormsign: int = 0
    token_side: str | None = field(default=None, compare=False)
    kinds: Mapping[str, int] | None = field(default=None, compare=False)

    def side(self, faction: str) -> tuple[int, int]:
        """Returns how many units and leaders of a faction there are."""
        harkonnen = faction == "harkonnen"
        figures = self.harkonnen if harkonnen else self.atreides
        return figures, self.harkonnen_leader if harkonnen else self.atreides_leader

    def plus(self, sort: str) -> Content:
        """Returns the content with one more piece of a sort."""
        more: dict[str, Any] = {sort: getattr(self, sort) + 1}
        return replace(self, **more)

    @property
    def pieces(self) -> int:
        """How many pieces there are."""
        return sum(getattr(self, sort) for sort in PIECES)

    def document(self) -> dict[str, Any]:
        """Returns the content as in the answer of `arrakis scan`."""
        sides = {f: dict(zip(("figures", "leaders"), self.side(f), strict=True)) for f in FACTIONS}
        return {
            **sides,
            "tokens": self.token,
            "harvester": self.harvester > 0,
            "sandworm": self.sandworm > 0,
            "wormsign": self.wormsign > 0,
            "kinds": None if self.kinds is None else dict(self.kinds),
        }

    @classmethod
    def read(cls, document: Mapping[str, Any], token_side: str | None = None) -> Content:
        """Returns the content of an area in the answer of `arrakis scan`, which tells the side of tokens apart."""
        counts = {sort: int(document[key]) for sort, key in KEYS.items()}
        for faction in FACTIONS:
            counts[faction] = int(document[faction]["figures"])
            counts[f"{faction}_leader"] = int(document[faction]["leaders"])
        return cls(**counts, token_side=token_side, kinds=document["kinds"])


PIECES = tuple(each.name for each in fields(Content) if each.compare)
"""The sorts of pieces that lie in areas."""

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
        return areas.setdefault(area, {**dict.fromkeys(PIECES, 0), "kinds": dict.fromkeys(KINDS, 0)})

    for number, legion in enumerate(_list(position, "legions")):
        _add_legion(legion, f"legions[{number}]", at)
    for key, name in (("harvesters", "harvester"), ("sandworms", "sandworm"), ("wormsigns", "wormsign")):
        for number, area in enumerate(_list(position, key)):
            at(area, f"{key}[{number}]")[name] = 1
    if position.get("wild_maker") is not None:
        at(position["wild_maker"], "wild_maker")["sandworm"] = 1
    contents = {area: Content(**facts) for area, facts in sorted(areas.items())}
    return Expected(contents, _zones(position), _homes(position))


def _add_legion(legion: Any, where: str, at: Callable[[object, str], dict[str, Any]]) -> None:
    faction = legion.get("faction") if isinstance(legion, Mapping) else None
    if faction not in FACTIONS:
        raise PositionError(f"{where}.faction", f"{faction!r} is no faction")
    place = at(legion.get("area"), f"{where}.area")
    units = {kind: _count(legion, kind, where) for kind in KINDS}
    named = legion.get("named", [])
    place[faction] += sum(units.values())
    place[f"{faction}_leader"] += _count(legion, "generic", where) + len(named)
    tokens = _count(legion, "tokens", where)
    place["token"] += tokens
    place["token_side"] = faction if tokens else place.get("token_side")
    for kind, count in units.items():
        place["kinds"][kind] += count


def _zones(position: Mapping[str, Any]) -> dict[str, str]:
    zones: dict[str, str] = {}
    for vehicle in VEHICLES:
        key = f"{vehicle}s"
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
