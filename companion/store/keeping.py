"""Keeping the games: called otherwise, put out of sight, deleted, and put back while that is still possible."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import delete
from sqlmodel import col, select

from companion.store.database import Database
from companion.store.games import game_of, locked
from companion.store.records import GameRecord, NotFound
from companion.store.tables import Game


class Keeping:
    """Keeps the games of a database; safe to share between threads.

    Every method raises NotFound for a game that is not there. Each deed is one transaction; repeated it changes
    nothing.
    """

    def __init__(self, database: Database) -> None:
        """Uses ``database``, which the caller closes."""
        self._database = database

    def rename(self, game: str, name: str, settings: Callable[[str], str]) -> None:
        """Gives a game another name; ``settings`` makes of the text of its settings the one with the name."""
        with self._database.write(game) as session:
            row = locked(session, game)
            row.name, row.settings = name, settings(row.settings)
            session.add(row)

    def hide(self, game: str, hidden: bool) -> None:
        """Puts a game out of the list of recent games, or back."""
        with self._database.write(game) as session:
            row = locked(session, game)
            row.hidden = hidden
            session.add(row)

    def delete(self, game: str, now: datetime) -> None:
        """Deletes a game: from now on it is as if it were not there, until it is put back or dropped."""
        with self._database.write(game) as session:
            row = session.get(Game, game, with_for_update=True)
            if row is None:
                raise NotFound("game", game)
            row.deleted = row.deleted or now
            session.add(row)

    def deleted(self, game: str) -> GameRecord:
        """Returns a deleted game."""
        with self._database.read() as session:
            row = session.get(Game, game)
            if row is None or row.deleted is None:
                raise NotFound("game", game)
            return game_of(row)

    def put_back(self, game: str) -> GameRecord:
        """Takes the deletion back, with history, seats and codes as they were; a game that is not deleted stays so."""
        with self._database.write(game) as session:
            row = session.get(Game, game)
            if row is None:
                raise NotFound("game", game)
            row.deleted = None
            session.add(row)
            session.flush()
            return game_of(row)

    def drop(self, game: str) -> None:
        """Drops a deleted game for good: its rows, seats and all. One that is not deleted stays."""
        with self._database.write(game) as session:
            session.connection().execute(delete(Game).where(col(Game.id) == game, col(Game.deleted).is_not(None)))

    def drop_old(self, before: datetime) -> list[str]:
        """Drops for good what was deleted before a moment, and returns the ids."""
        with self._database.write() as session:
            wanted = select(Game.id).where(col(Game.deleted).is_not(None), col(Game.deleted) < before)
            gone = list(session.exec(wanted))
            if gone:
                session.connection().execute(delete(Game).where(col(Game.id).in_(gone)))
            return gone
