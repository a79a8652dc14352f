"""Moving legions (MOVE-1 to MOVE-7, ACT-STRATEGY, ACT-LEADERSHIP, LEADER-1, R-6, R-19)."""

from collections.abc import Iterator

from companion.board import AREA_IDS, AREA_ZONES, ZONE_IDS
from companion.content.steps import LegionKind, Move, MoveOrAttack, Transfer
from companion.content.terms import NamedLeader
from companion.frozen import replace
from companion.rules import reach
from companion.rules.actions import OtherAction
from companion.rules.army import NOBODY, Army
from companion.rules.ask.atreides_steps import card_below, counted_step, fits, present_form
from companion.rules.ask.desert_war import all_ornithopters, escorts_mask
from companion.rules.ask.harkonnen_cards import card_in_progress, other_card
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.ask.turns import acting, is_open_ended, leniency, moves_twice, only_area, solo_bot
from companion.rules.commands import MoveLegion
from companion.rules.engine import Draft, checks, decides
from companion.rules.events import ActionStepped, MoveRecorded
from companion.rules.frames import ActionFrame, CardFrame, Cause
from companion.rules.handlers.arrival import depart_and_arrive
from companion.rules.handlers.common import spend
from companion.rules.harkonnen_cards.demands import forbidden
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import HARKONNEN, State


@checks(MoveLegion)
def _check(state: State, command: MoveLegion) -> Iterator[Refusal]:
    yield from _moment(state, command)
    army = state.army(command.faction, command.source) or NOBODY
    if not command.figures or not army.covers(command.figures):
        yield refuse("figures_not_there", "MOVE-1", source=AREA_IDS[command.source], faction=command.faction.id)
        return
    yield from _legion_problems(state, command, army)
    yield from forbidden(state, command.faction, command.figures.named)
    yield from _way_problems(state, command)
    yield from _crowd(state, command)


def _moment(state: State, command: MoveLegion) -> Iterator[Refusal]:
    """Whether this side may move a legion now at all; always in a bare position."""
    frame = state.frame
    if frame is None:
        return
    if isinstance(frame, ActionFrame) and frame.faction is not command.faction:
        yield refuse("not_your_turn", "ACT-3", faction=frame.faction.id)
        return
    action = acting(state, command.faction)
    if action is None or (isinstance(action, ActionFrame) and action.action is OtherAction.DESERT_POWER):
        yield not_now(state, "MOVE-1")
    elif isinstance(action, CardFrame):
        if not isinstance(current_step(action), Transfer):
            yield not_now(state, "MAHDI-CARD-2")
    elif not action.moves:
        yield refuse("no_moves_left", "ACT-STRATEGY", action=action.action.value)


def _legion_problems(state: State, command: MoveLegion, army: Army) -> Iterator[Refusal]:
    figures, source = command.figures, AREA_IDS[command.source]
    if not figures.units:
        yield refuse("leaders_need_a_unit", "LEADER-1", source=source)
    left = army - figures
    if left.leaders and not left.units:
        yield refuse("leaders_left_alone", "LEADER-1", Severity.UNUSUAL, source=source, count=left.leaders)
    frame = state.frame
    if not moves_twice(frame) and not reach.movable(state, command.source, army).covers(figures):
        yield refuse("figures_moved_already", "MOVE-2", leniency(state), source=source)
    if isinstance(frame, ActionFrame):
        yield from _action_problems(state, frame, command)
    yield from _their_card_problems(state, command)


def _action_problems(state: State, frame: ActionFrame, command: MoveLegion) -> Iterator[Refusal]:
    """What the action in progress asks of the legion that moves."""
    source, figures = AREA_IDS[command.source], command.figures
    if frame.leaders_only and not figures.leaders:
        yield refuse("no_leader_goes_along", "ACT-LEADERSHIP", source=source)
    only = only_area(state, frame)
    if only is not None and only != command.source:
        yield refuse("other_legion_named", "LEADER-2", source=source, only=AREA_IDS[only])
    named = isinstance(frame.action, NamedLeader) and frame.only is not None
    if named and frame.action not in figures.named:
        yield refuse("leader_stays_behind", "LEADER-2", leader=frame.action.value, source=source)
    yield from _own_card_problems(state, command)
    if moves_twice(frame) and state.turn.moved and command.zone is not None:
        yield refuse("second_move_by_air", "R-6", leader=frame.action.value, zone=ZONE_IDS[command.zone])


def _their_card_problems(state: State, command: MoveLegion) -> Iterator[Refusal]:
    """What the step of a Harkonnen card asks of the legion that moves."""
    card = card_in_progress(state)
    step = None if card is None else current_step(card)
    if card is None or not isinstance(step, Move | MoveOrAttack | Transfer):
        return
    source = AREA_IDS[command.source]
    if step.legion.kind is LegionKind.WITH_SPECIAL and not command.figures.special:
        yield refuse("no_sardaukar_goes_along", "MAHDI-CARD-2", source=source, card=card.card)
    elif other_card(state, command.source) is not None:
        yield refuse("legion_of_other_kind", "CARD-1", source=source, card=card.card)


def _own_card_problems(state: State, command: MoveLegion) -> Iterator[Refusal]:
    """What the step of an Atreides card asks of the legion that moves."""
    step, card = counted_step(state), card_below(state)
    if card is None or not isinstance(step, Move | MoveOrAttack):
        return
    legion, source = step.legion, AREA_IDS[command.source]
    if not fits(state, legion, command.source):
        yield refuse("legion_of_other_kind", "CARD-1", source=source, card=card.card)
    elif legion.kind is LegionKind.WITH_SPECIAL and not command.figures.special:
        yield refuse("no_fedaykin_goes_along", "CARD-1", source=source, card=card.card)
    leader = present_form(state, legion.leader) if legion.leader is not None else None
    if leader is not None and leader not in command.figures.named:
        yield refuse("leader_stays_behind", "LEADER-2", leader=leader, source=source)


def _way_problems(state: State, command: MoveLegion) -> Iterator[Refusal]:
    """Whether the legion gets from source to target in the way named (MOVE-1, MOVE-5, MOVE-6)."""
    source, target = command.source, command.target
    facts: dict[str, object] = {"source": AREA_IDS[source], "target": AREA_IDS[target]}
    card = state.frame
    if source == target:
        yield refuse("same_area", "MOVE-1", area=AREA_IDS[source])
        return
    if state.worms_mask >> target & 1:
        yield refuse("worm_in_the_way", "WORM-9", area=AREA_IDS[target])
        return
    if not state.free_mask(command.faction) >> target & 1:
        yield refuse("target_not_free", "MOVE-1", leniency(state), area=AREA_IDS[target])
        return
    if isinstance(card, CardFrame) and isinstance(current_step(card), Transfer):
        if not state.legions_mask(command.faction) >> target & 1:
            yield refuse("no_own_legion_there", "MAHDI-CARD-2", area=AREA_IDS[target])
        if command.sandriding:
            yield refuse("no_sandride_there", "MOVE-5", Severity.ILLEGAL, **facts)
        if command.zone is not None:
            yield refuse("too_far_by_air", "MOVE-6", Severity.ILLEGAL, zone=ZONE_IDS[command.zone], **facts)
        return
    if reach.find(state, command.faction, source, target, command.zone, command.sandriding) is not None:
        return
    if command.sandriding:
        yield refuse("no_sandride_there", "MOVE-5", leniency(state), **facts)
    elif command.zone is None:
        yield refuse("not_adjacent", "MOVE-1", leniency(state), **facts)
    else:
        yield from _flight_problems(state, command, command.zone, facts)


def _flight_problems(state: State, command: MoveLegion, zone: int, facts: dict[str, object]) -> Iterator[Refusal]:
    facts = facts | {"zone": ZONE_IDS[zone]}
    if command.faction is not HARKONNEN:
        yield refuse("no_transport_for_atreides", "MOVE-6", Severity.ILLEGAL, **facts)
    elif zone not in all_ornithopters(state):
        yield refuse("no_ornithopter_there", "MOVE-6", Severity.ILLEGAL, **facts)
    elif not AREA_ZONES[command.source] >> zone & 1:
        yield refuse("zone_not_connected", "MOVE-6", Severity.ILLEGAL, **facts)
    elif solo_bot(state, command.faction) and state.turn.ornithopter_used:
        yield refuse("ornithopter_used", "MAHDI-MOVE-1", Severity.ILLEGAL, **facts)
    else:
        yield refuse("too_far_by_air", "MOVE-6", Severity.ILLEGAL, **facts)


def _crowd(state: State, command: MoveLegion) -> Iterator[Refusal]:
    there = (state.army(command.faction, command.target) or NOBODY).units
    count, limit = there + command.figures.units, state.stacking_limit(command.faction)
    frame = state.frame
    if isinstance(frame, ActionFrame) and frame.moves > 1 and not solo_bot(state, command.faction):
        # another move of the action may make room.
        return
    if count > limit and command.source != command.target:
        # the solo Harkonnen send only what fits.
        severity = Severity.ILLEGAL if solo_bot(state, command.faction) else Severity.UNUSUAL
        rule = "R-22" if solo_bot(state, command.faction) else "STACK-1"
        yield refuse("over_stacking", rule, severity, area=AREA_IDS[command.target], count=count, limit=limit)


@decides(MoveLegion)
def _move(draft: Draft, command: MoveLegion) -> None:
    frame = draft.state.frame
    spend(draft, moves=1)
    if isinstance(frame, ActionFrame) and not is_open_ended(frame):
        _follow(draft, frame, command)
    cause = Cause.CARD if isinstance(frame, CardFrame) else Cause.MOVE
    target, temporary = _target_of_turn(draft.state, command)
    army = draft.state.army(command.faction, command.source) or NOBODY
    # Those that moved already take their mark along.
    fresh = reach.movable(draft.state, command.source, army).common(command.figures)
    if command.zone is not None and escorts_mask(draft.state) >> command.zone & 1:
        fresh += Army(escorts=1)
    depart_and_arrive(
        draft,
        command.faction,
        command.source,
        command.target,
        command.figures,
        cause,
        command.zone,
        command.sandriding,
        MoveRecorded(command.target, fresh, temporary, command.zone is not None, target),
    )
    if solo_bot(draft.state, command.faction) and draft.state.turn.step == 1:
        draft.emit(ActionStepped(2))


def _target_of_turn(state: State, command: MoveLegion) -> tuple[int | None, int | None]:
    """R-21: returns the target that the turn has with this move, and the temporary one if it is one."""
    if not solo_bot(state, command.faction):
        return None, None
    if command.temporary_target is not None:
        return command.temporary_target, command.temporary_target
    fixed = state.fixed_target
    return (state.target_sietch, None) if fixed is None else (fixed, state.turn.temporary_target)


def _follow(draft: Draft, before: ActionFrame, command: MoveLegion) -> None:
    """Lets an action of one named legion follow it, and keeps the attack that comes after a move (R-6)."""
    then_attack = before.special is not None and before.attack
    last_of_card = before.action in (OtherAction.CARD, OtherAction.CARD_STEP) and before.moves == 1
    only = command.target if before.only is not None or last_of_card else None
    draft.change(replace(before, moves=before.moves - 1, only=only, attack=then_attack))
