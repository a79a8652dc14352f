"""Words for pieces that are carried: figures, leaders, vehicles, worms, tokens of places."""

from collections.abc import Iterable

from companion.content import LEADERS
from companion.content.terms import Faction
from companion.rules.army import NOBODY, Army
from companion.rules.state import WILD_MAKER
from companion.service.differences import FACE_UP, SUPPLY, Adjust, Carry, Piece, Place, Setting, Where
from companion.service.telling import Line
from companion.web.say import _
from companion.web.words import names
from companion.web.words.changes.record import Change, Open, Wording
from companion.web.words.history.lines import history_line

GLYPHS = {
    Piece.HARVESTER: "harvester",
    Piece.ORNITHOPTER: "ornithopter",
    Piece.CARRYALL: "carryall",
    Piece.WORMSIGN: "wormsign",
    Piece.SANDWORM: "sandworm",
    Piece.WILD_MAKER: "wild-maker",
    Piece.STATION: "station",
    Piece.SIETCH: "sietch",
    Piece.SETTLEMENT: "settlement",
    Piece.ESCORT: "escort",
    Piece.SUSPENSOR: "suspensor",
    Piece.LAUNCHER: "launcher",
    Piece.SANDRIDER: "sandrider",
    Piece.CAMP: "camp",
}
OWNERS = {
    Piece.HARVESTER: Faction.HARKONNEN,
    Piece.ORNITHOPTER: Faction.HARKONNEN,
    Piece.CARRYALL: Faction.HARKONNEN,
    Piece.SETTLEMENT: Faction.HARKONNEN,
    Piece.SIETCH: Faction.ATREIDES,
    Piece.ESCORT: Faction.HARKONNEN,
    Piece.SUSPENSOR: Faction.HARKONNEN,
    Piece.LAUNCHER: Faction.ATREIDES,
    Piece.SANDRIDER: Faction.ATREIDES,
    Piece.CAMP: Faction.ATREIDES,
}
DESERT_WAR = (Piece.ESCORT, Piece.SUSPENSOR, Piece.LAUNCHER, Piece.SANDRIDER, Piece.CAMP)
"""The pieces of the expansion."""


def seen(left: Open) -> list[Change]:
    """What the app rolled or drew."""
    found = []
    for one in left.shown():
        line = history_line(one.event, by_people=not left.solo)
        found.append(Change(line.title, line.detail, line.glyph, line.faction, tells=left.take(one), seen=True))
    return found


def places(left: Open) -> list[Change]:
    """Sietches, settlements and stations, and which side of a sietch token is up."""
    found = []
    for one in left.carried(Piece.SIETCH, Piece.SETTLEMENT, Piece.STATION):
        if one.target == SUPPLY:
            title = _("%(piece)s off the board", piece=piece_name(one.piece))
            where = names.area_name(one.source.number or 0)
            found.append(_change(title, where, GLYPHS[one.piece], OWNERS.get(one.piece), one, left.take(one)))
        else:
            found.append(_piece(left, one))
    for side in left.all(Setting.SIETCH_SIDE):
        spot = side.area or 0
        area = names.area_name(spot)
        title = _("Sietch token in %(area)s face up, rank %(rank)s", area=area, rank=side.after)
        if side.after in (None, FACE_UP):
            up = _("facedown") if side.after is None else _("face up")
            title = _("Sietch token in %(area)s %(side)s", area=area, side=up)
        found.append(Change(title, "", "sietch", Faction.ATREIDES, (spot,), tells=left.take(side)))
    return found


def legions(left: Open) -> list[Change]:
    """Figures, with the named leaders who go the same way; units that others replace are one line."""
    found = [change for faction in Faction for change in _replaced(left, faction)]
    for one in left.carried(Piece.FIGURES):
        faction = one.faction or Faction.HARKONNEN
        along = [other for other in left.carried(Piece.LEADER) if _same_way(one, other)]
        army = one.figures + Army(named=tuple(sorted(other.leader for other in along)))
        pools = _pools(left, one)
        way = _way(one)
        if pools:
            colours = {pool.what: _moved(pool) for pool in pools}
            facts = {
                "way": way,
                "black": colours.get(Setting.BLACK_TOKENS, 0),
                "silver": colours.get(Setting.SILVER_TOKENS, 0),
            }
            way = _("%(way)s: %(black)s black, %(silver)s silver", **facts) if one.faction is Faction.HARKONNEN else way
        title = names.capital(names.figures_line(army, faction))
        found.append(_change(title, way, _glyph(army), faction, one, left.take(one, *along, *pools)))
    return found


def _replaced(left: Open, faction: Faction) -> list[Change]:
    """UNIT-1: as many units of another kind come from the supply as go there."""
    found = []
    figures = [one for one in left.carried(Piece.FIGURES) if one.faction is faction and not one.figures.tokens]
    for old in figures:
        for new in figures:
            if old.target == SUPPLY == new.source and old.source == new.target and old.count == new.count:
                facts = {
                    "old": names.figures_line(old.figures, faction),
                    "new": names.figures_line(new.figures, faction),
                }
                area = names.area_name(old.source.number or 0)
                title = _("%(new)s for %(old)s", **facts)
                found.append(_change(title, area, _glyph(new.figures), faction, old, left.take(old, new)))
                break
    return found


def _same_way(figures: Carry, leader: Carry) -> bool:
    ways = (leader.source, leader.target) == (figures.source, figures.target)
    return ways and LEADERS[leader.leader].faction is figures.faction


def _pools(left: Open, one: Carry) -> list[Adjust]:
    """The pools that the only tokens carried come from or go to: their line says it."""
    if not one.figures.tokens:
        return []
    others = [other for other in left.carried(Piece.FIGURES) if other.faction is one.faction and other.figures.tokens]
    sorts = (
        (Setting.BLACK_TOKENS, Setting.SILVER_TOKENS)
        if one.faction is Faction.HARKONNEN
        else (Setting.ATREIDES_TOKENS,)
    )
    pools = left.all(*sorts)
    adds_up = sum(map(_moved, pools)) == one.figures.tokens
    return pools if len(others) == 1 and SUPPLY in (one.source, one.target) and adds_up else []


def _moved(pool: Adjust) -> int:
    return abs(int(pool.before or 0) - int(pool.after or 0))


def leaders(left: Open) -> list[Change]:
    """Named leaders who go their own way: to the tank, into the game, out of it."""
    found = []
    for one in left.carried(Piece.LEADER, Piece.WILD_MAKER):
        leader = one.leader or WILD_MAKER
        found.append(
            _change(names.leader_name(leader), _way(one), "named", LEADERS[leader].faction, one, left.take(one))
        )
    for card in left.all(Setting.LEADER_CARD):
        side = _("face up") if card.after else _("facedown")
        title = _("Card of %(leader)s %(side)s", leader=names.leader_name(card.subject), side=side)
        whose = LEADERS[card.subject].faction if card.subject in LEADERS else Faction.ATREIDES
        found.append(Change(title, "", "named", whose, tells=left.take(card)))
    return found


def vehicles(left: Open) -> list[Change]:
    """Vehicles, wormsigns and sandworms."""
    kinds = (Piece.HARVESTER, Piece.ORNITHOPTER, Piece.CARRYALL, Piece.WORMSIGN, Piece.SANDWORM)
    return [_piece(left, one) for one in left.carried(*kinds, *DESERT_WAR)]


def _piece(left: Open, one: Carry) -> Change:
    return _change(piece_name(one.piece), _way(one), GLYPHS[one.piece], OWNERS.get(one.piece), one, left.take(one))


def piece_name(piece: Piece) -> str:
    """Returns what a piece that is neither figure nor leader is called; raises KeyError."""
    known: dict[Piece, str] = {
        Piece.HARVESTER: _("Harvester"),
        Piece.ORNITHOPTER: _("Ornithopter"),
        Piece.CARRYALL: _("Carryall"),
        Piece.WORMSIGN: _("Wormsign, facedown"),
        Piece.SANDWORM: _("Sandworm"),
        Piece.WILD_MAKER: _("Wild Maker"),
        Piece.STATION: _("Testing station"),
        Piece.SIETCH: _("Sietch token"),
        Piece.SETTLEMENT: _("Settlement"),
        Piece.ESCORT: names.word("exp_escort_ornithopter"),
        Piece.SUSPENSOR: names.word("exp_suspensor_trooper"),
        Piece.LAUNCHER: names.word("exp_rocket_launcher"),
        Piece.SANDRIDER: names.word("exp_sandrider"),
        Piece.CAMP: names.word("exp_fremen_camp"),
    }
    return known[piece]


def _change(
    title: str, detail: str, glyph: str, faction: Faction | None, one: Carry, tells: tuple[Line, ...]
) -> Change:
    ends = (one.source, one.target)
    return Change(title, detail, glyph, faction, _on(ends, Where.AREA), _on(ends, Where.ZONE), tells)


def _on(ends: Iterable[Place], where: Where) -> tuple[int, ...]:
    return tuple(dict.fromkeys(end.number for end in ends if end.where is where and end.number is not None))


def _way(one: Carry) -> str:
    """From where to where; who comes into the game or leaves it does not come from a place on the table."""
    if one.source.where is Where.AWAY:
        return _("Enters the game: %(place)s", place=place_name(one.target))
    if one.target.where is Where.AWAY:
        return _("Leaves the game: %(place)s", place=place_name(one.source))
    source = names.capital(place_name(one.source))
    return _("%(source)s to %(target)s", source=source, target=place_name(one.target))


def place_name(place: Place) -> str:
    """Returns a place as it stands within a sentence."""
    if place.number is not None and place.where is Where.AREA:
        return names.area_name(place.number)
    if place.number is not None and place.where is Where.ZONE:
        return _("the %(zone)s", zone=names.zone_name(place.number))
    known: dict[Where, str] = {
        Where.SUPPLY: _("the supply"),
        Where.TANK: _("the tank, space %(space)s", space=place.number),
        Where.BOARD: _("the board"),
        Where.ASIDE: _("beside the board"),
        Where.AWAY: _("the box"),
    }
    return known[place.where]


def _glyph(army: Army) -> str:
    for kind in ("regular", "elite", "special"):
        if getattr(army or NOBODY, kind):
            return kind
    return "token" if army.tokens else "leader" if army.generic else "named"


WORDINGS: tuple[Wording, ...] = (seen, places, legions, leaders, vehicles)
"""In the order in which hands work."""
