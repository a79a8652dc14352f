"""Where pieces and names stand: pieces near the label point and apart from each other, names where room is.

Pieces and names keep their size while the board zooms, so everything is laid out in pixels at one scale.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.board import ZONE_IDS
from companion.web.drawing.geometry import HEIGHT, WIDTH, area_rings, contains, default_label, has_name, label_points
from companion.web.drawing.pieces import Box, extent
from companion.web.drawing.view import AreaView, BoardView, Lod

# Where a whole legion stands better than at the label point, in board units (the five basins are crowded).
STAND = {
    "arrakeen": (20, 0),
    "arsunt": (-14, -4),
    "carthag": (4, -4),
    "cne_6": (-8, -8),
    "cne_9": (0, 4),
    "false_wall_south": (-50, 12),
    "hagga_basin": (-8, 30),
    "imperial_basin": (6, 16),
    "pasty_mesa": (0, -14),
    "rock_outcroppings": (0, 14),
    "shield_wall_east": (10, -26),
    "sihaya_ridge": (0, 12),
    "tasmin_sink": (4, 20),
}
FAR_SCALE = 0.3
REACH = {Lod.NEAR: 30.0, Lod.FAR: 9.0}
ROUNDS = 30
CHARACTER, LINE = 6.9, 13.0
LONGEST_LINE = 11
ROOM = 24.0
ZONE_RADIUS = {Lod.NEAR: 16.0, Lod.FAR: 10.0}
KEPT = 64
"""Layouts that are remembered: of the boards looked at last."""
# Shifts of the name of an empty area, nearest first.
FREE_SPOTS: tuple[tuple[float, float], ...] = (
    (0, 0),
    (0, 15),
    (0, -15),
    (16, 8),
    (-16, 8),
    (0, 26),
    (26, 0),
    (-26, 0),
    (0, -26),
    (20, -20),
    (-20, -20),
    (20, 22),
    (-20, 22),
    (0, 38),
    (0, -38),
    (38, 0),
    (-38, 0),
)
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PlacedName:
    """A name at a board point (x, y), shifted by pixels (dx, dy).

    ``late`` ones show only when the camera is close. ``box`` is the room it takes, in pixels at the layout
    scale.
    """

    area: str
    x: float
    y: float
    dx: float
    dy: float
    words: tuple[str, ...]
    named: bool
    late: bool
    box: Box


def anchors(view: BoardView, lod: Lod = Lod.NEAR) -> dict[str, Point]:
    """Returns the board point at which the pieces of each occupied area stand.

    Overlapping pieces move apart a little (at most ``REACH`` pixels), never out of their own area.
    """
    shown = tuple((a, v) for a, v in sorted(view.areas.items()) if not v.bare)
    return dict(_anchors(shown, FAR_SCALE if lod is Lod.FAR else view.scale, lod))


# Several devices look at one board, and most taps move nothing on it.
@lru_cache(maxsize=KEPT)
def _anchors(pieces: tuple[tuple[str, AreaView], ...], scale: float, lod: Lod) -> dict[str, Point]:
    shown = dict(pieces)
    home = {area: _home(area, piece) for area, piece in shown.items()}
    sizes = {area: _size(piece, lod) for area, piece in shown.items()}
    fixed = [_around(label_points()[zone], ZONE_RADIUS[lod], scale) for zone in ZONE_IDS]
    places = {area: (x * scale, y * scale) for area, (x, y) in home.items()}
    for _ in range(ROUNDS):
        if not _push_apart(places, sizes, fixed, home, scale, REACH[lod]):
            break
    return {area: (x / scale, y / scale) for area, (x, y) in places.items()}


def _home(area: str, piece: AreaView) -> Point:
    x, y = label_points()[area]
    dx, dy = STAND.get(area, (0, 0)) if piece.legion else (0, 0)
    return x + dx, y + dy


def _size(piece: AreaView, lod: Lod) -> Box:
    if lod is not Lod.FAR:
        return extent(piece)
    if piece.legion is None:
        return (-10 * max(1, len(piece.discs)), -10, 10 * max(1, len(piece.discs)), 10)
    return (-15, -11, 15, 11)


def _push_apart(
    places: dict[str, Point],
    sizes: Mapping[str, Box],
    fixed: Sequence[Box],
    home: Mapping[str, Point],
    scale: float,
    reach: float,
) -> bool:
    """Moves each overlapping piece half the overlap; True when anything moved."""
    moved, areas = False, list(places)
    boxes = [_at(places[area], sizes[area]) for area in areas]
    for index, area in enumerate(areas):
        for other, box in enumerate([*boxes, *fixed]):
            mine = boxes[index]
            if other == index or box[2] <= mine[0] or box[0] >= mine[2] or box[3] <= mine[1] or box[1] >= mine[3]:
                continue
            share = 0.5 if other < len(areas) else 1.0
            wide = (min(mine[2], box[2]) - max(mine[0], box[0])) * share
            high = (min(mine[3], box[3]) - max(mine[1], box[1])) * share
            if _move(places, area, _step(mine, box, wide, high), home[area], scale, reach):
                boxes[index] = _at(places[area], sizes[area])
                moved = True
    return moved


def _step(mine: Box, other: Box, wide: float, high: float) -> Point:
    if wide <= high:
        return (-wide if mine[0] + mine[2] <= other[0] + other[2] else wide, 0.0)
    return (0.0, -high if mine[1] + mine[3] <= other[1] + other[3] else high)


def _move(places: dict[str, Point], area: str, step: Point, home: Point, scale: float, reach: float) -> bool:
    x, y = places[area][0] + step[0], places[area][1] + step[1]
    hx, hy = home[0] * scale, home[1] * scale
    x, y = min(max(x, hx - reach), hx + reach), min(max(y, hy - reach), hy + reach)
    if not any(contains(ring, x / scale, y / scale) for ring in area_rings()[area]):
        return False
    if (x - places[area][0]) ** 2 + (y - places[area][1]) ** 2 < 0.04:
        return False
    places[area] = (x, y)
    return True


def piece_boxes(view: BoardView, places: Mapping[str, Point]) -> dict[str, Box]:
    """Returns the room that pieces and air zones take, in pixels at the layout scale, by area or zone id."""
    scale = view.scale
    boxes = {area: _at((x * scale, y * scale), extent(view.areas[area])) for area, (x, y) in places.items()}
    for zone in ZONE_IDS:
        boxes[zone] = _around(label_points()[zone], ZONE_RADIUS[Lod.NEAR], scale)
    return boxes


def place_names(view: BoardView, places: Mapping[str, Point], keep_clear: Sequence[Box] = ()) -> list[PlacedName]:
    """Returns a place for the name of each area: below, beside or above its pieces, clear of what is placed.

    Printed names come first and always show. Codes that find no room, or stand in an occupied area, are
    ``late``. ``keep_clear`` is room taken by arrows, in pixels at the layout scale.
    """
    pieces, labels = tuple(view.areas.items()), tuple(view.labels.items())
    return list(_names(pieces, labels, view.scale, tuple(places.items()), tuple(keep_clear)))


@lru_cache(maxsize=KEPT)
def _names(
    pieces: tuple[tuple[str, AreaView], ...],
    labels: tuple[tuple[str, str], ...],
    scale: float,
    stand: tuple[tuple[str, Point], ...],
    keep_clear: tuple[Box, ...],
) -> tuple[PlacedName, ...]:
    view, places = BoardView(areas=dict(pieces), labels=dict(labels), scale=scale), dict(stand)
    taken = piece_boxes(view, places) | {f"arrow {i}": box for i, box in enumerate(keep_clear)}
    order = sorted(label_points().keys() - set(ZONE_IDS), key=lambda a: _rank(a, view))
    out = []
    for area in order:
        named = has_name(area)
        words = wrapped(view.labels.get(area, default_label(area))) if named else (_code(view, area),)
        x, y = places.get(area, label_points()[area])
        spots = _spots(view.areas.get(area), words)
        cost, spot = _best((x * scale, y * scale), spots, words, area, taken, scale)
        late = not named and (cost > ROOM or area in places)
        box = _name_box((x * scale, y * scale), spot, words)
        if not late:
            taken["name " + area] = box
        out.append(PlacedName(area, x, y, spot[0], spot[1], words, named, late, box))
    return tuple(out)


def _rank(area: str, view: BoardView) -> tuple[bool, bool, str]:
    piece = view.areas.get(area)
    return not has_name(area), piece is None or piece.legion is None, area


def _code(view: BoardView, area: str) -> str:
    return view.labels.get(area, default_label(area))


def wrapped(name: str) -> tuple[str, ...]:
    """Returns a name in one line, or in two about equal ones when it is long.

    >>> wrapped("Bight of the Cliff")
    ('Bight of', 'the Cliff')
    """
    words = name.split()
    if len(name) <= LONGEST_LINE or len(words) < 2:
        return (name,)
    cuts = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return min(cuts, key=lambda pair: abs(len(pair[0]) - len(pair[1])))


def _name_size(words: Iterable[str]) -> Point:
    lines = list(words)
    return max(map(len, lines)) * CHARACTER + 2, LINE * len(lines)


def _spots(piece: AreaView | None, words: tuple[str, ...]) -> list[Point]:
    """Candidate shifts from the anchor to the middle of the name, best first."""
    w, h = _name_size(words)
    if piece is None or piece.bare:
        return list(FREE_SPOTS)
    left, top, right, bottom = extent(piece)
    below, above = bottom + 1 + h / 2, top - 2 - h / 2
    beside, back = right + 3 + w / 2, left - 3 - w / 2
    side = [(0.0, below), (beside, 2.0), (back, 2.0), (0.0, above)]
    slide = [(s * w / 4, y) for y in (below, above) for s in (1, -1, 2, -2)]
    return side + slide + [(beside, 14.0), (back, 14.0), (beside, -12.0), (back, -12.0), (0.0, below + 12)]


def _best(
    anchor: Point, spots: Sequence[Point], words: tuple[str, ...], area: str, taken: Mapping[str, Box], scale: float
) -> tuple[float, Point]:
    """Returns overlap (pixels²) and spot of the first spot that is free, or else of the least bad one."""
    best: tuple[float, Point] | None = None
    for spot in spots:
        box = _name_box(anchor, spot, words)
        cost = _overlap(box, area, taken) + 20 * off_board(box, scale)
        if cost <= 0:
            return cost, spot
        if best is None or cost < best[0]:
            best = (cost, spot)
    if best is None:
        raise ValueError("no candidate place for a name")
    return best


def _overlap(box: Box, area: str, taken: Mapping[str, Box]) -> float:
    left, top, right, bottom = box
    total = 0.0
    for key, (x0, y0, x1, y1) in taken.items():
        if x1 <= left or x0 >= right or y1 <= top or y0 >= bottom or key == area:
            continue
        total += (min(right, x1) - max(left, x0)) * (min(bottom, y1) - max(top, y0))
    return total


def _name_box(anchor: Point, spot: Point, words: tuple[str, ...]) -> Box:
    w, h = _name_size(words)
    x, y = anchor[0] + spot[0], anchor[1] + spot[1]
    return x - w / 2, y - h / 2, x + w / 2, y + h / 2


def _at(place: Point, size: Box) -> Box:
    return place[0] + size[0], place[1] + size[1], place[0] + size[2], place[1] + size[3]


def _around(point: Point, radius: float, scale: float) -> Box:
    x, y = point[0] * scale, point[1] * scale
    return x - radius, y - radius, x + radius, y + radius


def off_board(box: Box, scale: float) -> float:
    """Returns how many pixels of a box stick out of the board at a scale."""
    return max(0.0, -box[0]) + max(0.0, -box[1]) + max(0.0, box[2] - WIDTH * scale) + max(0.0, box[3] - HEIGHT * scale)
