"""Games that are damaged: they say so themselves, and no other page suffers."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.web.seats import TABLE
from tests.web.conftest import FIELD, Browser, MakeBrowser
from tests.web.kept import at_a_game

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
    whole, broken = at_a_game(phone, name="Whole"), at_a_game(phone, name="Broken")
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


def copy_now(host: Browser) -> str:
    assert host.send("/copies", "/copies").status_code == 303
    return newest_copy(host)


def newest_copy(host: Browser) -> str:
    found: list[str] = re.findall(r'href="/copies/([^"]+)"', host.get("/copies").text)
    return found[0]


def forget(device: Browser, game: str) -> None:
    """What a server that has just started knows of a game."""
    device.client.application.extensions[TABLE].log.forget(game)


def test_copies_are_for_the_serving_computer_only(host: Browser, phone: Browser) -> None:
    game = at_a_game(phone)
    name = copy_now(host)
    assert phone.get("/copies").status_code == 404
    assert phone.get(f"/copies/{name}").status_code == 404
    for path in ("/copies", f"/copies/{name}/restore"):
        assert phone.send("/new", path).status_code == 404
    stranger = host.__class__(host.client.application.test_client(), "192.168.1.99", "192.168.1.7")
    assert stranger.send("/new", f"/g/{game}/restore", copy=name).status_code == 403
    assert host.get("/copies/arrakis-none.sqlite").status_code == 400
    assert host.get("/copies/..%2farrakis.sqlite").status_code in (400, 404)


@pytest.mark.parametrize("who", ["host", "owner"])
@pytest.mark.parametrize("statement", DAMAGES)
def test_a_damaged_game_comes_back_from_a_copy_in_two_taps(
    host: Browser, phone: Browser, tmp_path: Path, statement: str, who: str
) -> None:
    game = at_a_game(phone, name="Sunday", set_up="quick")
    before = normal(phone.get(f"/g/{game}/history").text)
    copy_now(host)
    damage(tmp_path, statement, game)
    forget(host, game)
    page = (host if who == "host" else phone).get(f"/g/{game}")
    assert page.status_code == 503
    if who == "owner" and "seat" in statement:
        assert "Restore this game" not in page.text
        return
    assert page.text.count("Restore this game") == 1
    fields = dict(FIELD.findall(page.text))
    answer = (host if who == "host" else phone).post(f"/g/{game}/restore", fields)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/g/{game}")
    assert normal(phone.get(f"/g/{game}/history").text) == before
    assert "damaged" not in host.get("/").text


def test_what_is_good_becomes_a_new_game_and_a_file(host: Browser, phone: Browser, tmp_path: Path) -> None:
    game = at_a_game(phone, name="Sunday", set_up="quick", dice="app")
    damage(tmp_path, "UPDATE event SET payload = '{}' WHERE game = :game AND seq = (SELECT max(seq) FROM event)", game)
    forget(host, game)
    page = phone.get(f"/g/{game}")
    assert page.status_code == 503
    assert "No copy holds this game undamaged." in page.text
    assert "It is intact up to" in page.text
    document = json.loads(phone.get(f"/g/{game}/good-part.json").text)
    answer = phone.post(f"/g/{game}/good-part", dict(FIELD.findall(page.text)))
    made = answer.headers["Location"].removeprefix("/g/")
    assert phone.get(f"/g/{made}/history").status_code == 200
    assert "Sunday (intact part)" in phone.get("/").text
    assert len(json.loads(phone.get(f"/g/{made}/export.json").text)["events"]) == len(document["events"]) > 0
    assert phone.get(f"/g/{game}").status_code == 503


def test_a_game_whose_beginning_is_gone_has_no_good_part(host: Browser, phone: Browser, tmp_path: Path) -> None:
    game = at_a_game(phone)
    damage(tmp_path, "DELETE FROM event WHERE game = :game AND seq = 1", game)
    assert "Not even its beginning" in phone.get(f"/g/{game}").text
    assert phone.send("/new", f"/g/{game}/good-part").status_code == 503
    assert phone.get(f"/g/{game}/good-part.json").status_code == 503


def test_everything_comes_back_from_a_copy_and_what_was_there_is_kept(host: Browser, phone: Browser) -> None:
    before = at_a_game(phone, name="Before")
    name = copy_now(host)
    after = at_a_game(phone, name="After")
    assert "Before" in host.get(f"/copies/{name}").text
    assert "After" not in host.get(f"/copies/{name}").text
    assert host.send(f"/copies/{name}", f"/copies/{name}/restore").status_code == 303
    assert phone.get(f"/g/{before}/history").status_code == 200
    assert phone.get(f"/g/{after}/history").status_code == 404
    kept = newest_copy(host)
    assert "restore" in kept
    assert "After" in host.get(f"/copies/{kept}").text


def test_a_game_on_a_page_of_the_file_that_is_lost_comes_back_and_the_others_stay(
    host: Browser, phone: Browser, tmp_path: Path
) -> None:
    games = [at_a_game(phone, name=f"Game {number}", set_up="quick") for number in range(3)]
    copy_now(host)
    later = at_a_game(phone, name="Later")
    file = tmp_path / "arrakis.sqlite"
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page_size = opened.execute("PRAGMA page_size").fetchone()[0]
    data = bytearray(file.read_bytes())
    at = (
        data.index(games[1].encode() + b"Dice")
        if games[1].encode() + b"Dice" in data
        else data.rindex(b"FiguresPlaced")
    )
    at -= at % page_size
    data[at : at + page_size] = bytes(page_size)
    host.client.application.extensions["arrakis.copies"].database.engine.dispose()
    file.write_bytes(data)
    for game in games:
        forget(host, game)
    statuses = {game: phone.get(f"/g/{game}/history").status_code for game in games}
    assert set(statuses.values()) <= {200, 503}
    assert 503 in statuses.values()
    for game in (one for one, status in statuses.items() if status == 503):
        page = host.get(f"/g/{game}")
        if page.status_code == 503:
            fields = dict(FIELD.findall(page.text))
            assert host.post(f"/g/{game}/restore", fields).status_code == 303
    assert [phone.get(f"/g/{game}/history").status_code for game in (*games, later)] == [200] * 4
    assert "damaged" not in host.get("/").text


def normal(page: str) -> str:
    """A page without what differs each time it is shown."""
    return re.sub(r'name="(csrf_token|key)" value="[^"]*"', "", page)
