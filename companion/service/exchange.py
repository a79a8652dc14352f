"""A whole game as one JSON file: its settings, its seats without their secrets, and every row of its log, undo and
redo included, as it was written; and the way back.
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any

from companion.rules.errors import FormatError
from companion.service.exchange_file import FORMAT, VERSION, Digest, GameFile, read_game
from companion.service.table import ID_LENGTH, TRIES, Table
from companion.store import GameRecord, SeatRecord
from companion.store.codec import from_text
from companion.store.codes import fresh_codes
from companion.store.records import REDO, UNDO
from companion.store.timeline import Row

Document = dict[str, Any]

_reading = Lock()
"""Held while a file is read: it takes memory many times its size, so that one is read after the other."""


def export_game(table: Table, game: str) -> Document:
    """Returns a game as a document that ``import_game`` takes; raises NotFound.

    It holds everything, also what the Atreides players hide: give it to them only. Secrets of devices, the codes
    and the id of the game are not in it.
    """
    record = table.games.get(game)
    return _document(table, record, table.log.rows(game))


def _document(table: Table, game: GameRecord, rows: list[Row]) -> Document:
    return document_of(game.created, game.seed, game.settings, table.games.seats(game.id), rows)


def document_of(
    created: datetime, seed: int, settings: str, seats: Iterable[SeatRecord], rows: Iterable[Row]
) -> Document:
    """Returns the document of a game that consists of this."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "created": created.isoformat(),
        "seed": seed,
        "settings": json.loads(settings),
        "seats": [_seat(seat) for seat in seats],
        "events": [_row(row) for row in rows],
    }


def _seat(seat: SeatRecord) -> Document:
    return {"id": seat.id, "role": seat.role.value, "name": seat.name, "created": seat.created.isoformat()}


def _row(row: Row) -> Document:
    reverts = row.kind in (UNDO, REDO)
    return {
        "seq": row.seq,
        "kind": row.kind,
        # Several steps taken back at once are one batch in the table; in a file each stands for itself.
        "batch": row.seq if reverts else row.batch,
        "command": row.kind if reverts else row.command,
        "seat": row.seat,
        "created": row.created.isoformat(),
        "payload": from_text(row.payload),
    }


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of an import; ``known``: the game was here already and nothing was written."""

    game: GameRecord
    known: bool = False


def import_game(table: Table, document: object, token: str = "", player: str = "", key: str = "") -> GameRecord:
    """Makes a new game out of a document and returns it; raises FormatError, and then nothing is written.

    With ``token``, the secret of a device, that device gets the seat of a player called ``player``; the same ``key``
    from the same device is the same request repeated. The seats of the file keep their names in the history; nobody
    can take them, the people join again.
    """
    return import_once(table, document, lambda _game: False, token, player, key).game


def import_once(
    table: Table,
    document: object,
    counts: Callable[[GameRecord], bool],
    token: str = "",
    player: str = "",
    key: str = "",
) -> Imported:
    """Makes a new game as ``import_game`` does, unless it came in before.

    Then it returns the game that is here, provided that ``counts`` says of it that it may be told; however it went on
    since, and whatever it is called now. Raises FormatError.
    """
    game_id = _id_of(token, key)
    if first := _made_before(table, game_id, token):
        return Imported(first)
    file = _read(document)
    for game in table.games.imported_from(file.digest):
        if counts(game):
            return Imported(game, known=True)
    return Imported(_made(table, file, token, player, game_id))


def copy_import(table: Table, game: str, token: str, player: str, key: str) -> GameRecord:
    """Makes another game as ``game`` was when it came in; raises NotFound, or FormatError when it never did."""
    record = table.games.get(game)
    rows = table.log.rows(game)
    digest = Digest(record.created, record.seed)
    for count, row in enumerate(rows, 1):
        digest.add(row)
        if digest.text == record.imported:
            return import_game(table, _document(table, record, rows[:count]), token, player, key)
    raise FormatError("game", "did not come out of a file")


def _read(document: object) -> GameFile:
    with _reading:
        return read_game(document)


def _id_of(token: str, key: str) -> str:
    """The id of the game that a request makes: the same again when the request is repeated."""
    return hashlib.sha256(f"{token}/import/{key}".encode()).hexdigest()[:ID_LENGTH] if token and key else ""


def _made_before(table: Table, game_id: str, token: str) -> GameRecord | None:
    if game_id and table.games.seat(game_id, token, table.clock()):
        return table.games.get(game_id)
    return None


def _made(table: Table, file: GameFile, token: str, player: str, game_id: str) -> GameRecord:
    owner = (token, player) if token else None
    for _ in range(TRIES):
        game = _record(table, file, game_id or secrets.token_hex(ID_LENGTH // 2))
        with suppress(ValueError):
            table.log.restore(game, file.seats, file.rows, owner)
            return game
        if first := _made_before(table, game_id, token):
            return first
    raise RuntimeError(f"code: no free one was found in {TRIES} tries")


def _record(table: Table, file: GameFile, game_id: str) -> GameRecord:
    winner = file.timeline.state.winner
    return GameRecord(
        id=game_id,
        name=file.settings.name,
        mode=file.settings.mode.value,
        seed=file.seed,
        settings=file.settings.to_text(),
        **fresh_codes(),
        created=file.created,
        changed=table.clock(),
        winner=None if winner is None else winner.id,
        imported=file.digest,
    )
