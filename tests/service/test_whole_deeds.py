"""A deed is one transaction: whichever of its statements fails, all of it is there or nothing, and the same request
sent again carries it out, or is told what came of it the first time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, text

from companion.board import SETTLEMENT_MASK, members
from companion.rules.commands import PlaceStartingFigures
from companion.rules.state import Mode
from companion.service import DiceBy, GameSettings, Hints, SetUp, Table
from companion.service.exchange import export_game, import_game
from companion.service.quick import starting_figures
from companion.store import Database, Role, SeatRecord
from companion.store.tables import Base
from tests.service.conftest import Clock

MOST_STATEMENTS = 200
QUICK = GameSettings("Quick", dice=DiceBy.APP, set_up=SetUp.QUICK)
TRACKERS = GameSettings("Trackers", mode=Mode.DUEL, dice=DiceBy.APP, set_up=SetUp.TRACKERS)


class Died(BaseException):
    """The process ended at this statement."""


@dataclass
class Statements:
    """Counts the statements and commits of a connection; dies before number ``last``, counted from 0."""

    last: int | None = None
    seen: int = 0
    commits: int = 0
    writes: int = 0

    def begin(self, connection: Connection) -> None:
        self.writes += bool(connection.get_execution_options().get("writes"))

    def statement(self, *_facts: Any) -> None:
        self._count()

    def commit(self, _conn: Any) -> None:
        self.commits += 1
        self._count()

    def _count(self) -> None:
        if self.last is not None and self.seen >= self.last:
            raise Died
        self.seen += 1


@contextmanager
def watched(engine: Engine, last: int | None = None) -> Iterator[Statements]:
    statements = Statements(last)
    event.listen(engine, "begin", statements.begin)
    event.listen(engine, "before_cursor_execute", statements.statement)
    event.listen(engine, "commit", statements.commit)
    try:
        yield statements
    finally:
        event.remove(engine, "begin", statements.begin)
        event.remove(engine, "before_cursor_execute", statements.statement)
        event.remove(engine, "commit", statements.commit)


@dataclass(frozen=True)
class Scene:
    """A game with some steps, one of them taken back, and who plays it."""

    table: Table
    database: Database
    game: str
    seat: SeatRecord
    seq: int
    first: int
    wish: PlaceStartingFigures


Deed = Callable[[Scene], Any]


DEEDS: dict[str, Deed] = {
    "a game": lambda at: at.table.create_game(GameSettings("Two"), "device 2", "Jan", "key-new"),
    "a quick game": lambda at: at.table.create_game(QUICK, "device 2", "Jan", "key-new"),
    "a game of trackers": lambda at: at.table.create_game(TRACKERS, "device 2", "Jan", "key-new"),
    "a command": lambda at: at.table.submit(at.game, at.seat, at.seq, "key-do", at.wish),
    "undo": lambda at: at.table.undo(at.game, at.seat, at.seq, "key-undo"),
    "redo": lambda at: at.table.redo(at.game, at.seat, at.seq, "key-redo"),
    "back to the first entry": lambda at: at.table.go_to(at.game, at.seat, at.seq, "key-go", at.first),
    "an import": lambda at: import_game(at.table, export_game(at.table, at.game), "device 3", "Eva", "key-in"),
    "a seat": lambda at: at.table.games.sit(at.game, "device 4", Role.SPECTATOR, "Iza", at.table.clock()),
    "other hints": lambda at: at.table.change_settings(at.game, at.seat, hints=Hints.NONE),
    "a timer": lambda at: at.table.change_settings(at.game, at.seat, clock=True),
}


@pytest.fixture
def scene(url: str, clock: Clock) -> Iterator[Scene]:
    database = Database(url)
    table = Table(database, clock)
    game, seat = table.create_game(GameSettings("Sunday"), "device", "Ola", "key-first")
    loaded = table.load(game.id)
    first = loaded.timeline.steps[0].batch.number
    seq = loaded.seq
    wishes = starting_figures(loaded.chance, tuple(members(SETTLEMENT_MASK)))
    for number, wish in enumerate(wishes[:4]):
        seq = table.submit(game.id, seat, seq, f"key-{number}", wish).seq
    seq = table.undo(game.id, seat, seq, "key-back").seq
    yield Scene(table, database, game.id, seat, seq, first, wishes[4])
    database.close()


def everything(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table; codes and numbers of chance, which differ each time, left out."""
    chance = {"id", "game", "play_code", "watch_code", "owner_code", "seed", "payload", "kind", "chain", "digest"}
    found = {}
    with database.read() as session:
        for table in Base.metadata.sorted_tables:
            names = [column.name for column in table.columns if column.name not in chance]
            rows = session.connection().execute(text(f"SELECT {', '.join(names) or '1'} FROM {table.name}"))
            found[table.name] = sorted(map(tuple, rows), key=repr)
    return found


def engine_of(database: Database) -> Engine:
    return database._engine


@pytest.mark.slow
@pytest.mark.parametrize("name", DEEDS)
def test_a_deed_that_dies_at_any_statement_is_whole_or_not_there(scene: Scene, url: str, name: str) -> None:
    deed = DEEDS[name]
    before = everything(scene.database)
    tried = 0
    for last in range(MOST_STATEMENTS):
        try:
            with watched(engine_of(scene.database), last):
                deed(scene)
            break
        except Died:
            tried += 1
        scene.table.log.forget(scene.game)
        assert everything(scene.database) == before, f"died at statement {last}"
    assert tried >= 4
    done = everything(scene.database)
    assert done != before
    assert_is_told_again(scene, deed, done)


def assert_is_told_again(scene: Scene, deed: Deed, done: dict[str, list[tuple[Any, ...]]]) -> None:
    """Sent once more the deed changes nothing."""
    deed(scene)
    assert everything(scene.database) == done


@pytest.mark.parametrize("name", DEEDS)
def test_a_deed_writes_in_one_transaction(scene: Scene, name: str) -> None:
    with watched(engine_of(scene.database)) as statements:
        DEEDS[name](scene)
    assert statements.writes == 1


def test_a_quick_game_is_laid_out_by_a_step_that_can_be_undone(scene: Scene) -> None:
    game, seat = DEEDS["a quick game"](scene)
    steps = scene.table.load(game.id).timeline.steps
    assert [step.batch.command.split()[0] for step in steps] == ["StartGame", "PlaceStartingFigures"]
    assert steps[1].batch.seat == steps[0].batch.seat == seat.id


def test_a_change_of_choices_reads_and_writes_in_one_transaction(scene: Scene) -> None:
    """Else it could bring back what another device has changed meanwhile."""
    with watched(engine_of(scene.database)) as statements:
        scene.table.games.change_settings(scene.game, lambda text: text.replace('"name":"Sunday"', '"name":"Monday"'))
    assert (statements.writes, scene.table.load(scene.game).settings.name) == (1, "Monday")
