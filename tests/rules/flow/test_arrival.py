"""What follows when figures leave a settlement, crowd an area or take a station."""

from dataclasses import replace
from typing import Any

import pytest

from companion.content.terms import Marker, Phase, Result
from companion.rules import Army, Rules, State
from companion.rules.ask.stacking import forced_removal
from companion.rules.commands import CorrectBoard, FinishAction, RecycleToken, RemoveExcess, TakeStation
from companion.rules.engine import Draft, settle
from companion.rules.frames import Cause, GarrisonFrame, StackingFrame, StationFrame, WormsignFrame
from companion.rules.handlers.arrival import depart_and_arrive
from companion.rules.handlers.stacking import open_excess
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Standing
from tests.rules.flow.table import area, areas, army, blocked, codes, frame_names, move, play, position, turn

LEGION = Army(regular=3, generic=1)
GARRISON = Army(tokens=2)


def leaving(state: State, source: str, target: str, figures: Army, cause: Cause = Cause.MOVE) -> State:
    draft = Draft(state)
    depart_and_arrive(draft, HARKONNEN, area(source), area(target), figures, cause)
    settle(draft)
    return draft.state


@pytest.mark.rule("MAHDI-TOKEN-1", "R-24")
@pytest.mark.parametrize("cause", [Cause.MOVE, Cause.BATTLE, Cause.WORM, Cause.CARD, Cause.ATOMICS])
def test_MAHDI_TOKEN_1_two_tokens_hold_a_settlement_that_is_left_in_any_way(cause: Cause) -> None:
    state = leaving(position({"carthag": LEGION}, {}), "carthag", "cne_1", LEGION, cause)
    assert army(state, HARKONNEN, "carthag") == GARRISON
    assert (state.black_tokens, state.silver_tokens) == (5, 5)


@pytest.mark.rule("R-24")
def test_R_24_not_while_a_unit_or_token_stays() -> None:
    state = leaving(position({"carthag": LEGION}, {}), "carthag", "cne_1", Army(regular=2))
    assert army(state, HARKONNEN, "carthag") == Army(regular=1, generic=1)
    held = position({"carthag": LEGION + Army(tokens=1)}, {})
    assert army(leaving(held, "carthag", "cne_1", LEGION), HARKONNEN, "carthag") == Army(tokens=1)


@pytest.mark.rule("MAHDI-TOKEN-1")
def test_MAHDI_TOKEN_1_only_in_solo_and_only_in_a_settlement() -> None:
    duel = position({"carthag": LEGION}, {}, mode=Mode.DUEL)
    assert army(leaving(duel, "carthag", "cne_1", LEGION), HARKONNEN, "carthag") == Army()
    assert army(leaving(position({"cne_1": LEGION}, {}), "cne_1", "cne_2", LEGION), HARKONNEN, "cne_1") == Army()


@pytest.mark.rule("R-19")
def test_R_19_tokens_that_come_outside_of_the_actions_have_not_moved() -> None:
    state = leaving(position({"carthag": LEGION}, {}, phase=Phase.HAZARDS), "carthag", "cne_1", LEGION, Cause.WORM)
    assert (army(state, HARKONNEN, "carthag"), state.turn.moved) == (GARRISON, ())


@pytest.mark.rule("R-24", "R-19")
def test_R_19_tokens_placed_in_an_action_do_not_move_in_it() -> None:
    state = position({"carthag": LEGION}, {}, *turn(HARKONNEN, Result.STRATEGY, moves=2))
    state = play(state, move(HARKONNEN, "carthag", "cne_1", LEGION))
    assert codes(state, move(HARKONNEN, "carthag", "arsunt", GARRISON)) == [("MOVE-2", "figures_moved_already")]


@pytest.mark.rule("MAHDI-TOKEN-1")
def test_MAHDI_TOKEN_1_tokens_that_move_on_leave_new_ones() -> None:
    state = leaving(position({"carthag": GARRISON}, {}, black_tokens=5, silver_tokens=5), "carthag", "cne_1", GARRISON)
    assert (army(state, HARKONNEN, "carthag"), army(state, HARKONNEN, "cne_1")) == (GARRISON, GARRISON)
    assert (state.black_tokens, state.silver_tokens) == (4, 4)


@pytest.mark.rule("MAHDI-TOKEN-2")
def test_MAHDI_TOKEN_2_with_no_token_left_two_on_the_board_are_reused() -> None:
    state = position({"carthag": LEGION, "arsunt": GARRISON}, {}, black_tokens=0, silver_tokens=0)
    state = leaving(state, "carthag", "cne_1", LEGION)
    assert state.frame == GarrisonFrame(area("carthag"))
    assert codes(state, RecycleToken(area("arrakeen"), "black", Army(regular=2))) == [
        ("MAHDI-TOKEN-2", "no_token_there")
    ]
    state = play(state, RecycleToken(area("arsunt"), "black", Army(regular=2)))
    assert state.frame == GarrisonFrame(area("carthag"))
    state = play(state, RecycleToken(area("arsunt"), "silver", Army(elite=1)))
    assert state.frames == ()
    assert army(state, HARKONNEN, "arsunt") == Army(regular=2, elite=1)
    assert army(state, HARKONNEN, "carthag") == GARRISON
    assert (state.black_tokens, state.silver_tokens) == (0, 0)


def without_tokens(**changes: Any) -> State:
    legions = {"carthag": LEGION, "cne_2": Army(tokens=1, generic=1)}
    return position(legions, {}, black_tokens=0, silver_tokens=1, **changes)


@pytest.mark.rule("MAHDI-TOKEN-2", "UNIT-2")
def test_UNIT_2_a_token_reused_brings_only_figures_that_are_there() -> None:
    elsewhere = dict.fromkeys(("ne_1", "ne_2", "ne_4"), Army(regular=6))
    state = position({"carthag": LEGION, "arsunt": Army(regular=2, tokens=2), **elsewhere}, {}, black_tokens=0)
    state = leaving(state, "carthag", "cne_1", LEGION)
    assert codes(state, RecycleToken(area("arsunt"), "black", Army(regular=1))) == []
    assert codes(state, RecycleToken(area("arsunt"), "black", Army(regular=2))) == [("UNIT-2", "not_enough_figures")]


@pytest.mark.rule("LEADER-1", "MAHDI-TOKEN-2")
def test_LEADER_1_a_reused_token_that_brings_no_unit_leaves_no_leader_alone() -> None:
    state = leaving(without_tokens(), "carthag", "cne_1", LEGION)
    state = play(state, RecycleToken(area("cne_2"), "black", Army()))
    assert (army(state, HARKONNEN, "cne_2"), army(state, HARKONNEN, "carthag")) == (Army(), GARRISON)


@pytest.mark.rule("LEADER-1", "MAHDI-TOKEN-2")
def test_LEADER_1_leaders_wait_for_the_tokens_that_have_to_be_found_first() -> None:
    state = leaving(without_tokens(), "carthag", "cne_1", Army(regular=3))
    assert army(state, HARKONNEN, "carthag") == Army(generic=1)
    state = play(state, RecycleToken(area("cne_2"), "black", Army(regular=1)))
    assert army(state, HARKONNEN, "carthag") == Army(tokens=2, generic=1)


@pytest.mark.rule("R-24", "MAHDI-TOKEN-2")
def test_R_24_reused_tokens_join_the_part_that_stayed_where_a_table_reads_so() -> None:
    state = without_tokens(rules=Rules(tokens_on_partial_departure=True))
    state = leaving(state, "carthag", "cne_1", Army(regular=1))
    state = play(state, RecycleToken(area("cne_2"), "black", Army(regular=1)))
    assert army(state, HARKONNEN, "carthag") == Army(regular=2, tokens=2, generic=1)


@pytest.mark.rule("R-24", "MAHDI-TOKEN-2")
def test_R_24_no_tokens_come_to_units_that_turn_out_to_hold_the_settlement() -> None:
    state = leaving(without_tokens(), "carthag", "cne_1", LEGION)
    held = replace(state.with_army(HARKONNEN, area("carthag"), Army(regular=1)), black_tokens=1)
    state = play(state, CorrectBoard(held))
    assert (army(state, HARKONNEN, "carthag"), state.frames, state.black_tokens) == (Army(regular=1), (), 1)


@pytest.mark.rule("R-35")
def test_R_35_only_the_colour_that_ran_out_is_reused() -> None:
    state = position({"carthag": LEGION, "arsunt": GARRISON}, {}, black_tokens=0, silver_tokens=2)
    state = leaving(state, "carthag", "cne_1", LEGION)
    assert codes(state, RecycleToken(area("arsunt"), "silver", Army(regular=1))) == [("R-35", "colour_not_needed")]
    state = play(state, RecycleToken(area("arsunt"), "black", Army(regular=1)))
    assert (army(state, HARKONNEN, "carthag"), state.black_tokens, state.silver_tokens) == (GARRISON, 0, 1)


@pytest.mark.rule("LEADER-1", "MAHDI-TOKEN-1")
def test_LEADER_1_leaders_stay_with_the_tokens_that_hold_the_settlement() -> None:
    state = leaving(position({"carthag": LEGION}, {}), "carthag", "cne_1", Army(regular=3))
    assert army(state, HARKONNEN, "carthag") == Army(tokens=2, generic=1)


@pytest.mark.rule("LEADER-1")
def test_LEADER_1_leaders_left_alone_in_the_open_go() -> None:
    legion = Army(regular=1, named=("beast_rabban",))
    state = leaving(position({"cne_1": legion}, {}), "cne_1", "cne_2", Army(regular=1))
    assert army(state, HARKONNEN, "cne_1") == Army()
    assert state.leader("beast_rabban").standing is Standing.TANK


@pytest.mark.rule("R-34", "STACK-1")
@pytest.mark.parametrize(
    "legion, excess, removed",
    [
        (Army(regular=4, elite=3), 1, Army(regular=1)),
        (Army(tokens=4, elite=3), 1, Army(tokens=1)),
        (Army(regular=1, elite=4, special=3), 2, Army(regular=1, elite=1)),
        (Army(regular=1, tokens=1, special=5), 2, Army(regular=1, tokens=1)),
        (Army(regular=1, elite=1, special=6), 3, Army(regular=1, elite=1, special=1)),
        (Army(regular=2, tokens=2, elite=3), 1, None),
    ],
)
def test_R_34_the_weakest_units_go_first(legion: Army, excess: int, removed: Army | None) -> None:
    assert forced_removal(legion, excess) == removed


@pytest.mark.rule("R-34")
def test_R_34_regulars_or_tokens_are_the_players_choice() -> None:
    draft = Draft(position({"carthag": Army(regular=2, tokens=2, elite=3)}, {}))
    open_excess(draft, HARKONNEN, area("carthag"))
    state = draft.state
    assert state.frame == StackingFrame(HARKONNEN, area("carthag"), 1)
    assert codes(state, RemoveExcess(Army(elite=1))) == [("R-34", "not_the_weakest")]
    state = play(state, RemoveExcess(Army(tokens=1)))
    assert (army(state, HARKONNEN, "carthag"), state.frames) == (Army(regular=2, tokens=1, elite=3), ())


@pytest.mark.rule("STACK-1")
def test_STACK_1_the_owner_of_atreides_figures_chooses() -> None:
    draft = Draft(position({}, {"windgap": Army(regular=4, elite=2, special=1, generic=1)}))
    open_excess(draft, ATREIDES, area("windgap"))
    state = draft.state
    assert codes(state, RemoveExcess(Army(regular=2))) == [("STACK-1", "wrong_excess")]
    assert codes(state, RemoveExcess(Army(tokens=1))) == [("STACK-1", "figures_not_there")]
    assert ("STACK-1", "leaders_do_not_count") in codes(state, RemoveExcess(Army(generic=1)))
    state = play(state, RemoveExcess(Army(elite=1)))
    assert army(state, ATREIDES, "windgap").units == 6


@pytest.mark.rule("STACK-1", "TOKEN-1")
def test_STACK_1_a_token_counts_as_a_unit_and_leaders_do_not() -> None:
    draft = Draft(position({}, {"windgap": Army(regular=5, tokens=1, generic=3)}))
    open_excess(draft, ATREIDES, area("windgap"))
    assert draft.state.frames == ()


@pytest.mark.rule("STATION-1", "PRES-2")
def test_STATION_1_the_symbol_of_the_token_moves_its_marker() -> None:
    state = position({}, {"cnw_3": Army(regular=1)}, *turn(ATREIDES, moves=1))
    state = play(state, move(ATREIDES, "cnw_3", "cnw_4", Army(regular=1)))
    assert blocked(state, FinishAction())
    state = play(state, TakeStation(Marker.JIHAD))
    assert (state.prescience, state.stations >> area("cnw_4") & 1) == ((0, 0, 1), 0)
    assert frame_names(state) == ["TurnFrame"]
    assert codes(state, TakeStation(Marker.JIHAD)) == [("STATION-1", "not_now")]


@pytest.mark.rule("R-31")
def test_R_31_a_retreat_that_ends_on_a_station_takes_it() -> None:
    state = position({}, {"cnw_3": Army(regular=1)}, harvesters=areas("cnw_4"))
    draft = Draft(state)
    depart_and_arrive(draft, ATREIDES, area("cnw_3"), area("cnw_4"), Army(regular=1), Cause.BATTLE)
    assert (draft.state.frame, draft.state.harvesters) == (StationFrame(area("cnw_4")), ())


@pytest.mark.rule("MOVE-7", "MAHDI-TOKEN-2")
def test_MOVE_7_what_has_to_be_asked_lies_in_order_on_the_stack() -> None:
    state = position({"carthag": LEGION, "cne_1": Army(regular=2, tokens=2)}, {}, black_tokens=0, silver_tokens=0)
    state = replace(state, wormsigns=areas("cne_1"))
    draft = Draft(state)
    depart_and_arrive(draft, HARKONNEN, area("carthag"), area("cne_1"), LEGION, Cause.BATTLE)
    assert draft.state.frames == (
        WormsignFrame(area("cne_1")),
        GarrisonFrame(area("carthag")),
        StackingFrame(HARKONNEN, area("cne_1"), 1),
    )
