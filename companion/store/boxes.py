"""Whose a camera box is: the folders hold what the camera learnt, these rows who may use it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, or_, update
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from companion.store.database import Database
from companion.store.games import THIS_COMPUTER
from companion.store.tables import CameraBox, Device, Seat

HOST = THIS_COMPUTER
"""Whose the boxes of the serving computer are, whichever browser made them."""


@dataclass(frozen=True, slots=True)
class BoxRecord:
    """A box: ``device`` is whose it is (``HOST``: the serving computer's), ``shared`` as the table has it."""

    id: str
    device: str = HOST
    shared: bool = True


class Boxes:
    """Who owns the boxes of a database; safe to share between threads.

    A box without a row is one from before there were rows: the host's, and shared.
    """

    def __init__(self, database: Database) -> None:
        """Uses ``database``, which the caller closes."""
        self._database = database

    def get(self, box: str) -> BoxRecord:
        """Returns whose a box is."""
        with self._database.read() as session:
            row = session.get(CameraBox, box)
            return BoxRecord(box) if row is None else BoxRecord(row.id, row.device, row.shared)

    def all(self) -> dict[str, BoxRecord]:
        """Returns the boxes that have a row, by their id."""
        with self._database.read() as session:
            return {row.id: BoxRecord(row.id, row.device, row.shared) for row in session.exec(select(CameraBox))}

    def keep(self, box: BoxRecord, now: datetime) -> None:
        """Writes whose a box is and whether it is shared, in the place of what was known of it."""
        with self._database.write() as session:
            row = session.get(CameraBox, box.id) or CameraBox(id=box.id, device=box.device, created=now)
            row.device, row.shared = box.device, box.shared
            session.add(row)

    def forget(self, box: str) -> None:
        """Removes the row of a box; one that has none stays as it is."""
        with self._database.write() as session:
            if (row := session.get(CameraBox, box)) is not None:
                session.delete(row)

    def of_nobody(self, before: datetime) -> list[str]:
        """Returns the boxes of devices that sit nowhere and were not seen since a moment; never those of the host."""
        with self._database.read() as session:
            gone = (
                select(CameraBox.id)
                .join(Device, col(Device.id) == col(CameraBox.device), isouter=True)
                .where(CameraBox.device != HOST, CameraBox.created < before)
                .where(or_(col(Device.id).is_(None), col(Device.seen) < before))
                .where(~select(Seat.id).where(Seat.device == CameraBox.device, ~col(Seat.removed)).exists())
            )
            return list(session.exec(gone))

    def sits(self, game: str, owner: str) -> bool:
        """Tells whether the owner of a box sits at a game: the device, or for ``HOST`` any of the serving computer.

        A host that merely looks into a game of others (its own seat, see ``Guests.sit_as_host``) shares nothing there.
        """
        with self._database.read() as session:
            wanted = select(Seat.id).where(Seat.game == game, ~col(Seat.waiting), ~col(Seat.removed))
            if owner == HOST:
                wanted = wanted.join(Device, col(Device.id) == col(Seat.device)).where(col(Device.host))
            else:
                wanted = wanted.where(Seat.device == owner)
            return session.exec(wanted.limit(1)).first() is not None

    def same_person(self, game: str, device: str, owner: str) -> bool:
        """Tells whether a device is another one of the person that owns a box: both sit at the game and play the same.

        That they do the person has agreed to; merely to be called so, anybody can claim (``Guests.merge``).
        """
        mine, theirs = aliased(Seat), aliased(Seat)
        wanted = select(mine.id).join(theirs, col(mine.game) == col(theirs.game)).where(mine.game == game)
        wanted = wanted.where(mine.device == device, theirs.device == owner)
        for one in (mine, theirs):
            wanted = wanted.where(~col(one.waiting), ~col(one.removed), one.parts != "")
        person, owners = (func.coalesce(col(one.person), col(one.id)) for one in (mine, theirs))
        with self._database.read() as session:
            same = wanted.where(mine.parts == theirs.parts, person == owners)
            return session.exec(same.limit(1)).first() is not None

    def note_host(self, device: str) -> bool:
        """Notes that a device is used on the serving computer; tells whether the device is known."""
        with self._database.write() as session:
            noted = session.connection().execute(update(Device).where(col(Device.id) == device).values(host=True))
            return noted.rowcount > 0
