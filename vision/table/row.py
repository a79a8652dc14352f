"""One piece of each kind in a row along the near edge of the board: a lesson laid beside what lies there anyway.

Nothing has to be taken away for it: the places are those that a position leaves empty, and all pieces come out of the
box. An area holds pieces of one colour only, because what cannot be mixed up teaches best.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from vision.contents import FACTIONS, read_expected

EDGE = ("sw_4", "sw_6", "sw_7", "sw_9", "csw_6", "cse_5", "se_8", "se_6", "se_7", "se_4")
"""The areas along the near edge, from left to right."""
BEHIND = ("sw_1", "sw_2", "sw_5", "csw_5", "cse_4", "cse_3", "se_5", "se_3", "se_1", "se_2")
"""The areas behind them, for where the edge is taken."""
ZONES = ("az_sw", "az_south", "az_se", "az_east", "az_west", "az_nw", "az_ne", "az_north")

Piece = tuple[str, str]
"""A faction, empty for pieces of nobody, and a kind: ``regular``, ``elite``, ``special``, ``generic`` (a leader without
a name), ``tokens``, ``harvester``, ``sandworm``, ``wormsign``, ``ornithopter``, ``carryall``."""

SETS: tuple[tuple[Piece, ...], ...] = (
    (("harkonnen", "regular"), ("harkonnen", "elite"), ("harkonnen", "special")),
    (("harkonnen", "generic"),),
    (("harkonnen", "tokens"),),
    (("", "harvester"),),
    (("", "sandworm"),),
    (("", "wormsign"),),
    (("atreides", "tokens"),),
    (("atreides", "generic"),),
    (("atreides", "regular"), ("atreides", "elite"), ("atreides", "special")),
)
"""What the places of the row hold, from left to right."""
VEHICLES = ("ornithopter", "carryall")


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the row: the id of an area or air zone, and the pieces to lay there, one of each."""

    id: str
    pieces: tuple[Piece, ...]


def row(position: Mapping[str, Any]) -> tuple[Place, ...]:
    """Returns the places of the row beside a position, from left to right, the air zones last; raises PositionError.

    A board that is too full for all of it has a shorter row.
    """
    expected = read_expected(position)
    free = [area for area in (*EDGE, *BEHIND) if area not in expected.areas and area not in expected.homes]
    chosen = sorted(free[: len(SETS)], key=lambda area: _order(area))
    zones = [zone for zone in ZONES if zone not in expected.zones]
    return (
        *(Place(area, pieces) for area, pieces in zip(chosen, SETS, strict=False)),
        *(Place(zone, (("", vehicle),)) for zone, vehicle in zip(zones, VEHICLES, strict=False)),
    )


def with_row(position: Mapping[str, Any], places: Iterable[Place]) -> dict[str, Any]:
    """Returns a position with the pieces of a row beside its own."""
    more: dict[str, list[Any]] = {}
    for place in places:
        for faction in FACTIONS:
            kinds = {kind: 1 for side, kind in place.pieces if side == faction}
            if kinds:
                more.setdefault("legions", []).append({"area": place.id, "faction": faction, **kinds})
        for side, kind in place.pieces:
            if not side:
                more.setdefault(f"{kind}s", []).append(place.id)
    return {**position, **{key: [*position.get(key, []), *added] for key, added in more.items()}}


def _order(area: str) -> tuple[int, int]:
    line = EDGE if area in EDGE else BEHIND
    return line.index(area), int(line is BEHIND)
