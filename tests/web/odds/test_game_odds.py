"""What the table shows of chances: the battle on top, advice in words, the attacks that a legion could make."""

import re
from dataclasses import replace

import pytest
from flask import Flask, render_template_string

from companion.content.terms import Faction
from companion.rules.army import Army
from companion.rules.frames import BattleFrame, Side
from companion.rules.state import Sietch, State
from companion.web.odds import battle_odds, card_advice, card_odds, card_table, prospect_odds
from companion.web.odds.present import headline
from companion.web.ui.odds_blocks import Odds, OddsAt, Targets
from companion.web.words.numbers import percent
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
def test_BATTLE_8_advice_is_one_sentence_that_weighs_power_and_can_be_left_out(app: Flask) -> None:
    state = roll(siege(Army(4), Army(1)), (0, 1, 0), (0, 6, 0))
    with app.test_request_context("/"):
        found = battle_odds(state)
        assert found is not None
        assert found.advice is not None
        assert found.advice.sentence == "Cease the attack: continuing wins 0% and costs 2.0 detailed power."
        off = battle_odds(state, advise=False)
        assert off is not None
        assert off.advice is None


@pytest.mark.rule("BATTLE-9")
def test_BATTLE_9_a_last_stand_is_weighed_against_what_it_costs(app: Flask) -> None:
    """Against a sietch of rank 3 a chance that is worth the figures is taken, one that is not is left."""

    def advised(harkonnen: Army, atreides: Army) -> str:
        sietch = Sietch(area("gara_kulon"), 3, True)
        start = position({"cne_9": harkonnen}, {"gara_kulon": atreides}, *turn(HARKONNEN), sietches=(sietch,))
        fight = attack(start, HARKONNEN, "cne_9", "gara_kulon")
        with app.test_request_context("/"):
            found = battle_odds(roll(fight, (0, harkonnen.units, 0), (0, min(6, atreides.units + 3), 0)))
        assert found is not None
        assert found.advice is not None
        return found.advice.sentence

    lost = advised(Army(2, 4, generic=2), Army(2))
    assert re.fullmatch(
        r"Retreat: staying holds the settlement .*% of the time and costs \d+\.\d detailed power\.", lost
    )
    held = advised(Army(3), Army(4))
    assert held.startswith("Stay and fight on, which holds the settlement ")


@pytest.mark.rule("BATTLE-7")
def test_BATTLE_7_the_best_casualties_are_named_as_the_form_names_them(app: Flask) -> None:
    state = roll(siege(Army(3), Army(3, 1, generic=1)), (0, 4, 0), (5, 0, 0))
    with app.test_request_context("/"):
        found = battle_odds(state)
        assert found is not None
        assert found.advice is not None
        assert found.advice.removed in (("naib",), ("elite",), ("regular",))
        assert found.advice.sentence.startswith("Best: 1 ") or "no difference" in found.advice.sentence
        assert set(found.advice.figures) == {"naib", "elite", "regular"}
        assert all(text.startswith("win ") for text in found.advice.figures.values())
        block = Odds((OddsAt(0, found.odds),), found.advice.sentence)
        page = render_template_string(PARTS + "{{ odds.bar(f.odds) }}{{ odds.live(b) }}", f=found, b=block)
    assert found.advice.sentence in page
    assert found.odds.say in page
    assert "What is left of the Atreides on average" in page


@pytest.mark.rule("BATTLE-3")
def test_BATTLE_3_chances_by_the_cards_discarded_and_whether_they_pay(app: Flask) -> None:
    state = siege(Army(3), Army(3))
    assert isinstance(state.frame, BattleFrame)
    ready = [
        replace(state, frames=(*state.frames[:-1], replace(state.frame, sides=(Side(n), Side(0))))) for n in range(3)
    ]
    with app.test_request_context("/"):
        at = card_odds(ready, ATREIDES, named=False)
        assert [one.value for one in at] == [0, 1, 2]
        chances = [one.odds.atreides for one in at]
        assert chances == sorted(chances)
        assert chances[0] < chances[2]
        assert re.fullmatch(
            r"(Discard \d cards?: that|Keep the cards: one more) wins .*% instead of .*%\.", card_advice(at, ATREIDES)
        )
        assert [row[0] for row in card_table(at).rows] == ["0 cards", "1 card", "2 cards"]


def test_a_small_chance_is_never_1_in_100_and_nothing_keeps_0_0_power(app: Flask) -> None:
    with app.test_request_context("/"):
        assert headline(0.001, ATREIDES) == "Atreides win under 1%"
        assert percent(0.9995) == "over 99%"
        found = battle_odds(roll(siege(Army(3), Army(3)), (0, 3, 0), (0, 5, 0)))
    assert found is not None
    assert found.advice is not None
    assert " 0.0 " not in found.advice.sentence


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
