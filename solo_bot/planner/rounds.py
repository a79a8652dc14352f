"""Simulated rounds: how a game could go on from a position, both sides as scripts, to the end of the round."""

from companion.rules.state import ATREIDES, State
from solo_bot.planner.worth import chance_to_win
from solo_bot.simulation.answers import Batch, ideas
from solo_bot.simulation.people import anything
from solo_bot.simulation.play import GameRecord, carry_out, execute_first
from solo_bot.simulation.truth import Truth

MOST_BATCHES = 400
"""A round that is not over by then has come to a standstill; it is judged as it stands."""


def played_on(state: State, truth: Truth, plan: Batch, rounds: int = 1) -> float:
    """Returns the chance of the Atreides to win after ``plan`` and one way in which ``rounds`` ends of rounds come."""
    record = GameRecord(0)
    last = state.round + rounds
    found = execute_first(state, (plan,), record)
    for _ in range(MOST_BATCHES):
        if found is None:
            break
        state, events = found
        carry_out(truth, events)
        if state.winner is not None:
            return float(state.winner is ATREIDES)
        if state.round >= last:
            break
        found = execute_first(state, ideas(state, truth), record) or execute_first(
            state, anything(state, truth), record
        )
    return chance_to_win(state)
