"""Games that are made once and then stand in the database of every test that begins at them."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import TypeVar, cast

from flask import Flask

from companion.service import Table
from companion.service.exchange import import_game
from companion.store import Database
from companion.web.devices import COOKIE
from companion.web.seats import TABLE
from tests.service.played import SEED, played_game
from tests.web.conftest import Browser

ROWS = "SELECT (SELECT count(*) FROM game) + (SELECT count(*) FROM seat) + (SELECT count(*) FROM tally)"
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Kept:
    """What was made: its database, and what names it."""

    database: sqlite3.Connection
    named: object


_kept: dict[str, Kept] = {}


def made_once(name: str, database: Database, make: Callable[[], Made]) -> Made:
    """Returns what ``make`` does, which names what it writes into the database; that stands there afterwards.

    It is made the first time for all tests, and whenever it would meet others in the database.
    """
    if database.file is None:
        return make()
    with closing(sqlite3.connect(database.file)) as file:
        file.execute("PRAGMA synchronous = OFF")
        if file.execute(ROWS).fetchone() != (0,):
            return make()
        if kept := _kept.get(name):
            kept.database.backup(file)
            return cast(Made, kept.named)
        made = make()
        copy = sqlite3.connect(":memory:", check_same_thread=False)
        file.backup(copy)
        _kept[name] = Kept(copy, made)
    return made


def begun_at(name: str, app: Flask, browser: Browser, make: Callable[[], Made]) -> Made:
    """Has a device sit at the game called ``name`` that ``make`` lets it make; returns what ``make`` does."""
    if browser.client.get_cookie(COOKIE, browser.host) is not None:
        return make()

    def with_its_device() -> tuple[str, Made]:
        made = make()
        cookie = browser.client.get_cookie(COOKIE, browser.host)
        assert cookie is not None
        return cookie.value, made

    device, made = made_once(name, app.extensions[TABLE].database, with_its_device)
    browser.client.set_cookie(COOKIE, device, domain=browser.host)
    return made


def at_a_game(browser: Browser, **values: str) -> str:
    """Has a device sit at a game with these answers to the form of a new one; returns its id.

    Tips are no matter of the game: the form leaves them in the browser, and here nothing is left there but the device.
    """
    assert "tips" not in values, values
    name = f"new, at {browser.address} for {browser.host}: {sorted(values.items())}"
    return begun_at(name, browser.client.application, browser, lambda: browser.new_game(**values))


def played_out(table: Table, name: str = "Sunday", seed: int = SEED) -> str:
    """Has a game that was played to its end come in from a file; returns its id."""
    return made_once(f"played: {name}, {seed}", table.database, lambda: import_game(table, played_game(name, seed)).id)
