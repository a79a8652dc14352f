"""Where pieces stand: every base in its own area, beside and never on another, as a hand would set them down."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from companion.board import AREA_NUMBER, AREAS
from tests.workshop.camera.rendering.fields import Floats, Rng
from tests.workshop.camera.rendering.sculpts import LEADERS, SCULPTS, UNITS, Faction, Kind, footprint
from tests.workshop.camera.rendering.variety import USUAL, Shapes
from vision.board.geometry import MARGIN, Board

Cardboard = Literal["sietch", "settlement", "station", "token", "wormsign", "atomics"]
CARDBOARD_RADIUS: dict[Cardboard, float] = {
    "sietch": 12.5,
    "settlement": 12.0,
    "station": 8.5,
    "token": 10.5,
    "wormsign": 10.0,
    "atomics": 9.0,
}
HOMES: tuple[Cardboard, ...] = ("sietch", "settlement", "station", "atomics")
"""Cardboard that marks a place: it lies at the printed icon and figures may stand on it."""


@dataclass(frozen=True)
class Piece:
    """One piece on the table: what it is, whose, where its base has its centre (mm) and how it is turned (radians).

    ``area`` is an area id, of vehicles in the air a zone id. ``kind`` is a figure of :mod:`sculpts` or cardboard,
    ``size`` the factor of cardboard's usual radius.
    """

    kind: Kind | Cardboard
    faction: Faction | None
    area: str
    sculpt: int
    x: float
    y: float
    turn: float
    face: int = 0
    size: float = 1.0

    @property
    def flat(self) -> bool:
        """Returns whether it is cardboard."""
        return self.kind in CARDBOARD_RADIUS


@dataclass(frozen=True)
class Wanted:
    """A piece that has no place yet."""

    kind: Kind | Cardboard
    faction: Faction | None
    area: str
    face: int = 0

    shapes: Shapes = USUAL

    @property
    def reach(self) -> float:
        """Returns the radius in mm of the circle around its base."""
        if self.kind in CARDBOARD_RADIUS:
            return CARDBOARD_RADIUS[self.kind] * self.shapes.cardboard(self.kind)
        return footprint(self.kind, self.shapes).reach


def wanted(position: Mapping[str, Any]) -> Iterator[Wanted]:
    """Yields all pieces on the board of a position of docs/formats.md, keys left out as that format says."""
    sietches = position.get("sietches")
    if sietches is None:
        sietches = {area.id: {"rank": None, "revealed": False} for area in AREAS if area.sietch}
    for area, state in sietches.items():
        yield Wanted("sietch", "atreides", area, (state.get("rank") or 0) if state.get("revealed") else 0)
    for area in position.get("settlements", [a.id for a in AREAS if a.settlement]):
        yield Wanted("settlement", "harkonnen", area, AREAS[AREA_NUMBER[area]].settlement or 0)
    for area in position.get("stations", [a.id for a in AREAS if a.station]):
        yield Wanted("station", None, area)
    if position.get("atomics"):
        yield Wanted("atomics", None, position["atomics"])
    if position.get("wild_maker"):
        yield Wanted("wild_maker", None, position["wild_maker"])
    singles: tuple[tuple[str, Kind | Cardboard], ...] = (
        ("sandworms", "sandworm"),
        ("harvesters", "harvester"),
        ("ornithopters", "ornithopter"),
        ("carryalls", "carryall"),
        ("wormsigns", "wormsign"),
    )
    for key, kind in singles:
        for area in position.get(key, []):
            yield Wanted(kind, None, area)
    for legion in position.get("legions", []):
        yield from _of_legion(legion)


def _of_legion(legion: Mapping[str, Any]) -> Iterator[Wanted]:
    faction, area = legion["faction"], legion["area"]
    for name in legion.get("named", []):
        yield Wanted("named", faction, area, sum(map(ord, name)) % 5)
    for kind in (*reversed(UNITS), "generic"):
        for _ in range(legion.get(kind, 0)):
            yield Wanted(kind, faction, area)
    for _ in range(legion.get("tokens", 0)):
        yield Wanted("token", faction, area)


def place(position: Mapping[str, Any], on: Board, rng: Rng, shapes: Shapes = USUAL) -> list[Piece]:
    """Returns every piece with its place; the centre of a base is always inside the area it belongs to."""
    pieces: list[Piece] = []
    taken: list[tuple[float, float, float]] = []
    by_area: dict[str, list[Wanted]] = {}
    for want in (replace(each, shapes=shapes) for each in wanted(position)):
        if want.area in on.zones:
            x, y, _ = on.zones[want.area]
            piece = _piece(want, x + rng.normal(0, 1.5), y + rng.normal(0, 1.5), rng)
            pieces.append(piece)
            taken.append((piece.x, piece.y, want.reach))
        elif want.kind in HOMES:
            x, y = on.labels[want.area]
            pieces.append(_piece(want, x + rng.normal(0, 1.2), y - 5 + rng.normal(0, 1.2), rng))
        else:
            by_area.setdefault(want.area, []).append(want)
    for area in sorted(by_area, key=lambda a: -len(by_area[a])):
        wants = sorted(
            by_area[area],
            key=lambda w: (w.kind not in ("harvester", "sandworm", "wild_maker"), w.kind in CARDBOARD_RADIUS, -w.reach),
        )
        for want, (x, y) in zip(wants, _spots(area, wants, on, taken, rng), strict=True):
            pieces.append(_piece(want, x, y, rng))
            taken.append((x, y, want.reach))
    return pieces


def _piece(want: Wanted, x: float, y: float, rng: Rng) -> Piece:
    number = want.face if want.kind == "named" else int(rng.integers(SCULPTS))
    spread = 0.12 if want.kind in HOMES else math.pi
    turn = float(rng.uniform(-spread, spread))
    return Piece(
        want.kind,
        want.faction,
        want.area,
        number,
        float(x),
        float(y),
        turn,
        want.face,
        want.shapes.cardboard(want.kind),
    )


def _spots(
    area: str, wants: list[Wanted], on: Board, taken: list[tuple[float, float, float]], rng: Rng
) -> list[tuple[float, float]]:
    rows, columns = np.nonzero(on.areas == AREA_NUMBER[area])
    # Every second place both ways is choice enough.
    some = (rows % 2 == rng.integers(2)) & (columns % 2 == rng.integers(2))
    rows, columns = rows[some], columns[some]
    inside = on.border[rows, columns]
    grid = np.column_stack([columns - MARGIN + 0.0, rows - MARGIN + 0.0])
    grid, inside = grid[inside > 1.5], inside[inside > 1.5]
    heart = on.labels[area] + rng.normal(0, 5, 2)
    gather = rng.uniform(0.2, 1.2)
    best: list[tuple[float, float]] = []
    least = math.inf
    for attempt in range(24):
        keep = max(0.15, 0.95 - 0.07 * attempt)
        spots, overlap = _one_try(wants, grid, inside, np.asarray(heart), taken, keep, gather + 0.15 * attempt, rng)
        if overlap < least:
            best, least = spots, overlap
        if overlap == 0:
            break
    return best


def _one_try(
    wants: list[Wanted],
    grid: Floats,
    inside: NDArray[np.float32],
    heart: Floats,
    taken: list[tuple[float, float, float]],
    keep: float,
    gather: float,
    rng: Rng,
) -> tuple[list[tuple[float, float]], float]:
    others = list(taken)
    spots: list[tuple[float, float]] = []
    overlap = 0.0
    for want in wants:
        free = np.full(len(grid), np.inf)
        for x, y, reach in others:
            np.minimum(free, np.hypot(grid[:, 0] - x, grid[:, 1] - y) - reach - want.reach, out=free)
        fits = (free > 0.2) & (inside > want.reach * keep)
        if fits.any():
            # Nearer the middle first, but never in a pattern.
            cost = np.hypot(*(grid - heart).T) * gather + rng.exponential(9.0, len(grid))
            cost[~fits] = np.inf
            chosen = int(np.argmin(cost))
        else:
            short = np.minimum(free, 0) * 2 + np.minimum(inside - want.reach * keep, 0)
            chosen = int(np.argmax(short))
            overlap += max(0.0, -float(free[chosen])) + 0.01
        x, y = float(grid[chosen, 0]), float(grid[chosen, 1])
        spots.append((x, y))
        others.append((x, y, want.reach))
    return spots, overlap


def tally(pieces: list[Piece]) -> dict[str, Counter[str]]:
    """Returns how many pieces of each ``faction.kind`` (or ``kind``) stand in each area and zone."""
    counts: dict[str, Counter[str]] = {}
    for piece in pieces:
        name = f"{piece.faction}.{piece.kind}" if piece.kind in (*UNITS, *LEADERS) else str(piece.kind)
        counts.setdefault(piece.area, Counter())[name] += 1
    return counts
