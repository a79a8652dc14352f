"""What is left in the planning decks (CARD-1, R-8)."""

from companion.content.terms import Deck
from companion.rules.state import State

DECKS = tuple(Deck)
HAWATS_SCHEMING = "hawats_scheming"


def cards_left(state: State, deck: Deck) -> int:
    """Returns the number of cards in a deck."""
    return state.cards.decks[DECKS.index(deck)]
