"""A whole simulated game in words: every step, order, reason and event of it."""

import pytest

from companion.rules.actions import OtherAction
from companion.rules.events import Event
from companion.rules.frames import ActionFrame, CardFrame
from companion.rules.state import State
from companion.web.orders.presenter import order_text
from companion.web.orders.why import why_lines
from companion.web.steps.head import head_of
from companion.web.words.history.lines import history_line
from companion.web.words.records import Order
from solo_bot.cards.course import decide_card
from solo_bot.orders import next_order
from solo_bot.simulation.play import play_game
from tests.web.steps.scenes import scene_at
from tests.web.words.conftest import Speak


def card_goes_on(state: State) -> bool:
    """True when a card, or a move or attack that it brought, is what the opponent has to carry out now."""
    frame = state.frame
    return isinstance(frame, CardFrame) or (isinstance(frame, ActionFrame) and frame.action is OtherAction.CARD)


def worded_order(state: State) -> Order | None:
    found = decide_card(state) if card_goes_on(state) and state.frame in harkonnen(state) else None
    order = found or (None if card_goes_on(state) else next_order(state))
    if order is None:
        return None
    assert len(why_lines(order.trace, len(order.choices))) >= len(order.trace)
    return order_text(state, order)


def harkonnen(state: State) -> tuple[object, ...]:
    """The frame on top, unless it is an action of the Atreides."""
    frame = state.frame
    return () if isinstance(frame, ActionFrame) and frame.faction.id != "harkonnen" else (frame,)


@pytest.mark.slow
def test_a_whole_game_can_be_told(speak: Speak) -> None:
    orders = 0

    def watch(state: State, events: tuple[Event, ...]) -> None:
        nonlocal orders
        frame = state.frame
        assert frame is not None
        head = head_of(scene_at(state), frame)
        assert head.title
        assert head.kicker
        order = worded_order(state)
        if order is not None:
            orders += 1
            labels = [(option.label, option.detail) for option in order.options]
            assert order.title
            assert len(set(labels)) == len(labels), (order.title, labels)
            assert bool(order.question) == (len(labels) > 1)

    with speak("en"):
        record = play_game(1, watch=watch)
    assert record.winner is not None
    assert orders > 50
    lines = [history_line(event) for event in record.events]
    assert all(line.title for line in lines)
    assert not any("%(" in line.title + line.detail for line in lines)
