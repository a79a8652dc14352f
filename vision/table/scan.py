"""Reads a photo of the board: what stands where, how sure that is, and what differs from what the app expects.

``scan(image, table)`` never raises for a bad photo: the reading says why it was refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import SECTOR_MASK, SECTOR_ZONES
from vision.board.geometry import Board
from vision.board.observe import View, view
from vision.board.registration import BoardMap, Reason, Refused
from vision.contents import EMPTY, Expected, read_expected
from vision.figures.bands import EVERYWHERE, AreaResult, ZoneResult, judged, within_supply
from vision.figures.reading import NO_LEANING, differs
from vision.figures.sizes import find_sized
from vision.settings import DEFAULT, Settings
from vision.table.folder import Table
from vision.terms import ACCEPTED, LOOK, UNSEEN

Image = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Reading:
    """The answer of a scan; with ``refused`` everything else is empty. ``kinds`` is how often kinds of units are right
    on this table, None where nobody knows."""

    refused: Reason | None
    seconds: Mapping[str, float]
    areas: Mapping[str, AreaResult] = field(default_factory=dict)
    zones: Mapping[str, ZoneResult] = field(default_factory=dict)
    differences: tuple[str, ...] = ()
    facts: Mapping[str, float] = field(default_factory=dict)
    image: Image | None = None
    map: BoardMap | None = None
    board: Board | None = None
    kinds: float | None = None

    def document(self) -> dict[str, Any]:
        """Returns the answer of `arrakis scan`; areas accepted as empty are left out.

        More than in docs/formats.md: ``stages`` and ``facts`` of the photo, and ``token_sides``, whose the tokens of an
        area are where that can be told. ``kinds`` is None until this table's record proves that they are read right;
        then ``kinds_confidence`` says how often.
        """
        places: tuple[Mapping[str, AreaResult | ZoneResult], ...] = (self.areas, self.zones)
        areas = {}
        for area, result in self.areas.items():
            if result.band != ACCEPTED or result.content != EMPTY or area in self.differences:
                content = result.content.document()
                areas[area] = {"band": result.band, **content, "confidence": round(result.confidence, 4)}
                if self.kinds is not None and content["kinds"] is not None:
                    areas[area]["kinds_confidence"] = round(self.kinds, 3)
        return {
            "refused": None if self.refused is None else self.refused.value,
            "seconds": round(sum(self.seconds.values()), 3),
            "stages": {stage: round(taken, 3) for stage, taken in self.seconds.items()},
            "areas": areas,
            "zones": {
                zone: {"band": result.band, "vehicle": result.vehicle, "confidence": round(result.confidence, 4)}
                for zone, result in self.zones.items()
            },
            "covered": [place for found in places for place, result in found.items() if result.covered],
            "differences": list(self.differences),
            "token_sides": {a: r.content.token_side for a, r in self.areas.items() if r.content.token_side},
            "facts": {name: round(value, 3) for name, value in self.facts.items()},
        }

    def crop(self, area: str, scale: float = 3.0, around: float = 16.0) -> Image:
        """Returns the photo of an area or air zone from above (``scale`` pixels a mm, ``around`` mm on each side).

        Raises KeyError for an unknown area, ValueError when the photo was refused.
        """
        if self.image is None or self.map is None or self.board is None:
            raise ValueError("a refused photo has no crops")
        if area in self.board.zones:
            x, y, radius = self.board.zones[area]
            low, high = np.array([x - radius, y - radius]), np.array([x + radius, y + radius])
        else:
            ring = self.board.polygons[area]
            low, high = ring.min(axis=0), ring.max(axis=0)
        low, high = low - around, high + around
        xs = np.arange(low[0], high[0], 1 / scale)
        ys = np.arange(low[1], high[1], 1 / scale)
        grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
        left, right = self.map.halves()
        pixels = np.where((grid[:, 0] >= self.board.seam)[:, None], right(grid), left(grid)).astype(np.float32)
        pixels = pixels.reshape(len(ys), len(xs), 2)
        return np.asarray(cv2.remap(self.image, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR), np.uint8)


def scan(
    image: Image,
    table: Table,
    *,
    expect: Mapping[str, Any] | None = None,
    sector: str | None = None,
    settings: Settings = DEFAULT,
    clock: Callable[[], float] = perf_counter,
    practised: bool = True,
) -> Reading:
    """Returns what a photo (BGR, upright) shows of the board.

    ``expect`` is the app's position: readings lean towards it and ``differences`` lists what does not fit. ``sector``
    (an id of the board, or ``central``) is for a photo of that part only. Raises TableError for a table that is not
    ready, PositionError for a position that cannot be read, KeyError for an unknown sector. ``practised``: by the
    network of the box's own, where it has one.
    """
    by = table.own.network if practised and table.own is not None else None
    colours = table.learnt()
    trust = table.trust if practised else replace(table.trust, leaning=NO_LEANING)
    expected = None if expect is None else read_expected(expect)
    wanted = EVERYWHERE if sector is None else (SECTOR_MASK[sector], SECTOR_ZONES[sector])
    begin = clock()
    try:
        seen = view(table, image, settings, clock, sector=sector)
    except Refused as refused:
        return Reading(refused.reason, {"register": clock() - begin}, facts=refused.facts)
    begin = clock()
    pieces, foreground = find_sized(colours, seen, table.sizes, by)
    seen.seconds["figures"] = clock() - begin
    begin = clock()
    areas, vehicles = judged(seen.board, seen.shot, pieces, foreground, expected, wanted, settings, trust)
    seen.seconds["reading"] = clock() - begin
    return Reading(
        None,
        seen.seconds,
        areas,
        vehicles,
        differences_of(areas, vehicles, expected),
        _facts(seen),
        seen.image,
        seen.map,
        table.board,
        trust.kinds,
    )


def differences_of(
    areas: Mapping[str, AreaResult], zones: Mapping[str, ZoneResult], expected: Expected | None
) -> tuple[str, ...]:
    """Returns the areas and zones seen whose reading is not what the app expects, sorted."""
    if expected is None:
        return ()
    found = [a for a, r in areas.items() if r.band != UNSEEN and differs(r.content, expected.area(a))]
    found += [z for z, r in zones.items() if r.band != UNSEEN and r.vehicle != expected.zones.get(z)]
    return tuple(sorted(found))


def _facts(seen: View) -> dict[str, float]:
    return {
        "elevation": seen.camera.elevation,
        "patches_left": float(seen.registration.patches[0]),
        "patches_right": float(seen.registration.patches[1]),
        "miss_mm": seen.shot.miss,
        "blur": seen.shot.blur,
    }


def fuse(first: Reading, second: Reading) -> Reading:
    """Returns the reading of two photos of the same board: of each area the surer one, both where they agree.

    Two photos that disagree about an area, each with some right, leave it to be looked at, and so do two that agree
    while neither tells all of it. A refused reading adds nothing.
    """
    if first.refused is not None:
        return second
    if second.refused is not None:
        return first
    areas = {}
    for area in sorted({*first.areas, *second.areas}):
        pair = [reading.areas[area] for reading in (first, second) if area in reading.areas]
        areas[area] = pair[0] if len(pair) == 1 else _fused(pair[0], pair[1])
    zones = {}
    for zone in sorted({*first.zones, *second.zones}):
        both = [reading.zones[zone] for reading in (first, second) if zone in reading.zones]
        zones[zone] = both[0] if len(both) == 1 else _fused_zone(both[0], both[1])
    changed = {*first.differences, *second.differences}
    seconds = {
        stage: first.seconds.get(stage, 0.0) + second.seconds.get(stage, 0.0)
        for stage in {**first.seconds, **second.seconds}
    }
    fused = replace(first, areas=within_supply(areas), zones=zones, seconds=seconds)
    keep = [a for a in changed if _still_differs(fused, first, second, a)]
    return replace(fused, differences=tuple(sorted(keep)))


def _fused(one: AreaResult, other: AreaResult) -> AreaResult:
    if UNSEEN in (one.band, other.band):
        return other if one.band == UNSEEN else one
    surer = one if one.confidence >= other.confidence else other
    if one.content == other.content:
        # Two views fail together more often than by chance: count the second one half.
        doubt = (1 - surer.confidence) * (1 - 0.5 * min(one.confidence, other.confidence))
        # What neither photo tells, however sure it is of the rest, both together do not tell either.
        sure, least = 1 - doubt, min(one.accepted_from, other.accepted_from)
    else:
        sure, least = surer.confidence * (1 - min(one.confidence, other.confidence)), surer.accepted_from
    return replace(surer, band=ACCEPTED if sure >= least else LOOK, confidence=sure, accepted_from=least)


def _fused_zone(one: ZoneResult, other: ZoneResult) -> ZoneResult:
    if UNSEEN in (one.band, other.band):
        return other if one.band == UNSEEN else one
    surer = one if one.confidence >= other.confidence else other
    return surer if one.vehicle == other.vehicle else replace(surer, band=LOOK)


def _still_differs(fused: Reading, first: Reading, second: Reading, place: str) -> bool:
    """Whether a place that one photo or both found different is so after fusing: the photo that is kept decides."""
    for reading in (first, second):
        if place in reading.areas and place in fused.areas:
            if reading.areas[place].content == fused.areas[place].content:
                return place in reading.differences
        elif place in reading.zones and reading.zones[place].vehicle == fused.zones[place].vehicle:
            return place in reading.differences
    return True
