"""A table on a database of its own, with a clock that the test moves."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.service import Table
from companion.store import Database

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


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


@pytest.fixture
def table(url: str, clock: Clock) -> Iterator[Table]:
    database = Database(url)
    yield Table(database, clock)
    database.close()
