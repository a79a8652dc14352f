"""The event log: appending to it, exactly once, and folding it, with the positions of recent games kept in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Select, insert
from sqlalchemy import select as columns
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, func, select

from companion.store.chain import Damaged, Harm, follow, is_sealed, link_all
from companion.store.database import Database
from companion.store.games import add_game, locked, old_seat, readable, seat_in, taken
from companion.store.memory import Memory
from companion.store.records import Conflict, Entry, GameRecord, KeyReused, NotFound, Role, SeatRecord
from companion.store.sides import Parts
from companion.store.tables import Base, EventRow, Game, IdempotencyRow, Seat
from companion.store.timeline import Row, Timeline

TABLE = Base.metadata.tables["event"].c


@dataclass(frozen=True, slots=True)
class Written:
    """The outcome of a request: it wrote ``batch``, and the game stood at ``seq`` after it.

    ``repeated``: the request had been carried out before, and nothing was written now.
    """

    batch: int
    seq: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """What a write comes with: the seq it expects, its idempotency key, and a digest of what it asks for."""

    game: str
    expected_seq: int
    key: str
    digest: str
    seat: int | None
    command: str
    now: datetime


class Log:
    """The logs of all games of a database; safe to share between threads."""

    def __init__(self, database: Database) -> None:
        """Uses ``database``, which the caller closes."""
        self._database = database
        self.memory = Memory()

    def timeline(self, game: str) -> Timeline:
        """Returns the timeline of a game up to now.

        Raises NotFound; Damaged for a log that is not what was written, of which only what is not in memory is read;
        DecodeError for one of another version of the program.
        """
        known = self.memory.get(game)
        with readable(game), self._database.read() as session:
            end = head_of(session, game)
            if end == (known.timeline.seq, known.timeline.head):
                return known.timeline
            rows = rows_of(session, game, known.timeline.seq)
            if not known.timeline.seq:
                check_seats(session, game, rows)
        try:
            follow(game, known.timeline.seq, known.timeline.head, rows, end)
        except Damaged:
            if not known.timeline.seq:
                raise
            # Another game may have taken this one's place, out of a copy.
            self.memory.forget(game)
            return self.timeline(game)
        folded = known.extended(rows)
        self.memory.keep(game, folded)
        return folded.timeline

    def timeline_at(self, game: str, seq: int) -> Timeline:
        """Returns the timeline of a game as it was after row ``seq``, the last row of a batch."""
        with readable(game), self._database.read() as session:
            end = head_of(session, game)
            rows = rows_of(session, game, 0, seq)
        follow(game, 0, "", rows, end if seq >= end[0] else None)
        return Timeline().extended(rows)

    def rows(self, game: str) -> list[Row]:
        """Returns every row of a game as it was written; raises NotFound and Damaged."""
        with readable(game), self._database.read() as session:
            end = head_of(session, game)
            rows = rows_of(session, game)
            check_seats(session, game, rows)
        follow(game, 0, "", rows, end)
        return rows

    def seq(self, game: str) -> int:
        """Returns the number of the last row of a game, 0 when there is none."""
        with self._database.read() as session:
            return _last_seq(session, game)

    def answered(self, game: str, key: str, digest: str) -> Written | None:
        """Returns the outcome of a request carried out before, None when it is new; raises KeyReused."""
        with self._database.read() as session:
            return _answered(session, game, key, digest)

    def append(self, request: Request, entries: Sequence[Entry], winner: str | None = None) -> Written:
        """Appends ``entries`` as one batch and returns the outcome; ``winner`` is who has won after it.

        A request carried out before is not carried out again. Raises NotFound, KeyReused, or Conflict when the game
        does not stand at the seq expected: then nothing is written. ValueError when there is nothing to write.
        """
        if not entries:
            raise ValueError(f"{request.command}: a batch needs at least one entry")
        try:
            with self._database.write(request.game) as session:
                return _append(session, request, entries, winner)
        except IntegrityError:
            # Only where writers do not exclude each other: somebody else has just taken the seq or the key.
            if written := self.answered(request.game, request.key, request.digest):
                return written
            raise Conflict(request.game, request.expected_seq, self.seq(request.game)) from None

    def open(
        self,
        game: GameRecord,
        token: str,
        name: str,
        request: Request,
        entries: Sequence[Entry],
        more: Sequence[tuple[Request, Sequence[Entry]]] = (),
        parts: Parts = frozenset(),
    ) -> SeatRecord:
        """Makes a game with its opening events and the seat of its player, all or nothing; returns the seat.

        ``token`` is the secret of the player's device, which plays ``parts``. ``more`` are further requests, each a
        batch of its own that can be undone, carried out by that seat. Raises ValueError when the id or a code is taken.
        """
        try:
            with self._database.write() as session:
                add_game(session, game)
                seat = seat_in(session, game.id, token, Role.PLAYER, name, request.now, owner=True, parts=parts)
                for asked, batch in ((request, entries), *more):
                    _append(session, replace(asked, seat=seat.id), batch, game.winner)
                return seat
        except IntegrityError:
            raise taken(game) from None

    def restore(
        self,
        game: GameRecord,
        seats: Sequence[SeatRecord],
        rows: Sequence[Row],
        owner: tuple[str, str] | None = None,
    ) -> None:
        """Makes a game with a log that was written elsewhere, all or nothing; ``rows`` have been folded before.

        ``seats`` are those that the rows name: they keep their names, but no device can take them. ``owner``, a
        device's secret and a name, gets the seat of a player. Raises
        ValueError when the id or the join code is taken.
        """
        try:
            with self._database.write() as session:
                add_game(session, game)
                numbers = {seat.id: old_seat(session, game.id, seat, game.changed) for seat in seats}
                if owner is not None:
                    seat_in(session, game.id, owner[0], Role.PLAYER, owner[1], game.changed, owner=True)
                # As plain rows: of many of them the objects would take most of the time.
                table = Base.metadata.tables["event"]
                stored = [_stored(game.id, row, numbers) for row in rows]
                link_all(session.get_one(Game, game.id), stored)
                session.connection().execute(insert(table), stored)
        except IntegrityError:
            raise taken(game) from None

    def forget(self, game: str) -> None:
        """Drops what is kept in memory about a game."""
        self.memory.forget(game)


def _append(session: Session, request: Request, entries: Sequence[Entry], winner: str | None) -> Written:
    game = locked(session, request.game)
    if written := _answered(session, request.game, request.key, request.digest):
        return written
    current = game.seq
    if current != request.expected_seq:
        raise Conflict(request.game, request.expected_seq, current)
    batch, after = current + 1, current + len(entries)
    for seq, entry in enumerate(entries, batch):
        session.add(
            EventRow(
                game=request.game,
                seq=seq,
                batch=batch,
                kind=entry.kind,
                payload=entry.payload,
                command=request.command[:200],
                seat=request.seat,
                created=request.now,
            )
        )
    session.add(
        IdempotencyRow(
            game=request.game,
            key=request.key,
            digest=request.digest,
            batch=batch,
            seq_after=after,
            created=request.now,
        )
    )
    game.changed, game.winner = request.now, winner
    session.add(game)
    return Written(batch, after)


def _stored(game: str, row: Row, seats: Mapping[int, int]) -> dict[str, object]:
    return {
        "game": game,
        "seq": row.seq,
        "batch": row.batch,
        "kind": row.kind,
        "payload": row.payload,
        "command": row.command,
        "seat": None if row.seat is None else seats[row.seat],
        "created": row.created,
    }


def _answered(session: Session, game: str, key: str, digest: str) -> Written | None:
    row = session.get(IdempotencyRow, (game, key))
    if row is None:
        return None
    if row.digest != digest:
        raise KeyReused(game, key)
    return Written(row.batch, row.seq_after, repeated=True)


def _last_seq(session: Session, game: str) -> int:
    return session.exec(select(func.max(EventRow.seq)).where(EventRow.game == game)).one() or 0


def head_of(session: Session, game: str) -> tuple[int, str]:
    """Returns number and hash of the last row of a game, as the game itself knows them; raises NotFound."""
    table = Base.metadata.tables["game"].c
    found = session.connection().execute(columns(table.seq, table.head).where(table.id == game)).one_or_none()
    if found is None:
        raise NotFound("game", game)
    return found.seq, found.head


def rows_of(session: Session, game: str, after: int = 0, until: int | None = None) -> list[Row]:
    """Returns the rows of a game after row ``after`` and up to row ``until``, in order, unchecked."""
    return [Row(*row) for row in session.connection().execute(rows_wanted(game, after, until))]


def rows_wanted(game: str, after: int = 0, until: int | None = None) -> Select[Any]:
    """Returns the statement that asks for the rows of a game, with the columns of a Row."""
    # Columns and not EventRow objects: a game of 500 rows is read three times as fast.
    wanted = columns(*(TABLE[field.name] for field in fields(Row)))
    wanted = wanted.where(TABLE.game == game, TABLE.seq > after).order_by(TABLE.seq)
    return wanted if until is None else wanted.where(TABLE.seq <= until)


def check_seats(session: Session, game: str, rows: Sequence[Row]) -> None:
    """Raises Damaged when a seat of a game is not what was written, or rows name one that is not there."""
    seats = session.exec(select(Seat).where(Seat.game == game)).all()
    if not all(map(is_sealed, seats)) or {row.seat for row in rows} - {seat.id for seat in seats} - {None}:
        raise Damaged(game, Harm.SEATS)
