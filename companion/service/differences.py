"""What to do with the hands so that the table shows another position: the answer of undo and redo.

A difference is either something to carry (figures, vehicles, worms, tokens) from one place to another, or something
to set (a marker on its track, a token's side, a leader's card). The page words them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.board import mask_of, members
from companion.content.terms import Deck, Faction
from companion.rules.army import NOBODY, Army
from companion.rules.state import MARKERS, POWERS, LeaderStatus, Standing, State


class Where(StrEnum):
    """Sorts of place; ``aside`` is beside the board, ``away`` out of the game or not in it yet."""

    AREA = "area"
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
    """What is set; ``subject`` of the difference says which one where there are several."""

    ROUND = "round"
    SUPREMACY = "supremacy"
    PRESCIENCE = "prescience"
    IMPERIUM = "imperium"
    BAN = "ban"
    SPICE_RESERVE = "spice_reserve"
    HARKONNEN_DICE = "harkonnen_dice"
    ATREIDES_DICE = "atreides_dice"
    SIETCH_SIDE = "sietch_side"
    LEADER_CARD = "leader_card"
    HARVESTING_SECTOR = "harvesting_sector"
    TARGET_SIETCH = "target_sietch"
    REINFORCEMENTS = "reinforcements"
    HAND = "hand"
    DECK = "deck"
    DISCARDS = "discards"
    PRESCIENCE_CARDS = "prescience_cards"
    BENE_GESSERIT = "bene_gesserit"
    BLACK_TOKENS = "black_tokens"
    SILVER_TOKENS = "silver_tokens"
    ATREIDES_TOKENS = "atreides_tokens"
    ATOMICS = "atomics"


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
    """Returns what has to be done on a table that shows ``before`` until it shows ``after``; pieces first."""
    return (
        *_legions(before, after),
        *_named(before, after),
        *_single_pieces(before, after),
        *_tracks(before, after),
        *_cards_and_tokens(before, after),
    )


KINDS = ("regular", "elite", "special", "tokens", "generic")


def _legions(before: State, after: State) -> Iterator[Carry]:
    for faction in Faction:
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
    regular, elite, special, tokens, generic = (figures[kind] for kind in KINDS)
    return Army(regular, elite, special, tokens, generic)


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
    old_status, new_status = dict(before.leaders), dict(after.leaders)
    old_areas, new_areas = _leader_areas(before), _leader_areas(after)
    for leader in sorted({*old_status, *new_status, *old_areas, *new_areas}):
        old, new = old_status.get(leader, LeaderStatus()), new_status.get(leader, LeaderStatus())
        source, target = _leader_place(old, old_areas.get(leader)), _leader_place(new, new_areas.get(leader))
        if source != target:
            yield Carry(Piece.LEADER, source, target, leader=leader)
        if old.card_ready != new.card_ready:
            yield Adjust(Setting.LEADER_CARD, old.card_ready, new.card_ready, leader)


def _leader_areas(state: State) -> dict[str, int]:
    return {
        leader: area
        for faction in Faction
        for area, army in enumerate(state.armies[faction])
        if army is not None
        for leader in army.named
    }


def _leader_place(status: LeaderStatus, area: int | None) -> Place:
    if area is not None:
        return Place(Where.AREA, area)
    if status.standing is Standing.TANK:
        return Place(Where.TANK, status.tank)
    return Place(Where.ASIDE if status.standing is Standing.READY else Where.AWAY)


def _single_pieces(before: State, after: State) -> Iterator[Carry]:
    def of(state: State) -> tuple[tuple[Piece, Where, Iterable[int]], ...]:
        return (
            (Piece.HARVESTER, Where.AREA, state.harvesters),
            (Piece.ORNITHOPTER, Where.ZONE, state.ornithopters),
            (Piece.CARRYALL, Where.ZONE, state.carryalls),
            (Piece.WORMSIGN, Where.AREA, state.wormsigns),
            (Piece.SANDWORM, Where.AREA, state.sandworms),
            (Piece.WILD_MAKER, Where.AREA, () if state.wild_maker is None else (state.wild_maker,)),
            (Piece.STATION, Where.AREA, members(state.stations)),
            (Piece.SIETCH, Where.AREA, members(mask_of(sietch.area for sietch in state.sietches))),
            (Piece.SETTLEMENT, Where.AREA, members(state.settlements)),
        )

    for (piece, where, old), (_, _, new) in zip(of(before), of(after), strict=True):
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
    spent, now = Counter(before.harkonnen_spent), Counter(after.harkonnen_spent)
    for result in sorted({*spent, *now}):
        yield from _changed(Setting.HARKONNEN_DICE, spent[result], now[result], result.value)
    yield from _changed(Setting.HARKONNEN_DICE, before.harkonnen_unused, after.harkonnen_unused, "unused")
    yield from _changed(Setting.ATREIDES_DICE, _results(before), _results(after))


def _results(state: State) -> str | None:
    return None if state.atreides_results is None else " ".join(state.atreides_results)


def _cards_and_tokens(before: State, after: State) -> Iterator[Adjust]:
    standing = {sietch.area: sietch.revealed for sietch in before.sietches}
    for sietch in after.sietches:
        if sietch.area in standing:
            yield from _changed(Setting.SIETCH_SIDE, standing[sietch.area], sietch.revealed, area=sietch.area)
    yield from _changed(Setting.HARVESTING_SECTOR, before.harvesting_sector, after.harvesting_sector)
    yield from _changed(Setting.TARGET_SIETCH, before.target_sietch, after.target_sietch)
    yield from _changed(Setting.ATOMICS, before.atomics, after.atomics)
    yield from _changed(Setting.REINFORCEMENTS, before.reinforcements, after.reinforcements)
    yield from _changed(Setting.HAND, before.cards.hand, after.cards.hand)
    for deck, old, new in zip(Deck, before.cards.decks, after.cards.decks, strict=True):
        yield from _changed(Setting.DECK, old, new, deck.value)
    yield from _changed(Setting.DISCARDS, len(before.cards.discards), len(after.cards.discards))
    yield from _changed(Setting.PRESCIENCE_CARDS, before.cards.revealed, after.cards.revealed)
    for faction in Faction:
        old, new = before.bene_gesserit[faction], after.bene_gesserit[faction]
        yield from _changed(Setting.BENE_GESSERIT, old, new, faction.id)
    yield from _changed(Setting.BLACK_TOKENS, before.black_tokens, after.black_tokens)
    yield from _changed(Setting.SILVER_TOKENS, before.silver_tokens, after.silver_tokens)
    yield from _changed(Setting.ATREIDES_TOKENS, before.atreides_tokens, after.atreides_tokens)


def _changed(what: Setting, old: Value, new: Value, subject: str = "", area: int | None = None) -> Iterator[Adjust]:
    if old != new:
        yield Adjust(what, old, new, subject, area)
