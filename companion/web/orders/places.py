"""The places of an order, one row each: what comes there, how it looks, how full it gets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.content.terms import VehicleKind
from companion.rules.army import NOBODY, Army
from companion.rules.state import HARKONNEN, State
from companion.service.differences import SUPPLY, Carry, Difference, Piece, Place, Where
from companion.web.say import _, ngettext
from companion.web.words import names
from companion.web.words.records import Pips, PlaceRow

VEHICLES: Mapping[Piece, VehicleKind] = {
    Piece.HARVESTER: VehicleKind.HARVESTER,
    Piece.CARRYALL: VehicleKind.CARRYALL,
    Piece.ORNITHOPTER: VehicleKind.ORNITHOPTER,
}
GLYPHS = (
    ("regular", "regular"),
    ("elite", "elite"),
    ("special", "special"),
    ("tokens", "token"),
    ("generic", "leader"),
)


@dataclass(slots=True)
class _Here:
    """What an order does at one place of the board. ``leaders``: some who are not named yet."""

    place: Place
    comes: Army = NOBODY
    replaced: Army = NOBODY
    leaves: Army = NOBODY
    sources: list[Place] = field(default_factory=list)
    vehicles: list[VehicleKind] = field(default_factory=list)
    leaders: int = 0


def place_rows(
    state: State, changes: Sequence[Difference], leaders: Mapping[int, int] | None = None
) -> tuple[PlaceRow, ...]:
    """Returns a row for each area and air zone into which the changes bring figures or vehicles, in their order.

    ``leaders``: how many leaders come into an area of whom only the options say who they are.
    """
    found: dict[Place, _Here] = {}
    for one in changes:
        if isinstance(one, Carry) and one.target.where in (Where.AREA, Where.ZONE):
            _comes(found.setdefault(one.target, _Here(one.target)), one)
    for area, number in (leaders or {}).items():
        place = Place(Where.AREA, area)
        found.setdefault(place, _Here(place)).leaders = number
    for one in changes:
        if isinstance(one, Carry) and one.source in found:
            _leaves(found[one.source], one)
    return tuple(_row(state, here) for here in found.values() if _counts(here))


def _counts(here: _Here) -> bool:
    """Tokens alone are left behind by a legion that moves: its order says of which colour they are."""
    return bool(here.comes - Army(tokens=here.comes.tokens) or here.vehicles or here.leaders)


def _comes(here: _Here, one: Carry) -> None:
    if one.piece is Piece.FIGURES and one.faction is HARKONNEN:
        here.comes += one.figures
    elif one.piece is Piece.LEADER:
        here.comes += Army(named=(one.leader,))
    elif one.piece in VEHICLES:
        here.vehicles.append(VEHICLES[one.piece])
    else:
        return
    if one.source.where is Where.AREA and one.source not in here.sources:
        here.sources.append(one.source)


def _leaves(here: _Here, one: Carry) -> None:
    if one.piece is Piece.LEADER:
        here.leaves += Army(named=(one.leader,))
    elif one.piece is Piece.FIGURES and one.faction is HARKONNEN:
        here.leaves += one.figures
        here.replaced += one.figures if one.target == SUPPLY else NOBODY


def _row(state: State, here: _Here) -> PlaceRow:
    number = here.place.number or 0
    if here.place.where is Where.ZONE:
        return PlaceRow(_what(here), zone=number, name=names.capital(names.zone_name(number)), added=_shapes(here))
    legion = state.army(HARKONNEN, number) or NOBODY
    stays = legion - here.leaves if legion.covers(here.leaves) else legion
    figures = bool(here.comes or here.leaders)
    return PlaceRow(
        _what(here),
        area=number,
        name=names.area_name(number),
        fill=_fill(state, stays.units + here.comes.units) if figures else "",
        there=pips(stays) if figures else (),
        there_say=_("there: %(figures)s", figures=names.figures_line(stays, HARKONNEN)) if figures and stays else "",
        leaves=pips(here.replaced),
        added=_shapes(here),
    )


def _what(here: _Here) -> str:
    figures = names.figure_list(here.comes, HARKONNEN)
    if here.leaders:
        figures.append(ngettext("%(num)d leader", "%(num)d leaders", here.leaders))
    if here.replaced and figures:
        figures = [becomes(here.replaced, here.comes)]
    elif here.sources:
        facts = {"figures": ", ".join(figures), "area": names.area_names(one.number or 0 for one in here.sources)}
        figures = [_("%(figures)s from %(area)s", **facts)]
    vehicles = [names.vehicles(kind, here.vehicles.count(kind)) for kind in VehicleKind if kind in here.vehicles]
    return ", ".join([*figures, *vehicles])


def becomes(old: Army, new: Army) -> str:
    """Returns which figures take the place of which."""
    facts = {"old": names.figures_line(old, HARKONNEN), "new": names.figures_line(new, HARKONNEN)}
    return ngettext("%(old)s becomes %(new)s", "%(old)s become %(new)s", old.units, **facts)


def _shapes(here: _Here) -> Pips:
    shapes = [*pips(here.comes), *((kind.value, here.vehicles.count(kind)) for kind in VehicleKind)]
    if here.leaders:
        shapes.append(("named", here.leaders))
    return tuple(one for one in shapes if one[1])


def pips(army: Army) -> Pips:
    """Returns the figures of a legion as shapes."""
    found = [(glyph, getattr(army, kind)) for kind, glyph in GLYPHS]
    return tuple(one for one in [*found, ("named", len(army.named))] if one[1])


def _fill(state: State, units: int) -> str:
    """STACK-1: how many units stand there then, and how many may."""
    limit = state.stacking_limit(HARKONNEN)
    facts = {"units": units, "limit": limit}
    return _("%(units)s of %(limit)s, full", **facts) if units == limit else _("%(units)s of %(limit)s", **facts)
