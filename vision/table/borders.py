"""The borders of a table's board: its owner puts nodes of them where they are printed, and the outlines follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from vision.board.nodes import nodes, shifts_of
from vision.board.registration import apply_homography, inverse
from vision.table.folder import Table

Check = dict[str, Any]


def move_nodes(table: Table, places: Mapping[str, tuple[float, float]]) -> Check:
    """Moves nodes of the borders to pixels of the first empty photo; the others go back to where the outlines were.

    ``n`` of them are elsewhere than the usual outlines have them, by ``mean_mm`` on average and ``most_mm`` at most.
    """
    if table.empty_map is None:
        return {"step": "outline", "ok": False, "code": "landmarks_needed"}
    usual, (left, right) = nodes(table.width), table.empty_map.halves()
    at = {}
    for name, pixel in places.items():
        if name not in usual:
            return {"step": "outline", "ok": False, "code": "unknown_landmark", "name": name}
        half = right if usual[name][0] >= table.board.seam else left
        x, y = apply_homography(inverse(half.homography), np.array([pixel], np.float64))[0]
        at[name] = (float(x), float(y))
    try:
        table.moved = shifts_of(table.width, at)
    except ValueError as far:
        return {"step": "outline", "ok": False, "code": "another_node", "name": str(far)}
    table.forget_outlines()
    return {"step": "outline", "ok": True, "code": "moved", **outline_error(table)}


def outline_error(table: Table) -> dict[str, float]:
    """Returns how many nodes are elsewhere than the usual outlines have them, and by how many mm."""
    far = [float(np.hypot(dx, dy)) for dx, dy in table.moved.values()]
    return {"n": len(far), "mean_mm": round(float(np.mean(far or [0])), 2), "most_mm": round(max(far, default=0.0), 2)}


def node_pixels(table: Table) -> dict[str, tuple[float, float]]:
    """Returns where the nodes of the borders are in pixels of the first empty photo, as this table has them."""
    if table.empty_map is None:
        return {}
    on, found = table.board, {}
    for name, (x, y) in nodes(table.width).items():
        dx, dy = table.moved.get(name, (0.0, 0.0))
        found[name] = table.empty_map.point(on, x + dx, y + dy)
    return found
