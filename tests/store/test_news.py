"""News across processes: what one writes, those who wait in another learn at once, on either kind of database."""

import sqlite3
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from companion.rules.events import StepOpened
from companion.rules.frames import AtreidesRollFrame
from companion.store import Database, Games, Log, Role
from companion.store import news as news_module
from companion.store.games import hashed
from companion.store.guests import Guests
from companion.store.keeping import Keeping
from companion.store.news import MOST_LETTERS, Messages, News, payloads
from tests.store.conftest import GAME, entries, request
from tests.store.postgres import only_sqlite

SOON = 5.0
OPEN = StepOpened(AtreidesRollFrame())


class Process:
    """What a process has: the database, the log, and those who wait in it."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.log = Log(self.database)
        self.waiting: set[str] = set()
        self.heard: list[tuple[str, int]] = []
        self.sitting: dict[str, Collection[str]] = {}
        self._changed = threading.Condition()
        self.news = News(self.database, lambda: tuple(self.waiting), self._hear, self._sit)

    def _hear(self, game: str, seq: int) -> None:
        with self._changed:
            self.heard.append((game, seq))
            self._changed.notify_all()

    def _sit(self, game: str, devices: Collection[str]) -> None:
        with self._changed:
            self.sitting[game] = devices
            self._changed.notify_all()

    def sits(self, game: str, *devices: str) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self.sitting.get(game) == {*devices}, SOON)

    def wait_for(self, game: str) -> None:
        self.waiting.add(game)
        self.news.watch()

    def write(self, game: str = "g1") -> int:
        seq = self.log.seq(game)
        after = self.log.append(request(seq, f"key-{game}-{seq}", game=game), entries([OPEN])).seq
        self.news.written(game, after)
        return after

    def hears(self, game: str, seq: int, seconds: float = SOON) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: (game, seq) in self.heard, seconds)

    def close(self) -> None:
        self.news.close()
        self.database.close()


@pytest.fixture
def here(url: str, games: Games) -> Iterator[Process]:
    process = Process(url)
    process.write()
    yield process
    process.close()


@pytest.fixture
def there(url: str, games: Games) -> Iterator[Process]:
    process = Process(url)
    yield process
    process.close()


def test_what_another_process_writes_is_heard_at_once(here: Process, there: Process) -> None:
    there.wait_for("g1")
    assert there.hears("g1", 1)
    for _ in range(3):
        began = time.perf_counter()
        assert there.hears("g1", here.write())
        assert time.perf_counter() - began < 1
    assert there.log.timeline("g1").seq == 4


def test_both_sides_hear_each_other_and_nobody_hears_what_it_wrote_itself(here: Process, there: Process) -> None:
    for process in (here, there):
        process.wait_for("g1")
        assert process.hears("g1", 1)
    assert there.hears("g1", here.write())
    assert here.hears("g1", there.write())
    assert here.heard == [("g1", 1), ("g1", 3)]
    assert there.heard == [("g1", 1), ("g1", 2)]


def test_who_was_put_out_by_another_process_is_known_at_once(here: Process, there: Process, games: Games) -> None:
    guests, owner, other = Guests(here.database), hashed("owner"), hashed("other")
    for token in ("owner", "other"):
        seat = games.sit("g1", token, Role.PLAYER, "Jan", datetime.now(UTC))
    there.wait_for("g1")
    assert there.sits("g1", owner, other)
    began = time.perf_counter()
    guests.remove("g1", seat.id)
    here.news.put_out("g1")
    assert there.sits("g1", owner)
    Keeping(here.database).delete("g1", datetime.now(UTC))
    here.news.put_out("g1")
    assert there.sits("g1")
    assert time.perf_counter() - began < news_module.LOOK_SECONDS - 1, "it was heard, not found by looking"


def test_games_that_nobody_waits_for_are_not_told(here: Process, there: Process, games: Games) -> None:
    games.add(replace(GAME, id="g2", play_code="P2", watch_code="W2", owner_code="O2"))
    there.wait_for("g1")
    assert there.hears("g1", 1)
    here.write("g2")
    assert there.hears("g1", here.write())
    assert {game for game, _seq in there.heard} == {"g1"}


def test_who_begins_to_wait_is_told_where_the_game_stands(here: Process, there: Process, games: Games) -> None:
    games.add(replace(GAME, id="g2", play_code="P2", watch_code="W2", owner_code="O2"))
    here.write("g2")
    there.wait_for("g1")
    assert there.hears("g1", 1)
    there.wait_for("g2")
    assert there.hears("g2", 1)


def test_what_was_written_without_a_word_is_found_by_looking(
    here: Process, there: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news_module, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(here.news, "written", lambda _game, _seq: None)
    there.wait_for("g1")
    assert there.hears("g1", 1)
    assert there.hears("g1", here.write())


def test_the_thread_ends_when_nobody_waits_and_begins_again(
    here: Process, there: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news_module, "IDLE_SECONDS", 0.1)
    there.wait_for("g1")
    assert there.hears("g1", 1)
    there.waiting.clear()
    limit = time.monotonic() + SOON
    while there.news._looking and time.monotonic() < limit:
        time.sleep(0.02)
    assert not there.news._looking
    assert not there.hears("g1", here.write(), 0.3)
    there.wait_for("g1")
    assert there.hears("g1", 2)


def test_it_ends_soon_when_it_is_closed(here: Process) -> None:
    here.wait_for("g1")
    assert here.hears("g1", 1)
    here.news.close()
    limit = time.monotonic() + SOON
    while here.news._looking and time.monotonic() < limit:
        time.sleep(0.02)
    assert not here.news._looking
    here.news.watch()
    assert not here.news._looking


@pytest.mark.postgres
@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_a_lost_line_is_made_anew_and_nothing_is_missed(here: Process, there: Process) -> None:
    there.wait_for("g1")
    assert there.hears("g1", 1)
    for _ in range(2):
        with here.database.engine.connect() as connection:
            listens = "query LIKE 'LISTEN%' AND datname = current_database()"
            killed = connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {listens}"))
            assert killed.all()
        assert there.hears("g1", here.write())


@only_sqlite
def test_a_file_that_does_not_change_is_not_looked_into(
    here: Process, there: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = list[object]()

    def look(_database: Database, games: Collection[str]) -> dict[str, int]:
        looks.append(games)
        return {"g1": 1}

    monkeypatch.setattr(news_module, "places", look)
    there.wait_for("g1")
    assert there.hears("g1", 1)
    time.sleep(5 * news_module.POLL_SECONDS)
    assert looks == [("g1",)]


@only_sqlite
def test_a_file_that_is_replaced_is_followed(here: Process, there: Process, tmp_path: Path) -> None:
    there.wait_for("g1")
    assert there.hears("g1", 1)
    file = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(file)) as old, closing(sqlite3.connect(tmp_path / "copy.sqlite")) as copy:
        old.backup(copy)
    for ending in ("-wal", "-shm"):
        file.with_name(f"games.sqlite{ending}").unlink(missing_ok=True)
    (tmp_path / "copy.sqlite").replace(file)
    for _ in range(2):
        assert there.hears("g1", here.write(), 2)


def test_a_message_is_never_longer_than_postgresql_takes(here: Process) -> None:
    waiting = {f"{number:016x}": number for number in range(2000)}
    sent = list(payloads("sender", waiting.items()))
    assert max(map(len, sent)) <= MOST_LETTERS
    messages = Messages(here.database)
    assert dict(one for payload in sent for one in messages.read(payload)) == waiting


@pytest.mark.parametrize(
    "payload", ["", "x", "x g1", "x g1:", "x :5", "x g1:five", "x g1:-1", "x  ", "x :out", "x g1:gone"]
)
def test_a_message_that_makes_no_sense_says_nothing(here: Process, payload: str) -> None:
    assert list(Messages(here.database).read(payload)) == []
