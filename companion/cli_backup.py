"""Copies of the database on the command line: `backup` makes one, `restore` puts one back, or one game out of it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import cli_text
from companion.rules.errors import FormatError

if TYPE_CHECKING:
    # What needs no database starts quicker without it.
    from companion.store.backup import Copy

Adder = Callable[[Any, str, Callable[[argparse.Namespace], int], str], argparse.ArgumentParser]
NEWEST = "newest"
ON_A_SERVER = (
    "the database is on a server, whose own tools copy it: pg_dump --format=custom --file=arrakis.dump {url}; "
    "the way back: pg_restore --clean --if-exists --single-transaction --dbname={url} arrakis.dump"
)


def add_commands(commands: Any, add: Adder, database: str) -> None:
    """Adds both commands; ``add`` makes the parser of one, ``database`` is the help of ``--db``."""
    backup = add(commands, "backup", _backup, "copy the database, also while the app runs")
    backup.add_argument(
        "file", metavar="FILE", nargs="?", help="new file; left out: one in the folder backups beside it"
    )
    backup.add_argument("--list", action="store_true", help="make none, list those that are there")
    backup.add_argument("--db", metavar="URL", help=database)
    restore = add(commands, "restore", _restore, "put a copy of the database back, also while the app runs")
    restore.add_argument("file", metavar="FILE", help=f"a copy: its file, its name in the folder backups, or {NEWEST}")
    restore.add_argument("--game", metavar="ID", help="only this game, in the place of what is there of it")
    restore.add_argument("--list", action="store_true", help="put nothing back, list the games in the copy")
    restore.add_argument("--db", metavar="URL", help=database)


def _backup(arguments: argparse.Namespace) -> int:
    from companion.store.backup import BackupFailed, Reason, copies, make_copy, write_copy

    database = _database_file(arguments.db)
    if arguments.list:
        cli_text.show({"copies": [_shown(copy) for copy in copies(database)]}, arguments.json)
        return 0
    try:
        if arguments.file is None:
            cli_text.show(_shown(make_copy(database, Reason.BY_HAND, datetime.now(UTC))), arguments.json)
            return 0
        target = Path(arguments.file).absolute()
        if target.exists():
            raise FormatError("file", f"{arguments.file} is there already; name a new one")
        part = target.with_name(f"{target.name}.part")
        try:
            sound = write_copy(database, part)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except (BackupFailed, OSError) as problem:
        raise FormatError("backup", str(problem).removeprefix("backup: ")) from None
    cli_text.show({"copy": str(target), "size": target.stat().st_size, "sound": sound}, arguments.json)
    return 0


def _restore(arguments: argparse.Namespace) -> int:
    from companion.store import Database, StoreError, database_url
    from companion.store.restore import RestoreFailed, games_in, restore_file, restore_game

    url = database_url(arguments.db)
    now = datetime.now(UTC)
    database = _database_file(arguments.db, must_exist=False)
    copy = _copy_of(database, arguments.file)
    try:
        if arguments.list:
            games = [
                {"game": one.game.id, "name": one.game.name, "rows": one.seq, "damaged": one.damaged}
                for one in games_in(copy)
            ]
            cli_text.show({"copy": str(copy), "games": games}, arguments.json)
            return 0
        if arguments.game is None:
            kept = restore_file(database, copy, now)
            # Tables of an older version are brought up to date.
            Database(url).close()
            cli_text.show({"restored": str(copy), "before": str(kept) if kept else None}, arguments.json)
            return 0
        opened = Database(url)
        try:
            restore_game(opened, copy, arguments.game, now)
        finally:
            opened.close()
    except RestoreFailed as problem:
        raise FormatError("restore", str(problem).removeprefix("restore: ")) from None
    except StoreError as problem:
        raise FormatError(*str(problem).split(": ", 1)) from None
    cli_text.show({"restored": arguments.game, "from": str(copy)}, arguments.json)
    return 0


def _database_file(given: str | None, *, must_exist: bool = True) -> Path:
    from sqlalchemy import URL, make_url
    from sqlalchemy.exc import ArgumentError

    from companion.store import StoreError, database_url

    try:
        url = make_url(database_url(given))
    except ArgumentError:
        raise FormatError("db", f"{given!r} is no database URL such as sqlite:///games.sqlite") from None
    except StoreError as problem:
        raise FormatError(*str(problem).split(": ", 1)) from None
    if url.get_backend_name() != "sqlite":
        shown = URL.create(
            "postgresql", url.username, host=url.host, port=url.port, database=url.database
        ).render_as_string()
        raise FormatError("db", ON_A_SERVER.format(url=shown))
    file = Path(str(url.database)).absolute()
    if must_exist and not file.is_file():
        raise FormatError("db", f"there is no file {file}")
    return file


def _copy_of(database: Path, named: str) -> Path:
    from companion.store.backup import copies, copy_named

    if named == NEWEST:
        sound = [copy for copy in copies(database) if copy.sound]
        if not sound:
            raise FormatError("file", f"there is no sound copy of {database}")
        return sound[0].file
    if (known := copy_named(database, named)) is not None:
        return known.file
    file = Path(named).absolute()
    if not file.is_file():
        raise FormatError("file", f"there is no copy {named}")
    return file


def _shown(copy: Copy) -> dict[str, object]:
    return {
        "copy": str(copy.file),
        "made": copy.made.isoformat(timespec="seconds"),
        "reason": copy.reason.value,
        "size": copy.size,
        "sound": copy.sound,
    }
