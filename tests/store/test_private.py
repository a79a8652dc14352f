"""What the app keeps is its owner's alone, and what it says of its database holds no secret."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from companion.store import Database, data_folder, database_url
from companion.store.files import keep_private, private_files


@pytest.fixture(autouse=True)
def usual_mask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


def test_a_database_file_and_what_is_beside_it_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'games.sqlite'}")
    found = modes(tmp_path)
    database.close()
    assert {"games.sqlite", "games.sqlite-wal"} <= found.keys()
    assert set(found.values()) == {0o600}


def test_one_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    Database(f"sqlite:///{file}").close()
    file.chmod(0o644)
    (tmp_path / "games.sqlite-wal").touch(0o644)
    keep_private(file)
    assert modes(tmp_path) == {"games.sqlite": 0o600, "games.sqlite-wal": 0o600}


def test_a_folder_in_its_place_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").mkdir(0o755)
    keep_private(tmp_path / "games.sqlite")
    keep_private(tmp_path / "no" / "games.sqlite")
    assert modes(tmp_path) == {"games.sqlite": 0o755}


def test_an_error_of_the_database_does_not_tell_what_the_statement_held(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with pytest.raises(DBAPIError) as caught, database.read() as session:
        session.execute(text("SELECT nowhere(:code)"), {"code": "WX42"})
    database.close()
    assert "nowhere" in str(caught.value)
    assert "WX42" not in str(caught.value)


def test_the_database_comes_from_the_argument_then_the_environment_then_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARRAKIS_DATA", str(tmp_path))
    monkeypatch.delenv("ARRAKIS_DB", raising=False)
    assert database_url() == f"sqlite:///{tmp_path / 'arrakis.sqlite'}"
    monkeypatch.setenv("ARRAKIS_DB", "postgresql+psycopg://arrakis:secret@db/games")
    assert database_url() == "postgresql+psycopg://arrakis:secret@db/games"
    assert database_url("sqlite:///x.sqlite") == "sqlite:///x.sqlite"
    monkeypatch.setenv("ARRAKIS_DB", "")
    assert database_url(None) == f"sqlite:///{tmp_path / 'arrakis.sqlite'}"


def test_what_is_made_meanwhile_is_its_owners_alone(tmp_path: Path) -> None:
    with private_files():
        (tmp_path / "copy").write_text("x")
        (tmp_path / "folder").mkdir()
    (tmp_path / "later").write_text("x")
    assert modes(tmp_path) == {"copy": 0o600, "folder": 0o700, "later": 0o644}


def test_the_apps_own_data_folder_is_closed_and_a_chosen_one_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("ARRAKIS_DATA", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    (tmp_path / "arrakis-companion").mkdir(0o755)
    (tmp_path / "chosen").mkdir(0o755)
    data_folder()
    monkeypatch.setenv("ARRAKIS_DATA", str(tmp_path / "chosen"))
    data_folder()
    assert modes(tmp_path) == {"arrakis-companion": 0o700, "chosen": 0o755}
