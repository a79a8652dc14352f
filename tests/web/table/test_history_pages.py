"""A long history comes in pages that a phone can load, and every entry with its way back is on one of them."""

import re
from itertools import pairwise

import pytest
from flask import Flask

from companion.service import Table
from companion.service.exchange import import_game
from companion.service.exchange_file import parse_game
from companion.store import Role
from companion.web.seats import TABLE
from companion.web.table.history import MOST_ENTRIES
from tests.trust.imports import HOSTILE, file_of
from tests.web.conftest import Browser, MakeBrowser
from tests.web.kept import played_out

WAY = re.compile(r'href="/g/\w+/history/(\d+)" aria-label="Go (back|forward) to here')
ENTRY = re.compile(r'class="entry-of"')
OLDER, NEWER = (re.compile(rf'href="(/g/\w+/history\?{name}=\d+)"') for name in ("before", "after"))


@pytest.fixture
def table(app: Flask) -> Table:
    found = app.extensions[TABLE]
    assert isinstance(found, Table)
    return found


def sit(phone: Browser, table: Table, game: str, role: Role = Role.PLAYER) -> None:
    phone.get("/")
    code = table.games.get(game).play_code if role is Role.PLAYER else table.games.get(game).watch_code
    assert phone.send(f"/j/{code}", name="Eva", role=role.value).status_code == 303


def pages(phone: Browser, game: str) -> list[str]:
    """Every page of the history, from the latest to the oldest."""
    found, address = list[str](), f"/g/{game}/history"
    while address:
        answer = phone.get(address)
        assert answer.status_code == 200
        found.append(answer.text)
        address = next(iter(OLDER.findall(answer.text)), "")
        assert len(found) < 100
    return found


@pytest.mark.slow
def test_two_thousand_entries_come_in_pages_of_less_than_100_kb(phone: Browser, table: Table) -> None:
    data, rows = file_of(HOSTILE["taps"], rows=2000)
    game = import_game(table, parse_game(data)).id
    sit(phone, table, game)
    found = pages(phone, game)
    assert max(len(text.encode()) for text in found) < 100_000
    assert all("<svg" in text for text in found)
    shown = [int(batch) for text in found for batch, _way in WAY.findall(text)]
    numbers = [step.batch.number for step in table.load(game).timeline.steps]
    assert shown == numbers[-2::-1]
    assert len(numbers) > rows - 10
    assert [len(ENTRY.findall(text)) for text in found[:-1]] == [MOST_ENTRIES] * (len(found) - 1)


@pytest.mark.slow
def test_every_page_leads_to_the_one_before_it_and_to_the_latest(phone: Browser, table: Table) -> None:
    game = played_out(table)
    sit(phone, table, game)
    found = pages(phone, game)
    assert len(found) > 2
    assert not NEWER.search(found[0])
    assert not OLDER.search(found[-1])
    for newer, text in pairwise(found):
        (address,) = NEWER.findall(text)
        assert f'href="/g/{game}/history"' in text
        assert WAY.findall(phone.get(address).text) == WAY.findall(newer)


def test_a_number_beyond_the_history_or_none_at_all_leads_to_the_latest(
    phone: Browser, table: Table, browser_at: MakeBrowser
) -> None:
    game = played_out(table)
    sit(phone, table, game)
    latest = WAY.findall(phone.get(f"/g/{game}/history").text)
    for query in ("before=0", "before=x", "after=99999999", "after=-3", "before=" + "9" * 30):
        assert WAY.findall(phone.get(f"/g/{game}/history?{query}").text) == latest
    watcher = browser_at("192.168.1.21")
    sit(watcher, table, game, Role.SPECTATOR)
    assert not WAY.search(watcher.get(f"/g/{game}/history").text)
