"""A table on a database of its own, with a clock that the test moves."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from companion.service import Table
from companion.store import Database
from tests.store.postgres import BOTH, url_of
from tests.store.ready import laid

START = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)


class Clock:
    """Gives a moment that only ``tick`` moves."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def tick(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=BOTH)
def url(request: pytest.FixtureRequest) -> str:
    return url_of(request.param, request)


@pytest.fixture
def table(url: str, clock: Clock) -> Iterator[Table]:
    database = Database(laid(url))
    yield Table(database, clock)
    database.close()
