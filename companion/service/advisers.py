"""Asking for a hint: it takes seconds, so it is looked for beside everything else, and asked after again and again.

An ``Adviser`` is told a position, which is all it knows: it must be what the player may see, and nothing more. On a
server a process of its own looks ahead (``advising``); where there are no processes every look does a slice of it.
"""

from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Protocol, cast

from companion.rules.state import State
from solo_bot.planner import Advice, Effort, advising

SEED = 0
"""The same position leads to the same hint, whatever the game's own seed is."""
REMEMBERED = 64
PATIENCE = 2.2
"""Seconds after which a glance has to do."""
SLICE_SECONDS = 0.3
PAUSE, NO_PAUSE = 300, 30
"""Milliseconds that a page waits before it asks again how far a hint is: of a process, of what is found by asking."""
SLICED = 2
"""Rounds for a plan of the first stage where there are no processes: such places are slow."""
MOST = 3
"""So many options are shown."""


@dataclass(frozen=True, slots=True)
class Thought:
    """How far a hint is: ``done`` of ``total``; ``advice``, the best first, once it is there (() where there is none).

    ``failed``: it came to nothing, and asking again begins anew.
    """

    done: int = 0
    total: int = 0
    advice: tuple[Advice, ...] | None = None
    failed: bool = False


class Adviser(Protocol):
    """What looks for hints. Safe to share between threads."""

    @property
    def pause(self) -> int:
        """So many milliseconds a page waits between two looks."""

    def look(self, key: Hashable, state: State) -> Thought:
        """Begins to look for a hint at ``state``, or goes on, and returns how far it is, without waiting."""

    def cancel(self, key: Hashable) -> None:
        """Ends looking for it, and forgets what was found so far."""

    def close(self) -> None:
        """Ends everything."""


Looking = Generator[tuple[int, int], None, tuple[Advice, ...]]


class SliceAdviser:
    """Looks for a hint a slice at a time, in the thread that asks, so that whatever else is asked comes in between."""

    pause = NO_PAUSE

    def __init__(
        self,
        clock: Callable[[], float] = monotonic,
        slice_seconds: float = SLICE_SECONDS,
        patience: float = PATIENCE,
    ) -> None:
        """``slice_seconds``: no simulated round is begun in a slice after that time; ``patience``: seconds after which
        what a glance found is the hint."""
        self._clock = clock
        self._slice = slice_seconds
        self._patience = patience
        self._jobs: OrderedDict[Hashable, tuple[Looking, Thought]] = OrderedDict()
        self._lock = Lock()

    def look(self, key: Hashable, state: State) -> Thought:
        """As of ``Adviser``; the first look only begins, so that this is seen before anything takes time."""
        with self._lock:
            if key not in self._jobs:
                self._jobs[key] = self._looking(state, self._clock() + self._patience), Thought()
                while len(self._jobs) > REMEMBERED:
                    self._jobs.popitem(last=False)
                return Thought()
            looking, thought = self._jobs[key]
            end = self._clock() + self._slice
            while thought.advice is None:
                try:
                    done, total = next(looking)
                except StopIteration as found:
                    thought = Thought(1, 1, found.value)
                    break
                thought = Thought(done, total)
                if self._clock() > end:
                    break
            self._jobs[key] = looking, thought
            self._jobs.move_to_end(key)
            return thought

    def _looking(self, state: State, end: float) -> Looking:
        """A glance and then the whole, which is given up at ``end``; the rounds of both are counted as one."""
        quick = advising(state, count=MOST, effort=Effort.GLANCE, seed=SEED)
        glance = yield from _counted(quick, lambda done, total: (done, total * (1 + SLICED)))
        slow = advising(state, count=MOST, effort=SLICED, seed=SEED)
        whole = _counted(slow, lambda done, total: (total // SLICED + done, total // SLICED + total))
        while glance and self._clock() < end:
            try:
                told = next(whole)
            except StopIteration as found:
                return cast(tuple[Advice, ...], found.value)
            yield told
        return glance

    def cancel(self, key: Hashable) -> None:
        """As of ``Adviser``."""
        with self._lock:
            self._jobs.pop(key, None)

    def close(self) -> None:
        """As of ``Adviser``."""
        with self._lock:
            self._jobs.clear()


def _counted(looking: Looking, told: Callable[[int, int], tuple[int, int]]) -> Looking:
    """Looks as ``looking`` does, and tells how far it is in other numbers."""
    while True:
        try:
            done = next(looking)
        except StopIteration as found:
            return cast(tuple[Advice, ...], found.value)
        yield told(*done)
