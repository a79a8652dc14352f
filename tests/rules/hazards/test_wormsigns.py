"""Desert hazards: wormsigns go out, are turned, and bring worms."""

from dataclasses import replace
from typing import Any

import pytest

from companion.content.terms import Phase, Result, Wormsign
from companion.rules import Draft, check, settle
from companion.rules.army import Army
from companion.rules.commands import BeginHazards, TurnWormsign
from companion.rules.events import SandwormPlaced, WormsignPlaced, WormsignRemoved
from companion.rules.frames import ActionFrame, Cause, HazardsFrame, HazardStage, TurnFrame, WormFrame, WormsignFrame
from companion.rules.state import Mode, Rules, Standing, State
from tests.rules.battle.table import ATREIDES, HARKONNEN, Legions, area, areas, codes, events, play, position

SAND, WORM, BURIED = Wormsign.SAND, Wormsign.SANDWORM, Wormsign.BURIED_SANDWORM
START = HazardsFrame(HazardStage.WORMSIGNS)


def hazards(harkonnen: Legions | None = None, atreides: Legions | None = None, **changes: Any) -> State:
    return position(harkonnen, atreides, START, phase=Phase.HAZARDS, **changes)


def turn_sign(where: str, token: Wormsign, worm_from: str | None = None, discard: bool = False) -> TurnWormsign:
    return TurnWormsign(area(where), token, None if worm_from is None else area(worm_from), discard)


def settled(state: State) -> State:
    draft = Draft(state)
    settle(draft)
    return draft.state


def stage(state: State) -> HazardStage | None:
    return state.frame.stage if isinstance(state.frame, HazardsFrame) else None


@pytest.mark.rule("WORM-1")
def test_WORM_1_wormsigns_under_atreides_and_worms_go_then_one_lies_under_every_harkonnen() -> None:
    state = hazards(
        {"ne_12": Army(regular=1), "se_7": Army(regular=1), "pasty_mesa": Army(regular=1)},
        {"ne_9": Army(regular=1)},
        wormsigns=areas("ne_9", "ne_2", "ne_1", "ne_12"),
        sandworms=areas("ne_1"),
        harvesters=areas("se_2"),
    )
    found = events(state, BeginHazards())
    removed = {event.area for event in found if isinstance(event, WormsignRemoved)}
    placed = {event.area for event in found if isinstance(event, WormsignPlaced)}
    assert removed == set(areas("ne_9", "ne_1"))
    assert placed == set(areas("se_7", "se_2"))
    after = play(state, BeginHazards())
    assert after.wormsigns == areas("ne_2", "ne_12", "se_2", "se_7")
    assert after.frame == HazardsFrame(HazardStage.REVEAL, after.wormsigns)
    assert codes(after, BeginHazards()) == [("WORM-1", "not_now")]


@pytest.mark.rule("WORM-1")
def test_WORM_1_no_wormsign_with_a_worm_in_the_area() -> None:
    state = hazards({"pasty_mesa": Army(regular=1)}, sandworms=areas("se_2"), harvesters=areas("se_2"))
    assert not any(isinstance(event, WormsignPlaced) for event in events(state, BeginHazards()))


@pytest.mark.rule("WORM-1", "ATOM-1")
def test_ATOM_1_the_new_desert_gets_wormsigns_too() -> None:
    legions = {"hole_in_the_rock": Army(regular=1)}
    assert play(hazards(legions), BeginHazards()).wormsigns == ()
    opened = hazards(legions, atomics=area("hole_in_the_rock"))
    assert play(opened, BeginHazards()).wormsigns == areas("hole_in_the_rock")


@pytest.mark.rule("WORM-2", tries=True)
@pytest.mark.parametrize(
    "where, token, worm",
    [
        ("ne_12", SAND, False),
        ("ne_12", WORM, True),
        ("ne_12", BURIED, False),
        ("ne_13", BURIED, True),
        ("ne_13", SAND, False),
    ],
)
def test_WORM_2_what_a_wormsign_brings(where: str, token: Wormsign, worm: bool) -> None:
    state = play(hazards(wormsigns=areas(where, "nw_2")), BeginHazards(), turn_sign(where, token))
    assert state.wormsigns == areas("nw_2")
    assert state.sandworms == (areas(where) if worm else ())


@pytest.mark.rule("WORM-1", "WORM-4")
def test_WORM_4_nothing_happens_before_all_wormsigns_are_turned() -> None:
    state = hazards({"ne_12": Army(regular=1), "se_7": Army(regular=1)}, harvesters=areas("ne_2"))
    state = play(state, BeginHazards(), turn_sign("ne_12", WORM), turn_sign("ne_2", WORM))
    assert stage(state) is HazardStage.REVEAL
    assert state.harvesters == areas("ne_2")
    state = play(state, turn_sign("se_7", SAND))
    assert stage(state) is HazardStage.WORMS


@pytest.mark.rule("WORM-1")
def test_WORM_1_only_wormsigns_of_the_phase_are_turned_and_each_once() -> None:
    state = play(hazards(wormsigns=areas("ne_12", "ne_2")), BeginHazards())
    assert codes(state, turn_sign("ne_9", SAND)) == [("WORM-1", "no_wormsign_to_turn")]
    state = play(state, turn_sign("ne_12", SAND))
    assert codes(state, turn_sign("ne_12", SAND)) == [("WORM-1", "no_wormsign_to_turn")]
    assert codes(position(wormsigns=areas("ne_12")), turn_sign("ne_12", SAND)) == [("WORM-1", "not_now")]


@pytest.mark.rule("WORM-3")
def test_WORM_3_the_figure_may_come_from_another_area() -> None:
    state = play(hazards(wormsigns=areas("ne_12", "ne_2"), sandworms=areas("nw_2")), BeginHazards())
    command = turn_sign("ne_12", WORM, "nw_2")
    assert SandwormPlaced(area("ne_12"), area("nw_2")) in events(state, command)
    assert play(state, command).sandworms == areas("ne_12")
    assert codes(state, turn_sign("ne_12", WORM, "sw_1")) == [("WORM-3", "no_worm_there")]
    assert codes(state, turn_sign("ne_12", SAND, "nw_2")) == [("WORM-2", "no_worm_appears")]
    assert codes(state, turn_sign("ne_12", SAND, discard=True)) == [("WORM-2", "no_worm_appears")]


@pytest.mark.rule("WORM-3")
def test_WORM_3_the_first_printing_takes_the_supply_first() -> None:
    state = hazards(wormsigns=areas("ne_12", "ne_2"), sandworms=areas("nw_2"), rules=Rules(first_printing=True))
    state = play(state, BeginHazards())
    assert codes(state, turn_sign("ne_12", WORM, "nw_2")) == [("WORM-3", "supply_first")]
    assert codes(state, turn_sign("ne_12", WORM)) == []
    three = replace(state, sandworms=areas("nw_2", "nw_3", "nw_4"))
    assert codes(three, turn_sign("ne_12", WORM, "nw_2")) == [("WORM-3", "supply_first")]
    four = replace(state, sandworms=areas("nw_2", "nw_3", "nw_4", "nw_8"))
    assert codes(four, turn_sign("ne_12", WORM, "nw_2")) == []


@pytest.mark.rule("WORM-3")
def test_WORM_3_with_an_empty_supply_the_figure_must_come_from_the_board() -> None:
    state = hazards(wormsigns=areas("ne_12", "ne_2"), sandworms=areas("nw_2", "nw_3", "nw_4", "nw_8"))
    state = play(state, BeginHazards())
    assert codes(state, turn_sign("ne_12", WORM)) == [("WORM-3", "no_worm_in_supply")]
    assert codes(state, turn_sign("ne_12", WORM, discard=True)) == [("WORM-3", "worm_must_be_placed")]
    state = play(state, turn_sign("ne_12", WORM, "nw_2"))
    assert codes(state, turn_sign("ne_2", WORM, "ne_12")) == [("WORM-3", "worm_just_appeared")]
    assert codes(state, turn_sign("ne_2", WORM, "nw_3")) == []
    (reason,) = check(state, turn_sign("ne_2", WORM))
    assert (reason.code, reason.facts["areas"]) == ("no_worm_in_supply", ["nw_3", "nw_4", "nw_8"])


SIX = ("ne_12", "ne_2", "ne_9", "nw_2", "nw_3", "nw_4")


@pytest.mark.rule("WORM-3")
def test_WORM_3_at_most_4_tokens_bring_a_worm_and_atreides_choose_which() -> None:
    state = play(hazards(wormsigns=areas(*SIX)), BeginHazards())
    state = play(state, *(turn_sign(where, WORM) for where in SIX[:4]))
    assert codes(state, turn_sign("nw_3", WORM)) == [("WORM-3", "too_many_worms")]
    discarded = play(state, turn_sign("nw_3", WORM, discard=True))
    assert discarded.sandworms == areas(*SIX[:4])
    instead = play(state, turn_sign("nw_3", WORM, "ne_12"))
    assert instead.sandworms == areas("ne_2", "ne_9", "nw_2", "nw_3")
    assert isinstance(instead.frame, HazardsFrame)
    assert set(instead.frame.worms) == set(instead.sandworms)
    assert codes(instead, turn_sign("nw_4", SAND)) == []
    both = turn_sign("nw_3", WORM, "ne_12", discard=True)
    assert codes(state, both) == [("WORM-3", "too_many_worms")], "a token that goes calls no worm"


@pytest.mark.rule("WORM-3", "WILD-1")
def test_WORM_3_with_the_wild_maker_5_tokens_and_its_figure_may_be_one() -> None:
    state = play(hazards(wormsigns=areas(*SIX), wild_maker=area("sw_1")), BeginHazards())
    state = play(state, *(turn_sign(where, WORM) for where in SIX[:4]))
    assert codes(state, turn_sign("nw_3", WORM)) == [("WORM-3", "no_worm_in_supply")]
    state = play(state, turn_sign("nw_3", WORM, "sw_1"))
    assert (state.wild_maker, state.sandworms) == (area("nw_3"), areas(*SIX[:4]))
    assert codes(state, turn_sign("nw_4", WORM)) == [("WORM-3", "too_many_worms")]


@pytest.mark.rule("WILD-1", "WORM-3")
def test_WILD_1_the_figure_comes_once_and_from_beside_the_board() -> None:
    state = play(hazards(wormsigns=areas("ne_12", "ne_2"), sandworms=areas("nw_2")), BeginHazards())
    maker = TurnWormsign(area("ne_12"), WORM, wild_maker=True)
    refused = [("WILD-1", "wild_maker_not_beside")]
    assert codes(state, maker) == refused
    beside = state.with_leader("wild_maker", standing=Standing.READY)
    assert codes(beside, replace(maker, worm_from=area("nw_2"))) == refused
    placed = play(beside, maker)
    assert (placed.wild_maker, placed.sandworms) == (area("ne_12"), areas("nw_2"))
    assert codes(placed, replace(maker, area=area("ne_2"))) == refused


@pytest.mark.rule("WILD-1", "WORM-3")
def test_WORM_3_beyond_the_limit_the_wild_maker_moves_like_any_worm_that_appeared() -> None:
    state = play(hazards(wormsigns=areas(*SIX)), BeginHazards()).with_leader("wild_maker", standing=Standing.READY)
    state = play(state, TurnWormsign(area(SIX[0]), WORM, wild_maker=True), *(turn_sign(one, WORM) for one in SIX[1:5]))
    again = turn_sign("nw_4", WORM, SIX[0])
    assert codes(state, replace(again, wild_maker=True)) == [("WORM-3", "too_many_worms")]
    assert play(state, again).wild_maker == area("nw_4")


@pytest.mark.rule("MOVE-7", "WORM-5")
def test_WORM_5_in_action_resolution_the_wormsign_entered_is_turned_at_once() -> None:
    mine, entered = TurnFrame(ATREIDES), WormsignFrame(area("ne_13"))
    state = position({"ne_13": Army(regular=1)}, None, mine, entered, wormsigns=areas("ne_13", "ne_2"))
    assert codes(state, turn_sign("ne_2", SAND)) == [("WORM-1", "no_wormsign_to_turn")]
    assert WormsignRemoved(area("ne_13"), SAND, Cause.MOVE) in events(state, turn_sign("ne_13", SAND))
    assert play(state, turn_sign("ne_13", SAND)).frames == (mine,)
    after = play(state, turn_sign("ne_13", BURIED))
    assert after.sandworms == areas("ne_13")
    assert after.frame == WormFrame(area("ne_13"), rescue=False)
    assert codes(state, turn_sign("ne_13", WORM, discard=True)) == [("WORM-3", "worm_must_be_placed")]


@pytest.mark.rule("WORM-1")
def test_wormsigns_that_a_correction_took_away_are_no_longer_asked_for() -> None:
    state = play(hazards(wormsigns=areas("ne_12", "ne_2", "nw_2")), BeginHazards())
    state = replace(state, wormsigns=areas("ne_2"))
    assert codes(state, turn_sign("ne_12", SAND)) == [("WORM-1", "no_wormsign_to_turn")]
    state = play(state, turn_sign("ne_2", SAND))
    assert not any(isinstance(frame, HazardsFrame) for frame in state.frames)
    mine = TurnFrame(ATREIDES)
    waiting = position({"ne_13": Army(regular=1)}, None, mine, WormsignFrame(area("ne_13")))
    assert settled(waiting).frames == (mine,)
    used_up = ActionFrame(HARKONNEN, Result.STRATEGY)
    theirs = TurnFrame(HARKONNEN, acted=True)
    moving = replace(waiting, mode=Mode.DUEL, frames=(theirs, used_up, WormsignFrame(area("ne_13"))))
    assert settled(moving).frames == (theirs,), "the action that led there goes on to its end"


@pytest.mark.rule("WORM-1", "STORM-1")
def test_without_wormsigns_worms_and_storms_the_phase_is_over_at_once() -> None:
    assert HazardsFrame not in [type(frame) for frame in play(hazards(), BeginHazards()).frames]
