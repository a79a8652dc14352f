"""Positions: the JSON form of a state (section *Position* of docs/formats.md), read strictly and written in full.

Read is what can lie on a table, also against the rules (``audit`` names that): refused are unknown keys, unknown ids,
wrong types and numbers that no table can show. ``write_position`` is the way back.
"""

from collections.abc import Mapping
from typing import Any

from companion.board import (
    AREA_IDS,
    AREA_NUMBER,
    HARVESTING_SECTORS,
    SETTLEMENT_MASK,
    SIETCH_MASK,
    STATION_MASK,
    ZONE_NUMBER,
    mask_of,
    members,
)
from companion.content import LEADERS, PIECES, SPICE_BOARD, TRACKS, EntryKind, LeaderKind
from companion.content.terms import Deck, Faction, Phase, Result
from companion.frozen import replace
from companion.rules.army import Army
from companion.rules.errors import FormatError
from companion.rules.fields import (
    Document,
    as_object,
    choice,
    each,
    flag,
    ids,
    inside,
    integer,
    nested,
    only,
    optional,
    within,
)
from companion.rules.positions.desert_war import KEYS as DESERT_WAR_KEYS
from companion.rules.positions.desert_war import expansions_of, with_desert_war, without_the_card
from companion.rules.positions.sides import SIDE_KEYS, read_partners, with_sides
from companion.rules.state import (
    ATREIDES_DICE,
    HARKONNEN,
    HARKONNEN_DICE,
    MARKERS,
    POWERS,
    SWITCHES,
    LeaderStatus,
    Mode,
    Rules,
    Sietch,
    Standing,
    State,
    Turn,
)

LEADER_CARDS: tuple[str, ...] = tuple(sorted(id for id, x in LEADERS.items() if x.kind is not LeaderKind.GENERIC))
"""Ids of the named leaders and of the Wild Maker, in the order of ``State.leaders``."""

MOST_OF_A_KIND = 99
"""Figures of one kind in a legion: many more than a box holds, so that what is odd is told, and few enough to count."""
_FIGURES = {id: id for id in LEADER_CARDS if LEADERS[id].kind is LeaderKind.NAMED}
_CARDS = {id: id for id in LEADER_CARDS}
_START = frozenset(
    id for id in LEADER_CARDS if (entry := LEADERS[id].entry) is not None and entry.kind is EntryKind.START
)
_MODES = {mode.value: mode for mode in Mode}
_PHASES = {phase.value: phase for phase in Phase}
_FACTIONS = {faction.id: faction for faction in Faction}
_POWERS = {power.value: power for power in POWERS}
_RESULTS = {result.value: result for result in Result}
_STANDINGS = {standing.value: standing for standing in Standing}
_SECTORS = {sector: sector for sector in HARVESTING_SECTORS}
_TOP_DISCARDS = {deck.value: deck for deck in (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY)}
_CARD_SIDES = {"ready": True, "spent": False}

_COUNTS = ("regular", "elite", "special", "tokens", "generic", "named", "escorts")
_ARMY_KEYS = frozenset(_COUNTS)
_MOVED_KEYS = _ARMY_KEYS | {"area"}
_LEGION_KEYS = _ARMY_KEYS | {"area", "faction"}
_CASUALTIES_KEYS = _LEGION_KEYS | {"regular_supply"}
_LEADER_KEYS = frozenset({"state", "card", "tank"})
_SIETCH_KEYS = frozenset({"rank", "revealed", "home"})
_DICE_KEYS = frozenset({"harkonnen_spent", "harkonnen_unused", "atreides_unused"})
_TOKEN_KEYS = frozenset({"black", "silver"})
_POSITION_KEYS = frozenset(
    {
        *("mode", "expansions", "rules", "round", "phase", "legions", "sietches", "settlements", "stations"),
        *("harvesters", "ornithopters", "carryalls", "wormsigns", "sandworms", "wild_maker", "atomics"),
        *("harvesting_sector", "target_sietch", "imperium", "bans", "spice_reserve", "supremacy", "prescience"),
        *("dice", "leaders", "reinforcements", "harkonnen_tokens", "discard_top", "hawats_scheming_beside_board"),
        *("moved", "step", "temporary_target", "ornithopter_used", "partners"),
    }
    | SIDE_KEYS
    | frozenset(DESERT_WAR_KEYS)
)
_TOKENS_OF_A_COLOUR = PIECES["harkonnen_black"].count


def read_position(document: Mapping[str, object]) -> State:
    """Returns the state that a Position document describes; what is left out has the default of docs/formats.md.

    Entries for the same faction and area are one legion (LEGION-1). Raises FormatError naming the field, as in
    ``legions[2].area``, for unknown keys and ids, wrong types, and numbers that cannot be meant.

    >>> read_position({"supremacy": 3}).harkonnen_unused
    8
    """
    document = as_object(document, "position")
    only(document, _POSITION_KEYS)
    expansions = expansions_of(document)
    legions = each(document, "legions", _legion)
    armies = _armies(legions)
    imperium = _imperium(document)
    spent, harkonnen_unused, atreides_unused = inside(document, "dice", lambda dice: _dice(dice, imperium))
    on_board = sum(army.tokens for faction, _, army in legions if faction is HARKONNEN)
    black, silver = inside(document, "harkonnen_tokens", lambda tokens: _tokens(tokens, on_board))
    state = State(
        mode=choice(document.get("mode", "solo"), _MODES, "mode", "a mode"),
        expansions=expansions,
        rules=_rules(document),
        round=integer(document, "round", 1, least=1),
        phase=choice(document.get("phase", "actions"), _PHASES, "phase", "a phase"),
        armies=armies,
        sietches=_sietches(document),
        settlements=_areas_mask(document, "settlements", SETTLEMENT_MASK),
        stations=_areas_mask(document, "stations", STATION_MASK),
        harvesters=_areas(document, "harvesters"),
        ornithopters=_zones(document, "ornithopters"),
        carryalls=_zones(document, "carryalls"),
        wormsigns=_areas(document, "wormsigns"),
        sandworms=_areas(document, "sandworms"),
        wild_maker=optional(document, "wild_maker", AREA_NUMBER, "an area"),
        atomics=optional(document, "atomics", AREA_NUMBER, "an area"),
        harvesting_sector=optional(document, "harvesting_sector", _SECTORS, "a harvesting sector"),
        target_sietch=optional(document, "target_sietch", AREA_NUMBER, "an area"),
        imperium=imperium,
        bans=frozenset(ids(document, "bans", _POWERS, "a power")),
        spice_reserve=integer(document, "spice_reserve", 0, least=None),
        supremacy=integer(document, "supremacy", 0, least=None),
        prescience=_prescience(document),
        harkonnen_spent=spent,
        harkonnen_unused=harkonnen_unused,
        atreides_unused=atreides_unused,
        leaders=_leaders(document, {name for _, _, army in legions for name in army.named}),
        reinforcements=integer(document, "reinforcements", 0),
        black_tokens=black,
        silver_tokens=silver,
        discard_top=optional(document, "discard_top", _TOP_DISCARDS, "a Harkonnen deck"),
        hawats_scheming_beside_board=flag(document, "hawats_scheming_beside_board"),
        turn=_turn(document, armies),
    )
    state = with_sides(state, document)
    war = with_desert_war(state, document)
    return state if war is None else replace(state, desert_war=war)


def read_army(document: Mapping[str, object]) -> Army:
    """Returns the figures of a legion document; ``area``, ``faction`` and ``regular_supply`` may stand beside them.

    Raises FormatError naming the field.

    >>> read_army({"regular": 2, "named": ["beast_rabban"]}).leaders
    1
    """
    document = as_object(document, "legion")
    only(document, _CASUALTIES_KEYS)
    return _army(document)


def read_casualties(document: Mapping[str, object]) -> tuple[Army, int | None]:
    """Returns the Harkonnen legion that takes hits, and the regular figures left in the box (None: enough).

    Raises FormatError: as ``read_army``, and for another faction, its leaders, a leader twice (LEADER-3) and facedown
    tokens (MAHDI-TOKEN-1).
    """
    army = read_army(document)
    if "area" in document:
        choice(document["area"], AREA_NUMBER, "area", "an area")
    if document.get("faction", HARKONNEN.id) != HARKONNEN.id:
        raise FormatError("faction", "a Harkonnen legion is needed, not %(value)s", value=repr(document["faction"]))
    for leader in army.named:
        if LEADERS[leader].faction is not HARKONNEN:
            raise FormatError("LEADER-3", "%(leader)s is no Harkonnen leader", leader=leader)
        if army.named.count(leader) > 1:
            raise FormatError("LEADER-3", "%(leader)s is there twice", leader=leader)
    if army.tokens:
        raise FormatError("MAHDI-TOKEN-1", "facedown tokens are revealed before hits are taken")
    return army, integer(document, "regular_supply", 0) if "regular_supply" in document else None


def _legion(document: Document) -> tuple[Faction, int, Army]:
    only(document, _LEGION_KEYS)
    area = choice(_needed(document, "area"), AREA_NUMBER, "area", "an area")
    faction = choice(_needed(document, "faction"), _FACTIONS, "faction", "a faction")
    return faction, area, _army(document)


def _moved(document: Document) -> tuple[int, Army]:
    only(document, _MOVED_KEYS)
    return choice(_needed(document, "area"), AREA_NUMBER, "area", "an area"), _army(document)


def _needed(document: Document, key: str) -> object:
    if key not in document:
        raise FormatError(key, "is missing")
    return document[key]


def _army(document: Document) -> Army:
    return Army(
        integer(document, "regular", 0, most=MOST_OF_A_KIND),
        integer(document, "elite", 0, most=MOST_OF_A_KIND),
        integer(document, "special", 0, most=MOST_OF_A_KIND),
        integer(document, "tokens", 0, most=MOST_OF_A_KIND),
        integer(document, "generic", 0, most=MOST_OF_A_KIND),
        tuple(sorted(ids(document, "named", _FIGURES, "a named leader"))) if "named" in document else (),
        integer(document, "escorts", 0, most=MOST_OF_A_KIND) if "escorts" in document else 0,
    )


def _armies(
    legions: list[tuple[Faction, int, Army]],
) -> tuple[tuple[Army | None, ...], tuple[Army | None, ...]]:
    rows: list[list[Army | None]] = [[None] * len(AREA_NUMBER), [None] * len(AREA_NUMBER)]
    for faction, area, army in legions:
        if army:
            there = rows[faction][area]
            rows[faction][area] = army if there is None else there + army
    return tuple(rows[0]), tuple(rows[1])


def _areas(document: Document, key: str) -> tuple[int, ...]:
    return tuple(sorted(ids(document, key, AREA_NUMBER, "an area"))) if key in document else ()


def _areas_mask(document: Document, key: str, default: int) -> int:
    return mask_of(ids(document, key, AREA_NUMBER, "an area")) if key in document else default


def _zones(document: Document, key: str) -> tuple[int, ...]:
    return tuple(sorted(ids(document, key, ZONE_NUMBER, "an air zone"))) if key in document else ()


def _rules(document: Document) -> Rules:
    switches: dict[str, Any] = inside(document, "rules", _switches)
    partners: dict[str, Any] = inside(document, "partners", read_partners)
    return Rules(**switches, **partners)


def _switches(document: Document) -> dict[str, bool]:
    only(document, SWITCHES)
    return {switch: flag(document, switch) for switch in SWITCHES}


def _sietches(document: Document) -> tuple[Sietch, ...]:
    if "sietches" not in document:
        return tuple(Sietch(area) for area in members(SIETCH_MASK))
    found = []
    for key, value in nested(document, "sietches").items():
        field = f"sietches.{key}"
        area = choice(key, AREA_NUMBER, field, "an area")
        try:
            found.append(_sietch(area, as_object(value, "")))
        except FormatError as problem:
            raise within(field, problem) from None
    return tuple(sorted(found, key=lambda sietch: sietch.area))


def _sietch(area: int, document: Document) -> Sietch:
    only(document, _SIETCH_KEYS)
    # Ranks beyond 1..3 are for audit: SETTLE-1.
    rank = None if document.get("rank") is None else integer(document, "rank", 0, least=None)
    revealed = flag(document, "revealed")
    if revealed and rank is None:
        raise FormatError("revealed", "a revealed sietch needs its rank")
    return Sietch(area, rank, revealed, optional(document, "home", AREA_NUMBER, "an area"))


def _imperium(document: Document) -> tuple[int, int, int]:
    inner = nested(document, "imperium")
    try:
        only(inner, _POWERS)
        choam, guild, landsraad = (integer(inner, power, SPICE_BOARD.top_row, least=None) for power in _POWERS)
    except FormatError as problem:
        raise within("imperium", problem) from None
    return choam, guild, landsraad


def _prescience(document: Document) -> tuple[int, int, int]:
    inner = nested(document, "prescience")
    try:
        only(inner, MARKERS)
        haderach, dwellers, jihad = (integer(inner, marker, 0, least=None) for marker in MARKERS)
    except FormatError as problem:
        raise within("prescience", problem) from None
    return haderach, dwellers, jihad


def _dice(document: Document, imperium: tuple[int, int, int]) -> tuple[tuple[Result, ...], int, int]:
    only(document, _DICE_KEYS)
    spent = tuple(ids(document, "harkonnen_spent", _RESULTS, "a die result"))
    # VEH-1 looks at the lowest marker; one off the track (SPICE-2) is taken for the nearest row.
    row = SPICE_BOARD.row(min(max(SPICE_BOARD.top_row, *imperium), SPICE_BOARD.bottom_row))
    left = max(0, HARKONNEN_DICE - row.dice_set_aside - len(spent))
    return spent, integer(document, "harkonnen_unused", left), integer(document, "atreides_unused", ATREIDES_DICE)


def _tokens(document: Document, on_board: int) -> tuple[int, int]:
    only(document, _TOKEN_KEYS)
    most = _TOKENS_OF_A_COLOUR
    default = max(0, most - on_board // 2)
    return integer(document, "black", default, most=most), integer(document, "silver", default, most=most)


def _leaders(document: Document, on_board: set[str]) -> tuple[tuple[str, LeaderStatus], ...]:
    given = without_the_card(nested(document, "leaders"))
    for leader in given:
        choice(leader, _CARDS, f"leaders.{leader}", "a named leader")
    found = []
    for leader in LEADER_CARDS:
        usual = Standing.BOARD if leader in on_board else Standing.READY if leader in _START else Standing.OUT
        if leader not in given:
            found.append((leader, _USUAL[usual]))
            continue
        try:
            found.append((leader, _leader(leader, as_object(given[leader], ""), usual)))
        except FormatError as problem:
            raise within(f"leaders.{leader}", problem) from None
    return tuple(found)


_USUAL = {standing: LeaderStatus(standing) for standing in Standing}


def _leader(leader: str, document: Document, usual: Standing) -> LeaderStatus:
    only(document, _LEADER_KEYS)
    standing = choice(document["state"], _STANDINGS, "state", "a leader's state") if "state" in document else usual
    card_ready = choice(document["card"], _CARD_SIDES, "card", "a card's side") if "card" in document else True
    if standing is Standing.TANK:
        spaces = TRACKS.tank_spaces[LEADERS[leader].faction]
        return LeaderStatus(standing, card_ready, integer(document, "tank", 1, least=1, most=spaces))
    if document.get("tank") not in (None, 0):
        raise FormatError(
            "tank", "only a leader in the tank has a space there, not one that is %(standing)s", standing=standing
        )
    return _USUAL[standing] if card_ready else LeaderStatus(standing, card_ready=False)


def _turn(document: Document, armies: tuple[tuple[Army | None, ...], tuple[Army | None, ...]]) -> Turn:
    moved: dict[int, Army] = {}
    for area, army in each(document, "moved", _moved):
        if army:
            moved[area] = moved[area] + army if area in moved else army
    for area, army in moved.items():
        if not any(there is not None and there.covers(army) for there in (armies[0][area], armies[1][area])):
            raise FormatError(
                "moved", "%(area)s has no legion with all the figures that moved there", area=AREA_IDS[area]
            )
    target = optional(document, "temporary_target", AREA_NUMBER, "an area")
    if target is not None and not moved:
        raise FormatError("temporary_target", "needs figures in moved: the first move of a turn fixes it")
    return Turn(
        moved=tuple(sorted(moved.items(), key=lambda entry: entry[0])),
        step=integer(document, "step", 2 if moved else 1, least=1, most=2),
        temporary_target=target,
        ornithopter_used=flag(document, "ornithopter_used"),
    )
