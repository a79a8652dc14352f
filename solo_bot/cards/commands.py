"""The options of a planning card as commands of the rules, and what they lead to when nothing interrupts."""

from dataclasses import replace

from companion.rules.ask.turns import CARD
from companion.rules.commands import (
    Attack,
    CardStepDone,
    Command,
    FinishAction,
    MoveLegion,
    PlaceVehicle,
    ReplaceUnits,
)
from companion.rules.engine import DECISIONS, Draft
from companion.rules.frames import ActionFrame, CardFrame
from companion.rules.harkonnen_cards.effects import card_goes_on, close_action
from companion.rules.state import HARKONNEN, State, Turn
from solo_bot.cards.options import (
    AreaOption,
    CardOption,
    CardVehicleOption,
    EnemyLeaderOption,
    PlainOption,
    WormsignsOption,
)
from solo_bot.cards.scene import Scene
from solo_bot.documents.auto import placed_figures
from solo_bot.procedure.decision import AttackOption, DeployOption, MoveOption, ReplaceOption


def commands_for(scene: Scene, option: CardOption) -> tuple[Command, ...]:
    """Returns the commands that carry out an option; a move or an attack ends its step by itself."""
    more = scene.frame.part + 1 < scene.parts
    match option:
        case DeployOption(placements):
            area = placements[0].area if len(placements) == 1 else None
            placed = tuple((placement.area, placed_figures(placement)) for placement in placements)
            return (CardStepDone(area, placements=placed, more=more),)
        case ReplaceOption(replacements):
            done = [ReplaceUnits(HARKONNEN, r.area, r.count, r.old, r.new) for r in replacements]
            return (*done, CardStepDone())
        case CardVehicleOption(kind, place):
            return PlaceVehicle(kind, place), CardStepDone(more=more)
        case MoveOption(source, target, figures, zone, temporary):
            return (MoveLegion(HARKONNEN, source, target, figures, zone, temporary_target=temporary),)
        case AttackOption(attacker, target, _, zone):
            return (Attack(HARKONNEN, attacker, target, zone),)
        case WormsignsOption(areas):
            return (CardStepDone(areas=areas, more=more),)
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
    """Returns the state after the commands, and whether they changed anything (R-9).

    What needs input in between (a battle, dice, tokens, a wormsign) is left out: nobody can know it beforehand. A step
    that opens such a thing has changed something.
    """
    draft = Draft(state)
    depth = max(index for index, frame in enumerate(state.frames) if isinstance(frame, CardFrame)) + 1
    interrupted = False
    for command in commands:
        DECISIONS[type(command)](draft, command)
        interrupted |= _without_interruptions(draft, depth)
    return draft.state, interrupted or _board(draft.state) != _board(state)


def _without_interruptions(draft: Draft, depth: int) -> bool:
    dropped = False
    while len(draft.state.frames) > depth:
        top = draft.state.frame
        own = len(draft.state.frames) == depth + 1 and isinstance(top, ActionFrame) and top.action == CARD
        if own and isinstance(top, ActionFrame):
            if top.moves or top.attack:
                break
            close_action(draft)
        else:
            draft.close()
            dropped = True
    card_goes_on(draft)
    return dropped


def _board(state: State) -> State:
    return replace(state, frames=(), turn=Turn())
