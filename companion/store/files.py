"""Files that the app keeps: readable by their owner only, and there whole or not at all, also after a power cut."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

COMPANIONS = ("-wal", "-shm", "-journal")
"""What SQLite writes beside a database; it gives new ones the mode of the database."""
OWNER_ONLY = 0o600


def keep_private(file: Path) -> None:
    """Makes a database file and those beside it readable by their owner only; an empty one when there is none yet.

    What cannot be done (a folder that is missing, a file of somebody else, a system without modes) is left alone:
    opening the database says what is wrong.
    """
    if str(file).startswith("file:"):
        return  # an address in SQLite's own form, whose options are its owner's business
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, OWNER_ONLY))
    for one in (file, *(file.with_name(f"{file.name}{ending}") for ending in COMPANIONS)):
        with suppress(OSError):
            if one.is_file() and one.stat().st_mode & 0o077:
                one.chmod(OWNER_ONLY)


@contextmanager
def private_files() -> Iterator[None]:
    """Makes every file and folder that is made meanwhile readable by its owner only: copies, photos, logs.

    It holds for the whole process, so it is for commands and not for libraries.
    """
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def close_folder(folder: Path) -> None:
    """Makes a folder of the app's own accessible to its owner only; one of somebody else is left alone."""
    with suppress(OSError):
        if folder.stat().st_mode & 0o077:
            folder.chmod(0o700)


def write_once(file: Path, data: bytes) -> bool:
    """Makes a file that only its owner reads, whole and on the disk before it has its name; tells whether it did:
    False when there is one already. Raises OSError."""
    with _on_the_disk(file, data) as unfinished:
        try:
            os.link(unfinished, file)
        except FileExistsError:
            return False
        sync_folder(file.parent)
        return True


def write_anew(file: Path, data: bytes) -> None:
    """Does the same in the place of the file that is there, if there is one. Raises OSError."""
    with _on_the_disk(file, data) as unfinished:
        unfinished.replace(file)
        sync_folder(file.parent)


@contextmanager
def _on_the_disk(file: Path, data: bytes) -> Iterator[Path]:
    unfinished = file.with_name(f"{file.name}.{os.getpid()}-{secrets.token_hex(4)}")
    descriptor = os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        yield unfinished
    finally:
        unfinished.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Brings the names in a folder to the disk, where the system knows how."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
