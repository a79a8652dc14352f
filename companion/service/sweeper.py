"""The sweeper: a thread of the server that removes what is left over, at the start and every ten minutes."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from companion.service.quotas import Quotas
from companion.store.leftovers import Leftovers

EVERY_SECONDS = 600.0
DEVICES_KEPT = timedelta(days=400)
"""As long as browsers keep a cookie."""
DELETED_KEPT = timedelta(days=30)
"""How long a deleted game can be put back."""
STEADY_FOR = timedelta(hours=6)
AGREES_WITHIN = timedelta(minutes=30)

Task = Callable[[], int]
logger = logging.getLogger(__name__)


class Sweeper:
    """Carries out tasks from time to time; a task returns how many things it removed, and may fail."""

    def __init__(self, tasks: Sequence[tuple[str, Task]], every: float = EVERY_SECONDS) -> None:
        """``tasks`` have a name for the log; ``every`` is in seconds."""
        self._tasks = tasks
        self._every = every
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def sweep(self) -> dict[str, int]:
        """Carries out every task once and returns how much each removed; one that fails is logged and left out."""
        removed = {}
        for name, task in self._tasks:
            if self._stop.is_set():
                break
            try:
                removed[name] = task()
            except Exception:
                logger.exception("sweeping %s failed; it is tried again later", name)
        return removed

    def start(self) -> None:
        """Begins: at once, and then again and again until it is stopped."""
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, name="sweeper", daemon=True)
        self._thread.start()

    def stop(self, seconds: float = 5.0) -> None:
        """Ends, after the task that is being carried out; waits for that so long at most."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(self) -> None:
        while True:
            self.sweep()
            if self._stop.wait(self._every):
                return


class SteadyClock:
    """Whether the clock can be believed: a server whose clock was set to next year would find every game abandoned."""

    def __init__(self, clock: Callable[[], datetime], monotonic: Callable[[], float] = time.monotonic) -> None:
        """``clock`` may be set by anybody; ``monotonic`` gives seconds that nobody sets."""
        self._clock = clock
        self._monotonic = monotonic
        self._begin()

    def is_steady(self) -> bool:
        """Tells whether the clock has gone as fast as time itself for some hours; a jump begins them anew."""
        passed = timedelta(seconds=self._monotonic() - self._since)
        if abs(self._clock() - self._begun - passed) > AGREES_WITHIN:
            self._begin()
            return False
        return passed >= STEADY_FOR

    def _begin(self) -> None:
        self._begun, self._since = self._clock(), self._monotonic()


class Abandonment:
    """Removes games that nobody plays and boxes of nobody, where the quotas say so, by a clock that can be believed."""

    def __init__(
        self,
        leftovers: Leftovers,
        quotas: Quotas,
        clock: Callable[[], datetime],
        forget: Callable[[str], None],
        remove_boxes: Callable[[timedelta], int],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """``forget`` is called with each game that was removed; ``remove_boxes`` removes those left for so long."""
        self._leftovers = leftovers
        self._quotas = quotas
        self._clock = clock
        self._forget = forget
        self._remove_boxes = remove_boxes
        self._steady = SteadyClock(clock, monotonic)

    def sweep(self) -> int:
        """Removes some abandoned games, each in a transaction of its own, and boxes; returns how many."""
        quotas = self._quotas
        if quotas.untouched is None or quotas.barely_played is None or not self._steady.is_steady():
            return 0
        removed = 0
        found = self._leftovers.abandoned(self._clock(), quotas.untouched, quotas.barely_played, quotas.few_actions)
        for game in found:
            if self._leftovers.remove_game(game):
                self._forget(game.id)
                removed += 1
        return removed + self._remove_boxes(quotas.untouched)


class Deletions:
    """Drops for good the games that were deleted long ago, by a clock that can be believed."""

    def __init__(
        self,
        drop: Callable[[datetime], Sequence[str]],
        clock: Callable[[], datetime],
        forget: Callable[[str], None],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """``drop`` drops what was deleted before a moment and returns the ids; ``forget`` is called with each."""
        self._drop = drop
        self._clock = clock
        self._forget = forget
        self._steady = SteadyClock(clock, monotonic)

    def sweep(self) -> int:
        """Drops what was deleted more than ``DELETED_KEPT`` ago; returns how many games."""
        if not self._steady.is_steady():
            return 0
        gone = self._drop(self._clock() - DELETED_KEPT)
        for game in gone:
            self._forget(game)
        return len(gone)


def devices(leftovers: Leftovers, clock: Callable[[], datetime]) -> Task:
    """Returns the task that removes devices that never came back."""
    return lambda: leftovers.remove_devices(DEVICES_KEPT, clock())
