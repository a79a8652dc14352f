"""Units exchanged for stronger ones (ACT-HOUSE-H, MAHDI-HOUSE-1, R-25)."""

from collections.abc import Iterator

from companion.board import AREA_IDS
from companion.content.steps import Replace
from companion.content.terms import NamedLeader, Result, UnitKind
from companion.rules.actions import OtherAction
from companion.rules.army import NOBODY
from companion.rules.ask.atreides_steps import counted_step
from companion.rules.ask.harkonnen_cards import card_in_progress
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.ask.turns import acting, is_open_ended, leniency, solo_bot
from companion.rules.commands import ReplaceUnits
from companion.rules.engine import Draft, checks, decides
from companion.rules.events import ActionStepped, UnitsReplaced
from companion.rules.frames import ActionFrame, CardFrame, Cause
from companion.rules.handlers.common import spend
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import State, supply


@checks(ReplaceUnits)
def _check(state: State, command: ReplaceUnits) -> Iterator[Refusal]:
    if state.frame is not None:
        problem = _moment(state, command)
        if problem is not None:
            yield problem
            return
    area = AREA_IDS[command.area]
    if command.count < 1 or command.old is command.new:
        yield refuse("nothing_to_replace", "ACT-HOUSE-H", count=command.count)
        return
    army = state.army(command.faction, command.area) or NOBODY
    there = army.count(command.old)
    if command.count > there:
        yield refuse(
            "not_so_many_units", "ACT-HOUSE-H", area=area, kind=command.old.value, count=command.count, there=there
        )
    left = getattr(supply(state, command.faction), command.new.value)
    if command.count > left:
        yield refuse("not_enough_figures", "UNIT-2", kind=command.new.value, count=command.count, left=left)
    yield from _kind_problems(state, command)


def _moment(state: State, command: ReplaceUnits) -> Refusal | None:
    action = acting(state, command.faction)
    if isinstance(action, CardFrame):
        step = current_step(action)
        if not isinstance(step, Replace):
            return not_now(state, "MAHDI-CARD-2")
        if command.count > step.count:
            return refuse("too_many_replacements", "MAHDI-CARD-2", count=command.count, limit=step.count)
        return None
    if action is None or not action.replacements:
        return not_now(state, "ACT-HOUSE-H")
    if command.count > action.replacements and not is_open_ended(action):
        return refuse("too_many_replacements", "ACT-HOUSE-H", count=command.count, limit=action.replacements)
    return None


def _kind_problems(state: State, command: ReplaceUnits) -> Iterator[Refusal]:
    """The kinds that the action names; when the new one has run out a lower one stands in (UNIT-2).

    Only the solo opponent takes the next stronger kind instead (MAHDI-DEPLOY-4).
    """
    old, new = kinds_of_action(state)
    if old is not None and command.old is not old:
        yield refuse("wrong_kind_replaced", "ACT-HOUSE-H", leniency(state), kind=command.old.value, due=old.value)
    kinds = tuple(UnitKind)
    if new is None or command.new is new:
        return
    if kinds.index(command.new) > kinds.index(new) and not solo_bot(state, command.faction):
        yield refuse("higher_kind_for_lower", "UNIT-2", area=AREA_IDS[command.area])
    else:
        left = getattr(supply(state, command.faction), new.value)
        if left:
            yield refuse("right_kind_first", "MAHDI-DEPLOY-4", kind=command.new.value, due=new.value, left=left)


def kinds_of_action(state: State) -> tuple[UnitKind | None, UnitKind | None]:
    """Returns which kind becomes which in the action in progress; None where it is open."""
    frame, card = state.frame, card_in_progress(state)
    step = counted_step(state) if card is None else current_step(card)
    if isinstance(step, Replace):
        return step.from_kind, step.to_kind
    if not isinstance(frame, ActionFrame):
        return None, None
    if frame.action is Result.HOUSE:
        return UnitKind.REGULAR, UnitKind.ELITE
    special = frame.special
    return (special.from_kind, special.to_kind) if special else (None, None)


@decides(ReplaceUnits)
def _replace(draft: Draft, command: ReplaceUnits) -> None:
    frame = draft.state.frame
    spend(draft, replacements=command.count)
    if isinstance(frame, ActionFrame) and frame.action is Result.HOUSE and not solo_bot(draft.state, command.faction):
        # ACT-HOUSE-H: one or the other; only the solo opponent does both (MAHDI-HOUSE-1).
        spend(draft, placements=frame.placements)
    of_card = isinstance(frame, CardFrame) or counted_step(draft.state) is not None
    of_card = of_card or (isinstance(frame, ActionFrame) and frame.action is OtherAction.CARD)
    cause = Cause.CARD if of_card else Cause.HOUSE
    if isinstance(frame, ActionFrame) and isinstance(frame.action, NamedLeader):
        cause = Cause.SPECIAL_ACTION
    draft.emit(UnitsReplaced(command.faction, command.area, command.count, command.old, command.new, cause))
    now = draft.state.frame
    if isinstance(now, ActionFrame) and now.action is Result.HOUSE and not now.replacements:
        # MAHDI-HOUSE-2: the vehicles are the second step of the die.
        draft.emit(ActionStepped(2))
