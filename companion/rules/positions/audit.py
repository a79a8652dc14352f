"""Audit: everything in a position that breaks a rule, as codes and facts (section *Violations* of docs/formats.md).

A position may be typed in, photographed or corrected against the rules; nothing here forbids it. ``audit`` only says
what is odd, and each violation carries the rule, the place and the values that a presenter needs to word it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from itertools import starmap

from companion.board import (
    AREA_IDS,
    ATOMICS_AREAS,
    SETTLEMENT_MASK,
    SIETCH_MASK,
    STATION_MASK,
    ZONE_IDS,
    mask_of,
    members,
)
from companion.content import GENERIC_SUPPLY, LEADERS, PIECES, SPICE_BOARD, TRACKS, UNIT_SUPPLY, VEHICLE_SUPPLY
from companion.content.terms import Faction, UnitKind, VehicleKind
from companion.frozen import record
from companion.rules.ask.desert_war import all_ornithopters
from companion.rules.ask.tokens import TOKEN_RULE
from companion.rules.positions.desert_war import oddities
from companion.rules.refusal import Severity, printed
from companion.rules.state import ATREIDES, HARKONNEN, MARKERS, POWERS, Standing, State

FACTIONS = tuple(Faction)
UNIT_LIMITS = {faction: tuple((kind, UNIT_SUPPLY[faction, kind]) for kind in UnitKind) for faction in Faction}
MOST_TOKENS = {
    HARKONNEN: PIECES["harkonnen_black"].count + PIECES["harkonnen_silver"].count,
    ATREIDES: PIECES["atreides_starting_token"].count + PIECES["atreides_deployment_token"].count,
}
EXCLUDING = {name: leader for name, leader in LEADERS.items() if leader.removes or leader.replaces}
"""The leaders in whose presence another one cannot be in play (LEADER-5, PRES-5)."""


@record
class Violation:
    """One thing that breaks ``rule`` at ``where`` (an area, zone, leader or field of the position).

    ``code`` names the wording, ``facts`` the values that decide. ``severity``: unusual for what ``unlikely`` finds.
    """

    rule: str
    where: str
    code: str
    facts: Mapping[str, object] = field(default_factory=dict)
    severity: Severity = Severity.ILLEGAL


def audit(state: State) -> tuple[Violation, ...]:
    """Returns every violation of ``state``, sorted by rule, place and code; empty when nothing is wrong."""
    index = _Index(state)
    found = [replace(one, rule=printed(state, one.rule)) for look in _LOOKS for one in look(state, index)]
    if not found:
        return ()
    return tuple(sorted(found, key=lambda v: (v.rule, v.where, v.code, sorted(map(str, v.facts.values())))))


class _Index:
    """What several looks need, worked out once: legions and their areas by faction, areas of sietches and worms."""

    __slots__ = ("legions", "masks", "sietches", "worms")

    def __init__(self, state: State) -> None:
        self.legions = state.legions(HARKONNEN), state.legions(ATREIDES)
        self.masks = state.legions_mask(HARKONNEN), state.legions_mask(ATREIDES)
        self.sietches = state.sietch_mask
        self.worms = state.worms_mask


def _legions(state: State, index: _Index) -> Iterator[Violation]:
    for faction in FACTIONS:
        limit = state.stacking_limit(faction)
        for area, army in index.legions[faction]:
            units = army.units
            if units > limit:
                facts = {"faction": faction.id, "units": units, "limit": limit}
                yield Violation("STACK-1", AREA_IDS[area], "too_many_units", facts)
            if not units:
                yield Violation("LEADER-1", AREA_IDS[area], "leaders_alone", {"faction": faction.id})


def _supply(state: State, index: _Index) -> Iterator[Violation]:
    for faction in FACTIONS:
        regular = elite = special = generic = tokens = 0
        for _, army in index.legions[faction]:
            regular += army.regular
            elite += army.elite
            special += army.special
            generic += army.generic
            tokens += army.tokens
        for (kind, most), figures in zip(UNIT_LIMITS[faction], (regular, elite, special), strict=True):
            if figures > most:
                yield from _too_many("UNIT-2", f"{faction.id}.{kind}", figures, most)
        if generic > GENERIC_SUPPLY[faction]:
            yield from _too_many("UNIT-2", f"{faction.id}.generic", generic, GENERIC_SUPPLY[faction])
        if tokens > MOST_TOKENS[faction]:
            yield from _too_many(TOKEN_RULE[faction], f"{faction.id}.tokens", tokens, MOST_TOKENS[faction])


def _too_many(rule: str, where: str, number: int, most: int) -> Iterable[Violation]:
    return (Violation(rule, where, "too_many_pieces", {"number": number, "most": most}),) if number > most else ()


def _places(state: State, index: _Index) -> Iterator[Violation]:
    harkonnen, atreides = index.masks[HARKONNEN], index.masks[ATREIDES]
    yield from _at("AREA-1", harkonnen & atreides, "both_factions")
    yield from _at("AREA-1", harkonnen & index.sietches, "harkonnen_in_sietch")
    yield from _at("AREA-1", atreides & state.settlements, "atreides_in_settlement")
    yield from _at("WORM-9", (harkonnen | atreides) & index.worms, "legion_with_worm")
    yield from _at("MOVE-4", atreides & mask_of(state.harvesters), "atreides_with_harvester")


def _vehicles(state: State, index: _Index) -> Iterator[Violation]:
    harvesters = mask_of(state.harvesters)
    yield from _at("VEH-2", harvesters & ~state.desert_mask, "harvester_off_desert")
    yield from _at("VEH-2", harvesters & index.sietches, "harvester_in_sietch")
    yield from _twice("VEH-2", state.harvesters, "two_harvesters")
    for zone, number in _repeated(all_ornithopters(state) + state.carryalls):
        yield Violation("VEH-2", ZONE_IDS[zone], "two_vehicles", {"number": number})
    for kind, places in (
        (VehicleKind.HARVESTER, state.harvesters),
        (VehicleKind.ORNITHOPTER, state.ornithopters),
        (VehicleKind.CARRYALL, state.carryalls),
    ):
        if len(places) > VEHICLE_SUPPLY[kind]:
            yield from _too_many("VEH-2", f"{kind}s", len(places), VEHICLE_SUPPLY[kind])


def _worms(state: State, index: _Index) -> Iterator[Violation]:
    worms = state.sandworms if state.wild_maker is None else (*state.sandworms, state.wild_maker)
    yield from _at("WORM-1", mask_of(state.wormsigns) & ~state.desert_mask, "wormsign_off_desert")
    yield from _twice("WORM-1", state.wormsigns, "two_wormsigns")
    yield from _too_many("WORM-1", "wormsigns", len(state.wormsigns), PIECES["wormsign"].count)
    yield from _at("WORM-6", mask_of(worms) & ~state.desert_mask, "worm_off_desert")
    yield from _twice("WORM-6", worms, "two_worms")
    yield from _too_many("WORM-3", "sandworms", len(state.sandworms), PIECES["sandworm"].count)


def _board_tokens(state: State, index: _Index) -> Iterator[Violation]:
    moved = mask_of(sietch.area for sietch in state.sietches if sietch.home is not None)
    yield from _at("SETTLE-1", index.sietches & ~SIETCH_MASK & ~moved, "no_sietch_area")
    yield from _at("SETTLE-1", state.settlements & ~SETTLEMENT_MASK, "no_settlement_area")
    ranks = Counter(sietch.rank for sietch in state.sietches if sietch.rank is not None)
    for sietch in state.sietches:
        if sietch.rank is not None and sietch.rank not in TRACKS.sietch_ranks:
            yield Violation("SETTLE-1", AREA_IDS[sietch.area], "no_such_rank", {"rank": sietch.rank})
    for rank, most in TRACKS.sietch_ranks.items():
        if ranks[rank] > most:
            facts = {"rank": rank, "number": ranks[rank], "most": most}
            yield Violation("SETTLE-1", "sietches", "too_many_of_rank", facts)
    yield from _at("SETUP-3", state.stations & ~STATION_MASK, "no_station_area")
    if state.atomics is not None and not ATOMICS_AREAS >> state.atomics & 1:
        yield Violation("ATOM-1", "atomics", "no_atomics_area", {"area": AREA_IDS[state.atomics]})


def _tracks(state: State, index: _Index) -> Iterator[Violation]:
    yield from _off_track("WIN-1", "supremacy", state.supremacy, 0, TRACKS.supremacy.length)
    for marker, step in zip(MARKERS, state.prescience, strict=True):
        if step < 0:
            yield Violation("PRES-1", f"prescience.{marker}", "below_zero", {"value": step})
    for power, row in zip(POWERS, state.imperium, strict=True):
        if not SPICE_BOARD.top_row <= row <= SPICE_BOARD.bottom_row:
            yield from _off_track("SPICE-2", f"imperium.{power}", row, SPICE_BOARD.top_row, SPICE_BOARD.bottom_row)
    yield from _off_track("SPICE-4", "spice_reserve", state.spice_reserve, 0, PIECES["spice_reserve"].count)


def _off_track(rule: str, where: str, value: int, low: int, high: int) -> Iterable[Violation]:
    if low <= value <= high:
        return ()
    return (Violation(rule, where, "off_track", {"value": value, "low": low, "high": high}),)


def _leaders(state: State, index: _Index) -> Iterator[Violation]:
    places = _leader_places(index)
    in_play = set(places)
    for leader, status in state.leaders:
        standing = status.standing
        if standing is not Standing.OUT and standing is not Standing.REMOVED:
            in_play.add(leader)
        if standing is Standing.BOARD:
            if leader not in places and (leader != "wild_maker" or state.wild_maker is None):
                yield Violation("LEADER-3", leader, "leader_nowhere")
        elif leader in places:
            yield Violation("LEADER-3", leader, "leader_in_legion", {"state": standing.value})
    for leader, areas in places.items():
        if len(areas) > 1 or areas[0][0] is not LEADERS[leader].faction:
            yield from _misplaced(leader, areas)
    for leader, others in EXCLUDING.items():
        if leader in in_play:
            if others.removes in in_play:
                yield Violation("LEADER-5", others.removes, "removed_by", {"leader": leader})
            if others.replaces in in_play:
                yield Violation("PRES-5", others.replaces, "replaced_by", {"leader": leader})


def _misplaced(leader: str, areas: list[tuple[Faction, int]]) -> Iterator[Violation]:
    if len(areas) > 1:
        facts = {"areas": tuple(AREA_IDS[area] for _, area in areas)}
        yield Violation("LEADER-3", leader, "leader_twice", facts)
    wrong = sorted(area for faction, area in areas if faction is not LEADERS[leader].faction)
    if wrong:
        yield Violation("LEADER-3", leader, "leader_of_other_faction", {"area": AREA_IDS[wrong[0]]})


def _leader_places(index: _Index) -> dict[str, list[tuple[Faction, int]]]:
    places: dict[str, list[tuple[Faction, int]]] = {}
    for faction in FACTIONS:
        for area, army in index.legions[faction]:
            for leader in army.named:
                places.setdefault(leader, []).append((faction, area))
    return places


def _expansions(state: State, index: _Index) -> Iterable[Violation]:
    return starmap(Violation, oddities(state)) if state.expansions else ()


def _at(rule: str, areas: int, code: str) -> Iterable[Violation]:
    # Nearly every position is clean, and a generator costs more than the question.
    return [Violation(rule, AREA_IDS[area], code) for area in members(areas)] if areas else ()


def _twice(rule: str, places: tuple[int, ...], code: str) -> Iterable[Violation]:
    return [Violation(rule, AREA_IDS[area], code, {"number": number}) for area, number in _repeated(places)]


def _repeated(places: tuple[int, ...]) -> Iterable[tuple[int, int]]:
    if len(places) < 2 or len(set(places)) == len(places):
        return ()
    return [(place, number) for place, number in Counter(places).items() if number > 1]


_LOOKS = (_legions, _supply, _places, _vehicles, _worms, _board_tokens, _tracks, _leaders, _expansions)
