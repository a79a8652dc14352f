"""The camera's desk: photos kept while they are needed, boxes of calibration, and jobs on them.

Nothing here knows a game: a job gets what it is to expect, and its answer is a proposal. Photos have random names,
carry no details, and are deleted when their job has ended; what is left over goes after a day.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path

from companion.service.camera_jobs import (
    ID,
    LIMITS,
    MOST_JOBS,
    MOST_WAITING,
    Busy,
    Job,
    Json,
    Queue,
    Runner,
    Stage,
    Unknown,
    random_id,
)
from companion.store.files import write_anew
from vision.intake.child import PRACTICE, Limits, run
from vision.intake.photo import inspect, without_details

KEPT_FOR = timedelta(hours=24)
LEFT_OVER = timedelta(hours=1)
"""What was begun and not finished for this long is not being worked on."""
MEGABYTE = 1024 * 1024
MOST_PHOTO_BYTES = 1024 * MEGABYTE
MOST_BOX_BYTES = 4096 * MEGABYTE
BOX_BYTES = 64 * MEGABYTE
"""Room that there has to be for another box."""


def available() -> bool:
    """Tells whether the libraries of the camera are installed; nothing is loaded for that."""
    return find_spec("cv2") is not None and find_spec("numpy") is not None


class CameraDesk:
    """The photos, boxes and jobs under one folder; safe to share between threads and between processes."""

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        runner: Runner = run,
        limits: Limits = LIMITS,
        most_photo_bytes: int = MOST_PHOTO_BYTES,
        most_box_bytes: int = MOST_BOX_BYTES,
    ) -> None:
        """``clock`` gives the time in UTC; ``runner`` does a job, by default in a child process within ``limits``.

        Photos and what was cut out of them take at most ``most_photo_bytes``, boxes ``most_box_bytes``.
        """
        self._folder = folder
        self._clock = clock
        self._queue = Queue(folder, self._ended, runner, limits)
        self._practice = Queue(folder / "practice", lambda _request: None, runner, PRACTICE, again=True)
        self._most_photo_bytes = most_photo_bytes
        self._most_box_bytes = most_box_bytes

    # ---- photos

    def keep_photo(self, data: bytes) -> str:
        """Return the name under which a photo is kept, its details taken out; raises PhotoRefused, Busy.

        Its job deletes it; whoever gives it to none calls ``drop_photo``.
        """
        header = inspect(data)
        plain = without_details(data)
        self._make_room(len(plain))
        name = random_id()
        self._photos.mkdir(parents=True, exist_ok=True)
        write_anew(self._photos / f"{name}.{header.format}", plain)
        return name

    def photo(self, name: str) -> Path:
        """Return the file of a photo; raises Unknown."""
        if ID.fullmatch(name):
            for file in self._photos.glob(f"{name}.*"):
                return file
        raise Unknown("photo", name)

    def drop_photo(self, name: str) -> None:
        """Delete a photo that no job was given; one that is gone already stays so."""
        with suppress(Unknown):
            file = self.photo(name)
            if not self._queue.needs(file):
                file.unlink(missing_ok=True)

    def crop(self, job: str, area: str) -> Path:
        """Return the picture of an area that a scan cut out; raises Unknown."""
        file = self._crops / job / f"{area}.jpg"
        if ID.fullmatch(job) and re.fullmatch(r"[a-z0-9_]{1,40}", area) and file.is_file():
            return file
        raise Unknown("crop", area)

    def put_crop(self, job: str, name: str, data: bytes) -> None:
        """Lay a picture among those that a scan cuts out, which go with its answer."""
        folder = self._crops / job
        if ID.fullmatch(job) and folder.is_dir():
            (folder / f"{name}.jpg").write_bytes(data)

    def new_file(self, ending: str) -> Path:
        """Return a place for a file that is sent and then deleted by whoever asked for it."""
        self._make_room(0)
        self._photos.mkdir(parents=True, exist_ok=True)
        return self._photos / f"{random_id()}-{ending}"

    def sweep(self) -> int:
        """Delete what is left over: photos, pictures and answers older than a day, boxes and files begun and not
        finished. Return how many there were. Jobs left by a process that ended are taken up."""
        gone = 0
        jobs = [*self._folder.glob("jobs/*"), *self._folder.glob("practice/jobs/*")]
        for file in [*self._photos.glob("*"), *self._crops.glob("*"), *jobs]:
            gone += self._remove_older(file, KEPT_FOR)
        for file in [*self._folder.glob("queue/.*"), *self._folder.glob("practice/queue/.*")]:
            gone += self._remove_older(file, LEFT_OVER)
        for folder in self._boxes.glob("*"):
            if not (folder / "table.json").is_file():
                gone += self._remove_older(folder, LEFT_OVER)
            for name in ("import.zip", "export.zip"):
                gone += self._remove_older(folder / name, LEFT_OVER)
        self._queue.work()
        self._practice.work()
        return gone

    def bytes_kept(self) -> int:
        """Return how many bytes photos and what was cut out of them take."""
        return sum(map(_size, (self._photos, self._crops)))

    def _make_room(self, size: int) -> None:
        """Forget the oldest answers until so many bytes more fit; raises Busy when that is not enough."""
        too_many = self.bytes_kept() + size - self._most_photo_bytes
        for job in self._queue.oldest_first() if too_many > 0 else ():
            freed = _size(self._crops / job)
            if freed:
                shutil.rmtree(self._crops / job, ignore_errors=True)
                too_many -= freed
            if too_many <= 0:
                return
        if too_many > 0:
            raise Busy

    def _remove_older(self, file: Path, age: timedelta) -> bool:
        """Delete a file or folder that was last written longer ago than ``age``; tells whether it was."""
        with suppress(OSError):
            # The difference either way: what comes from the future was written before the clock was set.
            if abs(self._clock().timestamp() - file.stat().st_mtime) > age.total_seconds():
                shutil.rmtree(file) if file.is_dir() else file.unlink()
                return True
        return False

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
        return str(self._told_of(box).get("name", ""))

    def box_taught(self, box: str) -> bool:
        """Tell whether a box was taught the pieces, so that it can read a photo of the board."""
        return bool(self._told_of(box).get("taught", 0))

    def box_proven(self, box: str) -> bool:
        """Tell whether photos that taught a box nothing before they were read are in its record."""
        record = self._told_of(box).get("record", [])
        return any(str(entry.get("key", "")).startswith(("photo:", "check-")) for entry in record)

    def _told_of(self, box: str) -> Json:
        try:
            told = json.loads((self.box(box) / "table.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return told if isinstance(told, dict) else {}

    def new_box(self) -> tuple[str, Path]:
        """Return id and empty folder of a new box; raises Busy when there is no room for another."""
        if _size(self._boxes) + BOX_BYTES > self._most_box_bytes:
            raise Busy
        box = random_id()
        (self._boxes / box).mkdir(parents=True)
        return box, self._boxes / box

    def begun_boxes(self) -> set[str]:
        """Return the ids of all boxes, those that are still being made included."""
        return {folder.name for folder in self._boxes.glob("*")}

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

        A request may say ``crops: True``: then a folder for its pictures is made. Photos that it names are deleted
        when it has ended. With ``practise: True`` the box in ``table`` practises after it, beside other jobs.
        """
        job = Job(random_id(), name, owner, Stage.WAITING, note=note or {})
        folder = self._crops / job.id
        if request.get("crops") is True:
            folder.mkdir(parents=True)
            request = {**request, "crops": str(folder)}
        try:
            queued = self._queue.submit(job, request)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        for old in self._queue.oldest_first()[:-MOST_JOBS]:
            self._queue.forget(old)
            shutil.rmtree(self._crops / old, ignore_errors=True)
        return queued

    def job(self, job: str) -> Job:
        """Return a job as it stands, with how many are ahead of it; raises Unknown."""
        return self._queue.job(job)

    def wait(self, job: str, seconds: float) -> Job:
        """Return a job when it has ended, or as it stands after so many seconds; raises Unknown."""
        return self._queue.wait(job, seconds)

    def forget_of(self, owner: str) -> None:
        """Removes at once what the jobs of a game have left that have ended: answers, and pieces of its photos."""
        for job in self._queue.oldest_first():
            with suppress(Unknown):
                if self._queue.job(job).owner == owner:
                    self._queue.forget(job)
                    shutil.rmtree(self._crops / job, ignore_errors=True)

    def practising(self, folder: Path) -> bool:
        """Tell whether a box practises with its lessons, or is about to."""
        return self._practice.needs(folder)

    def _ended(self, request: Json) -> None:
        self._drop_photos_of(request)
        if request.get("practise") is True and not self._practice.waits(Path(request["table"])):
            with suppress(Busy):
                self._practice.submit(Job(random_id(), "practise", "", Stage.WAITING), {"table": request["table"]})

    def _drop_photos_of(self, request: Json) -> None:
        for value in (request.get("photo"), request.get("second")):
            if isinstance(value, str) and Path(value).parent == self._photos:
                with suppress(OSError):
                    Path(value).unlink(missing_ok=True)

    @property
    def _photos(self) -> Path:
        return self._folder / "photos"

    @property
    def _crops(self) -> Path:
        return self._folder / "crops"

    @property
    def _boxes(self) -> Path:
        return self._folder / "boxes"


def _size(folder: Path) -> int:
    """Return how many bytes the files below a folder take, 0 for one that is not there."""
    return sum(_bytes(file) for file in _files(folder))


def _files(folder: Path) -> Iterator[Path]:
    with suppress(OSError):
        yield from folder.rglob("*")


def _bytes(file: Path) -> int:
    with suppress(OSError):
        return file.stat().st_size if file.is_file() else 0
    return 0


__all__ = ["MOST_WAITING", "Busy", "CameraDesk", "Job", "Stage", "Unknown", "available"]
