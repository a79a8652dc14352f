"""What the rolls of the app follow from: a hash from the beginning, and the secret itself at the end."""

import hashlib
import re
from dataclasses import replace

import pytest

from companion.service import Table
from companion.service.exchange import import_game
from companion.service.pledge import pledge_of
from companion.web.devices import COOKIE
from tests.service.played import played_game
from tests.web.conftest import Browser

DIGEST, SECRET = re.compile(r">([0-9a-f]{64})<"), re.compile(r">(\d+/[0-9a-f]{64})<")


@pytest.fixture
def table(phone: Browser) -> Table:
    found: Table = phone.client.application.extensions["arrakis.table"]
    return found


def test_a_game_that_goes_on_shows_the_hash_only(phone: Browser, table: Table) -> None:
    game = phone.new_game("people", dice="app")
    seed = str(table.games.get(game).seed)
    pages = [phone.get(f"/g/{game}/{page}").text for page in ("menu", "dice")]
    assert len({DIGEST.search(page)[1] for page in pages}) == 1  # type: ignore[index]
    assert not any(SECRET.search(page) or seed in page for page in pages)
    assert not DIGEST.search(phone.get(f"/g/{phone.new_game('people')}/menu").text)


def test_the_end_shows_what_the_hash_was_of_and_the_rolls_follow_from_it(phone: Browser, table: Table) -> None:
    phone.get("/new")
    cookie = phone.client.get_cookie(COOKIE, domain=phone.host)
    assert cookie is not None
    game = import_game(table, played_game(), cookie.value, "Ola").id
    page = phone.get(f"/g/{game}/menu").text
    digest, secret = DIGEST.search(page), SECRET.search(page)
    assert digest is not None
    assert secret is not None
    assert hashlib.sha256(secret[1].encode()).hexdigest() == digest[1]
    assert int(secret[1].partition("/")[0]) == table.games.get(game).seed


def test_two_games_of_one_seed_have_different_hashes(phone: Browser, table: Table) -> None:
    phone.get("/new")
    cookie = phone.client.get_cookie(COOKIE, domain=phone.host)
    assert cookie is not None
    document = played_game()
    first = import_game(table, document, cookie.value, "Ola")
    second = import_game(table, {**document, "created": "2026-05-02T18:00:00+00:00"}, cookie.value, "Ola")
    assert first.seed == second.seed
    found = [DIGEST.search(phone.get(f"/g/{game.id}/menu").text) for game in (first, second)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0][1] != found[1][1]


def test_another_key_of_the_server_changes_no_pledge_but_those_of_before(phone: Browser, table: Table) -> None:
    game = table.games.get(phone.new_game("people", dice="app"))
    assert len(game.salt) == 64
    assert pledge_of(game, b"one", opened=True) == pledge_of(game, b"another", opened=True)
    before = replace(game, salt="")
    assert pledge_of(before, b"one", opened=True) != pledge_of(before, b"another", opened=True)
