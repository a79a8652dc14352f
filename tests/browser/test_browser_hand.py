"""Cards are played from the hand on the own phone, in few taps; of the other side there are only backs."""

import pytest

from companion.board import AREA_NUMBER
from companion.rules.actions import OtherAction
from companion.rules.army import Army
from companion.rules.frames import ActionFrame, AtreidesCardFrame
from companion.rules.state import ATREIDES, HARKONNEN
from tests.browser.conftest import Phone
from tests.browser.hands import OURS, THEIRS, turn_of

pytestmark = [pytest.mark.browser, pytest.mark.calm]
MOST_TAPS = 5
NAMES = """
const shown = [...document.querySelectorAll("#main .pc b")].filter((one) => one.checkVisibility());
return shown.map((one) => one.textContent);
"""


def test_harkonnen_play_a_card_from_the_hand_in_five_taps(phone: Phone) -> None:
    turn_of(phone, HARKONNEN)
    phone.tap("Play one of 6 cards")
    assert len(phone.driver.execute_script(NAMES)) == len(THEIRS)
    phone.touch("Evidence of Rebellion")
    phone.touch("Strategy")
    phone.tap("Play it")
    phone.tap("Place them")
    assert phone.taps <= MOST_TAPS
    assert phone.state.army(HARKONNEN, AREA_NUMBER["arrakeen"]) == Army(regular=3, elite=3)
    assert phone.state.cards.hands[HARKONNEN] == tuple(card for card in THEIRS if card != "evidence_of_rebellion")
    assert phone.state.frame == ActionFrame(HARKONNEN, OtherAction.CARD, draws=2)
    assert not phone.errors()


def test_atreides_play_a_card_from_the_hand_in_five_taps(phone: Phone) -> None:
    home = turn_of(phone, ATREIDES)
    phone.tap("Card")
    assert len(phone.driver.execute_script(NAMES)) == len(OURS)
    phone.touch("Chatt the Leaper")
    phone.touch("Strategy")
    phone.tap("Play it")
    assert phone.taps <= MOST_TAPS
    assert phone.top_is(AtreidesCardFrame)
    phone.tap_area("gara_kulon")
    phone.tap("Place them")
    assert phone.taps <= MOST_TAPS + 1, "where they come is the player's to say"
    phone.open(f"{home}/hand")
    assert sorted(phone.driver.execute_script(NAMES))[:3] == ["Shai-Hulud", "Smugglers", "Thumpers"]
    assert not phone.find("#main", "Troop Carriers")
    assert not phone.errors()
