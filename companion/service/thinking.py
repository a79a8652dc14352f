"""How long each side was waited for, told from the times of the log: the gentle timer, which forces nobody."""

from datetime import datetime, timedelta
from itertools import pairwise

from companion.content.terms import Faction
from companion.rules.ask.asked import asked
from companion.rules.state import State
from companion.service.statistics import LONGEST_PAUSE
from companion.store import Timeline


def waited_for(state: State) -> Faction | None:
    """Returns the one side that the game waits for; None for both or nobody, before the first round, after the end."""
    if state.winner is not None or not state.round:
        return None
    sides = {part.faction for part in asked(state)}
    return next(iter(sides)) if len(sides) == 1 else None


def waited(timeline: Timeline, now: datetime) -> timedelta:
    """Returns how long a game has waited since something last happened; nothing less, whatever the clock does."""
    moments = [batch.created for batch in timeline.batches[-1:]]
    moments += [reversal.created for _batch, reversal in timeline.reversals[-1:]]
    return max(now - max(moments, default=now), timedelta())


def thought(timeline: Timeline) -> tuple[timedelta, timedelta]:
    """Returns how long the Harkonnen and the Atreides were waited for alone, in what of the game holds.

    A longer pause counts as ten minutes; the wait that goes on now does not count yet.
    """
    totals = [timedelta(), timedelta()]
    for step, following in pairwise(timeline.steps):
        side = waited_for(step.state)
        if side is not None:
            totals[side] += min(max(following.batch.created - step.batch.created, timedelta()), LONGEST_PAUSE)
    return totals[0], totals[1]
