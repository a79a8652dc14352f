"""The security log: what happened, from where, and no secret; one line each, and never too many."""

import logging
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.web import seclog
from companion.web.seats import TABLE
from companion.web.seclog import NAME, Flood, note, write_to
from tests.web.conftest import Browser, MakeBrowser


@pytest.fixture(autouse=True)
def no_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seclog, "_flood", Flood())


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Path]:
    file = tmp_path / "log" / "security.log"
    file.parent.mkdir()
    write_to(str(file))
    yield file
    for handler in logging.getLogger().handlers[:]:
        if handler.get_name() == NAME:
            logging.getLogger().removeHandler(handler)
            handler.close()


def test_an_event_is_one_line_with_its_facts(written: Path) -> None:
    note("join_refused", reason="unknown", tries=3, who=None)
    line = written.read_text(encoding="utf-8")
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ WARNING arrakis\.security join_refused reason=unknown tries=3 who=-\n", line
    )


@pytest.mark.parametrize(
    "value, shown",
    [
        ("a\nb", '"a\\nb"'),
        ("\x1b[2Jx", '"\\x1b[2Jx"'),
        ('say "no"', '"say \\"no\\""'),
        ("a\\b", '"a\\\\b"'),
        ("ż\u2028", '"\\u017c\\u2028"'),
        ("x" * 200, "x" * 120 + "..."),
        ("", '""'),
    ],
)
def test_what_comes_from_outside_neither_ends_a_line_nor_steers_a_terminal(
    written: Path, value: str, shown: str
) -> None:
    note("host_refused", host=value)
    text = written.read_text(encoding="utf-8")
    assert text.endswith(f"host_refused host={shown}\n")
    assert text.count("\n") == 1
    assert text.isascii()


def test_secrets_are_not_written_whoever_notes_them(written: Path) -> None:
    note("join_refused", code="ABCD", device_token="t0ken", csrf_token="x", reason="unknown")
    assert written.read_text(encoding="utf-8").endswith(" join_refused reason=unknown\n")


def test_the_file_is_its_owners_alone_and_so_is_the_next(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.umask(0o022)
    try:
        handler = next(one for one in logging.getLogger().handlers if isinstance(one, seclog.PrivateFile))
        note("one")
        handler.doRollover()
        note("two")
    finally:
        os.umask(before)
    files = sorted(written.parent.iterdir())
    assert [file.name for file in files] == ["security.log", "security.log.1"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_flood_is_cut_off_and_counted(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(seclog, "_flood", Flood(2, lambda: now[0]))
    for _ in range(5):
        note("host_refused")
    note("csrf_refused")
    now[0] = 61
    note("host_refused")
    lines = [line.partition("arrakis.security ")[2] for line in written.read_text(encoding="utf-8").splitlines()]
    assert lines == ["host_refused", "host_refused", "csrf_refused", "host_refused left_out=3", "host_refused"]


def test_a_refused_form_is_noted_with_its_route_but_without_a_code(
    phone: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    assert phone.post("/j/SECRETCODE", {}).status_code == 400
    line = next(record.getMessage() for record in caplog.records if record.name == NAME)
    assert line == "csrf_refused from=192.168.1.20 method=POST route=/j/<code> device_known=False"
    assert "SECRETCODE" not in caplog.text


def test_whoever_has_no_seat_is_noted(
    phone: Browser, browser_at: MakeBrowser, caplog: pytest.LogCaptureFixture
) -> None:
    game = phone.new_game()
    assert browser_at("192.168.1.66").get(f"/g/{game}/guests").status_code == 403
    lines = [record.getMessage() for record in caplog.records if record.name == NAME]
    assert lines == ["forbidden from=192.168.1.66 method=GET route=/g/<game_id>/guests role=-"]


def test_who_came_in_is_noted_without_the_code(
    app: Flask, phone: Browser, browser_at: MakeBrowser, caplog: pytest.LogCaptureFixture
) -> None:
    game = phone.new_game()
    code = app.extensions[TABLE].games.get(game).play_code
    assert browser_at("192.168.1.66").send(f"/j/{code}", name="Jan", role="player").status_code == 303
    lines = [(record.levelname, record.getMessage()) for record in caplog.records if record.name == NAME]
    facts = f"from=192.168.1.66 method=POST route=/j/<code> game={game} role=player waiting=False"
    assert lines == [("INFO", f"joined {facts}")]
    assert code not in caplog.text


def test_who_came_in_is_written_but_is_no_warning(written: Path) -> None:
    note("joined", role="player")
    note("forbidden", role="removed")
    lines = [line.partition("Z ")[2] for line in written.read_text(encoding="utf-8").splitlines()]
    assert lines == [
        "INFO arrakis.security joined role=player",
        "WARNING arrakis.security forbidden role=removed",
    ]


def test_without_a_file_it_goes_to_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    import subprocess
    import sys

    script = "from companion.web.seclog import note, write_to; write_to(); note('host_refused', host='evil')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    assert done.stderr.endswith("WARNING arrakis.security host_refused host=evil\n")
