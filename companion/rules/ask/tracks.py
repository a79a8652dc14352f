"""Leaders by name, dice set aside and the objective (VEH-1, LEADER-4, WIN-2)."""

from collections.abc import Sequence

from companion.content import LEADERS
from companion.content.terms import Phase
from companion.rules.frames import EndFrame, EndStage, VictoryCheckFrame
from companion.rules.state import HARKONNEN_DICE, Standing, State

ALIA = "alia"
THUFIR_HAWAT = "thufir_hawat"
FEYD_RAUTHA = "feyd_rautha"


def dice_set_aside(state: State) -> int:
    """Returns how many Harkonnen dice lie on The Spice Must Flow (VEH-1)."""
    return max(0, HARKONNEN_DICE - state.harkonnen_unused - len(state.harkonnen_spent))


def objective_met(state: State) -> bool:
    """True when all three markers stand at or above one of the secret objectives that were entered (WIN-2)."""
    return any(meets(state, objective) for objective in state.hidden.objectives)


def meets(state: State, objective: Sequence[int]) -> bool:
    """True when all three markers stand at or above the steps of this objective (WIN-2)."""
    return all(step >= needed for step, needed in zip(state.prescience, objective, strict=True))


def victory_is_checked(state: State) -> bool:
    """True while Atreides win by a met objective: at the end of a round, and as Arrakeen falls (ROUND-2, WIN-2).

    A game of trackers only has no steps; there it is the whole end of a round.
    """
    frame = state.frame
    if isinstance(frame, EndFrame):
        return frame.stage is EndStage.CLAIMS
    return isinstance(frame, VictoryCheckFrame) or (frame is None and state.phase is Phase.END)


def pushed(state: State, leader: str) -> dict[str, int]:
    """Returns the new spaces of those whom ``leader`` pushes on when it takes the first space (TANK-1)."""
    faction = LEADERS[leader].faction
    spaces = {
        status.tank: name
        for name, status in state.leaders
        if status.standing is Standing.TANK and LEADERS[name].faction is faction and name != leader
    }
    moved: dict[str, int] = {}
    space = 1
    while space in spaces:
        moved[spaces[space]] = space + 1
        space += 1
    return moved
