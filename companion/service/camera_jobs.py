"""The camera's queue: one job at a time, whichever process took it, each in a child process.

Everything is in files, so that any process of the app tells how far a job is and none is lost with the process that
took it: ``jobs/ID.json`` says how a job stands, ``queue/NUMBER-ID.json`` what is still to be done. Files are replaced
whole. Whoever works holds a lock of the system, which ends with its process.
"""

import json
import logging
import re
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from companion.store.files import write_anew
from vision.intake.child import ChildFailed, Limits, patient, run
from vision.intake.photo import PhotoRefused

Json = dict[str, Any]
Runner = Callable[..., Json]

MOST_WAITING = 6
MOST_JOBS = 200
"""Jobs whose answers are remembered; the oldest are forgotten first."""
ID = re.compile(r"[a-z0-9]{20}")
LIMITS = Limits(seconds=40, megabytes=2400)
LOOK_SECONDS = 0.05
"""How often another process's work is looked at."""
LOCK_SECONDS = 10.0
AFTER_TROUBLE_SECONDS = 5.0

logger = logging.getLogger(__name__)


class Stage(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"

    @property
    def ended(self) -> bool:
        """Whether nothing more comes."""
        return self in (Stage.DONE, Stage.FAILED)


class Busy(Exception):
    """More jobs wait than anybody would wait for, or there is no room."""


class Unknown(KeyError):
    """There is no such photo, box or job (any more); ``what`` names the sort."""

    def __init__(self, what: str, key: str) -> None:
        self.what = what
        super().__init__(f"{what}: there is no {key!r}")


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of work on photos. ``owner`` is whose it is: a game's id, or a box's; ``told`` is the stage that the
    child is in; ``answer`` is there when done, ``code`` and ``facts`` (why not) when failed; ``note`` is what whoever
    submitted it wants to remember."""

    id: str
    name: str
    owner: str
    stage: Stage
    told: str = ""
    ahead: int = 0
    answer: Json | None = None
    code: str = ""
    facts: tuple[tuple[str, int], ...] = ()
    note: Json = field(default_factory=dict)


class Queue:
    """The jobs under one folder; safe to share between threads and processes."""

    def __init__(
        self,
        folder: Path,
        ended: Callable[[Json], None],
        runner: Runner = run,
        limits: Limits = LIMITS,
        *,
        again: bool = False,
    ) -> None:
        """``ended`` is called with each request whose job has ended; ``runner`` does a job within
        ``limits``, which a slow host stretches. ``again``: what a process left unfinished is done anew."""
        self._folder = folder
        self._ended = ended
        self._runner = runner
        self._limits = limits
        self._again = again
        self._changed = threading.Condition()
        self._worker: threading.Thread | None = None

    def submit(self, job: Job, request: Json) -> Job:
        """Puts a job that waits in the queue and returns it as it stands; raises Busy when too many wait."""
        self._jobs.mkdir(parents=True, exist_ok=True)
        self._queue.mkdir(exist_ok=True)
        try:
            with FileLock(self._folder / "queue.lock", timeout=LOCK_SECONDS):
                queue = self._queued()
                waiting = sum(1 for file in queue if self._stage_of(file) is Stage.WAITING)
                if waiting >= MOST_WAITING:
                    raise Busy
                number = _number(queue[-1]) + 1 if queue else 1
                self._write(job)
                _replace(self._queue / f"{number:012d}-{job.id}.json", request)
        except Timeout:
            raise Busy from None
        self.work()
        return self.job(job.id)

    def job(self, job: str) -> Job:
        """Returns a job as it stands, with how many are ahead of it; raises Unknown."""
        known = self._read(job)
        if known.stage is not Stage.WAITING:
            return known
        queue = [_id(file) for file in self._queued()]
        # It may have begun between the two looks.
        return replace(known, ahead=queue.index(job)) if job in queue else self._read(job)

    def wait(self, job: str, seconds: float) -> Job:
        """Returns a job when it has ended, or as it stands after so many seconds; raises Unknown."""
        last = time.monotonic() + seconds
        while True:
            with self._changed:
                known = self.job(job)
                left = last - time.monotonic()
                if known.stage.ended or left <= 0:
                    return known
                self._changed.wait(min(LOOK_SECONDS, left))

    def work(self) -> None:
        """Sees to it that what is queued is done, be it left over from a process that has ended."""
        with self._changed:
            if self._queued() and (self._worker is None or not self._worker.is_alive()):
                self._worker = threading.Thread(target=self._work, name="camera", daemon=True)
                self._worker.start()

    def needs(self, file: Path) -> bool:
        """Tells whether a job that has not ended was given this file."""
        return any(str(file) in _read_or(entry, {}).values() for entry in self._queued())

    def waits(self, file: Path) -> bool:
        """Tells whether a job that has not begun was given this file."""
        queue = self._queued()
        return any(str(file) in _read_or(one, {}).values() and self._stage_of(one) is Stage.WAITING for one in queue)

    def oldest_first(self) -> list[str]:
        """Returns the jobs that have ended, the one that ended longest ago first."""
        queued = {_id(file) for file in self._queued()}
        found = []
        for file in self._jobs.glob("*.json"):
            with suppress(OSError):
                if file.stem not in queued:
                    found.append((file.stat().st_mtime_ns, file.stem))
        return [job for _time, job in sorted(found)]

    def forget(self, job: str) -> None:
        """Forgets a job that has ended."""
        (self._jobs / f"{job}.json").unlink(missing_ok=True)

    def _work(self) -> None:
        while True:
            with self._changed:
                if not self._queued():
                    # The thread ends under the lock, so that nothing is put in a queue that nobody looks at.
                    self._worker = None
                    return
            try:
                with FileLock(self._folder / "worker.lock", timeout=0):
                    self._next()
            except Timeout:
                # Another process works; should it end, its work is taken over from here.
                time.sleep(LOOK_SECONDS)
            except OSError:
                logger.exception("the camera's queue cannot be read or written")
                time.sleep(AFTER_TROUBLE_SECONDS)

    def _next(self) -> None:
        """Does the first job of the queue; whoever calls holds the lock of the worker."""
        for file in self._queued()[:1]:
            request = _read_or(file, {})
            try:
                job = self._read(_id(file))
            except Unknown:
                job = None
            if job is not None and job.stage is Stage.RUNNING and not self._again:
                logger.warning("camera job %s was left by a process that ended", job.name)
                self._write(replace(job, stage=Stage.FAILED, code="crashed"))
            elif job is not None and not job.stage.ended:
                self._write(replace(job, stage=Stage.RUNNING))
                self._write(self._done(replace(job, stage=Stage.RUNNING), request))
            file.unlink(missing_ok=True)
            self._ended(request)
        with self._changed:
            self._changed.notify_all()

    def _done(self, job: Job, request: Json) -> Job:
        def told(stage: str) -> None:
            self._write(replace(job, told=stage))

        try:
            answer = self._runner(job.name, request, limits=patient(self._limits), progress=told)
            return replace(job, stage=Stage.DONE, answer=answer)
        except PhotoRefused as refused:
            return replace(job, stage=Stage.FAILED, code=refused.code, facts=tuple(sorted(refused.facts.items())))
        except ChildFailed as failed:
            logger.warning("camera job %s failed: %s", job.name, failed)
            return replace(job, stage=Stage.FAILED, code=failed.code)
        except Exception:
            logger.exception("camera job %s broke down", job.name)
            return replace(job, stage=Stage.FAILED, code="crashed")

    def _queued(self) -> list[Path]:
        return sorted(self._queue.glob("*-*.json"))

    def _stage_of(self, queued: Path) -> Stage | None:
        try:
            return self._read(_id(queued)).stage
        except Unknown:
            return None

    def _read(self, job: str) -> Job:
        document = _read_or(self._jobs / f"{job}.json", None) if ID.fullmatch(job) else None
        if document is None:
            raise Unknown("job", job)
        facts = tuple((str(name), int(number)) for name, number in document["facts"])
        return Job(**{**document, "stage": Stage(document["stage"]), "facts": facts})

    def _write(self, job: Job) -> None:
        _replace(self._jobs / f"{job.id}.json", asdict(job))

    @property
    def _jobs(self) -> Path:
        return self._folder / "jobs"

    @property
    def _queue(self) -> Path:
        return self._folder / "queue"


def random_id() -> str:
    """Returns a name that nobody can guess."""
    return secrets.token_hex(10)


def _number(queued: Path) -> int:
    return int(queued.name.partition("-")[0])


def _id(queued: Path) -> str:
    return queued.stem.partition("-")[2]


def _replace(file: Path, document: Json) -> None:
    """Writes a file whole: who reads at the same time, or after a power cut, reads the old one or the new one."""
    write_anew(file, json.dumps(document).encode())


def _read_or(file: Path, otherwise: Any) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return otherwise
