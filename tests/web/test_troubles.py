"""What is said when nothing can be saved: 503 with the reason, never that the app made a mistake."""

import errno
import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import create_engine, make_url, text

from companion.store import Trouble, Unavailable
from companion.store import database as database_module
from companion.web.seats import COPYIST
from tests.web.conftest import Browser, MakeBrowser
from tests.web.kept import at_a_game

MISTAKE = "The app made a mistake. Nothing was changed.</p>"


@pytest.fixture
def host(browser_at: MakeBrowser) -> Browser:
    return browser_at("127.0.0.1", "localhost")


def health(device: Browser) -> tuple[int, dict[str, object]]:
    device.client.application.extensions[COPYIST]._health = None
    answer = device.get("/healthz")
    found: dict[str, object] = answer.json  # type: ignore[assignment]
    return answer.status_code, found


def test_the_health_page_writes_and_tells_of_the_copies(app: Flask, host: Browser) -> None:
    status, found = health(host)
    assert (status, found["ok"], found["reason"], found["copied"], found["copy_is_old"]) == (
        200,
        True,
        None,
        None,
        False,
    )
    at_a_game(host)
    assert health(host)[1]["copy_is_old"] is True
    host.send("/copies", "/copies")
    found = health(host)[1]
    assert found["copied"]
    assert (found["copy_is_old"], found["damaged_games"], found["schema"]) == (False, 0, found["schema"])
    with app.extensions[COPYIST].database.read() as session:
        from companion.store.tables import Tally

        assert session.get(Tally, "health").count == 3


@pytest.mark.parametrize("trouble", list(Trouble))
@pytest.mark.parametrize("htmx", [False, True])
def test_every_trouble_is_503_with_its_reason(
    app: Flask, phone: Browser, monkeypatch: pytest.MonkeyPatch, trouble: Trouble, htmx: bool
) -> None:
    game = at_a_game(phone)

    def fail(*_arguments: object) -> None:
        raise Unavailable(trouble, "secret detail")

    monkeypatch.setattr("companion.store.games.Games.looked_at", fail)
    answer = phone.get(f"/g/{game}", **({"HX_Request": "true"} if htmx else {}))
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert MISTAKE not in answer.text
    assert "secret detail" not in answer.text
    assert ("<html" not in answer.text) == htmx
    assert ("HX-Retarget" in answer.headers) == htmx


def test_a_locked_file_is_said_within_seconds(host: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert database_module.BUSY_SECONDS <= 3
    with closing(sqlite3.connect(tmp_path / "arrakis.sqlite", isolation_level=None)) as other:
        fields = host.fields("/new")
        other.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        answer = host.post("/new", {**fields, "set_up": "guided", "dice": "hand"})
        assert time.monotonic() - begun < 9
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "3")
        assert "Others are still writing" in answer.text
        other.execute("ROLLBACK")
    assert at_a_game(host)


def test_a_file_that_is_gone_is_said_and_found_again(host: Browser, tmp_path: Path) -> None:
    game = at_a_game(host)
    host.send("/copies", "/copies")
    for ending in ("", "-wal", "-shm"):
        (tmp_path / f"arrakis.sqlite{ending}").unlink()
    answer = host.get(f"/g/{game}/history")
    assert answer.status_code == 503
    assert "no longer in its place" in answer.text
    assert 'href="/copies"' in answer.text
    assert health(host) == (503, {**health(host)[1], "ok": False, "reason": "gone"})
    (copy,) = (tmp_path / "backups").iterdir()
    shutil.copy(copy, tmp_path / "arrakis.sqlite")
    assert host.get(f"/g/{game}/history").status_code == 200


def test_a_file_that_is_no_database_any_more_is_said_and_comes_back_in_two_taps(host: Browser, tmp_path: Path) -> None:
    game = at_a_game(host)
    host.send("/copies", "/copies")
    (copy,) = (tmp_path / "backups").iterdir()
    file = tmp_path / "arrakis.sqlite"
    host.client.application.extensions[COPYIST].database.engine.dispose()
    for ending in ("-wal", "-shm"):
        (tmp_path / f"arrakis.sqlite{ending}").unlink(missing_ok=True)
    file.write_bytes(b"\0" * 100 + file.read_bytes()[100:])
    for path in ("/", f"/g/{game}", "/stats"):
        answer = host.get(path)
        assert answer.status_code == 503, path
        assert MISTAKE not in answer.text
    assert health(host)[1]["reason"] == "damaged"
    assert host.send(f"/copies/{copy.name}", f"/copies/{copy.name}/restore").status_code == 303
    assert host.get(f"/g/{game}/history").status_code == 200
    assert health(host)[0] == 200


@pytest.mark.postgres
@pytest.mark.parametrize("kind_of_database", ["postgres"], indirect=True)
def test_a_database_server_that_is_away_is_said_and_found_again(host: Browser, database_url: str) -> None:
    game = at_a_game(host)
    url = make_url(database_url)
    admin = create_engine(url.set(database="postgres"), isolation_level="AUTOCOMMIT")
    with closing(admin.connect()) as server:
        server.execute(text(f"ALTER DATABASE {url.database} ALLOW_CONNECTIONS false"))
        server.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{url.database}'"))
        try:
            for path in (f"/g/{game}", f"/g/{game}/history", "/"):
                answer = host.get(path)
                assert (answer.status_code, int(answer.headers["Retry-After"]) > 0) == (503, True), path
                assert "does not answer" in answer.text
                assert MISTAKE not in answer.text
            assert host.get("/healthz").status_code == 503
        finally:
            server.execute(text(f"ALTER DATABASE {url.database} ALLOW_CONNECTIONS true"))
    admin.dispose()
    assert host.get(f"/g/{game}/history").status_code == 200


def test_a_full_disk_is_said_whatever_was_written(host: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    game = at_a_game(host)

    def full(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("companion.store.games.Games.looked_at", full)
    answer = host.get(f"/g/{game}")
    assert answer.status_code == 503
    assert "is full" in answer.text


def test_a_file_that_cannot_grow_is_said(app: Flask, host: Browser) -> None:
    """A limit of pages is what a full disk is for SQLite."""
    game = at_a_game(host)
    database = app.extensions[COPYIST].database
    database.engine.dispose()
    from sqlalchemy import event

    def limit(connection: sqlite3.Connection, _record: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")

    event.listen(database.engine, "connect", limit)
    statuses = set()
    for _ in range(12):
        answer = host.send("/new", set_up="quick", dice="app", harkonnen="mahdi", player="x" * 40)
        statuses.add(answer.status_code)
    assert statuses == {303, 503} or statuses == {503}
    assert "is full" in answer.text
    assert host.get(f"/g/{game}/history").status_code == 200
