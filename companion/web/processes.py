"""Several processes that do the same work: one that ends is replaced, and all end with their parent.

The parent does no work of its own, so that nothing can go wrong in it. It has no threads when it makes a child, and
children share with it only what was open before, such as a listening socket.
"""

import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping
from threading import Thread
from types import FrameType
from typing import NoReturn

MOST = 64
SECONDS_TO_END = 10
"""How long children get to end what they do; after that they are ended."""
LONG_ENOUGH = 10.0
"""Seconds after which a process that ends is replaced at once: one that ends sooner would only do so again."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
ENDING = (signal.SIGTERM, signal.SIGINT)

logger = logging.getLogger(__name__)
Work = Callable[[int], int]


def possible() -> bool:
    """Tells whether this system can do it: Windows cannot."""
    return hasattr(os, "fork")


class SharedSocket(socket.socket):
    """A listening socket that several processes accept from: who comes too late never waits for the next connection."""

    def settimeout(self, _seconds: float | None) -> None:
        """Stays without a timeout, whatever a server asks for."""
        super().settimeout(0)


def shared(listening: socket.socket) -> socket.socket:
    """Returns a listening socket for several processes in the place of one for a single process."""
    made = SharedSocket(fileno=listening.detach())
    made.setblocking(False)
    return made


class Crew:
    """``count`` processes that each call ``work`` with their number, from 1, and end with the status it returns."""

    def __init__(self, count: int, work: Work) -> None:
        """Nothing begins yet."""
        self._count = count
        self._work = work
        self._numbers: dict[int, int] = {}
        self._began: dict[int, float] = {}
        self._pauses: dict[int, float] = {}
        self._stopping = False
        # Children read from it and learn that nobody writes any more: their parent is gone, however it went.
        self._alive = os.pipe()

    @property
    def members(self) -> Mapping[int, int]:
        """The processes that run: their numbers by their ids."""
        return self._numbers

    def run(self) -> int:
        """Keeps the processes running until this one is told to end (SIGTERM, SIGINT); returns the exit status, 0."""
        before = {number: signal.signal(number, self._stop) for number in ENDING}
        before[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._lose_patience)
        try:
            for number in range(1, self._count + 1):
                self._begin(number)
            while self._numbers:
                self._replace(*os.waitpid(-1, 0))
        finally:
            signal.alarm(0)
            for number, handler in before.items():
                signal.signal(number, handler)
            for end in self._alive:
                os.close(end)
        return 0

    def _begin(self, number: int) -> None:
        if self._stopping:
            return
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        # A signal between the two lines that make a child and note it would miss the child, or reach it as its parent.
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        child = os.fork()
        if child == 0:
            self._be_a_child(number)
        self._numbers[child] = number
        self._began[number] = time.monotonic()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)

    def _be_a_child(self, number: int) -> NoReturn:
        status = 1
        try:
            # Ctrl+C is for the parent, which passes it on: a second signal would disturb whoever is ending.
            os.setpgid(0, 0)
            for one in (*ENDING, signal.SIGALRM):
                signal.signal(one, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
            os.close(self._alive[1])
            Thread(target=_end_with_parent, args=(self._alive[0],), name="parent", daemon=True).start()
            status = self._work(number)
        except SystemExit as ending:
            status = ending.code if isinstance(ending.code, int) else 0
        except BaseException:
            logger.exception("process %d failed", number)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)

    def _replace(self, child: int, status: int) -> None:
        number = self._numbers.pop(child, None)
        if number is None or self._stopping:
            return
        pause = 0.0
        if time.monotonic() - self._began[number] < LONG_ENOUGH:
            pause = self._pauses[number] = min(2 * self._pauses.get(number, FIRST_PAUSE / 2), LONGEST_PAUSE)
        else:
            self._pauses.pop(number, None)
        logger.warning("process %d ended (%s) and is replaced", number, _told(status))
        _sleep(pause, lambda: self._stopping)
        self._begin(number)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        if not self._stopping:
            self._stopping = True
            signal.alarm(SECONDS_TO_END)
            self._signal(signal.SIGTERM)

    def _lose_patience(self, _number: int, _frame: FrameType | None) -> None:
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        for child in tuple(self._numbers):
            try:
                os.kill(child, number)
            except ProcessLookupError:
                continue


def _end_with_parent(alive: int) -> None:
    os.read(alive, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SECONDS_TO_END)
    os._exit(1)


def _sleep(seconds: float, over: Callable[[], bool]) -> None:
    last = time.monotonic() + seconds
    while not over() and (left := last - time.monotonic()) > 0:
        time.sleep(min(left, 0.1))


def _told(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return f"signal {-code}" if code < 0 else f"status {code}"
