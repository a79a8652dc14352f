"""Plays a whole die by taking the first option each time (``arrakis decide --auto``)."""

from dataclasses import replace
from typing import Any

from companion.content.terms import Result, VehicleKind
from companion.rules import events
from companion.rules.army import Army
from companion.rules.engine import Draft
from companion.rules.frames import Cause
from companion.rules.handlers.arrival import depart_and_arrive
from companion.rules.positions.writing import write_position
from companion.rules.state import HARKONNEN, State
from solo_bot.procedure.decide import decide, decide_special_step
from solo_bot.procedure.decision import (
    AttackOption,
    CardsOption,
    Decision,
    DeployOption,
    MoveOption,
    Option,
    Placement,
    ReplaceOption,
    SpecialOption,
    VehiclesOption,
)


def decide_all(state: State, result: Result) -> dict[str, Any]:
    """Returns ``{"decisions", "position"}``: every step of the die with its first option applied.

    Stops at an attack or at cards, which need dice or draws, and at a question.
    """
    from solo_bot.documents.answers import decision_document

    decisions: list[Decision] = []
    leader: str | None = None
    while True:
        decision = decide(state, result) if leader is None else decide_special_step(state, result, leader)
        decisions.append(decision)
        if not decision.options:
            break
        option = decision.options[0]
        state, applied = apply_option(state, option)
        leader = option.leader if isinstance(option, SpecialOption) else None
        if not applied or not decision.steps_left:
            break
    position = write_position(replace(state, frames=()))
    return {"decisions": [decision_document(decision) for decision in decisions], "position": position}


def apply_option(state: State, option: Option) -> tuple[State, bool]:
    """Returns the state after ``option`` and True, or the state as it was and False when it needs dice or cards."""
    draft = Draft(state)
    if isinstance(option, SpecialOption):
        if draft.state.leader(option.leader).card_ready:
            draft.emit(events.LeaderCardTurned(option.leader, False))
        effect: Option = option.effect
    else:
        effect = option
    match effect:
        case AttackOption() | CardsOption():
            return draft.state, False
        case MoveOption():
            _move(draft, effect)
        case DeployOption():
            for placement in effect.placements:
                draft.emit(events.FiguresPlaced(HARKONNEN, placement.area, placed_figures(placement), Cause.DEPLOYMENT))
        case ReplaceOption():
            for part in effect.replacements:
                draft.emit(events.UnitsReplaced(HARKONNEN, part.area, part.count, part.old, part.new, Cause.HOUSE))
            draft.emit(events.ActionStepped(2))
        case VehiclesOption():
            if effect.harvester is not None:
                draft.emit(events.VehiclePlaced(VehicleKind.HARVESTER, effect.harvester))
            if effect.ornithopter is not None:
                draft.emit(events.VehiclePlaced(VehicleKind.ORNITHOPTER, effect.ornithopter))
    return draft.state, True


def _move(draft: Draft, option: MoveOption) -> None:
    depart_and_arrive(draft, HARKONNEN, option.source, option.target, option.figures, Cause.MOVE, option.zone)
    turn = draft.state.turn
    used = turn.ornithopter_used or option.zone is not None
    target = draft.state.target_sietch if option.temporary is None else option.temporary
    draft.emit(events.MoveRecorded(option.target, option.figures, option.temporary, used, target))
    draft.emit(events.ActionStepped(2))


def placed_figures(placement: Placement) -> Army:
    """Returns the units of a placement together with its leader."""
    match placement.leader:
        case None:
            return placement.units
        case "bashar":
            return placement.units + Army(generic=1)
        case named:
            return placement.units + Army(named=(named,))
