"""What the Harkonnen do next in a running game: the choices of the opponent as commands of the rules.

``next_order`` looks at the frame on top. Where the procedure decides, it returns an order with one choice for each
option that survives; executing the commands of a choice carries it out. Where the table has to be asked (dice, tokens,
cards drawn) or Atreides decide, there is no order.
"""

from enum import StrEnum
from functools import partial

from companion.content.terms import Result, VehicleKind
from companion.frozen import record, replace
from companion.rules import frames
from companion.rules.actions import OtherAction
from companion.rules.army import NOBODY, Army
from companion.rules.ask.battles import open_hits
from companion.rules.ask.dice import HARKONNEN_ACTIONS
from companion.rules.casualties import after_hit
from companion.rules.commands import (
    Command,
    EndVehicles,
    FinishAction,
    PlaceVehicle,
    RemoveExcess,
    SpendSpice,
    TakeHits,
)
from companion.rules.engine import execute
from companion.rules.state import HARKONNEN, Mode, State, supply
from solo_bot.levels.choice import decide_at_level, favourite, pick_for_player, settle
from solo_bot.levels.traits import TRAITS, Level
from solo_bot.procedure.casualties import HitOption, take_hits
from solo_bot.procedure.commands import commands_for
from solo_bot.procedure.decide import decide_special_step
from solo_bot.procedure.decision import (
    Decision,
    ExcessOption,
    Option,
    Question,
    SpecialOption,
    VehicleOption,
)
from solo_bot.procedure.specials import result_of_special
from solo_bot.procedure.spice import SpiceOption, spend_spice
from solo_bot.procedure.stacking import excess_options
from solo_bot.procedure.trace import Step, Trace
from solo_bot.procedure.vehicles import VehiclePlan, place_vehicles


class OrderKind(StrEnum):
    """What an order is about."""

    ACTION = "action"
    VEHICLE = "vehicle"
    HITS = "hits"
    STACKING = "stacking"
    SPICE = "spice"


OrderOption = Option | VehicleOption | HitOption | ExcessOption | SpiceOption


@record
class Choice:
    """One option and the commands that carry it out, in order, as one batch."""

    option: OrderOption | None
    commands: tuple[Command, ...]


@record
class Order:
    """What the Harkonnen do now. ``choices``: every option that survives (MAHDI-0); with a ``question`` there are none.

    ``decision`` is set for a die result; ``rest``: commands that carry this and all following vehicles out as proposed.
    """

    kind: OrderKind
    rule: str
    choices: tuple[Choice, ...]
    trace: tuple[Step, ...]
    decision: Decision | None = None
    question: Question | None = None
    rest: tuple[Command, ...] = ()


def next_order(state: State, level: Level = Level.MAHDI, seed: int = 0, *, decide_for_me: bool = False) -> Order | None:
    """Returns the order for the frame on top, None when nothing is the opponent's to decide now.

    The steps of a planning card are decided by ``solo_bot.cards`` and ``solo_bot.levels.cards``. ``level`` and ``seed``
    are those of the game. One choice is left above the printed level, and with ``decide_for_me`` at that level too.
    """
    if state.mode is not Mode.SOLO or state.winner is not None:
        return None
    settled = decide_for_me or TRAITS[level].settles
    frame = state.frame
    if isinstance(frame, frames.VehiclesFrame):
        return _settled_vehicles(state, frame, level, seed) if settled else _vehicles(state, frame)
    if isinstance(frame, frames.ActionFrame):
        bot = frame.faction is HARKONNEN and frame.action is not OtherAction.CARD
        return _action(state, frame, level, seed, decide_for_me) if bot else None
    order = _consequence(state)
    return _settled(state, order, level, seed) if order is not None and settled else order


def _consequence(state: State) -> Order | None:
    """Returns what has to be settled outside of an action: hits, units over the limit, spice."""
    frame = state.frame
    match frame:
        case frames.HitsFrame() | frames.BattleFrame(stage=frames.BattleStage.CASUALTIES):
            return _hits(state)
        case frames.StackingFrame(faction) if faction is HARKONNEN:
            return _stacking(state, frame)
        case frames.SpiceFrame():
            return _spice(state, frame)
        case _:
            return None


def _settled(state: State, order: Order, level: Level, seed: int) -> Order:
    """Leaves one choice of several: the best for the opponent, at the printed level the best for the player."""
    if len(order.choices) < 2:
        return order
    trace = Trace()
    trace.steps.extend(order.trace)
    options = [choice.option for choice in order.choices if choice.option is not None]
    looks = not any(isinstance(option, VehicleOption | SpiceOption) for option in options)
    after = partial(_after, state) if looks else None
    best = favourite(state, options, after, trace, seed, for_player=not TRAITS[level].settles)
    choices = tuple(choice for choice in order.choices if choice.option == best)
    return replace(order, choices=choices, trace=trace.done())


def _after(state: State, option: OrderOption) -> State:
    """Returns the position after casualties or units over the limit were taken off."""
    match option:
        case ExcessOption(area, figures):
            return state.take_army(HARKONNEN, area, figures)
        case HitOption() if (due := open_hits(state)) is not None:
            return state.with_army(HARKONNEN, due[1], option.legion)
        case _:
            return state


def _settled_vehicles(state: State, frame: frames.VehiclesFrame, level: Level, seed: int) -> Order:
    """Returns the order for the next vehicle with one place left, and in ``rest`` the same for all that follow."""
    first: Order | None = None
    rest: list[Command] = []
    while True:
        order = _settled(state, _vehicles(state, frame), level, seed)
        first = first or order
        if order.question is not None:
            break
        commands = order.choices[0].commands
        rest.extend(commands)
        state, _events = execute(state, commands[0])
        if not isinstance(state.frame, frames.VehiclesFrame):
            break
        frame = state.frame
    return replace(first, rest=tuple(rest)) if first.rest else first


def _vehicles(state: State, frame: frames.VehiclesFrame) -> Order:
    plan = place_vehicles(
        state, harvesters=frame.harvesters, carryalls=frame.carryalls, ornithopters=frame.ornithopters
    )
    rest: tuple[Command, ...] = tuple(
        PlaceVehicle(kind, options[0]) for kind, places in _in_order(plan) for options in places
    )
    for kind, places in _in_order(plan):
        if places:
            choices = tuple(Choice(VehicleOption(kind, place), (PlaceVehicle(kind, place),)) for place in places[0])
            # What finds no place stays in the supply; the step ends by itself when everything is placed.
            short = len(rest) < frame.harvesters + frame.carryalls + frame.ornithopters
            proposed = (*rest, EndVehicles()) if short and plan.question is None else rest
            return Order(OrderKind.VEHICLE, f"MAHDI-{_VEHICLE_RULE[kind]}", choices, plan.trace, rest=proposed)
    if plan.question is not None:
        return Order(OrderKind.VEHICLE, "MAHDI-VEH-3", (), plan.trace, question=plan.question)
    return Order(OrderKind.VEHICLE, "MAHDI-VEH-1", (Choice(None, (EndVehicles(),)),), plan.trace)


_VEHICLE_RULE = {
    VehicleKind.HARVESTER: "VEH-1",
    VehicleKind.CARRYALL: "VEH-2",
    VehicleKind.ORNITHOPTER: "VEH-3",
}


def _in_order(plan: VehiclePlan) -> tuple[tuple[VehicleKind, tuple[tuple[int, ...], ...]], ...]:
    return (
        (VehicleKind.HARVESTER, plan.harvesters),
        (VehicleKind.CARRYALL, plan.carryalls),
        (VehicleKind.ORNITHOPTER, plan.ornithopters),
    )


def _action(state: State, frame: frames.ActionFrame, level: Level, seed: int, decide_for_me: bool) -> Order:
    if frame.action is Result.DEPLOYMENT and frame != HARKONNEN_ACTIONS[Result.DEPLOYMENT]:
        # MAHDI-DEPLOY-1 deploys everything in one step: what did not fit, or the leader that is lacking, stays away.
        return Order(OrderKind.ACTION, "MAHDI-DEPLOY-1", (Choice(None, (FinishAction(),)),), ())
    if isinstance(frame.action, Result):
        decision = decide_at_level(state, frame.action, level, seed)
    else:
        decision = decide_special_step(state, result_of_special(frame.action), frame.action)
        decision = settle(state, decision, level, seed)
    if decide_for_me:
        decision = pick_for_player(state, decision, seed)
    if isinstance(frame.action, Result):
        choices = tuple(Choice(option, commands_for(option)) for option in decision.options)
    else:
        effects = [option.effect for option in decision.options if isinstance(option, SpecialOption)]
        choices = tuple(Choice(effect, commands_for(effect)) for effect in effects)
    if not choices and decision.question is None:
        choices = (Choice(None, (FinishAction(),)),)
    return Order(OrderKind.ACTION, decision.rule, choices, decision.trace, decision, decision.question)


def _hits(state: State) -> Order | None:
    due = open_hits(state)
    if due is None or due[0] is not HARKONNEN:
        return None
    faction, area, hits, _ = due
    legion, regulars = state.army(faction, area) or NOBODY, supply(state, faction).regular
    options, trace = take_hits(legion, hits, regulars)
    choices = tuple(
        Choice(option, (TakeHits(HARKONNEN, _that_cost_hits(legion, option.removed, regulars)),)) for option in options
    )
    return Order(OrderKind.HITS, "MAHDI-BATTLE-2", choices, trace)


def _that_cost_hits(legion: Army, removed: tuple[str, ...], regular_supply: int) -> tuple[str, ...]:
    """BATTLE-7: leaders that go with the last unit are among ``removed``, but no hit was spent on them."""
    for number, entry in enumerate(removed):
        after = after_hit(legion, entry, regular_supply) if legion.units else None
        if after is None:
            return removed[:number]
        legion, regular_supply = after
    return removed


def _stacking(state: State, frame: frames.StackingFrame) -> Order:
    options, trace = excess_options(state.army(HARKONNEN, frame.area) or NOBODY, frame.excess)
    choices = tuple(Choice(ExcessOption(frame.area, figures), (RemoveExcess(figures),)) for figures in options)
    return Order(OrderKind.STACKING, "STACK-1", choices, trace)


def _spice(state: State, frame: frames.SpiceFrame) -> Order:
    options, trace = spend_spice(state, frame.collected)
    choices = tuple(
        Choice(
            option,
            (SpendSpice(option.imperium, option.bans, option.supremacy - state.supremacy, option.reserve),),
        )
        for option in options
    )
    return Order(OrderKind.SPICE, "MAHDI-SPICE-1", choices, trace)
