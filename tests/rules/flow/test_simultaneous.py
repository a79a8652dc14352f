"""Moves of one action are simultaneous: what moved stays moved, and the limit counts when the action is over (R-40)."""

from dataclasses import replace
from typing import Any

import pytest

from companion.content.terms import Faction, Result, UnitKind, Wormsign
from companion.rules import Army, State
from companion.rules.commands import (
    DeployToken,
    DetonateAtomics,
    EndTurn,
    FinishAction,
    PlayAtreidesCard,
    RemoveExcess,
    Retreat,
    RevealTokens,
    TurnWormsign,
)
from companion.rules.engine import evolve
from companion.rules.events import LegionMoved, TokensSwapped, UnitsReplaced
from companion.rules.frames import Cause, StackingFrame, TurnFrame, WormFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Turn
from tests.rules.flow.table import (
    Legions,
    area,
    areas,
    army,
    blocked,
    card_played,
    codes,
    frame_names,
    move,
    play,
    position,
    turn,
)

MODES = [Mode.SOLO, Mode.DUEL, Mode.TEAM]
SIX, FOUR, TWO, ONE = Army(regular=6), Army(regular=4), Army(regular=2), Army(regular=1)
MOVED = [("MOVE-2", "figures_moved_already")]


def acting(faction: Faction, legions: Legions, enemies: Legions | None = None, moves: int = 2, **changes: Any) -> State:
    """An action with so many moves of a side in a duel, unless ``changes`` say otherwise."""
    both = (legions, enemies or {}) if faction is HARKONNEN else (enemies or {}, legions)
    return position(
        *both, *turn(faction, Result.STRATEGY, moves=moves), **{"mode": Mode.DUEL, "sietches": (), **changes}
    )


def moved(state: State) -> dict[str, Army]:
    return {name: army for name in ("nw_8", "nw_14") for at, army in state.turn.moved if at == area(name)}


@pytest.mark.rule("MOVE-2", "R-19", "R-40")
@pytest.mark.parametrize("mode", MODES)
def test_R_40_what_a_worm_pushes_back_has_moved_all_the_same(mode: Mode) -> None:
    """In solo the bot may not order the same legion on either."""
    state = acting(HARKONNEN, {"nw_14": FOUR, "arsunt": ONE}, wormsigns=areas("nw_8"), mode=mode)
    state = play(state, move(HARKONNEN, "nw_14", "nw_8", FOUR), TurnWormsign(area("nw_8"), Wormsign.SANDWORM))
    assert isinstance(state.frame, WormFrame)
    state = play(state, Retreat(area("nw_14")))
    assert (army(state, HARKONNEN, "nw_14"), moved(state)) == (FOUR, {"nw_14": FOUR})
    again = move(HARKONNEN, "nw_14", "nw_13", FOUR)
    assert codes(state, again) == MOVED
    assert blocked(state, again)


@pytest.mark.rule("MOVE-2", "R-40")
def test_R_40_who_joined_those_pushed_back_may_still_move() -> None:
    state = acting(HARKONNEN, {"nw_14": FOUR}, wormsigns=areas("nw_8"))
    state = play(state, move(HARKONNEN, "nw_14", "nw_8", TWO), TurnWormsign(area("nw_8"), Wormsign.SANDWORM))
    state = play(state, Retreat(area("nw_14")))
    assert moved(state) == {"nw_14": TWO}
    assert codes(state, move(HARKONNEN, "nw_14", "nw_13", Army(regular=3))) == MOVED
    assert codes(state, move(HARKONNEN, "nw_14", "nw_13", TWO)) == []


@pytest.mark.rule("MOVE-2", "ATOM-1", "R-40")
@pytest.mark.parametrize("mode", MODES)
def test_R_40_atreides_displaced_by_their_own_atomics_have_moved(mode: Mode) -> None:
    state = acting(ATREIDES, {"cne_3": FOUR}, mode=mode, prescience=(8, 0, 0))
    state = play(state, move(ATREIDES, "cne_3", "hole_in_the_rock", FOUR))
    state = play(state, DetonateAtomics(area("hole_in_the_rock"), area("cne_3")))
    assert state.turn.moved == ((area("cne_3"), FOUR),)
    assert codes(state, move(ATREIDES, "cne_3", "cne_2", ONE)) == MOVED


@pytest.mark.rule("MOVE-2", "TOKEN-1", "R-40")
@pytest.mark.parametrize("mode", MODES)
def test_R_40_units_of_a_token_that_moved_have_moved(mode: Mode) -> None:
    state = acting(ATREIDES, {"nw_13": Army(tokens=1, generic=1), "nw_14": Army(elite=1)}, mode=mode)
    state = play(state, move(ATREIDES, "nw_13", "nw_14", Army(tokens=1, generic=1)))
    state = play(state, RevealTokens(ATREIDES, area("nw_14"), 1, Army(regular=2)))
    assert codes(state, move(ATREIDES, "nw_14", "nw_8", TWO)) == MOVED
    assert codes(state, move(ATREIDES, "nw_14", "nw_8", Army(elite=1))) == []


@pytest.mark.rule("MOVE-2", "R-40")
def test_R_40_tokens_turned_together_move_on_as_far_as_they_stood_there_before() -> None:
    state = acting(ATREIDES, {"nw_13": Army(tokens=1), "nw_14": Army(tokens=1)})
    state = play(state, move(ATREIDES, "nw_13", "nw_14", Army(tokens=1)))
    both = play(state, RevealTokens(ATREIDES, area("nw_14"), 2, Army(regular=2, elite=2)))
    assert moved(both) == {"nw_14": TWO}
    first = play(state, RevealTokens(ATREIDES, area("nw_14"), 1, TWO))
    assert moved(first) == {"nw_14": Army(tokens=1)}
    last = play(first, RevealTokens(ATREIDES, area("nw_14"), 1, Army(elite=2)))
    assert moved(last) == {"nw_14": Army(elite=2)}


@pytest.mark.rule("MOVE-2", "R-40")
def test_R_40_units_that_moved_and_became_stronger_have_moved() -> None:
    state = position({"nw_14": Army(regular=3)}, {}, turn=Turn(moved=((area("nw_14"), TWO),)))
    one = evolve(state, UnitsReplaced(HARKONNEN, area("nw_14"), 1, UnitKind.REGULAR, UnitKind.ELITE, Cause.CARD))
    assert moved(one) == {"nw_14": TWO}
    three = evolve(state, UnitsReplaced(HARKONNEN, area("nw_14"), 3, UnitKind.REGULAR, UnitKind.ELITE, Cause.CARD))
    assert moved(three) == {"nw_14": Army(elite=2)}


@pytest.mark.rule("MOVE-2", "R-40", "ACT-6")
def test_R_40_what_a_card_swaps_or_places_elsewhere_has_moved() -> None:
    tokens = Army(tokens=2)
    state = position({}, {"nw_14": tokens, "nw_8": Army(regular=1, tokens=1)})
    state = replace(state, turn=Turn(moved=((area("nw_8"), Army(regular=1, tokens=1)),)))
    state = evolve(state, TokensSwapped(area("nw_14"), area("nw_8")))
    assert moved(state) == {"nw_8": ONE, "nw_14": Army(tokens=1)}
    state = evolve(state, LegionMoved(ATREIDES, area("nw_8"), area("nw_14"), ONE, Cause.CARD))
    assert moved(state) == {"nw_14": Army(regular=1, tokens=1)}


@pytest.mark.rule("MOVE-2", "R-40", "ACT-6")
def test_R_40_a_leader_who_moved_and_is_placed_elsewhere_has_moved() -> None:
    legion = Army(regular=1, named=("chani",))
    state = position({}, {"nw_14": legion, "nw_8": ONE}, turn=Turn(moved=((area("nw_14"), legion),)))
    after = evolve(state, LegionMoved(ATREIDES, area("nw_14"), area("nw_8"), Army(named=("chani",)), Cause.CARD))
    assert moved(after) == {"nw_14": ONE, "nw_8": Army(named=("chani",))}


@pytest.mark.rule("STACK-1", "R-40", "MOVE-2")
@pytest.mark.parametrize("faction", list(Faction))
@pytest.mark.parametrize("mode", [Mode.DUEL, Mode.TEAM])
def test_R_40_two_full_legions_change_places(faction: Faction, mode: Mode) -> None:
    strong = Army(elite=6)
    state = acting(faction, {"nw_13": SIX, "nw_14": strong}, mode=mode)
    first, second = move(faction, "nw_13", "nw_14", SIX), move(faction, "nw_14", "nw_13", strong)
    assert codes(state, first) == []
    state = play(state, first)
    assert army(state, faction, "nw_14") == SIX + strong
    assert codes(state, move(faction, "nw_14", "nw_13", SIX)) == MOVED
    state = play(state, second)
    assert (army(state, faction, "nw_13"), army(state, faction, "nw_14")) == (strong, SIX)
    assert frame_names(state) == ["TurnFrame"]


@pytest.mark.rule("STACK-1", "R-40")
def test_R_40_the_solo_player_may_enter_before_others_leave() -> None:
    state = acting(ATREIDES, {"nw_13": FOUR, "nw_14": FOUR}, mode=Mode.SOLO)
    state = play(state, move(ATREIDES, "nw_13", "nw_14", FOUR), move(ATREIDES, "nw_14", "nw_8", TWO))
    assert (army(state, ATREIDES, "nw_14"), frame_names(state)) == (SIX, ["TurnFrame"])


@pytest.mark.rule("STACK-1", "R-40", "R-22")
def test_R_40_the_solo_opponent_sends_only_what_fits() -> None:
    state = acting(HARKONNEN, {"nw_13": FOUR, "nw_14": FOUR}, mode=Mode.SOLO)
    assert codes(state, move(HARKONNEN, "nw_13", "nw_14", FOUR)) == [("R-22", "over_stacking")]


@pytest.mark.rule("STACK-1", "R-40")
@pytest.mark.parametrize("ending", ["move", FinishAction(), EndTurn()])
def test_R_40_what_is_too_many_when_the_action_is_over_goes_then(ending: Any) -> None:
    state = acting(ATREIDES, {"nw_13": FOUR, "nw_14": FOUR, "ne_14": ONE})
    state = play(state, move(ATREIDES, "nw_13", "nw_14", FOUR))
    assert frame_names(state) == ["TurnFrame", "ActionFrame"]
    state = play(state, move(ATREIDES, "ne_14", "ne_13", ONE) if ending == "move" else ending)
    assert state.frames[1:] == (StackingFrame(ATREIDES, area("nw_14"), 2),)
    state = play(state, RemoveExcess(TWO))
    assert (army(state, ATREIDES, "nw_14"), frame_names(state)) == (SIX, ["TurnFrame"])
    assert state.frames[0] == TurnFrame(ATREIDES, acted=True, spent_die=True)


@pytest.mark.rule("STACK-1", "R-40")
def test_R_40_two_areas_are_put_right_one_after_the_other() -> None:
    state = acting(HARKONNEN, {"nw_13": TWO, "nw_14": SIX, "cnw_3": TWO, "cnw_1": SIX})
    state = play(state, move(HARKONNEN, "nw_13", "nw_14", TWO), move(HARKONNEN, "cnw_3", "cnw_1", TWO), anyway=True)
    found = []
    while isinstance(state.frame, StackingFrame):
        found.append((state.frame.area, state.frame.excess))
        state = play(state, RemoveExcess(TWO))
    assert sorted(found) == sorted([(area("nw_14"), 2), (area("cnw_1"), 2)])


@pytest.mark.rule("STACK-1", "R-40")
def test_R_40_what_is_pushed_into_a_full_area_waits_for_the_end_of_its_action() -> None:
    state = acting(HARKONNEN, {"nw_14": FOUR, "nw_13": FOUR}, wormsigns=areas("nw_8"))
    state = play(state, move(HARKONNEN, "nw_14", "nw_8", FOUR), TurnWormsign(area("nw_8"), Wormsign.SANDWORM))
    state = play(state, Retreat(area("nw_13")))
    assert (army(state, HARKONNEN, "nw_13").units, frame_names(state)) == (8, ["TurnFrame", "ActionFrame"])
    state = play(state, move(HARKONNEN, "nw_13", "nw_14", FOUR))
    assert frame_names(state) == ["TurnFrame"]


@pytest.mark.rule("STACK-1", "TOKEN-1", "R-40")
def test_R_40_what_a_turned_token_puts_over_the_limit_goes_at_once() -> None:
    state = acting(ATREIDES, {"nw_13": TWO, "nw_14": Army(regular=5, tokens=1)})
    state = play(state, move(ATREIDES, "nw_13", "nw_14", TWO))
    state = play(state, RevealTokens(ATREIDES, area("nw_14"), 1, Army(regular=3)))
    assert state.frame == StackingFrame(ATREIDES, area("nw_14"), 2)
    state = play(state, RemoveExcess(TWO))
    assert (army(state, ATREIDES, "nw_14").units, frame_names(state)) == (8, ["TurnFrame", "ActionFrame"])
    state = play(state, move(ATREIDES, "nw_14", "nw_8", TWO))
    assert (army(state, ATREIDES, "nw_14").units, frame_names(state)) == (6, ["TurnFrame"])


@pytest.mark.rule("STACK-1", "TOKEN-1", "R-40")
def test_R_40_what_a_deployed_token_puts_over_the_limit_goes_at_once() -> None:
    state = play(
        position({}, {"csw_2": FOUR, "windgap": FOUR}, *card_played()), move(ATREIDES, "csw_2", "windgap", FOUR)
    )
    state = play(state, DeployToken(area("windgap"), None), anyway=True)
    assert army(state, ATREIDES, "windgap") == Army(regular=8, tokens=1)
    assert state.frame == StackingFrame(ATREIDES, area("windgap"), 1)


@pytest.mark.rule("STACK-1", "R-40")
def test_R_40_outside_of_an_action_the_excess_goes_at_once() -> None:
    state = position({}, {"nw_13": FOUR, "nw_14": FOUR}, mode=Mode.DUEL)
    command = move(ATREIDES, "nw_13", "nw_14", FOUR)
    assert codes(state, command) == [("STACK-1", "over_stacking")]
    assert play(state, command, anyway=True).frame == StackingFrame(ATREIDES, area("nw_14"), 2)


@pytest.mark.rule("STACK-1", "R-40", "CARD-1")
def test_R_40_a_card_is_an_action_and_the_one_it_lets_play_is_another() -> None:
    """What its move put over the limit goes before the next card, which moves figures of its own."""
    legions = {"csw_1": Army(regular=3, generic=1), "csw_2": FOUR}
    state = position({}, legions, TurnFrame(ATREIDES), atreides_results=(Result.HOUSE,), atreides_unused=1)
    state = play(state, PlayAtreidesCard(Result.HOUSE, "jubba_cloaks"))
    state = play(state, move(ATREIDES, "csw_1", "csw_2", Army(regular=3, generic=1)), anyway=True)
    assert frame_names(state) == ["TurnFrame", "AtreidesCardFrame", "StackingFrame"]
    state = play(state, RemoveExcess(ONE))
    assert frame_names(state) == ["TurnFrame", "AtreidesCardFrame"]
    assert state.turn.moved


@pytest.mark.rule("STACK-1", "R-40")
def test_R_40_what_moves_by_hand_crowd_goes_when_the_card_is_over() -> None:
    state = position({}, {"nw_13": FOUR, "nw_14": FOUR}, *card_played())
    command = move(ATREIDES, "nw_13", "nw_14", FOUR)
    assert codes(state, command) == []
    state = play(state, command)
    assert frame_names(state) == ["TurnFrame", "ActionFrame"]
    assert play(state, FinishAction()).frame == StackingFrame(ATREIDES, area("nw_14"), 2)
