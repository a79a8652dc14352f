"""Draws the bare board: one path an area, shared borders, hand-drawn terrain marks; seeded, always the same.

The result has no colours: classes are coloured by ``static/css/terrain.css`` through the ``--m-…`` tokens, so
one drawing serves both themes. It is written once by ``build`` and read by ``ground``.
"""

import math
import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from companion.board import AREA_NUMBER, AREAS, Terrain
from companion.board.outline import Point
from companion.web.drawing.geometry import (
    HEIGHT,
    WIDTH,
    Border,
    area_rings,
    borders,
    contains,
    outline,
    path,
    units,
)

SEED = 11
HIGH = (Terrain.MOUNTAIN, Terrain.PLATEAU)
TERRAIN_CLASS = {
    Terrain.DESERT: "t-d",
    Terrain.DEEP_DESERT: "t-dd",
    Terrain.MINOR_ERG: "t-e",
    Terrain.PLATEAU: "t-p",
    Terrain.MOUNTAIN: "t-m",
}
SAMPLING = 5


def terrain_of(area: str | None) -> Terrain | None:
    """Returns the terrain of an area, None beyond the edge of the board."""
    return None if area is None else AREAS[AREA_NUMBER[area]].terrain


def of_terrain(terrain: Terrain) -> list[str]:
    """Returns the ids of all areas of a terrain, in alphabetical order."""
    return [area for area in sorted(AREA_NUMBER) if terrain_of(area) is terrain]


@cache
def area_path(area: str) -> str:
    """Returns path data of the closed outline of an area."""
    return "".join(path(ring) + "z" for ring in area_rings()[area])


def rim(terrain: Terrain) -> list[Border]:
    """Returns the borders between a terrain and everything else."""
    return [b for b in borders() if (terrain_of(b.left) is terrain) != (terrain_of(b.right) is terrain)]


def sampled(lines: Iterable[Border]) -> list[Point]:
    """Returns points along borders, one every few units, to keep marks clear of them."""
    result = []
    for border in lines:
        for (a, b), (c, d) in zip(border.points, border.points[1:], strict=False):
            steps = max(1, int(math.hypot(c - a, d - b) / SAMPLING))
            result += [(a + (c - a) * t / steps, b + (d - b) * t / steps) for t in range(steps)]
    return result


def clearance(points: Sequence[Point], x: float, y: float) -> float:
    """Returns the distance to the nearest of some points."""
    return min(math.hypot(x - a, y - b) for a, b in points)


class Brush:
    """Scatters marks over a terrain with one stream of seeded chance; call its methods in a fixed order."""

    def __init__(self, seed: int = SEED) -> None:
        self.chance = random.Random(seed)
        self.shapes = {area: [units(p) for p in outline().areas[area].polygon] for area in sorted(outline().areas)}
        self.pole = units(outline().pole)

    def scatter(
        self, terrain: Terrain, gap: float, tries: int, edge: Sequence[Point] = (), margin: float = 0
    ) -> list[Point]:
        """Returns points in a terrain, ``gap`` apart at least and ``margin`` away from ``edge``."""
        names = of_terrain(terrain)
        boxes = {a: _bounds(self.shapes[a]) for a in names}
        weights = [(b[2] - b[0]) * (b[3] - b[1]) for b in boxes.values()]
        found: list[Point] = []
        for _ in range(tries):
            area = self.chance.choices(names, weights)[0]
            left, top, right, bottom = boxes[area]
            x, y = self.chance.uniform(left, right), self.chance.uniform(top, bottom)
            if not contains(self.shapes[area], x, y):
                continue
            if any((x - p) ** 2 + (y - q) ** 2 < gap * gap for p, q in found):
                continue
            if edge and clearance(edge, x, y) < margin:
                continue
            found.append((x, y))
        return found

    def peaks(self) -> tuple[str, str]:
        """Returns ridge marks as two paths: lit lines and shaded right flanks; taller away from the foot."""
        foot = sampled(rim(Terrain.MOUNTAIN))
        lit, shade = [], []
        for x, y in sorted(self.scatter(Terrain.MOUNTAIN, 27, 9000, foot, 11), key=lambda p: p[1]):
            size = min(1.25, 0.62 + clearance(foot, x, y) / 75) * self.chance.uniform(0.9, 1.12)
            w, h = 10 * size, 13 * size
            flank = f"l{w * 0.5:.0f} {h * 0.55:.0f} {w * 0.28:.0f}-{h * 0.2:.0f} {w * 0.62:.0f} {h * 0.7:.0f}"
            lit.append(f"M{x - w:.0f} {y + 4:.0f}l{w:.0f}-{h:.0f}{flank.replace('l', ' ')}")
            shade.append(f"M{x:.0f} {y + 4 - h:.0f}{flank}-{w * 0.9:.0f}-{h * 0.15:.0f}z")
        return "".join(lit), "".join(shade)

    def dunes(self, terrain: Terrain, gap: float, length: float, lift: float) -> str:
        """Returns short dune crests that follow the rings around the pole."""
        out = []
        for x, y in self.scatter(terrain, gap, 6000):
            turn = math.atan2(y - self.pole[1], x - self.pole[0]) + math.pi / 2
            turn += self.chance.uniform(-0.12, 0.12)
            span = length * self.chance.uniform(0.7, 1.25)
            dx, dy = math.cos(turn) * span, math.sin(turn) * span
            nx, ny = -math.sin(turn) * lift, math.cos(turn) * lift
            if dx < 0:
                dx, dy, nx, ny = -dx, -dy, -nx, -ny
            out.append(
                f"M{x - dx / 2:.0f} {y - dy / 2:.0f}q{dx / 4 - nx:.0f} {dy / 4 - ny:.0f} "
                f"{dx / 2:.0f} {dy / 2:.0f}"
                f"t{dx / 2:.0f} {dy / 2:.0f}"
            )
        return "".join(out)

    def barchans(self) -> str:
        """Returns crescent dunes of the minor ergs."""
        out = []
        for x, y in self.scatter(Terrain.MINOR_ERG, 26, 4000, sampled(rim(Terrain.MINOR_ERG)), 10):
            s = self.chance.uniform(0.75, 1.2)
            out.append(
                f"M{x - 8 * s:.0f} {y + 4 * s:.0f}q{8 * s:.0f}-{13 * s:.0f} {16 * s:.0f} 0"
                f"m-{13 * s:.0f}-1q{5 * s:.0f}-{5 * s:.0f} {10 * s:.0f} 0"
            )
        return "".join(out)

    def strata(self) -> str:
        """Returns the double lines of the plateaus."""
        out = []
        for x, y in self.scatter(Terrain.PLATEAU, 25, 6000, sampled(rim(Terrain.PLATEAU)), 9):
            span = self.chance.uniform(9, 20)
            out.append(f"M{x - span / 2:.0f} {y:.0f}h{span:.0f}m-{span * 0.7:.0f} 4h{span * 0.5:.0f}")
        return "".join(out)


def ground_markup() -> str:
    """Returns the drawing of the bare board as one ``<g id="b-ground">`` with its ``<defs>``, in board units.

    Areas are ``<path id="a-<area>">`` inside ``<g id="b-areas">``. The marks above them take no taps.
    """
    brush = Brush()
    lit, shade = brush.peaks()
    desert = brush.dunes(Terrain.DESERT, 34, 30, 3)
    deep = brush.dunes(Terrain.DEEP_DESERT, 23, 44, 5)
    erg, strata = brush.barchans(), brush.strata()
    mountains = "".join(area_path(a) for a in of_terrain(Terrain.MOUNTAIN))
    plateaus = "".join(area_path(a) for a in of_terrain(Terrain.PLATEAU))
    return f"""<g id="b-ground">
<defs>
<clipPath id="b-all"><path d="M0 0h{WIDTH}v{HEIGHT}H0z"/></clipPath>
<clipPath id="b-cm"><path d="{mountains}"/></clipPath>
<clipPath id="b-cp"><path d="{plateaus}"/></clipPath>
<path id="b-om" d="{_lines(rim(Terrain.MOUNTAIN))}"/>
<path id="b-op" d="{_lines(rim(Terrain.PLATEAU))}"/>
<path id="b-os" d="{_lines(b for b in borders() if b.sector_line or _pole(b))}"/>
<path id="b-ox" d="{_lines(b for b in borders() if b.impassable)}"/>
</defs>
<g id="b-areas">
{_areas()}
</g>
<g class="marks" clip-path="url(#b-all)">
<path class="k-d" d="{desert}"/>
<path class="k-dd" d="{deep}"/>
<path class="k-e" d="{erg}"/>
<g clip-path="url(#b-cp)"><use href="#b-op" class="pl1"/><use href="#b-op" class="pl2"/>
<path class="k-p" d="{strata}"/></g>
<g clip-path="url(#b-cm)"><use href="#b-om" class="mt1"/><use href="#b-om" class="mt2"/>
<use href="#b-om" class="mt3"/>
<path class="k-ms" d="{shade}"/><path class="k-m" d="{lit}"/></g>
{_border_lines()}
</g>
</g>"""


def _areas() -> str:
    groups = []
    for terrain, css in TERRAIN_CLASS.items():
        shapes = "\n".join(f'<path id="a-{area}" d="{area_path(area)}"/>' for area in of_terrain(terrain))
        groups.append(f'<g class="{css}">{shapes}</g>')
    return "\n".join(groups)


def _pole(b: Border) -> bool:
    return "north_pole" in b.sides


def _border_lines() -> str:
    def high(b: Border) -> bool:
        return any(terrain_of(side) in HIGH for side in b.sides)

    def plain(b: Border) -> bool:
        return b.right is not None and not b.sector_line and not _pole(b)

    def chosen(test: Callable[[Border], bool]) -> str:
        return _lines(b for b in borders() if test(b))

    return (
        f'<path class="l-low" d="{chosen(lambda b: plain(b) and not high(b))}"/>\n'
        f'<path class="l-hi" d="{chosen(lambda b: plain(b) and high(b))}"/>\n'
        '<use href="#b-os" class="l-s1"/><use href="#b-os" class="l-s2"/>\n'
        '<use href="#b-ox" class="l-x1"/><use href="#b-ox" class="l-x2"/>\n'
        f'<path class="l-rim" d="{chosen(lambda b: b.right is None)}"/>'
    )


def _lines(chosen: Iterable[Border]) -> str:
    return "".join(path(b.points) for b in chosen)


def _bounds(shape: Sequence[Point]) -> tuple[float, float, float, float]:
    xs, ys = [p[0] for p in shape], [p[1] for p in shape]
    return min(xs), min(ys), max(xs), max(ys)
