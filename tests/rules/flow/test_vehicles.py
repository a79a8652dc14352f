"""Vehicle placement."""

from dataclasses import replace
from typing import Any

import pytest

from companion.content.terms import Deck, Faction, Phase, Result, VehicleKind
from companion.rules import Army, State
from companion.rules.commands import DrawTactical, EndVehicles, PlaceVehicle
from companion.rules.frames import ActionFrame, AtreidesRollFrame, VehiclesFrame
from companion.rules.state import Mode
from tests.rules.flow.table import (
    area,
    areas,
    at_vehicles,
    blocked,
    codes,
    frame_names,
    harkonnen_card,
    in_round_1,
    play,
    position,
    turn,
)

HARVESTER, ORNITHOPTER, CARRYALL = VehicleKind.HARVESTER, VehicleKind.ORNITHOPTER, VehicleKind.CARRYALL


def with_imperium(rows: tuple[int, int, int]) -> State:
    state = replace(in_round_1(), imperium=rows)
    return play(state, DrawTactical("windgap"), DrawTactical("gara_kulon"))


@pytest.mark.rule("VEH-1")
@pytest.mark.parametrize(
    "rows, dice, frame",
    [
        ((1, 1, 1), 8, VehiclesFrame(3, 1, 2)),
        ((1, 3, 1), 6, VehiclesFrame(5, 1, 3)),
        ((5, 1, 2), 4, VehiclesFrame(6, 2, 4)),
    ],
)
def test_VEH_1_the_lowest_marker_sets_dice_aside_and_numbers_the_vehicles(
    rows: tuple[int, int, int], dice: int, frame: VehiclesFrame
) -> None:
    state = with_imperium(rows)
    assert (state.harkonnen_unused, state.frame) == (dice, frame)


@pytest.mark.rule("VEH-2")
def test_VEH_2_the_supply_limits_the_vehicles() -> None:
    state = replace(in_round_1(), harvesters=areas("ne_1", "ne_2", "ne_3", "ne_4", "ne_5", "se_1"))
    state = play(state, DrawTactical("windgap"), DrawTactical("gara_kulon"))
    assert state.frame == VehiclesFrame(2, 1, 2)


@pytest.mark.rule("VEH-2")
def test_VEH_2_harvesters_go_to_free_desert_one_an_area() -> None:
    state = play(at_vehicles(), PlaceVehicle(HARVESTER, area("cnw_3")))
    assert state.harvesters == areas("cnw_3")
    assert codes(state, PlaceVehicle(HARVESTER, area("cnw_3"))) == [("VEH-2", "harvester_there")]
    assert codes(state, PlaceVehicle(HARVESTER, area("arrakeen"))) == [("VEH-2", "not_desert")]
    taken = state.with_army(Faction.ATREIDES, area("ne_1"), Army(regular=1))
    assert codes(taken, PlaceVehicle(HARVESTER, area("ne_1"))) == [("VEH-2", "not_free")]
    assert codes(state, PlaceVehicle(HARVESTER, area("ne_1"))) == []


@pytest.mark.rule("VEH-2")
def test_VEH_2_one_vehicle_a_zone_and_a_new_one_takes_the_place() -> None:
    state = play(at_vehicles(), PlaceVehicle(CARRYALL, 0))
    command = PlaceVehicle(ORNITHOPTER, 0)
    assert codes(state, command) == [("VEH-2", "zone_taken")]
    state = play(state, command, anyway=True)
    assert (state.carryalls, state.ornithopters) == ((), (0,))


@pytest.mark.rule("VEH-1")
def test_VEH_1_no_more_of_a_kind_than_the_row_says() -> None:
    state = play(at_vehicles(), PlaceVehicle(CARRYALL, 0))
    assert codes(state, PlaceVehicle(CARRYALL, 1)) == [("VEH-1", "no_vehicle_of_kind_due")]


@pytest.mark.rule("VEH-1", "ACT-1")
def test_VEH_1_action_resolution_begins_when_all_stand_or_the_rest_is_left() -> None:
    state = play(at_vehicles(), EndVehicles())
    assert (state.phase, state.frames) == (Phase.ACTIONS, (AtreidesRollFrame(),))
    state = play(at_vehicles(), *(PlaceVehicle(HARVESTER, place) for place in areas("ne_1", "ne_2", "ne_3")))
    state = play(state, PlaceVehicle(CARRYALL, 0), PlaceVehicle(ORNITHOPTER, 1), PlaceVehicle(ORNITHOPTER, 2))
    assert (state.phase, state.frames) == (Phase.ACTIONS, (AtreidesRollFrame(),))


@pytest.mark.rule("VEH-1", tries=True)
@pytest.mark.parametrize("due, left", [((1, 0, 1), (1, 0, 0)), ((0, 1, 1), (0, 1, 0)), ((0, 0, 2), (0, 0, 1))])
def test_VEH_1_the_phase_goes_on_while_a_vehicle_of_any_kind_is_due(
    due: tuple[int, int, int], left: tuple[int, int, int]
) -> None:
    state = play(position({}, {}, VehiclesFrame(*due), phase=Phase.VEHICLES), PlaceVehicle(ORNITHOPTER, 0))
    assert state.frames == (VehiclesFrame(*left),)


@pytest.mark.rule("MAHDI-HOUSE-2")
def test_MAHDI_HOUSE_2_a_house_action_places_no_carryall() -> None:
    house = turn(Faction.HARKONNEN, Result.HOUSE, replacements=2, placements=2)
    state = position({}, {}, *house)
    assert codes(state, PlaceVehicle(CARRYALL, 0)) == [("MAHDI-HOUSE-2", "no_vehicle_of_kind_due")]
    state = play(state, PlaceVehicle(HARVESTER, area("ne_1")))
    assert state.turn.step == 2
    state = play(state, PlaceVehicle(ORNITHOPTER, 0))
    assert (state.harvesters, state.ornithopters) == (areas("ne_1"), (0,))


@pytest.mark.rule("MAHDI-HOUSE-2", tries=True)
def test_MAHDI_HOUSE_2_one_harvester_and_after_it_one_ornithopter() -> None:
    house = turn(Faction.HARKONNEN, Result.HOUSE, replacements=2, placements=2)
    state = play(position({}, {}, *house), PlaceVehicle(HARVESTER, area("ne_1")))
    assert codes(state, PlaceVehicle(HARVESTER, area("ne_2"))) == [("MAHDI-HOUSE-2", "no_vehicle_of_kind_due")]
    state = play(position({}, {}, *house), PlaceVehicle(ORNITHOPTER, 0))
    assert not isinstance(state.frame, ActionFrame)


def test_vehicles_are_not_placed_at_any_other_moment() -> None:
    assert codes(in_round_1(), PlaceVehicle(HARVESTER, area("ne_1"))) == [("VEH-2", "not_now")]
    assert codes(in_round_1(), EndVehicles()) == [("VEH-1", "not_now")]
    assert blocked(in_round_1(), EndVehicles())


def house(mode: Mode, **changes: Any) -> State:
    budget = turn(Faction.HARKONNEN, Result.HOUSE, replacements=2, placements=2)
    return position({}, {}, *budget, mode=mode, **changes)


@pytest.mark.rule("R-39", "ACT-6", "VEH-2")
@pytest.mark.parametrize("mode", [Mode.DUEL, Mode.TEAM])
def test_R_39_people_may_take_what_house_places_from_the_board(mode: Mode) -> None:
    state = house(mode, harvesters=areas("ne_1"), carryalls=(0,), ornithopters=(1, 2))
    state = play(state, PlaceVehicle(HARVESTER, area("ne_2"), area("ne_1")), PlaceVehicle(CARRYALL, 2, 0), anyway=True)
    assert (state.harvesters, state.carryalls, state.ornithopters) == (areas("ne_2"), (2,), (1,))
    assert frame_names(state) == ["TurnFrame"]


@pytest.mark.rule("R-39", "VEH-2")
def test_R_39_with_the_supply_empty_the_board_still_has_some() -> None:
    state = house(Mode.DUEL, carryalls=(0, 1, 2))
    assert codes(state, PlaceVehicle(CARRYALL, 3)) == [("VEH-2", "no_vehicle_left")]
    assert codes(state, PlaceVehicle(CARRYALL, 3, 0)) == []


@pytest.mark.rule("R-39", "VEH-2")
def test_R_39_nothing_is_taken_from_where_nothing_stands_or_put_where_it_stood() -> None:
    state = house(Mode.DUEL, harvesters=areas("ne_1"), carryalls=(0,))
    gone = [("R-39", "no_vehicle_to_take")]
    assert codes(state, PlaceVehicle(HARVESTER, area("ne_2"), area("ne_3"))) == gone
    assert codes(state, PlaceVehicle(ORNITHOPTER, 1, 0)) == gone
    assert codes(state, PlaceVehicle(HARVESTER, area("ne_1"), area("ne_1"))) == [("VEH-2", "harvester_there")]
    assert codes(state, PlaceVehicle(CARRYALL, 0, 0)) == [("VEH-2", "zone_taken")]
    assert blocked(state, PlaceVehicle(CARRYALL, 0, 0))


@pytest.mark.rule("R-39")
def test_R_39_the_solo_opponent_relocates_nothing() -> None:
    command = PlaceVehicle(HARVESTER, area("ne_2"), area("ne_1"))
    state = house(Mode.SOLO, harvesters=areas("ne_1"))
    assert codes(state, command) == [("R-39", "vehicles_stay")]
    assert blocked(state, command)


@pytest.mark.rule("VEH-2")
@pytest.mark.parametrize("mode", [Mode.SOLO, Mode.DUEL])
def test_VEH_2_in_the_phase_of_vehicles_none_moves(mode: Mode) -> None:
    state = position({}, {}, VehiclesFrame(1, 0, 0), mode=mode, phase=Phase.VEHICLES, harvesters=areas("ne_1"))
    command = PlaceVehicle(HARVESTER, area("ne_2"), area("ne_1"))
    assert codes(state, command) == [("VEH-2", "vehicles_stay")]
    assert blocked(state, command)


@pytest.mark.rule("R-39", "ACT-6")
def test_R_39_a_card_that_places_vehicles_may_take_them_from_the_board() -> None:
    card = harkonnen_card("sandmasters", Deck.HOUSE_HARKONNEN)
    state = position({}, {}, *card, mode=Mode.DUEL, harvesters=areas("ne_1"))
    state = play(state, PlaceVehicle(HARVESTER, area("ne_2"), area("ne_1")))
    assert (state.harvesters, getattr(state.frame, "part", None)) == (areas("ne_2"), 1)
