"""`arrakis backup` and `arrakis restore`: copies of the database, and the way back."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion import cli
from companion.service import GameSettings, Table
from companion.store import Database


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


@pytest.fixture
def game(url: str) -> str:
    database = Database(url)
    made, _seat = Table(database).create_game(GameSettings("Sunday"), "token", "Ola")
    database.close()
    return made.id


def outcome(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.main(arguments)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def names(url: str) -> list[str]:
    database = Database(url)
    found = [game.name for game in Table(database).games.recent()]
    database.close()
    return found


def test_a_copy_goes_out_and_comes_back(
    game: str, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = outcome(capsys, "backup", "--db", url, "--json")
    assert (status, err) == (0, "")
    made = json.loads(out)
    assert made["sound"]
    assert Path(made["copy"]).parent == tmp_path / "backups"
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as opened, opened:
        opened.execute("DELETE FROM game")
    assert names(url) == []
    for named in ("newest", made["copy"], Path(made["copy"]).name):
        status, out, err = outcome(capsys, "restore", named, "--db", url, "--json")
        assert (status, err) == (0, "")
        assert Path(json.loads(out)["before"]).is_file()
    assert names(url) == ["Sunday"]
    status, out, err = outcome(capsys, "backup", "--list", "--db", url, "--json")
    assert [copy["reason"] for copy in json.loads(out)["copies"]] == ["restore"] * 3 + ["hand"]


def test_one_game_comes_back(game: str, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = str(tmp_path / "copy.sqlite")
    assert outcome(capsys, "backup", copy, "--db", url)[0] == 0
    status, out, _err = outcome(capsys, "restore", copy, "--list", "--db", url, "--json")
    assert status == 0
    assert [(one["game"], one["name"], one["damaged"]) for one in json.loads(out)["games"]] == [(game, "Sunday", False)]
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as opened, opened:
        opened.execute("UPDATE game SET name = 'Monday'")
    status, _out, err = outcome(capsys, "restore", copy, "--game", game, "--db", url)
    assert (status, err) == (0, "")
    assert names(url) == ["Sunday"]


def test_what_cannot_be_done_is_said(game: str, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    letter = tmp_path / "letter"
    letter.write_text("Dear Duke, " * 1000)
    for arguments, said in [
        (("backup", str(letter), "--db", url), "file: .*letter is there already"),
        (("backup", "--db", f"sqlite:///{tmp_path}/none.sqlite"), "db: there is no file"),
        (("backup", "--db", "postgresql://arrakis:secret@host/games"), "pg_dump .*postgresql://arrakis@host/games"),
        (("restore", "newest", "--db", "postgresql://host/games"), "pg_restore"),
        (("restore", "newest", "--db", url), "file: there is no sound copy"),
        (("restore", "nothing", "--db", url), "file: there is no copy nothing"),
        (("restore", str(letter), "--db", url), "restore: letter is no database of this app"),
        (("backup", str(tmp_path / "no" / "x"), "--db", url), "backup: .*No such file"),
    ]:
        status, out, err = outcome(capsys, *arguments)
        assert (status, out) == (2, "")
        assert re.search(said, err), err
        assert "secret" not in err
    assert names(url) == ["Sunday"]
