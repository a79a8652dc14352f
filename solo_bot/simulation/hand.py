"""The planning cards in the hand of the simulated Atreides: only they know which ones (CARD-1)."""

from random import Random

from companion.content import DECK_CARDS
from companion.content.terms import Deck, Faction

FIRST_BURNT = (
    *("alia_the_abomination", "eyes_of_ibad", "our_family_atomics", "crysknife", "stillsuits", "fremen_rockets"),
    *("tested_with_the_gom_jabbar", "death_commandos", "bill_of_particulars", "dust_chasms", "jubba_cloaks"),
)
"""What is discarded before anything else, for combat dice and over the limit of the hand."""


class Hand:
    """The names of the cards in the hand, and the decks that they are drawn from."""

    def __init__(self, random: Random) -> None:
        self.cards: list[str] = []
        self._decks = {deck: _shuffled(deck, random) for deck in Deck if deck.faction is Faction.ATREIDES}

    def draw(self, deck: Deck, count: int) -> None:
        """Takes ``count`` cards of ``deck`` into the hand, as far as it has them."""
        left = self._decks[deck]
        self.cards += [left.pop() for _ in range(min(count, len(left)))]

    def play(self, card: str) -> None:
        """Takes a card that was played out of the hand; nothing where it was not known to be there."""
        if card in self.cards:
            self.cards.remove(card)

    def discard(self, count: int) -> None:
        """Takes the ``count`` least useful cards out of the hand."""
        self.cards.sort(key=_use)
        del self.cards[:count]


def _use(card: str) -> int:
    return FIRST_BURNT.index(card) if card in FIRST_BURNT else len(FIRST_BURNT)


def _shuffled(deck: Deck, random: Random) -> list[str]:
    cards = [card.id for card in DECK_CARDS[deck] for _ in range(card.copies)]
    random.shuffle(cards)
    return cards
