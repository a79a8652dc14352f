"""Games that are damaged: they say so themselves, and no other page suffers."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.web.conftest import Browser, MakeBrowser

DAMAGES = [
    "UPDATE event SET payload = replace(payload, '\"v\"', '\"w\"') WHERE game = :game",
    "UPDATE event SET payload = CAST(x'ff' AS TEXT) WHERE game = :game AND seq = 1",
    "UPDATE event SET created = 'then' WHERE game = :game",
    "DELETE FROM event WHERE game = :game",
    "UPDATE game SET settings = '{' WHERE id = :game",
    "UPDATE game SET created = 'then' WHERE id = :game",
    "UPDATE game SET mode = 'none' WHERE id = :game",
    "UPDATE game SET name = CAST(x'ff' AS TEXT) WHERE id = :game",
    "UPDATE seat SET role = 'none' WHERE game = :game",
    "UPDATE seat SET created = 'then' WHERE game = :game",
]


def damage(folder: Path, statement: str, game: str) -> None:
    with closing(sqlite3.connect(folder / "arrakis.sqlite")) as other, other:
        assert other.execute(statement, {"game": game}).rowcount > 0


@pytest.fixture
def host(browser_at: MakeBrowser) -> Browser:
    return browser_at("127.0.0.1", "localhost")


@pytest.mark.parametrize("statement", DAMAGES)
def test_a_damaged_game_is_listed_as_such_and_disturbs_no_other(
    host: Browser, phone: Browser, tmp_path: Path, statement: str
) -> None:
    whole, broken = phone.new_game(name="Whole"), phone.new_game(name="Broken")
    damage(tmp_path, statement, broken)
    for device in (host, phone):
        home, stats = device.get("/"), device.get("/stats")
        assert (home.status_code, stats.status_code) == (200, 200)
        assert "Whole" in home.text
        if device is host or "seat" not in statement:
            assert re.search(rf'href="/g/{broken}".*damaged', home.text)
            assert re.search(rf'href="/g/{broken}".*damaged', stats.text)
    assert phone.get(f"/g/{whole}/history").status_code == 200
    for path in ("", "/stats", "/history", "/guests", "/display", "/export.json"):
        assert phone.get(f"/g/{broken}{path}").status_code == 503, path
    assert host.get(f"/g/{broken}").status_code == 503
