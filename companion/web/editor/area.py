"""The table of what lies in an area or in an air zone."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.board import AREA_IDS, AREA_NUMBER, AREAS
from companion.content import LEADERS, LeaderKind
from companion.content.terms import Faction
from companion.rules.army import NOBODY, Army
from companion.rules.state import ATREIDES, HARKONNEN, WILD_MAKER, LeaderStatus, Sietch, Standing, State
from companion.service.pieces import placed, taken_up, with_status
from companion.web.editor.figures import Choice, Figure, Group, Lens, Many, Number, at
from companion.web.editor.war import area_of_war, with_escort
from companion.web.say import _
from companion.web.ui.fields import FIGURE_FIELDS, UNIT_FIELDS
from companion.web.ui.parts import KIND_GLYPH, SIDE, kind_label
from companion.web.words import names

PREFIX = {HARKONNEN: "h-", ATREIDES: "a-"}
RANKS = (1, 2, 3)
MOST_FIGURES = 30
MOST_TOKENS = 4


def area_groups(state: State, area: int) -> tuple[Group, ...]:
    """Returns the legions of both sides, whose area it is first, and what else lies or can lie there."""
    order = (HARKONNEN, ATREIDES) if state.army(HARKONNEN, area) else (ATREIDES, HARKONNEN)
    lying = (
        Number("harvester", _("Harvester"), *_pieces("harvesters", area), MOST_TOKENS, "harvester"),
        Number("wormsign", _("Wormsign"), *_pieces("wormsigns", area), MOST_TOKENS, "wormsign"),
        Number("sandworm", _("Sandworm"), *_pieces("sandworms", area), MOST_TOKENS, "sandworm"),
    )
    return (
        *(_legion(state, faction, area) for faction in order),
        Group("tokens-here", _("In the area"), (*lying, *_standing(state, area), *_about_sietch(state, area))),
        *area_of_war(state, area),
    )


def _legion(state: State, faction: Faction, area: int) -> Group:
    def kind_of(kind: str) -> Lens:
        return (
            lambda state: int(getattr(_army(state, faction, area), kind)),
            lambda state, n: state.with_army(faction, area, replace(_army(state, faction, area), **{kind: n})),
        )

    prefix, side = PREFIX[faction], SIDE[faction]
    figures = (
        Number(prefix + kind, kind_label(kind, faction), *kind_of(kind), MOST_FIGURES, KIND_GLYPH[kind], side)
        for kind in (UNIT_FIELDS if faction is ATREIDES or state.desert_war is None else FIGURE_FIELDS)
    )
    return Group(side, names.faction_name(faction), (*figures, _named(state, faction, area)))


def _army(state: State, faction: Faction, area: int) -> Army:
    return state.army(faction, area) or NOBODY


def _named(state: State, faction: Faction, area: int) -> Many:
    """A named leader comes from where it stood, and who is no longer there stands beside the board."""

    def read(state: State) -> tuple[str, ...]:
        return _army(state, faction, area).named

    def write(state: State, named: tuple[str, ...]) -> State:
        for leader in {*named} ^ {*read(state)}:
            standing = Standing.BOARD if leader in named else Standing.READY
            state = taken_up(state, leader)
            state = with_status(state, leader, LeaderStatus(standing, state.leader(leader).card_ready))
        return state.with_army(faction, area, replace(_army(state, faction, area), named=tuple(sorted(set(named)))))

    known, there = dict(state.leaders), read(state)
    offers = tuple(
        (leader.id, names.leader_name(leader.id))
        for leader in LEADERS.values()
        if leader.kind is LeaderKind.NAMED
        and leader.faction is faction
        and (leader.id in there or known[leader.id].standing in (Standing.READY, Standing.BOARD))
    )
    return Many(f"{PREFIX[faction]}named", _("Named leaders"), read, write, offers, "named", SIDE[faction])


def _pieces(field: str, place: int) -> Lens:
    read, write = at(field)
    return (
        lambda state: read(state).count(place),
        lambda state, number: write(state, placed(read(state), place, number)),
    )


def _bit(field: str, area: int) -> Lens:
    read, write = at(field)
    return lambda state: read(state) >> area & 1, lambda state, on: write(
        state, read(state) & ~(1 << area) | on << area
    )


def _standing(state: State, area: int) -> tuple[Figure, ...]:
    """What stands or lies there or not; offered where the board has a place for it or where it is."""
    here, can_be_sietch = AREAS[area], AREAS[area].sietch or state.sietch(area) is not None
    settlement, station = _bit("settlements", area), _bit("stations", area)
    maker: Lens = (
        lambda state: int(state.wild_maker == area),
        lambda state, on: replace(state, wild_maker=area if on else None),
    )
    stands: Lens = (
        lambda state: int(state.sietch(area) is not None),
        lambda state, on: _with_sietch(state, area, Sietch(area) if on else None),
    )
    revealed = _of_sietch(area, "revealed", lambda value: int(bool(value)), bool)
    has_settlement, has_station = here.settlement is not None or settlement[0](state), here.station or station[0](state)
    has_maker = state.wild_maker_in_play or state.wild_maker == area
    offered: tuple[tuple[object, str, str, Lens, str], ...] = (
        (can_be_sietch, "sietch", _("Sietch present"), stands, "sietch"),
        (can_be_sietch, "revealed", _("Sietch face up"), revealed, "reveal"),
        (has_settlement, "settlement", _("Settlement present"), settlement, "settlement"),
        (has_station, "station", _("Station present"), station, "station"),
        (has_maker, "wild_maker", names.capital(names.leader_name(WILD_MAKER)), maker, "sandworm"),
    )
    return tuple(
        Number(name, label, *lens, 1, glyph, tick=True) for can_be, name, label, lens, glyph in offered if can_be
    )


def _with_sietch(state: State, area: int, sietch: Sietch | None) -> State:
    others = [other for other in state.sietches if other.area != area]
    found = others if sietch is None else [*others, sietch]
    return replace(state, sietches=tuple(sorted(found, key=lambda one: one.area)))


def _of_sietch(area: int, field: str, to: Callable[[Any], Any], of: Callable[[Any], Any]) -> Lens:
    """Where no sietch is, nothing about it is kept."""

    def write(state: State, value: object) -> State:
        known = state.sietch(area)
        return state if known is None else _with_sietch(state, area, replace(known, **{field: of(value)}))

    return lambda state: to(getattr(state.sietch(area), field, None)), write


def _about_sietch(state: State, area: int) -> tuple[Figure, ...]:
    """Its rank; and, of one that a card moved here, where it came from."""
    printed = AREAS[area].sietch
    if not printed and state.sietch(area) is None:
        return ()
    rank = _of_sietch(area, "rank", lambda value: str(value or ""), lambda text: int(text) if text else None)
    home = _of_sietch(area, "home", lambda place: "" if place is None else AREA_IDS[place], AREA_NUMBER.get)
    unknown = ("", _("not known"))
    ranks = Choice("rank", _("Rank of the sietch"), *rank, (unknown, *((str(one), str(one)) for one in RANKS)))
    if printed:
        return (ranks,)
    places = tuple((AREA_IDS[other], names.area_name(other)) for other in range(len(AREAS)) if AREAS[other].sietch)
    return ranks, Choice("home", _("The sietch moved here from"), *home, (unknown, *places))


def vehicle_choice(state: State, zone: int) -> Choice:
    """Returns what stands in an air zone."""
    kinds = {"ornithopter": _pieces("ornithopters", zone), "carryall": _pieces("carryalls", zone)}

    def write(state: State, vehicle: str) -> State:
        for kind, (_read, put) in kinds.items():
            state = put(state, int(kind == vehicle))
        return state

    offers = (("", _("nothing")), ("ornithopter", _("an ornithopter")), ("carryall", _("a carryall")))
    known = Choice(
        "vehicle",
        _("What is there?"),
        lambda state: next((kind for kind, (read, _put) in kinds.items() if read(state)), ""),
        write,
        offers,
    )
    return with_escort(state, known, zone)
