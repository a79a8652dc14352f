"""Prescience cards of the planner: whom it deploys where a revealed card wants them, and which card it claims."""

from random import Random
from typing import Any

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import Result
from companion.frozen import replace
from companion.rules.positions.reading import read_position
from companion.rules.state import ATREIDES, State
from solo_bot.simulation.garrisons import deployments
from solo_bot.simulation.outlook import Outlook
from solo_bot.simulation.prescience import action_claim, steps_met
from solo_bot.simulation.temper import PLANNED, RAIDER, Temper
from solo_bot.simulation.truth import Truth
from tests.solo_bot.small import a, h, position

SIETCHES = ("rock_outcroppings", "windgap", "hobars_gap")
ROCK, WINDGAP, HOBARS = (AREA_NUMBER[name] for name in SIETCHES)


def begun(*legions: Any) -> State:
    """Three sietches of which only Hobars Gap has a token; Paul is beside the board."""
    state = read_position(
        position(
            a("rock_outcroppings", regular=1, generic=1),
            a("windgap", regular=1, generic=1),
            a("hobars_gap", tokens=1, generic=1),
            h("arrakeen", regular=4),
            *legions,
            ranks=dict.fromkeys(SIETCHES, 2),
        )
    )
    hidden = replace(state.hidden, objectives=((7, 7, 6),))
    return replace(state, hidden=hidden, atreides_results=(Result.DEPLOYMENT, Result.MENTAT))


def truth_of(*cards: str, temper: Temper = PLANNED) -> Truth:
    """What lies open, and who looks at it."""
    truth = Truth(Random(1))
    truth.temper, truth.revealed = temper, list(cards)
    return truth


def best(state: State, truth: Truth) -> tuple[int, str | None]:
    """Where a token goes, and who comes along."""
    command = deployments(Outlook(state, truth))[0][1]
    return command.area, command.leader


def test_Paul_comes_where_two_tokens_can_be_turned_though_Jessica_is_in_the_field() -> None:
    state = begun(a("nw_15", regular=1, named=["lady_jessica"]))
    assert best(state, truth_of("lisan_al_gaib")) == (HOBARS, "paul_atreides")
    assert best(state, truth_of())[1] != "paul_atreides"
    assert best(state, truth_of("lisan_al_gaib", temper=RAIDER))[1] != "paul_atreides"


def test_Jessica_comes_to_Paul_and_Paul_to_Jessica() -> None:
    card = truth_of("jessica_trains_paul")
    with_jessica = with_leader(begun(), WINDGAP, "lady_jessica")
    assert best(with_jessica, card) == (WINDGAP, "paul_atreides")
    assert steps_met(with_jessica, card, ROCK, "paul_atreides") == 0
    with_paul = with_leader(begun(), WINDGAP, "paul_atreides")
    assert steps_met(with_paul, card, WINDGAP, "lady_jessica") == 2


def with_leader(state: State, area: int, name: str) -> State:
    """The position in which a named leader stands in the place of the Naib there."""
    army = state.army(ATREIDES, area)
    assert army is not None
    return state.with_army(ATREIDES, area, replace(army, generic=0, named=(name,)))


def test_what_helps_no_marker_or_cannot_be_claimed_any_more_calls_nobody() -> None:
    state, card = begun(), truth_of("lisan_al_gaib")
    assert steps_met(state, card, HOBARS, "paul_atreides") == 3
    assert steps_met(state, card, ROCK, "paul_atreides") == 0, "one token is not two"
    assert steps_met(replace(state, prescience=(7, 7, 6)), card, HOBARS, "paul_atreides") == 0
    spent = replace(state, cards=replace(state.cards, claimed=2))
    assert steps_met(spent, card, HOBARS, "paul_atreides") == 0


def test_a_card_that_cannot_be_met_does_not_keep_the_next_one_from_being_claimed() -> None:
    cards = ("water_of_life", "unpublished_1")
    state = begun()
    claim = action_claim(state, truth_of(*cards))
    assert claim is not None
    assert claim.card is None, "Paul is not on the board"
    first = action_claim(state, truth_of(*cards, temper=RAIDER))
    assert first is not None
    assert first.card == "water_of_life"


@pytest.mark.parametrize("dice", [(Result.DEPLOYMENT,), (Result.DEPLOYMENT, Result.MENTAT)])
def test_Paul_comes_to_drink_where_a_die_is_left_for_the_claim(dice: tuple[Result, ...]) -> None:
    state = replace(begun(), atreides_results=dice)
    assert steps_met(state, truth_of("water_of_life"), ROCK, "paul_atreides") == 3 * (len(dice) > 1)
