"""Board units: the outline of ``companion.board`` scaled to 1431 x 1000, borders on a grid of whole units."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from companion.board import AREA_NUMBER, AREAS, SECTOR_MASK, area_code, load_outline
from companion.board.outline import Outline, Point

WIDTH, HEIGHT = 1431, 1000
TOLERANCE = 0.7
Line = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Border:
    """One simplified border line in board units; ``right`` is None at the edge of the board."""

    points: tuple[tuple[int, int], ...]
    left: str
    right: str | None
    impassable: bool
    sector_line: bool

    @property
    def sides(self) -> tuple[str | None, str | None]:
        """Ids of the areas on both sides."""
        return self.left, self.right


def units(point: Point) -> Point:
    """Returns board units for a point given in fractions of the board."""
    return point[0] * WIDTH, point[1] * HEIGHT


@cache
def outline() -> Outline:
    """Returns the checked outline in fractions of the board."""
    return load_outline()


def simplify(points: Sequence[tuple[int, int]], tolerance: float) -> Line:
    """Returns fewer points (Ramer, Douglas and Peucker); the ends stay, so neighbours keep one border."""
    if len(points) < 3:
        return list(points)
    farthest, at = -1.0, 0
    for index, point in enumerate(points[1:-1], 1):
        away = _distance(point, points[0], points[-1])
        if away > farthest:
            farthest, at = away, index
    if farthest <= tolerance:
        return [points[0], points[-1]]
    return simplify(points[: at + 1], tolerance)[:-1] + simplify(points[at:], tolerance)


def _distance(point: tuple[int, int], start: tuple[int, int], end: tuple[int, int]) -> float:
    """From a point to the line through two others, or to the one point when they are the same."""
    (x, y), (x0, y0), (x1, y1) = point, start, end
    span = math.hypot(x1 - x0, y1 - y0)
    if span == 0:
        return math.hypot(x - x0, y - y0)
    return abs((x1 - x0) * (y0 - y) - (x0 - x) * (y1 - y0)) / span


@cache
def borders() -> tuple[Border, ...]:
    """Returns every border once, simplified to ``TOLERANCE`` board units."""
    result = []
    for edge in outline().edges:
        grid = [(round(x), round(y)) for x, y in map(units, edge.points)]
        line = tuple(simplify(grid, TOLERANCE))
        result.append(Border(line, edge.left, edge.right, edge.impassable, edge.sector_line))
    return tuple(result)


def rings(lines: Iterable[Sequence[tuple[int, int]]]) -> list[Line]:
    """Returns the lines joined end to end into closed rings (last point not repeated).

    Raises ValueError when an end has no partner.
    """
    left = [list(line) for line in lines]
    result = []
    while left:
        ring = left.pop(0)
        while ring[0] != ring[-1]:
            for index, line in enumerate(left):
                if line[0] == ring[-1] or line[-1] == ring[-1]:
                    ring += line[1:] if line[0] == ring[-1] else line[-2::-1]
                    del left[index]
                    break
            else:
                raise ValueError(f"the border ends at {ring[-1]} without going on")
        result.append(ring[:-1])
    return result


@cache
def area_rings() -> dict[str, list[Line]]:
    """Returns the closed outline of each area, by id."""
    return {area: rings(b.points for b in borders() if area in b.sides) for area in sorted(AREA_NUMBER)}


@cache
def sector_path(sector: str) -> str:
    """Returns path data around a harvesting sector (ne, se, sw, nw, central)."""
    mask = SECTOR_MASK[sector]
    inside = {area for area, number in AREA_NUMBER.items() if mask >> number & 1}
    lines = [b.points for b in borders() if (b.left in inside) != (b.right in inside)]
    return "".join(path(ring) + "z" for ring in rings(lines))


@cache
def label_points() -> dict[str, Point]:
    """Returns the place of the name of each area and the centre of each air zone, by id, in board units."""
    points = {area: units(shape.label) for area, shape in outline().areas.items()}
    return points | {zone: units(centre) for zone, (centre, _) in outline().air_zones.items()}


@cache
def default_label(area: str) -> str:
    """Returns the printed name of an area, or its code (``NE 5``) when it has none."""
    number = AREA_NUMBER[area]
    return AREAS[number].name or area_code(number)


def has_name(area: str) -> bool:
    """True when the board prints a name in the area."""
    return AREAS[AREA_NUMBER[area]].name is not None


def path(points: Sequence[tuple[int, int]]) -> str:
    """Returns path data for a line through whole points, in relative steps.

    >>> path([(1, 2), (3, 2), (3, -1)])
    'M1 2l2 0 0-3'
    """
    x, y = points[0]
    out = [f"M{x} {y}l"]
    for index, (a, b) in enumerate(points[1:]):
        step = f"{a - x}{'' if b - y < 0 else ' '}{b - y}"
        out.append(step if index == 0 or step[0] == "-" else " " + step)
        x, y = a, b
    return "".join(out)


def contains(polygon: Sequence[Point], x: float, y: float) -> bool:
    """True when the point lies in the polygon (even-odd)."""
    inside = False
    xj, yj = polygon[-1]
    for xi, yi in polygon:
        if (yi > y) != (yj > y) and x < (xj - xi) * (y - yi) / (yj - yi) + xi:
            inside = not inside
        xj, yj = xi, yi
    return inside
