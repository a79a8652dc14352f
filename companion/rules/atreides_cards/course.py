"""Atreides planning cards step by step: opened, carried out, skipped, entered by hand (CARD-1, ACT-4).

What single steps do is registered by ``carries_out`` in the modules beside this one. Steps of moves, attacks,
replacements, draws and worms open the action in which the usual commands carry them out; a few steps wait for a command
of their own (``OWN_COMMAND``).
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from companion.content import LEADERS, steps
from companion.content.terms import NamedLeader, Result
from companion.frozen import replace
from companion.rules.actions import OtherAction
from companion.rules.ask.atreides_steps import area_of_own_leader, branches, card_below, next_step_of, step_of
from companion.rules.ask.turns import is_open_ended
from companion.rules.commands import CarryOutStep, EnterByHand, SkipStep
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.frames import ActionFrame, AtreidesCardFrame
from companion.rules.handlers.common import open_ended
from companion.rules.refusal import Refusal, not_now
from companion.rules.state import ATREIDES, State

S = TypeVar("S")
StepCheck = Callable[[State, AtreidesCardFrame, Any, CarryOutStep], Iterator[Refusal]]
StepDecide = Callable[[Draft, AtreidesCardFrame, Any, CarryOutStep], AtreidesCardFrame | None]

OWN_COMMAND: tuple[type, ...] = (
    steps.DesertPower,
    steps.Play,
    steps.SecondObjective,
    steps.Detonate,
    steps.ChooseResult,
)
"""Steps that are carried out by ``UseDesertPower``, ``PlayAtreidesCard``, ``EnterObjective`` and so on."""
STEP_CHECKS: dict[type, StepCheck] = {}
STEP_DECISIONS: dict[type, StepDecide] = {}


def checks_step(step: type[S]) -> Callable[[StepCheck], StepCheck]:
    """Registers what yields the reasons against ``CarryOutStep`` for steps of this type."""

    def register(function: StepCheck) -> StepCheck:
        STEP_CHECKS[step] = function
        return function

    return register


def carries_out(step: type[S]) -> Callable[[StepDecide], StepDecide]:
    """Registers what carries out a step of this type.

    It returns the card as it goes on (None: at its next step), and may open frames only by ``after``: the card frame is
    replaced when it returns.
    """

    def register(function: StepDecide) -> StepDecide:
        STEP_DECISIONS[step] = function
        return function

    return register


def open_card(draft: Draft, card: str) -> None:
    """Puts a card (or a leader's special action) on the stack, with its conditions as they turn out now."""
    draft.open(AtreidesCardFrame(card, branches(draft.state, card)))


def go_on(draft: Draft, area: int | None = None) -> None:
    """Takes the card on top to its next step; no other frame must lie on it. Without a card it does nothing."""
    frame = draft.state.frame
    if isinstance(frame, AtreidesCardFrame):
        draft.change(next_step_of(frame, area))


@checks(CarryOutStep)
def _check_step(state: State, command: CarryOutStep) -> Iterator[Refusal]:
    frame = state.frame
    step = step_of(frame) if isinstance(frame, AtreidesCardFrame) else None
    if not isinstance(frame, AtreidesCardFrame) or type(step) not in STEP_CHECKS:
        yield not_now(state, "CARD-1")
    else:
        yield from STEP_CHECKS[type(step)](state, frame, step, command)


@decides(CarryOutStep)
def _carry_out(draft: Draft, command: CarryOutStep) -> None:
    frame = draft.state.frame
    step = step_of(frame) if isinstance(frame, AtreidesCardFrame) else None
    if isinstance(frame, AtreidesCardFrame) and step is not None:
        depth = len(draft.state.frames)
        # What a step opens lies on the card, so the card goes on before.
        draft.change(next_step_of(frame, command.area))
        stays = STEP_DECISIONS[type(step)](draft, frame, step, command)
        if stays is not None and len(draft.state.frames) == depth:
            draft.change(stays)


@checks(SkipStep)
def _check_skip(state: State, command: SkipStep) -> Iterator[Refusal]:
    if not isinstance(state.frame, AtreidesCardFrame):
        yield not_now(state, "ACT-4")


@decides(SkipStep)
def _skip(draft: Draft, command: SkipStep) -> None:
    go_on(draft)


@checks(EnterByHand)
def _check_by_hand(state: State, command: EnterByHand) -> Iterator[Refusal]:
    if card_below(state) is None or is_open_ended(state.frame):
        yield not_now(state, "CARD-1")


@decides(EnterByHand)
def _by_hand(draft: Draft, command: EnterByHand) -> None:
    card = card_below(draft.state)
    if card is None:
        return
    action = open_ended(NamedLeader(card.card) if card.card in LEADERS else OtherAction.CARD)
    if isinstance(draft.state.frame, ActionFrame):
        draft.change(action)
    else:
        draft.open(action)


def step_action(state: State, frame: AtreidesCardFrame, step: steps.Step | None) -> ActionFrame | None:
    """Returns the action in which a step is carried out by the usual commands; None for the other steps.

    None also when the legion or worm that the step names is not on the board.
    """
    build = ACTIONS.get(type(step))
    return None if build is None else build(state, frame, step)


def _move(state: State, frame: AtreidesCardFrame, step: steps.Move) -> ActionFrame | None:
    action = ActionFrame(ATREIDES, OtherAction.CARD_STEP, moves=step.count)
    return _of_legion(state, frame, step.legion, action)


def _move_or_attack(state: State, frame: AtreidesCardFrame, step: steps.MoveOrAttack) -> ActionFrame | None:
    action = ActionFrame(ATREIDES, OtherAction.CARD_STEP, moves=1, attack=True, surprise=step.surprise)
    return _of_legion(state, frame, step.legion, action)


def _of_legion(
    state: State, frame: AtreidesCardFrame, legion: steps.LegionFilter, action: ActionFrame
) -> ActionFrame | None:
    if legion.kind is steps.LegionKind.OF_LEADER:
        area = area_of_own_leader(state, legion.leader or "")
        return None if area is None else replace(action, only=area)
    if legion.kind is steps.LegionKind.SAME:
        return replace(action, only=frame.area)
    return replace(
        action, leaders_only=legion.kind in (steps.LegionKind.WITH_LEADER, steps.LegionKind.LEADER_ON_DESERT)
    )


def _replace(state: State, frame: AtreidesCardFrame, step: steps.Replace) -> ActionFrame:
    return ActionFrame(ATREIDES, OtherAction.CARD_STEP, replacements=step.count)


def _draw(state: State, frame: AtreidesCardFrame, step: steps.Draw) -> ActionFrame:
    return ActionFrame(ATREIDES, Result.MENTAT, draws=step.count)


def _wormsigns(state: State, frame: AtreidesCardFrame, step: steps.PlaceWormsigns) -> ActionFrame:
    return ActionFrame(ATREIDES, OtherAction.DESERT_POWER, placements=step.count)


def _wild_moves(state: State, frame: AtreidesCardFrame, step: steps.WildMakerMoves) -> ActionFrame | None:
    wild = state.wild_maker
    return None if wild is None else ActionFrame(ATREIDES, OtherAction.DESERT_POWER, moves=1, only=wild)


def _wild_attacks(state: State, frame: AtreidesCardFrame, step: steps.WildMakerAttacks) -> ActionFrame | None:
    wild = state.wild_maker
    return None if wild is None else ActionFrame(ATREIDES, OtherAction.DESERT_POWER, attack=True, only=wild)


ACTIONS: Mapping[type | None, Callable[[State, AtreidesCardFrame, Any], ActionFrame | None]] = MappingProxyType(
    {
        steps.Move: _move,
        steps.MoveOrAttack: _move_or_attack,
        steps.Replace: _replace,
        steps.Draw: _draw,
        steps.PlaceWormsigns: _wormsigns,
        steps.WildMakerMoves: _wild_moves,
        steps.WildMakerAttacks: _wild_attacks,
    }
)
"""The steps that open an action."""


def after_action(card: AtreidesCardFrame, action: ActionFrame) -> AtreidesCardFrame:
    """Returns the card once the action that its step opened is over."""
    step = step_of(card)
    if isinstance(step, steps.DesertPower) and card.part + 1 < step.count and action.action is OtherAction.DESERT_POWER:
        return replace(card, part=card.part + 1)
    return next_step_of(card, action.only if action.action is OtherAction.CARD_STEP else None)


@settles(AtreidesCardFrame)
def _card_goes_on(draft: Draft) -> bool:
    """Opens the action of the step that a card has come to; leaves a card after its last step."""
    frame = draft.state.frame
    if not isinstance(frame, AtreidesCardFrame):
        return False
    step = step_of(frame)
    if step is None:
        draft.close()
        return True
    action = step_action(draft.state, frame, step)
    if action is None:
        return False
    draft.open(action)
    return True


@checks_step(steps.DrawOrPlay)
def _check_draw_or_play(
    state: State, frame: AtreidesCardFrame, step: steps.DrawOrPlay, command: CarryOutStep
) -> Iterator[Refusal]:
    """Drawing needs no particulars; playing is done by its own command."""
    return iter(())


@carries_out(steps.DrawOrPlay)
def _draw_or_play(draft: Draft, frame: AtreidesCardFrame, step: steps.DrawOrPlay, command: CarryOutStep) -> None:
    # The action lies on the step itself: when it closes the card goes on.
    draft.change(frame)
    draft.open(ActionFrame(ATREIDES, Result.MENTAT, draws=step.draw))
