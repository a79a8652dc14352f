"""Hints on a server: each is looked for by a process of its own (``companion.advising``), which gives way to everything
else, tells how far it is and is ended when nobody wants it any more."""

import os
import pickle
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from companion.rules.state import State
from companion.service.advisers import PATIENCE, PAUSE, REMEMBERED, SEED, Thought
from solo_bot.planner import Advice

LONGEST = 30.0
"""A process that nobody asks after for so many seconds is ended, at the latest when as many have gone by again."""
AT_ONCE = 2
ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(slots=True)
class _Job:
    """A hint that a process looks for: ``glance`` is what it found at first, ``asked`` when somebody asked last."""

    child: "subprocess.Popen[bytes]"
    began: float
    asked: float
    ended: threading.Event = field(default_factory=threading.Event)
    thought: Thought = field(default_factory=Thought)
    glance: tuple[Advice, ...] | None = None

    @property
    def runs(self) -> bool:
        return self.thought.advice is None and not self.thought.failed


class ProcessAdviser:
    """Looks for each hint in a process of its own, for a few at once; the others wait."""

    pause = PAUSE

    def __init__(self, clock: Callable[[], float] = monotonic, patience: float = PATIENCE) -> None:
        """``patience``: seconds after which what a glance found is the hint."""
        self._clock = clock
        self._patience = patience
        self._jobs: OrderedDict[Hashable, _Job] = OrderedDict()
        self._lock = threading.Lock()

    def look(self, key: Hashable, state: State) -> Thought:
        """As of ``Adviser``."""
        with self._lock:
            job = self._jobs.get(key)
            if job is None:
                if sum(one.runs for one in self._jobs.values()) >= AT_ONCE:
                    return Thought()
                job = self._jobs[key] = self._begin(state)
                self._forget_the_oldest()
            self._jobs.move_to_end(key)
            job.asked = self._clock()
            if job.runs and job.glance and job.asked - job.began > self._patience:
                job.thought = Thought(1, 1, job.glance)
                job.child.kill()
            if job.thought.failed:
                del self._jobs[key]
            return job.thought

    def cancel(self, key: Hashable) -> None:
        """As of ``Adviser``."""
        with self._lock:
            if (job := self._jobs.pop(key, None)) is not None:
                job.child.kill()

    def close(self) -> None:
        """As of ``Adviser``."""
        with self._lock:
            jobs = list(self._jobs.values())
            self._jobs.clear()
        for job in jobs:
            job.child.kill()
            job.child.wait()

    def _begin(self, state: State) -> _Job:
        child = subprocess.Popen(
            [sys.executable, "-P", "-m", "companion.advising"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_environment(),
        )
        now = self._clock()
        job = _Job(child, now, now)
        threading.Thread(target=self._listen, args=(job, state), name="hint", daemon=True).start()
        threading.Thread(target=self._end_when_forgotten, args=(job,), name="forgotten hint", daemon=True).start()
        return job

    def _end_when_forgotten(self, job: _Job) -> None:
        """Ends the process that nobody asks after. One that somebody waits for may take its time: it gives way to all
        else, and the machine may be busy."""
        while not job.ended.wait(LONGEST):
            if self._clock() - job.asked >= LONGEST:
                job.child.kill()
                return

    def _listen(self, job: _Job, state: State) -> None:
        """Takes in what the process of a job tells, to its end."""
        try:
            self._converse(job, state)
        except (EOFError, OSError, pickle.UnpicklingError):
            with self._lock:
                if job.runs:
                    # What a glance found is better than nothing.
                    job.thought = Thought(1, 1, job.glance) if job.glance else Thought(failed=True)
        finally:
            job.ended.set()
            job.child.kill()
            job.child.wait()
            if job.child.stdout is not None:
                job.child.stdout.close()

    def _converse(self, job: _Job, state: State) -> None:
        asked, told = job.child.stdin, job.child.stdout
        if asked is None or told is None:
            raise EOFError
        with suppress(BrokenPipeError), asked:
            pickle.dump((state, SEED), asked)
        while True:
            done, total, advice, last = pickle.load(told)
            with self._lock:
                if not job.runs:
                    return
                if advice is not None and not last:
                    job.glance = advice
                    continue
                job.thought = Thought(done, total, advice)
                if last:
                    return

    def _forget_the_oldest(self) -> None:
        while len(self._jobs) > REMEMBERED:
            _key, job = self._jobs.popitem(last=False)
            job.child.kill()


def _environment() -> dict[str, str]:
    path = filter(None, (str(ROOT), os.environ.get("PYTHONPATH", "")))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
