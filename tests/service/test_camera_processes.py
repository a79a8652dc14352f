"""Several processes at one camera: each tells how far a job is, one works at a time, and a dead one's work goes on."""

import json
import subprocess
import sys
import threading
import time
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.service.camera import MOST_WAITING, Busy, CameraDesk, Stage, Unknown
from companion.service.camera_jobs import MOST_JOBS, Job, random_id
from tests.service.test_camera import Work
from tests.vision.photos import jpeg, picture

OTHER = """
import sys, time
from pathlib import Path
from companion.service.camera import CameraDesk
def work(name, request, *, limits, progress):
    progress("reading")
    with open(request["log"], "a") as log: log.write("+")
    time.sleep(float(request.get("seconds", 0)))
    with open(request["log"], "a") as log: log.write("-")
    return {"by": "other"}
desk = CameraDesk(Path(sys.argv[1]), runner=work)
jobs = [desk.submit("scan", "game", {"log": sys.argv[2], "seconds": sys.argv[3]}).id for _ in range(int(sys.argv[4]))]
print(*jobs, flush=True)
for job in jobs: desk.wait(job, 30)
# Whose jobs it works at by then it does not choose: it stays until the test has ended.
sys.stdin.read()
"""


def other_process(folder: Path, log: Path, seconds: float, jobs: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", OTHER, str(folder), str(log), str(seconds), str(jobs)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def told_jobs(child: subprocess.Popen[str]) -> list[str]:
    assert child.stdout is not None
    return child.stdout.readline().split()


@pytest.mark.slow
def test_a_job_of_another_process_is_found_and_only_one_works(tmp_path: Path) -> None:
    log = tmp_path / "log"

    def here(name: str, request: dict[str, str], *, limits: object, progress: object) -> dict[str, str]:
        for sign in "+-":
            with log.open("a") as file:
                file.write(sign)
            time.sleep(0.02)
        return {"by": "us"}

    with other_process(tmp_path / "camera", log, 0.05, 3) as child:
        theirs = told_jobs(child)
        desk = CameraDesk(tmp_path / "camera", runner=here)
        ours = [desk.submit("scan", "game", {"log": str(log), "seconds": "0.01"}).id for _ in range(3)]
        assert {desk.wait(job, 20).stage for job in (*theirs, *ours)} == {Stage.DONE}
    assert log.read_text() == "+-" * 6


def test_the_limit_of_waiting_jobs_is_shared(tmp_path: Path) -> None:
    work = Work()
    one, other = (CameraDesk(tmp_path, runner=work) for _ in range(2))
    one.submit("hold", "game", {})
    assert work.begun.acquire(timeout=20)
    for turn in range(MOST_WAITING):
        (one, other)[turn % 2].submit("scan", "game", {})
    for desk in (one, other):
        with pytest.raises(Busy):
            desk.submit("scan", "game", {})
    work.go.set()


@pytest.mark.slow
def test_what_a_dead_process_left_is_told_and_the_rest_is_done(tmp_path: Path) -> None:
    log = tmp_path / "log"
    child = other_process(tmp_path / "camera", log, 30, 2)
    running, waiting = told_jobs(child)
    desk = CameraDesk(tmp_path / "camera", runner=Work())
    last = time.monotonic() + 20
    while desk.job(running).stage is not Stage.RUNNING and time.monotonic() < last:
        time.sleep(0.02)
    child.kill()
    child.communicate()
    again = CameraDesk(tmp_path / "camera", runner=Work())
    again.sweep()
    assert (again.wait(running, 20).stage, again.job(running).code) == (Stage.FAILED, "crashed")
    assert again.wait(waiting, 20).stage is Stage.DONE


def test_what_is_left_over_goes_after_a_restart_by_the_time_alone(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    desk = CameraDesk(tmp_path, clock=lambda: now, runner=Work())
    photo = desk.photo(desk.keep_photo(jpeg(picture())))
    sheet = desk.new_file("sheet.pdf")
    sheet.write_bytes(b"x")
    _box, folder = desk.new_box()
    job = desk.wait(desk.submit("scan", "game", {}).id, 20)
    for hours, left in ((0.5, True), (25, False)):
        later = CameraDesk(tmp_path, clock=lambda hours=hours: now + timedelta(hours=hours), runner=Work())  # type: ignore[misc]
        later.sweep()
        assert (photo.exists(), sheet.exists(), folder.exists()) == (left, left, left)
    with pytest.raises(Unknown):
        desk.job(job.id)


@pytest.mark.parametrize("jump", [timedelta(days=-365), timedelta(days=365)])
def test_a_clock_that_jumps_leaves_no_photo_for_a_year(tmp_path: Path, jump: timedelta) -> None:
    desk = CameraDesk(tmp_path, clock=lambda: datetime.now(UTC) + jump, runner=Work())
    photo = desk.photo(desk.keep_photo(jpeg(picture())))
    desk.sweep()
    assert not photo.exists()


def test_photos_and_pictures_stay_below_their_limit(tmp_path: Path) -> None:
    data = jpeg(picture())
    limit = 3 * len(data)
    desk = CameraDesk(tmp_path, runner=Work(), most_photo_bytes=limit)
    jobs = []
    for _ in range(4):
        job = desk.wait(desk.submit("scan", "game", {"crops": True}).id, 20)
        (tmp_path / "crops" / job.id / "arrakeen.jpg").write_bytes(data)
        jobs.append(job.id)
        time.sleep(0.01)
    kept = desk.keep_photo(data)
    assert desk.bytes_kept() <= limit
    with pytest.raises(Unknown):
        desk.crop(jobs[0], "arrakeen")
    assert desk.crop(jobs[3], "arrakeen").is_file()
    desk.keep_photo(data)
    desk.keep_photo(data)
    with pytest.raises(Busy):
        desk.keep_photo(data)
    desk.drop_photo(kept)
    desk.keep_photo(data)


def test_as_many_answers_are_remembered_as_promised(tmp_path: Path) -> None:
    desk = CameraDesk(tmp_path, runner=Work())
    first = desk.wait(desk.submit("scan", "game", {"crops": True}).id, 20)
    for _ in range(MOST_JOBS):
        old = Job(random_id(), "scan", "game", Stage.DONE)
        document = {**json.loads((tmp_path / "jobs" / f"{first.id}.json").read_text()), "id": old.id}
        (tmp_path / "jobs" / f"{old.id}.json").write_text(json.dumps(document))
    desk.wait(desk.submit("scan", "game", {}).id, 20)
    with pytest.raises(Unknown):
        desk.job(first.id)
    assert not (tmp_path / "crops" / first.id).exists()


@pytest.mark.slow
def test_many_threads_lose_no_job(tmp_path: Path) -> None:
    desks = [CameraDesk(tmp_path, runner=Work()) for _ in range(3)]
    found: list[Stage] = []

    def ask(desk: CameraDesk) -> None:
        for _ in range(4):
            while True:
                try:
                    job = desk.submit("scan", "game", {})
                    break
                except Busy:
                    time.sleep(0.02)
            found.append(desk.wait(job.id, 20).stage)

    threads = [threading.Thread(target=ask, args=(desk,)) for desk in desks for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert found == [Stage.DONE] * 24


def test_practice_that_a_dead_process_left_is_done_again(tmp_path: Path) -> None:
    practice = tmp_path / "camera" / "practice"
    for name, document in (
        ("jobs", {**asdict(Job("a" * 20, "practise", "", Stage.RUNNING)), "answer": None}),
        ("queue", {"table": "box"}),
    ):
        (practice / name).mkdir(parents=True)
        stem = "a" * 20 if name == "jobs" else f"000000000001-{'a' * 20}"
        (practice / name / f"{stem}.json").write_text(json.dumps(document))
    done: list[str] = []

    def here(name: str, _request: dict[str, str], **_limits: object) -> dict[str, str]:
        done.append(name)
        return {}

    desk = CameraDesk(tmp_path / "camera", runner=here)
    desk.sweep()
    last = time.monotonic() + 20
    while desk.practising(Path("box")) and time.monotonic() < last:
        time.sleep(0.02)
    assert done == ["practise"]
