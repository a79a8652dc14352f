"""The list of planning cards to play: each with what it does, without those that were played already."""

from collections import Counter
from collections.abc import Sequence

from companion.content import CARDS, PlanningCard
from companion.content.terms import Deck
from companion.rules.state import ATREIDES, State
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.hands import decks_to_play, hand_to_play, own_count, own_untold
from companion.web.ui.blocks import Block, Choice, Options
from companion.web.words import names

OWN_DECKS = (Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY)
NOT_NAMED = ""
"""What is sent for a card that is not named: the player enters what it does."""


def playable_cards(state: State, decks: Sequence[Deck] = OWN_DECKS) -> list[PlanningCard]:
    """Returns the Atreides cards of which not every copy lies face up already, in the order of their names.

    Several cards of one name stay together, in the order of their ids.
    """
    seen = Counter((*state.cards.discards, *state.cards.attached))
    found = [card for card in CARDS.values() if card.deck in decks and seen[card.id] < card.copies]
    return sorted(found, key=lambda card: (names.card_name(card.id), card.id))


def card_choice(scene: Scene) -> Block:
    """Returns the choice of a planning card: of the hand where it is told whole, else of all that may be in it."""
    state = scene.state
    told = hand_is_told(scene)
    return hand_to_play(scene, ATREIDES)[0] if told else card_options(state, decks_to_play(scene, ATREIDES))


def hand_is_told(scene: Scene) -> bool:
    """Tells whether this device holds cards, and every one of them is known by name."""
    return own_count(scene, ATREIDES) > 0 and not own_untold(scene, ATREIDES)


def card_options(state: State, decks: Sequence[Deck] = OWN_DECKS) -> Options:
    """Returns the choice of a planning card with its text below its name; a card may be left without a name."""
    choices = [
        Choice(card.id, names.card_name(card.id), names.card_summary(card.id)) for card in playable_cards(state, decks)
    ]
    choices.append(Choice(NOT_NAMED, _("Another card"), _("not named: I enter what it does")))
    return Options("card", tuple(choices), _("Which card?"), search=_("Search cards"))
