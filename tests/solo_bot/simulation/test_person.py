"""The Harkonnen as a person plays them: no march over impassable borders, garrisons, spice for supremacy."""

import pytest

from companion.board import AREA_NUMBER, members
from companion.frozen import replace
from companion.rules.army import Army
from companion.rules.commands import MoveLegion
from companion.rules.state import HARKONNEN, Mode, State
from solo_bot.simulation.person import as_solo, guarded, spendings

ARRAKEEN = AREA_NUMBER["arrakeen"]


def test_the_procedure_is_asked_about_a_board_without_impassable_borders() -> None:
    state = State(mode=Mode.DUEL)
    solo = as_solo(state)
    assert solo.mode is Mode.SOLO
    assert solo.graph.all == state.graph.passable != state.graph.all
    assert replace(solo, round=2).graph is solo.graph


def test_no_rank_is_left_to_ask_for_and_harvesters_have_a_sector() -> None:
    solo = as_solo(State(mode=Mode.DUEL))
    assert {sietch.rank for sietch in solo.sietches} == {2}
    assert solo.harvesting_sector is not None


@pytest.mark.parametrize(("going", "expected"), [(5, 3), (3, 3), (2, 2)])
def test_two_units_stay_in_a_settlement(going: int, expected: int) -> None:
    state = State(mode=Mode.DUEL).with_army(HARKONNEN, ARRAKEEN, Army(regular=5))
    target = next(members(state.graph.passable[ARRAKEEN]))
    move = guarded(state, MoveLegion(HARKONNEN, ARRAKEEN, target, Army(regular=going)))
    assert isinstance(move, MoveLegion)
    assert move.figures == Army(regular=expected)


def test_a_garrison_alone_stays() -> None:
    state = State(mode=Mode.DUEL).with_army(HARKONNEN, ARRAKEEN, Army(regular=2))
    target = next(members(state.graph.passable[ARRAKEEN]))
    assert guarded(state, MoveLegion(HARKONNEN, ARRAKEEN, target, Army(regular=2))) is None


def test_SPICE_3_supremacy_comes_first_while_it_can_be_had() -> None:
    state = State(mode=Mode.DUEL, supremacy=5)
    assert spendings(state, 9)[0].supremacy == 1
    assert all(spending.supremacy == 0 for spending in spendings(replace(state, supremacy=6), 9))
    assert all(spending.supremacy == 0 for spending in spendings(state, 2))
