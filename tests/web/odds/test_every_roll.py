"""Rolls outside of battles: by the app or tapped, whatever the game's usual way, and each of them on record."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import Result
from companion.rules.army import Army
from companion.rules.commands import CorrectBoard, RollAtreidesDice, UseDesertPower
from companion.rules.frames import RollFrame
from companion.rules.state import HARKONNEN
from tests.web.table.conftest import Seat, to_dice

SE_3, SE_4 = AREA_NUMBER["se_3"], AREA_NUMBER["se_4"]


@pytest.fixture(params=["app", "hand"])
def worm_attack(request: pytest.FixtureRequest, seat_at: Callable[..., Seat]) -> Seat:
    """A sandworm in SE 3 attacks a Harkonnen legion in SE 4, in a game of either dice mode."""
    seat = seat_at(set_up="quick", dice=request.param)
    to_dice(seat)
    seat.arrange(RollAtreidesDice((Result.LEADERSHIP, Result.STRATEGY, Result.MENTAT, Result.HOUSE)))
    state = replace(seat.state, sandworms=(SE_3,)).with_army(HARKONNEN, SE_4, Army(regular=4, elite=1))
    seat.arrange(CorrectBoard(state), UseDesertPower("attack"))
    seat.done("worm-attack", f"{seat.step}?from=se_3&to=se_4")
    assert seat.top_as(RollFrame).area == SE_4
    return seat


@pytest.mark.rule("WORM-7")
def test_WORM_7_any_roll_can_be_tapped_and_stands_in_the_history(worm_attack: Seat) -> None:
    number = worm_attack.top_as(RollFrame).dice
    worm_attack.done("attack-dice", dice__hit=1, dice__shield=number - 1)
    assert not isinstance(worm_attack.top(), RollFrame)
    history = worm_attack.page(f"{worm_attack.home}/history")
    assert f"Hits 1, shields {number - 1}, specials 0" in history
    dice = worm_attack.page(f"{worm_attack.home}/dice")
    assert "Worm attacks" in dice


@pytest.mark.rule("WORM-7")
def test_WORM_7_the_app_can_make_any_roll_and_it_stands_in_the_history(worm_attack: Seat) -> None:
    before = worm_attack.page(f"{worm_attack.home}/dice")
    assert "Worm attacks" not in before
    worm_attack.done("attack-dice", by="app")
    assert not isinstance(worm_attack.top(), RollFrame)
    assert "Worm attacks" in worm_attack.page(f"{worm_attack.home}/dice")
    assert "Dice against the legion in SE 4" in worm_attack.page(f"{worm_attack.home}/history")
