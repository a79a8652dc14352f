"""The figures that a game with trackers only keeps: how each is read, changed by one, named and drawn."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from companion.content import SPICE_BOARD, TRACKS
from companion.content.terms import Deck, Faction, Marker, Power
from companion.rules.state import ATREIDES, HARKONNEN, MARKERS, POWERS, Mode, State
from companion.web.say import _
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH, POWER_GLYPH

MOST_STEPS = 12
MOST_HAND = 40


@dataclass(frozen=True, slots=True)
class Figure:
    """A number on the table: ``read`` and ``write`` it in a position, between ``least`` and ``most``."""

    id: str
    part: str
    read: Callable[[State], int]
    write: Callable[[State, int], State]
    least: int
    most: int
    glyph: str = ""
    faction: str = ""


def _field(name: str) -> tuple[Callable[[State], int], Callable[[State, int], State]]:
    return lambda state: int(getattr(state, name)), lambda state, value: replace(state, **{name: value})


def _card(name: str) -> tuple[Callable[[State], int], Callable[[State, int], State]]:
    def write(state: State, value: int) -> State:
        return replace(state, cards=replace(state.cards, **{name: value}))  # type: ignore[arg-type]

    return lambda state: int(getattr(state.cards, name)), write


def _place(name: str, at: int) -> tuple[Callable[[State], int], Callable[[State, int], State]]:
    def write(state: State, value: int) -> State:
        row = list(getattr(state, name))
        row[at] = value
        return replace(state, **{name: tuple(row)})  # type: ignore[arg-type]

    return lambda state: int(getattr(state, name)[at]), write


def _deck(at: int) -> tuple[Callable[[State], int], Callable[[State, int], State]]:
    def write(state: State, value: int) -> State:
        decks = list(state.cards.decks)
        decks[at] = value
        return replace(state, cards=replace(state.cards, decks=(decks[0], decks[1], decks[2], decks[3])))

    return lambda state: state.cards.decks[at], write


def _ban(power: Power) -> tuple[Callable[[State], int], Callable[[State, int], State]]:
    def write(state: State, value: int) -> State:
        return replace(state, bans=state.bans | {power} if value else state.bans - {power})

    return lambda state: int(power in state.bans), write


def _figures() -> Iterable[Figure]:
    yield Figure("supremacy", "tracks", *_field("supremacy"), 0, TRACKS.supremacy.length, "supremacy", "h")
    for at, marker in enumerate(MARKERS):
        yield Figure(marker.value, "tracks", *_place("prescience", at), 0, MOST_STEPS, MARKER_GLYPH[marker])
    for at, power in enumerate(POWERS):
        rows = SPICE_BOARD.top_row, SPICE_BOARD.bottom_row
        yield Figure(power.value, "spice", *_place("imperium", at), *rows, POWER_GLYPH[power])
    yield Figure("spice_reserve", "spice", *_field("spice_reserve"), 0, 1, "spice")
    for power in POWERS:
        yield Figure(f"ban-{power.value}", "spice", *_ban(power), 0, 1, "ban")
    yield Figure("harkonnen_unused", "dice", *_field("harkonnen_unused"), 0, 9, "dice", "h")
    yield Figure("atreides_unused", "dice", *_field("atreides_unused"), 0, 5, "dice", "a")
    yield Figure("reinforcements", "cards", *_field("reinforcements"), 0, MOST_HAND, "cards", "h")
    yield Figure("hand", "cards", *_card("hand"), 0, MOST_HAND, "cards", "a")
    for at, deck in enumerate(Deck):
        side = "h" if deck.faction is HARKONNEN else "a"
        yield Figure(f"deck-{deck.value}", "cards", *_deck(at), 0, 18, "cards", side)
    yield Figure("prescience-deck", "cards", *_card("prescience"), 0, 16, "cards")
    yield Figure("revealed", "cards", *_card("revealed"), 0, 16, "reveal")
    yield Figure("claimed", "cards", *_card("claimed"), 0, 2, "check")
    yield Figure("bene-harkonnen", "cards", *_place("bene_gesserit", HARKONNEN), 0, 5, "bene-gesserit", "h")
    yield Figure("bene-atreides", "cards", *_place("bene_gesserit", ATREIDES), 0, 5, "bene-gesserit", "a")
    yield Figure("atreides_tokens", "cards", *_field("atreides_tokens"), 0, 8, "token", "a")


FIGURES: dict[str, Figure] = {figure.id: figure for figure in _figures()}
"""Every figure by its id."""


def label(figure: str, state: State) -> str:
    """Returns the name of a figure; raises KeyError for an unknown one."""
    for marker in Marker:
        if figure == marker.value:
            return names.marker_name(marker)
    for power in Power:
        if figure == power.value:
            return names.power_name(power)
        if figure == f"ban-{power.value}":
            return _("Ban on %(power)s", power=names.power_name(power))
    for deck in Deck:
        if figure == f"deck-{deck.value}":
            return _("Deck of %(deck)s", deck=names.deck_name(deck))
    solo = state.mode is Mode.SOLO
    words = {
        "supremacy": _("Supremacy"),
        "spice_reserve": _("Spice reserve"),
        "harkonnen_unused": _("Harkonnen dice unused"),
        "atreides_unused": _("Atreides dice unused"),
        "reinforcements": _("Harkonnen reinforcements") if solo else _("Harkonnen hand"),
        "hand": _("Atreides hand"),
        "prescience-deck": _("Prescience cards in the deck"),
        "revealed": _("Prescience cards revealed"),
        "claimed": _("Prescience cards claimed this round"),
        "bene-harkonnen": _("Bene Gesserit tokens, Harkonnen"),
        "bene-atreides": _("Bene Gesserit tokens, Atreides"),
        "atreides_tokens": _("Atreides deployment tokens left"),
    }
    return words[figure]


def changed(state: State, figure: Figure, by: int) -> State:
    """Returns the position with a figure changed by a number, kept within its limits."""
    value = min(max(figure.read(state) + by, figure.least), figure.most)
    return figure.write(state, value)


def changes(before: State, after: State) -> list[tuple[Figure, str]]:
    """Returns what differs between two positions of a game, with each change in words: "Supremacy: 3 → 4"."""
    found = []
    for figure in FIGURES.values():
        old, new = figure.read(before), figure.read(after)
        if old != new:
            found.append((figure, f"{_words(figure, before, old, new)}"))
    return found


def _words(figure: Figure, state: State, old: int, new: int) -> str:
    name = label(figure.id, state)
    if figure.id.startswith("ban-"):
        return name if new else _("%(what)s lifted", what=name)
    return f"{name}: {old} → {new}"


def faction_of(side: str) -> Faction | None:
    """Returns the faction of the letter that colours a figure."""
    return {"h": HARKONNEN, "a": ATREIDES}.get(side)
