"""How far a box leans to its leaders: what looks like leader and unit is, in some boxes, mostly the one or the other.

The network was taught boxes in which leaders are plainly lighter than their units, and others in which they are of the
same plastic; of a box it has never seen it does not know which it is. Its lessons tell: there it is known who leads.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from vision.contents import FACTIONS
from vision.figures.pieces import Piece
from vision.figures.reading import NO_LEANING, Leaning, spots_of
from vision.figures.trust import likeliest_shift
from vision.practice.shown import Known, Shown

FIRM, MOST = 3.0, 4.0
"""How many units (of logarithms of odds) a box may lean before its lessons have said so, and whatever they say."""

LEARNT_TOO = -1.0
"""What practice itself adds: what it learns of leaders it sees in units, too. Measured, as the other, on boxes of
tuning worlds that the network was not taught with."""

NEAR = 9.0
"""Millimetres between a known figure and the place where it was seen."""


def leaning_of(lessons: Iterable[tuple[Shown, Sequence[Piece]]]) -> Leaning:
    """Returns how far a box leans towards its leaders, by lessons and the peaks that the app's network found."""
    rows: dict[str, list[tuple[float, bool]]] = {faction: [] for faction in FACTIONS}
    for shown, peaks in lessons:
        spots = spots_of(peaks)
        for known in shown.pieces:
            faction = next((faction for faction in FACTIONS if known.sort.startswith(faction)), None)
            if faction is None or not spots:
                continue
            spot = min(spots, key=lambda spot: _apart(spot.x, spot.y, known))
            if _apart(spot.x, spot.y, known) > NEAR**2:
                continue
            chances = dict(spot.sorts)
            unit, leader = (chances.get(sort, 0.0) + 1e-6 for sort in (faction, f"{faction}_leader"))
            rows[faction].append((float(np.log(leader / unit)), known.sort != faction))
    harkonnen, atreides = (_fitted(rows[faction]) for faction in FACTIONS)
    return harkonnen, atreides


def _apart(x: float, y: float, known: Known) -> float:
    return (x - known.x) ** 2 + (y - known.y) ** 2


def _fitted(rows: Sequence[tuple[float, bool]]) -> float:
    """Returns what must be added to the logarithms of odds of being a leader that the known ones are likeliest.

    Nothing is taken from leaders for units that look like them: practice itself sees to these.
    """
    if len({leads for _, leads in rows}) < 2:
        return NO_LEANING[0]
    looks, leads = (np.array([row[n] for row in rows], np.float64) for n in (0, 1))
    return max(likeliest_shift(looks, leads, firm=FIRM, most=MOST), 0.0) + LEARNT_TOO
