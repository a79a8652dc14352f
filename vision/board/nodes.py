"""Nodes of the printed borders: few places that a person can find on a photo, and the outlines moved to where they are.

Our outlines were drawn after traces and may be off by millimetres. Where an owner has put nodes, everything near them
moves along, farther away less: borders that areas share stay shared, and the edge of the board stays where it is.
"""

from collections.abc import Mapping
from functools import cache, lru_cache

import numpy as np

from vision.board.geometry import Board, Floats, board, drawn

MOST_NODES = 16
MOST_MM = 20.0
"""A node that is farther away from its place on the usual board is another node."""
LEAST_MM = 0.25
"""Less than this nobody can put a node more exactly than it is."""
REACH = 0.07
"""How far a node takes its surroundings along, in widths of the board."""
EDGE_MM = 6.0

Shift = tuple[str, float, float]
"""A node, and how many mm it is to the right and below its place on the usual board."""


@cache
def nodes(width: float) -> dict[str, tuple[float, float]]:
    """Returns the places in mm of the nodes of the usual board: where three areas or more meet, spread over it.

    A node is named after the areas that meet there, so that its name stays when outlines change.
    """
    on, meeting = board(width), dict[tuple[int, int], set[str]]()
    for area, ring in on.polygons.items():
        for x, y in np.round(ring * 10).astype(int):
            meeting.setdefault((int(x), int(y)), set()).add(area)
    found = {}
    for (x, y), areas in sorted(meeting.items()):
        at = (x / 10, y / 10)
        inside = EDGE_MM < at[0] < on.width - EDGE_MM and EDGE_MM < at[1] < on.height - EDGE_MM
        if len(areas) >= 3 and inside:
            found["+".join(sorted(areas))] = at
    names, places = list(found), np.array(list(found.values()))
    # The first nearest the middle, each further one as far as may be from those before.
    chosen = [int(np.argmin(np.hypot(*(places - (on.width / 2, on.height / 2)).T)))]
    far = np.full(len(names), np.inf)
    while len(chosen) < min(MOST_NODES, len(names)):
        far = np.minimum(far, np.hypot(*(places - places[chosen[-1]]).T))
        chosen.append(int(np.argmax(far)))
    return {names[n]: found[names[n]] for n in chosen}


def shifts_of(width: float, places: Mapping[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    """Returns how far nodes put at ``places`` (mm) are from where the usual board has them, those that are elsewhere.

    Raises KeyError for an unknown node, ValueError (its name) for one that is too far away to be the same.
    """
    usual, found = nodes(width), {}
    for name, (x, y) in places.items():
        dx, dy = x - usual[name][0], y - usual[name][1]
        if np.hypot(dx, dy) > MOST_MM:
            raise ValueError(name)
        if np.hypot(dx, dy) >= LEAST_MM:
            found[name] = (float(dx), float(dy))
    return found


def moved_board(width: float, shifts: Mapping[str, tuple[float, float]]) -> Board:
    """Returns the board of a width with its nodes moved by ``shifts``, both in mm."""
    return _moved(width, tuple(sorted((name, dx, dy) for name, (dx, dy) in shifts.items()))) if shifts else board(width)


@lru_cache(maxsize=8)
def _moved(width: float, shifts: tuple[Shift, ...]) -> Board:
    on, usual = board(width), nodes(width)
    reach = REACH * width
    # Nodes of other outlines than ours are passed over.
    known = [(usual[name], (dx, dy)) for name, dx, dy in shifts if name in usual]
    if not known:
        return on
    centres, moved = np.array([at for at, _ in known]), np.array([by for _, by in known])
    # Each node goes exactly where it was put, whatever its neighbours do.
    weights = np.linalg.solve(_near(centres, centres, reach) + 1e-9 * np.eye(len(known)), moved)

    def at(points: Floats) -> Floats:
        by = _near(points, centres, reach) @ weights
        for axis, end in ((0, on.width), (1, on.height)):
            on_edge = (np.abs(points[:, axis]) < 0.05) | (np.abs(points[:, axis] - end) < 0.05)
            by[on_edge, axis] = 0
        return np.asarray(points + by)

    def place(x: float, y: float) -> tuple[float, float]:
        ((u, v),) = at(np.array([[x, y]]))
        return float(u), float(v)

    polygons = {area: at(ring) for area, ring in on.polygons.items()}
    labels = {area: place(x, y) for area, (x, y) in on.labels.items()}
    zones = {zone: (*place(x, y), radius) for zone, (x, y, radius) in on.zones.items()}
    return drawn(on.width, on.height, on.seam, polygons, labels, zones)


def _near(points: Floats, centres: Floats, reach: float) -> Floats:
    apart = ((points[:, None, :] - centres[None]) ** 2).sum(axis=2)
    return np.asarray(np.exp(-apart / (2 * reach**2)))
