"""Planning cards in hands: what is told of them, and what the app's own decks would have dealt (CARD-1)."""

from collections import Counter

from companion.content import CARDS
from companion.content.terms import Deck, Faction
from companion.rules.frames import CardFrame
from companion.rules.state import ATREIDES, State


def copies_gone(state: State) -> Counter[str]:
    """Returns how many copies of each card lie open or attached, or are being played: they are in no hand."""
    gone = Counter((*state.cards.discards, *state.cards.attached))
    playing = [frame.card for frame in state.frames if isinstance(frame, CardFrame)]
    return gone + Counter(playing)


def decks_of(faction: Faction) -> tuple[Deck, ...]:
    """Returns the two decks of a side."""
    return tuple(deck for deck in Deck if deck.faction is faction)


def cards_held(state: State, faction: Faction) -> int:
    """Returns how many planning cards a side holds; of the solo opponent its reinforcements."""
    return state.cards.hand if faction is ATREIDES else state.reinforcements


def hand_of(state: State, faction: Faction) -> tuple[str, ...]:
    """Returns the cards in a hand as far as they are told, deck by deck in the order of the content."""
    names = state.cards.hands[faction]
    return tuple(card for card in CARDS for _ in range(names.count(card)))


def untold(state: State, faction: Faction) -> int:
    """Returns how many cards of a hand nobody has told the app."""
    return max(0, cards_held(state, faction) - len(state.cards.hands[faction]))
