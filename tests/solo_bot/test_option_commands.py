"""What an option leads to is what the rules make of its commands."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board import AREA_NUMBER
from companion.cli_bench import read_states, sample
from companion.content.terms import Result
from companion.rules.army import Army
from companion.rules.ask.dice import HARKONNEN_ACTIONS
from companion.rules.commands import FinishAction
from companion.rules.engine import check, execute
from companion.rules.frames import ActionFrame, TurnFrame, WormsignFrame
from companion.rules.positions.reading import read_position
from companion.rules.state import HARKONNEN
from solo_bot.orders import next_order
from solo_bot.procedure.commands import NEEDS_THE_TABLE, apply_option, commands_for
from solo_bot.procedure.decide import decide, decide_special_step
from solo_bot.procedure.decision import MoveOption, SpecialOption
from tests.solo_bot.small import h, position

STATES = read_states(sample())


@pytest.mark.parametrize("result", list(Result))
def test_every_option_is_carried_out_by_the_rules_in_a_game_as_in_a_bare_position(result: Result) -> None:
    turn = TurnFrame(HARKONNEN, acted=True, spent_die=True)
    for state in STATES:
        game = replace(
            state, frames=(turn, HARKONNEN_ACTIONS[result]), harkonnen_spent=(*state.harkonnen_spent, result)
        )
        for option in decide(state, result).options:
            after, whole = apply_option(state, result, option)
            there, _ = apply_option(game, result, option)
            played = game
            for command in commands_for(option):
                if isinstance(command, NEEDS_THE_TABLE):
                    assert not whole
                    break
                played, _ = execute(played, command)
            else:
                assert whole
                assert after != state
            assert after.armies == there.armies == played.armies
            assert (after.harvesters, after.ornithopters) == (played.harvesters, played.ornithopters)
            assert after.leaders == there.leaders


def test_the_second_step_of_a_special_action_turns_no_card_again() -> None:
    legion = h("carthag", regular=3, named=["beast_rabban"])
    state = read_position(position(legion, ranks={"gara_kulon": 1}, leaders={"baron_harkonnen": {"card": "spent"}}))
    first = decide(state, Result.LEADERSHIP).options[0]
    assert isinstance(first, SpecialOption)
    state, whole = apply_option(state, Result.LEADERSHIP, first)
    assert whole
    assert isinstance(state.frame, ActionFrame)
    assert (state.frame.action, state.leader("beast_rabban").card_ready) == ("beast_rabban", False)
    second = decide_special_step(state, Result.LEADERSHIP, "beast_rabban").options[0]
    after, whole = apply_option(state, Result.LEADERSHIP, second)
    assert whole
    assert after.armies != state.armies


def test_what_has_to_be_turned_is_left_on_top() -> None:
    state = read_position(position(h("carthag", regular=2), ranks={"gara_kulon": 1}))
    option = decide(state, Result.STRATEGY).options[0]
    assert isinstance(option, MoveOption)
    after, whole = apply_option(replace(state, wormsigns=(option.target,)), Result.STRATEGY, option)
    assert whole
    assert after.frame == WormsignFrame(option.target)
    assert after.army(HARKONNEN, option.target) == Army(regular=2)


def test_what_the_rules_refuse_changes_nothing() -> None:
    state = read_position(position(h("carthag", regular=2)))
    option = MoveOption(AREA_NUMBER["carthag"], AREA_NUMBER["windgap"], Army(regular=2))
    after, whole = apply_option(state, Result.STRATEGY, option)
    assert (after.armies, whole) == (state.armies, False)


@pytest.mark.rule("LEADER-1", "R-19")
def test_what_is_merely_unusual_is_carried_out() -> None:
    """A Bashar who has come this turn stays alone where all units go on: LEADER-1 warns, the table is right."""
    legion = h("cne_5", regular=3, generic=1)
    state = read_position(position(legion, ranks={"gara_kulon": 1}, moved=[{"area": "cne_5", "generic": 1}]))
    option = decide(state, Result.STRATEGY).options[0]
    assert isinstance(option, MoveOption)
    assert [refusal.code for refusal in check(state, *commands_for(option))] == ["leaders_left_alone"]
    after, whole = apply_option(state, Result.STRATEGY, option)
    assert whole
    assert after.army(HARKONNEN, option.target) == Army(regular=3)


@pytest.mark.rule("R-11", "MAHDI-DEPLOY-1")
@pytest.mark.parametrize("left", [{"leaders": 0}, {"placements": 1}, {"placements": 2, "leaders": 0}])
def test_R_11_a_deployment_is_one_step_also_when_only_the_leader_came(left: dict[str, Any]) -> None:
    opened = HARKONNEN_ACTIONS[Result.DEPLOYMENT]
    state = replace(read_position(position(h("carthag", regular=2))), frames=(opened,))
    first = next_order(state)
    assert first is not None
    assert first.decision is not None
    second = next_order(replace(state, frames=(replace(opened, **left),)))
    assert second is not None
    assert [choice.commands for choice in second.choices] == [(FinishAction(),)]
