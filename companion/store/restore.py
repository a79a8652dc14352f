"""The way back from a copy: one game as it was, the whole file, or what is good of a damaged game as a new one."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import delete
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, SQLModel, col, or_, select

from companion.store.backup import BackupFailed, Reason, make_copy, sync_file
from companion.store.codes import OWNER_LENGTH, new_code
from companion.store.database import Database, StoreError
from companion.store.examine import damage_of, damages, opened
from companion.store.files import sync_folder
from companion.store.games import Games
from companion.store.records import GameRecord, NotFound
from companion.store.tables import CameraBox, Device, EventRow, Game, IdempotencyRow, Seat
from companion.store.trouble import Trouble, Unavailable

M = TypeVar("M", bound=SQLModel)


class RestoreFailed(Exception):
    """Nothing was put back; the text says why."""

    def __init__(self, why: str) -> None:
        super().__init__(f"restore: {why}")


@dataclass(frozen=True, slots=True)
class Copied:
    """A game in a copy; ``seq`` is how many rows its log has there. A damaged one cannot be put back."""

    game: GameRecord
    seq: int
    damaged: bool


def games_in(copy: Path) -> list[Copied]:
    """Returns the games of a copy, the latest first; raises RestoreFailed for one that is no database of ours."""
    with opened_copy(copy) as source:
        with source.read() as session:
            seqs = {row.id: row.seq for row in session.exec(select(Game))}
        with source.engine.connect() as connection:
            damaged = damages(connection)
        records = Games(source).recent(None, len(seqs))
        return [Copied(record, seqs[record.id], record.id in damaged) for record in records]


def holds(copy: Path, game: str) -> tuple[int, datetime] | None:
    """Returns how many rows the log of a game has in a copy and when it changed last, None when it is not in it."""
    try:
        with opened(copy) as connection:
            found = connection.exec_driver_sql("SELECT seq, changed FROM game WHERE id = ?", (game,)).one_or_none()
            if found is None or damage_of(connection, game) is not None:
                return None
            return found.seq, datetime.fromisoformat(f"{found.changed}+00:00")
    except (DBAPIError, ValueError, TypeError):
        return None


@contextmanager
def opened_copy(copy: Path) -> Iterator[Database]:
    """Opens a copy of a copy, brought up to date: a copy itself is never written to. Raises RestoreFailed."""
    with tempfile.TemporaryDirectory(prefix="arrakis-") as folder:
        place = Path(folder) / "copy.sqlite"
        try:
            with opened(copy) as connection:
                connection.exec_driver_sql("SELECT count(*) FROM game")
            shutil.copyfile(copy, place)
            database = Database(f"sqlite:///{place}", keep_copies=False)
        except DBAPIError as problem:
            raise RestoreFailed(f"{copy.name} is no database of this app, or damaged: {problem.orig}") from None
        except (OSError, StoreError) as problem:
            raise RestoreFailed(f"{copy.name} cannot be read: {problem}") from None
        try:
            yield database
        finally:
            database.close()


def restore_game(database: Database, copy: Path, game: str, now: datetime) -> None:
    """Puts a game back as it was in a copy, in the place of what is there now; devices keep their seats.

    The present file is copied first where it is one. Raises RestoreFailed, and then nothing was changed.
    """
    if database.file is not None:
        keep_present(database.file, now)
    with opened_copy(copy) as source:
        try:
            whole = _read(source, game)
        except NotFound:
            raise RestoreFailed(f"{copy.name} does not hold the game {game}") from None
        with source.engine.connect() as connection:
            if damage_of(connection, game) is not None:
                raise RestoreFailed(f"the game {game} is damaged in {copy.name} too")
        try:
            with database.write() as session:
                session.connection().execute(delete(Game).where(col(Game.id) == game))
                write_whole(session, whole)
        except Unavailable as problem:
            if problem.trouble is not Trouble.DAMAGED or database.file is None:
                raise
            # Where the file cannot even be read, the game cannot be taken out of it.
            _rebuild(database, database.file, game, _read(source, game), copy)


def _rebuild(database: Database, file: Path, game: str, whole: "Whole", copy: Path) -> None:
    """Makes the file anew: every game that is good in it, ``whole``, and of other damaged ones what the copy has."""
    part = file.with_name(f"{file.name}.new")
    part.unlink(missing_ok=True)
    new = Database(f"sqlite:///{part}", keep_copies=False)
    try:
        with database.engine.connect() as connection:
            damaged = set(damages(connection)) | {game}
            others = [one for (one,) in connection.exec_driver_sql("SELECT id FROM game") if one not in damaged]
        found = [_read(database, one) for one in others]
        with opened_copy(copy) as source:
            with source.engine.connect() as connection:
                held = [one for one in damaged - {game} if damage_of(connection, one) is None]
            found += [_read(source, one) for one in held]
        boxes = list[CameraBox]()
        with suppress(Unavailable), database.read() as session:
            boxes = [apart(box) for box in session.exec(select(CameraBox))]
        with new.write() as session:
            for one in (*found, whole):
                write_whole(session, one)
            session.add_all(boxes)
    except DBAPIError as problem:
        raise RestoreFailed(f"the file is too damaged, put all of a copy back: {problem.orig}") from None
    except Unavailable as problem:
        raise RestoreFailed(f"the file is too damaged, put all of a copy back: {problem}") from None
    finally:
        new.close()
    _take_its_place(file, part)
    for ending in ("", "-wal", "-shm"):
        part.with_name(part.name + ending).unlink(missing_ok=True)


def keep_present(file: Path, now: datetime) -> Path | None:
    """Keeps the present file before it is changed or replaced, also one that is no database any more."""
    if not file.exists():
        return None
    try:
        return make_copy(file, Reason.RESTORE, now).file
    except BackupFailed as problem:
        folder = file.parent / "backups" / f"{file.stem}-{now:%Y%m%dT%H%M%SZ}-unreadable"
        try:
            folder.mkdir(mode=0o700, parents=True)
            for one in (file, *(file.with_name(file.name + ending) for ending in ("-wal", "-journal"))):
                if one.exists():
                    shutil.copy2(one, folder / one.name)
        except OSError as worse:
            raise RestoreFailed(f"the present file cannot be kept ({problem}; {worse})") from None
        return folder


def restore_file(database: Path, copy: Path, now: datetime) -> Path | None:
    """Puts the whole file back as it was in a copy, also while a server uses it; returns what the present file was
    kept as. Raises RestoreFailed, and then nothing was changed."""
    with opened_copy(copy):
        pass
    kept = keep_present(database, now)
    try:
        _write_over(database, copy)
    except sqlite3.OperationalError as problem:
        raise RestoreFailed(f"the database is in use: {problem}") from None
    except sqlite3.DatabaseError:
        # What is there is no database any more: it cannot be written over page by page.
        _take_its_place(database, copy)
    return kept


def _write_over(database: Path, copy: Path) -> None:
    target = sqlite3.connect(database, timeout=5)
    source = sqlite3.connect(copy)
    try:
        target.execute("PRAGMA synchronous = FULL")
        target.execute("SELECT count(*) FROM sqlite_master")
        source.backup(target)
        target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        source.close()
        target.close()


def _take_its_place(database: Path, copy: Path) -> None:
    part = database.with_name(f"{database.name}.part")
    try:
        shutil.copyfile(copy, part)
        part.chmod(0o600)
        sync_file(part)
        for ending in ("-wal", "-shm", "-journal"):
            database.with_name(database.name + ending).unlink(missing_ok=True)
        part.replace(database)
        sync_folder(database.parent)
    except OSError as problem:
        raise RestoreFailed(f"{database} cannot be written: {problem}") from None


@dataclass(frozen=True, slots=True)
class Whole:
    """Everything of a game, apart from the session that read it."""

    game: Game
    devices: Sequence[Device]
    seats: Sequence[Seat]
    rows: Sequence[EventRow]
    answered: Sequence[IdempotencyRow]


def _read(source: Database, game: str) -> Whole:
    with source.read() as session:
        record = session.get(Game, game)
        if record is None:
            raise NotFound("game", game)
        seats = session.exec(select(Seat).where(Seat.game == game).order_by(col(Seat.id))).all()
        here = [seat.device for seat in seats]
        return Whole(
            apart(record),
            [apart(one) for one in session.exec(select(Device).where(col(Device.id).in_(here)))],
            [apart(one) for one in seats],
            [apart(one) for one in session.exec(select(EventRow).where(EventRow.game == game))],
            [apart(one) for one in session.exec(select(IdempotencyRow).where(IdempotencyRow.game == game))],
        )


def apart(row: M) -> M:
    """Returns a row like this one that belongs to no session; what sessions keep is made anew."""
    values = {name: getattr(row, name) for name in type(row).model_fields}
    kept: dict[str, Any] = {"seal": "", "chain": "", "head": ""}
    if isinstance(row, Game):
        kept["seq"] = 0
    return type(row)(**{name: kept.get(name, value) for name, value in values.items()})


def write_whole(session: Session, whole: Whole) -> None:
    """Adds a game with everything of it; a seat whose number another has gets a new one, and so does a code."""
    game = whole.game
    for name, length in (("play_code", 8), ("watch_code", 8), ("owner_code", OWNER_LENGTH)):
        code = getattr(game, name)
        taken = or_(Game.play_code == code, Game.watch_code == code, Game.owner_code == code)
        if session.exec(select(Game.id).where(taken)).first() is not None:
            setattr(game, name, new_code(length))
    for device in whole.devices:
        if session.get(Device, device.id) is None:
            session.add(device)
    session.add(game)
    session.flush()
    numbers = dict[int | None, int | None]({None: None})
    for seat in whole.seats:
        before = seat.id
        if session.get(Seat, before) is not None:
            seat.id = None
        session.add(seat)
        session.flush()
        numbers[before] = seat.id
    for seat in whole.seats:
        if seat.person is not None and numbers.get(seat.person) != seat.person:
            seat.person = numbers.get(seat.person)
    for row in whole.rows:
        row.seat = numbers[row.seat]
    session.add_all(whole.rows)
    session.add_all(whole.answered)
    session.flush()
