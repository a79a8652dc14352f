"""Folds of what only Harkonnen planning cards bring about: leaders forbidden to act, dice taken away."""

from companion.content.terms import Result
from companion.frozen import replace
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
        rest = None if known is None else without(known, event.result)
        return replace(
            state,
            harkonnen_unused=max(0, state.harkonnen_unused - 1),
            harkonnen_results=rest,
            corrino_results=still_theirs(state.corrino_results, rest, event.result),
        )
    results = list(state.atreides_results or ())
    if event.result in results:
        results.remove(event.result)
    left = None if state.atreides_results is None else tuple(results)
    theirs = state.fremen_results
    if theirs is not None:
        theirs = still_theirs(theirs, left, event.result)
    return replace(
        state, atreides_unused=max(0, state.atreides_unused - 1), atreides_results=left, fremen_results=theirs
    )


def still_theirs(theirs: tuple[Result, ...], left: tuple[Result, ...] | None, gone: Result) -> tuple[Result, ...]:
    """Returns the dice on an Ally's dashboard once a die went: where both had one, that of the House (a team's choice
    that nobody tells)."""
    return without(theirs, gone) if theirs.count(gone) > (left or ()).count(gone) else theirs
