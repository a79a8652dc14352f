"""Folds of what only Harkonnen planning cards bring about: leaders forbidden to act, dice taken away."""

from companion.rules.changing import replace
from companion.rules.engine import evolves
from companion.rules.events import DieDiscarded, LeadersForbidden
from companion.rules.evolution.flow import without
from companion.rules.state import ATREIDES, State


@evolves(LeadersForbidden)
def _forbidden(state: State, event: LeadersForbidden) -> State:
    return replace(state, forbidden_leaders=event.leaders)


@evolves(DieDiscarded)
def _die_discarded(state: State, event: DieDiscarded) -> State:
    if event.faction is not ATREIDES:
        known = state.harkonnen_results
        return replace(
            state,
            harkonnen_unused=max(0, state.harkonnen_unused - 1),
            harkonnen_results=None if known is None else without(known, event.result),
        )
    results = list(state.atreides_results or ())
    if event.result in results:
        results.remove(event.result)
    left = None if state.atreides_results is None else tuple(results)
    return replace(state, atreides_unused=max(0, state.atreides_unused - 1), atreides_results=left)
