"""What happens by itself: actions that are used up, turns and phases that end, the game that is over.

A settler looks at the frame on top only, so their order matters in one case: the end of the game comes first.
"""

from types import NoneType

from companion.board import AREA_IDS
from companion.content.terms import Phase
from companion.rules import frames
from companion.rules.ask.claims import last_claim_possible
from companion.rules.ask.rounds import targets_left
from companion.rules.ask.turns import is_open_ended, solo_bot
from companion.rules.desert_war.camps import open_camps
from companion.rules.desert_war.tokens import place_tokens
from companion.rules.engine import Draft, settles
from companion.rules.events import PhaseBegan, TargetSet
from companion.rules.handlers.hazards import end_action_resolution
from companion.rules.handlers.turns import end_turn
from companion.rules.handlers.vehicles import begin_vehicles
from companion.rules.harkonnen_cards.effects import close_action
from companion.rules.state import HARKONNEN, Mode, State

PHASE_STEPS = {
    Phase.START: (frames.RoundStartFrame,),
    Phase.VEHICLES: (frames.VehiclesFrame,),
    Phase.ACTIONS: (frames.TurnFrame, frames.ClaimsFrame),
    Phase.HAZARDS: (frames.HazardsFrame,),
}
"""The steps at the bottom of the stack whose end is the end of its phase; the spice phase ends with its command."""


@settles()
def _game_is_over(draft: Draft) -> bool:
    state = draft.state
    if isinstance(state.frame, frames.GameOverFrame):
        if state.winner is not None:
            return False
        # Somebody corrected the position: the game goes on where it stopped.
        draft.close()
        return True
    if state.winner is None:
        return False
    rule = "WIN-1" if state.winner is HARKONNEN else "WIN-2"
    draft.open(frames.GameOverFrame(state.winner, rule))
    return True


@settles()
def _target_is_lost(draft: Draft) -> bool:
    """MAHDI-START-2: a target sietch that was destroyed is replaced by the next tactical card."""
    state = draft.state
    target = state.target_sietch
    if state.mode is not Mode.SOLO or target is None or state.sietch(target) is not None or not state.frames:
        return False
    draft.emit(TargetSet(None))
    if state.winner is None and targets_left(draft.state)[0]:
        first = state.cards.tactical[0] if state.cards.tactical else AREA_IDS[target]
        draft.open(frames.RoundStartFrame(first))
    return True


@settles(frames.RoundStartFrame)
def _no_target_possible(draft: Draft) -> bool:
    """R-1: with no sietch left that a card could name there is no target."""
    frame = draft.state.frame
    if not isinstance(frame, frames.RoundStartFrame) or frame.harvesting_card is None or targets_left(draft.state)[0]:
        return False
    draft.close()
    return True


@settles(frames.ActionFrame)
def _action_is_used_up(draft: Draft) -> bool:
    frame = draft.state.frame
    if not isinstance(frame, frames.ActionFrame) or is_open_ended(frame) or frame.attack:
        return False
    if frame.moves or frame.placements or frame.leaders or frame.replacements or frame.draws or frame.plays:
        return False
    if frame.mount:
        return False
    close_action(draft)
    return True


@settles(frames.TurnFrame)
def _harkonnen_turn_ends(draft: Draft) -> bool:
    frame = draft.state.frame
    if not isinstance(frame, frames.TurnFrame) or frame.faction is not HARKONNEN or not frame.acted:
        return False
    if not solo_bot(draft.state, HARKONNEN):
        # FREE-0: a free action may follow, so whoever plays them ends the turn.
        return False
    end_turn(draft)
    return True


@settles(frames.ClaimsFrame)
def _nothing_left_to_claim(draft: Draft) -> bool:
    """Ends action resolution after the claim that was the last one possible (R-46)."""
    if not isinstance(draft.state.frame, frames.ClaimsFrame) or last_claim_possible(draft.state):
        return False
    draft.close()
    return True


@settles(NoneType)
def _next_phase(draft: Draft) -> bool:
    """Begins the phase that follows when the step of one was closed; a bare position never moves on."""
    state = draft.state
    if state.frames or not _is_running(draft.start):
        return False
    match state.phase:
        case Phase.START:
            draft.emit(PhaseBegan(Phase.VEHICLES.value))
            begin_vehicles(draft)
        case Phase.VEHICLES:
            place_tokens(draft)
            draft.emit(PhaseBegan(Phase.ACTIONS.value))
            draft.open(frames.AtreidesRollFrame() if state.mode is Mode.SOLO else frames.HarkonnenRollFrame())
            open_camps(draft)
        case Phase.ACTIONS:
            end_action_resolution(draft)
        case Phase.HAZARDS:
            draft.emit(PhaseBegan(Phase.SPICE.value))
            draft.open(frames.HarvestFrame())
        case Phase.SPICE | Phase.END:
            return False
    return True


def _is_running(state: State) -> bool:
    return bool(state.frames) and isinstance(state.frames[0], PHASE_STEPS.get(state.phase, ()))
