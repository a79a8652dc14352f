"""Outlines of the areas for drawing and for the camera: polygons, shared borders, air zones.

Coordinates are fractions of the board rectangle (x of its width, y of its height; width : height = ``aspect``).
"""

from functools import cache
from pathlib import Path

from companion.board.loader import DATA, BoardDataError, read_json
from companion.frozen import record

OUTLINE_FORMAT = "arrakis-outline/1"
Point = tuple[float, float]


@record
class Edge:
    """A border line between the areas ``left`` and ``right`` (None: edge of the board)."""

    points: tuple[Point, ...]
    left: str
    right: str | None
    impassable: bool
    sector_line: bool


@record
class AreaShape:
    """Polygon (closed, last point not repeated), label point and the free radius around it in board widths."""

    polygon: tuple[Point, ...]
    label: Point
    label_radius: float


@record
class Outline:
    """The whole drawing: shapes by area id, edges, air zones as centre and radius in board widths."""

    aspect: float
    areas: dict[str, AreaShape]
    edges: tuple[Edge, ...]
    air_zones: dict[str, tuple[Point, float]]
    seam_x: float
    pole: Point


@cache
def load_outline(path: Path = DATA / "board_outline.json") -> Outline:
    """Returns the checked outline; raises BoardDataError when a border names an unknown area."""
    document = read_json(path, OUTLINE_FORMAT)
    areas = {
        key: AreaShape(
            tuple((p[0], p[1]) for p in entry["polygon"]),
            (entry["label"][0], entry["label"][1]),
            entry["label_radius"],
        )
        for key, entry in sorted(document["areas"].items())
    }
    edges = []
    for key, entry in document["edges"].items():
        sides = {entry["left"], entry["right"]} - {None}
        if not sides <= set(areas):
            raise BoardDataError(f"{path.name}: edges.{key}: unknown area in {sorted(sides)}")
        edges.append(
            Edge(
                tuple((p[0], p[1]) for p in entry["points"]),
                entry["left"],
                entry["right"],
                entry["impassable"],
                entry["sector_line"],
            )
        )
    zones = {key: ((z["centre"][0], z["centre"][1]), z["radius"]) for key, z in sorted(document["air_zones"].items())}
    centre = document["pole"]["centre"]
    return Outline(document["aspect"], areas, tuple(edges), zones, document["seam_x"], (centre[0], centre[1]))


def contacts(outline: Outline) -> dict[tuple[str, str], float]:
    """Returns the length in board widths of the line that each pair of areas shares; pairs in alphabetical order."""
    shared: dict[tuple[str, str], float] = {}
    for edge in outline.edges:
        if edge.right is None:
            continue
        first, second = sorted((edge.left, edge.right))
        length = sum(
            ((ax - bx) ** 2 + ((ay - by) / outline.aspect) ** 2) ** 0.5
            for (ax, ay), (bx, by) in zip(edge.points, edge.points[1:], strict=False)
        )
        shared[first, second] = shared.get((first, second), 0.0) + length
    return shared
