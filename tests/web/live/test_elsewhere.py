"""What one process does with the seats of a game, the streams of another feel."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.service import Table
from companion.web import Config, create_app
from companion.web.live.elsewhere import news_of
from companion.web.live.routes import hub_of
from companion.web.seats import TABLE
from tests.web.conftest import Browser, MakeBrowser

ON_BOTH_DATABASES = True
SOON = 3.0


@pytest.fixture
def other(tmp_path: Path, database_url: str | None) -> Iterator[Flask]:
    """Another process, as far as the app can tell."""
    app = create_app(Config(data_folder=tmp_path, database_url=database_url))
    yield app
    hub_of(app).close()
    news_of(app).close()
    app.extensions[TABLE].database.close()


def listening(app: Flask, game: str, device: str) -> list[int | None]:
    """What the stream of a device is told; None: it is over."""
    told = list[int | None]()
    hub_of(app).listen(game, device).push_to(told.append)
    news_of(app).watch()
    return told


def soon(true: Callable[[], bool]) -> bool:
    limit = time.monotonic() + SOON
    while not true() and time.monotonic() < limit:
        time.sleep(0.01)
    return true()


def test_a_device_that_is_put_out_hears_nothing_more_of_any_process(
    app: Flask, other: Flask, phone: Browser, browser_at: MakeBrowser
) -> None:
    game, table, guest = phone.new_game(), app.extensions[TABLE], browser_at("192.168.1.21")
    assert isinstance(table, Table)
    assert guest.send(f"/j/{table.games.get(game).play_code}", name="Jan", role="player").status_code == 303
    owner, seat = sorted(table.games.seated(game), key=lambda one: one.id)
    stays, goes = listening(other, game, owner.device), listening(other, game, seat.device)
    assert soon(lambda: bool(stays and goes)), "where the game stands"
    assert phone.send(f"/g/{game}/guests", f"/g/{game}/guests/{seat.id}/remove").status_code == 303
    assert soon(lambda: None in goes)
    assert None not in stays
    assert phone.send(f"/g/{game}/guests", f"/g/{game}/game/delete").status_code == 303
    assert soon(lambda: None in stays)
