"""Turns, the Harkonnen die, the tank."""

from dataclasses import replace

import pytest

from companion.content.terms import NamedLeader, Phase, Result
from companion.rules import Army, Rules, State, check, evolve
from companion.rules.commands import (
    EndTurn,
    FinishAction,
    FinishClaims,
    PlaceLeader,
    RollHarkonnenDie,
    SpendDie,
    UseHarkonnenLeader,
)
from companion.rules.engine import Draft
from companion.rules.events import TankAdvanced
from companion.rules.frames import ActionFrame, Cause, HazardsFrame, HazardStage, TurnFrame
from companion.rules.handlers.tracks import remove_figures, tank_leader
from companion.rules.state import ATREIDES, HARKONNEN, Standing
from tests.rules.flow.table import area, at_first_turn, atreides_turn, codes, events, harkonnen_turn, play, position

LEADERSHIP, STRATEGY, DEPLOYMENT, MENTAT, HOUSE = Result


def pass_atreides(state: State, die: Result) -> State:
    """Atreides spend a die without effect."""
    return play(state, SpendDie(die, MENTAT if die is HOUSE else die), FinishAction(), EndTurn())


@pytest.mark.rule("ACT-3", "MAHDI-TURN-1")
def test_ACT_3_turns_alternate_atreides_first() -> None:
    state = at_first_turn()
    assert state.frame == TurnFrame(ATREIDES)
    state = pass_atreides(state, MENTAT)
    assert state.frame == TurnFrame(HARKONNEN)
    state = play(state, RollHarkonnenDie(DEPLOYMENT))
    assert state.frames == (
        TurnFrame(HARKONNEN, acted=True, spent_die=True),
        ActionFrame(HARKONNEN, DEPLOYMENT, placements=3, leaders=1),
    )
    assert (state.harkonnen_unused, state.harkonnen_spent) == (7, (DEPLOYMENT,))
    assert play(state, FinishAction()).frame == TurnFrame(ATREIDES)


@pytest.mark.rule("MAHDI-TURN-1")
@pytest.mark.parametrize(
    "result, expected",
    [
        (LEADERSHIP, ActionFrame(HARKONNEN, LEADERSHIP, moves=2, attack=True, surprise=True, leaders_only=True)),
        (STRATEGY, ActionFrame(HARKONNEN, STRATEGY, moves=2, attack=True)),
        (MENTAT, ActionFrame(HARKONNEN, MENTAT, draws=2)),
        (HOUSE, ActionFrame(HARKONNEN, HOUSE, replacements=2, placements=2)),
    ],
)
def test_MAHDI_TURN_1_the_face_rolled_is_the_action(result: Result, expected: ActionFrame) -> None:
    assert play(harkonnen_turn(), RollHarkonnenDie(result)).frame == expected


@pytest.mark.rule("MAHDI-TURN-1")
def test_MAHDI_TURN_1_a_result_with_three_spent_dice_is_rolled_again() -> None:
    state = harkonnen_turn(harkonnen_spent=(HOUSE, HOUSE, HOUSE), harkonnen_unused=5)
    assert codes(state, RollHarkonnenDie(HOUSE)) == [("MAHDI-TURN-1", "roll_again")]
    assert codes(state, RollHarkonnenDie(MENTAT)) == []
    two = harkonnen_turn(harkonnen_spent=(HOUSE, HOUSE), harkonnen_unused=5)
    assert codes(two, RollHarkonnenDie(HOUSE)) == []


@pytest.mark.rule("MAHDI-TRUTH-1")
def test_MAHDI_TRUTH_1_a_forced_result_is_the_only_one() -> None:
    state = position({}, {}, TurnFrame(HARKONNEN, forced=MENTAT))
    assert codes(state, RollHarkonnenDie(HOUSE)) == [("MAHDI-TRUTH-1", "result_is_forced")]
    assert codes(state, RollHarkonnenDie(MENTAT)) == []


@pytest.mark.rule("ACT-3", "MAHDI-TURN-1", tries=True)
def test_ACT_3_harkonnen_that_have_acted_roll_no_second_die() -> None:
    (reason,) = check(position({}, {}, TurnFrame(HARKONNEN, acted=True)), RollHarkonnenDie(MENTAT))
    assert (reason.rule, reason.code, reason.facts) == ("ACT-3", "already_acted", {"faction": "harkonnen"})


@pytest.mark.rule("MAHDI-TURN-1")
def test_MAHDI_TURN_1_no_die_out_of_turn() -> None:
    assert codes(atreides_turn(MENTAT), RollHarkonnenDie(HOUSE)) == [("ACT-3", "not_your_turn")]
    assert codes(harkonnen_turn(), EndTurn()) == [("MAHDI-TURN-1", "harkonnen_die_first")]


@pytest.mark.rule("ACT-3", "R-7", tries=True)
def test_R_7_a_harkonnen_die_follows_a_desert_power_turn() -> None:
    state = position({}, {}, TurnFrame(ATREIDES, acted=True), atreides_results=(MENTAT,), atreides_unused=1)
    assert play(state, EndTurn()).frame == TurnFrame(HARKONNEN)


@pytest.mark.rule("ACT-3")
def test_ACT_3_without_a_die_atreides_may_still_pass_or_use_desert_power() -> None:
    state = harkonnen_turn(atreides_results=(), atreides_unused=0, harkonnen_unused=2)
    state = play(state, RollHarkonnenDie(MENTAT), FinishAction())
    assert state.frame == TurnFrame(ATREIDES)
    assert play(state, EndTurn()).frame == TurnFrame(HARKONNEN)


@pytest.mark.rule("ACT-3")
def test_ACT_3_the_phase_ends_with_the_last_harkonnen_die() -> None:
    state = harkonnen_turn(atreides_results=(MENTAT, HOUSE), atreides_unused=2, harkonnen_unused=1, revealed=0)
    state = play(state, RollHarkonnenDie(MENTAT), FinishAction())
    assert (state.phase, state.frames) == (Phase.HAZARDS, (HazardsFrame(HazardStage.WORMSIGNS),))


@pytest.mark.rule("R-32", tries=True)
@pytest.mark.parametrize("die, tokens", [(HOUSE, 1), (STRATEGY, 0)])
def test_R_32_an_unspent_token_comes_back_at_the_end_of_the_phase(die: Result, tokens: int) -> None:
    state = harkonnen_turn(
        atreides_results=(MENTAT, HOUSE),
        atreides_unused=2,
        harkonnen_unused=1,
        bene_gesserit=(0, 0),
        bene_gesserit_die=die,
    )
    state = play(state, RollHarkonnenDie(MENTAT), FinishAction(), FinishClaims())
    assert state.bene_gesserit == (0, tokens)


@pytest.mark.rule("R-32")
def test_R_32_dice_that_nobody_told_give_no_token_back() -> None:
    state = harkonnen_turn(atreides_results=None, atreides_unused=0, harkonnen_unused=1, bene_gesserit=(0, 1))
    state = play(state, RollHarkonnenDie(MENTAT), FinishAction(), FinishClaims())
    assert (state.phase, state.bene_gesserit) == (Phase.HAZARDS, (0, 1))


def tank(state: State, **spaces: int) -> State:
    for leader, space in spaces.items():
        state = state.with_leader(leader, standing=Standing.TANK, tank=space)
    return state


@pytest.mark.rule("TANK-1", tries=True)
def test_TANK_1_the_first_space_pushes_on() -> None:
    draft = Draft(tank(position({}, {}), stilgar=1, chani=2))
    tank_leader(draft, "alia")
    spaces = {name: draft.state.leader(name).tank for name in ("alia", "stilgar", "chani")}
    assert spaces == {"alia": 1, "stilgar": 2, "chani": 3}


@pytest.mark.rule("TANK-1")
def test_TANK_1_a_gap_stops_the_push() -> None:
    draft = Draft(tank(position({}, {}), stilgar=1, chani=3))
    tank_leader(draft, "alia")
    assert [draft.state.leader(name).tank for name in ("stilgar", "chani")] == [2, 3]


@pytest.mark.rule("TANK-1")
def test_TANK_1_one_pushed_past_the_last_space_is_available() -> None:
    draft = Draft(tank(position({}, {}), stilgar=1, chani=2, lady_jessica=3))
    tank_leader(draft, "alia")
    assert draft.state.leader("lady_jessica").standing is Standing.READY
    assert draft.state.leader("chani").tank == 3


@pytest.mark.rule("TANK-1", "UNIT-3")
def test_TANK_1_removed_named_leaders_go_to_the_tank_generic_ones_to_the_supply() -> None:
    draft = Draft(position({"carthag": Army(regular=2, generic=1, named=("beast_rabban",))}, {}))
    remove_figures(draft, HARKONNEN, area("carthag"), Army(generic=1, named=("beast_rabban",)), Cause.BATTLE)
    assert draft.state.leader("beast_rabban").tank == 1
    assert draft.state.army(HARKONNEN, area("carthag")) == Army(regular=2)


@pytest.mark.rule("LEADER-1")
def test_LEADER_1_leaders_left_alone_leave_the_board() -> None:
    draft = Draft(position({"ne_1": Army(regular=1, generic=1, named=("beast_rabban",))}, {}))
    remove_figures(draft, HARKONNEN, area("ne_1"), Army(regular=1), Cause.STORM)
    assert draft.state.army(HARKONNEN, area("ne_1")) is None
    assert draft.state.leader("beast_rabban").standing is Standing.TANK


@pytest.mark.rule("TANK-2", "ACT-5")
def test_TANK_2_a_spent_die_moves_the_own_tank_only() -> None:
    state = tank(atreides_turn(MENTAT), stilgar=1, lady_jessica=3, baron_harkonnen=2)
    state = play(state, SpendDie(MENTAT, MENTAT), EndTurn())
    assert state.leader("stilgar").tank == 2
    assert state.leader("lady_jessica").standing is Standing.READY
    assert state.leader("baron_harkonnen").tank == 2


@pytest.mark.rule("ACT-5", tries=True)
def test_ACT_5_desert_power_moves_no_tank() -> None:
    state = tank(position({}, {}, TurnFrame(ATREIDES, acted=True)), stilgar=1)
    assert play(state, EndTurn()).leader("stilgar").tank == 1
    late = replace(state, rules=Rules(tank_at_end_of_turn=True))
    assert play(late, EndTurn()).leader("stilgar").tank == 1


@pytest.mark.rule("MAHDI-TANK-1", tries=True)
def test_MAHDI_TANK_1_a_harkonnen_die_moves_their_tank() -> None:
    state = tank(harkonnen_turn(), baron_harkonnen=5, beast_rabban=1, stilgar=1)
    state = play(state, RollHarkonnenDie(MENTAT), FinishAction())
    assert state.leader("baron_harkonnen").standing is Standing.READY
    assert (state.leader("beast_rabban").tank, state.leader("stilgar").tank) == (2, 1)


@pytest.mark.rule("R-33", tries=True)
def test_R_33_one_who_came_in_during_the_turn_stays() -> None:
    state = tank(harkonnen_turn(rules=Rules(tank_at_end_of_turn=True)), beast_rabban=1, baron_harkonnen=2)
    state = replace(play(state, RollHarkonnenDie(MENTAT)), new_in_tank=("beast_rabban",))
    assert state.leader("baron_harkonnen").tank == 2
    state = play(state, FinishAction())
    assert (state.leader("beast_rabban").tank, state.leader("baron_harkonnen").tank) == (1, 3)
    assert state.new_in_tank == ()


@pytest.mark.rule("R-33", tries=True)
def test_R_33_one_pushed_to_the_last_space_during_the_turn_does_not_leave_it() -> None:
    spaces = {"stilgar": 1, "lady_jessica": 2, "paul_atreides": 3}
    ending = position({}, {}, TurnFrame(ATREIDES, True, True), rules=Rules(tank_at_end_of_turn=True))
    state = replace(tank(ending, **spaces), new_in_tank=tuple(spaces))
    assert not any(isinstance(event, TankAdvanced) for event in events(state, EndTurn()))
    state = play(replace(state, new_in_tank=("stilgar", "paul_atreides")), EndTurn())
    assert [state.leader(leader).tank for leader in spaces] == [1, 3, 3]
    assert state.just_out_of_tank == ()


def stilgar_falls_in_his_own_attack(rules: Rules) -> State:
    """Jessica waits on the first space; an Atreides die is spent for an attack in which Stilgar dies."""
    state = atreides_turn(
        STRATEGY, atreides={"windgap": Army(regular=2, named=("stilgar",))}, harkonnen={"sw_7": Army(1)}, rules=rules
    )
    state = tank(state, lady_jessica=1)
    state = play(state, SpendDie(STRATEGY, STRATEGY))
    draft = Draft(state)
    remove_figures(draft, ATREIDES, area("windgap"), Army(named=("stilgar",)), Cause.BATTLE)
    return play(draft.state, FinishAction(), EndTurn())


@pytest.mark.rule("TANK-2", "ACT-5", "R-33")
@pytest.mark.parametrize("at_the_end, jessica", [(False, 2), (True, 3)])
def test_TANK_2_the_die_moves_the_tank_before_its_action(at_the_end: bool, jessica: int) -> None:
    """Moved at once Jessica stands on 2 and Stilgar comes in on 1; read otherwise he pushes her before she moves."""
    state = stilgar_falls_in_his_own_attack(Rules(tank_at_end_of_turn=at_the_end))
    assert (state.leader("lady_jessica").tank, state.leader("stilgar").tank) == (jessica, 1)


@pytest.mark.rule("TANK-2")
def test_TANK_2_one_who_came_in_before_the_die_is_in_the_tank_already() -> None:
    state = replace(tank(atreides_turn(MENTAT), stilgar=1), new_in_tank=("stilgar",))
    assert play(state, SpendDie(MENTAT, MENTAT)).leader("stilgar").tank == 2


@pytest.mark.rule("TANK-2")
def test_TANK_2_who_leaves_by_the_die_cannot_act_in_its_turn() -> None:
    state = tank(atreides_turn(DEPLOYMENT, atreides={"windgap": Army(1)}), stilgar=3)
    state = play(state, SpendDie(DEPLOYMENT, DEPLOYMENT))
    assert state.leader("stilgar").standing is Standing.READY
    assert codes(state, PlaceLeader(ATREIDES, area("windgap"), "stilgar")) == [("TANK-2", "leader_just_out_of_tank")]


@pytest.mark.rule("TANK-2")
def test_TANK_2_an_older_game_that_moved_the_tank_as_a_turn_ended_stays_as_it_was() -> None:
    state = replace(tank(position({}, {}), stilgar=1, lady_jessica=2), new_in_tank=("stilgar",))
    state = evolve(state, TankAdvanced(ATREIDES, ()))
    assert (state.leader("stilgar").tank, state.leader("lady_jessica").tank) == (1, 3)


@pytest.mark.rule("MAHDI-TURN-3", "LEADER-2")
def test_MAHDI_TURN_3_a_special_replaces_the_action_and_spends_the_card() -> None:
    state = play(harkonnen_turn(), RollHarkonnenDie(HOUSE), UseHarkonnenLeader("baron_harkonnen"))
    assert state.frame == ActionFrame(HARKONNEN, NamedLeader.BARON_HARKONNEN, replacements=3)
    assert not state.leader("baron_harkonnen").card_ready
    other = play(harkonnen_turn(), RollHarkonnenDie(STRATEGY))
    assert codes(other, UseHarkonnenLeader("baron_harkonnen")) == [("LEADER-2", "leader_on_other_box")]
    spent = play(harkonnen_turn().with_leader("baron_harkonnen", card_ready=False), RollHarkonnenDie(HOUSE))
    assert codes(spent, UseHarkonnenLeader("baron_harkonnen")) == [("LEADER-2", "leader_card_spent")]


@pytest.mark.rule("MAHDI-TURN-3")
def test_MAHDI_TURN_3_specials_have_the_budget_of_their_card() -> None:
    rabban = harkonnen_turn(harkonnen={"ne_1": Army(regular=1, named=("beast_rabban",))})
    state = play(rabban, RollHarkonnenDie(LEADERSHIP), UseHarkonnenLeader("beast_rabban"))
    assert state.frame == ActionFrame(HARKONNEN, NamedLeader.BEAST_RABBAN, moves=2, only=area("ne_1"))
    state = play(harkonnen_turn(), RollHarkonnenDie(DEPLOYMENT), UseHarkonnenLeader("captain_aramsham"))
    assert state.frame == ActionFrame(HARKONNEN, NamedLeader.CAPTAIN_ARAMSHAM, placements=3, leaders=1)
    hawat = harkonnen_turn().with_leader("thufir_hawat", standing=Standing.READY)
    state = play(hawat, RollHarkonnenDie(MENTAT), UseHarkonnenLeader("thufir_hawat"))
    assert state.frame == ActionFrame(HARKONNEN, NamedLeader.THUFIR_HAWAT, draws=3)


@pytest.mark.rule("R-6")
def test_R_6_rabbans_special_needs_his_figure_on_the_board() -> None:
    state = play(harkonnen_turn(), RollHarkonnenDie(LEADERSHIP))
    assert codes(state, UseHarkonnenLeader("beast_rabban")) == [("R-6", "leader_not_on_board")]


@pytest.mark.rule("MAHDI-TURN-3")
def test_MAHDI_TURN_3_not_after_the_action_has_begun() -> None:
    state = play(atreides_turn(HOUSE), SpendDie(HOUSE, MENTAT))
    assert codes(state, UseHarkonnenLeader("baron_harkonnen")) == [("MAHDI-TURN-3", "not_now")]
