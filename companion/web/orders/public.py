"""An order as those read it who do not carry it out: what the Harkonnen do, and nobody is told to do anything."""

from typing import Any

from companion.content.steps import DiscardEnemyDie, Effect, ForbidNextTurn
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.ask.tracks import dice_set_aside
from companion.rules.frames import CardFrame
from companion.rules.state import State
from companion.web.orders.choices import ride
from companion.web.orders.course import Course
from companion.web.orders.presenter import Orders
from companion.web.say import _, ngettext
from companion.web.words import names
from companion.web.words.records import Order
from solo_bot import AttackOption, CardsOption, DeployOption, MoveOption, SpecialOption
from solo_bot.cards.options import CardOrder, PlainOption
from solo_bot.procedure.casualties import HitOption
from solo_bot.procedure.decision import ExcessOption


def public_words(state: State, order: Orders | Course[Any], words: Order) -> tuple[str, str]:
    """Returns headline and sentence of an order for those who cannot act; ``words``: those of the player."""
    if isinstance(order, Course):
        if order.first is not None:
            return _does(words.title), _does(words.sentence)
        return public_words(order.state, order.order, words)
    options = [choice.option for choice in order.choices]
    effects = [option.effect if isinstance(option, SpecialOption) else option for option in options]
    return _title(state, order, words, effects), _sentence(words, effects)


def _title(state: State, order: Orders, words: Order, effects: list[Any]) -> str:
    if isinstance(order, CardOrder) and order.action == "without_effect":
        return _("%(card)s has no effect: it is put on the reinforcements", card=names.card_name(order.card))
    match effects[0] if effects else None:
        case PlainOption() as plain:
            return _plain(state, plain, words)
        case HitOption(removed=()):
            return words.title
        case None if not isinstance(order, CardOrder):
            return words.title
        case None if isinstance(order, CardOrder) and order.action == "skip":
            return words.title
        case _:
            return _does(words.title)


def _does(title: str) -> str:
    return _("Harkonnen %(order)s", order=title[:1].lower() + title[1:])


def _plain(state: State, option: PlainOption, words: Order) -> str:
    frame = next((frame for frame in reversed(state.frames) if isinstance(frame, CardFrame)), None)
    step = None if frame is None else current_step(frame)
    if isinstance(step, DiscardEnemyDie):
        return _("Atreides lose an unused die that shows %(result)s", result=names.result_name(step.result))
    if isinstance(step, ForbidNextTurn):
        leaders = names.leader_names(step.leaders)
        return _("In the next Atreides turn these leaders stay where they are: %(leaders)s", leaders=leaders)
    if option.effect is Effect.OPPONENT_DISCARDS:
        return ngettext(
            "Atreides discard %(num)d planning card", "Atreides discard %(num)d planning cards", option.count
        )
    happens = option.effect is Effect.ENTER_LEADER or (
        option.effect is Effect.GAIN_BENE_GESSERIT and dice_set_aside(state) > 0
    )
    return words.title if happens else _does(words.title)


def _sentence(words: Order, effects: list[Any]) -> str:
    match effects[0] if effects else None:
        case MoveOption(zone=int() as zone) if len({effect.zone for effect in effects}) == 1:
            return f"{names.capital(ride(zone))}."
        case AttackOption() | DeployOption() | CardsOption() | HitOption() | ExcessOption():
            return words.sentence
        case _:
            return ""
