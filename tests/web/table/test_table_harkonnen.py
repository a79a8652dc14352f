"""The Harkonnen turn: the face, the order with its reasons, *Done* once and only once."""

import html
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER
from companion.content import DECK_CARDS
from companion.content.terms import Result
from companion.rules import execute
from companion.rules.army import Army
from companion.rules.commands import CorrectBoard, EndTurn, RevealCard, RollAtreidesDice, SpendDie
from companion.rules.frames import ActionFrame, BattleFrame, CardFrame, CardsFrame, RevealTokensFrame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN
from companion.service import Chance
from companion.web.orders.course import card_course
from companion.web.steps.mahdi.cards import unseen
from companion.web.words import names
from solo_bot.cards.course import decide_card
from solo_bot.orders import next_order
from tests.web.table.conftest import Seat, to_dice

NE_15, CNE_9, GARA_KULON = (AREA_NUMBER[a] for a in ("ne_15", "cne_9", "gara_kulon"))


@pytest.fixture
def their_turn(own_turn: Seat) -> Seat:
    """The first Harkonnen turn."""
    own_turn.arrange(SpendDie(Result.MENTAT, Result.MENTAT))
    own_turn.arrange(EndTurn())
    assert own_turn.top() == TurnFrame(HARKONNEN)
    return own_turn


def two_attackers(seat: Seat) -> None:
    """Two equal legions with a leader next to Gara Kulon, whose rank is known."""
    legion = Army(regular=4, elite=1, generic=1)
    state = seat.state.with_army(HARKONNEN, NE_15, legion).with_army(HARKONNEN, CNE_9, legion)
    sietches = tuple(replace(s, rank=3) if s.area == GARA_KULON else s for s in state.sietches)
    seat.arrange(CorrectBoard(replace(state, sietches=sietches)))


def test_the_face_is_tapped(their_turn: Seat) -> None:
    assert their_turn.form("roll-die").offers("result") == [result.value for result in Result]
    their_turn.done("roll-die", result="deployment")
    assert isinstance(their_turn.top(), ActionFrame)
    assert their_turn.state.harkonnen_spent == (Result.DEPLOYMENT,)


def test_or_the_app_rolls_it(their_turn: Seat) -> None:
    their_turn.done("roll-die-for-me")
    assert len(their_turn.state.harkonnen_spent) == 1


@pytest.mark.rule("MAHDI-TURN-1")
def test_MAHDI_TURN_1_an_exhausted_face_cannot_be_tapped(their_turn: Seat) -> None:
    their_turn.arrange(CorrectBoard(replace(their_turn.state, harkonnen_spent=(Result.HOUSE,) * 3)))
    assert "house" not in their_turn.form("roll-die").offers("result")
    answer = their_turn.do("roll-die", result="house")
    assert answer.status_code == 422
    assert "MAHDI-TURN-1" in answer.text


def test_a_face_that_is_none_is_named(their_turn: Seat) -> None:
    answer = their_turn.do("roll-die", result="moon")
    assert answer.status_code == 400
    assert "<code>result</code>" in answer.text


def test_an_order_has_headline_arrow_reasons_and_one_done(their_turn: Seat) -> None:
    two_attackers(their_turn)
    their_turn.done("roll-die", result="leadership")
    text = their_turn.page()
    assert their_turn.title() == "Attack the sietch at Gara Kulon"
    assert text.count('class="btn go"') == 1
    assert text.count('<g class="arw ') == 2
    assert "Why this attack?" in text
    assert "MAHDI-ATTACK-1" in text


@pytest.mark.rule("MAHDI-0")
def test_MAHDI_0_equal_options_are_numbered_and_none_is_chosen(their_turn: Seat) -> None:
    two_attackers(their_turn)
    their_turn.done("roll-die", result="leadership")
    form = their_turn.form("order")
    assert form.offers("option") == ["0", "1"]
    assert " checked" not in form.body
    picked = their_turn.form("order", f"{their_turn.step}?option=1")
    assert dict(picked.values())["option"] == "1"
    assert f"{their_turn.step}?option=1" in their_turn.links()
    their_turn.done("order", option=1)
    battle = their_turn.top()
    assert isinstance(battle, BattleFrame)
    assert battle.attacker_area == NE_15


@pytest.mark.parametrize("option", ["2", "-1", "first", ""])
def test_an_option_that_is_none_is_named_and_nothing_happens(their_turn: Seat, option: str) -> None:
    two_attackers(their_turn)
    their_turn.done("roll-die", result="leadership")
    before = their_turn.seq
    answer = their_turn.do("order", option=option)
    assert answer.status_code == 400
    assert "<code>option</code>" in answer.text
    assert their_turn.seq == before


def test_one_option_is_carried_out_by_one_tap(their_turn: Seat) -> None:
    their_turn.done("roll-die", result="deployment")
    order = next_order(their_turn.state)
    assert order is not None
    if len(order.choices) == 1:
        their_turn.done("order")
    else:
        their_turn.done("order", option=0)
    assert their_turn.top_as(TurnFrame).faction is ATREIDES


def test_a_second_tap_on_done_is_told_and_changes_nothing(their_turn: Seat) -> None:
    their_turn.done("roll-die", result="deployment")
    form = their_turn.form("order")
    data = {**dict(form.values()), "option": "0"}
    assert their_turn.browser.post(form.action, data).status_code == 303
    after = their_turn.seq
    for headers in ({}, {"HX_Request": "true"}):
        second = their_turn.browser.post(form.action, data, **headers)
        assert second.status_code == 409
        assert "This was already recorded" in second.text
    assert their_turn.seq == after


def test_a_stale_form_is_told_what_changed(their_turn: Seat) -> None:
    form = their_turn.form("roll-die")
    their_turn.done("roll-die", result="deployment")
    after = their_turn.seq
    answer = their_turn.browser.post(form.action, {**dict(form.values()), "result": "house"})
    assert answer.status_code == 409
    assert "Someone else was faster" in answer.text
    assert "Ola" in answer.text
    assert their_turn.seq == after


def test_a_form_without_the_token_of_this_device_is_refused(their_turn: Seat) -> None:
    form = their_turn.form("roll-die")
    data = {**dict(form.values()), "result": "house", "csrf_token": "0" * 64}
    assert their_turn.browser.post(form.action, data).status_code == 400


@pytest.mark.rule("R-16")
def test_R_16_a_rank_that_decides_is_asked_with_its_consequences(their_turn: Seat) -> None:
    legion = Army(regular=4, elite=1, generic=1)
    state = their_turn.state.with_army(HARKONNEN, NE_15, legion)
    state = state.with_army(HARKONNEN, AREA_NUMBER["se_6"], legion)
    their_turn.arrange(CorrectBoard(state))
    their_turn.done("roll-die", result="strategy")
    order = next_order(their_turn.state)
    assert order is not None
    assert order.question is not None
    assert order.question.ask == "rank"
    assert their_turn.form("rank").offers("rank") == ["1", "2", "3"]
    asked = their_turn.title()
    their_turn.done("rank", rank=1)
    assert their_turn.title() != asked


@pytest.mark.rule("MAHDI-HOUSE-1")
def test_MAHDI_HOUSE_1_a_token_is_turned_when_no_regular_is_visible(their_turn: Seat) -> None:
    state = their_turn.state
    for area, _army in state.legions(HARKONNEN):
        state = state.with_army(HARKONNEN, area, Army(elite=1))
    state = state.with_army(HARKONNEN, AREA_NUMBER["carthag"], Army(tokens=2))
    their_turn.arrange(CorrectBoard(replace(state, black_tokens=5, silver_tokens=5)))
    their_turn.done("roll-die", result="house")
    assert "Reveal a token in Carthag" in their_turn.title()
    form = their_turn.form("tokens")
    colour = {"colour": "black"} if form.offers("colour") else {}
    their_turn.done("tokens", regular=2, **colour)
    assert not isinstance(their_turn.top(), RevealTokensFrame)
    assert their_turn.state.army(HARKONNEN, AREA_NUMBER["carthag"]) != Army(tokens=2)


@pytest.mark.rule("MAHDI-CARD-1")
def test_MAHDI_CARD_1_cards_are_found_by_name_and_carried_out(their_turn: Seat) -> None:
    their_turn.done("roll-die", result="mentat")
    their_turn.done("order")
    assert isinstance(their_turn.top(), CardsFrame)
    offers = their_turn.form("card").offers("card")
    assert len(offers) > 10
    wrong = their_turn.do("card", name="No such card")
    assert wrong.status_code == 400
    assert "<code>Name</code>" in wrong.text
    number = len(their_turn.top_as(CardsFrame).decks)
    their_turn.done("card", name=names.card_name(offers[0]).upper())
    steps = 0
    while isinstance(their_turn.top(), CardFrame | ActionFrame) and steps < 12:
        steps += 1
        form = their_turn.form("card-step")
        option = {"option": 0} if form.offers("option") else {}
        their_turn.done("card-step", **option)
    frame = their_turn.top()
    assert not isinstance(frame, CardsFrame) or len(frame.decks) < number


@pytest.mark.rule("MAHDI-CARD-4")
def test_MAHDI_CARD_4_a_card_that_cannot_be_carried_out_joins_the_reinforcements(their_turn: Seat) -> None:
    their_turn.done("roll-die", result="mentat")
    their_turn.done("order")
    before = their_turn.state.reinforcements
    their_turn.done("card", card="spotter_control")
    if "card-without" in [form.deed for form in their_turn.forms()]:
        their_turn.done("card-without")
    else:
        their_turn.done("card-step")
    assert their_turn.state.reinforcements == before + 1


@pytest.mark.rule("MAHDI-CARD-1")
def test_MAHDI_CARD_1_a_card_without_a_choice_takes_two_taps(their_turn: Seat) -> None:
    their_turn.done("roll-die", result="mentat")
    their_turn.done("order")
    left = len(their_turn.top_as(CardsFrame).decks)
    assert left > 1
    plain = next(card for card in their_turn.form("card").offers("card") if ends_at_once(their_turn, card))
    their_turn.done("card", card=plain)
    shown = re.sub(r"<[^>]+>", "", their_turn.main())
    assert html.escape(names.card_summary(plain)) in shown
    assert "Then discard" in shown
    their_turn.done("card-step")
    assert len(their_turn.top_as(CardsFrame).decks) == left - 1
    assert their_turn.state.cards.discards == (plain,)


def ends_at_once(seat: Seat, card: str) -> bool:
    course = card_course(execute(seat.state, RevealCard(card))[0], decide_card)
    return course.ends and len(course.order.choices) == 1


def test_where_the_app_rolls_it_draws_the_card(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(set_up="quick", dice="app")
    to_dice(seat)
    seat.arrange(RollAtreidesDice((Result.LEADERSHIP, Result.STRATEGY, Result.MENTAT, Result.HOUSE)))
    seat.arrange(SpendDie(Result.MENTAT, Result.MENTAT))
    seat.arrange(EndTurn())
    seat.done("roll-die", result="mentat")
    seat.done("order")
    deck = seat.top_as(CardsFrame).decks[0]
    drawn = {Chance(7, seq).planning_card(unseen(seat.state, deck), ()) for seq in range(200)}
    assert drawn == {card.id for card in DECK_CARDS[deck]}
    seat.done("draw-card")
    assert isinstance(seat.top(), CardFrame | ActionFrame)
    assert "Harkonnen card: " in seat.main()
