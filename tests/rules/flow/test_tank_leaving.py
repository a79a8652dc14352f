"""Leaders who leave the tank are available from the next turn, not in the one in which they leave."""

from dataclasses import replace
from typing import Any

import pytest

from companion.content.terms import Result
from companion.rules import Army, State
from companion.rules.commands import DeployToken, DeployUnits, EndTurn, FinishAction, PlaceLeader, SpendDie, UseLeader
from companion.rules.engine import Draft
from companion.rules.events import LeaderReplaced, RoundBegan, TurnEnded
from companion.rules.handlers.tracks import tank_leader
from companion.rules.state import ATREIDES, HARKONNEN, Standing
from tests.rules.flow.table import area, atreides_turn, card_played, codes, play, position, turn

DEPLOYMENT, MENTAT = Result.DEPLOYMENT, Result.MENTAT
SETTLED = {"carthag": Army(regular=2)}
JUST_OUT = ("TANK-2", "leader_just_out_of_tank")


def tank(state: State, **spaces: int) -> State:
    for leader, space in spaces.items():
        state = state.with_leader(leader, standing=Standing.TANK, tank=space)
    return state


def pushed_out(state: State, newcomer: str) -> State:
    """The state after ``newcomer`` went to the first space of a full tank."""
    draft = Draft(state)
    tank_leader(draft, newcomer)
    return draft.state


def harkonnen_deploying(**changes: Any) -> State:
    full = {"baron_harkonnen": 5, "captain_aramsham": 4, "shaddam_iv": 3, "thufir_hawat": 2, "feyd_rautha": 1}
    state = position(SETTLED, {}, *turn(HARKONNEN, DEPLOYMENT, placements=3, leaders=1), **changes)
    return pushed_out(tank(state, **full), "beast_rabban")


@pytest.mark.rule("TANK-1", "TANK-2")
def test_TANK_1_one_pushed_past_the_last_space_is_not_deployed_in_the_same_turn() -> None:
    state = harkonnen_deploying()
    baron = DeployUnits(HARKONNEN, area("carthag"), Army(regular=1, named=("baron_harkonnen",)))
    assert state.just_out_of_tank == ("baron_harkonnen",)
    assert codes(state, baron) == [JUST_OUT]
    assert codes(state, PlaceLeader(HARKONNEN, area("carthag"), "baron_harkonnen")) == [JUST_OUT]
    later = play(state, FinishAction())
    assert later.just_out_of_tank == ()
    again = replace(later, frames=turn(HARKONNEN, DEPLOYMENT, placements=3, leaders=1))
    assert codes(again, baron) == []


@pytest.mark.rule("TANK-1")
def test_TANK_1_the_other_side_waits_for_its_turn_too() -> None:
    state = atreides_turn(DEPLOYMENT, MENTAT, atreides={"windgap": Army(regular=1)})
    state = tank(state, stilgar=1, lady_jessica=2, paul_atreides=3)
    state = pushed_out(play(state, SpendDie(DEPLOYMENT, DEPLOYMENT)), "chani")
    assert codes(state, DeployToken(area("windgap"), "paul_atreides")) == [JUST_OUT]
    state = replace(state, frames=card_played())
    assert codes(state, PlaceLeader(ATREIDES, area("windgap"), "paul_atreides")) == [JUST_OUT]


@pytest.mark.rule("TANK-2")
def test_TANK_2_one_who_leaves_at_the_end_of_a_turn_is_there_in_the_next_one() -> None:
    state = tank(atreides_turn(MENTAT, DEPLOYMENT), stilgar=3)
    state = play(state, SpendDie(MENTAT, MENTAT), FinishAction(), EndTurn())
    assert state.leader("stilgar").standing is Standing.READY
    assert state.just_out_of_tank == ()


@pytest.mark.rule("TANK-2")
def test_TANK_2_the_card_is_back_on_the_dashboard_from_the_next_turn_only() -> None:
    state = atreides_turn(MENTAT)
    state = replace(state, just_out_of_tank=("stilgar",))
    assert JUST_OUT in codes(state, UseLeader(MENTAT, "stilgar"))
    assert JUST_OUT not in codes(replace(state, just_out_of_tank=()), UseLeader(MENTAT, "stilgar"))


@pytest.mark.rule("TANK-1", "PRES-5")
def test_TANK_1_another_form_of_the_leader_waits_as_well() -> None:
    state = pushed_out(tank(position({}, {}), stilgar=1, chani=2, paul_atreides=3), "alia")
    draft = Draft(state)
    draft.emit(LeaderReplaced("paul_atreides", "paul_muaddib"))
    assert draft.state.just_out_of_tank == ("paul_muaddib",)


@pytest.mark.rule("TANK-2")
@pytest.mark.parametrize("event", [TurnEnded(ATREIDES), TurnEnded(HARKONNEN), RoundBegan(2)])
def test_TANK_2_the_wait_ends_with_any_turn_and_with_the_round(event: TurnEnded | RoundBegan) -> None:
    draft = Draft(harkonnen_deploying())
    draft.emit(event)
    assert draft.state.just_out_of_tank == ()


@pytest.mark.rule("TANK-1")
def test_TANK_1_nobody_is_pushed_out_while_there_is_room() -> None:
    state = pushed_out(tank(position({}, {}), baron_harkonnen=4, captain_aramsham=2), "beast_rabban")
    assert state.just_out_of_tank == ()
