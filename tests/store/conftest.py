"""A store on a file of its own, and short ways to write to it."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta

import pytest

from companion.rules.events import Event
from companion.store import Database, Entry, GameRecord, Games, Log, Written
from companion.store.codec import encode_event
from companion.store.log import Request
from companion.store.shapes import to_text
from tests.store.postgres import BOTH, url_of
from tests.store.ready import laid

START = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)
GAME = GameRecord(
    id="g1",
    name="Sunday",
    mode="solo",
    seed=7,
    settings="{}",
    play_code="K7Q42XRP",
    watch_code="WATCH234",
    owner_code="OWNERSCODE234567",
    created=START,
    changed=START,
    winner=None,
)


def entries(events: Sequence[Event]) -> list[Entry]:
    return [Entry(type(event).__name__, to_text(encode_event(event))) for event in events]


def request(expected: int, key: str, command: str = "Test", digest: str = "d", game: str = "g1") -> Request:
    return Request(game, expected, key, digest, None, command, START + timedelta(minutes=expected))


Write = Callable[..., Written]


@pytest.fixture(params=BOTH)
def url(request: pytest.FixtureRequest) -> str:
    return url_of(request.param, request)


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    opened = Database(laid(url))
    yield opened
    opened.close()


@pytest.fixture
def games(database: Database) -> Games:
    games = Games(database)
    games.add(GAME)
    return games


@pytest.fixture
def log(database: Database, games: Games) -> Log:
    return Log(database)
