"""What is left over is removed by time: devices, abandoned games where strangers play, and nothing else."""

import threading
import time
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import func, select

from companion.service import GameSettings, SetUp, Table
from companion.service.quotas import HOME, PUBLIC, Quotas
from companion.service.sweeper import (
    DELETED_KEPT,
    DEVICES_KEPT,
    STEADY_FOR,
    Abandonment,
    Deletions,
    SteadyClock,
    Sweeper,
)
from companion.store import Database, NotFound
from companion.store.boxes import HOST, Boxes, BoxRecord
from companion.store.games import hashed
from companion.store.leftovers import AT_ONCE, Leftovers
from companion.store.tables import Base, Device, EventRow, Game, IdempotencyRow, Seat
from tests.service.conftest import START, Clock

DAY = timedelta(days=1)
QUICK = GameSettings("Sunday", set_up=SetUp.QUICK)


@pytest.fixture
def database(table: Table) -> Database:
    return table.games._database


@pytest.fixture
def leftovers(database: Database) -> Leftovers:
    return Leftovers(database)


def count(database: Database, kind: type[Base]) -> int:
    with database.read() as session:
        return session.exec(select(func.count()).select_from(kind)).one()


def made(table: Table, key: str, actions: int = 0) -> str:
    """Returns the id of a game, played so many actions far: taking the first step back and putting it back."""
    game, seat = table.create_game(QUICK, f"device {key}", "Ola", key)
    for number in range(actions):
        revert = table.undo if number % 2 == 0 else table.redo
        revert(game.id, seat, table.load(game.id).seq, f"action-{number}")
    return game.id


def there(table: Table, game: str) -> bool:
    try:
        table.games.get(game)
    except NotFound:
        return False
    return True


class Sweep:
    """The removal of abandoned games, with time that passes for both clocks and a clock that can be set alone."""

    def __init__(self, table: Table, leftovers: Leftovers, clock: Clock, quotas: Quotas = PUBLIC) -> None:
        self.clock = clock
        self.seconds = 0.0
        self.forgotten: list[str] = []
        self.abandonment = Abandonment(
            leftovers, quotas, clock, self.forgotten.append, lambda _older: 0, lambda: self.seconds
        )

    def passes(self, time: timedelta) -> None:
        self.clock.tick(time.total_seconds())
        self.seconds += time.total_seconds()

    def __call__(self) -> int:
        return self.abandonment.sweep()


def test_games_untouched_for_long_go_and_those_barely_begun_after_a_week(
    table: Table, database: Database, leftovers: Leftovers, clock: Clock
) -> None:
    sweep = Sweep(table, leftovers, clock)
    barely, begun, played = made(table, "barely"), made(table, "begun", 2), made(table, "played", 8)
    sweep.passes(6 * DAY)
    assert sweep() == 0
    fresh = made(table, "fresh")
    sweep.passes(1.5 * DAY)
    assert sweep() == 2
    assert [there(table, game) for game in (barely, begun, played, fresh)] == [False, False, True, True]
    assert sorted(sweep.forgotten) == sorted([barely, begun])
    sweep.passes(171 * DAY)
    assert sweep() == 1
    assert there(table, played)
    sweep.passes(3 * DAY)
    assert sweep() == 1
    assert not there(table, played)
    assert [count(database, kind) for kind in (EventRow, IdempotencyRow, Seat)] == [0, 0, 0]


def test_at_home_no_game_ever_goes(table: Table, leftovers: Leftovers, clock: Clock) -> None:
    sweep = Sweep(table, leftovers, clock, HOME)
    game = made(table, "old")
    sweep.passes(3000 * DAY)
    assert sweep() == 0
    assert there(table, game)


def test_a_finished_game_is_not_barely_begun(table: Table, leftovers: Leftovers, clock: Clock) -> None:
    sweep = Sweep(table, leftovers, clock)
    game = made(table, "won")
    with leftovers._database.write() as session:
        row = session.get_one(Game, game)
        row.winner = "atreides"
        session.add(row)
    sweep.passes(30 * DAY)
    assert sweep() == 0
    assert there(table, game)


def test_a_clock_that_jumps_takes_no_game(table: Table, leftovers: Leftovers, clock: Clock) -> None:
    sweep = Sweep(table, leftovers, clock)
    game = made(table, "played", 8)
    sweep.passes(DAY)
    clock.tick(400 * 86400.0)
    assert sweep() == 0
    sweep.passes(timedelta(hours=1))
    assert sweep() == 0
    clock.tick(-400 * 86400.0)
    assert sweep() == 0
    sweep.passes(STEADY_FOR)
    assert sweep() == 0
    assert there(table, game)


def test_a_game_that_is_touched_while_it_is_swept_stays(table: Table, leftovers: Leftovers, clock: Clock) -> None:
    game, seat = table.create_game(QUICK, "device", "Ola", "touched")
    clock.tick(200 * 86400.0)
    quotas = PUBLIC
    assert quotas.untouched is not None
    assert quotas.barely_played is not None
    (found,) = leftovers.abandoned(clock(), quotas.untouched, quotas.barely_played, quotas.few_actions)
    table.undo(game.id, seat, table.load(game.id).seq, "a-tap-now")
    assert not leftovers.remove_game(found)
    assert there(table, game.id)


def test_devices_go_that_sit_nowhere_own_nothing_and_never_came_back(
    table: Table, database: Database, leftovers: Leftovers, clock: Clock
) -> None:
    made(table, "seated")
    with database.write() as session:
        for name in ("with a box", "host", *(f"gone {number}" for number in range(AT_ONCE + 10))):
            session.add(Device(id=hashed(name), name=name, created=START, seen=START, host=name == "host"))
        session.add(Device(id=hashed("owner"), name="owner", created=START, seen=START, owner=hashed("link")))
        session.add(Device(id=hashed("lately"), name="lately", created=START, seen=START + DEVICES_KEPT, host=False))
    Boxes(database).keep(BoxRecord("a" * 20, hashed("with a box"), shared=False), START)
    clock.tick((DEVICES_KEPT + DAY).total_seconds())
    assert leftovers.remove_devices(DEVICES_KEPT, clock()) == AT_ONCE + 10
    with database.read() as session:
        assert set(session.exec(select(Device.name))) == {"Ola", "with a box", "host", "owner", "lately"}


def test_boxes_of_nobody_are_known_and_those_of_the_host_are_not_among_them(table: Table, database: Database) -> None:
    made(table, "seated")
    boxes = Boxes(database)
    owners = {"of-the-host": HOST, "of-a-seat": hashed("device seated"), "of-nobody": hashed("nobody")}
    for box, owner in owners.items():
        boxes.keep(BoxRecord(box, owner, shared=False), START)
    assert boxes.of_nobody(START + DAY) == ["of-nobody"]
    assert boxes.of_nobody(START - DAY) == []


def test_the_sweeper_works_at_once_again_and_again_and_past_a_task_that_fails() -> None:
    done = threading.Semaphore(0)

    def fail() -> int:
        raise OSError("no disk")

    def work() -> int:
        done.release()
        return 3

    sweeper = Sweeper((("bad", fail), ("good", work)), every=0.01)
    assert sweeper.sweep() == {"good": 3}
    assert done.acquire(timeout=5)
    sweeper.start()
    for _ in range(3):
        assert done.acquire(timeout=5)
    sweeper.stop()
    while done.acquire(blocking=False):
        pass
    time.sleep(0.05)
    assert not done.acquire(blocking=False)


def test_a_clock_is_believed_after_some_hours() -> None:
    clock, seconds = Clock(), [0.0]
    steady = SteadyClock(clock, lambda: seconds[0])
    assert not steady.is_steady()
    clock.tick(STEADY_FOR.total_seconds())
    seconds[0] += STEADY_FOR.total_seconds()
    assert steady.is_steady()
    clock.tick(7200)
    assert not steady.is_steady()


def test_deleted_games_go_for_good_after_a_month(table: Table, clock: Clock) -> None:
    game, other = made(table, "deleted"), made(table, "kept")
    seconds, forgotten = [0.0], list[str]()
    deletions = Deletions(table.keeping.drop_old, clock, forgotten.append, lambda: seconds[0])
    table.keeping.delete(game, clock())
    clock.tick(DELETED_KEPT.total_seconds() + 60)
    assert deletions.sweep() == 0, "the clock jumped"
    table.keeping.deleted(game)
    clock.tick(STEADY_FOR.total_seconds())
    seconds[0] += STEADY_FOR.total_seconds()
    assert deletions.sweep() == 1
    assert forgotten == [game]
    with pytest.raises(NotFound):
        table.keeping.deleted(game)
    assert there(table, other)


def test_public_and_home_differ_in_what_they_remove() -> None:
    assert (HOME.untouched, HOME.barely_played) == (None, None)
    assert PUBLIC.untouched == 180 * DAY
    assert replace(PUBLIC, untouched=None).barely_played == 7 * DAY
