"""The stream and its replacement: they say where the game stands, to those who have a seat, and nothing else."""

import json
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.board import AREA_NUMBER
from companion.rules.army import Army
from companion.rules.commands import EnterRank, PlaceStartingFigures
from companion.service import Table
from companion.web.live.hub import PER_GAME
from companion.web.live.routes import hub_of
from companion.web.seats import TABLE
from tests.web.conftest import Browser, MakeBrowser
from tests.web.kept import at_a_game

ON_BOTH_DATABASES = True

ARRAKEEN, GARA_KULON = AREA_NUMBER["arrakeen"], AREA_NUMBER["gara_kulon"]


@pytest.fixture
def table(app: Flask) -> Table:
    found = app.extensions[TABLE]
    assert isinstance(found, Table)
    return found


@pytest.fixture
def game(phone: Browser) -> str:
    return at_a_game(phone)


def read(stream: Iterator[bytes], number: int) -> list[str]:
    """The data of the next events of a stream."""
    found: list[str] = []
    for part in stream:
        found.extend(re.findall(r"event: seq\ndata: (.*)\n\n", part.decode()))
        if len(found) >= number:
            return found
    return found


def test_the_stream_says_where_the_game_stands_and_each_change(
    app: Flask, phone: Browser, game: str, table: Table
) -> None:
    answer = phone.client.get(f"/g/{game}/live", base_url="http://192.168.1.7:8000")
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    events = answer.iter_encoded()
    seq = table.load(game).seq
    assert read(events, 1) == [str(seq)]
    seat = table.games.seats(game)[0]
    table.submit(game, seat, seq, "key-1", PlaceStartingFigures(ARRAKEEN, Army(regular=3, elite=1, generic=1)))
    after = table.load(game).seq
    assert after > seq
    assert read(events, 1) == [str(after)]
    answer.close()
    assert hub_of(app).streams == 0


def test_the_stream_holds_nothing_hidden(phone: Browser, game: str, table: Table) -> None:
    answer = phone.client.get(f"/g/{game}/live", base_url="http://192.168.1.7:8000")
    events = answer.iter_encoded()
    seat = table.games.seats(game)[0]
    read(events, 1)
    table.submit(game, seat, table.load(game).seq, "key-1", EnterRank(GARA_KULON, 3))
    text = next(events).decode()
    assert re.fullmatch(r"event: seq\ndata: \d+\n\n", text)
    answer.close()


def test_a_stream_ends_when_the_server_stops(app: Flask, phone: Browser, game: str) -> None:
    answer = phone.client.get(f"/g/{game}/live", base_url="http://192.168.1.7:8000")
    events = answer.iter_encoded()
    read(events, 1)
    hub_of(app).close()
    assert list(events) == []
    assert phone.get(f"/g/{game}/live").status_code == 503


def test_too_many_streams_get_a_polite_no(app: Flask, phone: Browser, game: str) -> None:
    hub = hub_of(app)
    places = [hub.listen(game) for _ in range(PER_GAME)]
    answer = phone.get(f"/g/{game}/live")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
    assert phone.get(f"/g/{game}/live/seq").status_code == 200
    places[0].close()
    stream = phone.client.get(f"/g/{game}/live", base_url="http://192.168.1.7:8000")
    assert stream.status_code == 200
    stream.close()


def test_who_cannot_have_a_stream_asks(phone: Browser, game: str, table: Table) -> None:
    answer = phone.get(f"/g/{game}/live/seq")
    assert json.loads(answer.text) == {"seq": table.load(game).seq, "call": ""}
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["live", "live/seq"])
def test_strangers_learn_nothing(browser_at: MakeBrowser, game: str, path: str) -> None:
    assert browser_at().get(f"/g/{game}/{path}").status_code == 403
    assert browser_at().get(f"/g/nothing/{path}").status_code == 404


def test_the_table_page_listens(phone: Browser, game: str, table: Table) -> None:
    page = phone.client.get(f"/g/{game}", base_url="http://192.168.1.7:8000", follow_redirects=True).text
    assert f'data-live="/g/{game}/live"' in page
    assert f'data-seq="{table.load(game).seq}"' in page
    assert re.search(r'<script type="module" src="/static/js/live\.js', page)


@pytest.mark.parametrize("path", ["/g/%00", "/g/a%00b/live/seq", "/j/%00", "/g/%00/guests"])
def test_a_name_that_no_database_can_hold_is_not_found(phone: Browser, path: str) -> None:
    assert phone.get(path).status_code == 404


def test_a_device_that_heard_of_a_change_gets_what_comes_next_in_one_request(phone: Browser, game: str) -> None:
    plain = phone.get(f"/g/{game}")
    there = plain.headers["Location"]
    answer = phone.get(f"/g/{game}", HX_Request="true")
    assert (plain.status_code, answer.status_code) == (303, 200)
    assert answer.headers["HX-Push-Url"] == there
    again = phone.get(there, HX_Request="true")
    assert re.findall(r"<h2.*?</h2>", answer.text) == re.findall(r"<h2.*?</h2>", again.text) != []
