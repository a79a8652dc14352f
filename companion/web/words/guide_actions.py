"""The next step in turns, actions and cards."""

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext, lazy_gettext, ngettext

from companion.content import LEADERS
from companion.content.terms import Faction, Result
from companion.rules.frames import ActionFrame, AtreidesCardFrame, CardFrame, TurnFrame
from companion.rules.handlers.atreides_steps import card_below, counted_step, step_of
from companion.rules.handlers.card_steps import current_step
from companion.rules.handlers.common import turn_frame
from companion.rules.state import ATREIDES_DICE, Mode, State
from companion.web.orders.card_steps import card_step_text
from companion.web.words import names
from companion.web.words.atreides_cards import own_step_text
from companion.web.words.records import Guide

HARKONNEN, ATREIDES = Faction.HARKONNEN, Faction.ATREIDES
CARD, CARD_STEP, DESERT_POWER = "card", "card_step", "desert_power"

TURN_KICKERS = (
    lazy_gettext("Your turn, first die"),
    lazy_gettext("Your turn, second die"),
    lazy_gettext("Your turn, third die"),
    lazy_gettext("Your turn, fourth die"),
    lazy_gettext("Your turn, fifth die"),
)
RULES = {
    (ATREIDES, "strategy"): "ACT-STRATEGY",
    (ATREIDES, "leadership"): "ACT-LEADERSHIP",
    (ATREIDES, "deployment"): "ACT-DEPLOY-A",
    (ATREIDES, "mentat"): "ACT-MENTAT",
    (ATREIDES, "house"): "ACT-HOUSE-A",
    (ATREIDES, DESERT_POWER): "ACT-DESERT",
    (HARKONNEN, "deployment"): "MAHDI-DEPLOY-1",
    (HARKONNEN, "mentat"): "MAHDI-CARD-1",
    (HARKONNEN, "house"): "MAHDI-HOUSE-1",
}

PEOPLE_RULES: Mapping[str, str] = {
    Result.STRATEGY: "ACT-STRATEGY",
    Result.LEADERSHIP: "ACT-LEADERSHIP",
    Result.DEPLOYMENT: "ACT-DEPLOY-H",
    Result.MENTAT: "ACT-MENTAT",
    Result.HOUSE: "ACT-HOUSE-H",
}
"""The rule of a Harkonnen die where people spend it."""


def turn_kicker(state: State, *, spent: bool) -> str:
    """Returns "Your turn, third die"; ``spent``: the die of this turn is spent already.

    A turn that took Desert Power spent no die and says so. Between people it is "Atreides turn": readers of both sides.
    """
    if state.mode is not Mode.SOLO:
        return str(gettext("Atreides turn"))
    turn = turn_frame(state)
    if turn is not None and turn.faction is ATREIDES and turn.acted and not turn.spent_die:
        return str(gettext("Your turn, Desert Power"))
    dice = ATREIDES_DICE + (state.bene_gesserit_die is not None)
    number = dice - state.atreides_unused + (0 if spent else 1)
    if not spent and not state.atreides_unused:
        return str(gettext("Your turn, no die left"))
    return str(TURN_KICKERS[max(0, min(number, len(TURN_KICKERS)) - 1)])


def _turn(state: State, frame: TurnFrame) -> Guide:
    if frame.faction is HARKONNEN:
        return _harkonnen_turn(state, frame)
    rule = names.rule_ref("ACT-3")
    if frame.acted:
        sentence = gettext("Free actions are still open. Then the Harkonnen roll.")
        if state.mode is not Mode.SOLO:
            sentence = gettext("Free actions are still open. Then it is the turn of the Harkonnen.")
        heading = gettext("End your turn") if state.mode is Mode.SOLO else gettext("End the Atreides turn")
        return Guide(turn_kicker(state, spent=frame.spent_die), heading, sentence, rule, actor=ATREIDES)
    desert = state.atreides_unused < state.harkonnen_unused
    if state.atreides_unused and desert:
        heading, sentence = gettext("Spend a die"), gettext("Or play a card for one, or use Desert Power.")
    elif state.atreides_unused:
        heading, sentence = gettext("Spend a die"), gettext("For its action, or to play a planning card.")
    else:
        heading = gettext("Use Desert Power, or pass")
        sentence = gettext("You have no die left.") if state.mode is Mode.SOLO else gettext("No die is left.")
    return Guide(turn_kicker(state, spent=False), heading, sentence, rule, actor=ATREIDES)


def _harkonnen_turn(state: State, frame: TurnFrame) -> Guide:
    kicker = gettext("Harkonnen turn")
    if frame.acted:
        return Guide(kicker, gettext("End the Harkonnen turn"), "", names.rule_ref("ACT-3"), actor=HARKONNEN)
    left = ngettext("%(num)d unused die is left.", "%(num)d unused dice are left.", state.harkonnen_unused)
    return Guide(kicker, gettext("Spend a Harkonnen die"), left, names.rule_ref("ACT-3"), actor=HARKONNEN)


def _action(state: State, frame: ActionFrame) -> Guide:
    if frame.faction is HARKONNEN:
        return _people_action(frame)
    if frame.action == CARD_STEP:
        return _card_step(state, frame)
    heading, sentence = _own_action(frame)
    areas = () if frame.only is None else (frame.only,)
    rule = names.rule_ref(RULES.get((ATREIDES, frame.action), _rule_of(frame)))
    return Guide(turn_kicker(state, spent=True), heading, sentence, rule, areas, actor=ATREIDES)


def _card_step(state: State, frame: ActionFrame) -> Guide:
    """The moves, attack or replacements of an Atreides card."""
    card, step = card_below(state), counted_step(state)
    areas = () if frame.only is None else (frame.only,)
    kicker = turn_kicker(state, spent=True)
    if card is None or step is None:
        return Guide(kicker, gettext("Do what your card says"), "", names.rule_ref("CARD-1"), areas, actor=ATREIDES)
    rule = names.rule_ref("LEADER-2" if card.card in LEADERS else "CARD-1")
    return Guide(kicker, own_step_text(step), _own_name(card.card), rule, areas, actor=ATREIDES)


def _own_name(card: str) -> str:
    if card in LEADERS:
        return str(gettext("Special action: %(leader)s", leader=names.leader_name(card)))
    return names.card_name(card)


def _own_card(state: State, frame: AtreidesCardFrame) -> Guide:
    kicker, areas = turn_kicker(state, spent=True), () if frame.area is None else (frame.area,)
    rule = names.rule_ref("LEADER-2" if frame.card in LEADERS else "CARD-1")
    step = step_of(frame)
    if step is None:
        return Guide(kicker, gettext("The card is done"), _own_name(frame.card), rule, areas, actor=ATREIDES)
    if frame.left is not None:
        heading = ngettext("Remove %(num)d vehicle", "Remove %(num)d vehicles", frame.left)
        return Guide(kicker, heading, _own_name(frame.card), rule, areas, actor=ATREIDES)
    return Guide(kicker, own_step_text(step), _own_name(frame.card), rule, areas, actor=ATREIDES)


def _rule_of(frame: ActionFrame) -> str:
    return "LEADER-2" if frame.action in LEADERS else "CARD-1"


def _own_action(frame: ActionFrame) -> tuple[str, str]:
    match frame.action:
        case Result.STRATEGY | Result.LEADERSHIP:
            return _own_moves(frame)
        case Result.DEPLOYMENT:
            sentence = gettext("A token facedown and a Naib or named leader, together in one sietch.")
            return gettext("Tap the sietch that gets a token"), sentence
        case Result.MENTAT:
            heading = ngettext("Draw %(num)d planning card", "Draw %(num)d planning cards", frame.draws)
            return heading, gettext("Say from which decks before you look.")
        case "desert_power":
            return _desert_power(frame)
        case "card":
            sentence = gettext("Carry it out on the table, enter the changes on the map, then finish.")
            return gettext("Do what your card says"), sentence
        case _:
            leader = names.leader_name(frame.action) if frame.action in LEADERS else names.result_name(frame.action)
            heading = gettext("Special action: %(leader)s", leader=leader)
            return heading, gettext("Carry it out on the table, enter the changes on the map, then finish.")


def _own_moves(frame: ActionFrame) -> tuple[str, str]:
    name = names.result_name(frame.action)
    if frame.attack and frame.leaders_only:
        sentence = gettext("%(action)s: 2 moves, or 1 surprise attack. A leader goes along.", action=name)
        return gettext("Tap a legion with a leader to move or attack"), sentence
    if frame.attack:
        sentence = gettext("%(action)s: 2 different legions move, or 1 attacks.", action=name)
        return gettext("Tap a legion to move or attack"), sentence
    if frame.leaders_only:
        sentence = gettext("%(action)s, second move. A leader goes along.", action=name)
        return gettext("Tap another legion with a leader to move"), sentence
    return gettext("Tap another legion to move"), str(gettext("%(action)s, second move.", action=name))


def _desert_power(frame: ActionFrame) -> tuple[str, str]:
    if frame.placements:
        left = ngettext("%(num)d wormsign to place.", "%(num)d wormsigns to place.", frame.placements)
        return gettext("Tap a desert area for a wormsign"), left
    if frame.moves:
        left = ngettext("%(num)d sandworm may move.", "%(num)d sandworms may move.", frame.moves)
        return gettext("Tap a sandworm, then where it goes"), left
    sentence = gettext("A Harkonnen legion or harvester up to 2 areas away. The worm leaves the board.")
    return gettext("Tap a sandworm, then what it attacks"), sentence


def _people_action(frame: ActionFrame) -> Guide:
    """An action of the Harkonnen that people chose: the rules of the faction instead of those of the opponent."""
    areas = () if frame.only is None else (frame.only,)
    heading = _harkonnen_heading(frame)
    if frame.action in LEADERS:
        leader = names.leader_name(frame.action)
        kicker = gettext("Harkonnen, special action of %(leader)s", leader=leader)
        return Guide(kicker, heading, "", names.rule_ref("LEADER-2"), areas, actor=HARKONNEN)
    if frame.action not in tuple(Result):
        return Guide(gettext("Harkonnen card"), heading, "", names.rule_ref("CARD-1"), areas, actor=HARKONNEN)
    if frame.action == Result.MENTAT and frame.draws:
        heading = ngettext("Draw %(num)d planning card", "Draw %(num)d planning cards", frame.draws)
    kicker = gettext("Harkonnen die: %(result)s", result=names.result_name(frame.action))
    return Guide(kicker, heading, "", names.rule_ref(PEOPLE_RULES[frame.action]), areas, actor=HARKONNEN)


def _harkonnen_heading(frame: ActionFrame) -> str:
    if frame.attack and frame.moves:
        return str(gettext("Attack with a Harkonnen legion, or move"))
    if frame.attack:
        return str(gettext("Attack with a Harkonnen legion"))
    if frame.moves:
        return str(gettext("Move a Harkonnen legion"))
    if frame.replacements:
        return str(gettext("Replace Harkonnen units by stronger ones"))
    if frame.action == Result.HOUSE and frame.placements:
        return str(gettext("Place a harvester and an ornithopter"))
    if frame.placements:
        return str(gettext("Place new Harkonnen units"))
    if frame.leaders:
        return str(gettext("Place a Harkonnen leader"))
    if frame.draws:
        return str(ngettext("Draw and play %(num)d card", "Draw and play %(num)d cards", frame.draws))
    return str(gettext("The action is done"))


def _card(state: State, frame: CardFrame) -> Guide:
    kicker = gettext("Harkonnen card: %(card)s", card=names.card_name(frame.card))
    areas = () if frame.area is None else (frame.area,)
    step = current_step(frame)
    if step is None:
        heading = gettext("Discard %(card)s face up", card=names.card_name(frame.card))
        return Guide(kicker, heading, "", names.rule_ref("CARD-1"), areas, actor=HARKONNEN)
    rule = names.rule_ref("CARD-1")
    return Guide(kicker, card_step_text(step), names.card_summary(frame.card), rule, areas, actor=HARKONNEN)


WORDINGS: Mapping[type, Callable[[State, Any], Guide]] = {
    TurnFrame: _turn,
    ActionFrame: _action,
    CardFrame: _card,
    AtreidesCardFrame: _own_card,
}
