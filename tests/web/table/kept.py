"""Games that are made once and then stand in the database of every test that begins at them."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from flask import Flask

from companion.store import Database
from companion.web.devices import COOKIE
from companion.web.seats import TABLE
from tests.web.conftest import Browser

ROWS = "SELECT (SELECT count(*) FROM game) + (SELECT count(*) FROM seat)"


@dataclass(frozen=True, slots=True)
class Kept:
    """A game: its database, the secret of the device that made it, and what names it."""

    database: sqlite3.Connection
    device: str
    named: tuple[str, int]


_kept: dict[str, Kept] = {}


def begun_at(name: str, app: Flask, browser: Browser, make: Callable[[], tuple[str, int]]) -> tuple[str, int]:
    """Has a device sit at the game called ``name``; returns what ``make`` does: its id, and how many keys were used.

    ``make`` makes it, the first time for all tests, and whenever it would meet others in the database.
    """
    database: Database = app.extensions[TABLE].database
    if database.file is None or browser.client.get_cookie(COOKIE, browser.host) is not None:
        return make()
    with closing(sqlite3.connect(database.file)) as file:
        if file.execute(ROWS).fetchone() != (0,):
            return make()
        if kept := _kept.get(name):
            kept.database.backup(file)
            browser.client.set_cookie(COOKIE, kept.device, domain=browser.host)
            return kept.named
        named = make()
        cookie = browser.client.get_cookie(COOKIE, browser.host)
        assert cookie is not None
        copy = sqlite3.connect(":memory:", check_same_thread=False)
        file.backup(copy)
        _kept[name] = Kept(copy, cookie.value, named)
    return named
