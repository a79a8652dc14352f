"""Sandriders, their card, and worms with a rider (DW-8, R-45, R-48)."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board import members
from companion.content.terms import CombatFace, Phase, Wormsign
from companion.rules.ask.desert import worm_dice, worm_moves, worm_prey
from companion.rules.commands import (
    AttackWithLaunchers,
    FinishAction,
    MountWorm,
    MoveLegion,
    MoveWorm,
    PlaceSandrider,
    PlaceWormsign,
    RaiseWorm,
    Retreat,
    RollAttackDice,
    TurnWormsign,
    UseDesertPower,
    WormAttack,
)
from companion.rules.frames import (
    ActionFrame,
    HazardsFrame,
    HazardStage,
    HitsFrame,
    RiderFrame,
    RollFrame,
    TurnFrame,
    WormFrame,
)
from companion.rules.state import State
from tests.rules.battle.table import turn
from tests.rules.desert_war.table import (
    ATREIDES,
    HARKONNEN,
    Army,
    area,
    areas,
    army,
    at_war,
    atreides_turn,
    codes,
    play,
    war_of,
)

RIDER: dict[str, Any] = {"sandriders": areas("ne_5")}
OPEN = {"harkonnen_unused": 5, "atreides_unused": 1}


def beginning(war: Any = None, **changes: Any) -> State:
    return at_war({}, {}, TurnFrame(ATREIDES), war=RIDER if war is None else war, **{**OPEN, **changes})


@pytest.mark.rule("DW-8")
def test_DW_8_one_sandrider_comes_instead_of_one_of_the_two_wormsigns() -> None:
    state = atreides_turn(wormsigns=areas("ne_4"))
    for where in ("ne_4", "windgap"):
        assert codes(state, PlaceSandrider(area(where))) == [("DW-8", "not_empty")]
    assert codes(state, PlaceSandrider(area("arrakeen"))) == [("DW-8", "not_desert")]
    after = play(state, PlaceSandrider(area("ne_5")))
    assert war_of(after).sandriders == areas("ne_5")
    assert codes(after, PlaceSandrider(area("ne_8"))) == [("DW-8", "one_sandrider_only")]
    done = play(after, PlaceWormsign(area("ne_8")))
    assert isinstance(done.frame, TurnFrame)
    assert codes(done, PlaceSandrider(area("ne_9"))) == [("DW-8", "not_now")]


@pytest.mark.rule("DW-8")
def test_DW_8_not_while_worms_move_or_without_a_rider_in_the_supply() -> None:
    assert codes(atreides_turn(use="move"), PlaceSandrider(area("ne_5"))) == [("DW-8", "not_now")]
    state = atreides_turn(war={"sandriders": areas("ne_5", "ne_8")})
    assert codes(state, PlaceSandrider(area("ne_9"))) == [("DW-1", "no_troop_left")]


@pytest.mark.rule("DW-8")
def test_DW_8_the_card_puts_a_worm_with_a_lone_sandrider_and_a_wormsign_elsewhere() -> None:
    state = play(beginning(), UseDesertPower("sandriders"))
    assert war_of(state).card_ready is False
    mounted = play(state, MountWorm(area("ne_5")))
    assert (mounted.sandworms, war_of(mounted).sandriders) == (areas("ne_5"), areas("ne_5"))
    assert ("ACT-DESERT", "worm_there") in codes(mounted, PlaceWormsign(area("ne_5")))
    done = play(mounted, PlaceWormsign(area("ne_8")))
    assert (done.wormsigns, isinstance(done.frame, TurnFrame)) == (areas("ne_8"), True)
    assert codes(state, MountWorm(area("ne_8"))) == [("DW-8", "no_lone_sandrider")]
    assert codes(state, PlaceSandrider(area("ne_8"))) == [("DW-8", "not_now")]
    assert codes(atreides_turn(war=RIDER), MountWorm(area("ne_5"))) == [("DW-8", "not_now")]


@pytest.mark.rule("DW-8")
def test_DW_8_a_normal_worm_from_the_supply_or_from_elsewhere_never_the_wild_maker() -> None:
    state = beginning(sandworms=areas("nw_1", "nw_2", "nw_3", "nw_5"), wild_maker=area("sw_1"))
    state = play(state, UseDesertPower("sandriders"))
    assert codes(state, MountWorm(area("ne_5"))) == [("DW-8", "no_worm_in_supply")]
    assert codes(state, MountWorm(area("ne_5"), area("sw_1"))) == [("DW-8", "wild_maker_is_no_mount")]
    assert codes(state, MountWorm(area("ne_5"), area("sw_2"))) == [("DW-8", "no_worm_there")]
    after = play(state, MountWorm(area("ne_5"), area("nw_1")))
    assert after.sandworms == areas("ne_5", "nw_2", "nw_3", "nw_5")


@pytest.mark.rule("R-48")
def test_R_48_the_card_is_a_desert_power_action_with_its_condition() -> None:
    assert codes(beginning(), UseDesertPower("sandriders")) == []
    even = beginning(atreides_unused=5)
    assert codes(even, UseDesertPower("sandriders")) == [("ACT-DESERT", "not_fewer_dice")]
    used = play(beginning({**RIDER, "launchers": areas("ne_8")}), UseDesertPower("sandriders"))
    assert codes(used, AttackWithLaunchers("ne")) == []


@pytest.mark.rule("DW-8")
def test_DW_8_a_spent_card_or_a_rider_in_company_does_not_act() -> None:
    spent = beginning({**RIDER, "card_ready": False})
    assert codes(spent, UseDesertPower("sandriders")) == [("LEADER-2", "leader_card_spent")]
    for company in ({"wormsigns": areas("ne_5")}, {"sandworms": areas("ne_5")}, {"stations": 1 << area("ne_5")}):
        state = beginning(**company)
        assert codes(state, UseDesertPower("sandriders")) == [("DW-8", "no_lone_sandrider")]


@pytest.mark.rule("DW-1", tries=True)
def test_DW_1_beside_the_wild_makers_card_either_may_act_and_spends_its_own() -> None:
    state = beginning(wild_maker=area("sw_1")).with_leader("wild_maker", card_ready=False)
    after = play(state, UseDesertPower("sandriders"))
    assert (war_of(after).card_ready, after.leader("wild_maker").card_ready) == (False, False)
    ready = play(beginning(wild_maker=area("sw_1")), UseDesertPower("sandriders"))
    assert ready.leader("wild_maker").card_ready is True


@pytest.mark.rule("DW-8")
def test_DW_8_a_lone_sandrider_counts_as_a_wormsign_for_sandriding() -> None:
    state = at_war({}, {"ne_4": Army(2)}, *turn(ATREIDES), war=RIDER)
    ride = MoveLegion(ATREIDES, area("ne_4"), area("ne_8"), Army(2), sandriding=True)
    assert codes(state, ride) == []
    beside = replace(state, harvesters=areas("ne_5"))
    assert codes(beside, ride) == [("MOVE-5", "no_sandride_there")]


def entering(war: Any = None, legion: str = "ne_4", **changes: Any) -> State:
    state = at_war({legion: Army(2)}, {}, *turn(HARKONNEN), war=RIDER if war is None else war, **changes)
    return play(state, MoveLegion(HARKONNEN, area(legion), area("ne_5"), Army(2)))


@pytest.mark.rule("DW-8", tries=True)
def test_DW_8_a_harkonnen_legion_that_enters_meets_a_worm_instead_of_the_rider() -> None:
    state = entering()
    assert (war_of(state).sandriders, state.sandworms) == ((), areas("ne_5"))
    assert state.frame == WormFrame(area("ne_5"), rescue=False)
    away = play(state, Retreat(area("ne_6")))
    assert army(away, HARKONNEN, "ne_6") == Army(2)


@pytest.mark.rule("R-45")
def test_R_45_whose_figure_it_is_follows_the_rule_of_worms_that_appear() -> None:
    """Atreides say which figure, where there is a choice; where none can come the rider is removed alone."""
    state = entering(sandworms=areas("nw_1"))
    assert state.frame == RiderFrame(area("ne_5"))
    assert codes(state, RaiseWorm(area("nw_2"))) == [("WORM-3", "no_worm_there")]
    assert codes(state, RaiseWorm(wild_maker=True)) == [("WILD-1", "wild_maker_not_beside")]
    assert play(state, RaiseWorm()).sandworms == areas("ne_5", "nw_1")
    assert play(state, RaiseWorm(area("nw_1"))).sandworms == areas("ne_5")
    full = entering(sandworms=areas("nw_1", "nw_2", "nw_3", "nw_5"))
    assert codes(full, RaiseWorm()) == [("WORM-3", "no_worm_in_supply")]


@pytest.mark.rule("DW-8", tries=True)
def test_DW_8_a_rider_that_is_not_alone_is_only_removed() -> None:
    state = entering(wormsigns=areas("ne_5"))
    assert (war_of(state).sandriders, state.sandworms, state.wormsigns) == ((), (), areas("ne_5"))
    assert codes(state, RaiseWorm()) == [("DW-8", "not_now")]


@pytest.mark.rule("DW-8")
def test_DW_8_the_printed_example_a_worm_with_a_rider_attacks_three_areas_away_with_five_dice() -> None:
    legion = {"ne_13": Army(4)}
    ridden = atreides_turn(legion, use="attack", sandworms=areas("ne_5"), war=RIDER)
    assert worm_dice(ridden, area("ne_5")) == 5
    strike = WormAttack(area("ne_5"), area("ne_13"))
    plain = atreides_turn(legion, use="attack", sandworms=areas("ne_5"))
    assert codes(plain, strike) == [("WORM-7", "no_worm_target")]
    state = play(ridden, strike)
    assert (state.sandworms, war_of(state).sandriders) == ((), ())
    assert isinstance(state.frame, RollFrame)
    assert state.frame.dice == 5
    state = play(state, RollAttackDice((CombatFace.HIT,) * 3 + (CombatFace.SHIELD,) * 2))
    assert isinstance(state.frame, HitsFrame)
    assert state.frame.hits == 3


@pytest.mark.rule("DW-8", tries=True)
def test_DW_8_both_areas_before_the_last_are_desert() -> None:
    state = atreides_turn({"cne_1": Army(2)}, use="attack", sandworms=areas("ne_5"), war=RIDER)
    within = state.graph.grow(state.graph.passable[area("ne_5")] & state.desert_mask, state.graph.passable)
    third = state.graph.grow(within & state.desert_mask, state.graph.passable)
    every = replace(state, armies=((Army(1),) * len(state.armies[0]), state.armies[1]))
    reached = worm_prey(every, area("ne_5"))
    assert reached
    assert not reached & ~(within | third)


@pytest.mark.rule("DW-8", tries=True)
def test_DW_8_a_worm_with_a_rider_moves_three_areas_and_takes_it_along() -> None:
    state = atreides_turn(use="move", sandworms=areas("ne_5"), war=RIDER)
    assert worm_moves(state, area("ne_5")) >> area("ne_13") & 1
    assert not worm_moves(replace(state, desert_war=None), area("ne_5")) >> area("ne_13") & 1
    after = play(state, MoveWorm(area("ne_5"), area("ne_13")))
    assert (after.sandworms, war_of(after).sandriders) == (areas("ne_13"), areas("ne_13"))


@pytest.mark.rule("DW-8", tries=True)
def test_DW_8_the_wild_maker_keeps_its_six_dice() -> None:
    state = atreides_turn(use="attack", wild_maker=area("ne_5"), war=RIDER)
    assert worm_dice(state, area("ne_5")) == 6


@pytest.mark.rule("DW-8", tries=True)
def test_DW_8_a_worm_taken_away_in_the_hazards_leaves_its_rider_behind() -> None:
    frame = HazardsFrame(HazardStage.REVEAL, areas("nw_1"))
    war = {"sandriders": areas("ne_5")}
    state = at_war({}, {}, frame, phase=Phase.HAZARDS, war=war, sandworms=areas("ne_5"), wormsigns=areas("nw_1"))
    after = play(state, TurnWormsign(area("nw_1"), Wormsign.SANDWORM, worm_from=area("ne_5")))
    assert (after.sandworms, war_of(after).sandriders) == (areas("nw_1"), areas("ne_5"))


@pytest.mark.rule("DW-8", tries=True)
def test_DW_8_what_is_left_of_the_card_need_not_be_used() -> None:
    state = play(beginning(), UseDesertPower("sandriders"), PlaceWormsign(area("ne_8")))
    assert isinstance(state.frame, ActionFrame)
    assert isinstance(play(state, FinishAction()).frame, TurnFrame)
    assert area("ne_5") in members(war_of(state).sandriders_mask)
