"""How long each side was waited for: by the times of the log, for one side alone, pauses cut short."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from companion.content.terms import Faction
from companion.rules.frames import AtreidesRollFrame, HarkonnenRollFrame
from companion.rules.state import Mode, State
from companion.service.thinking import thought, waited, waited_for
from companion.store import Timeline
from companion.store.timeline import Batch, Reversal, Step

START = datetime(2026, 5, 1, 20, tzinfo=UTC)
ATREIDES = State(mode=Mode.DUEL, round=1, frames=(AtreidesRollFrame(),))
HARKONNEN = replace(ATREIDES, frames=(HarkonnenRollFrame(),))


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def game(*steps: tuple[float, State]) -> Timeline:
    """A game of positions, each some minutes after its beginning."""
    batches = tuple(Batch(n, n, "Wish", None, START + minutes(at), ()) for n, (at, _state) in enumerate(steps, 1))
    made = tuple(Step(batch, state) for batch, (_at, state) in zip(batches, steps, strict=True))
    return Timeline(len(steps), made, (), batches)


def test_time_counts_for_the_side_that_is_waited_for() -> None:
    played = game((0, ATREIDES), (2, HARKONNEN), (5, ATREIDES), (6, ATREIDES))
    assert thought(played) == (minutes(3), minutes(3))


def test_a_pause_counts_as_ten_minutes_and_a_clock_set_back_as_none() -> None:
    assert thought(game((0, ATREIDES), (600, HARKONNEN), (590, ATREIDES))) == (minutes(0), minutes(10))


def test_nobody_is_waited_for_before_the_first_round_or_after_the_end() -> None:
    assert waited_for(ATREIDES) is Faction.ATREIDES
    assert waited_for(replace(ATREIDES, round=0)) is None
    assert waited_for(replace(ATREIDES, winner=Faction.ATREIDES)) is None
    assert waited_for(replace(ATREIDES, frames=())) is None, "nobody alone"


def test_the_wait_begins_with_whatever_happened_last() -> None:
    played = game((0, ATREIDES), (2, HARKONNEN))
    assert waited(played, START + minutes(5)) == minutes(3)
    assert waited(played, START) == minutes(0)
    taken_back = replace(played, reversals=((2, Reversal(3, True, None, START + minutes(4))),))
    assert waited(taken_back, START + minutes(5)) == minutes(1)
    assert waited(Timeline(), START) == minutes(0)
