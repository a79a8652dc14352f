"""A game that moves: the same game goes on elsewhere, and comes back with what was played there."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.board import AREA_NUMBER
from companion.rules.commands import EnterRank
from companion.rules.errors import FormatError
from companion.service import GameSettings, SetUp, Table
from companion.service.exchange import Imported, import_once, move_game
from companion.store import Database
from tests.service.conftest import Clock

GARA_KULON = AREA_NUMBER["gara_kulon"]
Document = dict[str, Any]


@pytest.fixture
def elsewhere(tmp_path: Path, clock: Clock) -> Iterator[Table]:
    """Another table."""
    database = Database(f"sqlite:///{tmp_path / 'elsewhere.sqlite'}")
    yield Table(database, clock)
    database.close()


@pytest.fixture
def game(table: Table) -> str:
    """A game of Ola."""
    return table.create_game(GameSettings("Sunday", set_up=SetUp.QUICK), "phone", "Ola")[0].id


def play(table: Table, game: str, token: str, rank: int) -> None:
    """One step of the owner."""
    seat = table.games.seat(game, token, table.clock())
    assert seat is not None
    table.submit(game, seat, table.log.seq(game), f"key-{rank}-{token}", EnterRank(GARA_KULON, rank))


def bring(table: Table, document: Document, token: str, key: str, *, owns: bool = True) -> Imported:
    """Brings a file in, as the form does."""
    sent = json.loads(json.dumps(document))
    return import_once(table, sent, lambda _game: owns, token, "", key, lambda _game: owns)


def test_it_stays_the_same_game_and_says_where_it_was(table: Table, elsewhere: Table, game: str) -> None:
    came = bring(elsewhere, move_game(table, game, "phone/app"), "laptop", "key-a").game
    assert came.id == game
    assert elsewhere.load(game).settings.came_from == "phone/app"
    assert elsewhere.load(game).state == table.load(game).state
    assert elsewhere.load(game).chance == table.load(game).chance


def test_it_comes_back_with_what_was_played_there(table: Table, elsewhere: Table, game: str) -> None:
    heard = list[str]()
    table.listeners.append(lambda news: heard.append(news.game))
    bring(elsewhere, move_game(table, game, "phone"), "laptop", "key-a")
    for number in range(2):
        play(elsewhere, game, "laptop", number + 1)
        back = bring(table, move_game(elsewhere, game, "laptop"), "phone", f"key-{number}")
        assert (back.game.id, back.known) == (game, False)
        assert table.load(game).state == elsewhere.load(game).state
    assert heard == [game, game]
    assert table.load(game).settings.came_from == "laptop"
    play(table, game, "phone", 3)
    table.log.forget(game)
    assert table.load(game).seq > elsewhere.load(game).seq


def test_one_that_went_on_here_is_left_as_it_is(table: Table, elsewhere: Table, game: str) -> None:
    old = move_game(table, game, "phone")
    play(table, game, "phone", 2)
    before = table.log.rows(game)
    found = bring(table, old, "phone", "key-a")
    assert (found.game.id, found.known) == (game, True)
    assert table.log.rows(game) == before


def test_where_both_went_on_it_becomes_another_game(table: Table, elsewhere: Table, game: str) -> None:
    bring(elsewhere, move_game(table, game, "phone"), "laptop", "key-a")
    play(elsewhere, game, "laptop", 2)
    play(table, game, "phone", 1)
    before = table.log.rows(game)
    found = bring(table, move_game(elsewhere, game, "laptop"), "phone", "key-b")
    assert found.game.id != game
    assert table.log.rows(game) == before


def test_nobody_goes_on_with_a_game_of_others(table: Table, elsewhere: Table, game: str) -> None:
    bring(elsewhere, move_game(table, game, "phone"), "laptop", "key-a")
    play(elsewhere, game, "laptop", 2)
    before = table.log.rows(game)
    found = bring(table, move_game(elsewhere, game, "laptop"), "a stranger", "key-b", owns=False)
    assert found.game.id != game
    assert table.log.rows(game) == before


def test_a_deleted_game_is_not_disturbed(table: Table, elsewhere: Table, game: str) -> None:
    document = move_game(table, game, "phone")
    table.keeping.delete(game, table.clock())
    found = bring(table, document, "phone", "key-a")
    assert found.game.id != game
    assert table.keeping.deleted(game).id == game


@pytest.mark.parametrize("moved", ["x", {"game": "../../etc", "from": ""}, {"game": "0" * 16, "from": "x" * 81}, {}])
def test_nonsense_about_the_move_is_refused(table: Table, game: str, moved: object) -> None:
    document = move_game(table, game, "phone") | {"moved": moved}
    with pytest.raises(FormatError, match="moved"):
        bring(table, document, "phone", "key-a")
