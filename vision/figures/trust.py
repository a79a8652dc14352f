"""How far readings of this table are to be trusted, as its own photos showed: a correction of every confidence.

The curve of :mod:`vision.figures.confidence` was fitted on rendered photos. On a table whose photos were compared with
what really stood there, it is moved up or down by what came of that; what this table's pieces do not tell (leaders in
the shade of their units) or what nobody saw it read right (kinds of units) is said to be unknown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.contents import FACTIONS, VEHICLES, Content
from vision.figures.colours import CLASSES, Colours
from vision.figures.reading import NO_LEANING, Leaning

Row = tuple[float, bool, bool, float]
"""An area that was read and compared: logarithm of the odds of its confidence, whether it was read as holding
something, whether that was right, and how much it counts (1 of a photo that taught nothing)."""

UNPROVEN = (0.0, -1.0)
"""What is added for areas read as empty and as holding something before photos of a table have said more: of boxes
unlike those taught the latter were right less often than the curve says, by about this much."""

FIRM = 1.0
"""How many units of those logarithms a table may be off that before photos have said so."""

MOST_OFF = 4.0
ALIKE = 0.8
"""Two classes share colours when their densities overlap more than this (0: nothing in common, 1: the same)."""

PROVEN, ENOUGH = 0.85, 10
"""Kinds are told after so large a share of so many units was right."""

LEADERS_PROVEN, LEADERS_ENOUGH = 0.985, 60
LEADERS_DISPROVEN, LEADERS_SEEN = 0.95, 10
"""Leaders of a box that were taken for units, or units for them, so often among so many are not told."""

FLYERS_PROVEN, FLYERS_ENOUGH = 0.985, 10
"""Which vehicle flies is told after so large a share of so many of each was right: to the network the vehicles of some
boxes look like the other one, and surely so. That something flies it tells of all boxes."""


@dataclass(frozen=True, slots=True)
class Trust:
    """What is known of the readings of a table.

    ``shifts`` are added to the logarithm of the odds of areas read as empty and as holding something. ``untold`` are
    the factions whose leaders look like their units. ``kinds`` is how often the kind of a unit was right, None while
    too few were compared or too many were wrong. ``flyers`` tells whether each vehicle was told from the other.
    ``leaning`` is how far its box leans towards leaders.
    """

    shifts: tuple[float, float] = UNPROVEN
    untold: frozenset[str] = field(default_factory=frozenset)
    kinds: float | None = None
    flyers: bool = False
    leaning: Leaning = NO_LEANING

    def corrected(self, sure: float, content: Content) -> float:
        """Returns the confidence in a reading of this table."""
        shift = self.shifts[content.pieces > 0]
        return sure if shift == 0 else 1 / (1 + math.exp(-(odds(sure) + shift)))

    def leaders_told(self, content: Content) -> bool:
        """Whether what a content says of units and leaders can be told by their looks."""
        return not any(any(content.side(faction)) for faction in self.untold)


UNKNOWN = Trust()
"""Of a table that was never compared."""


def odds(sure: float) -> float:
    """Returns the logarithm of the odds of a probability, none of them endless."""
    sure = min(max(sure, 1e-9), 1 - 1e-9)
    return math.log(sure / (1 - sure))


def trust_of(rows: Iterable[Row], topics: Mapping[str, tuple[int, int]], colours: Colours | None) -> Trust:
    """Returns the trust that compared areas, counts by topic (right, of how many) and taught colours give."""
    held: tuple[list[Row], list[Row]] = ([], [])
    for row in rows:
        held[row[1]].append(row)
    kinds_right, kinds = topics.get("kinds", (0, 0))
    share = (kinds_right + 1) / (kinds + 2)
    return Trust(
        (shift_of(held[0], UNPROVEN[0]), shift_of(held[1], UNPROVEN[1])),
        _untold(*topics.get("leaders", (0, 0)), colours),
        share if kinds >= ENOUGH and share >= PROVEN else None,
        all(_flies_right(*topics.get(f"{vehicle}s", (0, 0))) for vehicle in VEHICLES),
    )


def _untold(right: int, n: int, colours: Colours | None) -> frozenset[str]:
    """Returns the factions whose leaders are not told from their units, by counts of right ones and by colours."""
    if n >= LEADERS_SEEN and right / n < LEADERS_DISPROVEN:
        return frozenset(FACTIONS)
    if colours is None or (n >= LEADERS_ENOUGH and right / n >= LEADERS_PROVEN):
        return frozenset()
    return frozenset(faction for faction in FACTIONS if alike(colours, faction) > ALIKE)


def _flies_right(right: int, n: int) -> bool:
    return n >= FLYERS_ENOUGH and right / n >= FLYERS_PROVEN


def shift_of(rows: Sequence[Row], usual: float = 0.0) -> float:
    """Returns the shift under which compared areas are likeliest, held back by how firm the ``usual`` one is.

    >>> shift_of([], -1.0)
    -1.0
    >>> shift_of([(2.0, True, True, 1.0)] * 40) > 0.5
    True
    """
    if not rows:
        return usual
    logits, right, weight = (np.array([row[n] for row in rows], np.float64) for n in (0, 2, 3))
    return likeliest_shift(logits, right, weight, usual=usual, firm=FIRM, most=MOST_OFF)


def likeliest_shift(
    logits: NDArray[np.float64],
    right: NDArray[np.float64],
    weight: NDArray[np.float64] | float = 1.0,
    *,
    usual: float = 0.0,
    firm: float,
    most: float,
) -> float:
    """Returns what must be added to logarithms of odds that what came of them (``right``, 0 or 1) is likeliest.

    It stays near the ``usual`` shift, the more so the less ``firm`` units it may be off, and within ``most`` of zero.
    """
    shift = usual
    for _ in range(30):
        chance = 1 / (1 + np.exp(-np.clip(logits + shift, -30, 30)))
        slope = float((weight * (right - chance)).sum()) - (shift - usual) / firm**2
        curve = float((weight * chance * (1 - chance)).sum()) + 1 / firm**2
        shift = min(max(shift + max(min(slope / curve, 1.0), -1.0), -most), most)
    return shift


def alike(colours: Colours, faction: str) -> float:
    """Returns how far the colours of a faction's leaders and units overlap; 0 while one of them was not taught."""
    units, leaders = (CLASSES.index(name) for name in (faction, f"{faction}_leader"))
    if not (colours.known[units] and colours.known[leaders]):
        return 0.0
    one, other = (colours.densities[k] / max(float(colours.densities[k].sum()), 1e-9) for k in (units, leaders))
    return float(np.sqrt(one * other).sum())
