"""Hints are looked for beside everything else: what is cancelled ends, and a glance does when it is late."""

import time
from collections.abc import Iterator
from itertools import count

import pytest

from companion.rules import execute
from companion.rules.commands import SpendDie
from companion.rules.state import State
from companion.service import advising
from companion.service.advisers import Adviser, SliceAdviser, Thought
from companion.service.advising import ProcessAdviser
from solo_bot.planner import Effort, advise
from solo_bot.simulation.play import play_game

PATIENCE = 60.0


@pytest.fixture(scope="module")
def position() -> State:
    """A turn of the Atreides with several dice."""
    state = State()
    for command in play_game(3).commands:
        if isinstance(command, SpendDie):
            break
        state, _events = execute(state, command, record_anyway=True)
    return state


def answer(adviser: Adviser, state: State) -> Thought:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        thought = adviser.look("a", state)
        if thought.advice is not None or thought.failed:
            return thought
        time.sleep(0.02)
    raise AssertionError("no hint came")


@pytest.fixture
def processes() -> Iterator[ProcessAdviser]:
    found = ProcessAdviser(patience=PATIENCE)
    yield found
    found.close()


@pytest.mark.slow
def test_slices_find_what_the_whole_look_finds(position: State) -> None:
    adviser = SliceAdviser(slice_seconds=0.0, patience=PATIENCE)
    assert adviser.look("a", position) == Thought()
    first = adviser.look("a", position)
    assert first.advice is None
    assert (first.done, first.total > 1) == (1, True)
    assert answer(adviser, position).advice == advise(position, effort=2)
    assert answer(adviser, position).advice == advise(position, effort=2)


def test_a_slice_ends_in_time(position: State) -> None:
    ticks = iter(range(10_000))
    adviser = SliceAdviser(clock=lambda: float(next(ticks)), slice_seconds=3.0)
    adviser.look("a", position)
    assert adviser.look("a", position).done == 4


@pytest.mark.slow
def test_where_slices_are_late_a_glance_has_to_do(position: State) -> None:
    times = iter([0.0])
    adviser = SliceAdviser(clock=lambda: next(times, 9.0), slice_seconds=0.0, patience=8.0)
    assert answer(adviser, position).advice == advise(position, effort=Effort.GLANCE)


def test_how_far_it_is_never_goes_back(position: State) -> None:
    adviser, seen = SliceAdviser(slice_seconds=0.0, patience=PATIENCE), []
    while (thought := adviser.look("a", position)).advice is None:
        seen.append((thought.done, thought.total))
    assert [done for done, _total in seen] == list(range(len(seen)))
    assert {total for _done, total in seen[1:]} == {len(seen) - 1}


def test_what_is_cancelled_begins_anew(position: State) -> None:
    adviser = SliceAdviser(slice_seconds=0.0)
    for _look in range(5):
        adviser.look("a", position)
    adviser.cancel("a")
    assert adviser.look("a", position) == Thought()
    adviser.close()


@pytest.mark.slow
def test_a_process_finds_it_while_nobody_waits(position: State, processes: ProcessAdviser) -> None:
    began = time.monotonic()
    assert processes.look("a", position).advice is None
    assert time.monotonic() - began < 1.0
    thought = answer(processes, position)
    assert thought.advice == advise(position)
    assert processes.look("a", position) == thought


@pytest.mark.slow
def test_a_glance_does_when_it_is_late(position: State) -> None:
    adviser = ProcessAdviser(patience=0.0)
    thought = answer(adviser, position)
    assert thought.advice in (advise(position, effort=1), advise(position))
    adviser.close()


@pytest.mark.slow
def test_a_process_is_ended_when_it_is_cancelled(position: State, processes: ProcessAdviser) -> None:
    processes.look("a", position)
    child = processes._jobs["a"].child
    processes.cancel("a")
    assert child.wait(10) != 0
    assert "a" not in processes._jobs


@pytest.mark.slow
def test_a_process_that_ends_early_is_a_failure_and_asking_again_begins_anew(
    position: State, processes: ProcessAdviser
) -> None:
    processes.look("a", position)
    processes._jobs["a"].child.kill()
    assert answer(processes, position).failed
    assert answer(processes, position).advice


def test_only_a_few_look_at_once(position: State, processes: ProcessAdviser) -> None:
    for key in ("a", "b", "c"):
        assert processes.look(key, position).advice is None
    assert len(processes._jobs) == 2


@pytest.mark.slow
def test_what_somebody_waits_for_may_take_its_time(position: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "LONGEST", 0.05)
    adviser = ProcessAdviser(clock=lambda: 0.0, patience=PATIENCE)
    assert answer(adviser, position).advice
    adviser.close()


def test_what_nobody_asks_after_is_ended(position: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "LONGEST", 0.05)
    moments = count()
    adviser = ProcessAdviser(clock=lambda: float(next(moments)), patience=PATIENCE)
    adviser.look("a", position)
    assert adviser._jobs["a"].child.wait(PATIENCE) != 0
    adviser.close()
