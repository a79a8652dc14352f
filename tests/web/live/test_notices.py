"""Whoever loses a race, and whoever's step was taken back elsewhere, reads so until they put it away."""

import re

import pytest
from flask import Flask

from companion.board import AREA_NUMBER
from companion.rules.army import Army
from companion.rules.commands import Command, EnterRank, PlaceStartingFigures
from companion.service import Table
from companion.store import Role
from companion.web.seats import TABLE
from tests.web.conftest import Browser, MakeBrowser
from tests.web.kept import at_a_game

ON_BOTH_DATABASES = True

ARRAKEEN, CARTHAG, GARA_KULON = (AREA_NUMBER[one] for one in ("arrakeen", "carthag", "gara_kulon"))
FIGURES = PlaceStartingFigures(ARRAKEEN, Army(regular=3, elite=1, generic=1))
TAKEN = "Taken back on another device"


class Two:
    """Two players of one game, each with a device."""

    def __init__(self, ola: Browser, eva: Browser, table: Table) -> None:
        self.ola, self.eva, self.table = ola, eva, table
        self.game = at_a_game(ola)
        self.join(eva, Role.PARTNER)
        for device in (ola, eva):
            self.page(device)

    def join(self, browser: Browser, role: Role) -> None:
        code = self.table.games.get(self.game).play_code
        assert browser.send(f"/j/{code}", name="Eva", role=role.value).status_code == 303

    def page(self, browser: Browser, **headers: str) -> str:
        where = browser.get(f"/g/{self.game}").headers["Location"]
        return browser.get(where, **headers).text

    def record(self, *commands: Command) -> None:
        seat = next(seat for seat in self.table.games.seats(self.game) if seat.name == "Ola")
        for command in commands:
            seq = self.table.load(self.game).seq
            self.table.submit(self.game, seat, seq, f"key-{seq}-{command}"[:60], command)

    def undo(self, browser: Browser) -> None:
        step = browser.get(f"/g/{self.game}").headers["Location"]
        assert browser.send(step, f"/g/{self.game}/undo").status_code == 303


@pytest.fixture
def two(app: Flask, browser_at: MakeBrowser) -> Two:
    table = app.extensions[TABLE]
    assert isinstance(table, Table)
    return Two(browser_at(), browser_at("192.168.1.30"), table)


def told(page: str) -> str:
    found = re.search(r'<div id="news-undone".*?</form></div></div>', page, re.DOTALL)
    return re.sub(r"<[^>]+>", " ", found[0]) if found else ""


def test_who_did_not_undo_reads_what_was_taken_back_until_it_is_put_away(two: Two) -> None:
    two.record(FIGURES)
    two.undo(two.eva)
    assert TAKEN not in two.page(two.eva)
    first, second = two.page(two.ola), two.page(two.ola, HX_Request="true")
    for page in (first, second):
        assert TAKEN in told(page)
        assert "Eva" in told(page)
        assert "Arrakeen" in told(page)
    two.record(EnterRank(GARA_KULON, 3))
    assert TAKEN in two.page(two.ola), "a later entry does not put it away"
    where = two.ola.get(f"/g/{two.game}").headers["Location"]
    answer = two.ola.send(where, f"/g/{two.game}/live/seen")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/g/{two.game}")
    assert TAKEN not in two.page(two.ola)


def test_with_scripts_it_goes_from_the_page_at_once(two: Two) -> None:
    two.record(FIGURES)
    two.undo(two.eva)
    where = two.ola.get(f"/g/{two.game}").headers["Location"]
    answer = two.ola.post(f"/g/{two.game}/live/seen", two.ola.fields(where), HX_Request="true")
    assert answer.text == '<div id="news-undone"></div>'
    assert answer.headers["HX-Push-Url"] == "false"


def test_what_to_put_back_is_shown_to_every_device_that_plays(two: Two) -> None:
    two.record(FIGURES)
    two.undo(two.eva)
    for device in (two.ola, two.eva):
        where = device.get(f"/g/{two.game}").headers["Location"]
        assert where.endswith("?back=1")
        assert "Move back on the table" in device.get(where).text


def test_who_watches_is_told_nothing_to_put_away(two: Two, browser_at: MakeBrowser) -> None:
    watcher = browser_at("192.168.1.40")
    two.join(watcher, Role.SPECTATOR)
    two.page(watcher)
    two.record(FIGURES)
    two.undo(two.eva)
    page = two.page(watcher)
    assert "back=1" not in watcher.get(f"/g/{two.game}").headers["Location"]
    assert TAKEN not in page
    assert "/live/seen" not in page


def test_what_was_taken_back_before_a_device_came_is_no_news_to_it(two: Two, browser_at: MakeBrowser) -> None:
    two.record(FIGURES)
    two.undo(two.ola)
    late = browser_at("192.168.1.50")
    two.join(late, Role.PARTNER)
    assert TAKEN not in two.page(late)


def test_the_loser_of_a_race_reads_so_where_no_live_update_comes(two: Two) -> None:
    step = two.ola.get(f"/g/{two.game}").headers["Location"]
    fields = two.ola.fields(step)
    two.record(FIGURES)
    answer = two.ola.post(f"/g/{two.game}/undo", fields, HX_Request="true")
    assert answer.status_code == 409
    assert answer.headers["HX-Retarget"] == "#news-race"
    assert "Someone else was faster" in answer.text
    assert "data-put-away" in answer.text
    page = two.page(two.ola)
    assert page.index('id="news-race"') < page.index("<main")
    assert 'id="news-race"' not in two.page(two.ola, HX_Request="true"), "a live update leaves it alone"


def test_going_back_several_steps_is_told_with_what_to_put_back(two: Two) -> None:
    first = two.table.load(two.game).timeline.steps[0].batch.number
    two.record(FIGURES, PlaceStartingFigures(CARTHAG, Army(regular=2)))
    where = two.eva.get(f"/g/{two.game}").headers["Location"]
    fields = {**two.eva.fields(where), "batch": str(first)}
    assert two.eva.post(f"/g/{two.game}/do/go-to", fields).status_code == 303
    page = told(two.page(two.ola))
    assert TAKEN in page
    assert "Move back on the table" in page
    assert "Arrakeen" in page
    assert "Carthag" in page
    assert TAKEN not in two.page(two.eva)
