"""When prescience cards can be claimed, and whether one can be at all (PRES-3, R-46)."""

from companion.content import PRESCIENCE_CARDS, ClaimPhase
from companion.content.terms import Phase
from companion.rules import frames
from companion.rules.ask.prescience_conditions import WATER_OF_LIFE, met
from companion.rules.ask.rounds import CLAIMS_A_ROUND
from companion.rules.ask.turns import own_turn
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State

BETWEEN_ROUNDS = frozenset(
    {
        frames.BattleStage.CARDS,
        frames.BattleStage.ROLL,
        frames.BattleStage.CONTINUE,
        frames.BattleStage.RETREAT,
        frames.BattleStage.DESTINATION,
        frames.BattleStage.ADVANCE,
    }
)
"""The stages of a battle at which no dice of a round lie on the table."""


def claim_phase(state: State) -> ClaimPhase | None:
    """Returns which kind of card can be claimed now, None for neither (PRES-3, R-46).

    Cards of action resolution: in a turn, within an action, whenever either side may take a free action, between the
    rounds of a battle, and once more before the last turn closes the phase.
    """
    frame = state.frame
    if isinstance(frame, frames.EndFrame):
        return ClaimPhase.END if frame.stage is frames.EndStage.CLAIMS else None
    if state.phase is not Phase.ACTIONS:
        return None
    return ClaimPhase.ACTIONS if _in_action_resolution(state, frame) else None


def _in_action_resolution(state: State, frame: frames.Frame | None) -> bool:
    match frame:
        case frames.TurnFrame() | frames.ActionFrame() | frames.AtreidesCardFrame() | frames.ClaimsFrame():
            return True
        case frames.CardFrame():
            return state.mode is not Mode.SOLO
        case frames.BattleFrame(stage=stage):
            return stage in BETWEEN_ROUNDS or free_action_open(state)
        case _:
            return False


def free_action_open(state: State) -> bool:
    """True when one of the sides may take a free action (FREE-0); the solo opponent has none (FREE-2)."""
    return own_turn(state, ATREIDES) or (state.mode is not Mode.SOLO and own_turn(state, HARKONNEN))


def last_claim_possible(state: State) -> bool:
    """True when a revealed card may be one that can be claimed as action resolution ends (R-46).

    A card without a name may be any. One that has a name is none when it belongs to the end of the round, when the
    board shows that it is not met, or when it asks for a die, which only an own turn can spend.
    """
    cards = state.cards
    if not cards.revealed or cards.claimed >= CLAIMS_A_ROUND:
        return False
    return len(cards.open) < cards.revealed or any(_may_be_met(state, card) for card in cards.open)


def _may_be_met(state: State, card: str) -> bool:
    of_actions = PRESCIENCE_CARDS[card].phase is ClaimPhase.ACTIONS
    return of_actions and card != WATER_OF_LIFE and met(state, card).met is not False
