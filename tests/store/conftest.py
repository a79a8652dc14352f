"""A store on a file of its own, and short ways to write to it."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.rules.events import Event
from companion.store import Database, Entry, GameRecord, Games, Log, Written
from companion.store.codec import encode_event, to_text
from companion.store.log import Request

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


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    opened = Database(url)
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
