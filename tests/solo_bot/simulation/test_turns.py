"""With what the scripted Atreides begin a turn: in which order dice, Desert Power and claims come, and why."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.content.terms import Result
from companion.frozen import replace
from companion.rules import commands as c
from companion.rules.ask.rounds import FEAR
from solo_bot.simulation.atreides import AT_ONCE, STRIKES_FIRST, turn_ideas
from solo_bot.simulation.temper import PLANNED, RAIDER
from tests.solo_bot.planner.small import world
from tests.solo_bot.small import Document, a, h

HOUSE, STRATEGY, DEPLOYMENT, MENTAT = Result.HOUSE, Result.STRATEGY, Result.DEPLOYMENT, Result.MENTAT
STATION: Any = {"stations": ["cnw_4"], "settlements": []}
OPEN = "unpublished_1"
"""A card of the action phase of which nobody knows what it asks."""
NEAR_IT = a("csw_1", regular=1)
"""A legion that takes the station by one move."""


def turn(
    *results: Result, legions: Sequence[Document] = (), theirs: int = 4, hand: Sequence[str] = (), **more: Any
) -> list[str]:
    """The ideas in short; ``theirs``: the dice of the Harkonnen still to come."""
    state, truth = world(*legions, **{"stations": [], "settlements": [], **more})
    truth.hand.cards = list(hand)
    state = replace(state, atreides_results=results, atreides_unused=len(results), harkonnen_unused=theirs)
    return [short(one) for one in turn_ideas(state, truth)]


def short(command: c.Command) -> str:
    match command:
        case c.SpendDie(die, action):
            return die.value if die is action else f"{die.value} as {action.value}"
        case c.UseDesertPower(use):
            return f"desert {use}"
        case c.ClaimPrescience(die=die):
            return f"claim for {die.value}" if die else "claim"
        case c.PlayAtreidesCard(die, card):
            return f"{card} for {die.value}" if die else card
    return type(command).__name__


def test_the_dice_come_by_their_worth_and_what_always_works_is_last() -> None:
    assert turn(STRATEGY, HOUSE, theirs=8) == [
        *("house as deployment", "house as mentat", "strategy", "house as leadership", "desert wormsigns"),
        *("strategy", "house as mentat", "desert wormsigns", "EndTurn"),
    ]
    assert turn(MENTAT, theirs=0) == ["mentat", "mentat", "desert wormsigns", "EndTurn"]


def test_Desert_Power_comes_first_while_it_costs_no_die_and_is_worth_more() -> None:
    rest = ["mentat", "desert wormsigns", "mentat", "desert wormsigns", "EndTurn"]
    assert turn(MENTAT) == ["desert wormsigns", *rest]
    assert turn(MENTAT, theirs=1) == ["mentat", "mentat", "desert wormsigns", "EndTurn"], "it would cost one"
    station = turn(STRATEGY, legions=[NEAR_IT], **STATION)
    assert station[:2] == ["strategy", "desert wormsigns"]


def test_a_claim_waits_for_nothing_but_what_is_worth_very_much() -> None:
    keys: Any = {**STATION, "revealed": (OPEN,), "legions": [NEAR_IT]}
    assert turn(STRATEGY, **keys)[:2] == ["claim for strategy", "strategy"]
    assert turn(STRATEGY, MENTAT, **keys)[0] == "claim for mentat"
    assert "claim for strategy" not in turn(STRATEGY, **{**keys, "revealed": ()})
    raid: Any = {
        **keys,
        "settlements": ["carthag"],
        "legions": [a("hagga_basin", regular=6, generic=2)],
        "temper": PLANNED,
        "objective": (1, 1, 1),
    }
    assert PLANNED.settlement * 2 >= AT_ONCE
    assert turn(STRATEGY, MENTAT, **raid)[0] == "strategy"


def test_a_stalking_worm_strikes_first_where_it_saves_a_sietch() -> None:
    menace = [NEAR_IT, h("csw_5", regular=6), a("windgap", regular=1)]
    keys: Any = {**STATION, "legions": menace, "sandworms": ["csw_6"], "revealed": (OPEN,)}
    assert STRIKES_FIRST <= 4 * 4 / 6 * (1 + 0.4 * 2)
    assert turn(STRATEGY, temper=PLANNED, **keys)[:2] == ["desert attack", "claim for strategy"]
    assert turn(STRATEGY, temper=RAIDER, **keys)[0] == "claim for strategy"
    few = {**keys, "legions": [NEAR_IT, h("csw_5", regular=1), a("windgap", regular=6)]}
    assert turn(STRATEGY, temper=PLANNED, **few)[0] == "claim for strategy", "one hit is not worth it"


def test_who_plays_cards_plays_the_one_worth_more_than_dice_for_the_die_worth_least() -> None:
    """The card moves to the station; to deploy somebody in calm is worth less than two cards."""
    keys: Any = {**STATION, "legions": [NEAR_IT], "hand": ("war_plan",)}
    planned = turn(DEPLOYMENT, MENTAT, temper=replace(PLANNED, kin=0.0), **keys)
    assert planned.index("war_plan for deployment") < planned.index("mentat") < planned.index("deployment")
    assert not any("war_plan" in one for one in turn(DEPLOYMENT, MENTAT, temper=RAIDER, **keys))


def test_the_card_that_helps_a_claim_is_played_before_it() -> None:
    keys: Any = {"revealed": (OPEN,), "objective": (4, 5, 1), "temper": PLANNED, "hand": (FEAR,)}
    found = turn(STRATEGY, MENTAT, **keys)
    assert found[0].startswith(f"{FEAR} for ")
    assert any(one.startswith("claim for ") for one in found[1:3])
    assert turn(MENTAT, **keys)[0] == "claim for mentat", "no die would be left to claim with"


@pytest.mark.parametrize("results", [(HOUSE,), (STRATEGY, HOUSE, MENTAT)])
def test_a_House_die_is_never_spent_as_such(results: tuple[Result, ...]) -> None:
    assert "house" not in turn(*results)
    assert turn(*results)[-1] == "EndTurn"
