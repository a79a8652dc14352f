"""What a position is worth, to the figure: the estimate by which simulated rounds are judged."""

from math import log
from typing import Any

import pytest

from companion.content.terms import Result
from companion.frozen import replace
from companion.rules import commands as c
from companion.rules.army import Army
from companion.rules.frames import ActionFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from solo_bot.planner.advice import STAGES, Effort, _shares, _Tried, advising
from solo_bot.planner.plans import Plan
from solo_bot.planner.rounds import played_on
from solo_bot.planner.worth import chance_to_win, log_odds
from tests.solo_bot.planner.small import AREA, world
from tests.solo_bot.small import a, h


def at_even() -> State:
    """Nobody on the board, no settlement, supremacy 0, three steps to go, all of the Imperium at the top."""
    state, _ = world(objective=(1, 1, 1), settlements=[])
    return state


def test_each_fact_of_a_position_counts_by_its_own_weight() -> None:
    state = at_even()
    even = log_odds(state)
    assert even == pytest.approx(1.0 - 3 * 0.127 + 3 * 0.2)

    def change(**facts: Any) -> float:
        return round(log_odds(replace(state, **facts)) - even, 6)

    assert change(supremacy=2) == -0.732
    assert change(prescience=(1, 0, 0)) == 0.127
    assert change(prescience=(3, 0, 0)) == 0.127, "what lies beyond the objective is of no use"
    assert change(settlements=0b11) == -0.528
    assert change(imperium=(2, 3, 1)) == pytest.approx(0.6)
    own = state.with_army(ATREIDES, AREA["windgap"], Army(regular=2, elite=1))
    other = state.with_army(HARKONNEN, AREA["arsunt"], Army(regular=2, elite=1))
    points = (log_odds(own) - even) / 0.037
    assert points == pytest.approx(7), "an elite is worth 3 of fine power, a regular 2"
    assert log_odds(other) - even == pytest.approx(-0.0024 * 7)


def test_odds_become_a_chance_and_an_end_is_certain() -> None:
    state = at_even()
    chance = chance_to_win(state)
    assert log(chance / (1 - chance)) == pytest.approx(log_odds(state))
    assert chance_to_win(replace(state, winner=ATREIDES)) == 1.0
    assert chance_to_win(replace(state, winner=HARKONNEN)) == 0.0


def test_a_plan_that_the_rules_refuse_leads_nowhere() -> None:
    state, truth = world(a("windgap", regular=1))
    assert played_on(state, truth, (c.BeginHazards(),)) == chance_to_win(state)


def test_rounds_are_played_to_the_end_of_the_one_that_is_on() -> None:
    state, truth = world(a("windgap", regular=2), h("arsunt", regular=4), objective=(9, 9, 9))
    state = replace(state, atreides_results=(), atreides_unused=0, harkonnen_unused=1, supremacy=3)
    value = played_on(state, truth, (c.EndTurn(),))
    assert 0 < value < 1
    assert value == played_on(state, world(a("windgap", regular=2))[1], (c.EndTurn(),))


# Averages and shares.


def tried(*values: float) -> _Tried:
    return _Tried(Plan((), at_even()), list(values))


def test_an_average_and_the_half_of_its_interval() -> None:
    assert tried().mean == 0.0
    assert tried(0.2, 0.6).mean == pytest.approx(0.4)
    assert tried(0.5).spread == 1.0, "of one round nothing is known"
    assert tried(0.2, 0.6).spread == pytest.approx(1.645 * (0.08 / 2) ** 0.5)
    assert tried(0.5, 0.5, 0.5).spread == 0.0


def test_worlds_are_won_by_the_best_plan_and_shared_by_equals() -> None:
    assert _shares([tried(1.0, 0.0, 0.5), tried(0.0, 1.0, 0.5)]) == [0.5, 0.5]
    assert _shares([tried(1.0, 1.0), tried(0.0, 1.0), tried(0.5, 1.0)]) == pytest.approx([4 / 6, 1 / 6, 1 / 6])
    assert _shares([tried(), tried()]) == [0.0, 0.0]
    assert _shares([]) == []


@pytest.mark.parametrize("effort", [Effort.GLANCE, Effort.HINT])
def test_how_many_rounds_will_be_simulated_is_known_from_the_start(effort: Effort) -> None:
    state, _ = world(a("windgap", regular=1))
    state = replace(state, frames=(ActionFrame(ATREIDES, Result.MENTAT, draws=2),))
    _, total = next(advising(state, effort=effort))
    plans_of_it = 2
    assert total == sum(min(most, plans_of_it) * rounds * effort for most, rounds in STAGES)


def test_nothing_is_advised_after_the_end_nor_in_games_between_people() -> None:
    state, _ = world(a("windgap", regular=1))
    state = replace(state, atreides_results=(), atreides_unused=0)

    def advised(state: State) -> object:
        looking = advising(state, effort=1)
        try:
            return next(looking)
        except StopIteration as found:
            return found.value

    assert advised(state) != ()
    assert advised(replace(state, winner=ATREIDES)) == ()
    assert advised(replace(state, mode=Mode.DUEL)) == ()
    assert advised(replace(state, mode=Mode.TEAM)) == ()
