"""What lies on the table in a position, as plain pairs, and what becomes of it when somebody does what he is told.

Written apart from ``differences``: it is the judge of them. Every field of a position is either in ``on_the_table`` or
in ``NOT_ON_THE_TABLE``.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from companion.board import members
from companion.content.terms import Deck, Faction, Result
from companion.rules.state import MARKERS, POWERS, WILD_MAKER, Standing, State
from companion.service.differences import Adjust, Carry, Difference, Piece, Place, Setting, Where

Table = dict[tuple[object, ...], Any]
VANISHING = (
    Setting.WAR_TOKENS,
    Setting.CAMPS_GONE,
    Setting.BAN,
    Setting.DISCARDS,
    Setting.ATTACHED,
    Setting.SIETCH_SIDE,
    Setting.LEADER_CARD,
)
NOTHING = {Setting.BAN: False, Setting.SIETCH_SIDE: None, Setting.LEADER_CARD: True, Setting.CAMPS_GONE: False}
NOT_ON_THE_TABLE = {
    "mode": "how the game is played",
    "expansions": "what is in the box",
    "rules": "how the game is played",
    "phase": "the page says it",
    "turn": "what the action in progress has done",
    "discard_top": "follows from the discards, and from what somebody saw of them",
    "hidden": "a note about a card that the player holds",
    "known_tokens": "a note about tokens that lie facedown",
    "new_in_tank": "what this turn has done",
    "just_out_of_tank": "what this turn has done",
    "frames": "what is going on",
    "winner": "the page says it",
    "forbidden_leaders": "what a card said",
    "chosen_result": "what a card said",
    "cards.claimed": "the claimed cards have left the row",
    "cards.claimed_cards": "the claimed cards have left the row",
    "cards.open": "which cards the row shows, as far as somebody told",
    "cards.by_app": "a note about who draws for a hand",
    "cards.hands": "a note about cards that their player holds",
    "cards.reinforcement_decks": "what is known of the backs of facedown cards",
    "cards.turned": "whose turn it is among the decks",
    "desert_war.actions": "what this turn still allows",
    "desert_war.success": "a note about a symbol of the dice",
}


def on_the_table(state: State) -> Table:
    """Returns everything physical of a position."""
    cards = state.cards
    table: Table = {
        ("round",): state.round,
        ("supremacy",): state.supremacy,
        ("spice_reserve",): state.spice_reserve,
        ("harkonnen_dice", "unused"): state.harkonnen_unused,
        ("harkonnen_results",): state.harkonnen_results,
        ("corrino_results",): state.corrino_results,
        ("fremen_results",): state.fremen_results,
        ("atreides_results",): state.atreides_results,
        ("bene_gesserit_die", "atreides"): state.bene_gesserit_die,
        ("bene_gesserit_die", "harkonnen"): state.harkonnen_bene_gesserit_die,
        ("harvesting_sector",): state.harvesting_sector,
        ("target_sietch",): state.target_sietch,
        ("tactical",): cards.tactical,
        ("atomics",): state.atomics,
        ("hand",): cards.hand,
        ("reinforcements",): state.reinforcements,
        ("burnt",): len(cards.burnt),
        ("beside",): state.hawats_scheming_beside_board,
        ("prescience_cards",): cards.revealed,
        ("prescience_deck",): cards.prescience,
        ("black_tokens",): state.black_tokens,
        ("silver_tokens",): state.silver_tokens,
        ("atreides_tokens",): state.atreides_tokens,
    }
    if state.atreides_results is None:
        table["atreides_unused",] = state.atreides_unused
    table |= {("prescience", marker.value): step for marker, step in zip(MARKERS, state.prescience, strict=True)}
    table |= {("imperium", power.value): row for power, row in zip(POWERS, state.imperium, strict=True)}
    table |= {("ban", power.value): True for power in state.bans}
    table |= {("deck", deck.value): size for deck, size in zip(Deck, cards.decks, strict=True)}
    table |= {("bene_gesserit", faction.id): state.bene_gesserit[faction] for faction in Faction}
    table |= {("cones", faction.id): state.cones[faction] for faction in Faction}
    for what, things in (
        ("harkonnen_dice", state.harkonnen_spent),
        ("discards", cards.discards),
        ("attached", cards.attached),
    ):
        table |= {(what, str(thing)): number for thing, number in Counter(things).items()}
    return table | _board(state) | _desert_war(state)


def _desert_war(state: State) -> Table:
    war = state.desert_war
    if war is None:
        return {}
    table: Table = {("war_tokens",): war.tokens} if war.tokens else {}
    if not war.card_ready:
        table["leader_card", "sandriders"] = False
    table |= {("camps_gone", symbol.value): True for symbol in war.camps_gone}
    for piece, where, places in (
        (Piece.ESCORT, Where.ZONE, war.escorts),
        (Piece.SUSPENSOR, Where.AREA, war.suspensors),
        (Piece.LAUNCHER, Where.AREA, war.launchers),
        (Piece.SANDRIDER, Where.AREA, war.sandriders),
        (Piece.CAMP, Where.AREA, tuple(camp.area for camp in war.camps)),
    ):
        table |= {(piece, Place(where, place)): number for place, number in Counter(places).items()}
    return table


def _board(state: State) -> Table:
    table: Table = {}
    placed: dict[str, Place] = {}
    for faction in Faction:
        for area, army in enumerate(state.armies[faction]):
            if army is None:
                continue
            for kind, number in army.counts():
                table["figures", faction, kind, Place(Where.AREA, area)] = number
            placed |= dict.fromkeys(army.named, Place(Where.AREA, area))
    if state.wild_maker is not None:
        placed[WILD_MAKER] = Place(Where.AREA, state.wild_maker)
    for leader, status in state.leaders:
        off_board = {
            Standing.OUT: Place(Where.AWAY),
            Standing.REMOVED: Place(Where.AWAY),
            Standing.READY: Place(Where.ASIDE),
            Standing.BOARD: Place(Where.BOARD),
            Standing.TANK: Place(Where.TANK, status.tank),
        }
        placed.setdefault(leader, off_board[status.standing])
        if not status.card_ready:
            table["leader_card", leader] = False
    table |= {("leader", leader): place for leader, place in placed.items() if place.where is not Where.AWAY}
    pieces: tuple[tuple[Piece, Where, Iterable[int]], ...] = (
        (Piece.HARVESTER, Where.AREA, state.harvesters),
        (Piece.ORNITHOPTER, Where.ZONE, state.ornithopters),
        (Piece.CARRYALL, Where.ZONE, state.carryalls),
        (Piece.WORMSIGN, Where.AREA, state.wormsigns),
        (Piece.SANDWORM, Where.AREA, state.sandworms),
        (Piece.STATION, Where.AREA, members(state.stations)),
        (Piece.SETTLEMENT, Where.AREA, members(state.settlements)),
        (Piece.SIETCH, Where.AREA, [sietch.area for sietch in state.sietches]),
    )
    for piece, where, places in pieces:
        table |= {(piece, Place(where, place)): number for place, number in Counter(places).items()}
    table |= {("side", sietch.area): sietch.rank or 0 for sietch in state.sietches if sietch.revealed}
    return table


def done(table: Table, told: Iterable[Difference]) -> Table:
    """Returns the table after somebody did what is told; raises ValueError for what cannot be done."""
    table = dict(table)
    for one in told:
        if isinstance(one, Carry):
            _carry(table, one)
        else:
            _set(table, one)
    return table


def _carry(table: Table, one: Carry) -> None:
    if one.piece in (Piece.LEADER, Piece.WILD_MAKER):
        leader = one.leader or WILD_MAKER
        there = table.pop(("leader", leader), Place(Where.AWAY))
        if there != one.source:
            raise ValueError(f"{one}: it is {there}")
        if one.target.where is not Where.AWAY:
            table["leader", leader] = one.target
        return
    parts: dict[tuple[object, ...], int] = {(one.piece,): one.count}
    if one.piece is Piece.FIGURES:
        parts = {("figures", one.faction, kind): number for kind, number in one.figures.counts()}
    for what, number in parts.items():
        for place, by in ((one.source, -number), (one.target, number)):
            if place.where in (Where.SUPPLY, Where.AWAY):
                continue
            key = (*what, place)
            table[key] = table.get(key, 0) + by
            if table[key] < 0:
                raise ValueError(f"{one}: not so many there")
            if not table[key]:
                del table[key]
    if one.piece is Piece.SIETCH:
        table.pop(("side", one.source.number), None)


def _set(table: Table, one: Adjust) -> None:
    key: tuple[object, ...] = (one.what.value, one.subject) if one.subject else (one.what.value,)
    before, after = one.before, one.after
    match one.what:
        case Setting.SIETCH_SIDE:
            key = ("side", one.area)
        case Setting.ATREIDES_DICE if one.subject == "unused":
            key = ("atreides_unused",)
        case Setting.ATREIDES_DICE:
            _set_results(table, "atreides_results", one)
            # Dice that are not rolled are all there.
            table.pop(("atreides_unused",), None)
            if after is None:
                table["atreides_unused",] = 4
            return
        case Setting.HARKONNEN_RESULTS | Setting.CORRINO_RESULTS | Setting.FREMEN_RESULTS:
            _set_results(table, one.what.value, one)
            return
        case Setting.TACTICAL:
            before, after = tuple(str(before).split()), tuple(str(after).split())  # type: ignore[assignment]
        case _:
            pass
    nothing = NOTHING.get(one.what, 0)
    there = table.get(key, nothing)
    if there != before:
        raise ValueError(f"{one}: it shows {there}")
    goes = one.what in VANISHING or (one.what is Setting.HARKONNEN_DICE and one.subject != "unused")
    if goes and after == nothing:
        table.pop(key, None)
    else:
        table[key] = after


def _set_results(table: Table, key: str, one: Adjust) -> None:
    def results(value: object) -> tuple[Result, ...] | None:
        return None if value is None else tuple(Result(text) for text in str(value).split())

    if table[key,] != results(one.before):
        raise ValueError(f"{one}: they show {table[key,]}")
    table[key,] = results(one.after)
