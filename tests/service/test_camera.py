"""The camera's desk: photos go after a day, jobs come one at a time, and a failing one is told and stops nobody."""

import os
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.service.camera import MOST_WAITING, Busy, CameraDesk, Stage, Unknown
from tests.vision.photos import PLACE, jpeg, picture, turned_jpeg
from vision.intake.child import ChildFailed
from vision.intake.photo import PhotoRefused


class Work:
    """Stands in for the child process: a job called *hold* waits until it is let go."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.begun = threading.Semaphore(0)
        self.at_once = self.most_at_once = 0

    def __call__(self, name: str, request: dict[str, Any], *, limits: object, progress: Any) -> dict[str, Any]:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.begun.release()
        try:
            progress("reading")
            if name == "hold":
                assert self.go.wait(20)
            if name == "refuse":
                raise PhotoRefused("too_small", width=10)
            if name == "fail":
                raise ChildFailed("timeout")
            if name == "break":
                raise ZeroDivisionError
            return {"request": request}
        finally:
            self.at_once -= 1


@pytest.fixture
def work() -> Iterator[Work]:
    work = Work()
    yield work
    work.go.set()


@pytest.fixture
def desk(tmp_path: Path, work: Work) -> CameraDesk:
    return CameraDesk(tmp_path / "camera", runner=work)


def test_a_photo_is_kept_without_its_details_under_a_random_name(desk: CameraDesk) -> None:
    data = turned_jpeg(picture(), 6)
    one, other = desk.keep_photo(data), desk.keep_photo(data)
    assert one != other
    assert PLACE in data
    assert PLACE not in desk.photo(one).read_bytes()


def test_what_is_no_photo_is_not_kept(desk: CameraDesk, tmp_path: Path) -> None:
    with pytest.raises(PhotoRefused):
        desk.keep_photo(b"GIF89a" + bytes(100))
    assert not list((tmp_path / "camera").rglob("*.*"))


@pytest.mark.parametrize("name", ["", "..", "../boxes", "a" * 20 + "/..", "*", "f" * 20])
def test_no_other_file_is_reached_by_a_name(desk: CameraDesk, name: str) -> None:
    desk.keep_photo(jpeg(picture()))
    for reach in (desk.photo, desk.box, lambda key: desk.crop(key, "arrakeen"), lambda key: desk.crop("a" * 20, key)):
        with pytest.raises(Unknown):
            reach(name)


def test_photos_and_pictures_go_after_a_day(tmp_path: Path, work: Work) -> None:
    now = datetime.now(UTC)
    desk = CameraDesk(tmp_path, clock=lambda: now, runner=work)
    old, young = desk.keep_photo(jpeg(picture())), desk.keep_photo(jpeg(picture()))
    job = desk.submit("scan", "game", {"crops": True})
    crops = Path(desk.wait(job.id, 20).answer["request"]["crops"])  # type: ignore[index]
    (crops / "arrakeen.jpg").write_bytes(b"x")
    assert desk.crop(job.id, "arrakeen").is_file()
    yesterday = (now - timedelta(hours=25)).timestamp()
    for file in (desk.photo(old), crops):
        os.utime(file, (yesterday, yesterday))
    assert desk.sweep() == 2
    assert desk.photo(young).is_file()
    with pytest.raises(Unknown):
        desk.photo(old)
    with pytest.raises(Unknown):
        desk.crop(job.id, "arrakeen")


def test_what_is_left_of_a_game_goes_at_once_and_of_no_other(desk: CameraDesk, tmp_path: Path) -> None:
    mine, other = (desk.submit("scan", owner, {"crops": True}) for owner in ("game", "other"))
    for job in (mine, other):
        assert desk.wait(job.id, 20).stage is Stage.DONE
    desk.forget_of("game")
    with pytest.raises(Unknown):
        desk.job(mine.id)
    assert desk.job(other.id).stage is Stage.DONE
    assert [folder.name for folder in (tmp_path / "camera" / "crops").iterdir()] == [other.id]


def test_jobs_are_done_one_at_a_time_and_in_order(desk: CameraDesk, work: Work) -> None:
    held = desk.submit("hold", "game", {})
    later = [desk.submit("scan", "game", {"n": n}) for n in range(3)]
    assert work.begun.acquire(timeout=20)
    assert [desk.job(job.id).ahead for job in later] == [1, 2, 3]
    assert desk.job(held.id).stage is Stage.RUNNING
    work.go.set()
    done = [desk.wait(job.id, 20) for job in (held, *later)]
    assert [job.stage for job in done] == [Stage.DONE] * 4
    assert done[2].answer == {"request": {"n": 1}}
    assert work.most_at_once == 1


def test_too_many_waiting_jobs_are_refused(desk: CameraDesk, work: Work) -> None:
    desk.submit("hold", "game", {})
    assert work.begun.acquire(timeout=20)
    for _ in range(MOST_WAITING):
        desk.submit("scan", "game", {})
    with pytest.raises(Busy):
        desk.submit("scan", "game", {})


@pytest.mark.parametrize("name, code", [("refuse", "too_small"), ("fail", "timeout"), ("break", "crashed")])
def test_a_failing_job_says_why_and_the_next_one_is_done(desk: CameraDesk, name: str, code: str) -> None:
    failed, after = desk.submit(name, "game", {}), desk.submit("scan", "game", {})
    told = desk.wait(failed.id, 20)
    assert (told.stage, told.code) == (Stage.FAILED, code)
    assert desk.wait(after.id, 20).stage is Stage.DONE
    if name == "refuse":
        assert dict(told.facts) == {"width": 10}


def test_a_job_after_a_pause_is_done_too(desk: CameraDesk) -> None:
    assert desk.wait(desk.submit("scan", "game", {}).id, 20).stage is Stage.DONE
    time.sleep(0.05)
    assert desk.wait(desk.submit("scan", "game", {}).id, 20).stage is Stage.DONE


def test_boxes_are_listed_by_name_and_can_be_removed(desk: CameraDesk) -> None:
    box, folder = desk.new_box()
    (folder / "table.json").write_text('{"name": "At home"}', encoding="utf-8")
    assert desk.boxes() == [(box, "At home")]
    desk.remove_box(box)
    assert desk.boxes() == []
    with pytest.raises(Unknown):
        desk.box(box)


def test_a_box_practises_after_what_teaches_it_beside_other_jobs(desk: CameraDesk, work: Work, tmp_path: Path) -> None:
    _box, folder = desk.new_box()
    done: list[str] = []

    def runner(name: str, request: dict[str, Any], *, limits: Any, progress: Any) -> dict[str, Any]:
        done.append(name)
        if name == "practise":
            assert work.go.wait(20)
            assert limits.seconds >= 400
        return {}

    desk = CameraDesk(tmp_path / "camera", runner=runner)
    taught = {"table": str(folder), "practise": True}
    assert not desk.practising(folder)
    desk.wait(desk.submit("teach", "game", taught).id, 20)
    for _ in range(200):
        if "practise" in done:
            break
        time.sleep(0.02)
    assert desk.practising(folder)
    assert desk.wait(desk.submit("scan", "game", {"table": str(folder)}).id, 20).stage is Stage.DONE
    for _ in range(3):
        desk.wait(desk.submit("lesson", "game", taught).id, 20)
    work.go.set()
    for _ in range(400):
        if not desk.practising(folder):
            break
        time.sleep(0.02)
    assert done.count("practise") == 2, "one goes on, one waits for it, and no more"
