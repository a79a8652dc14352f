"""Who may not send a file is refused before it is read: of 30 MB no more than the first kilobyte."""

import gc
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.service.quotas import MEGABYTE, Allowance, Quotas
from companion.store import Role
from companion.web.admission import FIRST_BYTES, Again
from companion.web.seats import TABLE
from tests.web.admission.conftest import Limit
from tests.web.camera.conftest import Runner, made_box, runner
from tests.web.conftest import Browser, MakeBrowser

__all__ = ["runner"]
BOUNDARY = "----a-boundary"
SIZE = 30 * MEGABYTE
UPLOADS = {"camera": 30, "camera/dice": 12, "camera/boxes/{box}/photo/empty": 12, "camera/boxes/import": 30}
"""Addresses below a game that take files, and megabytes that they would take."""


class Counted(BytesIO):
    """A body that counts what is read of it."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.taken = 0

    def read(self, size: int | None = -1) -> bytes:
        found = super().read(size)
        self.taken += len(found)
        return found

    def readinto(self, buffer: Any) -> int:
        found = super().readinto(buffer)
        self.taken += found
        return found


def form(fields: list[tuple[str, str]], size: int = SIZE) -> bytes:
    """A form with fields and a file of so many bytes."""
    parts = [f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n' for n, v in fields]
    parts.append(
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n'
        "Content-Type: image/jpeg\r\n\r\n"
    )
    return "".join(parts).encode() + bytes(size) + f"\r\n--{BOUNDARY}--\r\n".encode()


def send(browser: Browser, path: str, body: bytes, **facts: Any) -> tuple[TestResponse, int]:
    """Sends a body and returns the answer with how many bytes were read of it."""
    source = Counted(body)
    answer = browser.client.open(
        path,
        method="POST",
        base_url=f"http://{browser.host}:8000",
        input_stream=source,
        headers={"Content-Type": f"multipart/form-data; boundary={BOUNDARY}", **facts.pop("headers", {})},
        environ_overrides={"REMOTE_ADDR": browser.address, "CONTENT_LENGTH": str(len(body)), **facts},
    )
    return answer, source.taken


def token(browser: Browser) -> str:
    return browser.fields("/import")["csrf_token"]


def test_a_stranger_is_refused_after_nothing_or_the_head(
    app: Flask, phone: Browser, browser_at: MakeBrowser, runner: Runner
) -> None:
    game = phone.new_game(set_up="quick")
    box = made_box(phone, game)
    stranger, watcher = browser_at("192.168.1.66"), browser_at("192.168.1.67")
    code = app.extensions[TABLE].games.get(game).watch_code
    watcher.send(f"/j/{code}", name="Kid", role=Role.SPECTATOR.value)
    tokens = token(stranger), token(watcher)
    for upload, megabytes in UPLOADS.items():
        path = upload.format(box=box)
        body, of_watcher = (form([("csrf_token", known)], megabytes * MEGABYTE) for known in tokens)
        for browser, data, where, status in (
            (stranger, body, "0" * 16, 404),
            (stranger, body, game, 403),
            (watcher, of_watcher, game, 403),
            (browser_at("192.168.1.68"), body, game, 400),
        ):
            answer, taken = send(browser, f"/g/{where}/{path}", data)
            assert (answer.status_code, taken) == (status, 0), path
            assert answer.headers["Connection"] == "close"


@pytest.mark.parametrize(
    "fields",
    [
        [],
        [("csrf_token", "0" * 64)],
        [("csrf_token", "")],
        [("key", "abcdefgh"), ("csrf_token", "right")],
        [("csrf_token", "right" * 500)],
        [("photo", "right")],
    ],
)
@pytest.mark.parametrize("path", ["/import", "/g/{game}/camera"])
def test_without_the_token_first_no_more_than_the_head_is_read(
    phone: Browser, runner: Runner, path: str, fields: list[tuple[str, str]]
) -> None:
    game = phone.new_game(set_up="quick")
    right = token(phone)
    data = form([(name, value.replace("right", right)) for name, value in fields])
    answer, taken = send(phone, path.format(game=game), data)
    assert answer.status_code == 400
    assert taken <= FIRST_BYTES
    assert answer.headers["Connection"] == "close"


def test_with_the_token_first_the_form_is_read_whole(phone: Browser, runner: Runner) -> None:
    game = phone.new_game(set_up="quick")
    box = made_box(phone, game)
    body = form([("csrf_token", token(phone)), ("box", box)], size=5000)
    answer, taken = send(phone, f"/g/{game}/camera", body)
    assert (answer.status_code, taken) == (400, len(body))
    assert "Only JPEG and PNG" in answer.text
    assert "Connection" not in answer.headers


def test_too_many_bytes_are_refused_by_their_announced_length(phone: Browser, limit: Limit) -> None:
    limit(Quotas(bytes=Allowance(SIZE + MEGABYTE, 10 * SIZE, 10 * SIZE)))
    body = form([("csrf_token", token(phone))])
    sent = [send(phone, "/import", body) for _ in range(2)]
    assert [answer.status_code for answer, _taken in sent] == [400, 429]
    answer, taken = sent[1]
    assert taken <= FIRST_BYTES
    assert int(answer.headers["Retry-After"]) > 0
    assert "31 MB" in answer.text
    assert answer.headers["Connection"] == "close"


def test_on_a_disk_that_is_almost_full_no_file_is_taken(phone: Browser, limit: Limit) -> None:
    keeper = limit(Quotas())
    object.__setattr__(keeper, "free_bytes", lambda _folder: 1000)
    answer, taken = send(phone, "/import", form([("csrf_token", token(phone))]))
    assert (answer.status_code, taken <= FIRST_BYTES) == (503, True)
    assert "almost full" in answer.text
    phone.new_game()


def test_a_body_without_a_length_or_beyond_the_limit_is_not_read(phone: Browser, runner: Runner) -> None:
    game = phone.new_game(set_up="quick")
    body = form([("csrf_token", token(phone))])
    for path in ("/import", f"/g/{game}/camera", f"/g/{game}/undo", "/new"):
        answer, taken = send(phone, path, body, headers={"Transfer-Encoding": "chunked"})
        assert (answer.status_code, taken) == (411, 0)
    for path in (f"/g/{game}/undo", "/new", "/new/trackers", f"/g/{game}/camera/boxes"):
        answer, taken = send(phone, path, body)
        assert (answer.status_code, taken) == (413, 0)
    answer, taken = send(phone, "/import", form([("csrf_token", token(phone))], 33 * MEGABYTE))
    assert (answer.status_code, taken) == (413, 0)


def test_a_form_that_is_no_multipart_has_the_limit_of_other_forms(phone: Browser) -> None:
    body = form([("csrf_token", token(phone))], 200_000)
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    answer, taken = send(phone, "/import", body, headers=kind)
    assert (answer.status_code, taken) == (413, 0)


def test_a_form_that_was_looked_at_leaves_the_connection_open() -> None:
    source = BytesIO(b"the rest")
    body = Again(b"the beginning, ", source)
    assert (body.read(4), body.read(30), body.read(3)) == (b"the ", b"beginning, ", b"the")
    del body
    gc.collect()
    assert source.read() == b" rest"
