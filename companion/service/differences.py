"""What to do with the hands so that the table shows another position: the answer of undo and redo.

A difference is either something to carry (figures, vehicles, worms, tokens) from one place to another, or something
to set (a marker on its track, a token's side, a leader's card). The page words them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.board import mask_of, members
from companion.content.terms import Deck, DesertTroop, Faction, Result
from companion.rules.army import NOBODY, Army
from companion.rules.state import MARKERS, POWERS, WILD_MAKER, LeaderStatus, Sietch, Standing, State
from companion.rules.war import SANDRIDERS, DesertWar


class Where(StrEnum):
    """Sorts of place; ``board``: somewhere on a board that the app does not know (a game with trackers only);
    ``aside`` is beside the board, ``away`` out of the game or not in it yet."""

    AREA = "area"
    BOARD = "board"
    ZONE = "zone"
    SUPPLY = "supply"
    TANK = "tank"
    ASIDE = "aside"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Place:
    """A place; ``number`` is that of the area, the air zone or the space of the tank."""

    where: Where
    number: int | None = None


SUPPLY = Place(Where.SUPPLY)


class Piece(StrEnum):
    """What is carried."""

    FIGURES = "figures"
    LEADER = "leader"
    HARVESTER = "harvester"
    ORNITHOPTER = "ornithopter"
    CARRYALL = "carryall"
    WORMSIGN = "wormsign"
    SANDWORM = "sandworm"
    WILD_MAKER = "wild_maker"
    STATION = "station"
    SIETCH = "sietch"
    SETTLEMENT = "settlement"
    ESCORT = "escort"
    SUSPENSOR = "suspensor"
    LAUNCHER = "launcher"
    SANDRIDER = "sandrider"
    CAMP = "camp"


@dataclass(frozen=True, slots=True)
class Carry:
    """``count`` pieces go from ``source`` to ``target``.

    ``figures`` of ``faction`` without named leaders with piece *figures*; ``leader`` is the id of a named one.
    """

    piece: Piece
    source: Place
    target: Place
    count: int = 1
    faction: Faction | None = None
    figures: Army = NOBODY
    leader: str = ""


class Setting(StrEnum):
    """What is set; ``subject`` of the difference says which one where there are several.

    Dice: ``harkonnen_dice`` lie spent on a result (``unused``: are left to roll), ``harkonnen_results`` and
    ``corrino_results`` are what people rolled for them, ``atreides_dice`` the unused results (``unused``: how many are
    left of dice that nobody knows), ``fremen_results`` those on the Fremen Ally's dashboard. ``bene_gesserit_die``:
    the result on which a token lies as a die. Cards: ``discards`` by card (face up), ``burnt`` those discarded unseen,
    ``beside`` the board. Desert War: ``war_tokens`` on The Spice Must Flow, ``camps_gone`` out of the game by symbol.
    """

    ROUND = "round"
    SUPREMACY = "supremacy"
    PRESCIENCE = "prescience"
    IMPERIUM = "imperium"
    BAN = "ban"
    SPICE_RESERVE = "spice_reserve"
    HARKONNEN_DICE = "harkonnen_dice"
    HARKONNEN_RESULTS = "harkonnen_results"
    CORRINO_RESULTS = "corrino_results"
    FREMEN_RESULTS = "fremen_results"
    ATREIDES_DICE = "atreides_dice"
    BENE_GESSERIT_DIE = "bene_gesserit_die"
    SIETCH_SIDE = "sietch_side"
    LEADER_CARD = "leader_card"
    HARVESTING_SECTOR = "harvesting_sector"
    TARGET_SIETCH = "target_sietch"
    TACTICAL = "tactical"
    REINFORCEMENTS = "reinforcements"
    HAND = "hand"
    DECK = "deck"
    DISCARDS = "discards"
    BURNT = "burnt"
    BESIDE = "beside"
    PRESCIENCE_CARDS = "prescience_cards"
    PRESCIENCE_DECK = "prescience_deck"
    ATTACHED = "attached"
    BENE_GESSERIT = "bene_gesserit"
    CONES = "cones"
    BLACK_TOKENS = "black_tokens"
    SILVER_TOKENS = "silver_tokens"
    ATREIDES_TOKENS = "atreides_tokens"
    ATOMICS = "atomics"
    WAR_TOKENS = "war_tokens"
    CAMPS_GONE = "camps_gone"


UNUSED = "unused"
FACE_UP = 0
"""What a sietch token shows that lies face up without a known rank; None: it lies facedown."""

Value = int | bool | str | None


@dataclass(frozen=True, slots=True)
class Adjust:
    """Something that shows ``before`` must show ``after``; ``area`` where it is a token on the board."""

    what: Setting
    before: Value
    after: Value
    subject: str = ""
    area: int | None = None


Difference = Carry | Adjust


def differences(before: State, after: State) -> tuple[Difference, ...]:
    """Returns what has to be done on a table that shows ``before`` until it shows ``after``.

    In the order in which hands do it: what leaves its place for good, figures, vehicles and worms, markers, cards.
    """
    if before is after:
        return ()
    return (
        *_strongholds(before, after),
        *_legions(before, after),
        *_named(before, after),
        *_single_pieces(before, after),
        *_desert_war(before, after),
        *_tracks(before, after),
        *_dice(before, after),
        *_round_cards(before, after),
        *_cards(before, after),
        *_tokens(before, after),
    )


KINDS = ("regular", "elite", "special", "tokens", "generic", "escorts")


def _legions(before: State, after: State) -> Iterator[Carry]:
    for faction in Faction:
        if before.armies[faction] == after.armies[faction]:
            continue
        less: dict[int, Counter[str]] = {}
        more: dict[int, Counter[str]] = {}
        for area, (old, new) in enumerate(zip(before.armies[faction], after.armies[faction], strict=True)):
            if old is not new and old != new:
                less[area] = _counts(old) - _counts(new)
                more[area] = _counts(new) - _counts(old)
        for source, target, figures in _paired(less, more):
            yield Carry(Piece.FIGURES, source, target, figures.total(), faction, _army(figures))


def _counts(army: Army | None) -> Counter[str]:
    return Counter(dict(army.counts()) if army else {})


def _army(figures: Counter[str]) -> Army:
    regular, elite, special, tokens, generic, escorts = (figures[kind] for kind in KINDS)
    return Army(regular, elite, special, tokens, generic, escorts=escorts)


def _paired(
    less: dict[int, Counter[str]], more: dict[int, Counter[str]]
) -> Iterator[tuple[Place, Place, Counter[str]]]:
    """Pairs what is too much with what is missing, the largest groups first: a legion goes back as one."""
    pairs = [(source, target) for source in less for target in more]
    pairs.sort(key=lambda pair: (-(less[pair[0]] & more[pair[1]]).total(), pair))
    for source, target in pairs:
        if figures := less[source] & more[target]:
            less[source] -= figures
            more[target] -= figures
            yield Place(Where.AREA, source), Place(Where.AREA, target), figures
    yield from ((Place(Where.AREA, area), SUPPLY, left) for area, left in less.items() if left)
    yield from ((SUPPLY, Place(Where.AREA, area), missing) for area, missing in more.items() if missing)


def _named(before: State, after: State) -> Iterator[Difference]:
    if before.leaders == after.leaders and before.armies == after.armies and before.wild_maker == after.wild_maker:
        return
    old_status, new_status = dict(before.leaders), dict(after.leaders)
    old_areas, new_areas = _leader_areas(before), _leader_areas(after)
    for leader in sorted({*old_status, *new_status, *old_areas, *new_areas}):
        old, new = old_status.get(leader, LeaderStatus()), new_status.get(leader, LeaderStatus())
        source, target = _leader_place(old, old_areas.get(leader)), _leader_place(new, new_areas.get(leader))
        if source != target:
            if leader == WILD_MAKER:
                yield Carry(Piece.WILD_MAKER, source, target)
            else:
                yield Carry(Piece.LEADER, source, target, leader=leader)
        if old.card_ready != new.card_ready:
            yield Adjust(Setting.LEADER_CARD, old.card_ready, new.card_ready, leader)


def _leader_areas(state: State) -> dict[str, int]:
    found = {
        leader: area
        for faction in Faction
        for area, army in enumerate(state.armies[faction])
        if army is not None
        for leader in army.named
    }
    return found if state.wild_maker is None else found | {WILD_MAKER: state.wild_maker}


def _leader_place(status: LeaderStatus, area: int | None) -> Place:
    if area is not None:
        return Place(Where.AREA, area)
    match status.standing:
        case Standing.TANK:
            return Place(Where.TANK, status.tank)
        case Standing.BOARD:
            return Place(Where.BOARD)
        case Standing.READY:
            return Place(Where.ASIDE)
        case Standing.OUT | Standing.REMOVED:
            return Place(Where.AWAY)


Pieces = tuple[tuple[Piece, Where, Iterable[int], Iterable[int]], ...]


def _strongholds(before: State, after: State) -> Iterator[Difference]:
    old, new = before.sietches, after.sietches
    settlements = (before.settlements, after.settlements), (before.stations, after.stations)
    if old == new and all(one == other for one, other in settlements):
        return
    before_areas, after_areas = (tuple(members(mask_of(one.area for one in sietches))) for sietches in (old, new))
    yield from _moved(
        (
            (Piece.SIETCH, Where.AREA, before_areas, after_areas),
            (Piece.SETTLEMENT, Where.AREA, members(before.settlements), members(after.settlements)),
            (Piece.STATION, Where.AREA, members(before.stations), members(after.stations)),
        )
    )
    shown = {sietch.area: _side(sietch) for sietch in old}
    for sietch in new:
        yield from _changed(Setting.SIETCH_SIDE, shown.get(sietch.area), _side(sietch), area=sietch.area)


def _side(sietch: Sietch) -> int | None:
    if not sietch.revealed:
        return None
    return FACE_UP if sietch.rank is None else sietch.rank


def _single_pieces(before: State, after: State) -> Iterator[Carry]:
    return _moved(
        (
            (Piece.HARVESTER, Where.AREA, before.harvesters, after.harvesters),
            (Piece.ORNITHOPTER, Where.ZONE, before.ornithopters, after.ornithopters),
            (Piece.CARRYALL, Where.ZONE, before.carryalls, after.carryalls),
            (Piece.WORMSIGN, Where.AREA, before.wormsigns, after.wormsigns),
            (Piece.SANDWORM, Where.AREA, before.sandworms, after.sandworms),
        )
    )


def _desert_war(before: State, after: State) -> Iterator[Difference]:
    """The pieces of the expansion, in a game with it; an escort that joined a legion is one of its figures."""
    if before.desert_war == after.desert_war:
        return
    old, new = before.desert_war or DesertWar(), after.desert_war or DesertWar()
    yield from _moved(
        (
            (Piece.ESCORT, Where.ZONE, old.escorts, new.escorts),
            (Piece.CAMP, Where.AREA, [one.area for one in old.camps], [one.area for one in new.camps]),
            *((Piece(kind.value), Where.AREA, old.troops(kind), new.troops(kind)) for kind in DesertTroop),
        )
    )
    yield from _changed(Setting.WAR_TOKENS, old.tokens, new.tokens)
    for marker in MARKERS:
        yield from _changed(Setting.CAMPS_GONE, marker in old.camps_gone, marker in new.camps_gone, marker.value)
    yield from _changed(Setting.LEADER_CARD, old.card_ready, new.card_ready, SANDRIDERS)


def _moved(pieces: Pieces) -> Iterator[Carry]:
    for piece, where, old, new in pieces:
        if old == new:
            continue
        here, there = Counter(old), Counter(new)
        less, more = here - there, there - here
        sources = [Place(where, number) for number in sorted(less.elements())]
        targets = [Place(where, number) for number in sorted(more.elements())]
        for number in range(max(len(sources), len(targets))):
            source = sources[number] if number < len(sources) else SUPPLY
            target = targets[number] if number < len(targets) else SUPPLY
            yield Carry(piece, source, target)


def _tracks(before: State, after: State) -> Iterator[Adjust]:
    yield from _changed(Setting.ROUND, before.round, after.round)
    yield from _changed(Setting.SUPREMACY, before.supremacy, after.supremacy)
    for marker, old, new in zip(MARKERS, before.prescience, after.prescience, strict=True):
        yield from _changed(Setting.PRESCIENCE, old, new, marker.value)
    for power, old, new in zip(POWERS, before.imperium, after.imperium, strict=True):
        yield from _changed(Setting.IMPERIUM, old, new, power.value)
        yield from _changed(Setting.BAN, power in before.bans, power in after.bans, power.value)
    yield from _changed(Setting.SPICE_RESERVE, before.spice_reserve, after.spice_reserve)


def _dice(before: State, after: State) -> Iterator[Adjust]:
    yield from _counted(Setting.HARKONNEN_DICE, before.harkonnen_spent, after.harkonnen_spent)
    yield from _changed(Setting.HARKONNEN_DICE, before.harkonnen_unused, after.harkonnen_unused, UNUSED)
    yield from _changed(
        Setting.HARKONNEN_RESULTS, _results(before.harkonnen_results), _results(after.harkonnen_results)
    )
    yield from _changed(Setting.CORRINO_RESULTS, _results(before.corrino_results), _results(after.corrino_results))
    if before.atreides_results != after.atreides_results:
        yield Adjust(Setting.ATREIDES_DICE, _results(before.atreides_results), _results(after.atreides_results))
    else:
        yield from _changed(Setting.ATREIDES_DICE, before.atreides_unused, after.atreides_unused, UNUSED)
    yield from _changed(Setting.FREMEN_RESULTS, _results(before.fremen_results), _results(after.fremen_results))
    dice = (
        (Faction.HARKONNEN, before.harkonnen_bene_gesserit_die, after.harkonnen_bene_gesserit_die),
        (Faction.ATREIDES, before.bene_gesserit_die, after.bene_gesserit_die),
    )
    for faction, old, new in dice:
        yield from _changed(Setting.BENE_GESSERIT_DIE, old, new, faction.id)


def _results(results: tuple[Result, ...] | None) -> str | None:
    return None if results is None else " ".join(results)


def _round_cards(before: State, after: State) -> Iterator[Adjust]:
    yield from _changed(Setting.HARVESTING_SECTOR, before.harvesting_sector, after.harvesting_sector)
    yield from _changed(Setting.TARGET_SIETCH, before.target_sietch, after.target_sietch)
    yield from _changed(Setting.TACTICAL, " ".join(before.cards.tactical), " ".join(after.cards.tactical))
    yield from _changed(Setting.ATOMICS, before.atomics, after.atomics)


def _cards(before: State, after: State) -> Iterator[Adjust]:
    old, new = before.cards, after.cards
    yield from _changed(Setting.HAND, old.hand, new.hand)
    yield from _changed(Setting.REINFORCEMENTS, before.reinforcements, after.reinforcements)
    for deck, size, left in zip(Deck, old.decks, new.decks, strict=True):
        yield from _changed(Setting.DECK, size, left, deck.value)
    yield from _counted(Setting.DISCARDS, old.discards, new.discards)
    yield from _changed(Setting.BURNT, len(old.burnt), len(new.burnt))
    yield from _changed(Setting.BESIDE, before.hawats_scheming_beside_board, after.hawats_scheming_beside_board)
    yield from _changed(Setting.PRESCIENCE_CARDS, old.revealed, new.revealed)
    yield from _changed(Setting.PRESCIENCE_DECK, old.prescience, new.prescience)
    yield from _counted(Setting.ATTACHED, old.attached, new.attached)


def _tokens(before: State, after: State) -> Iterator[Adjust]:
    for faction in Faction:
        old, new = before.bene_gesserit[faction], after.bene_gesserit[faction]
        yield from _changed(Setting.BENE_GESSERIT, old, new, faction.id)
        yield from _changed(Setting.CONES, before.cones[faction], after.cones[faction], faction.id)
    yield from _changed(Setting.BLACK_TOKENS, before.black_tokens, after.black_tokens)
    yield from _changed(Setting.SILVER_TOKENS, before.silver_tokens, after.silver_tokens)
    yield from _changed(Setting.ATREIDES_TOKENS, before.atreides_tokens, after.atreides_tokens)


def _counted(what: Setting, old: tuple[str, ...], new: tuple[str, ...]) -> Iterator[Adjust]:
    if old == new:
        return
    here, there = Counter(old), Counter(new)
    for subject in sorted({*here, *there}):
        yield from _changed(what, here[subject], there[subject], str(subject))


def _changed(what: Setting, old: Value, new: Value, subject: str = "", area: int | None = None) -> Iterator[Adjust]:
    if old != new:
        yield Adjust(what, old, new, subject, area)
