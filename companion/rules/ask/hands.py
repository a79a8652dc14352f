"""Planning cards in hands: what is told of them, and what the app's own decks would have dealt (CARD-1)."""

from collections import Counter

from companion.content import CARDS, DECK_CARDS
from companion.content.terms import Deck, Faction
from companion.rules.ask.decks import cards_left
from companion.rules.frames import CardFrame
from companion.rules.state import ATREIDES, State

DECK_SIZES = {deck: sum(card.copies for card in cards) for deck, cards in DECK_CARDS.items()}


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


def held_of_decks(state: State, faction: Faction) -> dict[Deck, int] | None:
    """Returns how many cards of each deck a side holds, as everybody may count: those that lie in no other place.

    None where that does not come to what the hand holds: cards came or went that nobody named.
    """
    gone = copies_gone(state)
    found = dict[Deck, int]()
    for deck in decks_of(faction):
        out = sum(min(gone[card.id], card.copies) for card in DECK_CARDS[deck])
        found[deck] = DECK_SIZES[deck] - cards_left(state, deck) - out
    return found if sum(found.values()) == cards_held(state, faction) and min(found.values()) >= 0 else None


def hand_of(state: State, faction: Faction) -> tuple[str, ...]:
    """Returns the cards in a hand as far as they are told, deck by deck in the order of the content."""
    names = state.cards.hands[faction]
    return tuple(card for card in CARDS for _ in range(names.count(card)))


def untold(state: State, faction: Faction) -> int:
    """Returns how many cards of a hand nobody has told the app."""
    return max(0, cards_held(state, faction) - len(state.cards.hands[faction]))
