"""Where the camera goes: a rectangle around what the step is about, inside the board's edges."""

from collections.abc import Iterable

from companion.web.drawing.geometry import HEIGHT, WIDTH, area_rings, label_points
from companion.web.drawing.view import Frame

MARGIN = 0.15
SMALLEST = (360.0, 235.0)
PIECE_REACH = 60.0


def frame_of(
    ids: Iterable[str], pieces_in: Iterable[str] = (), margin: float = MARGIN, smallest: tuple[float, float] = SMALLEST
) -> Frame | None:
    """Returns the rectangle around areas and air zones with ``margin`` added, or None when there are no ids.

    ``ids`` are shown whole; of ``pieces_in`` (where an arrow starts) only the piece must be seen. The result
    is never smaller than ``smallest`` (board units) and never outside the board. Raises KeyError for an
    unknown id.
    """
    boxes = [_box(one) for one in ids] + [_piece_box(one) for one in pieces_in]
    if not boxes:
        return None
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, bottom = max(b[2] for b in boxes), max(b[3] for b in boxes)
    width = min(WIDTH, max(smallest[0], (right - left) * (1 + margin)))
    height = min(HEIGHT, max(smallest[1], (bottom - top) * (1 + margin)))
    x = min(max(0.0, (left + right - width) / 2), WIDTH - width)
    y = min(max(0.0, (top + bottom - height) / 2), HEIGHT - height)
    return Frame(x, y, width, height)


def _box(one: str) -> tuple[float, float, float, float]:
    if one in area_rings():
        points = [point for ring in area_rings()[one] for point in ring]
        return (
            min(p[0] for p in points),
            min(p[1] for p in points),
            max(p[0] for p in points),
            max(p[1] for p in points),
        )
    return _piece_box(one)


def _piece_box(one: str) -> tuple[float, float, float, float]:
    x, y = label_points()[one]
    return x - PIECE_REACH, y - PIECE_REACH, x + PIECE_REACH, y + PIECE_REACH
