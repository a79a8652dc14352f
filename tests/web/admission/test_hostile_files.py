"""Files that mean harm: each is answered in words, within its budget of time, and leaves nothing on the disk."""

import io
import json
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from companion.service import utc_now
from companion.service.camera import CameraDesk
from companion.service.camera_boxes import Shelf
from companion.store.boxes import Boxes
from companion.web.camera.common import CAMERA, SHELF
from companion.web.seats import TABLE
from tests.vision.photos import bomb, jpeg, picture
from tests.web.admission.test_before_the_body import BOUNDARY, token
from tests.web.camera.conftest import Runner, made_box, runner, upload
from tests.web.conftest import Browser
from vision.intake.child import run
from vision.table.folder import FORMAT

__all__ = ["runner"]
BUDGET = 3.0
"""Seconds for a request that the server answers by itself, on a busy machine."""
BUDGET_OF_CHILD = 25.0
MILLION = 1_000_000
TAKEN_OR_REFUSED = (303, 400, 404, 429)
"""What may come of a form that is merely odd; of boxes a device has only so many."""
NAMES = (
    "../../../../etc/passwd",
    "..\\..\\evil.zip",
    "a" * 5000 + ".jpg",
    "\x00.jpg",
    "\u202egpj.exe",
    "CON",
    "/",
    '"; x="',
)
KINDS = ("text/html", "application/x-sh", "image/svg+xml", "multipart/form-data; boundary=x", "x" * 500)


def part(name: str, data: bytes, more: str = "") -> bytes:
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{more}\r\n'
    return head.encode("utf-8", "surrogatepass") + b"\r\n" + data + b"\r\n"


def post(phone: Browser, path: str, parts: bytes, kind: str = f"multipart/form-data; boundary={BOUNDARY}") -> int:
    """Sends a form as it stands, with the token before it, and returns the status; within the budget."""
    begun = time.monotonic()
    answer = phone.client.post(
        path,
        data=part("csrf_token", token(phone).encode()) + parts + f"--{BOUNDARY}--\r\n".encode(),
        content_type=kind,
        base_url=f"http://{phone.host}:8000",
        environ_overrides={"REMOTE_ADDR": phone.address},
    )
    assert time.monotonic() - begun < BUDGET
    answer.close()
    return answer.status_code


def kept(folder: Path) -> list[Path]:
    return [file for file in (folder / "camera").rglob("*") if file.is_file() and "boxes" not in file.parts]


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/import", "/g/{game}/camera", "/g/{game}/camera/boxes/import"])
def test_names_and_types_of_files_are_believed_by_nobody(
    phone: Browser, runner: Runner, tmp_path: Path, path: str
) -> None:
    game = phone.new_game(set_up="quick")
    before = {file for file in tmp_path.parent.rglob("*") if "camera" not in file.parts}
    for name in NAMES:
        for field in ("photo", "file"):
            data = part(field, b"GIF89a", f'; filename="{name}"')
            assert post(phone, path.format(game=game), data) in TAKEN_OR_REFUSED, name
    for kind in KINDS:
        data = part("photo", jpeg(picture()), f'; filename="a.jpg"\r\nContent-Type: {kind}')
        assert post(phone, path.format(game=game), data) in TAKEN_OR_REFUSED, kind
    assert {file for file in tmp_path.parent.rglob("*") if "camera" not in file.parts} == before
    assert [file for file in kept(tmp_path) if file.parent.name == "photos"] == []


@pytest.mark.parametrize(
    "form",
    [
        lambda: part("x", b"y") * 1200,
        lambda: part("x", b"y" * 300_000),
        lambda: part("x", b"", "\r\nX-Long: " + "y" * 200_000),
        lambda: b"\r\n" * 300_000,
        lambda: f"--{BOUNDARY}\r\n".encode() * 20_000,
        lambda: b"--" * MILLION,
        lambda: part("photo", bytes(8 * MILLION), '; filename="a.jpg"'),
        lambda: part("photo", f"\r\n--{BOUNDARY[:-1]}".encode() * 200_000, '; filename="a.jpg"'),
        lambda: part("photo", b"\r" * 8 * MILLION, '; filename="a.jpg"'),
        pytest.param(lambda: part("photo", bomb(), '; filename="a.png"'), marks=pytest.mark.slow),
    ],
    ids=["parts", "field", "head", "lines", "empty-parts", "dashes", "zeros", "near-boundaries", "returns", "bomb"],
)
def test_forms_made_to_be_slow_are_answered_in_time(
    phone: Browser, runner: Runner, tmp_path: Path, form: Callable[[], bytes]
) -> None:
    game = phone.new_game(set_up="quick")
    box = made_box(phone, game)
    data = part("box", box.encode()) + form()
    for path in ("/import", f"/g/{game}/camera", f"/g/{game}/camera/boxes/{box}/photo/empty"):
        assert post(phone, path, data) in (400, 413), path
    assert [file for file in kept(tmp_path) if file.parent.name == "photos"] == []


@pytest.mark.parametrize("kind", ["multipart/form-data", f"multipart/form-data; boundary={'x' * 9000}", "text/plain"])
def test_a_form_without_a_boundary_of_its_own_is_refused(phone: Browser, kind: str) -> None:
    assert post(phone, "/import", part("file", b"{}", '; filename="a"'), kind) == 400


def packed(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def lying() -> bytes:
    """A file that is larger than the archive says: 200 MB behind a size of a few bytes."""
    data = packed({"table.json": b"{}" + b" " * 200 * MILLION})
    size = (200 * MILLION + 2).to_bytes(4, "little")
    return data.replace(size, (100).to_bytes(4, "little"))


BOMBS: dict[str, Callable[[], bytes]] = {
    "zeros": lambda: packed({"table.json": bytes(300 * MILLION)}),
    "deep": lambda: packed({"table.json": b"[" * MILLION}),
    "lying": lying,
    "many": lambda: packed({f"{n}.jpg": b"" for n in range(30_000)} | {"table.json": b"{}"}),
    "outside": lambda: packed({"../../../evil": b"x", "/evil": b"x", "table.json": b"{}"}),
    "wide": lambda: packed({"table.json": json.dumps({"format": FORMAT}).encode(), "board.jpg": bomb()}),
    "cut": lambda: packed({"table.json": b"{}"})[:-30],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_a_box_that_is_a_bomb_is_refused_by_the_child_and_leaves_nothing(
    app: Flask, phone: Browser, tmp_path: Path, name: str
) -> None:
    desk = app.extensions[CAMERA] = CameraDesk(tmp_path / "camera", runner=run)
    app.extensions[SHELF] = Shelf(desk, Boxes(app.extensions[TABLE].log._database), utc_now, 3)
    game = phone.new_game(set_up="quick")
    boxes = f"/g/{game}/camera/boxes"
    begun = time.monotonic()
    answer = upload(phone, boxes, f"{boxes}/import", BOMBS[name](), field="file")
    assert answer.status_code == 400, answer.text
    assert "is not the file of a camera set-up" in answer.text
    assert time.monotonic() - begun < BUDGET_OF_CHILD
    assert desk.begun_boxes() == set()
    assert desk.bytes_kept() == 0
    assert not list(tmp_path.parent.rglob("evil*"))
