"""Vehicle placement."""

from dataclasses import replace

import pytest

from companion.content.terms import Faction, Phase, Result, VehicleKind
from companion.rules import Army, State
from companion.rules.commands import DrawTactical, EndVehicles, PlaceVehicle
from companion.rules.frames import AtreidesRollFrame, VehiclesFrame
from tests.rules.flow.table import area, areas, at_vehicles, blocked, codes, in_round_1, play, position, turn

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


@pytest.mark.rule("MAHDI-HOUSE-2")
def test_MAHDI_HOUSE_2_a_house_action_places_no_carryall() -> None:
    house = turn(Faction.HARKONNEN, Result.HOUSE, replacements=2, placements=2)
    state = position({}, {}, *house)
    assert codes(state, PlaceVehicle(CARRYALL, 0)) == [("MAHDI-HOUSE-2", "no_vehicle_of_kind_due")]
    state = play(state, PlaceVehicle(HARVESTER, area("ne_1")))
    assert state.turn.step == 2
    state = play(state, PlaceVehicle(ORNITHOPTER, 0))
    assert (state.harvesters, state.ornithopters) == (areas("ne_1"), (0,))


def test_vehicles_are_not_placed_at_any_other_moment() -> None:
    assert codes(in_round_1(), PlaceVehicle(HARVESTER, area("ne_1"))) == [("VEH-2", "not_now")]
    assert codes(in_round_1(), EndVehicles()) == [("VEH-1", "not_now")]
    assert blocked(in_round_1(), EndVehicles())
