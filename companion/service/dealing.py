"""Hands that the app draws: from planning decks of its own, shuffled once by chance (CARD-1)."""

from collections import Counter
from collections.abc import Sequence

from companion.content import DECK_CARDS
from companion.content.terms import Deck, Faction, Subfaction
from companion.rules import evolve
from companion.rules.ask.decks import cards_left
from companion.rules.ask.hands import cards_held, copies_gone, decks_of
from companion.rules.ask.turns import in_charge
from companion.rules.commands import NameHand
from companion.rules.events import CardsDrawn, Event
from companion.rules.frames import RollSource
from companion.rules.state import Mode, State
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
    found, for_ally = [], _drawn_for_the_ally(before, events)
    for faction in draws_for(after, events):
        drawn, looked_at = list(after.cards.hands[faction]), list[str]()
        for deck in decks_of(faction):
            order = chance.planning_deck(DECK_CARDS[deck])
            count = sum(one.count for one in events if isinstance(one, CardsDrawn) and one.deck is deck)
            first = len(order) - cards_left(before, deck)
            new = order[first : first + count]
            drawn += new
            if deck is Deck.FREMEN_ALLY:
                looked_at += new[:for_ally]
        if len(drawn) <= cards_held(after, faction):
            found.append(NameHand(faction, tuple(sorted(drawn)), RollSource.APP, tuple(sorted(looked_at))))
    return tuple(found)


def _drawn_for_the_ally(before: State, events: Sequence[Event]) -> int:
    """Returns how many cards of ``events`` House Atreides drew for the Fremen Ally: it may look at those (TEAM-2)."""
    count, state = 0, before
    for event in events:
        if isinstance(event, CardsDrawn) and event.deck is Deck.FREMEN_ALLY and state.mode is not Mode.SOLO:
            count += event.count if in_charge(state) is Subfaction.HOUSE_ATREIDES else 0
        state = evolve(state, event)
    return count
