"""The opponent's decision for a rolled die (MAHDI-TURN-1..3, MAHDI-ATTACK, -MOVE, -DEPLOY, -CARD-1, -HOUSE)."""

from companion.content.terms import Result
from companion.rules.army import Army
from companion.rules.ask.dice import HARKONNEN_ACTIONS
from companion.rules.ask.rounds import alternating
from companion.rules.frames import ActionFrame
from companion.rules.state import HARKONNEN, State
from solo_bot.procedure.attack import find_attack
from solo_bot.procedure.decision import CardsOption, Decision
from solo_bot.procedure.deployment import deployments
from solo_bot.procedure.house import replacements
from solo_bot.procedure.movement import find_move
from solo_bot.procedure.situation import Situation
from solo_bot.procedure.specials import Special, second_step, special_actions, special_options
from solo_bot.procedure.trace import Trace
from solo_bot.procedure.vehicles import house_vehicles

DEPLOYED_REGULARS = 3
MENTAT_CARDS = 2


def decide(state: State, result: Result) -> Decision:
    """Returns one step of the decision for a Harkonnen die showing ``result``, with every option that survives.

    ``state.turn`` tells which step of the die it is: step 2 of Leadership or Strategy is the second move only, step 2
    of House the vehicles. Pure: the same state gives the same decision.
    """
    trace = Trace()
    if state.turn.step == 1 and not state.turn.moved and _action(state, result) == HARKONNEN_ACTIONS[result]:
        specials = special_actions(state, result, trace)
        if specials:
            return _special_decision(result, specials, trace)
    match result:
        case Result.LEADERSHIP | Result.STRATEGY:
            return _fight_or_move(state, result, trace)
        case Result.DEPLOYMENT:
            return _deploy(state, trace)
        case Result.MENTAT:
            return _draw_cards(state, trace)
        case Result.HOUSE:
            return _house(state, trace)


def _action(state: State, result: Result) -> ActionFrame:
    """What of the die's action is still to be done: all of it, unless the position is in the middle of it."""
    frame = state.frame
    if isinstance(frame, ActionFrame) and frame.faction is HARKONNEN and frame.action is result:
        return frame
    return HARKONNEN_ACTIONS[result]


def decide_special_step(state: State, result: Result, leader: str) -> Decision:
    """Returns the second step of Rabban's or Feyd-Rautha's special action; ``nothing`` when it is impossible (R-6)."""
    trace = Trace()
    special = second_step(state, leader, trace)
    if special is None:
        trace.note("MAHDI-TURN-3", "special_impossible", leader, rulings=("R-6",))
        return Decision(result, "nothing", "MAHDI-TURN-3", trace=trace.done())
    return _special_decision(result, [special], trace)


def _special_decision(result: Result, specials: list[Special], trace: Trace) -> Decision:
    question = next((special.question for special in specials if special.question is not None), None)
    options = () if question is not None else special_options(specials)
    steps_left = max(special.steps_left for special in specials)
    return Decision(result, "special", "MAHDI-TURN-3", options, steps_left, question, trace.done())


def _fight_or_move(state: State, result: Result, trace: Trace) -> Decision:
    leaders_only = result is Result.LEADERSHIP
    situation = Situation(state, leaders_only=leaders_only)
    second = state.turn.step == 2 or bool(state.turn.moved)
    if not second:
        attacks = find_attack(situation, trace, surprise=leaders_only)
        if attacks.action is not None:
            return Decision(result, attacks.action, attacks.rule, attacks.options, 0, attacks.question, trace.done())
    moves = find_move(situation, trace, leaders_only=leaders_only)
    if moves.action is None:
        trace.note("ACT-STRATEGY", "nothing_possible", rulings=("R-7",))
        return Decision(result, "nothing", moves.rule, trace=trace.done())
    steps_left = 0 if second or moves.question is not None else 1
    return Decision(result, moves.action, moves.rule, moves.options, steps_left, moves.question, trace.done())


def _deploy(state: State, trace: Trace) -> Decision:
    options = deployments(Situation(state), trace, Army(regular=DEPLOYED_REGULARS))
    action = "deploy" if options else "nothing"
    return Decision(Result.DEPLOYMENT, action, "MAHDI-DEPLOY-1", options, trace=trace.done())


def _draw_cards(state: State, trace: Trace) -> Decision:
    decks = alternating(state, MENTAT_CARDS)
    trace.note("MAHDI-CARD-1", "alternate_decks", *decks, rulings=("R-8",))
    option = CardsOption(decks)
    return Decision(Result.MENTAT, "play_cards", "MAHDI-CARD-1", (option,), trace=trace.done())


def _house(state: State, trace: Trace) -> Decision:
    house = _action(state, Result.HOUSE)
    if state.turn.step == 1 and house.replacements:
        found = replacements(Situation(state), trace, house.replacements)
        if found.options or found.question is not None:
            steps_left = 0 if found.question is not None else 1
            return Decision(
                Result.HOUSE,
                "replace_units",
                "MAHDI-HOUSE-1",
                found.options,
                steps_left,
                found.question,
                trace.done(),
            )
    options, question, steps = house_vehicles(state, house)
    trace.steps.extend(steps)
    action = "place_vehicles" if options or question is not None else "nothing"
    return Decision(Result.HOUSE, action, "MAHDI-HOUSE-2", options, 0, question, trace.done())
