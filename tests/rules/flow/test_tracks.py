"""Supremacy, prescience, settlements destroyed, victory."""

from dataclasses import replace

import pytest

from companion.content.terms import Marker
from companion.rules import Army, State
from companion.rules.commands import AdvancePrescience, CorrectBoard, EndTurn
from companion.rules.engine import Draft, settle
from companion.rules.events import LeaderEntered
from companion.rules.frames import Cause, GameOverFrame, TurnFrame
from companion.rules.handlers.tracks import (
    destroy_stronghold,
    enter_leader,
    gain_bene_gesserit,
    gain_prescience,
    gain_supremacy,
    leave_game,
)
from companion.rules.state import ATREIDES, HARKONNEN, Rules, Standing
from tests.rules.flow.table import area, army, atreides_turn, blocked, card_played, codes, play, position


def supremacy(state: State, steps: int) -> State:
    draft = Draft(state)
    gain_supremacy(draft, steps, Cause.SETTLEMENT)
    settle(draft)
    return draft.state


def prescience(state: State, marker: Marker, steps: int) -> State:
    draft = Draft(state)
    gain_prescience(draft, marker, steps, Cause.PRESCIENCE)
    return draft.state


def destroyed(state: State, faction: int, place: str, rank: int) -> State:
    draft = Draft(state)
    destroy_stronghold(draft, HARKONNEN if faction == HARKONNEN else ATREIDES, area(place), rank)
    settle(draft)
    return draft.state


@pytest.mark.rule("LEADER-4")
def test_LEADER_4_thufir_hawat_enters_at_supremacy_1() -> None:
    assert supremacy(position({}, {}), 1).leader("thufir_hawat").standing is Standing.READY
    assert position({}, {}).leader("thufir_hawat").standing is Standing.OUT


@pytest.mark.rule("LEADER-5", "R-30", tries=True)
def test_LEADER_5_feyd_enters_at_6_and_rabban_leaves_the_game_from_the_board() -> None:
    state = position({"ne_1": Army(regular=1, named=("beast_rabban",))}, {}, supremacy=5)
    state = supremacy(state, 2)
    assert state.leader("feyd_rautha").standing is Standing.READY
    assert state.leader("beast_rabban").standing is Standing.REMOVED
    assert army(state, HARKONNEN, "ne_1") == Army(regular=1)


@pytest.mark.rule("LEADER-5")
def test_LEADER_5_feyd_in_play_by_his_card_does_not_enter_again() -> None:
    draft = Draft(position({}, {}, supremacy=5))
    enter_leader(draft, "feyd_rautha")
    leave_game(draft, "feyd_rautha")
    assert supremacy(draft.state, 1).leader("feyd_rautha").standing is Standing.REMOVED


@pytest.mark.rule("LEADER-5")
def test_LEADER_5_rabban_leaves_the_game_once() -> None:
    draft = Draft(position({}, {}).with_leader("beast_rabban", standing=Standing.REMOVED))
    enter_leader(draft, "feyd_rautha")
    assert draft.events == [LeaderEntered("feyd_rautha")]


@pytest.mark.rule("BG-1", "R-30", tries=True)
@pytest.mark.parametrize("before, steps, tokens", [(3, 1, 1), (3, 2, 1), (3, 4, 2), (4, 2, 0), (6, 2, 1)])
def test_BG_1_marked_steps_give_a_token_also_in_passing(before: int, steps: int, tokens: int) -> None:
    state = position({}, {}, supremacy=before, bene_gesserit=(0, 0))
    assert supremacy(state, steps).bene_gesserit == (0, tokens)


@pytest.mark.rule("WIN-1")
def test_WIN_1_supremacy_10_wins_at_once_and_goes_no_further() -> None:
    state = supremacy(position({}, {}, TurnFrame(ATREIDES), supremacy=8), 3)
    assert (state.supremacy, state.winner) == (10, HARKONNEN)
    assert state.frame == GameOverFrame(HARKONNEN, "WIN-1")
    assert codes(state, EndTurn()) == [("ACT-3", "not_now")]


def test_a_correction_can_take_a_victory_back() -> None:
    state = supremacy(position({}, {}, TurnFrame(ATREIDES), supremacy=9), 1)
    state = play(state, CorrectBoard(replace(state, supremacy=9, winner=None)))
    assert state.frames == (TurnFrame(ATREIDES),)


@pytest.mark.rule("MAHDI-BG-1", tries=True)
def test_MAHDI_BG_1_a_die_comes_back_or_supremacy_rises() -> None:
    draft = Draft(position({}, {}, harkonnen_unused=4, harkonnen_spent=()))
    gain_bene_gesserit(draft, HARKONNEN)
    assert (draft.state.harkonnen_unused, draft.state.supremacy, draft.state.bene_gesserit) == (5, 0, (0, 1))
    draft = Draft(position({}, {}, harkonnen_unused=8))
    gain_bene_gesserit(draft, HARKONNEN)
    assert (draft.state.harkonnen_unused, draft.state.supremacy) == (8, 1)


@pytest.mark.rule("PRES-1", "PRES-2", tries=True)
def test_PRES_1_a_marker_never_falls_below_0() -> None:
    state = prescience(position({}, {}, prescience=(1, 0, 0)), Marker.KWISATZ_HADERACH, -3)
    assert state.prescience == (0, 0, 0)


@pytest.mark.rule("PRES-4", "R-30", tries=True)
def test_PRES_4_step_3_brings_the_leader_of_the_marker() -> None:
    start = position({}, {}, prescience=(2, 2, 2))
    assert prescience(start, Marker.JIHAD, 2).leader("chani").standing is Standing.READY
    assert prescience(start, Marker.KWISATZ_HADERACH, 1).leader("paul_muaddib").standing is Standing.READY
    assert prescience(start, Marker.SAND_DWELLERS, 1).leader("reverend_mother_jessica").standing is Standing.READY


@pytest.mark.rule("PRES-4")
def test_PRES_4_step_6_of_any_marker_brings_alia() -> None:
    for marker in Marker:
        state = prescience(position({}, {}, prescience=(5, 5, 5)), marker, 1)
        assert state.leader("alia").standing is Standing.READY


@pytest.mark.rule("PRES-5", tries=True)
def test_PRES_5_the_new_form_takes_the_place_and_the_card_side() -> None:
    state = position({}, {"windgap": Army(regular=1, named=("paul_atreides",))}, prescience=(2, 0, 0))
    state = prescience(state.with_leader("paul_atreides", card_ready=False), Marker.KWISATZ_HADERACH, 1)
    assert army(state, ATREIDES, "windgap") == Army(regular=1, named=("paul_muaddib",))
    new, old = state.leader("paul_muaddib"), state.leader("paul_atreides")
    assert (new.standing, new.card_ready, old.standing) == (Standing.BOARD, False, Standing.REMOVED)
    tank = position({}, {}, prescience=(0, 2, 0)).with_leader("lady_jessica", standing=Standing.TANK, tank=2)
    jessica = prescience(tank, Marker.SAND_DWELLERS, 1).leader("reverend_mother_jessica")
    assert (jessica.standing, jessica.tank) == (Standing.TANK, 2)


@pytest.mark.rule("SETTLE-3")
def test_SETTLE_3_a_sietch_gives_supremacy_a_settlement_gives_prescience() -> None:
    state = destroyed(position({}, {}), ATREIDES, "windgap", 2)
    assert (state.supremacy, state.sietch(area("windgap"))) == (2, None)
    state = destroyed(position({}, {}), HARKONNEN, "carthag", 2)
    assert (state.prescience, state.settlements >> area("carthag") & 1) == ((2, 2, 2), 0)


@pytest.mark.rule("WIN-2")
def test_WIN_2_arrakeen_destroyed_wins_at_once_when_the_objective_is_met() -> None:
    near = position({}, {}, TurnFrame(ATREIDES), prescience=(4, 4, 4))
    near = replace(near, hidden=replace(near.hidden, objectives=((7, 7, 6),)))
    assert destroyed(near, HARKONNEN, "arrakeen", 3).frame == GameOverFrame(ATREIDES, "WIN-2")
    assert destroyed(near, HARKONNEN, "carthag", 3).winner is None
    assert destroyed(replace(near, prescience=(3, 4, 4)), HARKONNEN, "arrakeen", 3).winner is None


@pytest.mark.rule("WIN-2")
def test_WIN_2_the_first_printing_knows_only_the_check_of_the_round() -> None:
    near = position({}, {}, TurnFrame(ATREIDES), prescience=(4, 4, 4), rules=Rules(first_printing=True))
    near = replace(near, hidden=replace(near.hidden, objectives=((7, 7, 6),)))
    assert destroyed(near, HARKONNEN, "arrakeen", 3).winner is None


@pytest.mark.rule("WIN-2")
def test_WIN_2_either_of_two_objectives_will_do() -> None:
    near = position({}, {}, TurnFrame(ATREIDES), prescience=(4, 4, 4))
    near = replace(near, hidden=replace(near.hidden, objectives=((8, 8, 8), (7, 7, 7))))
    assert destroyed(near, HARKONNEN, "arrakeen", 3).winner is ATREIDES


@pytest.mark.rule("PRES-2")
def test_PRES_2_a_card_moves_a_marker_either_way() -> None:
    state = position({}, {}, *card_played(), prescience=(2, 0, 0))
    state = play(state, AdvancePrescience(Marker.KWISATZ_HADERACH, -2), AdvancePrescience(Marker.JIHAD, 2))
    assert state.prescience == (0, 0, 2)
    assert codes(state, AdvancePrescience(Marker.KWISATZ_HADERACH, -1)) == [("PRES-1", "below_the_track")]
    outside = atreides_turn()
    assert codes(outside, AdvancePrescience(Marker.JIHAD, 1)) == [("PRES-2", "no_card_in_progress")]
    assert not blocked(outside, AdvancePrescience(Marker.JIHAD, 1))
    assert codes(state, AdvancePrescience(Marker.JIHAD, 0)) == [("PRES-2", "no_steps")]
