"""What a position is worth to the Atreides: an estimate of their chance to win, learnt from simulated games."""

from math import exp

from companion.rules.state import ATREIDES, HARKONNEN, State
from solo_bot.procedure.power import power
from solo_bot.simulation.prescience import open_steps

START = 1.0
SUPREMACY, STEPS, OWN, OTHERS, SETTLEMENT, SPICE = -0.366, -0.127, 0.037, -0.0024, -0.264, 0.2
"""What a step of supremacy, an open step to the objective, the farthest marker, a point of fine power of either side,
and a standing sietch change in the logarithm of the odds."""


def chance_to_win(state: State) -> float:
    """Returns the chance of the Atreides, from 0 to 1, best asked where a round begins."""
    if state.winner is not None:
        return float(state.winner is ATREIDES)
    return 1 / (1 + exp(-log_odds(state)))


def log_odds(state: State) -> float:
    """Returns the logarithm of the odds of the Atreides."""
    left = open_steps(state)
    own, others = (sum(power(army)[1] for _, army in state.legions(side)) for side in (ATREIDES, HARKONNEN))
    return (
        START
        + SUPREMACY * state.supremacy
        + STEPS * sum(left)
        + OWN * own
        + OTHERS * others
        + SETTLEMENT * state.settlements.bit_count()
        + SPICE * sum(state.imperium)
    )
