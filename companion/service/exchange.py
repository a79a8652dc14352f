"""A whole game as one JSON file: its settings, its seats without their secrets, and every row of its log, undo and
redo included, as it was written; and the way back.
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from typing import Any

from companion.rules.errors import FormatError
from companion.rules.events import BoardCorrected, Event
from companion.rules.state import State
from companion.service.exchange_file import FORMAT, MAX_PLACE, VERSION, Digest, GameFile, read_game
from companion.service.secrets import ALL_EYES, Eyes, event_seen_by, seen_by
from companion.service.settings import GameSettings
from companion.service.table import ID_LENGTH, TRIES, Table
from companion.store import GameRecord, NotFound, SeatRecord
from companion.store.codec import decode_event, encode_event
from companion.store.codes import fresh_codes
from companion.store.records import REDO, UNDO
from companion.store.shapes import from_text, to_text
from companion.store.timeline import Folding, Row

Document = dict[str, Any]

_reading = Lock()
"""Held while a file is read: it takes memory many times its size, so that one is read after the other."""


def export_game(table: Table, game: str, eyes: Eyes = ALL_EYES) -> Document:
    """Returns a game as a document that ``import_game`` takes, as ``eyes`` see it; raises NotFound.

    For those who see everything it holds everything; for others neither what is secret in the log nor the seed, from
    which the next rolls follow. Secrets of devices, the codes and the id of the game are in none.
    """
    record = table.games.get(game)
    return _document(table, record, rows_seen_by(table.log.rows(game), eyes), whole=eyes == ALL_EYES)


def move_game(table: Table, game: str, place: str) -> Document:
    """Returns a game as a document with which it goes on elsewhere as the same game, called by its id; raises NotFound.

    It holds everything, so it is for those who see everything. ``place`` is what the game says there of where it was.
    """
    return export_game(table, game) | {"moved": {"game": game, "from": place[:MAX_PLACE]}}


def _document(table: Table, game: GameRecord, rows: Iterable[Row], *, whole: bool = True) -> Document:
    seed = game.seed if whole else None
    return document_of(game.created, seed, game.settings, table.games.seats(game.id), rows)


def rows_seen_by(rows: Iterable[Row], eyes: Eyes) -> list[Row]:
    """Returns the rows of a game as ``eyes`` see them: a log of its own, which folds to what they see."""
    if eyes == ALL_EYES:
        return list(rows)
    return rows_with(rows, lambda event: event_seen_by(event, eyes), lambda state: seen_by(state, eyes))


def rows_with(
    rows: Iterable[Row], other_event: Callable[[Event], Event], other_state: Callable[[State], State]
) -> list[Row]:
    """Returns the rows of a game with another event in place of each, which stay the same object where nothing differs;
    ``other_state``: the position before it that goes with them."""
    found, whole = list[Row](), Folding()
    for row in rows:
        if row.kind in (UNDO, REDO):
            whole.take(row)
            found.append(row)
            continue
        before = whole.before(row)
        event = decode_event(from_text(row.payload), before)
        whole.record(row, event)
        seen = other_event(event)
        if seen is not event or isinstance(event, BoardCorrected):
            payload = to_text(encode_event(seen, other_state(before)))
            row = replace(row, kind=type(seen).__name__, payload=payload)
        found.append(row)
    return found


def document_of(
    created: datetime, seed: int | None, settings: str, seats: Iterable[SeatRecord], rows: Iterable[Row]
) -> Document:
    """Returns the document of a game that consists of this; None: its seed is nobody's business."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "created": created.isoformat(),
        **({} if seed is None else {"seed": seed}),
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
    owns: Callable[[GameRecord], bool] = lambda _game: False,
) -> Imported:
    """Makes a new game as ``import_game`` does, unless it came in before.

    Then it returns the game that is here, provided that ``counts`` says of it that it may be told; however it went on
    since, and whatever it is called now. A game that was moved keeps its id; when it is here already and ``owns`` says
    that the device may, it goes on here as it stands in the file. Raises FormatError.
    """
    game_id = _id_of(token, key)
    if first := _made_before(table, game_id, token):
        return Imported(first)
    file = _read(document)
    if file.moved and (found := _moved_here(table, file, token, player, owns)):
        return found
    for digest in file.digests:
        for game in table.games.imported_from(digest):
            if counts(game):
                return Imported(game, known=True)
    return Imported(_made(table, file, token, player, game_id))


def _moved_here(
    table: Table, file: GameFile, token: str, player: str, owns: Callable[[GameRecord], bool]
) -> Imported | None:
    """Returns the game that a file moves here; None: it cannot be that one, because another log has its id."""
    try:
        game = table.games.get(file.moved)
    except NotFound:
        with suppress(ValueError):
            # The id of one that was deleted here is taken.
            return Imported(_restored(table, file, token, player, file.moved))
        return None
    if not owns(game):
        return None
    winner = file.timeline.state.winner
    new = table.log.go_on(game.id, file.seats, file.rows, table.clock(), None if winner is None else winner.id)
    if new is None:
        return None
    if new > 0:
        table.restored(game.id)
        came_from = file.settings.came_from
        table.games.change_settings(
            game.id, lambda text: replace(GameSettings.from_text(text), came_from=came_from).to_text()
        )
    return Imported(table.games.get(game.id), known=new < 0)


def copy_import(table: Table, game: str, token: str, player: str, key: str, eyes: Eyes = ALL_EYES) -> GameRecord:
    """Makes another game as ``game`` was when it came in, as ``eyes`` see that.

    Raises NotFound, or FormatError when it never came in.
    """
    record = table.games.get(game)
    rows = table.log.rows(game)
    digests = Digest(record.created), Digest(record.created, record.seed)
    for count, row in enumerate(rows, 1):
        for digest in digests:
            digest.add(row)
        if record.imported in {digest.text for digest in digests}:
            document = _document(table, record, rows_seen_by(rows[:count], eyes), whole=eyes == ALL_EYES)
            return import_game(table, document, token, player, key)
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
    for _ in range(TRIES):
        with suppress(ValueError):
            return _restored(table, file, token, player, game_id or secrets.token_hex(ID_LENGTH // 2))
        if first := _made_before(table, game_id, token):
            return first
    raise RuntimeError(f"code: no free one was found in {TRIES} tries")


def _restored(table: Table, file: GameFile, token: str, player: str, game_id: str) -> GameRecord:
    game = _record(table, file, game_id)
    table.log.restore(game, file.seats, file.rows, (token, player) if token else None)
    return game


def _record(table: Table, file: GameFile, game_id: str) -> GameRecord:
    winner = file.timeline.state.winner
    return GameRecord(
        id=game_id,
        name=file.settings.name,
        mode=file.settings.mode.value,
        # Whoever has the file of a game between people that goes on must not know what the app will roll in it.
        seed=secrets.randbits(62) if file.seed is None or file.is_open_between_people else file.seed,
        settings=file.settings.to_text(),
        **fresh_codes(),
        created=file.created,
        changed=table.clock(),
        winner=None if winner is None else winner.id,
        imported=file.digest,
    )
