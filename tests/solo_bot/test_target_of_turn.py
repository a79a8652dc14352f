"""R-21: the target that the first move of a turn fixes holds for the whole turn, between two cards as well."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import Deck, Result
from companion.rules.commands import RevealCard
from companion.rules.frames import CardsFrame, TurnFrame
from companion.rules.positions.reading import read_position
from companion.rules.state import HARKONNEN, State, Turn
from solo_bot.cards.course import decide_card
from solo_bot.procedure.commands import apply_option
from solo_bot.procedure.decide import decide
from solo_bot.procedure.decision import MoveOption
from solo_bot.procedure.movement import Moves, find_move
from solo_bot.procedure.situation import Situation
from solo_bot.procedure.trace import Trace
from tests.rules.flow.table import play

REAL, OTHER = "windgap", "gara_kulon"
SPENT = {name: {"state": "ready", "card": "spent"} for name in ("baron_harkonnen", "beast_rabban", "captain_aramsham")}


def position(defenders: int, **changes: Any) -> State:
    """Three regular units far from both sietches; the real target has ``defenders``, the other one none."""
    document: dict[str, Any] = {
        "legions": [
            {"area": "cnw_4", "faction": "harkonnen", "regular": 3},
            {"area": REAL, "faction": "atreides", "regular": defenders},
        ],
        "sietches": {REAL: {"rank": 2}, OTHER: {"rank": 2}},
        "target_sietch": REAL,
        "leaders": SPENT,
    }
    return read_position(document | changes)


def with_target(state: State, target: str | None) -> State:
    """The state between two cards of a turn, after a move for ``target`` in the first one."""
    return replace(state, turn=Turn(target=None if target is None else AREA_NUMBER[target]))


def moves(state: State) -> Moves:
    return find_move(Situation(state), Trace())


@pytest.mark.rule("R-21")
def test_R_21_the_first_move_remembers_the_real_target_too() -> None:
    state = position(2)
    option = decide(state, Result.STRATEGY).options[0]
    assert isinstance(option, MoveOption)
    assert option.temporary is None
    after, _ = apply_option(state, Result.STRATEGY, option)
    assert (after.turn.target, after.fixed_target) == (AREA_NUMBER[REAL], AREA_NUMBER[REAL])


@pytest.mark.rule("R-21")
def test_R_21_a_real_target_fixed_before_is_not_exchanged_for_a_temporary_one() -> None:
    state = position(5)
    fresh = moves(state)
    assert {option.temporary for option in fresh.options} == {AREA_NUMBER[OTHER]}
    assert moves(with_target(state, REAL)).options == ()


@pytest.mark.rule("R-21")
def test_R_21_a_temporary_target_fixed_before_stays_though_the_real_one_could_be_beaten() -> None:
    state = position(2)
    assert {option.temporary for option in moves(state).options} == {None}
    kept = moves(with_target(state, OTHER))
    assert kept.options
    assert {option.temporary for option in kept.options} == {AREA_NUMBER[OTHER]}


@pytest.mark.rule("R-21")
def test_R_21_a_target_that_fell_in_the_same_turn_is_chosen_anew() -> None:
    state = with_target(position(2), "sihaya_ridge")
    assert state.fixed_target is None
    assert {option.temporary for option in moves(state).options} == {None}


@pytest.mark.rule("R-21")
@pytest.mark.parametrize("defenders, temporary", [(2, None), (5, OTHER)])
def test_R_21_the_target_holds_from_one_card_to_the_next(defenders: int, temporary: str | None) -> None:
    state = position(defenders)
    frames = (TurnFrame(HARKONNEN, True, True), CardsFrame((Deck.CORRINO_ALLY, Deck.HOUSE_HARKONNEN)))
    state = play(replace(state, frames=frames), RevealCard("seek_out_the_mahdi"))
    state = play(state, *decide_card(state).choices[0].commands)
    fixed = AREA_NUMBER[temporary or REAL]
    assert state.turn.target == fixed
    while not isinstance(state.frame, CardsFrame):
        state = play(state, *decide_card(state).choices[0].commands)
    state = play(state, RevealCard("explosive_artillery"))
    assert (state.turn.moved, state.turn.step) == ((), 1)
    assert state.fixed_target == fixed
    assert state.turn.temporary_target == (None if temporary is None else fixed)


@pytest.mark.rule("R-21")
def test_R_21_the_next_turn_begins_without_a_target() -> None:
    frames = (TurnFrame(HARKONNEN, True, True), CardsFrame((Deck.CORRINO_ALLY,)))
    state = play(replace(position(2), frames=frames), RevealCard("seek_out_the_mahdi"))
    while state.frames and not (isinstance(state.frame, TurnFrame) and state.frame.faction is not HARKONNEN):
        state = play(state, *decide_card(state).choices[0].commands)
    assert state.turn == Turn()
