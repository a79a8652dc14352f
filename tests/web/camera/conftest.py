"""The camera's desk with somebody else at work than a child process, and games to use it at."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.service import utc_now
from companion.service.camera import CameraDesk
from companion.service.camera_boxes import Shelf
from companion.store.boxes import Boxes
from companion.web.camera.common import CAMERA, SHELF
from companion.web.seats import TABLE
from tests.web.conftest import FIELD, Browser
from tests.web.kept import at_a_game

MOST_BOXES = 3


class Runner:
    """Stands in for the child process and answers as told."""

    def __init__(self) -> None:
        self.answers: dict[str, dict[str, Any] | Exception] = {}
        self.taught = 3
        self.state: dict[str, Any] = {}
        self.asked: list[tuple[str, dict[str, Any]]] = []

    def __call__(self, name: str, request: dict[str, Any], *, limits: object, progress: Callable[[str], None]) -> Any:
        self.asked.append((name, request))
        progress("reading")
        answer = self.answers.get(name, {})
        if isinstance(answer, Exception):
            raise answer
        if name in ("box_new", "box_import"):
            folder = Path(request["table"])
            folder.mkdir(exist_ok=True)
            told = {"name": request.get("name", "Brought in"), "taught": self.taught}
            (folder / "table.json").write_text(json.dumps(told))
        if name in ("box_export", "sheet"):
            Path(request.get("to") or request["file"]).write_bytes(b"made")
        return answer


@pytest.fixture
def runner(app: Flask, tmp_path: Path) -> Runner:
    runner = Runner()
    runner.state = {
        "name": "Our table",
        "width": 840,
        "ready": False,
        "needs": ["empty_photo"],
        "checks": [],
        "taught": 0,
        "landmarks": {},
        "placed": False,
        "size": None,
        "outlines": {},
        "dice_missing": {"action": {"house": 3}, "combat": {}},
    }
    runner.answers["box_state"] = runner.state
    desk = app.extensions[CAMERA] = CameraDesk(tmp_path / "camera", runner=runner)
    app.extensions[SHELF] = Shelf(desk, Boxes(app.extensions[TABLE].log._database), utc_now, MOST_BOXES)
    return runner


@pytest.fixture
def game(phone: Browser) -> str:
    return at_a_game(phone, set_up="quick")


def upload(phone: Browser, page: str, path: str, photo: bytes, field: str = "photo", **values: str) -> TestResponse:
    fields = dict(FIELD.findall(phone.get(page).text))
    data = {**fields, **values, field: (io.BytesIO(photo), "IMG_0001.JPG")}
    answer = phone.post(path, data)
    # The test client spools a large form into a file and leaves it open.
    answer.request.environ["wsgi.input"].close()
    return answer


def made_box(phone: Browser, game: str) -> str:
    answer = phone.send(f"/g/{game}/camera/boxes", name="Our table", width="840")
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].rsplit("/", 1)[1]
