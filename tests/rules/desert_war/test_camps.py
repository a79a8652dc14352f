"""Fremen camps (DW-3, R-47)."""

from dataclasses import replace

import pytest

from companion.board import AREAS, members
from companion.content.terms import Marker, Phase, Result
from companion.rules.ask.desert import worm_moves
from companion.rules.ask.desert_war import camp_places
from companion.rules.commands import CleanUp, EndVehicles, FinishAction, MoveLegion, MoveWorm, PlaceCamp
from companion.rules.frames import (
    ActionFrame,
    CampsFrame,
    EndFrame,
    EndStage,
    HarkonnenRollFrame,
    TurnFrame,
    VehiclesFrame,
)
from companion.rules.state import State
from tests.rules.desert_war.table import (
    HARKONNEN,
    Army,
    area,
    areas,
    at_war,
    atreides_turn,
    camps,
    codes,
    play,
    war_of,
)

TURN = (TurnFrame(HARKONNEN, acted=True, spent_die=True), ActionFrame(HARKONNEN, Result.STRATEGY, moves=2))


def beginning(**war: object) -> State:
    """Vehicle placement is over but for the word."""
    state = at_war({}, {}, VehiclesFrame(1, 0, 0), war=war, phase=Phase.VEHICLES)
    return play(state, EndVehicles())


@pytest.mark.rule("DW-3", tries=True)
def test_DW_3_each_available_camp_is_put_out_before_the_dice_are_rolled() -> None:
    state = beginning()
    for number, where in enumerate(("ne_5", "se_1", "cse_1")):
        assert isinstance(state.frame, CampsFrame)
        assert codes(state, FinishAction()) == [("ACT-4", "not_now")]
        state = play(state, PlaceCamp(area(where)))
        assert len(war_of(state).camps) == number + 1
    assert war_of(state).camps == camps("ne_5", "se_1", "cse_1")
    assert isinstance(state.frame, HarkonnenRollFrame)


@pytest.mark.rule("DW-3")
def test_DW_3_empty_desert_each_in_another_sector() -> None:
    state = beginning()
    state = replace(state, wormsigns=areas("ne_8"), desert_war=replace(war_of(state), launchers=areas("ne_4")))
    state = play(state, PlaceCamp(area("ne_5")))
    assert codes(state, PlaceCamp(area("ne_9"))) == [("DW-3", "camp_in_sector")]
    assert codes(state, PlaceCamp(area("arrakeen"))) == [("DW-3", "not_desert")]
    assert ("DW-3", "not_empty") in codes(state, PlaceCamp(area("ne_8")))
    assert ("DW-3", "not_empty") in codes(state, PlaceCamp(area("ne_4")))
    assert not any("ne" in AREAS[place].sectors for place in members(camp_places(state)))


@pytest.mark.rule("R-41", tries=True)
def test_R_41_deep_desert_is_desert_and_empty_means_nothing_at_all() -> None:
    state = beginning(suspensors=areas("ne_1"))
    assert ("DW-3", "not_empty") in codes(state, PlaceCamp(area("ne_1")))
    assert codes(state, PlaceCamp(area("ne_2"))) == []
    assert area("ne_2") in members(state.deep_desert_mask)


@pytest.mark.rule("DW-3", tries=True)
def test_DW_3_camps_out_of_the_game_are_not_put_out_again() -> None:
    state = beginning(camps_gone=(Marker.JIHAD, Marker.SAND_DWELLERS))
    state = play(state, PlaceCamp(area("ne_5")))
    assert isinstance(state.frame, HarkonnenRollFrame)
    assert codes(state, PlaceCamp(area("se_1"))) == [("DW-3", "not_now")]


@pytest.mark.rule("DW-3")
def test_DW_3_with_every_camp_out_of_the_game_the_dice_are_rolled_at_once() -> None:
    assert isinstance(beginning(camps_gone=tuple(Marker)).frame, HarkonnenRollFrame)


@pytest.mark.rule("DW-3", tries=True)
def test_DW_3_a_harkonnen_legion_that_enters_removes_the_camp_which_is_available_again() -> None:
    state = at_war({"ne_4": Army(2)}, {}, *TURN, war={"camps": camps("ne_5")})
    assert state.free_mask(HARKONNEN) >> area("ne_5") & 1
    after = play(state, MoveLegion(HARKONNEN, area("ne_4"), area("ne_5"), Army(2)))
    assert (war_of(after).camps, war_of(after).camps_left) == ((), 3)


@pytest.mark.rule("DW-3", tries=True)
def test_DW_3_all_camps_leave_at_the_end_of_the_round() -> None:
    frame = EndFrame(EndStage.CLEANUP)
    state = at_war({}, {}, frame, phase=Phase.END, war={"camps": camps("ne_5", "se_1")})
    assert war_of(play(state, CleanUp())).camps == ()


@pytest.mark.rule("R-47", tries=True)
def test_R_47_a_camp_stops_no_worm_and_stays_beside_it() -> None:
    state = atreides_turn(use="move", sandworms=areas("ne_4"), war={"camps": camps("ne_5")})
    assert worm_moves(state, area("ne_4")) >> area("ne_5") & 1
    after = play(state, MoveWorm(area("ne_4"), area("ne_5")))
    assert (after.sandworms, war_of(after).camps) == (areas("ne_5"), camps("ne_5"))
