"""Where the pieces of a position stand: pushed apart until none overlaps another and every base keeps to its area.

What a hand could not set down there (six figures on wide bases in a narrow pass) is left out, and out of the truth.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.board import AREA_IDS, AREA_NUMBER, AREAS, ZONE_IDS
from tests.workshop.camera.second.copies import Copy, Rng
from vision.board.geometry import MARGIN, Board, board
from vision.contents import EMPTY, KINDS

Json = dict[str, Any]
HOMES = ("sietch", "settlement", "station", "atomics")
LEADERS = ("generic", "named")
SINGLES = {
    "harvesters": "harvester",
    "sandworms": "sandworm",
    "ornithopters": "ornithopter",
    "carryalls": "carryall",
    "wormsigns": "wormsign",
}
TOUCH = 0.8
"""How far in mm bases may overlap: bevels, and figures that lean."""


@dataclass(frozen=True)
class Standing:
    """A piece on the board: its middle in mm, how it is turned (radians), how high it stands on something."""

    kind: str
    faction: str | None
    area: str
    pose: int
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    lift: float = 0.0


def pieces_of(position: Mapping[str, Any]) -> Iterator[tuple[str, str | None, str]]:
    """Yields kind, faction and area (or zone) of every piece on the board of a position of docs/formats.md."""
    sietches = position.get("sietches", {area.id: {} for area in AREAS if area.sietch})
    yield from (("sietch", None, area) for area in sietches)
    yield from (("settlement", None, area) for area in position.get("settlements", _all("settlement")))
    yield from (("station", None, area) for area in position.get("stations", _all("station")))
    for key in ("atomics", "wild_maker"):
        if position.get(key):
            yield key, None, position[key]
    for key, kind in SINGLES.items():
        yield from ((kind, None, area) for area in position.get(key, []))
    for legion in position.get("legions", []):
        faction, area = legion["faction"], legion["area"]
        yield from (("named", faction, area) for _ in legion.get("named", []))
        for key in (*KINDS, "generic", "tokens"):
            kind = "token" if key == "tokens" else key
            yield from ((kind, faction, area) for _ in range(legion.get(key, 0)))


def _all(feature: str) -> list[str]:
    return [area.id for area in AREAS if getattr(area, feature)]


def lay_out(of: Copy, position: Mapping[str, Any], rng: Rng) -> list[Standing]:
    """Returns the pieces with their places."""
    on = of.board
    done: list[Standing] = []
    waiting: dict[str, list[Standing]] = {}
    for kind, faction, area in pieces_of(position):
        piece = Standing(kind, faction, area, int(rng.integers(4)), turn=float(rng.uniform(0, 2 * math.pi)))
        if area in on.zones:
            x, y, _ = on.zones[area]
            done.append(replace(piece, x=x + float(rng.normal(0, 2)), y=y + float(rng.normal(0, 2))))
        elif kind in HOMES:
            x, y = on.labels[area]
            turn = float(rng.normal(0, 0.1))
            done.append(replace(piece, x=x + float(rng.normal(0, 1.5)), y=y + float(rng.normal(-3, 1.5)), turn=turn))
        else:
            waiting.setdefault(area, []).append(piece)
    for area in sorted(waiting, key=lambda one: -sum(of.reach[piece.kind] ** 2 for piece in waiting[one])):
        done += _settle(of, area, waiting[area], done, rng)
    homes = [piece for piece in done if piece.kind in HOMES]
    return [_lifted(of, piece, homes) for piece in done]


def _lifted(of: Copy, piece: Standing, homes: list[Standing]) -> Standing:
    if piece.kind in HOMES or piece.area in ZONE_IDS:
        return piece
    under = any(math.hypot(piece.x - home.x, piece.y - home.y) < of.reach[home.kind] for home in homes)
    return replace(piece, lift=of.thick) if under else piece


@lru_cache(maxsize=2)
def _inwards(width: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Returns which way (x, y) leads away from the nearest border."""
    border = board(width).border
    gy, gx = np.gradient(border)
    return np.asarray(gx, np.float32), np.asarray(gy, np.float32)


def _settle(of: Copy, area: str, pieces: list[Standing], others: list[Standing], rng: Rng) -> list[Standing]:
    on = of.board
    rows, columns = np.nonzero(on.areas == AREA_NUMBER[area])
    fixed = [piece for piece in others if piece.kind not in HOMES]
    low, high = np.array([columns.min(), rows.min()]) - MARGIN - 40, np.array([columns.max(), rows.max()]) - MARGIN + 40
    near = [p for p in fixed if low[0] < p.x < high[0] and low[1] < p.y < high[1]]
    walls = np.array([[p.x, p.y, of.reach[p.kind]] for p in near]).reshape(-1, 3)
    wanted = sorted(pieces, key=lambda piece: -of.reach[piece.kind])
    while wanted:
        reach = np.array([of.reach[piece.kind] for piece in wanted])
        for _ in range(8):
            at, overlap = _relax(on, AREA_NUMBER[area], (rows, columns), reach, walls, rng)
            if overlap <= TOUCH:
                return [replace(p, x=float(x), y=float(y)) for p, (x, y) in zip(wanted, at, strict=True)]
        wanted.pop(int(rng.integers(len(wanted))))
    return []


def _relax(
    on: Board,
    number: int,
    cells: tuple[NDArray[np.intp], NDArray[np.intp]],
    reach: NDArray[np.float64],
    walls: NDArray[np.float64],
    rng: Rng,
) -> tuple[NDArray[np.float64], float]:
    rows, columns = cells
    inside = on.border[rows, columns]
    weight = np.minimum(inside, 14.0) ** 2 + 0.01
    start = rng.choice(len(rows), len(reach), p=weight / weight.sum())
    at = np.column_stack([columns[start], rows[start]]).astype(np.float64) - MARGIN
    gx, gy = _inwards(on.width)
    need = reach[:, None] + np.concatenate([reach, walls[:, 2]])[None, :] + 0.3
    need[np.arange(len(reach)), np.arange(len(reach))] = 0
    keep = np.minimum(reach * 0.75, 9.0)
    for step in range(90):
        apart = at[:, None, :] - np.concatenate([at, walls[:, :2]])[None, :, :]
        distance = np.maximum(np.hypot(apart[..., 0], apart[..., 1]), 1e-3)
        push = np.maximum(need - distance, 0)
        move = (apart / distance[..., None] * push[..., None]).sum(1) * 0.45
        # Borders give way to bases when there is no room: a base may look over, its middle never.
        firm = keep * max(0.3, 1 - step / 110)
        r, c = np.round(at[:, 1]).astype(int) + MARGIN, np.round(at[:, 0]).astype(int) + MARGIN
        short = np.maximum(firm - on.border[r, c], 0)
        move += np.column_stack([gx[r, c], gy[r, c]]) * short[:, None] * 0.6
        size = np.maximum(np.hypot(move[:, 0], move[:, 1]), 1e-6)
        move *= np.minimum(1, 4 / size)[:, None]
        there = at + move + rng.normal(0, 0.15, at.shape) * (step < 60)
        r, c = np.round(there[:, 1]).astype(int) + MARGIN, np.round(there[:, 0]).astype(int) + MARGIN
        stays = (on.areas[r, c] == number) & (on.border[r, c] > 1.8)
        at[stays] = there[stays]
    apart = at[:, None, :] - np.concatenate([at, walls[:, :2]])[None, :, :]
    return at, float(np.maximum(need - np.hypot(apart[..., 0], apart[..., 1]), 0).max()) - 0.3


def truth_of(pieces: list[Standing]) -> Json:
    """Returns ``{"areas": {area: content}, "zones": {zone: {"vehicle"}}}`` as the evaluation compares it."""
    areas: Json = {}
    zones: Json = {zone: {"vehicle": None} for zone in ZONE_IDS}
    for piece in pieces:
        if piece.area in zones:
            zones[piece.area]["vehicle"] = piece.kind
        elif piece.kind not in HOMES:
            here = areas.setdefault(piece.area, nothing())
            if piece.kind in KINDS and piece.faction:
                here[piece.faction]["figures"] += 1
                here["kinds"][piece.kind] += 1
            elif piece.kind in LEADERS and piece.faction:
                here[piece.faction]["leaders"] += 1
            elif piece.kind == "token":
                here["tokens"] += 1
                here["token_side"] = piece.faction
            else:
                here["sandworm" if piece.kind == "wild_maker" else piece.kind] = True
    return {"areas": {area: areas[area] for area in AREA_IDS if area in areas}, "zones": zones}


def nothing() -> Json:
    """Returns the truth of an area with nothing in it."""
    return {**EMPTY.document(), "kinds": dict.fromkeys(KINDS, 0), "token_side": None}
