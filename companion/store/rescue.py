"""What is good of a damaged game: the rows of its log up to the damage, and a new game made of them."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, select

from companion.store.chain import is_sealed, link
from companion.store.database import Database
from companion.store.games import game_row, record_of, seat_of
from companion.store.log import rows_wanted
from companion.store.records import GameRecord, SeatRecord
from companion.store.restore import Whole, apart, write_whole
from companion.store.tables import EventRow, Game, IdempotencyRow, Seat
from companion.store.timeline import Row
from companion.store.trouble import Unavailable

UNREADABLE = (DBAPIError, TypeError, ValueError, AttributeError)


def readable_record(database: Database, game: str) -> GameRecord | None:
    """Returns what can be read of the record of a damaged game, which need not be right; None when nothing can."""
    try:
        with database.read() as session:
            row = session.get(Game, game)
            return None if row is None else replace(record_of(row), damaged=not is_sealed(row))
    except (*UNREADABLE, Unavailable):
        return None


def is_there(database: Database, game: str) -> bool:
    """Tells whether anything of a game is there."""
    with database.read() as session:
        for wanted in (select(Game.id).where(Game.id == game), select(EventRow.game).where(EventRow.game == game)):
            try:
                if session.exec(wanted.limit(1)).first() is not None:
                    return True
            except UNREADABLE:
                return True
        return False


def good_rows(database: Database, game: str) -> list[Row]:
    """Returns the rows of a damaged game up to the damage, in whole batches."""
    with database.read() as session:
        rows = _unbroken(_readable(session, game))
        while rows and not _is_whole(session, game, rows):
            batch = rows[-1].batch
            rows = [row for row in rows if row.batch != batch]
        return rows


def good_seats(database: Database, game: str) -> list[SeatRecord]:
    """Returns the seats of a damaged game that are what was written."""
    with database.read() as session:
        return [seat_of(seat) for seat in _sealed_seats(session, game)]


def make_of_part(database: Database, damaged: str, record: GameRecord, rows: Sequence[Row]) -> None:
    """Makes the game ``record`` of the good rows of a damaged one; devices whose seats are good sit there as well."""
    with database.read() as session:
        seats = [apart(seat) for seat in _sealed_seats(session, damaged)]
    for seat in seats:
        seat.game = record.id
    known = {seat.id for seat in seats}
    with database.write() as session:
        events = [_event(record.id, row, known) for row in rows]
        write_whole(session, Whole(game_row(record), (), seats, events, ()))


def _readable(session: Session, game: str) -> list[Row]:
    rows = list[Row]()
    # Row by row, so that what comes before the first that cannot be read is there.
    with suppress(*UNREADABLE):
        found = session.connection().execute(rows_wanted(game))
        while (row := found.fetchone()) is not None:
            rows.append(Row(*row))
    return rows


def _unbroken(rows: Sequence[Row]) -> list[Row]:
    good, head = list[Row](), ""
    for row in rows:
        try:
            head = link(head, row)
        except UNREADABLE:
            break
        if row.seq != len(good) + 1 or row.chain != head:
            break
        good.append(row)
    return good


def _is_whole(session: Session, game: str, rows: Sequence[Row]) -> bool:
    """Whether the last batch of rows is all there; what the game or the answer to its request say of that is read."""
    last = rows[-1]
    for wanted in (
        select(Game.seq).where(Game.id == game),
        select(IdempotencyRow.seq_after).where(IdempotencyRow.game == game, IdempotencyRow.batch == last.batch),
    ):
        try:
            if last.seq in session.exec(wanted).all():
                return True
        except UNREADABLE:
            continue
    return last.kind in ("undo", "redo")


def _sealed_seats(session: Session, game: str) -> list[Seat]:
    found = list[Seat]()
    try:
        numbers = session.exec(select(Seat.id).where(Seat.game == game)).all()
    except UNREADABLE:
        return found
    for number in numbers:
        try:
            seat = session.get(Seat, number)
        except UNREADABLE:
            continue
        if seat is not None and is_sealed(seat):
            found.append(seat)
    return found


def _event(game: str, row: Row, seats: set[int | None]) -> EventRow:
    seat = row.seat if row.seat in seats else None
    return EventRow(
        game=game,
        seq=row.seq,
        batch=row.batch,
        kind=row.kind,
        payload=row.payload,
        command=row.command,
        seat=seat,
        created=row.created,
    )
