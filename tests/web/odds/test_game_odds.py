"""What the table shows of chances: the battle on top, advice in words, the attacks that a legion could make."""

from dataclasses import replace

import pytest
from flask import Flask, render_template_string

from companion.content.terms import Faction
from companion.rules.army import Army
from companion.rules.odds import Goal
from companion.rules.state import Sietch, State
from companion.web.odds import battle_odds, prospect_odds
from companion.web.ui.odds_blocks import Targets
from tests.rules.battle.table import ATREIDES, HARKONNEN, area, attack, position, roll, turn

PARTS = '{% import "odds/parts.html" as odds with context %}'


def siege(harkonnen: Army, atreides: Army) -> State:
    """Atreides in cne_1 attack Carthag (rank 2)."""
    state = position({"carthag": harkonnen}, {"cne_1": atreides}, *turn(ATREIDES))
    return attack(state, ATREIDES, "cne_1", "carthag")


def test_the_battle_on_top_has_its_chances(app: Flask) -> None:
    with app.test_request_context("/"):
        found = battle_odds(siege(Army(2), Army(3, 1)))
        assert found is not None
        assert found.odds.headline.startswith("Atreides win")
        assert found.odds.harkonnen + found.odds.nobody + found.odds.atreides == pytest.approx(100, abs=0.05)
        assert found.advice is None
        assert battle_odds(position()) is None


@pytest.mark.rule("BATTLE-8")
def test_BATTLE_8_advice_says_what_and_why_and_can_be_left_out(app: Flask) -> None:
    state = roll(siege(Army(4), Army(1)), (0, 1, 0), (0, 6, 0))
    with app.test_request_context("/"):
        found = battle_odds(state)
        assert found is not None
        assert found.advice is not None
        assert found.advice.title == "Best: cease the attack"
        assert found.advice.reason == "You win 0% (never) and keep 6.0 less power than they on average"
        assert found.advice.others[0].startswith("Go on attacking: you win 0% (never)")
        off = battle_odds(state, advise=False)
        assert off is not None
        assert off.advice is None


@pytest.mark.rule("BATTLE-7")
def test_BATTLE_7_the_best_casualties_are_named_as_the_form_names_them(app: Flask) -> None:
    state = roll(siege(Army(3), Army(3, 1, generic=1)), (0, 4, 0), (5, 0, 0))
    with app.test_request_context("/"):
        found = battle_odds(state, goal=Goal.POWER)
        assert found is not None
        assert found.advice is not None
        assert found.advice.removed in (("naib",), ("elite",), ("regular",))
        assert found.advice.title.startswith("Best: remove 1 ") or "no difference" in found.advice.title
        page = render_template_string(
            PARTS + "{{ odds.bar(f.odds) }}{{ odds.more(f.odds) }}{{ odds.advice(f.advice) }}", f=found
        )
    assert found.advice.title in page
    assert found.odds.say in page
    assert "What is left of the Atreides on average" in page


def test_targets_are_listed_with_their_chances_and_what_is_not_known(app: Flask) -> None:
    state = position({"carthag": Army(1, tokens=1), "cne_2": Army(1)}, {"cne_1": Army(3)}, *turn(ATREIDES))
    with app.test_request_context("/"):
        found = {one.target: one for one in prospect_odds(state, ATREIDES, area("cne_1"))}
        page = render_template_string(PARTS + "{{ odds.targets(found) }}", found=Targets(tuple(found.values())))
    hidden, plain = found[area("carthag")], found[area("cne_2")]
    assert " to " in hidden.chance
    assert hidden.low < hidden.high
    assert hidden.unknown == "1 facedown token in Carthag, contents assumed"
    assert hidden.odds is None
    assert plain.odds is not None
    assert plain.words == plain.odds.headline
    assert not plain.unknown
    for one in found.values():
        assert one.name in page
        assert one.chance in page
    assert "nobody defends it" in page


@pytest.mark.rule("R-16")
def test_R_16_an_entered_rank_is_kept_from_those_who_may_not_see_it(app: Flask) -> None:
    sietch = Sietch(area("gara_kulon"), 3)
    state = position({"cne_9": Army(4)}, {"gara_kulon": Army(2)}, *turn(HARKONNEN), sietches=(sietch,))
    with app.test_request_context("/"):
        (open_,) = prospect_odds(state, Faction.HARKONNEN, area("cne_9"))
        (kept,) = prospect_odds(state, Faction.HARKONNEN, area("cne_9"), sees_hidden=False)
        other = replace(state, sietches=(replace(sietch, rank=1),))
        (same,) = prospect_odds(other, Faction.HARKONNEN, area("cne_9"), sees_hidden=False)
    assert open_.low == open_.high == kept.low < kept.high
    assert kept == same
    assert kept.unknown == "The rank of Gara Kulon is not known"
