"""Special actions of Atreides leaders: Paul Atreides is known, the others are entered by hand."""

from dataclasses import replace

import pytest

from companion.content.terms import NamedLeader, Result
from companion.rules import Army, State
from companion.rules.actions import OtherAction
from companion.rules.ask.turns import is_open_ended
from companion.rules.commands import EnterByHand, FinishAction, MoveLegion, SkipStep, UseLeader
from companion.rules.frames import ActionFrame, AtreidesCardFrame
from companion.rules.state import ATREIDES, Standing
from tests.rules.atreides_cards.table import (
    area,
    army,
    carry_out,
    choices,
    chosen_areas,
    codes,
    done,
    play,
    step,
    table,
)

LEADERSHIP = Result.LEADERSHIP


def used(leader: str = "paul_atreides") -> State:
    state = replace(table(), atreides_results=(LEADERSHIP,))
    return play(state, UseLeader(LEADERSHIP, leader))


@pytest.mark.rule("LEADER-2", "ACT-6")
def test_LEADER_2_paul_joins_any_legion_and_2_legions_with_a_leader_move() -> None:
    state = used()
    assert state.frame == AtreidesCardFrame("paul_atreides")
    assert not state.leader("paul_atreides").card_ready
    assert chosen_areas(state) == {"windgap", "sihaya_ridge", "tasmin_sink", "ne_11"}
    state = carry_out(state, area="ne_11", figures=Army(named=("paul_atreides",)))
    assert army(state, "ne_11") == Army(regular=2, generic=1, named=("paul_atreides",))
    assert state.frame == ActionFrame(ATREIDES, OtherAction.CARD_STEP, moves=2, leaders_only=True)
    # Windgap has lost its leader.
    assert chosen_areas(state) == {"sihaya_ridge", "tasmin_sink", "ne_11"}
    alone = MoveLegion(ATREIDES, area("ne_11"), choices(state)[0].areas[1], Army(regular=1))
    assert ("ACT-LEADERSHIP", "no_leader_goes_along") in codes(state, alone)
    first = next(c for c in choices(state) if c.areas[0] == area("ne_11"))
    state = play(state, first.command)
    assert all(c.areas[0] != first.areas[1] for c in choices(state))
    second = choices(state)[0]
    state = play(state, second.command)
    assert done(state)


@pytest.mark.rule("ACT-4")
def test_ACT_4_paul_may_stay_where_he_is() -> None:
    state = play(used(), SkipStep())
    assert step(state).number == 2
    assert done(play(state, FinishAction()))


@pytest.mark.rule("LEADER-2")
def test_LEADER_2_a_step_of_paul_may_be_entered_by_hand() -> None:
    state = play(used(), EnterByHand())
    assert isinstance(state.frame, ActionFrame)
    assert state.frame.action is NamedLeader.PAUL_ATREIDES
    assert codes(state, EnterByHand()) == [("CARD-1", "not_now")]
    state = play(state, FinishAction(), EnterByHand())
    assert is_open_ended(state.frame)
    assert done(play(state, FinishAction()))


@pytest.mark.rule("LEADER-2")
@pytest.mark.parametrize("leader", ["stilgar", "chani", "alia", "paul_muaddib"])
def test_LEADER_2_other_specials_are_open(leader: str) -> None:
    state = replace(table(), atreides_results=(LEADERSHIP,))
    if leader == "paul_muaddib":
        state = state.with_army(ATREIDES, area("windgap"), Army(elite=2, tokens=1))
        state = state.with_leader("paul_atreides", standing=Standing.REMOVED)
    if leader != "stilgar":
        state = state.with_leader(leader, standing=Standing.READY)
    state = play(state, UseLeader(LEADERSHIP, leader))
    assert is_open_ended(state.frame)
    assert done(play(state, FinishAction()))


def test_skipping_needs_a_card_in_progress() -> None:
    assert codes(table(), SkipStep()) == [("ACT-4", "not_now")]
