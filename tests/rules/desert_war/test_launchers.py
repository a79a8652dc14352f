"""Rocket launchers and their attack (DW-4, DW-7, R-42)."""

from dataclasses import replace
from typing import Any

import pytest

from companion.content.terms import CombatFace, Marker, VehicleKind
from companion.rules.commands import (
    AttackWithLaunchers,
    DeployLaunchers,
    EndTurn,
    FinishAction,
    GiveCamp,
    PlaceWormsign,
    RollLaunchers,
    StrikeVehicle,
    UseDesertPower,
)
from companion.rules.frames import LaunchersFrame, TurnFrame
from companion.rules.state import State
from companion.rules.war import Camp
from tests.rules.desert_war.table import (
    ATREIDES,
    HARKONNEN,
    Army,
    area,
    areas,
    at_war,
    atreides_turn,
    camps,
    codes,
    harkonnen_turn,
    play,
    war_of,
    zone,
    zones,
)

HIT, SHIELD, SPECIAL = CombatFace.HIT, CombatFace.SHIELD, CombatFace.SPECIAL
HARVESTER, ORNITHOPTER, CARRYALL = VehicleKind.HARVESTER, VehicleKind.ORNITHOPTER, VehicleKind.CARRYALL
TWO: dict[str, Any] = {"launchers": areas("ne_5", "ne_5"), "camps": camps("ne_5")}


def attacking(successes: int | None = None, **war: Any) -> State:
    """Two launchers with their camp, a harvester beside them and a carryall above, attack."""
    state = atreides_turn(war={**TWO, **war}, carryalls=zones("az_ne"), harvesters=areas("ne_4", "ne_9"))
    state = play(state, AttackWithLaunchers("ne"))
    return state if successes is None else play(state, RollLaunchers(successes))


@pytest.mark.rule("DW-4")
def test_DW_4_three_launchers_come_to_camps() -> None:
    state = atreides_turn(war={"camps": camps("ne_5", "se_1")})
    after = play(state, DeployLaunchers(areas("ne_5", "ne_5", "se_1")))
    assert (war_of(after).launchers, war_of(after).actions) == (areas("ne_5", "ne_5", "se_1"), 0)
    assert codes(state, DeployLaunchers(areas("ne_4"))) == [("DW-4", "no_camp_there")]
    assert codes(state, DeployLaunchers(areas("ne_5") * 4)) == [("DW-4", "wrong_number_of_troops")]
    wormy = replace(state, sandworms=areas("ne_5"))
    assert codes(wormy, DeployLaunchers(areas("ne_5"))) == [("DW-6", "worm_there")]


@pytest.mark.rule("DW-1")
def test_DW_1_no_more_than_six_launchers() -> None:
    state = atreides_turn(war={"camps": camps("ne_5"), "launchers": areas("ne_5") * 5})
    assert codes(state, DeployLaunchers(areas("ne_5", "ne_5"))) == [("DW-1", "no_troop_left")]


@pytest.mark.rule("DW-4")
def test_DW_4_before_or_after_desert_power_and_once() -> None:
    come = DeployLaunchers(areas("ne_5"))
    state = atreides_turn(war={"camps": camps("ne_5")})
    assert codes(state, come) == []
    middle = play(state, PlaceWormsign(area("ne_8")))
    assert codes(middle, come) == [("DW-4", "not_now")]
    after = play(middle, PlaceWormsign(area("ne_9")))
    assert isinstance(after.frame, TurnFrame)
    once = play(after, come)
    assert codes(once, come) == [("DW-4", "not_now")]
    assert war_of(play(after, EndTurn())).actions == 0


@pytest.mark.rule("DW-4")
def test_DW_4_only_with_a_desert_power_action() -> None:
    come = DeployLaunchers(areas("ne_5"))
    dice = {"harkonnen_unused": 5, "atreides_unused": 2}
    turn = at_war({}, {}, TurnFrame(ATREIDES), war={"camps": camps("ne_5")}, **dice)
    assert codes(turn, come) == [("DW-4", "not_now")]
    assert codes(play(turn, UseDesertPower("move")), come) == []
    assert codes(harkonnen_turn(war={"camps": camps("ne_5")}), come) == [("DW-4", "not_now")]


@pytest.mark.rule("DW-7", tries=True)
def test_DW_7_the_printed_example_two_successes_and_a_camp_for_prescience() -> None:
    """Two launchers roll two dice and succeed twice: the harvester beside them and the carryall above go, both
    launchers go, and the camp leaves the game for a step of Kwisatz Haderach."""
    state = attacking()
    assert state.frame == LaunchersFrame("ne", areas("ne_5"), 2)
    state = play(state, RollLaunchers(2), StrikeVehicle(HARVESTER, area("ne_4"), area("ne_5")))
    assert codes(state, GiveCamp(area("ne_5"), Marker.JIHAD)) == [("DW-7", "no_camp_to_give")]
    state = play(state, StrikeVehicle(CARRYALL, zone("az_ne"), area("ne_5")))
    assert (state.harvesters, state.carryalls, war_of(state).launchers) == (areas("ne_9"), (), ())
    state = play(state, GiveCamp(area("ne_5"), Marker.KWISATZ_HADERACH))
    assert (war_of(state).camps, war_of(state).camps_gone) == ((), (Marker.KWISATZ_HADERACH,))
    assert (state.prescience, war_of(state).camps_left) == ((1, 0, 0), 2)
    assert not isinstance(state.frame, LaunchersFrame)


@pytest.mark.rule("DW-7")
def test_DW_7_only_vehicles_beside_the_launchers_or_in_a_connected_zone() -> None:
    state = attacking(2)
    far = StrikeVehicle(HARVESTER, area("ne_9"), area("ne_5"))
    assert codes(state, far) == [("DW-7", "no_vehicle_in_reach")]
    assert codes(state, StrikeVehicle(ORNITHOPTER, zone("az_ne"), area("ne_5"))) == [("DW-7", "no_vehicle_in_reach")]
    other = StrikeVehicle(HARVESTER, area("ne_4"), area("ne_8"))
    assert codes(state, other) == [("DW-7", "no_launcher_there")]
    escorted = attacking(1, escorts=zones("az_ne"))
    escorted = replace(escorted, carryalls=())
    assert war_of(play(escorted, StrikeVehicle(ORNITHOPTER, zone("az_ne"), area("ne_5")))).escorts == ()


@pytest.mark.rule("DW-7")
def test_DW_7_all_launchers_of_one_sector_roll() -> None:
    war = {"launchers": areas("ne_5", "ne_8", "se_1"), "camps": camps("ne_5", "se_1")}
    state = atreides_turn(war=war, harvesters=areas("ne_4"))
    assert codes(state, AttackWithLaunchers("nw")) == [("DW-7", "no_launcher_in_sector")]
    state = play(state, AttackWithLaunchers("ne"))
    assert state.frame == LaunchersFrame("ne", areas("ne_5", "ne_8"), 2)
    assert codes(state, RollLaunchers(3)) == [("DW-7", "more_successes_than_dice")]
    assert codes(state, RollLaunchers(faces=(HIT,))) == [("DW-7", "wrong_number_of_dice")]
    assert codes(state, FinishAction()) == [("ACT-4", "not_now")]


@pytest.mark.rule("DW-7", tries=True)
def test_DW_7_no_success_and_no_vehicle_left_end_the_attack() -> None:
    assert not isinstance(attacking(0).frame, LaunchersFrame)
    state = replace(attacking(), harvesters=(), carryalls=())
    state = play(state, RollLaunchers(2))
    assert not isinstance(state.frame, LaunchersFrame)
    assert war_of(state).launchers == areas("ne_5", "ne_5")


@pytest.mark.rule("DW-7")
def test_DW_7_a_camp_is_given_only_for_a_harvester_and_shows_a_symbol_of_its_own() -> None:
    state = play(attacking(1), StrikeVehicle(CARRYALL, zone("az_ne"), area("ne_5")))
    assert not isinstance(state.frame, LaunchersFrame)
    state = attacking(1, camps=camps("ne_5", "se_1"), camps_gone=(Marker.JIHAD,))
    assert codes(state, GiveCamp(area("ne_5"), Marker.JIHAD)) == [("DW-7", "no_harvester_removed")]
    state = play(state, StrikeVehicle(HARVESTER, area("ne_4"), area("ne_5")))
    assert codes(state, GiveCamp(area("ne_5"), Marker.JIHAD)) == [("DW-7", "other_symbol_on_camp")]
    assert codes(state, GiveCamp(area("se_1"), Marker.KWISATZ_HADERACH)) == [("DW-7", "no_camp_to_give")]
    kept = play(state, FinishAction())
    assert war_of(kept).camps == camps("ne_5", "se_1")
    shown = attacking(1, camps=(Camp(area("ne_5"), Marker.SAND_DWELLERS),))
    shown = play(shown, StrikeVehicle(HARVESTER, area("ne_4"), area("ne_5")))
    wrong = GiveCamp(area("ne_5"), Marker.KWISATZ_HADERACH)
    assert codes(shown, wrong) == [("DW-7", "other_symbol_on_camp")]


@pytest.mark.rule("DW-7", tries=True)
def test_DW_7_what_is_left_of_an_attack_need_not_be_used() -> None:
    state = play(attacking(2), StrikeVehicle(HARVESTER, area("ne_4"), area("ne_5")), FinishAction())
    assert isinstance(state.frame, LaunchersFrame)
    assert war_of(play(state, GiveCamp(area("ne_5"), Marker.JIHAD))).camps == ()


@pytest.mark.rule("R-42", tries=True)
def test_R_42_the_table_counts_or_names_the_symbol_and_until_then_hits_count() -> None:
    faces = (HIT, SPECIAL)
    assert getattr(play(attacking(), RollLaunchers(faces=faces)).frame, "left", 0) == 1
    named = play(attacking(), RollLaunchers(faces=(SPECIAL, SPECIAL), symbol=SPECIAL))
    assert (getattr(named.frame, "left", 0), war_of(named).success) == (2, SPECIAL)
    later = play(attacking(success=SPECIAL), RollLaunchers(faces=(HIT, HIT)))
    assert not isinstance(later.frame, LaunchersFrame)
    counted = play(attacking(success=SPECIAL), RollLaunchers(1, (HIT, HIT)))
    assert getattr(counted.frame, "left", 0) == 1


@pytest.mark.rule("DW-6", tries=True)
def test_DW_6_launchers_go_when_a_harkonnen_legion_comes() -> None:
    from companion.rules.commands import MoveLegion
    from tests.rules.battle.table import turn

    state = at_war({"ne_4": Army(2)}, {}, *turn(HARKONNEN), war=TWO)
    after = play(state, MoveLegion(HARKONNEN, area("ne_4"), area("ne_5"), Army(2)))
    assert (war_of(after).launchers, war_of(after).camps) == ((), ())
