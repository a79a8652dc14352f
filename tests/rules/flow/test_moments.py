"""Commands at the wrong moment, and limits that come up rarely."""

from dataclasses import replace

import pytest

from companion.board import SETTLEMENT_MASK, members
from companion.content.terms import Result, VehicleKind
from companion.rules import Army, Command, State
from companion.rules.actions import OtherAction
from companion.rules.commands import (
    DrawTactical,
    EnterObjective,
    EnterRank,
    PlaceStartingFigures,
    PlaceVehicle,
    RollAtreidesDice,
    RollHarkonnenDie,
    UseDesertPower,
)
from companion.rules.frames import GameOverFrame, TurnFrame, VehiclesFrame
from companion.rules.state import ATREIDES, HARKONNEN, Sietch
from tests.rules.flow.table import ROLL, area, areas, at_first_turn, codes, harkonnen_turn, move, position, turn


@pytest.mark.parametrize(
    "command, rule",
    [
        (PlaceStartingFigures(next(members(SETTLEMENT_MASK)), Army(regular=1)), "SETUP-2"),
        (DrawTactical("windgap"), "MAHDI-START-2"),
        (RollAtreidesDice(ROLL), "ACT-1"),
    ],
)
def test_a_command_of_another_step_names_the_step_in_progress(command: Command, rule: str) -> None:
    assert codes(at_first_turn(), command) == [(rule, "not_now")]


@pytest.mark.rule("MAHDI-TURN-1", "ACT-DESERT")
def test_no_die_and_no_desert_power_while_something_else_is_open() -> None:
    state = position({}, {}, *turn(ATREIDES, Result.STRATEGY, moves=1))
    assert codes(state, RollHarkonnenDie(Result.MENTAT)) == [("MAHDI-TURN-1", "not_now")]
    assert codes(state, UseDesertPower("move")) == [("ACT-DESERT", "not_now")]


@pytest.mark.rule("ACT-3")
def test_ACT_3_one_action_a_turn_desert_power_and_harkonnen_dice_included() -> None:
    acted = position({}, {}, TurnFrame(ATREIDES, acted=True), atreides_unused=1)
    assert codes(acted, UseDesertPower("move")) == [("ACT-3", "already_acted")]
    assert codes(harkonnen_turn(atreides_unused=1), UseDesertPower("move")) == [("ACT-3", "not_your_turn")]
    rolled = position({}, {}, TurnFrame(HARKONNEN, acted=True))
    assert codes(rolled, RollHarkonnenDie(Result.MENTAT)) == [("ACT-3", "already_acted")]


@pytest.mark.rule("SETTLE-1")
def test_SETTLE_1_the_rank_of_a_turned_sietch_is_not_noted_again() -> None:
    state = replace(position({}, {}), sietches=(Sietch(area("windgap"), 2, revealed=True),))
    assert codes(state, EnterRank(area("windgap"), 3)) == [("SETTLE-1", "sietch_already_revealed")]


@pytest.mark.rule("SETUP-6")
def test_SETUP_6_no_objective_after_the_game() -> None:
    state = position({}, {}, GameOverFrame(HARKONNEN, "WIN-1"), winner=HARKONNEN)
    assert codes(state, EnterObjective((7, 7, 7))) == [("SETUP-6", "not_now")]


@pytest.mark.rule("VEH-2")
def test_VEH_2_the_ninth_harvester_is_not_in_the_box() -> None:
    eight = areas("ne_1", "ne_2", "ne_3", "ne_4", "ne_5", "se_2", "se_4", "se_7")
    state = position({}, {}, VehiclesFrame(1, 0, 0), harvesters=eight)
    assert codes(state, PlaceVehicle(VehicleKind.HARVESTER, area("sw_1"))) == [("VEH-2", "no_vehicle_left")]


@pytest.mark.rule("LEADER-2")
def test_LEADER_2_only_the_legion_that_is_named_moves() -> None:
    legions = {"ne_1": Army(regular=1), "ne_5": Army(regular=1)}
    state: State = position(legions, {}, *turn(HARKONNEN, OtherAction.CARD, moves=1, only=area("ne_5")))
    assert codes(state, move(HARKONNEN, "ne_1", "ne_2", Army(regular=1))) == [("LEADER-2", "other_legion_named")]
    assert codes(state, move(HARKONNEN, "ne_5", "ne_2", Army(regular=1))) == []
