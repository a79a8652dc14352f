"""No photo stays that nobody looks at: not of a refused form, not of a job that ended, not of one that failed."""

import errno
import io
import os
from pathlib import Path

import pytest
from flask import Flask

from companion.service.camera import CameraDesk
from companion.web.camera.common import CAMERA
from tests.vision.photos import jpeg, picture
from tests.web.camera.conftest import Runner, made_box, upload
from tests.web.conftest import Browser
from tests.web.serving.conftest import until
from vision.intake.child import ChildFailed
from vision.intake.photo import PhotoRefused


def photos(folder: Path) -> list[Path]:
    return [file for file in (folder / "camera" / "photos").rglob("*") if file.is_file()]


@pytest.mark.parametrize("answer", [{"refused": "too_dark"}, ChildFailed("timeout"), PhotoRefused("damaged")])
def test_the_photo_goes_when_its_job_has_ended(
    app: Flask, phone: Browser, runner: Runner, game: str, tmp_path: Path, answer: Exception
) -> None:
    runner.answers["scan"] = answer
    box = made_box(phone, game)
    sent = upload(phone, f"/g/{game}/camera", f"/g/{game}/camera", jpeg(picture()), box=box)
    desk: CameraDesk = app.extensions[CAMERA]
    desk.wait(sent.headers["Location"].rsplit("/", 1)[1], 20)
    assert runner.asked[-1][0] == "scan"
    # The job is written down as ended a moment before its photo goes.
    assert until(lambda: photos(tmp_path) == [])


def test_the_photo_of_a_busy_camera_is_not_kept(
    app: Flask, phone: Browser, runner: Runner, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = made_box(phone, game)
    monkeypatch.setattr("companion.service.camera_jobs.MOST_WAITING", 0)
    answers = [
        upload(phone, f"/g/{game}/camera", f"/g/{game}/{path}", jpeg(picture()), box=box)
        for path in ("camera", "camera/dice", f"camera/boxes/{box}/photo/empty")
    ]
    assert [(answer.status_code, answer.headers["Retry-After"]) for answer in answers] == [(429, "10")] * 3
    assert photos(tmp_path) == []
    assert list((tmp_path / "camera" / "crops").glob("*")) == []


def test_the_first_photo_goes_when_the_second_is_none(
    phone: Browser, runner: Runner, game: str, tmp_path: Path
) -> None:
    box = made_box(phone, game)
    page = f"/g/{game}/camera"
    photo, none = (io.BytesIO(data) for data in (jpeg(picture()), b"GIF89a" + bytes(50)))
    data = {**phone.fields(page), "box": box, "photo": (photo, "a.jpg"), "second": (none, "b.jpg")}
    assert phone.post(page, data).status_code == 400
    assert photos(tmp_path) == []


def test_a_full_disk_is_told_and_leaves_no_half_of_a_photo(
    phone: Browser, runner: Runner, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = made_box(phone, game)

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    answer = upload(phone, f"/g/{game}/camera", f"/g/{game}/camera", jpeg(picture()), box=box)
    assert answer.status_code == 503
    assert "disk" in answer.text
    assert photos(tmp_path) == []
