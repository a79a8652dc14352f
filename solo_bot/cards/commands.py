"""The options of a planning card as commands of the rules, and what they lead to when nothing interrupts."""

from dataclasses import fields
from operator import attrgetter

from companion.frozen import replace
from companion.rules.commands import (
    Attack,
    CardStepDone,
    Command,
    FinishAction,
    MoveLegion,
    PlaceVehicle,
    ReplaceUnits,
)
from companion.rules.engine import Draft, execute, settle
from companion.rules.frames import ActionFrame, CardFrame
from companion.rules.refusal import Refused
from companion.rules.state import HARKONNEN, State
from solo_bot.cards.options import (
    AreaOption,
    CardOption,
    CardVehicleOption,
    EnemyLeaderOption,
    PlainOption,
    WormsignsOption,
)
from solo_bot.cards.scene import Scene
from solo_bot.procedure.commands import placed_figures
from solo_bot.procedure.decision import AttackOption, DeployOption, MoveOption, ReplaceOption


def commands_for(scene: Scene, option: CardOption) -> tuple[Command, ...]:
    """Returns the commands that carry out an option; a move or an attack ends its step by itself."""
    match option:
        case DeployOption(placements):
            placed = tuple((placement.area, placed_figures(placement)) for placement in placements)
            return (CardStepDone(placements=placed, more=scene.goes_on),)
        case ReplaceOption(replacements):
            done = [ReplaceUnits(HARKONNEN, r.area, r.count, r.old, r.new) for r in replacements]
            return (*done, CardStepDone())
        case CardVehicleOption(kind, place):
            return PlaceVehicle(kind, place), CardStepDone(more=scene.goes_on)
        case MoveOption(source, target, figures, zone, temporary):
            return (MoveLegion(HARKONNEN, source, target, figures, zone, temporary_target=temporary),)
        case AttackOption(attacker, target, _, zone):
            return (Attack(HARKONNEN, attacker, target, zone),)
        case WormsignsOption(areas):
            return (CardStepDone(areas=areas, more=scene.goes_on),)
        case EnemyLeaderOption(_, leader):
            return (CardStepDone(leader=leader),)
        case AreaOption(_, area):
            return (CardStepDone(area),)
        case PlainOption():
            return (CardStepDone(),)


def skip_commands(scene: Scene) -> tuple[Command, ...]:
    """Returns the commands that pass over the rest of the current step, of vehicles over those of the kind, unused."""
    if scene.action is not None:
        return (FinishAction(),)
    return (CardStepDone(changed=False, more=scene.other_kind_follows),)


def simulate(state: State, commands: tuple[Command, ...]) -> tuple[State, bool]:
    """Returns the state after the commands, and whether they changed anything (R-9); what the rules refuse does not.

    What needs input in between (a battle, dice, tokens, a wormsign) is left out: nobody can know it beforehand. A step
    that opens such a thing has changed something.
    """
    before, interrupted = state, False
    depth = max(index for index, frame in enumerate(state.frames) if isinstance(frame, CardFrame)) + 1
    for command in commands:
        try:
            state, _ = execute(state, command, record_anyway=True)
        except Refused:
            return before, False
        own = sum(isinstance(frame, ActionFrame) for frame in state.frames[depth:])
        if len(state.frames) > depth + own:
            interrupted = True
            draft = Draft(replace(state, frames=state.frames[: depth + own]))
            settle(draft)
            state = draft.state
    return state, interrupted or _board(state) != _board(before)


_board = attrgetter(*(field.name for field in fields(State) if field.name not in ("frames", "turn")))
