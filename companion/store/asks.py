"""Wishes to take back or put back steps of the other side, until they are agreed to, refused, or the game has moved on.

A wish is for the game as it stands: any row that is written makes it void, so nothing has to be cleaned up for it.
"""

from dataclasses import dataclass

from sqlmodel import Session, col, delete, select

from companion.content.terms import Faction
from companion.store.database import Database
from companion.store.games import locked
from companion.store.records import Conflict, NotFound
from companion.store.tables import Ask


@dataclass(frozen=True, slots=True)
class AskRecord:
    """A wish of the seat ``seat``, as the table ``Ask`` has it."""

    id: int
    game: str
    seat: int
    seq: int
    kind: str
    batch: int
    side: Faction
    refused: bool


class Asks:
    """The wishes of all games of a database; safe to share between threads."""

    def __init__(self, database: Database) -> None:
        """Uses ``database``, which the caller closes."""
        self._database = database

    def ask(self, game: str, seat: int, seq: int, kind: str, batch: int, side: Faction) -> None:
        """Notes a wish of a seat in place of its last one; raises NotFound, or Conflict when the game has moved on."""
        with self._database.write(game) as session:
            found = locked(session, game)
            if found.seq != seq:
                raise Conflict(game, seq, found.seq)
            gone = (col(Ask.seat) == seat) | (col(Ask.seq) != seq)
            session.connection().execute(delete(Ask).where(col(Ask.game) == game, gone))
            session.add(Ask(game=game, seat=seat, seq=seq, kind=kind, batch=batch, side=side.id))

    def of(self, game: str, seq: int) -> list[AskRecord]:
        """Returns the wishes of a game that stands at ``seq``, the first one first."""
        with self._database.read() as session:
            wanted = select(Ask).where(Ask.game == game, Ask.seq == seq).order_by(col(Ask.id))
            return [_record(row) for row in session.exec(wanted)]

    def find(self, game: str, ask: int) -> AskRecord:
        """Returns a wish that nobody has refused; raises NotFound."""
        with self._database.read() as session:
            row = _found(session, game, ask)
            if row is None or row.refused:
                raise NotFound("ask", str(ask))
            return _record(row)

    def refuse(self, game: str, ask: int) -> None:
        """Says no to a wish; whoever asked reads that until it is put away. Nothing for one that is over."""
        with self._database.write(game) as session:
            row = _found(session, game, ask)
            if row is not None:
                row.refused = True
                session.add(row)

    def drop(self, game: str, ask: int) -> None:
        """Forgets a wish; nothing for one that is over."""
        with self._database.write(game) as session:
            row = _found(session, game, ask)
            if row is not None:
                session.delete(row)


def _found(session: Session, game: str, ask: int) -> Ask | None:
    row = session.get(Ask, ask)
    return row if row is not None and row.game == game else None


def _record(row: Ask) -> AskRecord:
    side = Faction.from_id(row.side)
    return AskRecord(row.id or 0, row.game, row.seat, row.seq, row.kind, row.batch, side, row.refused)
