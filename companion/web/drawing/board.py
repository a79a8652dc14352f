"""Puts the board together: the bare ground once, and over it everything that a move can change.

The page holds one ``<svg class="map">`` made by `render_board`. After a change the server sends
`render_overlay` alone (60 kB, 6 kB compressed), with ``hx-swap-oob="true"``; htmx puts it in place of the old
``<svg id="board-over">`` and ``static/js/board.js`` glides the camera to its ``data-frame``.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape

from companion.board import AREA_IDS, AREA_NUMBER, ZONE_IDS
from companion.board.outline import Point
from companion.web.drawing import pieces
from companion.web.drawing.geometry import HEIGHT, WIDTH, default_label, label_points, sector_path
from companion.web.drawing.ground import ground
from companion.web.drawing.layout import ZONE_RADIUS, PlacedName, anchors, place_names
from companion.web.drawing.pieces import Box
from companion.web.drawing.view import AreaView, Arrow, BoardView, GlowKind, Lod

Links = Callable[[str], str | None]
GLOW_CLASS = {
    GlowKind.NEXT: "next",
    GlowKind.RIDE: "next ride",
    GlowKind.SELECTED: "sel",
    GlowKind.FROM_1: "from1",
    GlowKind.FROM_2: "from2",
    GlowKind.THREAT: "threat",
    GlowKind.SAFE: "safe",
    GlowKind.UNSEEN: "unseen",
}
CLEAR_START, CLEAR_END = 31.0, 46.0
WHOLE = f"0 0 {WIDTH} {HEIGHT}"


def render_board(view: BoardView, links: Links | None = None, sprite: str = "", between: str = "") -> str:
    """Returns the whole board as one ``<svg class="map">``: ground, links, names, pieces, glows, arrows.

    ``links(id)`` gives the address of an area or air zone, None for no link; without ``links`` there are
    none. ``sprite`` is the address of glyphs.svg (empty when the sprite is inside the page). The text is safe
    to insert as markup: every name and address in ``view`` is escaped. Put it once on a page (ids are
    unique). ``between`` lies over the ground and under the rest (``render_sectors``).
    """
    return (
        f'<svg class="map" viewBox="{WHOLE}" data-lod="{view.lod}" role="group" '
        f'aria-label="{escape(view.title)}">'
        f"{ground()}{between}{render_overlay(view, links, sprite)}</svg>"
    )


def render_overlay(view: BoardView, links: Links | None = None, sprite: str = "", swap_oob: bool = False) -> str:
    """Returns ``<svg id="board-over">``: all of the board that can change. ``swap_oob`` marks it for htmx."""
    near, far = anchors(view, Lod.NEAR), anchors(view, Lod.FAR)
    curves = [_curve(arrow, view, near) for arrow in view.arrows]
    names = place_names(view, near, [box for curve in curves for box in _arrow_room(curve, view.scale)])
    arrows = "".join(map(_arrow, view.arrows, curves))
    frames = f' data-frame="{view.frame or WHOLE}" data-wide-frame="{view.wide_frame or WHOLE}"'
    oob = ' hx-swap-oob="true"' if swap_oob else ""
    return (
        f'<svg id="board-over" class="over" width="{WIDTH}" height="{HEIGHT}" viewBox="{WHOLE}"{frames}{oob}>'
        f"{_sector(view)}{_glows(view)}{_links(view, links)}"
        f'<g class="names" aria-hidden="true">{"".join(map(_name, names))}</g>'
        f'<g class="pieces near" aria-hidden="true">{_pieces(view, near, Lod.NEAR, sprite)}</g>'
        f'<g class="pieces far" aria-hidden="true">{_pieces(view, far, Lod.FAR, sprite)}</g>'
        f'<g class="orders" aria-hidden="true">{arrows}</g>{_coming(view, near, sprite)}{_badges(view, near)}</svg>'
    )


def render_minimap() -> str:
    """Returns the small map that shows where the camera is; it reuses the board's areas on the same page."""
    return (
        f'<svg class="minimap" viewBox="{WHOLE}" aria-hidden="true"><use href="#b-areas"/>'
        '<rect class="vp" width="0" height="0" rx="12"/></svg>'
    )


def label(view: BoardView, one: str) -> str:
    """Returns the name of an area or zone in this view; a zone without a given name shows its id."""
    return view.labels.get(one) or (default_label(one) if one in AREA_NUMBER else one)


def _links(view: BoardView, links: Links | None) -> str:
    lit = {one: GLOW_CLASS[glow.kind] for glow in view.glows for one in glow.ids}
    out = []
    for one, (shape, facts) in _shapes().items():
        address = links(one) if links else None
        if address is None:
            if one in AREA_NUMBER:
                out.append(f'<g class="ar" {facts}>{shape}</g>')
            continue
        said = label(view, one)
        if (piece := view.areas.get(one)) is not None and piece.say:
            said += f": {piece.say}"
        if one in view.badges:
            said += f"; {view.badges[one]}"
        css = f"ar {lit[one]}" if one in lit else "ar"
        out.append(f'<a class="{css}" href="{escape(address)}" {facts} aria-label="{escape(said)}">{shape}</a>')
    return f'<g class="areas">{"".join(out)}</g>'


@cache
def _shapes() -> dict[str, tuple[str, str]]:
    """What is tapped at each area and air zone, and the attributes that say which and where it is."""
    found = {}
    for one in (*AREA_IDS, *ZONE_IDS):
        x, y = label_points()[one]
        pin = f'<g transform="translate({x:.0f} {y:.0f})"><circle class="pin" r="22"/></g>'
        shape = f'<use href="#a-{one}"/>' if one in AREA_NUMBER else pin
        found[one] = shape, f'data-area="{one}" data-p="{x:.0f} {y:.0f}"'
    return found


def _glows(view: BoardView) -> str:
    if not any(glow.ids for glow in view.glows):
        return ""
    out = []
    for glow in view.glows:
        css = f"gl {GLOW_CLASS[glow.kind]}"
        for one in glow.ids:
            if one in AREA_NUMBER:
                out.append(f'<use href="#a-{one}" class="{css}"/>')
            else:
                x, y = label_points()[one]
                out.append(f'<g transform="translate({x:.0f} {y:.0f})"><circle class="pin {css}" r="23"/></g>')
    veil = f'<rect class="veil" width="{WIDTH}" height="{HEIGHT}"/>'
    hatched = (GlowKind.THREAT, GlowKind.UNSEEN)
    hatch = HATCH if any(glow.kind in hatched and glow.ids for glow in view.glows) else ""
    return f'<g class="glows" aria-hidden="true">{hatch}{veil}{"".join(out)}</g>'


HATCH = (
    '<defs><pattern id="hatch" width="16" height="16" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="hatch" d="M0 0v16"/></pattern></defs>'
)
"""What fills areas that may be attacked: told without colour."""
COMING_SHAPES = {
    "harvester": '<rect x="-17" y="-17" width="34" height="34" rx="5"/>',
    "carryall": '<circle r="19"/>',
    "ornithopter": '<path d="M0 -23 23 0 0 23 -23 0z"/>',
}
"""Each kind of vehicle has a shape of its own, so that its places are told apart without colour."""


def _coming(view: BoardView, places: Mapping[str, Point], sprite: str) -> str:
    """The vehicles that the order of the step puts on the board, at their places."""
    out = []
    for one, glyph in view.coming.items():
        x, y = places.get(one, label_points()[one])
        drawn = COMING_SHAPES[glyph] + pieces.glyph(glyph, -11, -11, 22, sprite)
        out.append(pieces.pin(x, y, drawn, f"coming {glyph}"))
    return f'<g class="orders" aria-hidden="true">{"".join(out)}</g>' if out else ""


def _badges(view: BoardView, places: Mapping[str, Point]) -> str:
    """Short texts in pills, above the piece of their area: over everything else, for they are read on the way."""
    if not view.badges:
        return ""
    out = []
    for area, text in view.badges.items():
        x, y = places.get(area, label_points()[area])
        wide = 14 + 8.2 * len(text)
        pill = f'<rect x="{-wide / 2:.0f}" y="-48" width="{wide:.0f}" height="22" rx="11"/>'
        out.append(pieces.pin(x, y, f'{pill}<text y="-32">{escape(text)}</text>', "badge"))
    return f'<g class="badges" aria-hidden="true">{"".join(out)}</g>'


def _sector(view: BoardView) -> str:
    """The harvesting sector, dashed and tinted, and the target sietch in a frame."""
    target = "".join(
        f'<use href="#a-{area}" class="tgt"/>'
        for area, piece in view.areas.items()
        if piece.site is not None and piece.site.target
    )
    if view.harvesting_sector is None:
        return f'<g class="hsec" aria-hidden="true">{target}</g>' if target else ""
    d = sector_path(view.harvesting_sector)
    dashed = f'<path class="case" d="{d}"/><path class="ln" d="{d}"/>'
    return f'<g class="hsec" aria-hidden="true">{dashed}{target}</g>'


@lru_cache(maxsize=4096)
def _name(placed: PlacedName) -> str:
    top = placed.dy - 13 * len(placed.words) / 2 + 10.5
    lines = "".join(
        f'<text x="{placed.dx:.0f}" y="{top + 13 * i:.0f}">{escape(word)}</text>' for i, word in enumerate(placed.words)
    )
    css = "lb" if placed.named else "lb cd late" if placed.late else "lb cd"
    return pieces.pin(placed.x, placed.y, lines, css)


def _pieces(view: BoardView, places: Mapping[str, Point], lod: Lod, sprite: str) -> str:
    """Everything that stands on the board, from top to bottom, so that nearer pieces cover farther ones."""
    out = []
    for one in ZONE_IDS:
        x, y = label_points()[one]
        out.append((y, pieces.pin(x, y, pieces.zone(view.zones.get(one), lod, sprite), area=one)))
    for area, (x, y) in places.items():
        out.append((y, _piece(x, y, view.areas[area], lod, sprite, area)))
    return "".join(text for _, text in sorted(out, key=lambda item: item[0]))


# Most taps change one or two of them.
@lru_cache(maxsize=2048)
def _piece(x: float, y: float, view: AreaView, lod: Lod, sprite: str, area: str) -> str:
    return pieces.pin(x, y, pieces.composed(view, lod, sprite), area=area)


@dataclass(frozen=True, slots=True)
class _Curve:
    """An arrow in board units: from, control point, to; ``aim`` is the anchor of the piece it points at."""

    start: Point
    control: Point
    end: Point
    aim: Point

    @property
    def middle(self) -> Point:
        return (
            (self.start[0] + 2 * self.control[0] + self.end[0]) / 4,
            (self.start[1] + 2 * self.control[1] + self.end[1]) / 4,
        )

    @property
    def direction(self) -> float:
        return math.atan2(self.end[1] - self.control[1], self.end[0] - self.control[0])


def _curve(arrow: Arrow, view: BoardView, places: Mapping[str, Point]) -> _Curve:
    """The line of an arrow: it starts and ends clear of the pieces, at the scale the camera will have."""
    scale = max(view.scale, min(1.0, 390 / view.frame.width)) if view.frame else view.scale
    start, end = (places.get(i, label_points()[i]) for i in (arrow.start, arrow.end))
    dx, dy = end[0] - start[0], end[1] - start[1]
    control = (start[0] + end[0]) / 2 - dy * arrow.bend, (start[1] + end[1]) / 2 + dx * arrow.bend
    short = min(1.0, math.hypot(dx, dy) * scale / 130)
    off = CLEAR_START if arrow.start in AREA_NUMBER else ZONE_RADIUS[Lod.NEAR]
    return _Curve(
        _towards(start, control, short * off / scale), control, _towards(end, control, short * CLEAR_END / scale), end
    )


def _arrow_room(curve: _Curve, scale: float) -> list[Box]:
    """Room that head and number of an arrow take, in pixels at the layout scale: names keep out of it."""
    back = curve.direction + math.pi
    head = (curve.aim[0] * scale + math.cos(back) * CLEAR_END, curve.aim[1] * scale + math.sin(back) * CLEAR_END)
    number = curve.middle[0] * scale, curve.middle[1] * scale
    return [(x - 14, y - 14, x + 14, y + 14) for x, y in (head, number)]


def _arrow(arrow: Arrow, curve: _Curve) -> str:
    """Returns a curved arrow; head and number keep their size."""
    (x0, y0), (mx, my), (x1, y1) = curve.start, curve.control, curve.end
    css = ("on" if arrow.chosen else "alt") + (" theirs" if arrow.theirs else "")
    d = f"M{x0:.0f} {y0:.0f}Q{mx:.0f} {my:.0f} {x1:.0f} {y1:.0f}"
    head = "".join(f'<polygon class="{part}" points="12,0 -9,8.5 -9,-8.5"/>' for part in ("case", "hd"))
    out = (
        f'<g class="arw {css}"><path class="case" d="{d}"/><path class="ln" d="{d}"/><g transform="translate('
        f'{x1:.0f} {y1:.0f}) rotate({math.degrees(curve.direction):.0f})"><g class="pin">{head}</g></g></g>'
    )
    if arrow.number:
        badge = f'<g class="num {css}"><circle r="13"/><text y="5">{escape(arrow.number)}</text></g>'
        out += pieces.pin(*curve.middle, badge)
    return out


def _towards(point: Point, goal: Point, step: float) -> Point:
    dx, dy = goal[0] - point[0], goal[1] - point[1]
    far = math.hypot(dx, dy) or 1.0
    return point[0] + dx / far * step, point[1] + dy / far * step
