"""The seats of a game by side: who plays which parts of the two factions, who acts for whom, and asks to change sides.

A device that has seen the secrets of one side plays the other only when somebody agrees: the owner, or whoever plays
one of the two. Where there is nobody to agree it may; the others are told. Asking for what another person plays is an
offer to swap: with that person's yes both change places, in one step.
"""

from collections.abc import Iterable

from sqlmodel import Session, col, or_, select

from companion.content.terms import Subfaction
from companion.store.database import Database
from companion.store.records import NotFound, Role, SeatRecord, SeatTaken
from companion.store.tables import Game, Seat

Parts = frozenset[Subfaction]


class Sides:
    """The sides of all games of a database; safe to share between threads.

    Every method raises NotFound for a game or a seat that is not there. Each deed is one transaction; done a second
    time it changes nothing more.
    """

    def __init__(self, database: Database) -> None:
        """Uses ``database``, which the caller closes."""
        self._database = database

    def change(self, game: str, seat: int, parts: Parts) -> bool:
        """Gives a seat that plays other parts, none: those of a device of the table; False: it was asked for only.

        What another person plays is asked of that person: a swap. Raises SeatTaken where two persons play them.
        """
        with self._database.write(game) as session:
            row = _sitting(session, game, seat)
            if Role(row.role).may_write and _holders(session, row, parts):
                row.wants = ids_of(parts)
                session.add(row)
            else:
                play(session, row, parts)
            return not row.wants

    def agree(self, game: str, seat: int) -> None:
        """Gives a seat the parts that it asks for, and whoever played them in its place those that it played.

        Raises SeatTaken where two persons play them.
        """
        with self._database.write(game) as session:
            row = _sitting(session, game, seat)
            wanted = parts_of(row.wants)
            if holders := _holders(session, row, wanted):
                _swap(session, row, holders, wanted)
            elif wanted:
                play(session, row, wanted, agreed=True)

    def refuse(self, game: str, seat: int) -> None:
        """Lets a seat go on as it is: it asks for nothing any more."""
        with self._database.write(game) as session:
            row = _sitting(session, game, seat)
            row.wants = ""
            session.add(row)

    def watch(self, game: str, seat: int) -> None:
        """Makes a seat one of a watcher: what it played is free."""
        with self._database.write(game) as session:
            row = _sitting(session, game, seat)
            row.role = Role.SPECTATOR.value
            play(session, row, frozenset())

    def hand_over(self, game: str, seat: int, to: int, *, once: bool) -> None:
        """Lets the seat ``to`` act for what ``seat`` plays, until that is taken back; ``once``: for one decision."""
        with self._database.write(game) as session:
            row, other = _sitting(session, game, seat), _sitting(session, game, to)
            _hand_back(session, row)
            if row.id != other.id and Role(other.role).may_write:
                other.acts_for = ids_of(parts_of(other.acts_for) | parts_of(row.parts))
                other.acts_once = once
                session.add(other)

    def take_back(self, game: str, seat: int) -> None:
        """Lets nobody else act for what a seat plays."""
        with self._database.write(game) as session:
            _hand_back(session, _sitting(session, game, seat))


def _holders(session: Session, row: Seat, parts: Parts) -> list[Seat]:
    """The devices of the one other person who plays just these parts; none where nobody or somebody else does too."""
    found = [
        other for other in _others(session, row) if _person(other) != _person(row) and parts_of(other.parts) & parts
    ]
    alike = len({_person(other) for other in found}) == 1 and all(parts_of(other.parts) == parts for other in found)
    return found if alike else []


def _swap(session: Session, row: Seat, holders: Iterable[Seat], wanted: Parts) -> None:
    """Two persons change places with all devices that play the same; what was handed over and asked for is over."""
    left = parts_of(row.parts)
    alike = [other for other in _others(session, row) if _person(other) == _person(row) and other.parts == row.parts]
    for one, parts in (*((one, wanted) for one in (row, *(alike if left else ()))), *((one, left) for one in holders)):
        _hand_back(session, one)
        one.knows = " ".join(sorted(_known(one)))
        one.parts, one.acts_for, one.acts_once, one.wants = ids_of(parts), "", False, ""
        session.add(one)
    session.flush()


def decided(session: Session, seat: int | None) -> None:
    """Notes that a seat has taken the one decision that was handed to it."""
    row = session.get(Seat, seat)
    if row is not None and row.acts_once:
        row.acts_for, row.acts_once = "", False
        session.add(row)


def play(session: Session, row: Seat, parts: Parts, *, agreed: bool = False) -> None:
    """Gives a seat its parts, none: those of a device of the table; what was handed to it and asked for is over.

    Watchers have none. What another device of its person plays, and parts of the other side than one whose secrets that
    person knows, it only ``wants``, unless somebody has ``agreed`` or nobody could. Raises SeatTaken when another
    person plays one of them, ValueError for parts of both sides.
    """
    if len({part.faction for part in parts}) > 1:
        raise ValueError(f"parts: a seat plays one side, not {', '.join(sorted(parts))}")
    parts = parts if Role(row.role).may_write else frozenset()
    others = _others(session, row)
    known, shares = _known(row), False
    for other in others:
        taken, same = parts & parts_of(other.parts), _person(other) == _person(row)
        if taken and not same and other.id is not None:
            raise SeatTaken(row.game, taken, other.id)
        known |= _known(other) if same else set()
        shares = shares or bool(same and taken - parts_of(row.parts))
    crosses = any(part.faction.id != one for part in parts for one in known)
    if not agreed and (shares or (crosses and any(_may_agree(other) for other in others))):
        row.wants = ids_of(parts)
    else:
        _hand_back(session, row)
        row.knows = " ".join(sorted(known))
        row.parts, row.acts_for, row.acts_once, row.wants = ids_of(parts), "", False, ""
    session.add(row)
    session.flush()


def agreeing(seats: Iterable[SeatRecord], asker: SeatRecord) -> list[SeatRecord]:
    """Returns the seats that may agree to what another one asks to play.

    To what another device of the same person plays that person alone, and so to a swap whoever is asked for it; to a
    change of sides anybody else who owns the game or plays a side.
    """
    others = [one for one in seats if one.id != asker.id and one.sits and one.role.may_write]
    person = asker.person or asker.id
    own = [one for one in others if (one.person or one.id) == person]
    if any(one.parts & asker.wants for one in own):
        return own
    holders = [one for one in others if one.parts & asker.wants]
    return holders or [one for one in others if one not in own and (one.owner or one.parts)]


def parts_of(ids: str) -> Parts:
    """Returns the parts whose ids a column holds."""
    return frozenset(Subfaction(one) for one in ids.split())


def ids_of(parts: Parts) -> str:
    """Returns what a column holds of parts."""
    return " ".join(sorted(parts))


def _others(session: Session, row: Seat) -> list[Seat]:
    return list(session.exec(select(Seat).where(Seat.game == row.game, Seat.id != row.id, ~col(Seat.removed))))


def _person(row: Seat) -> int | None:
    """The number of the person that a device belongs to."""
    return row.person or row.id


def _known(row: Seat) -> set[str]:
    """Ids of the sides whose secrets a seat has seen."""
    return {*row.knows.split(), *(part.faction.id for part in parts_of(row.parts))}


def _may_agree(row: Seat) -> bool:
    return Role(row.role).may_write and not row.waiting and bool(row.owner or row.parts)


def _hand_back(session: Session, row: Seat) -> None:
    """Nobody acts any more for what a seat plays."""
    own = parts_of(row.parts)
    acting = select(Seat).where(Seat.game == row.game, or_(col(Seat.acts_for) != "", col(Seat.acts_once)))
    for other in session.exec(acting) if own else ():
        other.acts_for = ids_of(parts_of(other.acts_for) - own)
        other.acts_once = other.acts_once and bool(other.acts_for)
        session.add(other)


def _sitting(session: Session, game: str, seat: int) -> Seat:
    """A seat that plays or watches now, with its game locked: two changes at once wait for each other."""
    session.exec(select(Game.id).where(Game.id == game).with_for_update()).one_or_none()
    row = session.get(Seat, seat)
    if row is None or row.game != game or row.removed or row.waiting or row.device.startswith("elsewhere/"):
        raise NotFound("seat", str(seat))
    return row
