"""The event log: appending to it, exactly once, and folding it, with the positions of recent games kept in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, bindparam, insert
from sqlalchemy import select as columns
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, func, select

from companion.store.chain import Damaged, Harm, add_rows, follow, is_sealed, link_all
from companion.store.database import Database
from companion.store.games import GAME, add_game, old_seat, readable, seat_in, taken
from companion.store.memory import Memory
from companion.store.records import REDO, UNDO, Conflict, Entry, GameRecord, KeyReused, NotFound, Role, SeatRecord
from companion.store.sides import Parts, decided
from companion.store.tables import Base, EventRow, Game, Seat
from companion.store.timeline import Row, Timeline

GAMES, EVENTS, ANSWERS = (Base.metadata.tables[name] for name in ("game", "event", "idempotency_key"))
HELD = GAME.where(GAMES.c.deleted.is_(None)).with_for_update()
HEAD = columns(GAMES.c.seq, GAMES.c.head).where(GAMES.c.id == bindparam("game"))
CHAIN = columns(EVENTS.c.seq, EVENTS.c.chain).where(
    EVENTS.c.game == bindparam("game"), EVENTS.c.seq.in_((bindparam("seq"), bindparam("known")))
)
ANSWER = columns(ANSWERS).where(ANSWERS.c.game == bindparam("game"), ANSWERS.c.key == bindparam("key"))


MOST_SEATS = 2**31
"""More than any number of a seat in a file."""


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
    """What a write comes with: the seq it expects, its idempotency key, and a digest of what it asks for.

    ``decides``: with it the one decision that was handed to its seat is taken.
    """

    game: str
    expected_seq: int
    key: str
    digest: str
    seat: int | None
    command: str
    now: datetime
    decides: bool = False


class Log:
    """The logs of all games of a database; safe to share between threads."""

    def __init__(self, database: Database) -> None:
        """Uses ``database``, which the caller closes."""
        self._database = database
        self.memory = Memory()

    def timeline(self, game: str, end: tuple[int, str] | None = None) -> Timeline:
        """Returns the timeline of a game up to now.

        ``end``: number and hash of the last row, where they were looked up at this moment of the database. Raises
        NotFound; Damaged for a log that is not what was written, of which only what is not in memory is read;
        DecodeError for one of another version of the program.
        """
        known = self.memory.get(game)
        with readable(game), self._database.look() as connection:
            end = end or head_of(connection, game)
            if end == (known.timeline.seq, known.timeline.head):
                return known.timeline
            rows = rows_of(connection, game, known.timeline.seq)
        with readable(game), self._database.read() as session:
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
        """Returns the timeline of a game as it was after row ``seq``, the last row of a batch.

        What is in memory is not read again. Raises NotFound, Damaged and DecodeError.
        """
        known = self.memory.get(game).timeline
        with readable(game), self._database.look() as connection:
            end = head_of(connection, game)
            heads = dict(map(tuple, connection.execute(CHAIN, {"game": game, "seq": seq, "known": known.seq})))
            # Another game may have taken this one's place, out of a copy.
            if seq in heads and heads.get(known.seq) == known.head and (found := known.earlier(seq, heads[seq])):
                return found
            rows = rows_of(connection, game, 0, seq)
        follow(game, 0, "", rows, end if seq >= end[0] else None)
        return Timeline().extended(rows)

    def rows(self, game: str) -> list[Row]:
        """Returns every row of a game as it was written; raises NotFound and Damaged."""
        with readable(game), self._database.read() as session:
            end = head_of(session.connection(), game)
            rows = rows_of(session.connection(), game)
            check_seats(session, game, rows)
        follow(game, 0, "", rows, end)
        return rows

    def seq(self, game: str) -> int:
        """Returns the number of the last row of a game, 0 when there is none."""
        with self._database.read() as session:
            return _last_seq(session, game)

    def answered(self, game: str, key: str, digest: str) -> Written | None:
        """Returns the outcome of a request carried out before, None when it is new; raises KeyReused."""
        with self._database.look() as connection:
            return _answered(connection, game, key, digest)

    def append(self, request: Request, entries: Sequence[Entry], winner: str | None = None) -> Written:
        """Appends ``entries`` as one batch and returns the outcome; ``winner`` is who has won after it.

        A request carried out before is not carried out again. Raises NotFound, KeyReused, or Conflict when the game
        does not stand at the seq expected: then nothing is written. ValueError when there is nothing to write.
        """
        if not entries:
            raise ValueError(f"{request.command}: a batch needs at least one entry")
        try:
            with self._database.write(request.game) as session:
                done = _append(session.connection(), request, entries, winner)
                if request.decides and not done.repeated:
                    decided(session, request.seat)
                return done
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
                    _append(session.connection(), replace(asked, seat=seat.id), batch, game.winner)
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

    def go_on(
        self, game: str, seats: Sequence[SeatRecord], rows: Sequence[Row], now: datetime, winner: str | None
    ) -> int | None:
        """Takes over what a game became elsewhere, where it was played on: all or nothing; ``rows`` have been folded
        before.

        Returns how many rows were new, a negative number when it was played on here meanwhile; None when that log is
        not this one played on, and nothing was written. Seats are treated as by ``restore``. Raises NotFound.
        """
        with self._database.write(game) as session:
            connection = session.connection()
            held = connection.execute(HELD, {"game": game}).one_or_none()
            if held is None:
                raise NotFound("game", game)
            here = rows_of(connection, game)
            both = list(zip(here, rows, strict=False))
            if any(_told(ours) != _told(theirs) for ours, theirs in both):
                return None
            if len(rows) > len(here):
                numbers = {theirs.seat: ours.seat for ours, theirs in both if theirs.seat and ours.seat}
                for seat in seats:
                    if seat.id not in numbers:
                        # No two of those that came at different times are the same.
                        other = replace(seat, id=seat.id + MOST_SEATS * len(here))
                        numbers[seat.id] = old_seat(session, game, other, now)
                new = [_stored(game, row, numbers) for row in rows[len(here) :]]
                add_rows(connection, held, new, changed=now, winner=winner)
        self.memory.forget(game)
        return len(rows) - len(here)

    def forget(self, game: str) -> None:
        """Drops what is kept in memory about a game."""
        self.memory.forget(game)


def _append(connection: Connection, request: Request, entries: Sequence[Entry], winner: str | None) -> Written:
    game = connection.execute(HELD, {"game": request.game}).one_or_none()
    if game is None:
        raise NotFound("game", request.game)
    if written := _answered(connection, request.game, request.key, request.digest):
        return written
    if game.seq != request.expected_seq:
        raise Conflict(request.game, request.expected_seq, game.seq)
    batch, after = game.seq + 1, game.seq + len(entries)
    rows = [
        {
            "game": request.game,
            "seq": seq,
            "batch": batch,
            "kind": entry.kind,
            "payload": entry.payload,
            "command": request.command[:200],
            "seat": request.seat,
            "created": request.now,
        }
        for seq, entry in enumerate(entries, batch)
    ]
    add_rows(connection, game, rows, changed=request.now, winner=winner)
    answer = {"game": request.game, "key": request.key, "digest": request.digest}
    connection.execute(insert(ANSWERS), answer | {"batch": batch, "seq_after": after, "created": request.now})
    return Written(batch, after)


def _told(row: Row) -> tuple[object, ...]:
    """What a row says wherever its log is: seats have other numbers there, and steps taken back at once stand alone."""
    alone = row.kind in (UNDO, REDO)
    return row.kind, row.payload, row.created, *(() if alone else (row.batch, row.command))


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


def _answered(connection: Connection, game: str, key: str, digest: str) -> Written | None:
    row = connection.execute(ANSWER, {"game": game, "key": key}).one_or_none()
    if row is None:
        return None
    if row.digest != digest:
        raise KeyReused(game, key)
    return Written(row.batch, row.seq_after, repeated=True)


def _last_seq(session: Session, game: str) -> int:
    return session.exec(select(func.max(EventRow.seq)).where(EventRow.game == game)).one() or 0


def head_of(connection: Connection, game: str) -> tuple[int, str]:
    """Returns number and hash of the last row of a game, as the game itself knows them; raises NotFound."""
    found = connection.execute(HEAD, {"game": game}).one_or_none()
    if found is None:
        raise NotFound("game", game)
    return found.seq, found.head


def rows_of(connection: Connection, game: str, after: int = 0, until: int | None = None) -> list[Row]:
    """Returns the rows of a game after row ``after`` and up to row ``until``, in order, unchecked."""
    return [Row(*row) for row in connection.execute(rows_wanted(game, after, until))]


def rows_wanted(game: str, after: int = 0, until: int | None = None) -> Select[Any]:
    """Returns the statement that asks for the rows of a game, with the columns of a Row."""
    # Columns and not EventRow objects: a game of 500 rows is read three times as fast.
    wanted = columns(*(EVENTS.c[field.name] for field in fields(Row)))
    wanted = wanted.where(EVENTS.c.game == game, EVENTS.c.seq > after).order_by(EVENTS.c.seq)
    return wanted if until is None else wanted.where(EVENTS.c.seq <= until)


def check_seats(session: Session, game: str, rows: Sequence[Row]) -> None:
    """Raises Damaged when a seat of a game is not what was written, or rows name one that is not there."""
    seats = session.exec(select(Seat).where(Seat.game == game)).all()
    if not all(map(is_sealed, seats)) or {row.seat for row in rows} - {seat.id for seat in seats} - {None}:
        raise Damaged(game, Harm.SEATS)
