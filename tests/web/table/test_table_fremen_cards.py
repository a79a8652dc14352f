"""Every card of the Fremen Ally deck, and the other half of cards with a condition, played to its end by the panel."""

from dataclasses import replace

import pytest

from companion.content import CARDS
from companion.content.terms import Deck
from companion.rules.frames import TurnFrame
from companion.rules.positions.audit import audit
from companion.rules.state import ATREIDES
from tests.web.table.conftest import Seat
from tests.web.table.guided import first_way, play, play_to_its_end, put, second_way

pytestmark = pytest.mark.slow

NAMES = [card.id for card in CARDS.values() if card.deck is Deck.FREMEN_ALLY]
BOTH_WAYS = ("alia_the_abomination", "smugglers_a", "smugglers_b", "smugglers_c", "shai_hulud", "our_family_atomics")
"""Cards whose condition leads to two different effects."""


def test_the_two_decks_are_34_names() -> None:
    house = [card.id for card in CARDS.values() if card.deck is Deck.HOUSE_ATREIDES]
    assert len(NAMES) + len(house) == 34
    assert set(BOTH_WAYS) <= {*NAMES, *house}


@pytest.mark.rule("CARD-1")
@pytest.mark.parametrize("card", NAMES)
def test_CARD_1_a_fremen_card_is_played_to_its_end_by_what_its_panel_offers(own_turn: Seat, card: str) -> None:
    seat = put(own_turn, first_way())
    before = seat.state
    play(seat, card)
    assert seat.top() != TurnFrame(ATREIDES)
    assert play_to_its_end(seat)
    assert seat.top_as(TurnFrame).acted
    assert audit(seat.state) == ()
    assert seat.state != replace(before, frames=seat.state.frames)


@pytest.mark.rule("CARD-1")
@pytest.mark.parametrize("card", BOTH_WAYS)
def test_CARD_1_the_other_half_of_a_card_with_a_condition_is_led_too(own_turn: Seat, card: str) -> None:
    seat = put(own_turn, second_way())
    play(seat, card)
    assert play_to_its_end(seat)
    assert audit(seat.state) == ()
