"""Every card of the House Atreides deck is played to its end through the pages, led by the panel step by step."""

from dataclasses import replace

import pytest

from companion.content import CARDS
from companion.content.terms import Deck
from companion.rules.frames import TurnFrame
from companion.rules.positions.audit import audit
from companion.rules.state import ATREIDES
from tests.web.table.conftest import Seat
from tests.web.table.guided import first_way, play, play_to_its_end, put

pytestmark = pytest.mark.slow

NAMES = [card.id for card in CARDS.values() if card.deck is Deck.HOUSE_ATREIDES]


@pytest.mark.rule("CARD-1")
@pytest.mark.parametrize("card", NAMES)
def test_CARD_1_a_card_is_played_to_its_end_by_what_its_panel_offers(own_turn: Seat, card: str) -> None:
    seat = put(own_turn, first_way())
    before = seat.state
    play(seat, card)
    assert seat.top() != TurnFrame(ATREIDES)
    assert play_to_its_end(seat)
    assert seat.top_as(TurnFrame).acted
    assert audit(seat.state) == ()
    assert seat.state != replace(before, frames=seat.state.frames)
