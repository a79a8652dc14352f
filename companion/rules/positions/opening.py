"""From a position to a running game: what `play` starts with, and what a position changes in a game that goes on."""

from companion.content import SPICE_BOARD
from companion.content.terms import Phase, VehicleKind
from companion.frozen import replace
from companion.rules.ask.desert_war import all_ornithopters, escorts_mask
from companion.rules.engine import Draft, settle
from companion.rules.frames import (
    AtreidesRollFrame,
    EndFrame,
    EndStage,
    Frame,
    HarkonnenRollFrame,
    HarvestFrame,
    HazardsFrame,
    HazardStage,
    RoundStartFrame,
    TurnFrame,
    VehiclesFrame,
)
from companion.rules.positions.desert_war import refuse_in_solo
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State

_CARDS_OF_A_POSITION = ("hand", "revealed", "claimed", "open", "claimed_cards", "hands")
_NOT_OF_A_POSITION = frozenset(
    {
        *("frames", "winner", "hidden", "known_tokens", "new_in_tank", "just_out_of_tank", "forbidden_leaders"),
        *("bene_gesserit_die", "harkonnen_bene_gesserit_die", "chosen_result", "cards", "cones"),
    }
)


def opened(position: State) -> State:
    """Returns the game that goes on from a position: its phase is opened, in `actions` the turn that it names.

    Dice that are null are asked for first; then Atreides begin. Raises FormatError (DW-1) for an expansion in solo.
    """
    refuse_in_solo(position)
    draft = Draft(replace(position, frames=(_first_frame(position),)))
    settle(draft)
    return draft.state


def _first_frame(state: State) -> Frame:
    match state.phase:
        case Phase.START if state.mode is Mode.SOLO and state.target_sietch is None:
            return RoundStartFrame()
        case Phase.START | Phase.VEHICLES:
            return _vehicles(state)
        case Phase.ACTIONS:
            return _action_frame(state)
        case Phase.HAZARDS:
            return HazardsFrame(HazardStage.WORMSIGNS)
        case Phase.SPICE:
            return HarvestFrame()
        case Phase.END:
            return EndFrame(EndStage.CLAIMS)


def _vehicles(state: State) -> VehiclesFrame:
    """What the active row gives less what stands on the board already: all vehicles left it before (VEH-1)."""
    row = SPICE_BOARD.row(min(max(SPICE_BOARD.top_row, *state.imperium), SPICE_BOARD.bottom_row))
    harvesters, carryalls, ornithopters = (
        max(0, row.vehicles(kind) - len(there))
        for kind, there in (
            (VehicleKind.HARVESTER, state.harvesters),
            (VehicleKind.CARRYALL, state.carryalls),
            (VehicleKind.ORNITHOPTER, all_ornithopters(state)),
        )
    )
    return VehiclesFrame(harvesters, carryalls, ornithopters, escort=bool(escorts_mask(state)))


def _action_frame(state: State) -> Frame:
    if state.mode is not Mode.SOLO and state.harkonnen_results is None and state.harkonnen_unused:
        return HarkonnenRollFrame()
    if state.atreides_results is None and state.atreides_unused:
        return AtreidesRollFrame()
    turn = next((frame for frame in state.frames if isinstance(frame, TurnFrame)), None)
    if turn is None and state.harkonnen_spent and not state.harkonnen_unused:
        # ACT-3: the phase ends with the last Harkonnen die.
        return TurnFrame(HARKONNEN, acted=True)
    return turn or TurnFrame(ATREIDES)


def corrected(now: State, position: State) -> State:
    """Returns ``now`` with everything that a position holds taken from ``position``; the rest stays as it is.

    A game that was over goes on once its tracks are corrected.
    """
    fields = {name: getattr(position, name) for name in State.__match_args__ if name not in _NOT_OF_A_POSITION}
    if position.desert_war is not None and now.desert_war is not None:
        kept = now.desert_war
        fields["desert_war"] = replace(position.desert_war, success=kept.success, actions=kept.actions)
    cards = replace(now.cards, **{name: getattr(position.cards, name) for name in _CARDS_OF_A_POSITION})
    tracks = (now.supremacy, now.prescience) == (position.supremacy, position.prescience)
    return replace(now, **fields, cards=cards, winner=now.winner if tracks else None)
