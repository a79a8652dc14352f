"""Pieces as SVG text at a constant size in pixels around the origin; `pin` puts them on the board.

Colour, shape and letter tell the faction; the shape of a pip is the base of the figure (UNIT-1). Every
function is pure. ``sprite`` is the address of the glyph file before ``#``, empty when the sprite is inside
the page.
"""

from collections.abc import Iterable
from dataclasses import replace
from html import escape

from companion.web.drawing.view import AreaView, Disc, Faction, LegionView, Lod, SiteKind, SiteView, Vehicle

BODY = {
    Faction.HARKONNEN: "M-20-19h40l7 7v24l-7 7h-40l-7-7v-24z",
    Faction.ATREIDES: "M-9-19.5H9A19.5 19.5 0 0 1 9 19.5H-9A19.5 19.5 0 0 1-9-19.5z",
}
FAR_BODY = {
    Faction.HARKONNEN: "M-10-10h20l4 4v12l-4 4h-20l-4-4v-12z",
    Faction.ATREIDES: "M-4-10H4A10 10 0 0 1 4 10H-4A10 10 0 0 1-4-10z",
}
PENNANT = "M0 0h11l-3 4.5 3 4.5H2.5V15H0z"
DISC_CLASS = {
    Disc.HARVESTER: "hv",
    Disc.WORMSIGN: "ws",
    Disc.SANDWORM: "sw",
    Disc.WILD_MAKER: "sw wm",
    Disc.STATION: "sn",
    Disc.ATOMICS: "at",
    Disc.CAMP: "dw cp",
    Disc.LAUNCHER: "dw",
    Disc.LONE_RIDER: "dw lone",
    Disc.RIDER: "dw",
    Disc.SUSPENSOR: "dw h",
}
SHAPE = {Disc.CAMP: "M0-18 20 13H-20z", Disc.SUSPENSOR: "M-13-9l4-4H9l4 4V9l-4 4H-9l-4-4z"}
"""Markers that are not round, for the usual radius."""
STACKED = frozenset({Disc.LAUNCHER, Disc.LONE_RIDER, Disc.RIDER, Disc.SUSPENSOR})
WORMS = frozenset({Disc.SANDWORM, Disc.WILD_MAKER})
USUAL, FAR_USUAL = 13.0, 9.0
RADIUS = {Disc.STATION: 9.0, Disc.WILD_MAKER: 16.0}
FAR_RADIUS = {Disc.STATION: 7.0, Disc.WILD_MAKER: 11.0}
Box = tuple[float, float, float, float]


def glyph(name: str, x: float, y: float, size: float, sprite: str) -> str:
    """Returns a glyph of the sprite with its upper left corner at x, y."""
    return f'<use href="{sprite}#g-{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'


def pin(x: float, y: float, inner: str, css: str = "", area: str = "") -> str:
    """Returns ``inner`` fixed at a board point at constant size: the style sheet scales ``.pin`` by 1/k.

    ``area`` makes the piece answer a tap in place of the area it stands in (with JavaScript).
    """
    mark = f' data-area="{area}"' if area else ""
    names = f"pin {css}".rstrip()
    return f'<g transform="translate({x:.0f} {y:.0f})"{mark}><g class="{names}">{inner}</g></g>'


def legion(view: LegionView, lod: Lod, sprite: str) -> str:
    """Returns the piece of a legion: letter, total, one pip a unit, pennants and tags; FAR: total only."""
    f = view.faction
    if lod is Lod.FAR:
        return (
            f'<g class="lg {f}"><path class="edge" d="{FAR_BODY[f]}"/><path class="body" d="{FAR_BODY[f]}"/>'
            f'<text x="-5" y="4.5" class="lt">{f.upper()}</text>'
            f'<text x="5" y="4.5" class="n">{view.units}</text></g>'
        )
    out = [
        f'<g class="lg {f}"><path class="edge" d="{BODY[f]}"/><path class="body" d="{BODY[f]}"/>'
        f'<text x="-10" y="1" class="lt">{f.upper()}</text>'
        f'<text x="5" y="3" class="n big">{view.units}</text>'
    ]
    pips = view.pips()
    left = -len(pips) * 3.8
    out += [glyph(kind, round(left + 7.6 * i, 1), 6.4, 7.4, sprite) for i, kind in enumerate(pips)]
    out.append(_leaders(view, sprite))
    return "".join(out) + "</g>"


def _leaders(view: LegionView, sprite: str) -> str:
    """Tags from the right edge inwards, then pennants behind them; more than three become a number. Escorts that
    joined are round, at the left edge."""
    out, right = [], 19.0
    for mark in view.named:
        out.append(
            f'<g transform="translate({right:g} -20)">'
            '<rect class="tag" x="-11" y="-8" width="22" height="16" rx="4"/>'
            f'<text y="4.2" class="nm">{escape(mark)}</text></g>'
        )
        right -= 24
    shown = view.generic if view.generic <= 3 else 1
    for _ in range(shown):
        out.append(f'<path class="pen" transform="translate({right - 2:g} -31)" d="{PENNANT}"/>')
        right -= 11
    if view.generic > shown:
        out.append(f'<text x="{right + 22:g}" y="-22" class="pn">{view.generic}</text>')
    for number in range(view.escorts):
        inner = glyph("escort", -8, -8, 16, sprite)
        place = f"translate(-33 {3 + 15 * number})"
        out.append(f'<g class="ds dw h" transform="{place}"><circle class="body" r="10.5"/>{inner}</g>')
    return "".join(out)


def site(view: SiteView, lod: Lod, sprite: str, above_legion: bool = False) -> str:
    """Returns the badge of a sietch (round) or settlement (square) with its rank or "?"."""
    rank = "?" if view.rank is None else str(view.rank)
    css = "a" if view.kind is SiteKind.SIETCH else "h"
    css += " open" if view.revealed else ""
    if lod is Lod.FAR:
        place = "translate(-15 -9) scale(.72)" if above_legion else "scale(.72)"
        shape = '<circle class="body" r="10"/>' if view.kind is SiteKind.SIETCH else SQUARE_FAR
        return f'<g class="st {css}" transform="{place}">{shape}{glyph(view.kind, -6.5, -6.5, 13, sprite)}</g>'
    place = "translate(-21 -23)" if above_legion else "translate(0 -4)"
    corner = "9.5" if view.kind is SiteKind.SIETCH else "3"
    return (
        f'<g class="st {css}" transform="{place}"><rect class="body" x="-17" y="-9.5" width="34" height="19" '
        f'rx="{corner}"/>{glyph(view.kind, -13, -6.5, 13, sprite)}<text x="8" y="4.6">{rank}</text></g>'
    )


SQUARE_FAR = '<rect class="body" x="-10" y="-10" width="20" height="20" rx="4"/>'


def disc(kind: Disc, sprite: str, radius: float = USUAL, x: float = 0, y: float = 0, many: int = 1) -> str:
    """Returns a marker: wormsign dashed, worms filled, station and harvester with an edge; ``many`` from two on."""
    inner = glyph(kind.glyph, round(-radius * 0.72, 1), round(-radius * 0.72, 1), round(radius * 1.44, 1), sprite)
    if kind is Disc.CAMP:
        inner = f'<text y="{radius * 0.7:g}" class="q">?</text>'
    place = f' transform="translate({x:g} {y:g})"' if x or y else ""
    body = f'<circle class="body" r="{radius:g}"/>'
    if kind in SHAPE:
        scale = "" if radius == USUAL else f' transform="scale({radius / USUAL:.2f})"'
        body = f'<path class="body" d="{SHAPE[kind]}"{scale}/>'
    tip = ""
    if many > 1:
        tip = f'<g transform="translate({radius:g} {radius * 0.7:g})"><circle class="cnt" r="8.5"/>'
        tip += f'<text y="4.6" class="cn">{many}</text></g>'
    return f'<g class="ds {DISC_CLASS[kind]}"{place}>{body}{inner}{tip}</g>'


def zone(vehicle: Vehicle | None, lod: Lod, sprite: str) -> str:
    """Returns an air zone: a dashed ring with a plus when empty, a disc with the vehicle when not."""
    radius = 10 if lod is Lod.FAR else 15
    ring = f'<circle class="ring" r="{radius}"/>'
    if vehicle is None:
        arm = radius / 2
        return f'<g class="az">{ring}<path class="cr" d="M-{arm:g} 0h{radius}M0-{arm:g}v{radius}"/></g>'
    return f'<g class="az on">{ring}{glyph(vehicle, -radius * 0.7, -radius * 0.7, radius * 1.4, sprite)}</g>'


def target(lod: Lod, sprite: str, above_legion: bool) -> str:
    """Returns the mark of the target sietch (MAHDI-START-2), at the lower right of what stands there."""
    radius = 7 if lod is Lod.FAR else 9.5
    x, y = TARGET_SPOT[lod is Lod.FAR, above_legion]
    inner = glyph("target", -radius * 0.68, -radius * 0.68, radius * 1.36, sprite)
    return f'<g class="ds tg" transform="translate({x} {y})"><circle class="body" r="{radius}"/>{inner}</g>'


TARGET_SPOT = {(True, True): (13, 9), (True, False): (9, 7), (False, True): (27, 17), (False, False): (21, 5)}


def composed(view: AreaView, lod: Lod, sprite: str) -> str:
    """Returns everything in an area around one origin: discs behind, then legion, site badge, target mark."""
    out = []
    spots = disc_spots(view, lod)
    for (kind, many), (x, y, r) in zip(stacks(view.discs), spots, strict=True):
        out.append(disc(kind, sprite, r, x, y, many))
    if view.legion is not None:
        out.append(legion(view.legion, lod, sprite))
    if view.site is not None:
        out.append(site(view.site, lod, sprite, view.legion is not None))
        if view.site.target:
            out.append(target(lod, sprite, view.legion is not None))
    return "".join(out)


def stacks(discs: tuple[Disc, ...]) -> list[tuple[Disc, int]]:
    """Returns markers of an area as they are drawn, with how many each stands for: several of a troop are one."""
    found: list[tuple[Disc, int]] = []
    for kind in discs:
        if kind not in STACKED:
            found.append((kind, 1))
        elif all(other is not kind for other, _many in found):
            found.append((kind, discs.count(kind)))
    return found


def disc_spots(view: AreaView, lod: Lod) -> list[tuple[float, float, float]]:
    """Returns x, y and radius of each of ``stacks``: in a row, or at the right edge of what else stands there.

    A rider beside a worm stands at its rim and takes no room in the row.
    """
    far = lod is Lod.FAR
    kinds = [kind for kind, _many in stacks(view.discs)]
    if Disc.RIDER in kinds and (worm := next((kind for kind in kinds if kind in WORMS), None)) is not None:
        on_foot = replace(view, discs=tuple(kind for kind in view.discs if kind is not Disc.RIDER))
        spots = disc_spots(on_foot, lod)
        x, y, r = spots[[kind for kind, _many in stacks(on_foot.discs)].index(worm)]
        spots.insert(kinds.index(Disc.RIDER), (x + 0.8 * r, y - 0.8 * r, 0.7 * r))
        return spots
    radii = [(FAR_RADIUS if far else RADIUS).get(kind, FAR_USUAL if far else USUAL) for kind in kinds]
    if view.legion is not None or view.site is not None:
        start = (13.0 if far else 31.0) if view.legion else (10.0 if far else 22.0)
        return [(start + i * (9 if far else 19), 4.0 if far else 7.0, r) for i, r in enumerate(radii)]
    gap = 17.0 if far else 25.0
    first = -gap * (len(radii) - 1) / 2
    lift = -8.0 if view.discs == (Disc.STATION,) and not far else 0.0
    return [(first + i * gap, lift, r) for i, r in enumerate(radii)]


def extent(view: AreaView, lod: Lod = Lod.NEAR) -> Box:
    """Returns left, top, right, bottom in pixels around the origin of what `composed` draws."""
    boxes: list[Box] = [(x - r - 1, y - r - 1, x + r + 1, y + r + 1) for x, y, r in disc_spots(view, lod)]
    if view.legion is not None:
        top = -20.0
        if view.legion.generic or view.legion.named or view.site is not None:
            top = -33.0
        boxes.append((-45 if view.legion.escorts else -28, top, 31 if view.legion.named else 28, 21))
        if view.site is not None:
            boxes.append((-39, -33, -4, -13))
    elif view.site is not None:
        boxes.append((-18, -14, 18, 6))
    if view.site is not None and view.site.target:
        x, y = TARGET_SPOT[False, view.legion is not None]
        boxes.append((x - 10, y - 10, x + 10, y + 10))
    return union(boxes)


def union(boxes: Iterable[Box]) -> Box:
    """Returns the box around boxes; an empty one at the origin when there are none."""
    every = list(boxes) or [(0.0, 0.0, 0.0, 0.0)]
    return (min(b[0] for b in every), min(b[1] for b in every), max(b[2] for b in every), max(b[3] for b in every))
