"""Games and seats: making them, finding them, and who sits where."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Row, and_, bindparam, or_
from sqlalchemy import select as columns
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlmodel import Session, col, select

from companion.content.terms import Faction
from companion.store.chain import Damaged, Harm, is_sealed, is_what_was_written
from companion.store.codes import typed
from companion.store.database import Database
from companion.store.records import GameRecord, NotFound, Role, SeatRecord
from companion.store.sides import Parts, parts_of, play
from companion.store.tables import Base, Device, Game, Seat
from companion.store.trouble import Trouble, Unavailable

ELSEWHERE = "elsewhere/"
"""How the seat of a device begins that is not of this table, in the place of the hash of its secret."""
THIS_COMPUTER = "this-computer"
"""What stands in the place of a device's id for the serving computer, whichever browser it uses."""
GAME = columns(Base.metadata.tables["game"]).where(Base.metadata.tables["game"].c.id == bindparam("game"))
_SEATS = Base.metadata.tables["seat"]
SEAT = columns(_SEATS).where(_SEATS.c.game == bindparam("game"), _SEATS.c.device == bindparam("device"))
SIDES = (
    columns(_SEATS.c.id)
    .where(_SEATS.c.game == bindparam("game"), _SEATS.c.parts != "", ~_SEATS.c.waiting, ~_SEATS.c.removed)
    .where(~_SEATS.c.device.startswith(ELSEWHERE))
    .limit(1)
)
"""What every tap asks for; kept, because to make a statement costs more than to carry it out."""
KEPT = col(Game.deleted).is_(None)
SITS = and_(~col(Seat.waiting), ~col(Seat.removed))
SEEN_EVERY = timedelta(minutes=1)
"""How exactly it is known when a seat was last seen: finer would be a write for each page."""


class Games:
    """The games of a database and their seats; safe to share between threads."""

    def __init__(self, database: Database) -> None:
        """Uses ``database``, which the caller closes."""
        self._database = database

    def add(self, game: GameRecord) -> None:
        """Adds a game without events; raises ValueError when its id or a code is taken."""
        try:
            with self._database.write() as session:
                add_game(session, game)
        except IntegrityError:
            raise taken(game) from None

    def get(self, game: str) -> GameRecord:
        """Returns a game; raises NotFound, or Damaged when it is not what was written."""
        return self.looked_at(game)[0]

    def looked_at(self, game: str) -> tuple[GameRecord, tuple[int, str]]:
        """Returns a game as ``get`` does, with number and hash of the last row of its log."""
        with readable(game), self._database.look() as connection:
            row = connection.execute(GAME, {"game": game}).one_or_none()
        if row is None or row.deleted is not None:
            raise NotFound("game", game)
        if not is_what_was_written("game", row):
            raise Damaged(game, Harm.GAME)
        return record_of(row), (row.seq, row.head)

    def by_code(self, code: str) -> tuple[GameRecord, Role]:
        """Returns the game that a code lets into, and as what; ``code`` is as people type it. Raises NotFound.

        The code of players gives ``Role.PLAYER``, that of watchers ``Role.SPECTATOR``.
        """
        meant = typed(code)
        with self._database.read() as session:
            wanted = select(Game).where(or_(col(Game.play_code) == meant, col(Game.watch_code) == meant), KEPT)
            row = session.exec(wanted).one_or_none()
            if row is None:
                raise NotFound("code", code)
            return game_of(row), Role.PLAYER if row.play_code == meant else Role.SPECTATOR

    def by_owner_code(self, code: str) -> GameRecord:
        """Returns the game whose owner's code this is, as people type it; raises NotFound."""
        with self._database.read() as session:
            row = session.exec(select(Game).where(Game.owner_code == typed(code), KEPT)).one_or_none()
            if row is None:
                raise NotFound("code", code)
            return game_of(row)

    def recent(
        self, token: str | None = None, limit: int = 20, *, hidden: bool | None = None, deleted: bool = False
    ) -> list[GameRecord]:
        """Returns the games changed last, the latest first; with ``token`` only those where it sits.

        ``hidden``: only the hidden ones, or only the others. ``deleted``: only those that can be put back; without it
        only the others. Games that are damaged are among them, marked so; what their records say may be wrong.
        """
        with self._database.read() as session:
            wanted = select(Game.id).where(col(Game.deleted).is_not(None) if deleted else KEPT)
            if hidden is not None:
                wanted = wanted.where(col(Game.hidden).is_(hidden))
            if token is not None:
                wanted = wanted.join(Seat, col(Seat.game) == col(Game.id)).where(Seat.device == hashed(token), SITS)
            ordered = wanted.order_by(col(Game.changed).desc(), col(Game.id)).limit(limit)
            return listed(session, session.exec(ordered).all())

    def imported_from(self, digest: str) -> list[GameRecord]:
        """Returns the games from a file with this digest, the latest first, if neither damaged nor deleted."""
        with self._database.read() as session:
            wanted = select(Game.id).where(Game.imported == digest, KEPT)
            wanted = wanted.order_by(col(Game.changed).desc(), col(Game.id))
            return [game for game in listed(session, session.exec(wanted).all()) if not game.damaged]

    def change_settings(self, game: str, change: Callable[[str], str]) -> None:
        """Stores what ``change`` makes of the settings of a game; raises NotFound.

        What it is given is what is stored: nobody else changes the settings meanwhile.
        """
        with self._database.write(game) as session:
            row = session.exec(select(Game).where(Game.id == game).with_for_update()).one_or_none()
            if row is None:
                raise NotFound("game", game)
            row.settings = change(row.settings)
            session.add(row)

    def seat(self, game: str, token: str, now: datetime) -> SeatRecord | None:
        """Returns the seat of a device's secret ``token`` at a game, None when it has none; notes that it was seen.

        Whoever gets it looks whether the device ``sits`` there: it may be waiting, or have been removed.
        """
        seat = self.known_seat(game, token)
        return None if seat is None else self.noted(seat, now)

    def known_seat(self, game: str, token: str) -> SeatRecord | None:
        """Returns the seat of a device as ``seat`` does, and writes nothing."""
        with readable(game), self._database.look() as connection:
            found = connection.execute(SEAT, {"game": game, "device": hashed(token)}).one_or_none()
            if found is None:
                return None
            if not is_what_was_written("seat", found):
                raise Damaged(game, Harm.SEATS)
            return _seat(found)

    def noted(self, seat: SeatRecord, now: datetime) -> SeatRecord | None:
        """Notes that a seat was seen, where that was not noted lately; returns it, None when it is gone."""
        if abs(now - seat.seen) < SEEN_EVERY:
            return seat
        with readable(seat.game), self._database.write(seat.game) as session:
            row = seat_row(session, seat.game, seat.device)
            if row is None:
                return None
            row.seen = now
            session.add(row)
            return seat_of(row)

    def has_sides(self, game: str) -> bool:
        """Tells whether a device that sits at a game plays a side."""
        with readable(game), self._database.look() as connection:
            return connection.execute(SIDES, {"game": game}).first() is not None

    def sit(
        self, game: str, token: str, role: Role, name: str, now: datetime, parts: Parts | None = None
    ) -> SeatRecord:
        """Gives a device a seat, or its seat another role and name; raises NotFound for an unknown game.

        ``parts``: what it plays from now on, None: as before. Raises SeatTaken when somebody else plays one of them.
        Where new devices are approved it waits for that, as does one that watched and wants to play.
        """
        with self._database.write(game) as session:
            # The lock makes a device that joins twice at once wait for itself.
            found = locked(session, game)
            before = seat_row(session, game, hashed(token))
            new = before is None or before.removed or before.waiting
            more = before is not None and role.may_write and not Role(before.role).may_write
            seat_in(session, game, token, role, name, now, parts=parts)
            row = seat_row(session, game, hashed(token))
            if row is None:
                raise NotFound("seat", game)
            row.waiting = found.approve and (new or more) and not row.owner
            session.add(row)
            session.flush()
            return seat_of(row)

    def seats(self, game: str) -> list[SeatRecord]:
        """Returns the seats of a game in the order in which they were taken."""
        with readable(game), self._database.read() as session:
            return [seat_of(row) for row in session.exec(select(Seat).where(Seat.game == game).order_by(col(Seat.id)))]

    def seated(self, game: str) -> list[SeatRecord]:
        """Returns the seats that devices of this table hold: those of an imported file, of who left or was removed are
        names in the history, and who waits has none yet."""
        with readable(game), self._database.read() as session:
            here = select(Seat).where(Seat.game == game, ~col(Seat.device).startswith(ELSEWHERE), SITS)
            return [seat_of(row) for row in session.exec(here.order_by(col(Seat.id)))]


def people(seats: Sequence[SeatRecord]) -> dict[int, str]:
    """Returns what the person at each seat is called, by the seat's number: the devices of one person have one name."""
    names = {seat.id: seat.name for seat in seats}
    return {seat.id: names.get(seat.person or seat.id, seat.name) for seat in seats}


@contextmanager
def readable(game: str) -> Iterator[None]:
    """Raises Damaged for what cannot be read of a game; other troubles of the database pass."""
    try:
        yield
    except Unavailable as problem:
        if problem.trouble is not Trouble.DAMAGED:
            raise
        raise Damaged(game, Harm.UNREADABLE) from problem
    except (TypeError, ValueError) as problem:
        # What the driver or a column says of a value that nobody wrote there.
        raise Damaged(game, Harm.UNREADABLE) from problem


def listed(session: Session, games: Sequence[str]) -> list[GameRecord]:
    """Returns the records of games in this order, also of damaged ones, which are marked."""
    try:
        rows = {row.id: row for row in session.exec(select(Game).where(col(Game.id).in_(games)))}
        return [_listed(rows[game]) for game in games]
    except (DBAPIError, KeyError, TypeError, ValueError):
        return [_one_listed(session, game) for game in games]


def _one_listed(session: Session, game: str) -> GameRecord:
    try:
        return _listed(_found(session, game))
    except (DBAPIError, NotFound, TypeError, ValueError):
        long_ago = datetime(1970, 1, 1, tzinfo=UTC)
        return GameRecord(game, "", "", 0, "", "", "", "", long_ago, long_ago, None, damaged=True)


def _listed(row: Game) -> GameRecord:
    record = record_of(row)
    return record if is_sealed(row) else replace(record, damaged=True)


def add_game(session: Session, game: GameRecord) -> None:
    """Adds the row of a game; an IntegrityError says that its id or a code is taken."""
    session.add(game_row(game))
    session.flush()


_OF_A_GAME = tuple(field.name for field in fields(GameRecord) if field.name != "damaged")


def game_row(game: GameRecord) -> Game:
    """Returns the row of a game that has none yet."""
    return Game(**{name: getattr(game, name) for name in _OF_A_GAME})


def taken(game: GameRecord) -> ValueError:
    """Returns the error for a game whose id or code another game has."""
    return ValueError(f"game: the id {game.id!r} or one of its codes is taken")


def seat_in(
    session: Session,
    game: str,
    token: str,
    role: Role,
    name: str,
    now: datetime,
    *,
    owner: bool = False,
    parts: Parts | None = None,
) -> SeatRecord:
    """Gives a device a seat at a game that exists, or its seat another role and name; ``owner``: of the game too.

    ``parts`` as in ``Games.sit``; raises SeatTaken.
    """
    return seat_device_in(session, game, hashed(token), role, name, now, owner=owner, parts=parts)


def seat_device_in(
    session: Session,
    game: str,
    device: str,
    role: Role,
    name: str,
    now: datetime,
    *,
    owner: bool = False,
    parts: Parts | None = None,
) -> SeatRecord:
    """Does the same for a device by its id."""
    row = seat_row(session, game, device)
    if row is None:
        row = Seat(game=game, device=device, role=role, name=name, created=now, seen=now)
    row.role, row.name, row.seen, row.removed, row.waiting = role.value, name, now, False, False
    row.owner = row.owner or owner
    _note_device(session, row.device, name, now)
    session.add(row)
    session.flush()
    if parts is not None or not role.may_write:
        play(session, row, parts or frozenset())
    return seat_of(row)


def _note_device(session: Session, device: str, name: str, now: datetime) -> None:
    row = session.get(Device, device) or Device(id=device, name=name, created=now, seen=now)
    row.name, row.seen = name or row.name, now
    session.add(row)


def old_seat(session: Session, game: str, seat: SeatRecord, now: datetime) -> int:
    """Adds the seat of a device that is elsewhere, for its name in the history, and returns its number.

    What stands in the place of its secret's hash is no hash: no token leads to it.
    """
    unreachable = f"{ELSEWHERE}{seat.id}"
    row = Seat(game=game, device=unreachable, role=seat.role, name=seat.name, created=seat.created, seen=now)
    session.add(row)
    session.flush()
    return seat_of(row).id


def hashed(token: str) -> str:
    """Returns what is kept of a secret token: whoever reads the database cannot take a seat with it."""
    return hashlib.sha256(token.encode()).hexdigest()


def _found(session: Session, game: str) -> Game:
    row = session.get(Game, game)
    if row is None or row.deleted is not None:
        raise NotFound("game", game)
    return row


def locked(session: Session, game: str) -> Game:
    """Returns the row of a game that is not deleted, held until the end of the transaction; raises NotFound."""
    row = session.exec(select(Game).where(Game.id == game, KEPT).with_for_update()).one_or_none()
    if row is None:
        raise NotFound("game", game)
    return row


def seat_row(session: Session, game: str, device: str) -> Seat | None:
    """Returns the row of the seat of a device, by its id, at a game."""
    return session.exec(select(Seat).where(Seat.game == game, Seat.device == device)).one_or_none()


def game_of(row: Game) -> GameRecord:
    """Returns a stored game as a record; raises Damaged when it is not what was written."""
    if not is_sealed(row):
        raise Damaged(row.id, Harm.GAME)
    return record_of(row)


def record_of(row: Game | Row[Any]) -> GameRecord:
    """Returns what a row says of its game, whether that is what was written or not."""
    return GameRecord(**{name: getattr(row, name) for name in _OF_A_GAME})


def seat_of(row: Seat) -> SeatRecord:
    """Returns a stored seat as a record; raises Damaged when it is not what was written."""
    if row.id is None:
        raise ValueError("a seat has no number before it is stored")
    if not is_sealed(row):
        raise Damaged(row.game, Harm.SEATS)
    return _seat(row)


def _seat(row: Any) -> SeatRecord:
    return SeatRecord(
        row.id,
        row.game,
        Role(row.role),
        row.name,
        row.created,
        row.seen,
        row.device,
        row.owner,
        row.waiting,
        row.person,
        row.removed,
        parts_of(row.parts),
        parts_of(row.acts_for),
        parts_of(row.wants),
        frozenset(Faction.from_id(one) for one in row.knows.split()),
        row.acts_once,
    )
