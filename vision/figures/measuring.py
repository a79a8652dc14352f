"""Measures how large the pieces of this box are, on photos of known positions.

Under wrong sizes a photo looks less like what is known to stand there: figures are passed over or seen twice, units
look like leaders or leaders like units. Each photo says how well it looks under every size; what fits all of them
together is the size of the box. A photo of units alone, or of leaders alone, rules out one side only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.board.camera import Camera
from vision.board.geometry import Board
from vision.contents import FACTIONS, Content
from vision.figures.pieces import Evidence, Piece, pieces_near
from vision.figures.reading import Spot, at_one_place, spots_of
from vision.figures.sizes import FIGURES, USUAL, Sizes, resized, seen_from

STEPS = (0.65, 0.71, 0.77, 0.84, 0.92, 1.0, 1.09, 1.19, 1.3, 1.42, 1.54)
TALL_STEPS = (0.8, 1.0, 1.25, 1.55)
"""Widths and heights that are tried, in steps of about the same factor."""

TALL_AS_WIDE = 0.6
"""Figures on wider bases are taller, by the width to this power: what is taken for granted where nothing tells."""

PATIENCE = 15.0
"""Seconds that trying everything may take; on a slower host the heights are not tried: a photo is waited for."""

ASKED = 10
AROUND = 12
"""Cells around an area that the network looks at with it."""

LEAST_SCORE, LEAST_CHANCE = 1e-3, 1e-4
"""No peak, and no area, says more than this against a size."""

FIRM = (0.08, 0.2)
"""How firmly (in logarithms) a size that was noted alone is believed, width and height."""

Curve = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Measured:
    """What one photo says of the sizes: how well it looks (a logarithm of likelihood) under each of ``STEPS`` x
    ``TALL_STEPS``, and how many areas say so."""

    curve: Curve
    weight: float

    @classmethod
    def of(cls, sizes: Sizes, weight: float) -> Measured:
        """Returns what a photo says of which only its best sizes were noted: boxes of before have no more."""
        wide = (np.log(STEPS) - math.log(sizes.base)) / FIRM[0]
        high = (np.log(TALL_STEPS) - math.log(sizes.tall)) / FIRM[1]
        return cls(-0.5 * weight * (wide[:, None] ** 2 + high[None, :] ** 2), weight)

    def document(self) -> dict[str, Any]:
        """Returns what is kept of it in the folder of a box."""
        return {"curve": self.curve.tolist(), "weight": self.weight}

    @classmethod
    def read(cls, document: Any) -> Measured:
        """Returns what was kept, also by boxes of before; raises ValueError, TypeError or KeyError for others."""
        if isinstance(document, list):
            base, tall, weight = (float(value) for value in document)
            return cls.of(Sizes(base, tall), weight)
        curve = np.array(document["curve"], np.float64)
        if curve.shape != (len(STEPS), len(TALL_STEPS)) or not np.isfinite(curve).all():
            raise ValueError("measured: not a curve over the sizes that are tried")
        return cls(curve, float(document["weight"]))


def together(measured: Iterable[Measured]) -> Sizes:
    """Returns the sizes under which several photos together look best (the usual ones for none)."""
    told = [one for one in measured if one.weight > 0]
    if not told:
        return USUAL
    curve = np.sum([one.curve for one in told], axis=0)
    wide, high = np.unravel_index(int(curve.argmax()), curve.shape)
    return Sizes(_between(STEPS, curve[:, high], int(wide)), _between(TALL_STEPS, curve[wide], int(high)))


def _between(steps: Sequence[float], fits: Curve, at: int) -> float:
    """Returns the top of the parabola through the best step and its neighbours, in logarithms."""
    if not 0 < at < len(steps) - 1:
        return steps[at]
    low, middle, high = (float(fit) for fit in fits[at - 1 : at + 2])
    curve = low - 2 * middle + high
    off = 0.0 if curve >= -1e-6 else min(max(0.5 * (low - high) / curve, -0.5), 0.5)
    other = steps[at + (1 if off > 0 else -1)]
    return steps[at] * math.pow(other / steps[at], abs(off))


def measure(
    shown: Evidence,
    camera: Camera,
    on: Board,
    known: Mapping[str, Content],
    clock: Callable[[], float] = perf_counter,
) -> Measured:
    """Returns what a photo of a known position says of the sizes of its figures.

    ``known`` are the contents of its areas; the ``ASKED`` with most figures are looked at. A photo of no figures says
    nothing (weight 0).
    """
    legions = sorted(((a, c) for a, c in known.items() if _figures(c)), key=lambda one: -_figures(one[1]))[:ASKED]
    curve = np.full((len(STEPS), len(TALL_STEPS)), np.nan)
    if not legions:
        return Measured(np.zeros_like(curve), 0.0)
    begin = clock()
    for wide, base in enumerate(STEPS):
        usual = resized(shown, base)
        slow = wide > 0 and (clock() - begin) * len(STEPS) / wide > PATIENCE
        for high in (_usually_high(base),) if slow else range(len(TALL_STEPS)):
            sizes = Sizes(base, TALL_STEPS[high])
            curve[wide, high] = likelihood(usual, seen_from(camera, sizes), on, base, legions)
    return Measured(np.round(_filled(curve), 2), float(len(legions)))


def _figures(content: Content) -> int:
    return sum(sum(content.side(faction)) for faction in FACTIONS)


def _usually_high(base: float) -> int:
    return min(range(len(TALL_STEPS)), key=lambda n: abs(math.log(TALL_STEPS[n]) - TALL_AS_WIDE * math.log(base)))


def _filled(curve: Curve) -> Curve:
    """Returns a curve in which heights that were not tried are the less likely the farther they are from usual."""
    filled = curve.copy()
    for row, base in zip(filled, STEPS, strict=True):
        tried = row[_usually_high(base)]
        far = (np.log(TALL_STEPS) - TALL_AS_WIDE * math.log(base)) / FIRM[1]
        row[:] = np.where(np.isnan(row), tried - 0.5 * far**2, row)
    return filled


def likelihood(
    usual: Evidence, camera: Camera, on: Board, base: float, legions: Sequence[tuple[str, Content]]
) -> float:
    """Returns how well areas look like what is known to stand there; ``usual`` is the photo on the board whose
    millimetres are ``base`` real ones, and ``camera`` the one that sees it."""
    found = 0.0
    for area, content in legions:
        pieces = pieces_near(usual, camera, on.polygons[area] / base, AROUND)
        found += _looks_like([piece for piece in pieces if piece.sort in FIGURES], content)
    return found


def _looks_like(figures: Sequence[Piece], content: Content) -> float:
    """Returns how well the figures that an area may hold look like those that it does.

    So many of the highest peaks, one for each place, should score high and the next one low; and as many of these
    places as have leaders should look like leaders.
    """
    count = _figures(content)
    scores = [group[0].score for group in at_one_place(figures)]
    scores = [max(score, LEAST_SCORE) for score in scores] + [LEAST_SCORE] * (count + 1)
    there = math.fsum(math.log(score) for score in scores[:count]) + math.log(1 - min(scores[count], 1 - LEAST_SCORE))
    spots = sorted(spots_of(figures), key=lambda spot: -spot.chance)[:count]
    return there + sum(_leads(spots, faction, *content.side(faction)) for faction in FACTIONS)


def _leads(spots: Sequence[Spot], faction: str, units: int, leaders: int) -> float:
    """Returns the logarithm of how likely so many of a legion's figures are leaders, by the places where they stand."""
    if not units + leaders:
        return 0.0
    chances = np.ones(1)
    for spot in spots[: units + leaders]:
        odds = dict(spot.sorts)
        unit, leader = (odds.get(sort, 0.0) + LEAST_SCORE for sort in (faction, f"{faction}_leader"))
        chances = np.convolve(chances, (unit / (unit + leader), leader / (unit + leader)))
    for _ in range(units + leaders - len(spots)):
        chances = np.convolve(chances, (0.5, 0.5))
    return math.log(max(float(chances[leaders]), LEAST_CHANCE))
