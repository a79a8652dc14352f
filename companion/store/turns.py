"""Who writes next: threads of one process take turns in the order in which they came.

SQLite itself lets whoever asks at the right moment write, and a thread that was unlucky a few times waits for longer
and longer: with many writers some wait for seconds while others write again and again.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class TurnNotCome(Exception):
    """Other writers of this process took longer than anybody waits; ``seconds`` is how long that was."""

    def __init__(self, seconds: float, ahead: int) -> None:
        self.seconds = seconds
        self.ahead = ahead
        super().__init__(f"db: {ahead} others were still to write after {seconds:g} seconds; nothing was changed")


class Turns:
    """A lock that is given to the thread that has waited longest. It is not reentrant."""

    def __init__(self) -> None:
        """Nobody's turn yet."""
        self._guard = Lock()
        self._taken = False
        self._waiting: deque[Lock] = deque()

    @property
    def waiting(self) -> int:
        """How many threads wait."""
        with self._guard:
            return len(self._waiting)

    @contextmanager
    def turn(self, seconds: float) -> Iterator[None]:
        """Waits for the turn and gives it back at the end; raises TurnNotCome after so many seconds."""
        self._take(seconds)
        try:
            yield
        finally:
            self._pass_on()

    def _take(self, seconds: float) -> None:
        with self._guard:
            if not self._taken:
                self._taken = True
                return
            called = Lock()
            called.acquire()
            self._waiting.append(called)
        if called.acquire(timeout=seconds):
            return
        with self._guard:
            # Whoever was called at the very last moment is no longer in the line, and has the turn.
            if called in self._waiting:
                ahead = self._waiting.index(called) + 1
                self._waiting.remove(called)
                raise TurnNotCome(seconds, ahead)

    def _pass_on(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False
