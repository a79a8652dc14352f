"""What a planning card of the Harkonnen does next, where that is no deployment, move, attack or replacement."""

from companion.content import steps
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.ask.tracks import dice_set_aside
from companion.rules.frames import CardFrame
from companion.rules.state import State
from companion.web.orders.card_steps import card_step_text, effect_name
from companion.web.orders.effects import vehicle_order
from companion.web.say import _, ngettext
from companion.web.words import names
from companion.web.words.records import Order
from solo_bot.cards.options import (
    AreaOption,
    CardOrder,
    CardVehicleOption,
    EnemyLeaderOption,
    PlainOption,
    WormsignsOption,
)

OwnOption = CardVehicleOption | WormsignsOption | EnemyLeaderOption | AreaOption | PlainOption


def card_option_order(state: State, option: OwnOption) -> Order:
    """Returns the order for one option of a card; its step is read from the card in progress."""
    done = _("Done")
    match option:
        case CardVehicleOption(kind, place):
            return vehicle_order(kind, (place,), 0)
        case WormsignsOption(areas):
            title = ngettext(
                "Discard the wormsign in %(areas)s",
                "Discard the wormsigns in %(areas)s",
                len(areas),
                areas=names.area_names(areas),
            )
            return Order(title, _("They are not revealed."), areas=areas, go=done)
        case EnemyLeaderOption(area, leader):
            facts = {"leader": names.leader_name(leader), "area": names.area_name(area)}
            title = _("Place %(leader)s from %(area)s in the tank", **facts)
            return Order(title, areas=(area,), go=done)
        case AreaOption(_, area):
            return _in_area(state, option, area)
        case PlainOption():
            return Order(_plain(state, option), go=done)


def _step(state: State) -> steps.Step | None:
    frame = next((frame for frame in reversed(state.frames) if isinstance(frame, CardFrame)), None)
    return None if frame is None else current_step(frame)


def _in_area(state: State, option: AreaOption, area: int) -> Order:
    name = names.area_name(area)
    if option.effect is steps.Effect.SPECIAL_ATTACK:
        step = _step(state)
        title = _("Attack the legion in %(area)s with dice alone", area=name)
        dice = step.dice if isinstance(step, steps.SpecialAttack) else 0
        rolled = ngettext("Roll %(num)d combat die.", "Roll %(num)d combat dice.", dice) if dice else ""
        return Order(title, rolled, areas=(area,), go=_("Done: roll the dice"))
    title = _("Reveal the sietch and every token in %(area)s", area=name)
    return Order(title, areas=(area,), go=_("Done"))


def _plain(state: State, option: PlainOption) -> str:
    step = _step(state)
    match step:
        case steps.EnterLeader() | steps.DiscardEnemyDie() | steps.ForbidNextTurn():
            return card_step_text(step)
        case steps.GainBeneGesserit() if not dice_set_aside(state):
            return _("Raise supremacy by 1: there is no die on The Spice Must Flow")
        case steps.GainBeneGesserit():
            return card_step_text(step)
        case _:
            return _counted(option)


def _counted(option: PlainOption) -> str:
    number = option.count
    match option.effect:
        case steps.Effect.DRAW:
            text = ngettext("Put %(num)d card on the reinforcements", "Put %(num)d cards on the reinforcements", number)
        case steps.Effect.PLAY:
            text = ngettext("Draw and play %(num)d card", "Draw and play %(num)d cards", number)
        case steps.Effect.OPPONENT_DISCARDS:
            text = ngettext(
                "Discard %(num)d planning card of your choice", "Discard %(num)d planning cards of your choice", number
            )
        case steps.Effect.SHUFFLE_BACK_PRESCIENCE:
            text = ngettext(
                "Shuffle %(num)d revealed prescience card back",
                "Shuffle %(num)d revealed prescience cards back",
                number,
            )
        case _:
            text = effect_name(option.effect)
    return str(text)


def card_idle_order(order: CardOrder) -> Order:
    """Returns what happens with a card that has nothing to carry out now: skipped, without effect, or done."""
    card = names.card_name(order.card)
    match order.action:
        case "skip":
            title = _("This part is skipped")
            part = "" if order.effect is None else effect_name(order.effect)
            sentence = _("It would change nothing: %(part)s.", part=part)
        case "without_effect":
            title = _("%(card)s has no effect: put it on the reinforcements", card=card)
            part = "" if order.effect is None else effect_name(order.effect)
            sentence = _("A part of it is impossible: %(part)s.", part=part)
            if any(step.criterion == "tokens_are_no_sardaukar" for step in order.trace):
                sentence += " " + _("No Sardaukar is visible, and facedown tokens do not count (ruling R-9).")
        case "beside_board":
            title = _("Put %(card)s beside the board", card=card)
            sentence = _("It waits there for the second one.")
        case "to_reinforcements":
            title = _("Put %(card)s on the reinforcements", card=card)
            leader = names.leader_name("thufir_hawat")
            sentence = _("%(leader)s is not in play.", leader=leader)
        case "exchange_leaders":
            facts = {"old": names.leader_name("thufir_hawat"), "new": names.leader_name("gaius_helen_mohiam")}
            title = _("Discard both cards: %(old)s leaves, %(new)s enters play", **facts)
            sentence = ""
        case _:
            title = _("Discard %(card)s face up", card=card)
            sentence = _("The card is done.")
    return Order(title, sentence, go=_("Done"))
