"""The command line at consoles and pipes of every kind: no traceback, no failure for a letter."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion import cli_streams
from companion.service import Table
from companion.service.exchange import import_game
from companion.store import Database
from tests.service.played import played_game

ROOT = Path(__file__).parent.parent
NAME = "Пустыня – Wüste"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "Дюна.json"
    found.write_text(json.dumps(played_game(NAME), ensure_ascii=False), encoding="utf-8")
    return found


@pytest.fixture
def position(tmp_path: Path) -> Path:
    found = tmp_path / "position.json"
    found.write_text('{"legions": [{"area": "carthag", "faction": "harkonnen", "regular": 4}]}', encoding="utf-8")
    return found


def games(url: str) -> list[str]:
    database = Database(url)
    found = [game.name for game in Table(database).games.recent()]
    database.close()
    return found


def arrakis(*arguments: str, closed: str = "", **environment: str) -> tuple[int, str, str]:
    """Runs the command; the streams named by ``closed`` (out, err) are pipes that nobody reads any longer."""
    ends = {}
    for name in ("out", "err"):
        if name in closed:
            reads, ends[name] = os.pipe()
            os.close(reads)
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=ends.get("out", subprocess.PIPE),
        stderr=ends.get("err", subprocess.PIPE),
        env={**os.environ, **environment},
        cwd=ROOT,
        check=False,
        timeout=60,
    )
    for end in ends.values():
        os.close(end)
    return done.returncode, (done.stdout or b"").decode("latin-1"), (done.stderr or b"").decode("latin-1")


@pytest.mark.slow
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["legal", "POSITION", "--faction", "harkonnen", "--action", "strategy"],
        ["legal", "POSITION", "--faction", "harkonnen", "--action", "strategy", "--json"],
        ["validate", "POSITION"],
        ["export", "GAME", "--db", "URL"],
        ["play"],
        ["--help"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_pipe_that_closes_early_ends_a_command_quietly(
    url: str, position: Path, arguments: list[str], unbuffered: str
) -> None:
    database = Database(url)
    game = import_game(Table(database), played_game()).id
    database.close()
    words = {"POSITION": str(position), "GAME": game, "URL": url}
    said = [words.get(word, word) for word in arguments]
    assert arrakis(*said, closed="out", PYTHONUNBUFFERED=unbuffered) == (0, "", "")


@pytest.mark.slow
def test_an_error_that_nobody_reads_ends_a_command_quietly() -> None:
    assert arrakis("validate", "no-such-file", closed="err") == (2, "", "")
    assert arrakis("validate", "no-such-file", closed="out")[0] == 2


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "cp1251", "utf-8"])
def test_a_console_of_any_code_page_shows_what_it_can(url: str, file: Path, encoding: str) -> None:
    status, out, err = arrakis("import", str(file), "--db", url, PYTHONIOENCODING=encoding)
    assert (status, err) == (0, "")
    assert f"name: {NAME.encode(encoding, 'backslashreplace').decode('latin-1')}" in out
    assert games(url) == [NAME]
    status, out, err = arrakis("validate", str(file), PYTHONIOENCODING=encoding)
    assert (status, out) == (2, "")
    assert err.startswith("error: ")


@pytest.mark.slow
def test_an_import_that_nobody_hears_of_is_there_and_known_the_next_time(url: str, file: Path) -> None:
    assert arrakis("import", str(file), "--db", url, closed="out") == (0, "", "")
    status, out, _err = arrakis("import", str(file), "--db", url, "--json")
    assert (status, json.loads(out)["known"]) == (0, True)
    assert games(url) == [NAME]


@pytest.mark.parametrize("number, closed", [(32, True), (22, True), (28, False)])
def test_only_the_error_of_a_closed_pipe_is_quiet(number: int, closed: bool) -> None:
    assert cli_streams.is_closed(OSError(number, "")) is closed
    assert not cli_streams.is_closed(OSError(number, "", "a file"))


def test_a_full_disk_behind_standard_output_is_an_error() -> None:
    def command() -> int:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        cli_streams.run(command)
