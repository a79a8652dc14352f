"""Orders of the opponent in words: what to do with the hands for a decision, an order, or one of their options.

``order_text`` is the one entry. What has one option reads like that option; what has several has a common title, a
question and the options, worded by what tells them apart (``choices``). ``whole.whole_order`` adds what it announces.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.content.terms import Result
from companion.rules.state import State
from companion.web.orders.card_orders import card_idle_order, card_option_order
from companion.web.orders.choices import AnyOption, choice_question, option_texts
from companion.web.orders.common import common_order
from companion.web.orders.effects import excess_order, hits_order, plan_order, spice_order, vehicle_order
from companion.web.orders.option_orders import option_order
from companion.web.say import _
from companion.web.words import names
from companion.web.words.questions import question_text
from companion.web.words.records import Order
from solo_bot import Decision, Question, SpecialOption, SpiceOption, VehiclePlan
from solo_bot import orders as bot
from solo_bot.cards.options import (
    AreaOption,
    CardOrder,
    CardVehicleOption,
    EnemyLeaderOption,
    PlainOption,
    WormsignsOption,
)
from solo_bot.procedure.casualties import HitOption
from solo_bot.procedure.decision import ExcessOption, VehicleOption

Orders = bot.Order | CardOrder
Orderable = Decision | Orders | VehiclePlan | AnyOption


def order_text(state: State, what: Orderable) -> Order:
    """Returns what to do with the hands for a decision, an order of the opponent (also one of a planning card), one
    option of these, or a plan for the vehicles."""
    match what:
        case Decision():
            return _decision(state, what)
        case bot.Order():
            return _order(state, what)
        case CardOrder():
            return _card(state, what)
        case VehiclePlan():
            return plan_order(what)
        case _:
            return _single(state, what)


def _single(state: State, option: AnyOption) -> Order:
    match option:
        case SpiceOption():
            return spice_order(state, option)
        case HitOption():
            return hits_order(option)
        case VehicleOption(kind, place):
            return vehicle_order(kind, (place,), 0)
        case ExcessOption(area, figures):
            return excess_order(area, figures)
        case CardVehicleOption() | WormsignsOption() | EnemyLeaderOption() | AreaOption() | PlainOption():
            return card_option_order(state, option)
        case _:
            return option_order(state, option)


def _asked(question: Question) -> Order:
    asked = question_text(question)
    return Order(asked.title, asked.why, areas=asked.areas)


def _decision(state: State, decision: Decision) -> Order:
    if decision.question is not None:
        return _asked(decision.question)
    if not decision.options:
        return _nothing(decision)
    order = _among(state, decision.options, decision.action)
    return replace(order, steps_left=decision.steps_left, steps_note=_steps_note(decision))


def _order(state: State, order: bot.Order) -> Order:
    if order.question is not None:
        return _asked(order.question)
    options = [choice.option for choice in order.choices if choice.option is not None]
    if order.decision is not None:
        # A step of a special action in progress offers the bare effects: its decision names the leader.
        return _decision(state, order.decision)
    if not options and order.kind is bot.OrderKind.VEHICLE:
        return Order(_("No vehicle is left to place"), go=_("Go on"))
    if not options:
        return Order(_("Nothing more to do"), go=_("Go on"))
    return _among(state, options, order.kind)


def _card(state: State, order: CardOrder) -> Order:
    if order.question is not None:
        return _asked(order.question)
    options = [choice.option for choice in order.choices if choice.option is not None]
    if not options:
        return card_idle_order(order)
    return _among(state, options, order.action)


def _among(state: State, options: Sequence[AnyOption], action: str) -> Order:
    orders = [_single(state, option) for option in options]
    if len(orders) == 1:
        return orders[0]
    common = common_order(orders, options, action)
    return replace(common, question=choice_question(options, state.settlements), options=option_texts(state, options))


def _nothing(decision: Decision) -> Order:
    if decision.rule == "MAHDI-TURN-3":
        return Order(
            _("Nothing more to do: the special action ends"),
            _("Its second step would change nothing on the board."),
            go=_("Go on"),
        )
    return Order(
        _("Nothing to do: the %(result)s die is spent", result=names.result_name(decision.result)),
        _("Put the die on its spent space. No figure moves."),
        go=_("Go on"),
    )


def _steps_note(decision: Decision) -> str:
    if not decision.steps_left:
        return ""
    if decision.result is Result.HOUSE:
        return _("Then the vehicles, with the same die.")
    if isinstance(next(iter(decision.options), None), SpecialOption):
        return _("Then the second step of the special action.")
    return _("Then a second move, with the same die.")
