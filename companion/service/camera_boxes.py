"""Who may do what with a camera box: it belongs to a device or to the serving computer.

A box that its owner shares is also for those who sit at a table together with the owner: they may take photos with it
and go on teaching it. So may other devices of its owner's person, shared or not. Nobody else learns that it is there.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum
from pathlib import Path

from companion.service.camera import CameraDesk
from companion.service.camera_jobs import Unknown
from companion.store.boxes import HOST, Boxes, BoxRecord


class Access(IntEnum):
    """What somebody may do with a box; more includes less."""

    NONE = 0
    USES = 1
    OWNS = 2


class NotTheOwner(Exception):
    """A box that may be used was to be removed, saved or shared by somebody else than its owner."""


class TooManyBoxes(Exception):
    """A device owns as many boxes as it may: ``most``."""

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(f"box: a device owns {most} at most")


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: at which game, the id of the device, and whether it is the serving computer."""

    game: str
    device: str
    host: bool

    @property
    def owner(self) -> str:
        """As whom this device owns boxes that it makes."""
        return HOST if self.host else self.device


@dataclass(frozen=True, slots=True)
class Box:
    """A box as somebody sees it: ``owned`` by them, ``shared`` with those who sit with its owner."""

    id: str
    name: str
    owned: bool
    shared: bool


class Shelf:
    """The boxes of the desk with their owners; safe to share between threads and between processes."""

    def __init__(self, desk: CameraDesk, boxes: Boxes, clock: Callable[[], datetime], most_a_device: int) -> None:
        """``most_a_device``: how many boxes a device that is not the host may own."""
        self._desk = desk
        self._rows = boxes
        self._clock = clock
        self._most = most_a_device
        self._hosts: set[str] = set()

    def boxes(self, asker: Asker) -> list[Box]:
        """Returns the boxes that somebody may use, the one used last first."""
        rows = self._rows.all()
        found = []
        for box, name in self._desk.boxes():
            row = rows.get(box, BoxRecord(box))
            if access := self._access(row, asker):
                found.append(Box(box, name, access is Access.OWNS, row.shared))
        return found

    def used(self, box: str, asker: Asker) -> Path:
        """Returns the folder of a box that somebody may use; raises Unknown."""
        folder = self._desk.box(box)
        if not self._access(self._rows.get(box), asker):
            raise Unknown("box", box)
        return folder

    def owned(self, box: str, asker: Asker) -> Path:
        """Returns the folder of somebody's own box; raises Unknown, or NotTheOwner for one they may merely use."""
        folder = self.used(box, asker)
        if self._access(self._rows.get(box), asker) is not Access.OWNS:
            raise NotTheOwner
        return folder

    def seen(self, box: str, asker: Asker) -> Box:
        """Returns a box as somebody sees it; raises Unknown."""
        self.used(box, asker)
        row = self._rows.get(box)
        return Box(box, self._desk.box_name(box), self._access(row, asker) is Access.OWNS, row.shared)

    def new(self, asker: Asker) -> tuple[str, Path]:
        """Returns id and empty folder of a new box that belongs to who asks; raises TooManyBoxes, or Busy without room.

        A box of the host is shared to begin with, one of a guest is not.
        """
        if not asker.host and sum(row.device == asker.device for row in self._rows.all().values()) >= self._most:
            raise TooManyBoxes(self._most)
        box, folder = self._desk.new_box()
        self._rows.keep(BoxRecord(box, asker.owner, shared=asker.host), self._clock())
        return box, folder

    def give_up(self, box: str, folder: Path) -> None:
        """Drops a new box that came to nothing."""
        self._desk.drop_box(folder)
        self._rows.forget(box)

    def share(self, box: str, asker: Asker, shared: bool) -> None:
        """Shares one's own box, or keeps it to oneself; raises Unknown, NotTheOwner."""
        self.owned(box, asker)
        self._rows.keep(BoxRecord(box, self._rows.get(box).device, shared), self._clock())

    def remove(self, box: str, asker: Asker) -> None:
        """Deletes one's own box; raises Unknown, NotTheOwner."""
        self.owned(box, asker)
        self._desk.remove_box(box)
        self._rows.forget(box)

    def note_host(self, device: str) -> None:
        """Notes that a device is used on the serving computer, which then sits where that device does."""
        if device not in self._hosts and self._rows.note_host(device):
            self._hosts.add(device)

    def sweep(self) -> int:
        """Forgets whose boxes are that are gone, and returns how many there were."""
        rows = self._rows.all()
        gone = rows.keys() - self._desk.begun_boxes()
        for box in gone:
            self._rows.forget(box)
        return len(gone)

    def remove_abandoned(self, older: timedelta) -> int:
        """Deletes the boxes of devices that sit nowhere and were not seen for so long; returns how many."""
        gone = self._rows.of_nobody(self._clock() - older)
        for box in gone:
            with suppress(Unknown):
                self._desk.remove_box(box)
            self._rows.forget(box)
        return len(gone)

    def _access(self, row: BoxRecord, asker: Asker) -> Access:
        if row.device == asker.device or (asker.host and row.device == HOST):
            return Access.OWNS
        if row.shared and self._rows.sits(asker.game, row.device):
            return Access.USES
        return Access.USES if self._rows.same_person(asker.game, asker.device, row.device) else Access.NONE
