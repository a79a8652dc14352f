"""Two people at one device: a turn of each side by taps on the map, the Harkonnen dice rolled by the app."""

from collections import Counter

import pytest

from companion.board import AREA_IDS
from companion.content.terms import Result
from companion.rules import reach
from companion.rules.commands import EndTurn, FinishAction, RollAtreidesDice, RollHarkonnenDice, SpendDie
from companion.rules.frames import AtreidesRollFrame, HarkonnenRollFrame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN
from tests.browser.conftest import Phone

pytestmark = [pytest.mark.browser, pytest.mark.calm]

DICE = (Result.LEADERSHIP, Result.STRATEGY, Result.MENTAT, Result.HOUSE)


def duel(phone: Phone) -> None:
    phone.tap("New game")
    phone.touch("Two people")
    phone.tap("Start")
    phone.tap("Device of the table")
    phone.tap_area("ne_13")
    phone.tap("Done")
    assert phone.state.harvesters
    phone.tap("The rest stays in the supply")
    assert phone.top_is(HarkonnenRollFrame)


def harkonnen_dice(phone: Phone) -> tuple[Result, ...]:
    """At most three of a result, a Strategy first, and as many as are rolled."""
    number = phone.state.harkonnen_unused
    return tuple(sorted((list(Result)[n % 5] for n in range(number)), key=list(Result).index))


def both_turns(phone: Phone) -> None:
    phone.arrange(RollHarkonnenDice(harkonnen_dice(phone)), RollAtreidesDice(DICE))
    phone.open(f"/g/{phone.game}")
    phone.tap("Strategy")
    phone.tap_area("gara_kulon")
    phone.tap_area("ne_15")
    phone.tap("Done")
    phone.tap("End turn")
    assert phone.state.frame == TurnFrame(HARKONNEN)
    phone.tap("Strategy")
    way = next(one for one in reach.moves(phone.state, HARKONNEN) if one.via is reach.Via.GROUND)
    before = phone.state.army(HARKONNEN, way.source)
    phone.tap_area(AREA_IDS[way.source])
    phone.tap_area(AREA_IDS[way.target])
    phone.tap("Done")
    there, left = phone.state.army(HARKONNEN, way.target), phone.state.army(HARKONNEN, way.source)
    assert there is not None
    assert before is not None
    assert left != before
    phone.tap("The rest is not used")
    phone.tap("End the Harkonnen turn")
    assert phone.state.frame == TurnFrame(ATREIDES)
    assert phone.errors() == []


def test_a_turn_of_both_sides_on_a_phone(phone: Phone) -> None:
    phone.open()
    duel(phone)
    both_turns(phone)


def test_a_turn_of_both_sides_on_a_laptop_at_night(phone: Phone) -> None:
    phone.at_desk("night")
    phone.open()
    duel(phone)
    both_turns(phone)


def test_the_app_rolls_the_harkonnen_dice(phone: Phone) -> None:
    phone.open()
    duel(phone)
    phone.tap("Roll for me")
    if phone.top_is(HarkonnenRollFrame):
        assert "Too many of one result" in phone.title
        turn_dice(phone)
        phone.tap("These are the Harkonnen dice")
    assert phone.top_is(AtreidesRollFrame)
    rolled = Counter(phone.state.harkonnen_results)
    assert max(rolled.values()) <= 3
    phone.arrange(RollAtreidesDice(DICE), SpendDie(Result.MENTAT, Result.MENTAT), FinishAction(), EndTurn())
    phone.open(f"/g/{phone.game}")
    assert phone.state.frame == TurnFrame(HARKONNEN)
    keys = [one.text for one in phone.find("button[name=die]")]
    assert len(keys) == len(rolled)
    for result, number in rolled.items():
        (key,) = (text for text in keys if result.value.capitalize() in text)
        assert (f"×{number}" in key) == (number > 1)
    phone.open(f"/g/{phone.game}/history")
    said = phone.driver.find_element("id", "main").text
    for result in rolled:
        assert result.value.capitalize() in said


def turn_dice(phone: Phone) -> None:
    """Turns the dice too many to the emptiest result, one by one."""
    while "more dice" in go_text(phone):
        shown = {r: int(phone.find(f".stp [name='{r.value}']")[0].get_attribute("value") or 0) for r in Result}
        phone.add(min(shown, key=lambda result: shown[result]).value)


def go_text(phone: Phone) -> str:
    return " ".join(one.text for one in phone.find("#main .btn"))
