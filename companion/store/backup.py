"""Copies of an SQLite file, made while it is in use: in the folder ``backups`` beside it, the newest always whole.

A copy is written under another name, checked, brought to the disk and only then given its name, so that nothing
half-made is ever taken for one. Sound copies and those that hold damage are counted apart: damage that goes unnoticed
for a while does not push out what was good before it.
"""

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from companion.store.examine import damages, has_chains, is_sound, opened
from companion.store.files import OWNER_ONLY, sync_folder

FOLDER = "backups"
KEPT, KEPT_DAMAGED, KEPT_BEFORE = 20, 5, 3
"""Copies that are kept: sound ones, those with damage, and those made before the tables or the whole file changed."""
UNFINISHED = ".part"
WAIT_SECONDS = 5
STAMP = "%Y%m%dT%H%M%S"


class Reason(StrEnum):
    """Why a copy was made."""

    ROUND = "round"
    START = "start"
    STOP = "stop"
    DAY = "day"
    BY_HAND = "hand"
    MIGRATION = "migration"
    RESTORE = "restore"


BEFORE = (Reason.MIGRATION, Reason.RESTORE)
"""Reasons that something is about to be done to the whole file."""


class BackupFailed(Exception):
    """No copy was made; the text says why."""

    def __init__(self, why: str) -> None:
        super().__init__(f"backup: {why}")


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy: where it is, when and why it was made, its bytes. ``sound``: nothing in it was found damaged."""

    file: Path
    made: datetime
    reason: Reason
    sound: bool
    size: int

    @property
    def name(self) -> str:
        """What it is called in lists and addresses."""
        return self.file.name


def copies(database: Path) -> list[Copy]:
    """Returns the copies of a database file, the newest first."""
    found = list[Copy]()
    names = re.compile(
        re.escape(database.stem)
        + r"-(\d{8}T\d{6})(\d{3})Z-("
        + "|".join(Reason)
        + r")(-damaged)?"
        + re.escape(database.suffix or ".sqlite")
    )
    with suppress(OSError):
        for file in (database.parent / FOLDER).iterdir():
            with suppress(OSError, ValueError):
                if match := names.fullmatch(file.name):
                    made = datetime.strptime(match[1], STAMP).replace(microsecond=int(match[2]) * 1000, tzinfo=UTC)
                    found.append(Copy(file, made, Reason(match[3]), not match[4], file.stat().st_size))
    return sorted(found, key=lambda copy: copy.file.name, reverse=True)


def copy_named(database: Path, name: str) -> Copy | None:
    """Returns the copy with this name, None when there is none."""
    return next((copy for copy in copies(database) if copy.name == name), None)


def make_copy(database: Path, reason: Reason, now: datetime) -> Copy:
    """Copies a database file that may be in use, drops the oldest copies beyond those that are kept, and returns it.

    Raises BackupFailed, and then no copy is there and none was dropped.
    """
    folder = database.parent / FOLDER
    with _failing():
        folder.mkdir(mode=0o700, exist_ok=True)
        sync_folder(folder.parent)
    now = now.astimezone(UTC)
    name = f"{database.stem}-{now.strftime(STAMP)}{now.microsecond // 1000:03d}Z-{reason}"
    part = folder / f"{name}{UNFINISHED}"
    try:
        sound = write_copy(database, part)
        target = folder / f"{name}{'' if sound else '-damaged'}{database.suffix or '.sqlite'}"
        with _failing():
            part.replace(target)
            sync_folder(folder)
    finally:
        part.unlink(missing_ok=True)
    _drop_oldest(database)
    return Copy(target, now, reason, sound, target.stat().st_size)


def write_copy(database: Path, target: Path) -> bool:
    """Writes a copy of a database file to a new file, to the disk, and tells whether everything in it is sound.

    Raises BackupFailed when it cannot be made.
    """
    with _failing():
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY))
        with (
            closing(sqlite3.connect(f"file:{_quoted(database)}?mode=rw", uri=True, timeout=WAIT_SECONDS)) as source,
            closing(sqlite3.connect(target, timeout=WAIT_SECONDS)) as copy,
        ):
            # All in one step is one moment of the database; in write-ahead mode it keeps nobody from writing.
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        sync_file(target)
        return is_whole(target)


def is_whole(file: Path) -> bool:
    """Tells whether a copy is a whole database and all games in it are what was written."""
    try:
        with opened(file) as connection:
            return is_sound(connection) and not (has_chains(connection) and damages(connection))
    except DBAPIError:
        return False


def sync_file(file: Path) -> None:
    """Brings a file to the disk; raises OSError."""
    with file.open("rb+") as stream:
        os.fsync(stream.fileno())


def _drop_oldest(database: Path) -> None:
    kinds: dict[str, list[Copy]] = {}
    for copy in copies(database):
        kind = "before" if copy.reason in BEFORE else "sound" if copy.sound else "damaged"
        kinds.setdefault(kind, []).append(copy)
    for kind, most in (("sound", KEPT), ("damaged", KEPT_DAMAGED), ("before", KEPT_BEFORE)):
        for copy in kinds.get(kind, [])[most:]:
            with suppress(OSError):
                copy.file.unlink()
    # What a program left that was stopped in the middle.
    for part in (database.parent / FOLDER).glob(f"{database.stem}-*{UNFINISHED}*"):
        with suppress(OSError):
            if datetime.now(UTC).timestamp() - part.stat().st_mtime > 3600:
                part.unlink()


def _quoted(file: Path) -> str:
    return str(file.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


@contextmanager
def _failing() -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as problem:
        raise BackupFailed(str(problem)) from None
