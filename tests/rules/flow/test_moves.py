"""Moving legions: who, how far, what follows."""

from dataclasses import replace

import pytest

from companion.content.terms import Deck, Faction, NamedLeader, Power, Result
from companion.rules import Army, State
from companion.rules.actions import Action, OtherAction
from companion.rules.commands import FinishAction, RollHarkonnenDie, UseHarkonnenLeader
from companion.rules.events import VehicleRemoved
from companion.rules.frames import StationFrame, WormsignFrame
from companion.rules.handlers.dice import open_ended
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Turn
from tests.rules.flow.table import (
    Legions,
    area,
    areas,
    army,
    blocked,
    card_played,
    codes,
    events,
    frame_names,
    harkonnen_card,
    harkonnen_turn,
    move,
    play,
    position,
    turn,
    zone,
)

LEADERSHIP, STRATEGY = Result.LEADERSHIP, Result.STRATEGY
ONE, TWO = Army(regular=1), Army(regular=2)


def moving(faction: Faction, legions: Legions, enemies: Legions | None = None, **budget: object) -> State:
    harkonnen, atreides = (legions, enemies) if faction is HARKONNEN else (enemies, legions)
    return position(harkonnen, atreides, *turn(faction, STRATEGY, **{"moves": 2, "attack": True, **budget}))


@pytest.mark.rule("MOVE-1", "ACT-STRATEGY")
def test_MOVE_1_a_legion_moves_to_an_adjacent_free_area_and_may_split() -> None:
    state = moving(ATREIDES, {"cnw_3": Army(regular=3, generic=1)})
    state = play(state, move(ATREIDES, "cnw_3", "csw_1", Army(regular=2)))
    assert army(state, ATREIDES, "cnw_3") == Army(regular=1, generic=1)
    assert army(state, ATREIDES, "csw_1") == Army(regular=2)
    rest = Army(regular=1, generic=1)
    assert codes(state, move(ATREIDES, "cnw_3", "carthag", rest)) == [("MOVE-1", "target_not_free")]
    assert codes(state, move(ATREIDES, "cnw_3", "ne_1", rest)) == [("MOVE-1", "not_adjacent")]


@pytest.mark.rule("ACT-STRATEGY")
def test_ACT_STRATEGY_two_moves_and_no_attack_after_the_first() -> None:
    state = moving(ATREIDES, {"cnw_3": TWO, "cse_1": TWO})
    state = play(state, move(ATREIDES, "cnw_3", "csw_1", TWO))
    assert state.frame is not None
    assert (getattr(state.frame, "moves", None), getattr(state.frame, "attack", None)) == (1, False)
    state = play(state, move(ATREIDES, "cse_1", "cse_4", TWO))
    assert frame_names(state) == ["TurnFrame"]


@pytest.mark.rule("MOVE-1")
def test_MOVE_1_only_figures_that_are_there() -> None:
    state = moving(ATREIDES, {"cnw_3": ONE})
    assert codes(state, move(ATREIDES, "cnw_3", "cnw_4", TWO)) == [("MOVE-1", "figures_not_there")]
    assert codes(state, move(ATREIDES, "cnw_4", "cnw_3", ONE)) == [("MOVE-1", "figures_not_there")]
    assert codes(state, move(ATREIDES, "cnw_3", "cnw_3", ONE)) == [("MOVE-1", "same_area")]
    many = moving(ATREIDES, {"cnw_3": Army(regular=5)}, moves=1)
    nowhere = codes(many, move(ATREIDES, "cnw_3", "cnw_3", Army(regular=5)))
    assert nowhere == [("MOVE-1", "same_area")], "nobody is there twice"


@pytest.mark.rule("LEADER-1")
def test_LEADER_1_leaders_go_with_a_unit_and_stay_with_one() -> None:
    state = moving(ATREIDES, {"cnw_3": Army(regular=1, generic=1)})
    assert ("LEADER-1", "leaders_need_a_unit") in codes(state, move(ATREIDES, "cnw_3", "csw_1", Army(generic=1)))
    command = move(ATREIDES, "cnw_3", "csw_1", ONE)
    assert codes(state, command) == [("LEADER-1", "leaders_left_alone")]
    assert army(play(state, command, anyway=True), ATREIDES, "cnw_3") == Army()


@pytest.mark.rule("ACT-LEADERSHIP")
def test_ACT_LEADERSHIP_a_leader_goes_along() -> None:
    state = moving(ATREIDES, {"cnw_3": Army(regular=2, generic=1)}, leaders_only=True)
    assert codes(state, move(ATREIDES, "cnw_3", "csw_1", ONE)) == [("ACT-LEADERSHIP", "no_leader_goes_along")]
    assert codes(state, move(ATREIDES, "cnw_3", "csw_1", Army(regular=1, generic=1))) == []


@pytest.mark.rule("MOVE-2", "R-19")
def test_R_19_figures_that_moved_do_not_move_again_but_those_that_stayed_may() -> None:
    state = moving(ATREIDES, {"cnw_3": Army(regular=3), "csw_1": ONE})
    state = play(state, move(ATREIDES, "cnw_3", "csw_1", TWO))
    assert codes(state, move(ATREIDES, "csw_1", "csw_2", Army(regular=3))) == [("MOVE-2", "figures_moved_already")]
    assert codes(state, move(ATREIDES, "csw_1", "csw_2", ONE)) == []
    assert codes(state, move(ATREIDES, "cnw_3", "csw_1", ONE)) == []


@pytest.mark.rule("MOVE-2")
def test_MOVE_2_a_card_may_say_otherwise() -> None:
    state = position({}, {"csw_1": ONE}, *card_played(), turn=Turn(moved=((area("csw_1"), ONE),)))
    command = move(ATREIDES, "csw_1", "csw_2", ONE)
    assert codes(state, command) == [("MOVE-2", "figures_moved_already")]
    assert not blocked(state, command)


@pytest.mark.parametrize("action", [OtherAction.CARD, NamedLeader.STILGAR])
def test_what_a_player_enters_by_hand_asks_for_no_leader_and_stays_open_after_a_move(action: Action) -> None:
    state = position({}, {"csw_1": ONE}, card_played()[0], open_ended(action))
    assert play(state, move(ATREIDES, "csw_1", "csw_2", ONE)).frames == state.frames


@pytest.mark.rule("WORM-9")
def test_WORM_9_no_legion_enters_an_area_with_a_worm() -> None:
    state = replace(moving(ATREIDES, {"cnw_3": ONE}), sandworms=areas("cnw_4"))
    assert codes(state, move(ATREIDES, "cnw_3", "cnw_4", ONE)) == [("WORM-9", "worm_in_the_way")]


@pytest.mark.rule("BOARD-3", "MAHDI-MOVE-8")
def test_MAHDI_MOVE_8_only_the_solo_harkonnen_cross_impassable_borders() -> None:
    command = move(ATREIDES, "rimwall_west", "ne_5", ONE)
    assert codes(moving(ATREIDES, {"rimwall_west": ONE}), command) == [("MOVE-1", "not_adjacent")]
    state = moving(HARKONNEN, {"rimwall_west": ONE})
    assert codes(state, move(HARKONNEN, "rimwall_west", "ne_5", ONE)) == []
    duel = replace(state, mode=Mode.DUEL)
    assert codes(duel, move(HARKONNEN, "rimwall_west", "ne_5", ONE)) == [("MOVE-1", "not_adjacent")]


@pytest.mark.rule("MOVE-4")
def test_MOVE_4_an_atreides_legion_removes_a_harvester() -> None:
    state = replace(moving(ATREIDES, {"cnw_3": ONE}), harvesters=areas("cnw_4"))
    state = play(state, move(ATREIDES, "cnw_3", "cnw_4", ONE))
    assert state.harvesters == ()


@pytest.mark.rule("STATION-1")
def test_STATION_1_an_atreides_legion_takes_the_station_where_it_ends() -> None:
    state = play(moving(ATREIDES, {"cnw_3": ONE}), move(ATREIDES, "cnw_3", "cnw_4", ONE))
    assert state.frame == StationFrame(area("cnw_4"))
    passed = play(moving(HARKONNEN, {"cnw_3": ONE}), move(HARKONNEN, "cnw_3", "cnw_4", ONE))
    assert "StationFrame" not in frame_names(passed)


@pytest.mark.rule("MOVE-5", "MOVE-3")
def test_MOVE_5_sandriding_passes_wormsigns_and_ends_beside_one() -> None:
    state = replace(moving(ATREIDES, {"csw_5": ONE}), wormsigns=areas("csw_3"))
    ride = move(ATREIDES, "csw_5", "csw_2", ONE, sandriding=True)
    assert codes(replace(state, wormsigns=()), ride) == [("MOVE-5", "no_sandride_there")]
    assert codes(state, move(ATREIDES, "csw_5", "csw_2", ONE)) == [("MOVE-1", "not_adjacent")]
    ridden = play(state, ride)
    assert (army(ridden, ATREIDES, "csw_2"), ridden.wormsigns) == (ONE, areas("csw_3"))


@pytest.mark.rule("MOVE-5", "CARD-1")
def test_MOVE_5_no_harkonnen_card_lets_a_legion_ride() -> None:
    card = harkonnen_card("troop_carriers", Deck.CORRINO_ALLY)
    state = position({"carthag": TWO, "arrakeen": TWO}, {}, *card, mode=Mode.DUEL)
    lift = move(HARKONNEN, "carthag", "arrakeen", TWO)
    assert codes(state, lift) == []
    ride = replace(lift, sandriding=True)
    assert codes(state, ride) == [("MOVE-5", "no_sandride_there")]
    assert blocked(state, ride)


@pytest.mark.rule("MOVE-6", "MAHDI-MOVE-1")
def test_MOVE_6_an_ornithopter_carries_a_legion_two_areas_once_a_turn() -> None:
    state = replace(moving(HARKONNEN, {"carthag": ONE, "arsunt": ONE}), ornithopters=(zone("az_north"), zone("az_ne")))
    assert codes(state, move(HARKONNEN, "carthag", "imperial_basin", ONE)) == [("MOVE-1", "not_adjacent")]
    flown = play(state, move(HARKONNEN, "carthag", "imperial_basin", ONE, zone="az_north"))
    assert flown.ornithopters == (zone("az_ne"),)
    assert flown.turn.ornithopter_used
    again = move(HARKONNEN, "arsunt", "shield_wall_west", ONE, zone="az_ne")
    assert ("MOVE-6", "zone_not_connected") in codes(flown, again)
    second = move(HARKONNEN, "imperial_basin", "carthag", ONE, zone="az_ne")
    assert ("MAHDI-MOVE-1", "ornithopter_used") in codes(flown, second)
    fresh = replace(flown, turn=replace(flown.turn, moved=()))
    assert codes(fresh, second) == [("MAHDI-MOVE-1", "ornithopter_used")]
    assert blocked(fresh, second)


@pytest.mark.rule("MOVE-6")
def test_MOVE_6_what_is_wrong_with_a_flight_is_named() -> None:
    state = moving(HARKONNEN, {"carthag": ONE})
    flight = move(HARKONNEN, "carthag", "imperial_basin", ONE, zone="az_north")
    assert codes(state, flight) == [("MOVE-6", "no_ornithopter_there")]
    ready = replace(state, ornithopters=(zone("az_north"),))
    assert codes(ready, move(HARKONNEN, "carthag", "ne_1", ONE, zone="az_north")) == [("MOVE-6", "too_far_by_air")]
    atreides = replace(moving(ATREIDES, {"cnw_3": ONE}), ornithopters=(zone("az_north"),))
    command = move(ATREIDES, "cnw_3", "cnw_4", ONE, zone="az_north")
    assert codes(atreides, command) == [("MOVE-6", "no_transport_for_atreides")]


@pytest.mark.rule("MOVE-7", tries=True)
def test_MOVE_7_harkonnen_turn_the_wormsign_they_enter() -> None:
    state = replace(moving(HARKONNEN, {"cnw_3": ONE}), wormsigns=areas("cnw_4"))
    assert play(state, move(HARKONNEN, "cnw_3", "cnw_4", ONE)).frame == WormsignFrame(area("cnw_4"))
    quiet = replace(moving(ATREIDES, {"cnw_3": ONE}), wormsigns=areas("cnw_4"))
    assert "WormsignFrame" not in frame_names(play(quiet, move(ATREIDES, "cnw_3", "cnw_4", ONE)))


@pytest.mark.rule("STACK-1", "R-22")
def test_R_22_the_solo_harkonnen_send_only_what_fits() -> None:
    state = moving(HARKONNEN, {"cnw_3": TWO, "cnw_4": Army(regular=5)})
    assert codes(state, move(HARKONNEN, "cnw_3", "cnw_4", TWO)) == [("R-22", "over_stacking")]
    banned = replace(state, bans=frozenset({Power.CHOAM}))
    assert codes(banned, move(HARKONNEN, "cnw_3", "cnw_4", ONE)) == [("R-22", "over_stacking")]


@pytest.mark.rule("STACK-1")
def test_STACK_1_atreides_may_over_stack_and_then_lose_the_excess() -> None:
    crowded = moving(ATREIDES, {"cse_4": TWO, "cse_5": Army(regular=5)}, moves=1)
    command = move(ATREIDES, "cse_4", "cse_5", TWO)
    assert codes(crowded, command) == [("STACK-1", "over_stacking")]
    assert frame_names(play(crowded, command, anyway=True))[-1] == "StackingFrame"


@pytest.mark.rule("ACT-3")
def test_ACT_3_no_move_out_of_turn_or_without_moves_left() -> None:
    state = moving(ATREIDES, {"cnw_3": ONE}, {"carthag": ONE})
    assert codes(state, move(HARKONNEN, "carthag", "arsunt", ONE))[0] == ("ACT-3", "not_your_turn")
    state = moving(ATREIDES, {"cnw_3": ONE}, moves=0)
    assert codes(state, move(ATREIDES, "cnw_3", "cnw_4", ONE)) == [("ACT-STRATEGY", "no_moves_left")]
    idle = position({}, {"cnw_3": ONE}, turn(ATREIDES)[0])
    assert codes(idle, move(ATREIDES, "cnw_3", "cnw_4", ONE)) == [("MOVE-1", "not_now")]


def test_a_bare_position_allows_moves_so_that_a_decision_can_be_applied() -> None:
    state = play(position({"cnw_3": ONE}, {}), move(HARKONNEN, "cnw_3", "cnw_4", ONE))
    assert (army(state, HARKONNEN, "cnw_4"), state.turn.step, state.frames) == (ONE, 2, ())


@pytest.mark.rule("R-21")
def test_R_21_the_first_move_fixes_the_temporary_target() -> None:
    state = moving(HARKONNEN, {"cnw_3": ONE, "cse_1": ONE})
    state = play(state, move(HARKONNEN, "cnw_3", "cnw_4", ONE, temporary_target=area("windgap")))
    assert (state.turn.temporary_target, state.turn.step) == (area("windgap"), 2)


@pytest.mark.rule("MAHDI-TURN-3", "R-6")
def test_R_6_rabban_moves_twice_with_his_legion_the_second_time_on_foot() -> None:
    legion = Army(regular=2, named=("beast_rabban",))
    state = replace(harkonnen_turn(harkonnen={"carthag": legion}), ornithopters=(zone("az_ne"),))
    state = play(state, RollHarkonnenDie(LEADERSHIP), UseHarkonnenLeader("beast_rabban"))
    assert (
        codes(state, move(HARKONNEN, "carthag", "arrakeen", ONE))
        == [
            ("LEADER-1", "leaders_left_alone"),
            ("LEADER-2", "leader_stays_behind"),
        ][1:]
    )
    state = play(state, move(HARKONNEN, "carthag", "cne_1", legion))
    flight = move(HARKONNEN, "cne_1", "hole_in_the_rock", legion, zone="az_ne")
    assert ("R-6", "second_move_by_air") in codes(state, flight)
    assert codes(state, move(HARKONNEN, "carthag", "arrakeen", Army(tokens=2)))
    state = play(state, move(HARKONNEN, "cne_1", "hole_in_the_rock", legion))
    assert army(state, HARKONNEN, "hole_in_the_rock") == legion
    assert frame_names(state) == ["TurnFrame"]


@pytest.mark.rule("R-6")
def test_R_6_feyd_attacks_after_his_move() -> None:
    legion = Army(regular=2, named=("feyd_rautha",))
    state = harkonnen_turn(harkonnen={"ne_1": legion})
    state = play(state, RollHarkonnenDie(LEADERSHIP), UseHarkonnenLeader("feyd_rautha"))
    state = play(state, move(HARKONNEN, "ne_1", "ne_2", legion))
    assert (getattr(state.frame, "attack", None), getattr(state.frame, "only", None)) == (True, area("ne_2"))
    assert frame_names(play(state, FinishAction())) == ["TurnFrame"]


@pytest.mark.rule("MOVE-4", "R-31")
def test_R_31_the_harvester_leaves_by_an_event_of_its_own() -> None:
    state = replace(moving(ATREIDES, {"cnw_3": ONE}), harvesters=areas("cnw_4"))
    found = events(state, move(ATREIDES, "cnw_3", "cnw_4", ONE))
    assert any(isinstance(event, VehicleRemoved) for event in found)
