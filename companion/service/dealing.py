"""Hands that the app draws: from planning decks of its own, shuffled once by chance (CARD-1)."""

from collections import Counter
from collections.abc import Sequence

from companion.content import DECK_CARDS
from companion.content.terms import Faction
from companion.rules.ask.decks import cards_left
from companion.rules.ask.hands import cards_held, copies_gone, decks_of
from companion.rules.commands import NameHand
from companion.rules.events import CardsDrawn, Event
from companion.rules.frames import RollSource
from companion.rules.state import State
from companion.service.chance import Chance


def dealt_hand(state: State, faction: Faction, chance: Chance) -> NameHand | None:
    """Returns the hand of a side as the app's decks have dealt it up to now.

    None where that is not the number of cards in the hand: then cards came or went that nobody named, and only their
    player can say which are left.
    """
    gone, hand = copies_gone(state), Counter[str]()
    for deck in decks_of(faction):
        order = chance.planning_deck(DECK_CARDS[deck])
        hand.update(order[: len(order) - cards_left(state, deck)])
    hand -= gone
    if hand.total() != cards_held(state, faction):
        return None
    return NameHand(faction, tuple(sorted(hand.elements())), RollSource.APP)


def draws_for(state: State, events: Sequence[Event]) -> tuple[Faction, ...]:
    """Returns the sides for which the app drew cards in ``events``, ``state`` being the position after them."""
    drew = {event.deck.faction for event in events if isinstance(event, CardsDrawn)}
    return tuple(faction for faction in Faction if faction in drew and state.cards.by_app[faction])


def drawn_hands(before: State, events: Sequence[Event], after: State, chance: Chance) -> tuple[NameHand, ...]:
    """Returns what names the cards that ``events``, between ``before`` and ``after``, drew for hands of the app."""
    found = []
    for faction in draws_for(after, events):
        drawn = list(after.cards.hands[faction])
        for deck in decks_of(faction):
            order = chance.planning_deck(DECK_CARDS[deck])
            count = sum(one.count for one in events if isinstance(one, CardsDrawn) and one.deck is deck)
            first = len(order) - cards_left(before, deck)
            drawn += order[first : first + count]
        if len(drawn) <= cards_held(after, faction):
            found.append(NameHand(faction, tuple(sorted(drawn)), RollSource.APP))
    return tuple(found)
