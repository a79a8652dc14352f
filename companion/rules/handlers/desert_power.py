"""Desert Power: wormsigns and sandworms of the Atreides (ACT-DESERT, WORM-6)."""

from collections.abc import Iterator

from companion.board import AREA_IDS
from companion.content.terms import DesertTroop
from companion.frozen import replace
from companion.rules.actions import OtherAction
from companion.rules.ask.desert import WORMSIGN_TOKENS, worm_moves
from companion.rules.ask.desert_war import ridden_worms, suspensors_alone
from companion.rules.ask.turns import acting, is_open_ended, leniency
from companion.rules.commands import MoveWorm, PlaceWormsign
from companion.rules.engine import Draft, checks, decides
from companion.rules.events import SandwormMoved, TroopMoved, WormsignPlaced
from companion.rules.frames import ActionFrame, Cause
from companion.rules.handlers.common import spend
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import ATREIDES, State


def _action(state: State) -> ActionFrame | None:
    frame = acting(state, ATREIDES)
    if not isinstance(frame, ActionFrame):
        return None
    return frame if frame.action is OtherAction.DESERT_POWER or is_open_ended(frame) else None


@checks(PlaceWormsign)
def _check_wormsign(state: State, command: PlaceWormsign) -> Iterator[Refusal]:
    frame = _action(state)
    if frame is None or not frame.placements:
        yield not_now(state, "ACT-DESERT")
        return
    bit, area = 1 << command.area, AREA_IDS[command.area]
    if not state.desert_mask & bit:
        yield refuse("not_desert", "ACT-DESERT", area=area)
    if command.area in state.wormsigns:
        yield refuse("wormsign_there", "ACT-DESERT", area=area)
    if state.worms_mask & bit:
        yield refuse("worm_there", "ACT-DESERT", area=area)
    if state.sietch_mask & bit:
        yield refuse("sietch_there", "ACT-DESERT", area=area)
    if suspensors_alone(state) & bit:
        yield refuse("suspensors_there", "DW-9", area=area)
    if command.taken is not None:
        if command.taken not in state.wormsigns:
            yield refuse("no_wormsign_there", "R-39", area=AREA_IDS[command.taken])
    elif len(state.wormsigns) >= WORMSIGN_TOKENS:
        yield refuse("no_wormsign_left", "ACT-DESERT", limit=WORMSIGN_TOKENS)


@decides(PlaceWormsign)
def _place_wormsign(draft: Draft, command: PlaceWormsign) -> None:
    spend(draft, placements=1)
    draft.emit(WormsignPlaced(command.area, Cause.MOVE, command.taken))


@checks(MoveWorm)
def _check_move(state: State, command: MoveWorm) -> Iterator[Refusal]:
    frame = _action(state)
    if frame is None or not frame.moves:
        yield not_now(state, "WORM-6")
        return
    source, target = AREA_IDS[command.source], AREA_IDS[command.target]
    if not state.worms_mask >> command.source & 1:
        yield refuse("no_worm_there", "WORM-6", area=source)
        return
    if frame.only is not None and command.source != frame.only:
        yield refuse("other_worm_named", "WILD-1", area=source)
    if command.source in frame.worms:
        yield refuse("worm_moved_already", "ACT-DESERT", leniency(state), area=source)
    if not worm_moves(state, command.source) >> command.target & 1:
        yield refuse("worm_cannot_go_there", "WORM-6", source=source, target=target)


@decides(MoveWorm)
def _move_worm(draft: Draft, command: MoveWorm) -> None:
    spend(draft, moves=1)
    frame = draft.state.frame
    if isinstance(frame, ActionFrame):
        worms = tuple(area for area in frame.worms if area != command.source)
        draft.change(replace(frame, worms=(*worms, command.target)))
    ridden = ridden_worms(draft.state) >> command.source & 1
    draft.emit(SandwormMoved(command.source, command.target))
    if ridden:
        draft.emit(TroopMoved(DesertTroop.SANDRIDER, command.source, command.target))
