"""In which order named leaders enter the tank when several go at once (TANK-1)."""

from dataclasses import replace
from itertools import permutations

import pytest

from companion.content.terms import Faction, Result
from companion.rules import combat, legal
from companion.rules.army import Army
from companion.rules.commands import CorrectBoard, DetonateAtomics, MoveLegion, OrderTank, TakeHits
from companion.rules.frames import ActionFrame, Cause, HitsFrame, TankFrame, TurnFrame
from companion.rules.state import Mode, Standing, State
from tests.rules.battle.table import ATREIDES, HARKONNEN, area, attack, codes, duel, play, position, roll, turn

LEADERS = ("paul_atreides", "stilgar")
USEFUL_FIRST = ("stilgar", "paul_atreides")


def hit(leaders: tuple[str, ...] = LEADERS, **changes: object) -> State:
    """A last unit of Atreides with leaders is about to take a hit of a storm, in a turn of theirs."""
    frame = HitsFrame(Cause.STORM, ATREIDES, area("ne_13"), 1)
    return duel({}, {"ne_13": Army(regular=1, named=leaders)}, TurnFrame(ATREIDES), frame, **changes)


def lost(leaders: tuple[str, ...] = LEADERS, **changes: object) -> State:
    return play(hit(leaders, **changes), TakeHits(ATREIDES, ("regular",)))


def spaces(state: State, leaders: tuple[str, ...] = LEADERS) -> list[int | None]:
    return [state.leader(leader).tank for leader in leaders]


@pytest.mark.rule("TANK-1", tries=True)
@pytest.mark.parametrize("order, tank", [(LEADERS, [2, 1]), (USEFUL_FIRST, [1, 2])])
def test_TANK_1_the_owner_orders_the_leaders_that_go_with_the_last_unit(
    order: tuple[str, ...], tank: list[int]
) -> None:
    legions = {"ne_12": Army(regular=2)}, {"ne_13": Army(regular=1, named=LEADERS)}
    state = attack(duel(*legions, *turn(HARKONNEN)), HARKONNEN, "ne_12", "ne_13")
    state = play(roll(state, (2, 0, 0), (0, 1, 0)), TakeHits(ATREIDES, ("regular",)))
    assert state.frame == TankFrame(ATREIDES, USEFUL_FIRST)
    state = play(state, OrderTank(ATREIDES, order))
    assert spaces(state) == tank
    assert not any(isinstance(frame, TankFrame) for frame in state.frames)


@pytest.mark.rule("TANK-1", tries=True)
@pytest.mark.parametrize("order", [("stilgar",), ("stilgar", "chani"), ("stilgar", "stilgar"), (*LEADERS, "chani")])
def test_TANK_1_an_order_of_other_leaders_is_refused(order: tuple[str, ...]) -> None:
    assert codes(lost(), OrderTank(ATREIDES, order)) == [("TANK-1", "other_leaders_go")]


def test_TANK_1_only_their_owner_orders_them_and_only_then() -> None:
    assert codes(lost(), OrderTank(HARKONNEN, LEADERS)) == [("TANK-1", "not_now")]
    assert codes(play(lost(), OrderTank(ATREIDES, LEADERS)), OrderTank(ATREIDES, LEADERS)) == [("TANK-1", "not_now")]


@pytest.mark.rule("TANK-1", tries=True)
def test_TANK_1_who_is_pushed_out_of_the_tank_is_chosen_too() -> None:
    """Three spaces: of four the first is pushed past the last one, and is back at once."""
    four = ("paul_atreides", "stilgar", "chani", "lady_jessica")
    state = lost(four)
    assert isinstance(state.frame, TankFrame)
    first, *others = state.frame.leaders
    assert (state.just_out_of_tank, spaces(state, tuple(others))) == ((first,), [3, 2, 1])
    for order in permutations(four):
        after = play(state, OrderTank(ATREIDES, order))
        assert (after.just_out_of_tank, after.leader(order[0]).standing) == ((order[0],), Standing.READY)
        assert spaces(after, order) == [None, 3, 2, 1]


@pytest.mark.rule("TANK-1", tries=True)
def test_TANK_1_whom_they_push_on_stays_where_he_is_whatever_their_order() -> None:
    state = hit().with_leader("chani", standing=Standing.TANK, tank=1)
    state = play(state, TakeHits(ATREIDES, ("regular",)))
    for order in permutations(LEADERS):
        assert spaces(play(state, OrderTank(ATREIDES, order)), ("chani", *order)) == [3, 2, 1]


@pytest.mark.rule("TANK-1", "LEADER-1", tries=True)
def test_TANK_1_those_whom_a_move_leaves_alone_are_ordered_too() -> None:
    action = ActionFrame(ATREIDES, Result.STRATEGY, moves=2)
    state = duel({}, {"ne_13": Army(regular=1, named=LEADERS)}, TurnFrame(ATREIDES, acted=True), action)
    move = MoveLegion(ATREIDES, area("ne_13"), area("ne_12"), Army(regular=1))
    state = play(state, move, anyway=True)
    assert state.frame == TankFrame(ATREIDES, USEFUL_FIRST)
    state = play(state, OrderTank(ATREIDES, LEADERS))
    assert (spaces(state), state.frame) == ([2, 1], replace(action, moves=1))


@pytest.mark.rule("TANK-1", "ATOM-1", tries=True)
def test_TANK_1_those_who_die_by_atomics_are_ordered_by_the_other_side() -> None:
    named = ("beast_rabban", "captain_aramsham")
    legion = {"rimwall_west": Army(regular=1, named=named)}
    state = duel(legion, {}, TurnFrame(ATREIDES), prescience=(8, 8, 8))
    state = play(state, DetonateAtomics(area("rimwall_west"), None), anyway=True)
    assert isinstance(state.frame, TankFrame)
    assert (state.frame.faction, sorted(state.frame.leaders)) == (HARKONNEN, sorted(named))
    assert spaces(play(state, OrderTank(HARKONNEN, named)), named) == [2, 1]


@pytest.mark.parametrize("faction", list(Faction))
def test_TANK_1_the_solo_opponent_is_not_asked_and_people_are(faction: Faction) -> None:
    named = LEADERS if faction is ATREIDES else ("beast_rabban", "captain_aramsham")
    legion = {"ne_13": Army(regular=1, named=named)}
    sides = ({}, legion) if faction is ATREIDES else (legion, {})
    state = position(*sides, TurnFrame(faction), HitsFrame(Cause.STORM, faction, area("ne_13"), 3), mode=Mode.SOLO)
    state = play(state, TakeHits(faction, combat.proposed_removal(state, faction, area("ne_13"), 3)))
    assert sorted(spaces(state, named), key=str) == [1, 2]
    assert isinstance(state.frame, TankFrame) is (faction is ATREIDES)


def test_TANK_1_a_single_leader_needs_no_order() -> None:
    assert lost(("stilgar",)).frame == TurnFrame(ATREIDES)


@pytest.mark.rule("TANK-1", "ACT-STRATEGY")
def test_TANK_1_an_action_that_waited_only_for_the_order_is_over_when_a_correction_leaves_the_step() -> None:
    action = ActionFrame(ATREIDES, Result.STRATEGY, moves=1)
    state = duel({}, {"ne_13": Army(regular=1, named=LEADERS)}, TurnFrame(ATREIDES, acted=True), action)
    state = play(state, MoveLegion(ATREIDES, area("ne_13"), area("ne_12"), Army(regular=1)), anyway=True)
    assert state.frame == TankFrame(ATREIDES, USEFUL_FIRST)
    corrected = state.with_leader("stilgar", standing=Standing.REMOVED, tank=None)
    assert play(state, CorrectBoard(corrected)).frames == (TurnFrame(ATREIDES, acted=True),)


def test_TANK_1_every_order_is_legal() -> None:
    found = [one for one in legal.legal_commands(lost()) if isinstance(one, OrderTank)]
    assert found == [OrderTank(ATREIDES, USEFUL_FIRST), OrderTank(ATREIDES, LEADERS)]


def test_TANK_1_a_correction_of_the_board_leaves_the_step() -> None:
    state = lost()
    back = state.with_army(ATREIDES, area("ne_13"), Army(regular=1, named=("stilgar",)))
    back = back.with_leader("stilgar", standing=Standing.BOARD, tank=None)
    assert play(state, CorrectBoard(replace(back, bene_gesserit=(0, 1)))).frame == TurnFrame(ATREIDES)
    assert play(state, CorrectBoard(replace(state, supremacy=3))).frame == state.frame
