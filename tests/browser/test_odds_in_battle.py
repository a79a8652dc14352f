"""Chances at the table on a phone: above the dice, in the list and on the map of an attack, and turned off by a tap."""

from dataclasses import replace

import pytest
from selenium.webdriver.common.by import By

from companion.board import AREA_NUMBER
from companion.content.terms import Result
from companion.rules.army import Army
from companion.rules.commands import (
    CorrectBoard,
    RollBattle,
    SpendDie,
)
from companion.rules.frames import BattleFrame, Roll
from companion.rules.state import ATREIDES, HARKONNEN
from tests.browser.conftest import Phone
from tests.browser.ready import first_turn

pytestmark = [pytest.mark.browser, pytest.mark.calm]

GARA_KULON, NE_14, NE_15 = (AREA_NUMBER[area] for area in ("gara_kulon", "ne_14", "ne_15"))
BADGES = "#board-over .badges text"


def table_at(phone: Phone) -> None:
    """The player's turn in a new game; Stilgar's legion stands beside two Harkonnen legions."""
    seat = first_turn(phone)
    state = seat.state.with_army(HARKONNEN, NE_15, Army(elite=4)).with_army(HARKONNEN, NE_14, Army(elite=5))
    state = state.with_army(ATREIDES, GARA_KULON, Army(regular=3, special=1, generic=1, named=("stilgar",)))
    seat.arrange(CorrectBoard(replace(state, cards=replace(state.cards, hand=0), reinforcements=0)))
    seat.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY))
    phone.open(seat.home)


def test_an_attack_with_its_chances_from_the_map_to_the_casualties(phone: Phone) -> None:
    table_at(phone)
    phone.tap_area("gara_kulon")
    phone.tap("Attack")
    badges = [one.text for one in phone.driver.find_elements(By.CSS_SELECTOR, BADGES)]
    listed = [one.text for one in phone.driver.find_elements(By.CSS_SELECTOR, ".odds-target > .sp > b:last-child")]
    assert len(badges) == 2
    assert sorted(badges) == sorted(listed)
    assert all(one.is_displayed() for one in phone.driver.find_elements(By.CSS_SELECTOR, BADGES))
    # The best target comes first, and a tap on it leads on.
    assert int(listed[0].rstrip("%")) > int(listed[1].rstrip("%"))
    phone.tap("NE 15", "#main a.act")
    assert phone.find(".oddl", "you ")
    phone.tap("To the battle")
    assert phone.find(".oddl", "you ")
    phone.touch("", ".odds-more > summary")
    assert phone.find(".odds-more .figs-table")
    phone.look()
    phone.arrange(RollBattle(Roll(2, 2, 0), Roll(3, 1, 0)))
    phone.open(f"/g/{phone.game}")
    assert isinstance(phone.state.frame, BattleFrame)
    assert phone.find(".tip", "which wins")
    assert phone.find(".dock .cas .key", "win ")
    phone.look()
    assert phone.errors() == []


def test_chances_are_turned_off_on_this_device(phone: Phone) -> None:
    table_at(phone)
    phone.open(f"{phone.driver.current_url.removeprefix(phone.server.url)}?from=gara_kulon&attack=1")
    phone.tap("Hide chances", "#main a")
    phone.tap("Nothing", "#hints form:first-of-type button")
    phone.open(f"/g/{phone.game}")
    phone.tap_area("gara_kulon")
    phone.tap("Attack")
    assert not phone.driver.find_elements(By.CSS_SELECTOR, BADGES)
    assert not phone.find(".odds-targets")
    assert phone.find("#main a.btn", "NE 15")
