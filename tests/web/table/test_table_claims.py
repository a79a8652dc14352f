"""Prescience cards claimed at the table, the Wild Maker's choices, and the words of refusals."""

from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import Result, Wormsign
from companion.rules.army import Army
from companion.rules.commands import CorrectBoard, EndTurn, FinishAction, RollHarkonnenDie, SpendDie, UseDesertPower
from companion.rules.frames import (
    ActionFrame,
    TurnFrame,
)
from companion.rules.state import ATREIDES, HARKONNEN, Standing, State
from tests.web.table.conftest import Seat

FEAR, EYES = "fear_is_the_mind_killer", "eyes_of_ibad"
GARA_KULON, WINDGAP = AREA_NUMBER["gara_kulon"], AREA_NUMBER["windgap"]


def revealed(state: State, *attached: str) -> State:
    return replace(state, cards=replace(state.cards, revealed=2, prescience=14, attached=attached))


@pytest.mark.rule("PRES-3")
def test_PRES_3_the_cards_that_lie_on_a_claimed_card_go_with_it(own_turn: Seat) -> None:
    own_turn.arrange(CorrectBoard(revealed(own_turn.state, FEAR, EYES)))
    path = f"{own_turn.step}?use=claim"
    form = own_turn.form("claim", path)
    assert form.offers("attached") == [FEAR, EYES]
    own_turn.done("claim", path, jihad=1, attached=[FEAR], bonus="sand_dwellers")
    assert own_turn.state.prescience == (0, 2, 1)
    assert own_turn.state.cards.attached == (EYES,)


@pytest.mark.rule("PRES-3")
def test_PRES_3_the_bonus_is_asked_for_only_where_its_card_lies(own_turn: Seat) -> None:
    own_turn.arrange(CorrectBoard(revealed(own_turn.state, EYES)))
    body = own_turn.form("claim", f"{own_turn.step}?use=claim").body
    assert 'name="attached"' in body
    assert 'name="bonus"' not in body


@pytest.mark.rule("PRES-3")
def test_PRES_3_a_known_card_says_whether_it_is_met_and_fills_the_form(own_turn: Seat) -> None:
    paul = Army(regular=1, named=("paul_atreides",))
    state = revealed(own_turn.state).with_army(ATREIDES, GARA_KULON, paul)
    own_turn.arrange(CorrectBoard(state.with_leader("paul_atreides", standing=Standing.BOARD)))
    path = f"{own_turn.step}?use=claim&claimed=water_of_life"
    assert path in own_turn.links(f"{own_turn.step}?use=claim")
    form = dict(own_turn.form("claim", path).values())
    assert form["card"] == "water_of_life"
    assert form["die"] == "leadership"
    own_turn.done("claim", path, kwisatz_haderach=2)
    assert own_turn.state.leader("paul_atreides").standing is Standing.TANK
    assert own_turn.state.prescience == (2, 0, 0)


@pytest.mark.rule("PRES-3")
def test_PRES_3_a_card_is_claimed_in_a_harkonnen_turn_too_but_no_die_spent(own_turn: Seat) -> None:
    own_turn.arrange(CorrectBoard(revealed(own_turn.state)))
    own_turn.arrange(SpendDie(Result.MENTAT, Result.MENTAT), EndTurn())
    assert own_turn.top() == TurnFrame(HARKONNEN)
    path = f"{own_turn.step}?use=claim"
    assert path in own_turn.links()
    assert 'name="die"' not in own_turn.form("claim", path).body
    own_turn.done("claim", path, jihad=1)
    assert own_turn.state.prescience == (0, 0, 1)
    assert own_turn.top() == TurnFrame(HARKONNEN)


@pytest.mark.rule("ACT-DESERT")
def test_ACT_DESERT_its_turn_is_no_die(own_turn: Seat) -> None:
    own_turn.arrange(SpendDie(Result.MENTAT, Result.MENTAT), EndTurn())
    own_turn.arrange(RollHarkonnenDie(Result.HOUSE))
    state = replace(own_turn.state, harkonnen_unused=6)
    own_turn.arrange(CorrectBoard(state))
    while own_turn.top() != TurnFrame(ATREIDES):
        end_of_harkonnen(own_turn)
    assert "Your turn, second die" in own_turn.main()
    own_turn.arrange(UseDesertPower("wormsigns"))
    assert "Your turn, Desert Power" in own_turn.main()
    own_turn.arrange(FinishAction())
    assert "Your turn, Desert Power" in own_turn.main()
    assert "second die" not in own_turn.main()


def end_of_harkonnen(seat: Seat) -> None:
    """Leaves the action of the Harkonnen, then their turn."""
    from companion.rules.commands import FinishAction

    seat.arrange(FinishAction() if isinstance(seat.top(), ActionFrame) else EndTurn())


@pytest.mark.rule("BATTLE-1")
def test_BATTLE_1_a_refusal_names_the_rule_with_title_and_page_and_leads_to_it(own_turn: Seat) -> None:
    own_turn.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY))
    values = {**own_turn.browser.fields(own_turn.step), "from": "gara_kulon", "to": "arrakeen"}
    answer = own_turn.browser.post(f"{own_turn.home}/do/attack", values)
    assert answer.status_code == 422
    assert 'href="/learn/rules/BATTLE-1"' in answer.text
    assert "BATTLE-1 p24" in answer.text
    assert 'hx-boost="false"' in answer.text


@pytest.mark.rule("WILD-1", "WORM-3")
def test_WILD_1_a_worm_that_appears_may_be_the_wild_maker(own_turn: Seat) -> None:
    own_turn.arrange(SpendDie(Result.MENTAT, Result.MENTAT), EndTurn())
    ne_13, ne_12 = AREA_NUMBER["ne_13"], AREA_NUMBER["ne_12"]
    state = own_turn.state.with_army(HARKONNEN, ne_12, Army(regular=2))
    state = state.with_leader("wild_maker", standing=Standing.BOARD, card_ready=False)
    own_turn.arrange(CorrectBoard(replace(state, wormsigns=(ne_13,), sandworms=(AREA_NUMBER["se_3"],))))
    from companion.rules.commands import MoveLegion

    own_turn.arrange(RollHarkonnenDie(Result.STRATEGY), MoveLegion(HARKONNEN, ne_12, ne_13, Army(regular=2)))
    form = own_turn.form("wormsign")
    assert all(f'value="{value}"' in form.body for value in ("", "wild_maker", "se_3"))
    own_turn.done("wormsign", worm_from="wild_maker", token=Wormsign.SANDWORM.value)
    assert own_turn.state.wild_maker == ne_13
    assert own_turn.state.sandworms == (AREA_NUMBER["se_3"],)
