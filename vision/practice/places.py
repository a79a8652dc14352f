"""Where the known pieces of a photo stand: a player says how many are in each area, the photo says where in it.

With their numbers given, the likeliest places of pieces are nearly always theirs, even of those that nobody would have
believed without. Where fewer places than pieces show, an area teaches nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.board import AREA_IDS, AREA_NUMBER
from vision.board.geometry import NO_AREA, Board
from vision.contents import FACTIONS, PIECES, VEHICLES, Content, Expected, read_expected
from vision.figures.network import Network
from vision.figures.pieces import CELL, HOME, Piece
from vision.figures.reading import over_zone
from vision.figures.sizes import FIGURES, USUAL, Sizes, in_evidence
from vision.practice.shown import Known, Lesson, Raster, Shown

LEAST = 0.004
"""Peaks lower than this are no places at all."""

APART = 8.0
"""Millimetres between the bases of two figures, at usual sizes."""

BESIDE = (0.0, -4.0, 4.0)
"""Millimetres that a base may stand over the border of its area."""

SURE_HOME = 0.5
"""Cardboard is nobody's piece, so that what was seen of it so far is kept up."""


def shown_of(lesson: Lesson, on: Board, peaks: Sequence[Piece], sizes: Sizes = USUAL) -> Shown:
    """Returns a lesson with the places of its pieces, by the peaks that :func:`peaks_of` finds in it."""
    expected = read_expected(lesson.position)
    peaks = sorted(peaks, key=lambda piece: -piece.score)
    wanted = _wanted(expected)
    pieces = _placed(on, peaks, wanted, expected)
    pieces += [Known(HOME, peak.x, peak.y, None) for peak in peaks if peak.sort == HOME and peak.score > SURE_HOME]
    known = np.ones(lesson.evidence.cells.shape[:2], np.float32)
    for place in {place for (place, _sort), left in wanted.items() if left}:
        _forget(known, on, place)
    return Shown(lesson.evidence, lesson.camera, pieces, known, sizes)


def peaks_of(lesson: Lesson, sizes: Sizes = USUAL, by: Network | None = None) -> list[Piece]:
    """Returns every place that may be one of a piece, as a network finds them (None: the one that the app ships)."""
    return in_evidence(lesson.evidence, lesson.camera, sizes, LEAST, by)


def _wanted(expected: Expected) -> dict[tuple[str, str], int]:
    """Returns how many pieces of each sort stand in each place."""
    wanted = {(a, sort): getattr(content, sort) for a, content in expected.areas.items() for sort in PIECES}
    wanted |= dict.fromkeys(expected.zones.items(), 1)
    return {key: count for key, count in wanted.items() if count}


def _placed(on: Board, peaks: Sequence[Piece], wanted: dict[tuple[str, str], int], expected: Expected) -> list[Known]:
    """Returns the pieces at the highest peaks that can be theirs, and takes them off ``wanted``."""
    placed: list[Known] = []
    bases: list[tuple[float, float]] = []
    for peak in peaks:
        place = next((at for at in _around(on, peak) if wanted.get((at, peak.sort), 0)), None)
        if place is None:
            continue
        if peak.sort in FIGURES:
            reach = APART * peak.base
            if any((x - peak.x) ** 2 + (y - peak.y) ** 2 < reach**2 for x, y in bases):
                continue
            bases.append((peak.x, peak.y))
        wanted[place, peak.sort] -= 1
        placed.append(Known(peak.sort, peak.x, peak.y, _kind(peak.sort, expected.area(place))))
    return placed


def _around(on: Board, peak: Piece) -> list[str]:
    """Returns the places that a peak may belong to, the nearest first."""
    if peak.sort in VEHICLES:
        zone = over_zone(on, peak.x, peak.y)
        return [] if zone is None else [zone]
    numbers = dict.fromkeys(on.number_at(peak.x + dx, peak.y + dy) for dx in BESIDE for dy in BESIDE)
    return [AREA_IDS[number] for number in numbers if number != NO_AREA]


def _kind(sort: str, content: Content) -> str | None:
    """Returns the kind of a unit where all units of its area are of one."""
    if content.kinds is None or getattr(content, sort, 0) == 0 or sort not in FACTIONS:
        return None
    there = [kind for kind, count in content.kinds.items() if count]
    return there[0] if len(there) == 1 else None


def _forget(known: Raster, on: Board, place: str) -> None:
    """Takes a place out of what is known (a raster of cells)."""
    if place in on.zones:
        window, inside = on.disc(place, 2.0)
    else:
        window = on.window(place)
        inside = on.areas[window] == AREA_NUMBER[place]
    ys, xs = np.nonzero(inside)
    rows, columns = (ys + window[0].start) // CELL, (xs + window[1].start) // CELL
    here = (rows < known.shape[0]) & (columns < known.shape[1])
    known[rows[here], columns[here]] = 0
