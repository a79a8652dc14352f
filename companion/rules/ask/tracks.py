"""Leaders by name, dice set aside and the objective (VEH-1, LEADER-4, WIN-2)."""

from companion.content import LEADERS
from companion.rules.state import HARKONNEN_DICE, Standing, State

ALIA = "alia"
THUFIR_HAWAT = "thufir_hawat"
FEYD_RAUTHA = "feyd_rautha"


def dice_set_aside(state: State) -> int:
    """Returns how many Harkonnen dice lie on The Spice Must Flow (VEH-1)."""
    return max(0, HARKONNEN_DICE - state.harkonnen_unused - len(state.harkonnen_spent))


def objective_met(state: State) -> bool:
    """True when all three markers stand at or above one of the secret objectives that were entered (WIN-2)."""
    return any(
        all(step >= needed for step, needed in zip(state.prescience, objective, strict=True))
        for objective in state.hidden.objectives
    )


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
