"""Practice of a table: its lessons in files, and the network that comes of practising with them.

In the folder of a table lie ``shown-NAME.npz``, one for each of its lessons, and ``network.npz``. Saving the table does
not touch the network: practice takes long, and other photos may teach the table meanwhile.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from vision.files import write_whole
from vision.practice import own
from vision.practice.own import Own, practised
from vision.practice.shown import Lesson
from vision.table.folder import Table, TableError

SHOWN, ENDING = "shown-", ".npz"
MOST_FILE_BYTES = 8 * 1024 * 1024
FEWEST = 3
"""Lessons from which practice is worth its time: fewer show too little of a box."""


def opened(folder: Path) -> Table:
    """Returns the table of a folder with its own network; raises TableError naming the file."""
    table = Table.load(folder)
    try:
        table.own = own.load(folder)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as problem:
        raise TableError(own.FILE, f"cannot be read: {problem}") from None
    return table


def kept(table: Table, folder: Path) -> None:
    """Saves a table with what its new lessons show; what others showed that it no longer has goes."""
    table.save(folder)
    for name, lesson in table.shown.items():
        lesson.save(folder / _file(name))
    there = {_file(name) for name in table.lessons}
    for file in folder.glob(f"{SHOWN}*{ENDING}"):
        if file.name not in there:
            file.unlink(missing_ok=True)


def practise(folder: Path, tell: Callable[[], None] = lambda: None) -> Own | None:
    """Lets the network practise with all lessons of the table in a folder, and keeps what comes of it.

    Returns it; None, and the table has none, while there are too few lessons, or where the host is too slow. ``tell``
    is called now and then: what it raises ends practice. Raises TableError for a folder that is no table.
    """
    table = opened(folder)
    lessons = {}
    for name in table.lessons:
        # One that is forgotten meanwhile, and boxes of before.
        with suppress(OSError, ValueError, KeyError, zipfile.BadZipFile):
            file = folder / _file(name)
            lessons[f"{name} {hashlib.sha256(file.read_bytes()).hexdigest()[:8]}"] = Lesson.load(file)
    if table.own is not None and table.own.lessons == tuple(sorted(lessons)):
        return table.own
    made = after_practice(table, lessons, tell)
    if made is None:
        (folder / own.FILE).unlink(missing_ok=True)
    else:
        own.save(made, folder)
    return made


def after_practice(table: Table, lessons: Mapping[str, Lesson], tell: Callable[[], None] = lambda: None) -> Own | None:
    """Returns the network after practice with lessons of a table; None for too few, or where the host is too slow."""
    return practised(lessons, table.board, table.sizes, tell=tell) if len(lessons) >= FEWEST else None


def files(folder: Path) -> list[Path]:
    """Returns the files of practice in a folder, which an export takes along."""
    return [file for file in (folder / own.FILE, *sorted(folder.glob(f"{SHOWN}*{ENDING}"))) if file.is_file()]


def import_files(names: Iterable[zipfile.ZipInfo], archive: zipfile.ZipFile, table: Table, folder: Path) -> None:
    """Writes the files of practice of an export into the folder of its table; others are left out."""
    wanted = {own.FILE, *(_file(name) for name in table.lessons)}
    for info in names:
        if info.filename in wanted and info.file_size < MOST_FILE_BYTES:
            write_whole(folder / info.filename, archive.read(info.filename))
    opened(folder)


def _file(name: str) -> str:
    """Returns the file of a lesson: names of photos have a colon, which no file may have everywhere."""
    return f"{SHOWN}{name.replace(':', '-')}{ENDING}"
