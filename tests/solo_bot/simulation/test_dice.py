"""What dice are worth to the scripted Atreides, which is spared, and what comes before them in a turn."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.content.terms import Result
from companion.frozen import replace
from companion.rules import commands as c
from companion.rules.frames import TurnFrame
from companion.rules.state import ATREIDES, ATREIDES_DICE, State
from solo_bot.simulation.atreides import die_uses, spared_die, turn_ideas, turned_for_cards
from solo_bot.simulation.outlook import Outlook
from solo_bot.simulation.thoughts import thoughts_of
from solo_bot.simulation.truth import Truth
from tests.solo_bot.planner.small import AREA, DEPLOYMENT, HOUSE, LEADERSHIP, MENTAT, STRATEGY, world
from tests.solo_bot.small import Document, a, h


def revealed(*cards: str, **more: Any) -> tuple[State, Truth]:
    legions = more.pop("legions", ())
    return world(*legions, revealed=cards, **more)


def turn(*results: Result, legions: Sequence[Document] = (), **more: Any) -> tuple[State, Truth]:
    state, truth = world(*legions, **more)
    return replace(state, atreides_results=results, atreides_unused=len(results)), truth


def uses(*results: Result, legions: Sequence[Document] = (), **more: Any) -> dict[tuple[Result, Result], float]:
    state, truth = turn(*results, legions=legions, **more)
    found = die_uses(state, thoughts_of(state, truth))
    assert found == sorted(found, key=lambda use: -use[0])
    dice = [(worth, use) for worth, use in found if isinstance(use, c.SpendDie)]
    return {(use.die, Result(use.action)): round(worth, 3) for worth, use in dice}


def test_each_die_is_worth_what_its_action_does_and_a_House_die_a_little_less() -> None:
    station = [a("csw_1", regular=1)]
    assert uses(MENTAT, legions=station, stations=[]) == {(MENTAT, MENTAT): 0.7}
    moving = uses(STRATEGY, legions=station, stations=["cnw_4"])
    assert moving == {(STRATEGY, STRATEGY): 2.2}
    assert uses(LEADERSHIP, legions=station, stations=["cnw_4"]) == {(LEADERSHIP, LEADERSHIP): 0.0}
    any_die = uses(HOUSE, legions=station, stations=["cnw_4"])
    assert any_die[HOUSE, STRATEGY] == 1.9
    assert any_die[HOUSE, MENTAT] == 0.4
    led = [a("csw_1", regular=1, generic=1)]
    assert uses(LEADERSHIP, legions=led, stations=["cnw_4"])[LEADERSHIP, LEADERSHIP] == 2.2
    assert uses(HOUSE, legions=led, stations=["cnw_4"])[HOUSE, LEADERSHIP] == -0.3


def test_two_moves_are_worth_more_than_one() -> None:
    both = [a("csw_1", regular=1), a("nw_7", regular=1)]
    found = uses(STRATEGY, legions=both, stations=["cnw_4"], harvesters=["nw_4"])
    assert found[STRATEGY, STRATEGY] == round(2.2 + 0.7 * 1.1, 3)


def test_the_die_whose_own_action_is_worth_least_is_spared() -> None:
    strategy: Any = (2.0, c.SpendDie(STRATEGY, STRATEGY))
    mentat: Any = (0.7, c.SpendDie(MENTAT, MENTAT))
    card: Any = (5.0, c.PlayAtreidesCard(MENTAT, "war_plan"))
    assert spared_die((STRATEGY, MENTAT), [strategy, mentat]) is MENTAT
    assert spared_die((STRATEGY, DEPLOYMENT, MENTAT), [strategy, mentat]) is DEPLOYMENT
    assert spared_die((STRATEGY, MENTAT), [strategy, mentat, card]) is MENTAT, "a card is no use of its own"
    assert spared_die((STRATEGY, HOUSE), [strategy]) is STRATEGY, "a House die does whatever any other would"
    assert spared_die((HOUSE, STRATEGY, MENTAT), [strategy, mentat]) is MENTAT


@pytest.mark.rule("ACT-2")
def test_ACT_2_a_token_becomes_the_die_that_is_lacking_in_the_first_turn_only() -> None:
    first, truth = turn(HOUSE, STRATEGY, LEADERSHIP, MENTAT, atreides={"bene_gesserit": 1})
    first = replace(first, atreides_unused=ATREIDES_DICE, harkonnen_spent=())
    ideas = list(turn_ideas(first, truth))
    assert [one.result for one in ideas if isinstance(one, c.UseBeneGesserit)] == [DEPLOYMENT]
    for later in (
        replace(first, harkonnen_spent=(MENTAT,)),
        replace(first, atreides_unused=ATREIDES_DICE - 1),
        replace(first, bene_gesserit=(0, 0)),
    ):
        assert not any(isinstance(one, c.UseBeneGesserit) for one in turn_ideas(later, truth))


def test_after_its_action_a_turn_ends_and_it_never_runs_dry_before() -> None:
    state, truth = turn(HOUSE, STRATEGY)
    *_, last = turn_ideas(state, truth)
    assert last == c.EndTurn()
    acted = replace(state, frames=(TurnFrame(ATREIDES, acted=True),))
    assert list(turn_ideas(acted, truth)) == [c.EndTurn()]


@pytest.mark.rule("FREE-1")
def test_FREE_1_a_lone_token_beside_wanted_areas_is_turned_unless_somebody_watches() -> None:
    def turned(*legions: Document, **more: Any) -> list[int]:
        ranks = {"windgap": 2, "tasmin_sink": 2, "gara_kulon": 2}
        found = turned_for_cards(Outlook(*revealed("dew_collectors", legions=legions, ranks=ranks, **more)))
        return [one.area for one in found]

    paul = a("gara_kulon", regular=1, named=["paul_atreides"])
    token = a("windgap", tokens=1, generic=1)
    assert turned(paul, token) == [AREA["windgap"]]
    assert turned(paul, a("windgap", tokens=1, regular=1)) == []
    assert turned(paul, a("windgap", tokens=2)) == []
    assert turned(paul, token, h("csw_5", regular=1)) == [], "not in danger"
    assert turned(paul, token, ornithopters=["az_south"]) == []
    assert turned(paul, token, ornithopters=["az_ne"]) == [AREA["windgap"]]
    assert turned(a("gara_kulon", tokens=1, named=["paul_atreides"])) == [], "not in the seat of the family"
