"""The table of the tracks, dice, cards, tokens and leaders: what the editor's first form and the trackers count."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from companion.content import LEADERS, PIECES, SPICE_BOARD, TRACKS
from companion.content.terms import Deck, Result
from companion.rules.state import (
    ATREIDES,
    ATREIDES_DICE,
    HARKONNEN,
    HARKONNEN_DICE,
    MARKERS,
    POWERS,
    LeaderStatus,
    Mode,
    Standing,
    State,
)
from companion.service.pieces import taken_up, with_status
from companion.web.editor.figures import Choice, Group, Lens, Number, at, copies
from companion.web.say import _, language
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH, POWER_GLYPH

MOST_STEPS = 12
MOST_CARDS = 40
MOST_ROUNDS = 99
STANDING = {"board": Standing.BOARD, "aside": Standing.READY, "out": Standing.OUT, "removed": Standing.REMOVED}


def track_groups(state: State) -> tuple[Group, ...]:
    """Returns what stands on tracks and in pools."""
    steps, rows = TRACKS.supremacy.length, (SPICE_BOARD.bottom_row, SPICE_BOARD.top_row)
    markers = tuple(
        Number(marker.value, names.marker_name(marker), *at("prescience", n), MOST_STEPS, MARKER_GLYPH[marker])
        for n, marker in enumerate(MARKERS)
    )
    powers = tuple(
        Number(power.value, names.power_name(power), *at("imperium", n), rows[0], POWER_GLYPH[power], least=rows[1])
        for n, power in enumerate(POWERS)
    )
    reserve = PIECES["spice_reserve"].count
    spice = Number("spice_reserve", _("Spice reserve"), *at("spice_reserve"), reserve, "spice")
    bans = tuple(
        Number(f"ban-{power.value}", _("Ban on %(power)s", power=names.power_name(power)), *lens, 1, "ban", tick=True)
        for power in POWERS
        for lens in (_membership(power, "bans"),)
    )
    supremacy = Number("supremacy", _("Supremacy"), *at("supremacy"), steps, "supremacy", "h")
    return (
        Group("supremacy", _("Supremacy"), (supremacy,)),
        Group("prescience", _("Prescience"), markers),
        Group("imperium", _("Imperium: row of each marker, 1 is the top"), (*powers, spice)),
        Group("imperium", _("Banned powers"), bans),
        Group("dice", _("Dice"), _dice(state)),
        Group("cards", _("Cards and tokens"), _cards(state)),
    )


def _membership(one: object, *path: str) -> Lens:
    read, write = at(*path)
    return (
        lambda state: int(one in read(state)),
        lambda state, on: write(state, read(state) | {one} if on else read(state) - {one}),
    )


def _dice(state: State) -> tuple[Number, ...]:
    """The dice of the Atreides by their results once they are rolled."""
    rolled = state.atreides_results is not None
    most = HARKONNEN_DICE + 1, ATREIDES_DICE + 1
    return (
        Number("harkonnen_unused", _("Harkonnen dice unused"), *at("harkonnen_unused"), most[0], "dice", "h"),
        Number(
            "atreides_unused", _("Atreides dice unused"), *at("atreides_unused"), most[1], "dice", "a", shown=not rolled
        ),
        *(dice_of("die", "atreides_results", "atreides_unused", "a", most[1]) if rolled else ()),
    )


def dice_of(
    prefix: str, results: str, unused: str = "", faction: str = "h", most: int = HARKONNEN_DICE + 1
) -> tuple[Number, ...]:
    """Returns the number of each result among dice; ``unused`` is the field that holds how many they are."""

    def counted(result: Result) -> Lens:
        read, write = copies(result, Result, results)
        total = at(results)[0]
        if not unused:
            return read, write
        return read, lambda state, number: at(unused)[1](after := write(state, number), len(total(after)))

    return tuple(
        Number(f"{prefix}-{result.value}", names.result_name(result), *counted(result), most, result.value, faction)
        for result in Result
    )


def _cards(state: State) -> tuple[Number, ...]:
    hand = _("Harkonnen reinforcements") if state.mode is Mode.SOLO else _("Harkonnen hand")
    gesserit = "bene-gesserit"
    found = (
        Number("reinforcements", hand, *at("reinforcements"), MOST_CARDS, "cards", "h"),
        Number("hand", _("Atreides hand"), *at("cards", "hand"), MOST_CARDS, "cards", "a"),
        Number("revealed", _("Prescience cards revealed"), *at("cards", "revealed"), 16, "reveal"),
        Number(
            "bene-harkonnen", _("Bene Gesserit tokens, Harkonnen"), *at("bene_gesserit", HARKONNEN), 5, gesserit, "h"
        ),
        Number("bene-atreides", _("Bene Gesserit tokens, Atreides"), *at("bene_gesserit", ATREIDES), 5, gesserit, "a"),
        Number("atreides_tokens", _("Atreides deployment tokens left"), *at("atreides_tokens"), 8, "token", "a"),
    )
    # Between people the starting tokens have no further use (SETUP-2).
    return (*found, *_pools()) if state.mode is Mode.SOLO else found


def _pools() -> tuple[Number, ...]:
    """The Harkonnen tokens that a settlement gets when the solo opponent leaves it."""
    return (
        Number("black_tokens", _("Black tokens in the pool"), *at("black_tokens"), 6, "token", "h"),
        Number("silver_tokens", _("Silver tokens in the pool"), *at("silver_tokens"), 6, "token", "h"),
    )


def deck_group() -> Group:
    """Returns the cards left in the decks and the prescience cards claimed."""
    decks = (
        Number(
            f"deck-{deck.value}",
            names.capital(names.deck_name(deck)),
            *at("cards", "decks", n),
            18,
            "cards",
            "h" if deck.faction is HARKONNEN else "a",
        )
        for n, deck in enumerate(Deck)
    )
    left = Number("prescience-deck", _("Prescience cards in the deck"), *at("cards", "prescience"), 16, "cards")
    claimed = Number("claimed", _("Prescience cards claimed this round"), *at("cards", "claimed"), 2, "check")
    return Group("decks", _("Cards left"), (*decks, left, claimed))


def counted(state: State) -> Mapping[str, Number]:
    """Returns every number that the trackers change one by one, by its id."""
    return _counted(state.atreides_results is not None, state.mode, language())


@lru_cache(maxsize=32)
def _counted(rolled: bool, mode: Mode, _language: str) -> Mapping[str, Number]:
    # A page asks for it for each of its counters and lines; which numbers there are depends on little of the position.
    state = State(mode=mode, atreides_results=() if rolled else None)
    groups = (*track_groups(state), deck_group())
    found = {one.id: one for group in groups for one in group.figures if isinstance(one, Number)}
    return MappingProxyType(found)


def leader_group(state: State) -> Group:
    """Returns where each named leader is and which side of the card is up."""
    figures: list[Choice] = []
    for leader, status in state.leaders:
        name = names.leader_name(leader)
        spaces = TRACKS.tank_spaces[LEADERS[leader].faction]
        offers = (
            *((("board", _("on the board")),) if status.standing is Standing.BOARD else ()),
            ("aside", _("beside the board")),
            *((str(n), _("tank, space %(space)s", space=n)) for n in range(1, spaces + 1)),
            ("out", _("not in play yet")),
            ("removed", _("out of the game")),
        )
        cards = (("up", _("card face up")), ("down", _("card spent")))
        figures += [
            Choice(f"leader-{leader}", name, *_standing(leader), offers),
            Choice(f"card-{leader}", _("Card of %(leader)s", leader=name), *_side_up(leader), cards),
        ]
    return Group("leaders", _("Leaders and tanks"), tuple(figures))


def _standing(leader: str) -> Lens:
    words = {standing: word for word, standing in STANDING.items()}

    def write(state: State, where: str) -> State:
        status = state.leader(leader)
        if status.standing is Standing.BOARD:
            state = taken_up(state, leader)
        space = int(where) if where.isdecimal() else None
        return with_status(state, leader, LeaderStatus(STANDING.get(where, Standing.TANK), status.card_ready, space))

    return lambda state: words.get(state.leader(leader).standing, str(state.leader(leader).tank)), write


def _side_up(leader: str) -> Lens:
    return (
        lambda state: "up" if state.leader(leader).card_ready else "down",
        lambda state, side: state.with_leader(leader, card_ready=side == "up"),
    )
