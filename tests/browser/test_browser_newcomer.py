"""The newcomer: from the first page to the first order of the Harkonnen in few taps, knowing nothing."""

import pytest

from companion.rules.frames import ActionFrame, AtreidesRollFrame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN
from tests.browser.conftest import Phone

pytestmark = [pytest.mark.browser, pytest.mark.calm]

MOST_TAPS = 12


def test_the_first_order_takes_at_most_twelve_taps(phone: Phone) -> None:
    phone.open()
    phone.tap("New game")
    phone.tap("Start")
    phone.tap("Place all as proposed")
    phone.tap("Roll for me")
    if phone.top_is(AtreidesRollFrame):
        turn_dice(phone)
    phone.tap(css="#main .keys .key:not(.gone)")
    if not phone.top_is(ActionFrame):
        # A House die or Desert Power asks what it is used for.
        phone.tap(css="#main .ask .opt")
    phone.tap("End ")
    if phone.top_is(TurnFrame) and phone.find("#main .btn.go", "End my turn"):
        phone.tap("End my turn")
    assert phone.find(".kick", "Harkonnen turn, die 1")
    phone.tap("Roll for me")
    frame = phone.state.frame
    assert isinstance(frame, ActionFrame)
    assert frame.faction is HARKONNEN
    assert phone.find("#main .btn.go")
    assert phone.title
    assert phone.taps <= MOST_TAPS, phone.taps
    assert phone.errors() == []


def turn_dice(phone: Phone) -> None:
    """More than two dice of a result: the third and fourth are turned to a result that no die shows."""
    fields = phone.find(".stp input")
    most = max(fields, key=lambda field: int(field.get_attribute("value") or 0))
    none = min(fields, key=lambda field: int(field.get_attribute("value") or 0))
    for _die in range(int(most.get_attribute("value") or 0) - 2):
        for field, way in ((most, "-1"), (none, "1")):
            name = field.get_attribute("name")
            phone.touch(css=f".stp:has([name={name}]) [data-step='{way}']")
    phone.tap("These are my dice")


def test_the_players_legions_move_on_the_map(phone: Phone) -> None:
    phone.open()
    phone.tap("New game")
    phone.touch("We roll at the table")
    phone.tap("Start")
    phone.tap("Draw for me")
    phone.tap("Place all as proposed")
    for result in ("strategy", "leadership", "mentat", "house"):
        phone.touch(css=f".stp:has([name={result}]) [data-step='1']")
    phone.tap("These are my dice")
    phone.tap("Strategy")
    before = [area for area, _army in phone.state.legions(ATREIDES)]
    phone.tap_area("gara_kulon")
    assert phone.title == "Tap where the legion from Gara Kulon goes"
    phone.tap_area("ne_15")
    assert phone.title == "Move 1 token and 1 Naib from Gara Kulon to NE 15"
    phone.tap("Done")
    after = [area for area, _army in phone.state.legions(ATREIDES)]
    assert len(set(before) - set(after)) == 1
    assert phone.errors() == []
