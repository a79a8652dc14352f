"""Work on photos in a child process with limits of memory and time: whatever a photo does, the app goes on.

The parent calls :func:`run`; the child is ``python -m vision.intake.child``. A request and an answer are JSON; photos
and pictures pass as paths. What can be asked for stands in :mod:`vision.intake.jobs`.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

from vision.intake.jobs import JOBS, Json, Progress
from vision.intake.photo import MAX_PIXELS, PhotoRefused

Failure = Literal["timeout", "memory", "crashed", "no_opencv"]

SUM = 200_000
ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may use: seconds by the clock, and megabytes of address space (about twice what it fills)."""

    seconds: float = 30.0
    megabytes: int = 1800


PRACTICE = Limits(seconds=400, megabytes=2400)
"""What practice of a box may use, for which nobody waits."""

USUAL_SECONDS = 0.004
"""What a host that reads a photo in the time we promise needs for :func:`slowness`'s sum when it does nothing else."""

MOST_SLOWNESS = 6.0


def slowness(clock: Callable[[], float] = time.perf_counter) -> float:
    """Returns how many times as long as usual this host takes now, because it is small or busy: 1 to ``MOST_SLOWNESS``.

    The middle one of some sums: one of them may have been interrupted.
    """
    taken = []
    for _ in range(5):
        begin = clock()
        sum(range(SUM))
        taken.append(clock() - begin)
    return min(max(sorted(taken)[2] / USUAL_SECONDS, 1.0), MOST_SLOWNESS)


def patient(limits: Limits, slow: float | None = None) -> Limits:
    """Returns limits with as much more time as this host is slower than usual (``slow``: measured when None)."""
    return replace(limits, seconds=limits.seconds * (slowness() if slow is None else slow))


class ChildFailed(RuntimeError):
    """A job that gave no answer; ``code`` says why: it took too long, too much memory, broke down, or has no OpenCV."""

    CODES: frozenset[str] = frozenset(get_args(Failure))

    def __init__(self, code: Failure, detail: str = "") -> None:
        self.code: Failure = code
        self.detail = detail
        super().__init__(f"camera: {code}" + (f": {detail}" if detail else ""))


def run(job: str, request: Json, *, limits: Limits | None = None, progress: Progress | None = None) -> Json:
    """Return the answer of a job that a child process did within the limits.

    ``progress`` is called in this thread with the name of each stage as the child enters it. Raises PhotoRefused when
    the job refused a photo, ChildFailed when there is no answer, KeyError for an unknown job.
    """
    if job not in JOBS:
        raise KeyError(job)
    limits = limits or Limits()
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(
            [sys.executable, "-P", "-m", "vision.intake.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=_environment(),
        )
        late = threading.Event()

        def end() -> None:
            late.set()
            child.kill()

        watch = threading.Timer(limits.seconds, end)
        watch.daemon = True
        watch.start()
        try:
            last = _converse(child, {"job": job, "request": request, "limits": _plain(limits)}, progress)
        finally:
            watch.cancel()
            child.kill()
            child.wait()
        errors.seek(0)
        detail = errors.read()[-400:].decode("utf-8", "replace").strip()
    return _answer(last, late.is_set(), detail)


def _converse(child: subprocess.Popen[bytes], message: Json, progress: Progress | None) -> Json:
    last: Json = {}
    if child.stdin is None or child.stdout is None:
        return last
    with child.stdin as pipe, contextlib.suppress(BrokenPipeError):
        pipe.write(json.dumps(message).encode() + b"\n")
    with child.stdout as lines:
        for line in lines:
            told = json.loads(line)
            if "stage" not in told:
                last = told
            elif progress is not None:
                progress(told["stage"])
    return last


def _answer(last: Json, late: bool, detail: str) -> Json:
    if "answer" in last:
        answer: Json = last["answer"]
        return answer
    if "refused" in last:
        raise PhotoRefused(last["refused"], **last["facts"])
    if late:
        raise ChildFailed("timeout")
    raise ChildFailed(last.get("failed", "crashed"), detail)


def _environment() -> dict[str, str]:
    # Each thread of these libraries reserves address space, which the limit counts.
    threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    # Found from any working directory, which stays the caller's: paths in a request may be relative to it.
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    return {**os.environ, **threads, "PYTHONPATH": path, "OPENCV_IO_MAX_IMAGE_PIXELS": str(MAX_PIXELS)}


def _plain(limits: Limits) -> Json:
    return {"seconds": limits.seconds, "megabytes": limits.megabytes}


def main() -> int:
    """Do the one job that standard input asks for and write its stages and its answer, a line of JSON each."""
    message = json.loads(sys.stdin.buffer.readline())
    # What a library prints must not get among the answers.
    lines, sys.stdout = sys.stdout, sys.stderr

    def tell(told: Json) -> None:
        lines.write(json.dumps(told) + "\n")
        lines.flush()

    _limit(Limits(**message["limits"]))
    try:
        tell(_do(message["job"], message["request"], lambda stage: tell({"stage": stage})))
    except PhotoRefused as refused:
        tell({"refused": refused.code, "facts": refused.facts})
    except MemoryError:
        tell({"failed": "memory"})
    except ModuleNotFoundError as missing:
        if missing.name not in ("cv2", "numpy"):
            raise
        tell({"failed": "no_opencv"})
    return 0


def _do(job: str, request: Json, progress: Progress) -> Json:
    import cv2

    cv2.setNumThreads(2)
    try:
        return {"answer": JOBS[job](request, progress)}
    except cv2.error as error:
        if error.code == cv2.Error.StsNoMem:
            return {"failed": "memory"}
        raise


def _limit(limits: Limits) -> None:
    """Have the system enforce the limits where it can (not on Windows; there only the clock counts)."""
    if sys.platform == "win32":
        return
    import resource

    size = limits.megabytes * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    seconds = int(limits.seconds * 2) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    sys.exit(main())
