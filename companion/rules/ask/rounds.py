"""Rounds: cards in hand, decks in turn, the tactical cards (ROUND-2, MAHDI-START-2, MAHDI-CARD-1)."""

from collections import Counter

from companion.board import AREA_NUMBER
from companion.content import CARDS, TACTICAL_CARDS
from companion.content.terms import Deck, Faction
from companion.rules.ask.hands import cards_held, held_of_decks, untold
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State

PARTNERS_HAND_LIMIT = 4


def other_deck(deck: Deck) -> Deck:
    """Returns the other Harkonnen deck."""
    return Deck.CORRINO_ALLY if deck is Deck.HOUSE_HARKONNEN else Deck.HOUSE_HARKONNEN


def alternating(state: State, count: int) -> tuple[Deck, ...]:
    """Returns the decks of ``count`` Harkonnen cards drawn one after the other (MAHDI-CARD-1)."""
    first = next_deck(state)
    return tuple(first if number % 2 == 0 else other_deck(first) for number in range(count))


def harvesting_card(state: State) -> str | None:
    """Returns the first tactical card of this round."""
    return state.cards.tactical[0] if state.cards.tactical else None


def targets_left(state: State) -> tuple[tuple[str, ...], bool]:
    """Returns the tactical cards that would now give a target, and whether R-1 had to reshuffle for them.

    First those not drawn yet, of another sector than the harvesting card; then any but the harvesting card. Their
    sietch must stand.
    """
    first = harvesting_card(state)
    standing = [
        card
        for card, record in TACTICAL_CARDS.items()
        if card != first and state.sietch_of(AREA_NUMBER[record.sietch]) is not None
    ]
    sector = TACTICAL_CARDS[first].sector if first else None
    fresh = [
        card for card in standing if card not in state.cards.tactical and TACTICAL_CARDS[card].sector is not sector
    ]
    return (tuple(fresh), False) if fresh else (tuple(standing), True)


def hand_limit(state: State, faction: Faction = ATREIDES) -> int:
    """Returns how many planning cards ``faction`` keeps at the end of a round; partners together (ROUND-2, TEAM-2).

    4 each are 8 in all here: who of two partners holds which cards is known where they are told (``over_by_deck``).
    """
    partners = state.partners(faction)
    return HAND_LIMIT if partners == 1 else PARTNERS_HAND_LIMIT * partners


def cards_over(state: State, faction: Faction = ATREIDES) -> int:
    """Returns how many cards a side has to discard in the clean-up; the reinforcements of solo stay (MAHDI-END-1)."""
    if faction is HARKONNEN and state.mode is Mode.SOLO:
        return 0
    over = max(0, cards_held(state, faction) - hand_limit(state, faction))
    return max(over, over_by_deck(state, faction))


def over_by_deck(state: State, faction: Faction, gone: tuple[str, ...] = ()) -> int:
    """Returns how many cards are over the 4 that each of two partners keeps, ``gone`` having left (TEAM-2).

    Whose the cards are is counted, or told; 0 where it is neither.
    """
    if state.partners(faction) == 1:
        return 0
    held, left = held_of_decks(state, faction), Counter(CARDS[card].deck for card in gone)
    if held is None:
        held = Counter() if untold(state, faction) else Counter(CARDS[card].deck for card in state.cards.hands[faction])
    return sum(max(0, count - left[deck] - PARTNERS_HAND_LIMIT) for deck, count in held.items())


CLAIMS_A_ROUND = 2
FEAR = "fear_is_the_mind_killer"
BONUS_STEPS = 2
"""What *Fear Is the Mind-Killer* adds to any marker when the card that it lies on is claimed."""


HAND_LIMIT = 6


def next_deck(state: State) -> Deck:
    """Returns the deck that the next Harkonnen card comes from: not that of the top discard (MAHDI-CARD-1)."""
    return other_deck(state.discard_top) if state.discard_top else Deck.HOUSE_HARKONNEN
