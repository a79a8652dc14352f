"""MAHDI-0: where several options survive, the app may pick for the player; never silently, always the same."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board import AREA_NUMBER
from companion.cli_bench import read_states, sample
from companion.content.terms import Deck, Result
from companion.rules.actions import OtherAction
from companion.rules.army import Army
from companion.rules.ask.dice import HARKONNEN_ACTIONS
from companion.rules.commands import PlaceVehicle, RevealCard
from companion.rules.engine import execute
from companion.rules.frames import (
    ActionFrame,
    CardsFrame,
    Cause,
    HitsFrame,
    SpiceFrame,
    StackingFrame,
    TurnFrame,
    VehiclesFrame,
)
from companion.rules.positions.reading import read_position
from companion.rules.state import HARKONNEN, Standing, State
from solo_bot.cards.commands import simulate
from solo_bot.cards.course import decide_card
from solo_bot.documents.decisions import decision_document
from solo_bot.levels.cards import next_card_order
from solo_bot.levels.choice import pick_for_player, picked_for_player
from solo_bot.levels.foresight import prospect, threat
from solo_bot.levels.traits import TRAITS, Level
from solo_bot.orders import Order, next_order
from solo_bot.procedure.commands import apply_option
from solo_bot.procedure.decide import decide
from solo_bot.procedure.decision import AttackOption, Decision, MoveOption
from tests.solo_bot.cards.positions import legion, rich

STATES = read_states(sample())
SPENT = {name: {"state": "ready", "card": "spent"} for name in ("baron_harkonnen", "beast_rabban", "captain_aramsham")}
SEED = 11
TWO_LEADERS = [
    legion("sw_8", regular=1),
    legion("habbanya_ridge", "atreides", regular=1, named=["stilgar", "paul_atreides"]),
]


def several(result: Result) -> list[tuple[State, Decision]]:
    found = [(state, decide(state, result)) for state in STATES]
    return [(state, decision) for state, decision in found if len(decision.options) > 1]


def in_action(state: State, result: Result) -> State:
    frames = (TurnFrame(HARKONNEN, True, True), HARKONNEN_ACTIONS[result])
    return replace(state, frames=frames, harkonnen_spent=(*state.harkonnen_spent, result))


def picked(state: State, level: Level = Level.MAHDI, *, decide_for_me: bool = True) -> Order:
    order = next_order(state, level, SEED, decide_for_me=decide_for_me)
    assert order is not None
    return order


@pytest.mark.rule("MAHDI-0")
@pytest.mark.parametrize("result", [Result.LEADERSHIP, Result.STRATEGY, Result.DEPLOYMENT, Result.HOUSE])
def test_MAHDI_0_one_of_the_surviving_options_is_picked_and_the_trace_says_so(result: Result) -> None:
    positions = several(result)
    assert positions
    for state, decision in positions:
        chosen = pick_for_player(state, decision, SEED)
        assert len(chosen.options) == 1
        assert chosen.options[0] in decision.options
        assert chosen == pick_for_player(state, decision, SEED)
        assert chosen.trace[: len(decision.trace)] == decision.trace
        assert chosen.trace[-1].criterion == "picked_for_you"
        assert picked_for_player(chosen.trace)
        assert decision_document(chosen)["trace"][-1]["criterion"] == "picked for you"


@pytest.mark.rule("MAHDI-0")
def test_MAHDI_0_the_move_that_threatens_least_the_attack_that_promises_least() -> None:
    kinds = set()
    for state, decision in several(Result.STRATEGY):
        best = pick_for_player(state, decision, SEED).options[0]
        if isinstance(best, AttackOption):
            values = [prospect(state, option) for option in decision.options if isinstance(option, AttackOption)]
            assert prospect(state, best) == min(values)
        elif isinstance(best, MoveOption):
            assert threat(apply_option(state, Result.STRATEGY, best)[0]) == min(
                threat(apply_option(state, Result.STRATEGY, option)[0]) for option in decision.options
            )
        kinds.add(type(best))
    assert kinds == {AttackOption, MoveOption}


@pytest.mark.rule("MAHDI-0")
def test_MAHDI_0_a_single_option_and_a_question_are_left_alone() -> None:
    for state in STATES:
        decision = decide(state, Result.STRATEGY)
        if len(decision.options) < 2:
            assert pick_for_player(state, decision, SEED) is decision


@pytest.mark.rule("MAHDI-0")
def test_MAHDI_0_an_order_has_one_choice_only_when_it_was_asked_for() -> None:
    state, decision = several(Result.STRATEGY)[0]
    state = in_action(state, Result.STRATEGY)
    assert len(picked(state, decide_for_me=False).choices) == len(decision.options)
    order = picked(state)
    assert len(order.choices) == 1
    assert picked_for_player(order.trace)
    execute(state, order.choices[0].commands[0])


@pytest.mark.rule("MAHDI-0")
def test_MAHDI_0_above_the_printed_level_the_level_decides_not_the_player_s_wish() -> None:
    state, _ = several(Result.STRATEGY)[0]
    state = in_action(state, Result.STRATEGY)
    order = picked(state, Level.TACTICIAN)
    assert order.choices == picked(state, Level.TACTICIAN, decide_for_me=False).choices
    assert not picked_for_player(order.trace)


def at_vehicles() -> State:
    document = {"target_sietch": "windgap", "harvesting_sector": "ne", "phase": "vehicles", "leaders": SPENT}
    return replace(read_position(document), frames=(VehiclesFrame(2, 1, 2),))


@pytest.mark.rule("MAHDI-0", "MAHDI-VEH-1")
@pytest.mark.parametrize("level", list(Level))
def test_MAHDI_0_vehicles_go_by_the_lot_and_the_whole_proposal_is_legal(level: Level) -> None:
    state = at_vehicles()
    assert len(picked(state, decide_for_me=False).choices) > 1
    order = picked(state, level)
    assert len(order.choices) == 1
    assert order.rest[0] == order.choices[0].commands[0]
    assert sum(isinstance(command, PlaceVehicle) for command in order.rest) == 5
    for command in order.rest:
        state, _ = execute(state, command)
    assert (len(state.harvesters), len(state.carryalls), len(state.ornithopters)) == (2, 1, 2)
    assert picked_for_player(order.trace) != TRAITS[level].settles


def with_legion(army: Army, *frames: Any) -> State:
    state = read_position({"leaders": SPENT, "target_sietch": "windgap"})
    for leader in army.named:
        state = state.with_leader(leader, standing=Standing.BOARD)
    return replace(state.with_army(HARKONNEN, AREA_NUMBER["csw_3"], army), frames=frames)


@pytest.mark.rule("MAHDI-0", "R-27")
def test_MAHDI_0_which_named_leader_stays_is_picked() -> None:
    area = AREA_NUMBER["csw_3"]
    army = Army(regular=3, named=("baron_harkonnen", "beast_rabban"))
    state = with_legion(army, HitsFrame(Cause.STORM, HARKONNEN, area, 1))
    assert len(picked(state, decide_for_me=False).choices) == 2
    order = picked(state)
    assert len(order.choices) == 1
    assert picked_for_player(order.trace)


@pytest.mark.rule("MAHDI-0", "R-34")
def test_MAHDI_0_which_of_equal_units_go_is_picked() -> None:
    area = AREA_NUMBER["csw_3"]
    state = with_legion(Army(regular=4, tokens=3), StackingFrame(HARKONNEN, area, 1))
    assert len(picked(state, decide_for_me=False).choices) == 2
    assert len(picked(state).choices) == 1


@pytest.mark.rule("MAHDI-0", "R-29")
def test_MAHDI_0_which_marker_is_kept_is_picked() -> None:
    state = replace(
        read_position({"phase": "spice", "imperium": {"choam": 2, "landsraad": 2}}), frames=(SpiceFrame(2),)
    )
    assert len(picked(state, decide_for_me=False).choices) > 1
    order = picked(state)
    assert len(order.choices) == 1
    assert picked_for_player(order.trace)


def card_in_progress(card: str, deck: Deck, **changes: Any) -> State:
    frames = (TurnFrame(HARKONNEN, True, True), CardsFrame((deck,)))
    return execute(replace(rich(**changes), frames=frames), RevealCard(card))[0]


@pytest.mark.rule("MAHDI-0", "MAHDI-CARD-2")
@pytest.mark.parametrize("level", list(Level))
def test_MAHDI_0_the_choices_of_a_card_are_settled_too(level: Level) -> None:
    card = card_in_progress("workhorse_of_arrakis", Deck.HOUSE_HARKONNEN)
    assert len(decide_card(card).choices) > 1
    order = next_card_order(card, level, SEED, decide_for_me=True)
    assert len(order.choices) == 1
    assert order.choices[0] in decide_card(card).choices
    assert picked_for_player(order.trace) != TRAITS[level].settles
    assert next_card_order(card) == decide_card(card)


@pytest.mark.rule("MAHDI-0", "MAHDI-CARD-3")
@pytest.mark.parametrize(
    ("card", "deck", "changes"),
    [
        ("spotter_control", Deck.HOUSE_HARKONNEN, {"wormsigns": ["sw_1", "sw_2"]}),
        ("hunter_seeker", Deck.HOUSE_HARKONNEN, {"legions": TWO_LEADERS}),
        ("spies_all_over_arrakis", Deck.CORRINO_ALLY, {"target_sietch": None}),
        ("sandmasters", Deck.HOUSE_HARKONNEN, {}),
    ],
)
def test_MAHDI_0_of_equal_choices_of_a_card_the_lot_takes_now_one_now_another(
    card: str, deck: Deck, changes: dict[str, Any]
) -> None:
    state = card_in_progress(card, deck, **changes)
    taken = {next_card_order(state, seed=seed, decide_for_me=True).choices for seed in range(12)}
    assert len(taken) > 1
    assert {choice for (choice,) in taken} <= set(decide_card(state).choices)


@pytest.mark.rule("MAHDI-0", "MAHDI-CARD-2")
def test_MAHDI_0_of_equal_moves_of_a_card_the_level_takes_the_more_threatening_one() -> None:
    compared = 0
    for areas in (("csw_5", "cse_4"), ("cnw_4", "cne_4"), ("csw_2", "cse_2"), ("sw_3", "sw_5"), ("se_3", "se_5")):
        legions = [{"area": area, "faction": "harkonnen", "regular": 2, "special": 1} for area in areas]
        card = card_in_progress("seek_out_the_mahdi", Deck.CORRINO_ALLY, legions=legions)
        choices = decide_card(card).choices
        if len(choices) < 2 or not all(isinstance(choice.option, MoveOption) for choice in choices):
            continue
        after = {choice.option: threat(simulate(card, choice.commands)[0]) for choice in choices}
        tactician = next_card_order(card, Level.TACTICIAN, SEED).choices[0].option
        player = next_card_order(card, Level.MAHDI, SEED, decide_for_me=True).choices[0].option
        assert isinstance(tactician, MoveOption)
        assert isinstance(player, MoveOption)
        assert (after[tactician], after[player]) == (max(after.values()), min(after.values()))
        compared += 1
    assert compared


def test_nothing_is_settled_where_there_is_no_order() -> None:
    state = read_position({})
    assert next_order(replace(state, frames=(TurnFrame(HARKONNEN),)), decide_for_me=True) is None
    own = replace(state, frames=(ActionFrame(HARKONNEN, OtherAction.CARD, moves=1),))
    assert next_order(own, Level.TACTICIAN) is None
