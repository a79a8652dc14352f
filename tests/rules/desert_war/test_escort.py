"""Escort ornithopters (DW-5, R-43)."""

from dataclasses import replace

import pytest

from companion.content.terms import Deck, Phase, Result, VehicleKind
from companion.rules import check, combat
from companion.rules.ask.vehicles import escorts_left
from companion.rules.casualties import ESCORT, SECOND_HIT, default_removal
from companion.rules.commands import (
    Attack,
    CleanUp,
    DeployUnits,
    MoveLegion,
    PlaceVehicle,
    RollBattle,
    Scout,
    TakeHits,
)
from companion.rules.events import EscortJoined
from companion.rules.frames import (
    ActionFrame,
    BattleFrame,
    BattleStage,
    CardFrame,
    Cause,
    EndFrame,
    EndStage,
    HitsFrame,
    Roll,
    TurnFrame,
    VehiclesFrame,
)
from companion.rules.reach import attacks
from companion.rules.state import State, supply
from tests.rules.battle.table import turn
from tests.rules.desert_war.table import (
    ATREIDES,
    HARKONNEN,
    Army,
    area,
    army,
    at_war,
    codes,
    events,
    play,
    war_of,
    zone,
    zones,
)

ORNITHOPTER = VehicleKind.ORNITHOPTER
NE = zone("az_ne")


def moving(**changes: object) -> State:
    return at_war({"carthag": Army(3)}, {}, *turn(HARKONNEN), war={"escorts": zones("az_ne"), **changes})


@pytest.mark.rule("DW-5")
def test_DW_5_one_of_the_ornithopters_placed_is_an_escort_and_only_one() -> None:
    state = at_war({}, {}, VehiclesFrame(0, 0, 3), phase=Phase.VEHICLES)
    state = play(state, PlaceVehicle(ORNITHOPTER, NE, escort=True))
    assert (war_of(state).escorts, state.ornithopters) == ((NE,), ())
    assert state.frame == VehiclesFrame(0, 0, 2, escort=True)
    second = PlaceVehicle(ORNITHOPTER, zone("az_se"), escort=True)
    assert codes(state, second) == [("DW-5", "one_escort_only")]
    assert codes(state, PlaceVehicle(VehicleKind.HARVESTER, area("ne_5"), escort=True)) == [
        ("VEH-1", "no_vehicle_of_kind_due"),
        ("DW-5", "escort_is_an_ornithopter"),
    ]
    after = play(state, PlaceVehicle(ORNITHOPTER, zone("az_se")))
    assert after.ornithopters == zones("az_se")


@pytest.mark.rule("R-43")
def test_R_43_the_limit_holds_for_each_placing_so_both_may_be_on_the_board() -> None:
    house = ActionFrame(HARKONNEN, Result.HOUSE, replacements=2, placements=2)
    frames = (TurnFrame(HARKONNEN, acted=True, spent_die=True), house)
    state = at_war({}, {}, *frames, war={"escorts": (NE,)})
    state = play(state, PlaceVehicle(ORNITHOPTER, zone("az_se"), escort=True))
    assert war_of(state).escorts == zones("az_ne", "az_se")
    third = PlaceVehicle(ORNITHOPTER, zone("az_sw"), escort=True)
    assert codes(state, third) == [("DW-5", "one_escort_only")]
    used = at_war({"carthag": Army(2, escorts=1)}, {}, *frames, war={"escorts": (NE,)})
    assert codes(used, third) == [("DW-1", "no_escort_left")]


@pytest.mark.rule("DW-5", "R-39", tries=True)
def test_R_39_house_may_take_an_escort_from_its_zone_and_the_vehicle_phase_may_not() -> None:
    budget = ActionFrame(HARKONNEN, Result.HOUSE, replacements=2, placements=2)
    house = at_war(
        {}, {}, TurnFrame(HARKONNEN, acted=True), budget, war={"escorts": (NE,)}, ornithopters=zones("az_nw")
    )
    relocated = PlaceVehicle(ORNITHOPTER, zone("az_se"), NE, escort=True)
    assert codes(house, relocated) == []
    assert war_of(play(house, relocated)).escorts == zones("az_se")
    other = PlaceVehicle(ORNITHOPTER, zone("az_se"), zone("az_nw"), escort=True)
    assert codes(house, other) == [("R-39", "no_vehicle_to_take")], "the ornithopter there is none"
    (reason,) = check(house, other)
    assert reason.facts == {"kind": "ornithopter", "place": "az_nw"}
    phase = replace(house, frames=(VehiclesFrame(0, 0, 1),), phase=Phase.VEHICLES)
    assert codes(phase, relocated) == [("VEH-2", "vehicles_stay")]


@pytest.mark.rule("DW-5", tries=True)
def test_DW_5_a_card_places_one_escort_only() -> None:
    card = CardFrame("full_control_of_the_air", Deck.CORRINO_ALLY)
    state = at_war({}, {}, TurnFrame(HARKONNEN, acted=True), card)
    state = play(state, PlaceVehicle(ORNITHOPTER, NE, escort=True))
    second = PlaceVehicle(ORNITHOPTER, zone("az_se"), escort=True)
    assert codes(state, second) == [("DW-5", "one_escort_only")]
    assert codes(state, replace(second, escort=False)) == []


@pytest.mark.rule("DW-5")
def test_DW_5_on_a_bare_board_an_escort_is_put_where_it_lies() -> None:
    state = play(at_war(), PlaceVehicle(ORNITHOPTER, NE, escort=True))
    assert (war_of(state).escorts, state.ornithopters, state.frames) == ((NE,), (), ())


@pytest.mark.rule("DW-1")
def test_DW_1_no_escort_in_a_game_without_the_expansion() -> None:
    state = replace(at_war({}, {}, VehiclesFrame(0, 0, 3)), desert_war=None)
    assert codes(state, PlaceVehicle(ORNITHOPTER, NE, escort=True)) == [("DW-1", "no_such_expansion")]


@pytest.mark.rule("DW-5", tries=True)
def test_DW_5_the_printed_example_it_carries_a_legion_two_areas_and_joins_it() -> None:
    state = moving()
    fly = MoveLegion(HARKONNEN, area("carthag"), area("ne_3"), Army(3), NE)
    assert EscortJoined(NE, area("ne_3")) in events(state, fly)
    after = play(state, fly)
    assert army(after, HARKONNEN, "ne_3") == Army(3, escorts=1)
    assert war_of(after).escorts == ()
    assert army(after, HARKONNEN, "ne_3").leaders == 1
    # it moved with them.
    assert [figures for _, figures in after.turn.moved] == [Army(3, escorts=1)]


@pytest.mark.rule("DW-5")
def test_DW_5_no_scouting_and_never_placed_as_a_leader() -> None:
    state = at_war({"carthag": Army(3)}, {}, TurnFrame(HARKONNEN), war={"escorts": (NE,)})
    assert ("DW-5", "escort_does_not_scout") in codes(state, Scout(NE, area("gara_kulon")))
    deploys = at_war({"carthag": Army(1)}, {}, *turn(HARKONNEN, Result.DEPLOYMENT, placements=3, leaders=1))
    come = DeployUnits(HARKONNEN, area("carthag"), Army(1, escorts=1))
    assert ("DW-5", "escort_not_placed") in codes(deploys, come)


@pytest.mark.rule("DW-5", tries=True)
def test_DW_5_it_extends_an_attack_and_fights_as_a_generic_leader() -> None:
    state = at_war({"carthag": Army(3)}, {"ne_3": Army(2)}, *turn(HARKONNEN), war={"escorts": (NE,)})
    state = play(state, Attack(HARKONNEN, area("carthag"), area("ne_3"), NE))
    assert army(state, HARKONNEN, "carthag") == Army(3, escorts=1)
    assert isinstance(state.frame, BattleFrame)
    assert combat.leaders_of(HARKONNEN, army(state, HARKONNEN, "carthag")) == ("bashar",)
    assert combat.power(Army(3, escorts=1)) == combat.power(Army(3, generic=1))


@pytest.mark.rule("R-43", tries=True)
def test_R_43_it_is_a_leader_in_the_leadership_attack_that_it_carries() -> None:
    led = turn(HARKONNEN, Result.LEADERSHIP, leaders_only=True, surprise=True)
    state = at_war({"carthag": Army(3)}, {"ne_3": Army(2)}, *led, war={"escorts": (NE,)})
    carried = Attack(HARKONNEN, area("carthag"), area("ne_3"), NE)
    assert codes(state, carried) == []
    for beside in ((), zones("az_north")):
        both = replace(state, ornithopters=beside)
        assert [way.zone for way in attacks(both, HARKONNEN, leaders_only=True)] == [NE]
    plain = replace(state, ornithopters=(NE,), desert_war=replace(war_of(state), escorts=()))
    assert codes(plain, carried) == [("ACT-LEADERSHIP", "legion_without_leader")]
    move = MoveLegion(HARKONNEN, area("carthag"), area("ne_3"), Army(3), NE)
    free = at_war({"carthag": Army(3)}, {}, *led, war={"escorts": (NE,)})
    assert codes(free, move) == [("ACT-LEADERSHIP", "no_leader_goes_along")]


def hit(hits: int, legion: Army) -> State:
    frame = HitsFrame(Cause.STORM, HARKONNEN, area("carthag"), hits)
    return at_war({"carthag": legion}, {}, TurnFrame(HARKONNEN, acted=True), frame)


@pytest.mark.rule("DW-5")
def test_DW_5_its_owner_gives_it_one_hit_or_two() -> None:
    state = hit(2, Army(2, escorts=1))
    both = play(state, TakeHits(HARKONNEN, (ESCORT, SECOND_HIT)))
    assert army(both, HARKONNEN, "carthag") == Army(2)
    one = play(state, TakeHits(HARKONNEN, (ESCORT, "regular")))
    assert army(one, HARKONNEN, "carthag") == Army(1)
    assert codes(state, TakeHits(HARKONNEN, (SECOND_HIT, ESCORT))) == [("DW-5", "no_escort_hit_once")]
    three = hit(3, Army(2, escorts=1))
    assert codes(three, TakeHits(HARKONNEN, (ESCORT, SECOND_HIT, SECOND_HIT))) == [("DW-5", "no_escort_hit_once")]
    assert codes(three, TakeHits(HARKONNEN, (ESCORT, SECOND_HIT, ESCORT))) == [("BATTLE-7", "casualty_not_there")]
    assert escorts_left(both) == 2


@pytest.mark.rule("DW-5", tries=True)
def test_DW_5_proposed_is_that_escorts_take_two_hits_each() -> None:
    legion = Army(2, generic=1, escorts=2)
    assert default_removal(HARKONNEN, legion, 3, 9, solo=False) == (ESCORT, SECOND_HIT, ESCORT)
    assert default_removal(HARKONNEN, legion, 5, 9, solo=False)[-1] == "bashar"


@pytest.mark.rule("DW-5", tries=True)
def test_DW_5_it_does_not_stay_alone_and_never_comes_back_as_a_bashar() -> None:
    state = play(hit(2, Army(2, escorts=1)), TakeHits(HARKONNEN, ("regular", "regular")))
    assert state.army(HARKONNEN, area("carthag")) is None
    assert (escorts_left(state), supply(state, HARKONNEN).generic) == (2, 6)


@pytest.mark.rule("DW-5", tries=True)
def test_DW_5_all_escorts_leave_with_the_vehicles() -> None:
    frame = EndFrame(EndStage.CLEANUP)
    state = at_war({"carthag": Army(2, escorts=1)}, {}, frame, phase=Phase.END, war={"escorts": (NE,)})
    after = play(state, CleanUp())
    assert army(after, HARKONNEN, "carthag") == Army(2)
    assert (war_of(after).escorts, escorts_left(after)) == ((), 2)


@pytest.mark.rule("DW-5", tries=True)
def test_DW_5_in_a_battle_round_it_turns_a_special_into_a_hit() -> None:
    state = at_war({"carthag": Army(3)}, {"ne_3": Army(2)}, *turn(HARKONNEN), war={"escorts": (NE,)})
    state = play(state, Attack(HARKONNEN, area("carthag"), area("ne_3"), NE))
    frame = state.frame
    assert isinstance(frame, BattleFrame)
    if frame.stage is BattleStage.CARDS:
        from companion.rules.commands import DiscardForDice

        state = play(state, DiscardForDice(HARKONNEN, 0), DiscardForDice(ATREIDES, 0))
    state = play(state, RollBattle(Roll(0, 2, 1), Roll(0, 2, 0)))
    assert isinstance(state.frame, BattleFrame)
    assert state.frame.sides[1].hits in (None, 0)
    assert state.frame.sides[0].leaders == ("bashar",)
