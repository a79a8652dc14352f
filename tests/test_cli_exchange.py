"""`arrakis export` and `arrakis import`: a whole game as one file, and the way back."""

import json
from pathlib import Path

import pytest

from companion import cli
from companion.service import GameSettings, Table
from companion.service.exchange import import_game
from companion.store import Database
from tests.service.played import played_game


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


@pytest.fixture
def game(url: str) -> str:
    database = Database(url)
    found = import_game(Table(database), played_game())
    database.close()
    return found.id


def outcome(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.main(arguments)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


@pytest.mark.slow
def test_a_game_goes_out_and_in_again(game: str, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = outcome(capsys, "export", game, "--db", url)
    assert (status, err) == (0, "")
    file = tmp_path / "game.json"
    file.write_text(out, encoding="utf-8")
    other = f"sqlite:///{tmp_path / 'other.sqlite'}"
    status, told, err = outcome(capsys, "import", str(file), "--db", other, "--json")
    assert (status, err) == (0, "")
    answer = json.loads(told)
    assert set(answer) == {"game", "name", "play_code", "known"}
    assert answer["name"] == "Sunday"
    assert outcome(capsys, "export", answer["game"], "--db", other) == (0, out, "")
    assert outcome(capsys, "export", answer["play_code"].lower(), "--db", other) == (0, out, "")


def test_import_tells_what_it_made(game: str, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(outcome(capsys, "export", game, "--db", url)[1], encoding="utf-8")
    status, out, _err = outcome(capsys, "import", str(file), "--db", url)
    assert status == 0
    assert "name: Sunday" in out
    assert "play_code: " in out


@pytest.mark.slow
def test_import_of_a_game_without_a_name_says_none(
    game: str, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(outcome(capsys, "export", game, "--db", url)[1])
    document["settings"]["name"] = ""
    file = tmp_path / "game.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    status, out, err = outcome(capsys, "import", str(file), "--db", f"sqlite:///{tmp_path / 'other.sqlite'}")
    assert (status, err) == (0, "")
    assert "name:" not in out


@pytest.mark.slow
def test_the_same_file_twice_is_one_game_unless_a_copy_is_asked_for(
    game: str, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / "game.json", f"sqlite:///{tmp_path / 'other.sqlite'}"
    file.write_text(outcome(capsys, "export", game, "--db", url)[1], encoding="utf-8")
    again = tmp_path / "again.json"
    again.write_text(json.dumps(json.loads(file.read_text(encoding="utf-8")), indent=1), encoding="utf-16")
    answers = [
        json.loads(outcome(capsys, "import", str(place), "--db", other, "--json", *more)[1])
        for place, more in ((file, []), (file, []), (again, []), (file, ["--again"]))
    ]
    assert [answer["known"] for answer in answers] == [False, True, True, False]
    assert len({answer["game"] for answer in answers[:3]}) == 1
    assert answers[3]["game"] != answers[0]["game"]


def test_a_position_is_read_in_utf_16(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "position.json"
    file.write_text("{}", encoding="utf-16")
    assert outcome(capsys, "validate", str(file), "--json") == (0, '{"violations": []}\n', "")
    file.write_bytes(b'{"round": "\xff"}')
    status, _out, err = outcome(capsys, "validate", str(file))
    assert (status, err) == (2, f"error: position: {file} is not UTF-8: invalid start byte\n")


def test_without_a_database_the_data_folder_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARRAKIS_DATA", str(tmp_path / "data"))
    database = Database(f"sqlite:///{tmp_path / 'x.sqlite'}")
    record, _seat = Table(database).create_game(GameSettings("Sunday"), "device")
    database.close()
    status, _out, err = outcome(capsys, "export", record.id)
    assert (status, err) == (2, f"error: game: there is no game '{record.id}'\n")
    assert (tmp_path / "data" / "arrakis.sqlite").is_file()


def test_the_environment_may_name_the_database(
    game: str, url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARRAKIS_DB", url)
    assert outcome(capsys, "export", game)[0] == 0


@pytest.mark.parametrize(
    "text, said",
    [
        ("{", "error: file: is no JSON"),
        ("{}", "error: format: is missing"),
        ('{"format": "arrakis-game", "version": 1, "extra": 1}', "error: extra: is not known"),
    ],
)
def test_a_damaged_file_is_named_and_nothing_is_written(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    file = tmp_path / "game.json"
    file.write_text(text, encoding="utf-8")
    status, out, err = outcome(capsys, "import", str(file), "--db", url)
    assert (status, out) == (2, "")
    assert err.startswith(said)
    database = Database(url)
    assert Table(database).games.recent() == []
    database.close()


def test_a_database_that_will_not_do_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = outcome(capsys, "export", "x", "--db", "sqlite://")
    assert (status, out) == (2, "")
    assert err.startswith("error: db: a database in memory would be lost")
