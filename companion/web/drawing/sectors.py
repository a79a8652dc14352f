"""The sector view of the board: sectors outlined with their names, and each air zone tied to the sectors it serves."""

from collections.abc import Mapping
from functools import cache
from html import escape

from companion.board import AREA_IDS, SECTOR_MASK, SECTORS, ZONE_IDS, ZONE_SECTORS, members
from companion.board.outline import Point
from companion.web.drawing.geometry import HEIGHT, WIDTH, label_points, sector_path

ZONE_RADIUS = 26


@cache
def middle(sector: str) -> Point:
    """Returns the mean of the name places of a sector's areas, in board units."""
    places = [label_points()[AREA_IDS[area]] for area in members(SECTOR_MASK[sector])]
    return sum(x for x, _y in places) / len(places), sum(y for _x, y in places) / len(places)


def middle_area(sector: str) -> str:
    """Returns the id of the area whose name lies nearest to the middle of a sector: where its own flag stands."""
    x, y = middle(sector)
    areas = [AREA_IDS[area] for area in members(SECTOR_MASK[sector])]
    return min(areas, key=lambda one: (label_points()[one][0] - x) ** 2 + (label_points()[one][1] - y) ** 2)


def render_sectors(labels: Mapping[str, str]) -> str:
    """Returns ``<svg id="board-sectors">`` to lie between the ground and what can change; ``labels`` by sector id."""
    shapes = "".join(
        f'<path class="s{number % 2}" d="{sector_path(sector)}"/>' for number, sector in enumerate(SECTORS)
    )
    ties = "".join(_tie(zone, pair) for zone, pair in zip(ZONE_IDS, ZONE_SECTORS, strict=True))
    words = "".join(_label(sector, labels[sector]) for sector in SECTORS)
    return (
        f'<svg id="board-sectors" class="secs" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'aria-hidden="true" xmlns="http://www.w3.org/2000/svg">{shapes}{ties}{words}</svg>'
    )


def _tie(zone: str, pair: tuple[str, ...]) -> str:
    x, y = label_points()[zone]
    lines = "".join(f'<path class="tie" d="M{x:.0f} {y:.0f}L{u:.0f} {v:.0f}"/>' for u, v in map(middle, pair))
    return f'{lines}<circle class="zone" cx="{x:.0f}" cy="{y:.0f}" r="{ZONE_RADIUS}"/>'


def _label(sector: str, text: str) -> str:
    x, y = middle(sector)
    central = " c" if len(sector) > 2 else ""
    pin = f'<g class="pin"><text>{escape(text)}</text></g>'
    return f'<g class="lb{central}" transform="translate({x:.0f} {y:.0f})">{pin}</g>'
