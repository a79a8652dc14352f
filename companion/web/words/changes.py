"""Differences between two positions as things to do with the hands."""

from companion.content.terms import Marker, Power
from companion.service import Difference
from companion.service.differences import Adjust, Carry, Piece, Place, Setting, Where
from companion.web.say import _
from companion.web.ui.blocks import Todo
from companion.web.words import names


def todo_of(one: Difference) -> Todo | None:
    """Returns a difference as something to do with the hands; None for what lies on no table."""
    if isinstance(one, Carry):
        return Todo(
            _carried(one),
            _("%(source)s to %(target)s", source=names.capital(_place(one.source)), target=_place(one.target)),
        )
    return _setting(one)


def _carried(one: Carry) -> str:
    if one.piece is Piece.FIGURES and one.faction is not None:
        return names.capital(names.figures_line(one.figures, one.faction))
    if one.piece is Piece.LEADER:
        return names.leader_name(one.leader)
    words: dict[Piece, str] = {
        Piece.HARVESTER: _("Harvester"),
        Piece.ORNITHOPTER: _("Ornithopter"),
        Piece.CARRYALL: _("Carryall"),
        Piece.WORMSIGN: _("Wormsign, facedown"),
        Piece.SANDWORM: _("Sandworm"),
        Piece.WILD_MAKER: _("Wild Maker"),
        Piece.STATION: _("Testing station"),
        Piece.SIETCH: _("Sietch token"),
        Piece.SETTLEMENT: _("Settlement"),
    }
    return words[one.piece]


def _place(place: Place) -> str:
    if place.number is not None and place.where is Where.AREA:
        return names.area_name(place.number)
    if place.number is not None and place.where is Where.ZONE:
        return _("the %(zone)s", zone=names.zone_name(place.number))
    words: dict[Where, str] = {
        Where.SUPPLY: _("the supply"),
        Where.TANK: _("the tank, space %(space)s", space=place.number),
        Where.BOARD: _("the board"),
        Where.ASIDE: _("beside the board"),
        Where.AWAY: _("the box"),
    }
    return words[place.where]


def _setting(one: Adjust) -> Todo | None:
    match one.what:
        case Setting.SUPREMACY:
            return Todo(_("Supremacy on %(value)s", value=one.after))
        case Setting.PRESCIENCE:
            return Todo(_("%(marker)s on %(value)s", marker=_marker(one.subject), value=one.after))
        case Setting.IMPERIUM:
            return Todo(_("%(power)s in row %(row)s", power=_power(one.subject), row=one.after))
        case Setting.BAN:
            power = _power(one.subject)
            return Todo(_("Ban on %(power)s", power=power) if one.after else _("No ban on %(power)s", power=power))
        case Setting.DISCARDS:
            return Todo(_("%(card)s: %(number)s in the discards", card=names.card_name(one.subject), number=one.after))
        case Setting.ROUND:
            return Todo(_("Round %(round)s again", round=one.after))
        case Setting.HARKONNEN_DICE:
            return _harkonnen_dice(one)
        case Setting.ATREIDES_DICE:
            return _atreides_dice(one)
        case Setting.SIETCH_SIDE:
            side = _("facedown") if one.after is None else _("face up")
            return Todo(_("Sietch token in %(area)s %(side)s", area=names.area_name(one.area or 0), side=side))
        case Setting.LEADER_CARD:
            side = _("face up") if one.after else _("facedown")
            return Todo(_("Card of %(leader)s %(side)s", leader=names.leader_name(one.subject), side=side))
        case Setting.HARVESTING_SECTOR | Setting.TARGET_SIETCH:
            return Todo(_("Tactical cards back as they were")) if one.what is Setting.TARGET_SIETCH else None
        case _:
            return _count(one)


def _marker(marker: str) -> str:
    return names.marker_name(Marker(marker))


def _power(power: str) -> str:
    return names.power_name(Power(power))


def _harkonnen_dice(one: Adjust) -> Todo:
    if one.subject == "unused":
        return Todo(_("Harkonnen dice to roll: %(number)s", number=one.after))
    return Todo(_("Harkonnen dice on %(result)s: %(number)s", result=names.result_name(one.subject), number=one.after))


def _atreides_dice(one: Adjust) -> Todo:
    if one.after is None:
        return Todo(_("Your dice, not rolled yet"))
    results = [names.result_name(result) for result in str(one.after).split()]
    return Todo(_("Your dice unused: %(results)s", results=", ".join(results) or _("none")))


def _count(one: Adjust) -> Todo | None:
    words: dict[Setting, str] = {
        Setting.SPICE_RESERVE: _("Spice reserve"),
        Setting.REINFORCEMENTS: _("Harkonnen reinforcement cards"),
        Setting.HAND: _("Planning cards in your hand"),
        Setting.PRESCIENCE_CARDS: _("Prescience cards revealed"),
        Setting.BENE_GESSERIT: _("Bene Gesserit tokens"),
    }
    if one.what not in words:
        return None
    return Todo(
        _("%(what)s: %(number)s", what=words[one.what], number=one.after), _("now %(number)s", number=one.before)
    )
