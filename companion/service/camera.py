"""The camera's desk: photos kept for a while, boxes of calibration, and one job at a time in a child process.

Nothing here knows a game: a job gets what it is to expect, and its answer is a proposal. Photos have random names,
carry no details, and are deleted after a day or when they are no longer needed, whichever comes first.
"""

import json
import logging
import re
import secrets
import shutil
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from vision.intake.child import ChildFailed, Limits, run
from vision.intake.photo import PhotoRefused, inspect, without_details

Json = dict[str, Any]

KEPT_FOR = timedelta(hours=24)
MOST_WAITING = 6
MOST_JOBS = 60
"""Jobs whose answers are remembered; the oldest are forgotten first."""
MOST_BOXES = 20
ID = re.compile(r"[a-z0-9]{20}")
LIMITS = Limits(seconds=40, megabytes=2400)

logger = logging.getLogger(__name__)
Runner = Callable[..., Json]


class Stage(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Busy(Exception):
    """More jobs wait than anybody would wait for."""


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


def available() -> bool:
    """Tells whether the libraries of the camera are installed; nothing is loaded for that."""
    return find_spec("cv2") is not None and find_spec("numpy") is not None


class CameraDesk:
    """The photos, boxes and jobs under one folder; safe to share between threads."""

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        runner: Runner = run,
        limits: Limits = LIMITS,
    ) -> None:
        """``clock`` gives the time in UTC; ``runner`` does a job, by default in a child process within ``limits``."""
        self._folder = folder
        self._clock = clock
        self._runner = runner
        self._limits = limits
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._requests: dict[str, Json] = {}
        self._changed = threading.Condition()
        self._worker: threading.Thread | None = None

    # ---- photos

    def keep_photo(self, data: bytes) -> str:
        """Return the name under which a photo is kept, its details taken out; raises PhotoRefused."""
        self.sweep()
        header = inspect(data)
        name = _random()
        self._photos.mkdir(parents=True, exist_ok=True)
        (self._photos / f"{name}.{header.format}").write_bytes(without_details(data))
        return name

    def photo(self, name: str) -> Path:
        """Return the file of a photo; raises Unknown."""
        if ID.fullmatch(name):
            for file in self._photos.glob(f"{name}.*"):
                return file
        raise Unknown("photo", name)

    def sweep(self) -> int:
        """Delete photos and pictures older than a day, and return how many."""
        oldest = (self._clock() - KEPT_FOR).timestamp()
        gone = 0
        for file in [*self._photos.glob("*"), *self._crops.glob("*")]:
            if file.stat().st_mtime < oldest:
                shutil.rmtree(file) if file.is_dir() else file.unlink(missing_ok=True)
                gone += 1
        return gone

    def crop(self, job: str, area: str) -> Path:
        """Return the picture of an area that a scan cut out; raises Unknown."""
        file = self._crops / job / f"{area}.jpg"
        if ID.fullmatch(job) and re.fullmatch(r"[a-z0-9_]{1,40}", area) and file.is_file():
            return file
        raise Unknown("crop", area)

    def new_file(self, ending: str) -> Path:
        """Return a place for a file that is sent and then forgotten like a photo."""
        self._photos.mkdir(parents=True, exist_ok=True)
        return self._photos / f"{_random()}-{ending}"

    # ---- boxes

    def boxes(self) -> list[tuple[str, str]]:
        """Return id and name of each box, the one used last first."""
        found = []
        for folder in self._boxes.glob("*"):
            if ID.fullmatch(folder.name) and (folder / "table.json").is_file():
                found.append(((folder / "table.json").stat().st_mtime, folder.name, self.box_name(folder.name)))
        return [(box, name) for _time, box, name in sorted(found, reverse=True)]

    def box(self, box: str) -> Path:
        """Return the folder of a box; raises Unknown."""
        if ID.fullmatch(box) and (self._boxes / box / "table.json").is_file():
            return self._boxes / box
        raise Unknown("box", box)

    def box_name(self, box: str) -> str:
        """Return what a box is called, an empty text when it has no name."""
        try:
            return str(json.loads((self.box(box) / "table.json").read_text(encoding="utf-8")).get("name", ""))
        except (OSError, ValueError, AttributeError):
            return ""

    def new_box(self) -> tuple[str, Path]:
        """Return id and folder for a new box, not made yet; raises Busy when there are too many boxes."""
        if len(self.boxes()) >= MOST_BOXES:
            raise Busy
        box = _random()
        self._boxes.mkdir(parents=True, exist_ok=True)
        return box, self._boxes / box

    def remove_box(self, box: str) -> None:
        """Delete a box and everything learnt of it; raises Unknown."""
        shutil.rmtree(self.box(box))

    def drop_box(self, folder: Path) -> None:
        """Delete what was begun of a new box that came to nothing."""
        if folder.parent == self._boxes:
            shutil.rmtree(folder, ignore_errors=True)

    # ---- jobs

    def submit(self, name: str, owner: str, request: Json, note: Json | None = None) -> Job:
        """Put a job in the queue and return it; raises Busy when too many wait.

        A request may say ``crops: True``: then a folder for its pictures is made.
        """
        job = Job(_random(), name, owner, Stage.WAITING, note=note or {})
        if request.get("crops") is True:
            folder = self._crops / job.id
            folder.mkdir(parents=True)
            request = {**request, "crops": str(folder)}
        with self._changed:
            if sum(each.stage is Stage.WAITING for each in self._jobs.values()) >= MOST_WAITING:
                raise Busy
            self._jobs[job.id] = job
            self._requests[job.id] = request
            while len(self._jobs) > MOST_JOBS:
                self._jobs.popitem(last=False)
            if self._worker is None or not self._worker.is_alive():
                self._worker = threading.Thread(target=self._work, name="camera", daemon=True)
                self._worker.start()
            self._changed.notify_all()
        return self.job(job.id)

    def job(self, job: str) -> Job:
        """Return a job as it stands, with how many are ahead of it; raises Unknown."""
        with self._changed:
            if job not in self._jobs:
                raise Unknown("job", job)
            known = self._jobs[job]
            if known.stage is not Stage.WAITING:
                return known
            queue = [each.id for each in self._jobs.values() if each.stage in (Stage.WAITING, Stage.RUNNING)]
            return replace(known, ahead=queue.index(job))

    def wait(self, job: str, seconds: float) -> Job:
        """Return a job when it has ended, or as it stands after so many seconds; raises Unknown."""
        with self._changed:
            self._changed.wait_for(lambda: self.job(job).stage in (Stage.DONE, Stage.FAILED), seconds)
        return self.job(job)

    def _work(self) -> None:
        while True:
            with self._changed:
                waiting = [each for each in self._jobs.values() if each.stage is Stage.WAITING]
                if not waiting:
                    # The thread ends under the lock, so that nothing is put in a queue that nobody looks at.
                    self._worker = None
                    return
                job = waiting[0]
                request = self._requests.pop(job.id)
            self._note(job.id, stage=Stage.RUNNING)
            self._do(job, request)

    def _do(self, job: Job, request: Json) -> None:
        try:
            answer = self._runner(
                job.name, request, limits=self._limits, progress=lambda told: self._note(job.id, told=told)
            )
            self._note(job.id, stage=Stage.DONE, answer=answer)
        except PhotoRefused as refused:
            self._note(job.id, stage=Stage.FAILED, code=refused.code, facts=tuple(sorted(refused.facts.items())))
        except ChildFailed as failed:
            logger.warning("camera job %s failed: %s", job.name, failed)
            self._note(job.id, stage=Stage.FAILED, code=failed.code)
        except Exception:
            logger.exception("camera job %s broke down", job.name)
            self._note(job.id, stage=Stage.FAILED, code="crashed")

    def _note(self, job: str, **news: Any) -> None:
        with self._changed:
            if job in self._jobs:
                self._jobs[job] = replace(self._jobs[job], **news)
            self._changed.notify_all()

    @property
    def _photos(self) -> Path:
        return self._folder / "photos"

    @property
    def _crops(self) -> Path:
        return self._folder / "crops"

    @property
    def _boxes(self) -> Path:
        return self._folder / "boxes"


def _random() -> str:
    return secrets.token_hex(10)
