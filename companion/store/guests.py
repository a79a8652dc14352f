"""Who may come to a game and who goes: codes, owners, those who wait, removing, leaving, and several devices of one
person. Each deed is one transaction, and done a second time it changes nothing more."""

from datetime import datetime
from enum import StrEnum

from sqlmodel import Session, col, or_, select

from companion.store.codes import OWNER_LENGTH, new_code
from companion.store.database import Database
from companion.store.games import (
    ELSEWHERE,
    SITS,
    THIS_COMPUTER,
    game_of,
    hashed,
    locked,
    seat_device_in,
    seat_of,
    seat_row,
)
from companion.store.records import GameRecord, KeyReused, NotFound, Role, SeatRecord
from companion.store.sides import parts_of, play
from companion.store.tables import Device, Game, IdempotencyRow, Seat

CODES = 5
"""How many codes are tried until one is free: with 40 bits the first is."""


class Code(StrEnum):
    """The codes of a game: to play, to watch, and to get the owner's seat back."""

    PLAY = "play"
    WATCH = "watch"
    OWNER = "owner"


class Guests:
    """The guests of all games of a database; safe to share between threads.

    Every method raises NotFound for a game that is not there, or for a seat that is none of this game.
    """

    def __init__(self, database: Database) -> None:
        """Uses ``database``, which the caller closes."""
        self._database = database

    def waiting(self, game: str) -> list[SeatRecord]:
        """Returns the seats of those who wait to be let in, the first who came first."""
        with self._database.read() as session:
            wanted = select(Seat).where(Seat.game == game, col(Seat.waiting), ~col(Seat.removed))
            return [seat_of(row) for row in session.exec(wanted.order_by(col(Seat.id)))]

    def let_in(self, game: str, seat: int) -> SeatRecord:
        """Lets in a device that waits."""
        with self._database.write(game) as session:
            locked(session, game)
            row = _seat(session, game, seat)
            row.waiting = False
            session.add(row)
            session.flush()
            return seat_of(row)

    def turn_away(self, game: str, seat: int) -> None:
        """Lets a device that waits wait no longer; it may ask again. One that has been let in meanwhile stays."""
        with self._database.write(game) as session:
            locked(session, game)
            row = session.get(Seat, seat)
            if row is not None and row.game == game and row.waiting:
                _detach(row)
                session.add(row)

    def remove(self, game: str, seat: int) -> None:
        """Puts a device out: its name stays in the history. All codes that it may know are new ones from now on."""
        with self._database.write(game) as session:
            found = locked(session, game)
            _remove(session, found, _seat(session, game, seat))

    def leave(self, game: str, token: str) -> None:
        """Takes a device from a game, as its people wish: its name stays in the history. Nothing if it has no seat."""
        with self._database.write(game) as session:
            locked(session, game)
            row = seat_row(session, game, hashed(token))
            if row is not None:
                _detach(row)
                session.add(row)

    def renew(self, game: str, codes: tuple[Code, ...], key: str, now: datetime) -> GameRecord:
        """Gives a game new codes: the old ones lead nowhere from now on. Repeated with the same key it does nothing.

        Raises KeyReused when the key came with something else.
        """
        with self._database.write(game) as session:
            found = locked(session, game)
            if _first_time(session, game, key, f"renew/{'/'.join(codes)}", now):
                _renew(session, found, codes)
            session.flush()
            return game_of(found)

    def ask_first(self, game: str, approve: bool) -> None:
        """Decides whether new devices wait until somebody at the table lets them in."""
        with self._database.write(game) as session:
            found = locked(session, game)
            found.approve = approve
            session.add(found)

    def rename(self, game: str, seat: int, name: str) -> None:
        """Gives the person at a seat another name, on all devices of that person."""
        with self._database.write(game) as session:
            locked(session, game)
            row = _seat(session, game, seat)
            for one in _person(session, row):
                one.name = name
                session.add(one)

    def merge(self, game: str, seat: int, other: int) -> None:
        """Notes that a seat is another device of the person at the seat ``other``, whose name it has from now on.

        What that person plays it only ``wants``, unless it plays already: anybody could say so, and would be shown the
        secrets of a side. Devices that belonged to its person come along.
        """
        with self._database.write(game) as session:
            locked(session, game)
            row, root = _seat(session, game, seat), _root(session, _seat(session, game, other))
            for one in _person(session, row):
                one.person = None if one.id == root.id else root.id
                session.add(one)
            if not row.parts and row.id != root.id and Role(row.role).may_write:
                row.wants = root.parts
                session.add(row)

    def separate(self, game: str, seat: int) -> None:
        """Takes a merging back: the seat is a person of its own again, called as before, and plays nothing yet."""
        with self._database.write(game) as session:
            locked(session, game)
            row = _seat(session, game, seat)
            if row.person is not None:
                row.person = None
                play(session, row, frozenset())

    def sit_as_host(self, game: str, name: str, now: datetime) -> SeatRecord:
        """Gives the serving computer an owner's seat, the same to every browser on it."""
        return self._owner(game, THIS_COMPUTER, name, now)

    def sit_as_owner(self, game: str, token: str, name: str, now: datetime) -> SeatRecord:
        """Gives a device an owner's seat."""
        return self._owner(game, hashed(token), name, now)

    def _owner(self, game: str, device: str, name: str, now: datetime) -> SeatRecord:
        with self._database.write(game) as session:
            locked(session, game)
            return seat_device_in(session, game, device, Role.PLAYER, name, now, owner=True)

    def owner(self, game: str) -> SeatRecord | None:
        """Returns the seat that whoever has the owner's code gets back: the first owner's, the serving computer's last.

        None when the owner has left; then there is nobody to be the same person as.
        """
        with self._database.read() as session:
            row = _first_owner(session, game)
            return None if row is None else seat_of(row)

    def take_back(
        self, game: str, token: str, name: str, now: datetime, *, same: bool, remove_others: bool
    ) -> SeatRecord:
        """Gives a device that has the owner's code an owner's seat.

        ``same``: it is another device of the owner, in history and lists one person with the old one, and ``name`` does
        not count. ``remove_others``: the old devices of that person are removed, and all codes are new ones.
        """
        with self._database.write(game) as session:
            found = locked(session, game)
            old = _first_owner(session, game)
            mine = same and old is not None and old.device != hashed(token)
            called = old.name if same and old is not None else name
            seat_in = seat_device_in(session, game, hashed(token), Role.PLAYER, called, now, owner=True)
            row = _seat(session, game, seat_in.id)
            if old is not None and mine:
                root = _root(session, old)
                row.person = None if root.id == row.id else root.id
                session.add(row)
                session.flush()
                play(session, row, parts_of(old.parts) or parts_of(row.parts), agreed=True)
            if old is not None and remove_others:
                for one in _person(session, old):
                    if one.id != row.id and not one.removed and one.device != THIS_COMPUTER:
                        _remove(session, found, one)
            session.flush()
            return seat_of(row)

    def is_owner_device(self, token: str, secret: str) -> bool:
        """Tells whether a device has opened the owner's link of this secret."""
        with self._database.read() as session:
            row = session.get(Device, hashed(token))
            return row is not None and row.owner is not None and row.owner == hashed(secret)

    def make_owner_device(self, token: str, secret: str, name: str, now: datetime) -> None:
        """Notes that a device has opened the owner's link of this secret; a new secret makes that worthless."""
        with self._database.write() as session:
            row = session.get(Device, hashed(token)) or Device(id=hashed(token), name=name, created=now, seen=now)
            row.owner, row.seen = hashed(secret), now
            session.add(row)

    def name_of(self, token: str) -> str:
        """Returns what the people of a device were called last, an empty text when it is not known."""
        with self._database.read() as session:
            row = session.get(Device, hashed(token))
            return "" if row is None else row.name


def _seat(session: Session, game: str, seat: int) -> Seat:
    row = session.get(Seat, seat)
    if row is None or row.game != game or row.device.startswith(ELSEWHERE):
        raise NotFound("seat", str(seat))
    return row


def _root(session: Session, row: Seat) -> Seat:
    found = None if row.person is None else session.get(Seat, row.person)
    return row if found is None else found


def _person(session: Session, row: Seat) -> list[Seat]:
    """The seats of the person at a seat: that one, and those of the person's other devices."""
    root = _root(session, row)
    return list(session.exec(select(Seat).where(or_(col(Seat.id) == root.id, col(Seat.person) == root.id))))


def _detach(row: Seat) -> None:
    """Keeps a seat for its name in the history: no device leads to it any more."""
    row.device, row.owner, row.waiting, row.removed = f"{ELSEWHERE}gone/{row.id}", False, False, False
    row.parts, row.acts_for, row.acts_once, row.wants = "", "", False, ""


def _remove(session: Session, game: Game, row: Seat) -> None:
    if row.removed:
        return
    codes = (Code.PLAY, Code.WATCH, Code.OWNER) if row.owner else (Code.PLAY, Code.WATCH)
    row.removed, row.owner, row.waiting = True, False, False
    row.parts, row.acts_for, row.acts_once, row.wants = "", "", False, ""
    session.add(row)
    _renew(session, game, codes)


def _renew(session: Session, game: Game, codes: tuple[Code, ...]) -> None:
    if Code.PLAY in codes:
        game.play_code = _free(session)
    if Code.WATCH in codes:
        game.watch_code = _free(session)
    if Code.OWNER in codes:
        game.owner_code = new_code(OWNER_LENGTH)
    session.add(game)


def _free(session: Session) -> str:
    """A code that lets into no game, to play or to watch."""
    for _ in range(CODES):
        code = new_code()
        taken = or_(col(Game.play_code) == code, col(Game.watch_code) == code)
        if session.exec(select(Game.id).where(taken)).first() is None:
            return code
    raise RuntimeError(f"code: no free one was found in {CODES} tries")


def _first_owner(session: Session, game: str) -> Seat | None:
    wanted = select(Seat).where(Seat.game == game, col(Seat.owner), SITS, ~col(Seat.device).startswith(ELSEWHERE))
    found = list(session.exec(wanted.order_by(col(Seat.id))))
    return min(found, key=lambda row: row.device == THIS_COMPUTER, default=None)


def _first_time(session: Session, game: str, key: str, digest: str, now: datetime) -> bool:
    """Notes that a form is carried out; False when it was before. Raises KeyReused."""
    row = session.get(IdempotencyRow, (game, key))
    if row is not None:
        if row.digest != digest:
            raise KeyReused(game, key)
        return False
    session.add(IdempotencyRow(game=game, key=key, digest=digest, batch=0, seq_after=0, created=now))
    return True
