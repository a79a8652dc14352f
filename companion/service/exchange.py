"""A whole game as one JSON file: its settings, its seats without their secrets, and every row of its log, undo and
redo included. The way back is strict: a file is either a game of this program from its first row to its last, or it
is refused with the field that is wrong, and nothing is written.
"""

import hashlib
import json
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, cast

from companion.rules.errors import FormatError
from companion.service.exchange_checks import check_meaning
from companion.service.settings import MAX_NAME, GameSettings
from companion.service.table import ID_LENGTH, TRIES, Table
from companion.store import DecodeError, GameRecord, Role, SeatRecord, Timeline, decode_event, encode_event
from companion.store.codec import to_text
from companion.store.codes import OWNER_LENGTH, new_code
from companion.store.records import REDO, UNDO
from companion.store.timeline import REVERSAL_VERSION, Row

FORMAT: Final = "arrakis-game"
VERSION: Final = 1
MAX_FILE_BYTES: Final = 8 * 1024 * 1024
MAX_EVENTS: Final = 20_000
MAX_SEATS: Final = 200
MAX_TEXT: Final = 200
LARGEST_SEED: Final = 2**62
EARLIEST, LATEST = 1969, 9000

KEYS: Final = ("format", "version", "created", "seed", "settings", "seats", "events")
ONCE_KEYS: Final = ("answers",)
"""What files of earlier versions hold besides; it never meant anything."""
SEAT_KEYS: Final = ("id", "role", "name", "created")
ROW_KEYS: Final = ("seq", "batch", "kind", "command", "seat", "created", "payload")

Document = dict[str, Any]


def export_game(table: Table, game: str) -> Document:
    """Returns a game as a document that ``import_game`` takes; raises NotFound.

    It holds everything, also what the Atreides players hide: give it to them only. Secrets of devices, the codes
    and the id of the game are not in it.
    """
    loaded = table.load(game)
    return {
        "format": FORMAT,
        "version": VERSION,
        "created": loaded.game.created.isoformat(),
        "seed": loaded.game.seed,
        "settings": json.loads(loaded.settings.to_text()),
        "seats": [_seat(seat) for seat in table.games.seats(game)],
        "events": sorted(_rows(loaded.timeline), key=lambda row: int(row["seq"])),
    }


def _seat(seat: SeatRecord) -> Document:
    return {"id": seat.id, "role": seat.role.value, "name": seat.name, "created": seat.created.isoformat()}


def _rows(timeline: Timeline) -> Iterator[Document]:
    for batch in timeline.batches:
        shared = {
            "batch": batch.number,
            "command": batch.command,
            "seat": batch.seat,
            "created": batch.created.isoformat(),
        }
        for seq, event in enumerate(batch.events, batch.number):
            yield {"seq": seq, "kind": type(event).__name__, **shared, "payload": encode_event(event)}
    for number, reversal in timeline.reversals:
        kind = UNDO if reversal.undone else REDO
        yield {
            "seq": reversal.seq,
            "batch": reversal.seq,
            "kind": kind,
            "command": kind,
            "seat": reversal.seat,
            "created": reversal.created.isoformat(),
            "payload": {"v": REVERSAL_VERSION, "batch": number},
        }


def parse_game(data: bytes | str) -> Document:
    """Returns the document of a game file; raises FormatError when it is too large or no JSON object."""
    if len(data) > MAX_FILE_BYTES:
        raise FormatError("file", f"has {len(data)} bytes, at most {MAX_FILE_BYTES} are read")
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        document = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number)
    except UnicodeDecodeError as problem:
        raise FormatError("file", f"is not UTF-8: {problem.reason}") from None
    except FormatError:
        raise
    except (ValueError, RecursionError) as problem:
        raise FormatError("file", f"is no JSON: {str(problem)[:MAX_TEXT]}") from None
    if not isinstance(document, dict):
        raise FormatError("file", "is no game: it must hold one JSON object")
    return document


def _unique(pairs: list[tuple[str, Any]]) -> Document:
    found: Document = {}
    for name, value in pairs:
        if name in found:
            raise FormatError(name[:MAX_TEXT], "is there twice")
        found[name] = value
    return found


def _no_number(text: str) -> Any:
    raise FormatError("file", f"holds {text}, which is no number")


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game file that has been read and checked; ``timeline`` is its log, folded."""

    created: datetime
    seed: int
    settings: GameSettings
    seats: tuple[SeatRecord, ...]
    rows: tuple[Row, ...]
    timeline: Timeline


def read_game(document: object) -> GameFile:
    """Returns a document as a game; raises FormatError naming the first field that is wrong."""
    whole = _object(document, "file", KEYS, ONCE_KEYS)
    if whole["format"] != FORMAT:
        raise FormatError("format", f"must be {FORMAT!r}, not {_shown(whole['format'])}")
    if type(whole["version"]) is not int or whole["version"] != VERSION:
        raise FormatError("version", f"this program reads version {VERSION} only, not {_shown(whole['version'])}")
    created, seed = _moment(whole["created"], "created"), _integer(whole["seed"], "seed", 0, LARGEST_SEED - 1)
    settings = _settings(whole["settings"])
    seats = tuple(_read_seats(whole["seats"]))
    rows = tuple(_read_rows(whole["events"], {seat.id for seat in seats}))
    return GameFile(created, seed, settings, seats, rows, _folded(rows))


def import_game(table: Table, document: object, token: str = "", player: str = "", key: str = "") -> GameRecord:
    """Makes a new game out of a document and returns it; raises FormatError, and then nothing is written.

    With ``token``, the secret of a device, that device gets the seat of a player called ``player``; the same ``key``
    from the same device is the same request repeated. The seats of the file keep their names in the history; nobody
    can take them, the people join again.
    """
    file = read_game(document)
    game_id = hashlib.sha256(f"{token}/import/{key}".encode()).hexdigest()[:ID_LENGTH] if token and key else ""
    if game_id and table.games.seat(game_id, token, table.clock()):
        return table.games.get(game_id)
    owner = (token, player) if token else None
    for _ in range(TRIES):
        game = _record(file, game_id or secrets.token_hex(ID_LENGTH // 2), table.clock())
        with suppress(ValueError):
            table.log.restore(game, file.seats, file.rows, owner)
            return game
        if game_id and table.games.seat(game_id, token, table.clock()):
            return table.games.get(game_id)
    raise RuntimeError(f"code: no free one was found in {TRIES} tries")


def _record(file: GameFile, game_id: str, now: datetime) -> GameRecord:
    winner = file.timeline.state.winner
    return GameRecord(
        id=game_id,
        name=file.settings.name,
        mode=file.settings.mode.value,
        seed=file.seed,
        settings=file.settings.to_text(),
        play_code=new_code(),
        watch_code=new_code(),
        owner_code=new_code(OWNER_LENGTH),
        created=file.created,
        changed=now,
        winner=None if winner is None else winner.id,
    )


def _settings(value: object) -> GameSettings:
    if not isinstance(value, dict):
        raise FormatError("settings", f"must be an object, not {_shown(value)}")
    try:
        settings = GameSettings.from_text(to_text(value))
    except DecodeError as problem:
        raise FormatError(".".join(("settings", *problem.path)), problem.problem) from None
    _text(settings.name, "settings.name", MAX_NAME)
    return settings


def _read_seats(value: object) -> Iterator[SeatRecord]:
    known = set[int]()
    for number, item in enumerate(_list(value, "seats", MAX_SEATS)):
        where = f"seats.{number}"
        seat = _object(item, where, SEAT_KEYS)
        id_ = _integer(seat["id"], f"{where}.id", 1, 2**31 - 1)
        if id_ in known:
            raise FormatError(f"{where}.id", f"{id_} is there twice")
        known.add(id_)
        if seat["role"] not in tuple(Role):
            raise FormatError(f"{where}.role", f"must be one of {', '.join(Role)}, not {_shown(seat['role'])}")
        created = _moment(seat["created"], f"{where}.created")
        name = _text(seat["name"], f"{where}.name", MAX_NAME)
        yield SeatRecord(id_, "", Role(seat["role"]), name, created, created)


def _read_rows(value: object, seats: set[int]) -> Iterator[Row]:
    rows = _list(value, "events", MAX_EVENTS)
    if not rows:
        raise FormatError("events", "must hold the opening of the game at least")
    before: Row | None = None
    for number, item in enumerate(rows):
        row = _read_row(item, f"events.{number}", number + 1, seats)
        _check_order(before, row, f"events.{number}")
        yield row
        before = row


def _read_row(item: object, where: str, seq: int, seats: set[int]) -> Row:
    row = _object(item, where, ROW_KEYS)
    if row["seq"] != seq or type(row["seq"]) is not int:
        raise FormatError(f"{where}.seq", f"must be {seq}, not {_shown(row['seq'])}")
    if row["seat"] is not None and row["seat"] not in seats:
        raise FormatError(f"{where}.seat", f"is no seat of the file: {_shown(row['seat'])}")
    kind = _text(row["kind"], f"{where}.kind", 60)
    payload = row["payload"]
    if not isinstance(payload, dict):
        raise FormatError(f"{where}.payload", f"must be an object, not {_shown(payload)}")
    if kind in (UNDO, REDO):
        _check_reversal(payload, where)
    else:
        _check_event(payload, kind, where)
    return Row(
        seq=seq,
        batch=_integer(row["batch"], f"{where}.batch", 1, seq),
        kind=kind,
        payload=to_text(payload),
        command=_text(row["command"], f"{where}.command", MAX_TEXT),
        seat=row["seat"],
        created=_moment(row["created"], f"{where}.created"),
    )


def _check_event(payload: Document, kind: str, where: str) -> None:
    try:
        event = decode_event(payload)
    except DecodeError as problem:
        # The path of the codec also names the types on its way, which are no fields of the document.
        fields = [part for part in problem.path if not part[:1].isupper()]
        raise FormatError(".".join((where, "payload", *fields)), problem.problem) from None
    if type(event).__name__ != kind:
        raise FormatError(f"{where}.kind", f"is {kind!r}, but the payload is a {type(event).__name__}")
    check_meaning(payload, f"{where}.payload")


def _check_reversal(payload: Document, where: str) -> None:
    found = _object(payload, f"{where}.payload", ("v", "batch"))
    if type(found["v"]) is not int or found["v"] != REVERSAL_VERSION:
        raise FormatError(f"{where}.payload.v", f"must be {REVERSAL_VERSION}, not {_shown(found['v'])}")
    _integer(found["batch"], f"{where}.payload.batch", 1, MAX_EVENTS)


def _check_order(before: Row | None, row: Row, where: str) -> None:
    """A batch is numbered by its first row and stands together; its rows share all but seq, kind and payload."""
    if row.batch == row.seq:
        return
    together = before is not None and before.batch == row.batch and before.kind not in (UNDO, REDO)
    if before is None or not together or row.kind in (UNDO, REDO):
        raise FormatError(f"{where}.batch", f"must be {row.seq} or that of the row before, not {row.batch}")
    for name in ("command", "seat", "created"):
        if getattr(before, name) != getattr(row, name):
            raise FormatError(f"{where}.{name}", "differs from that of the row before, which is of the same batch")


def _folded(rows: tuple[Row, ...]) -> Timeline:
    if rows[0].kind != "GameStarted":
        raise FormatError("events.0.kind", f"a game begins with GameStarted, not {rows[0].kind!r}")
    timeline, start = Timeline(), 0
    for end in range(1, len(rows) + 1):
        if end < len(rows) and rows[end].batch == rows[start].batch:
            continue
        try:
            timeline = timeline.extended(rows[start:end])
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as problem:
            # Events check nothing when they are folded; whatever one trips over, it does not belong here.
            text = str(problem)[:MAX_TEXT] or type(problem).__name__
            raise FormatError(f"events.{start}", f"does not fit the game before it: {text}") from None
        if not timeline.steps:
            raise FormatError(f"events.{start}", "takes back the opening of the game")
        start = end
    return timeline


def _object(value: object, where: str, keys: tuple[str, ...], allowed: tuple[str, ...] = ()) -> Document:
    """Returns an object with exactly these keys; those ``allowed`` besides are not read."""
    if not isinstance(value, dict):
        raise FormatError(where, f"must be an object, not {_shown(value)}")
    prefix = "" if where == "file" else f"{where}."
    for name in value:
        if name not in (*keys, *allowed):
            raise FormatError(f"{prefix}{str(name)[:60]}", "is not known")
    for name in keys:
        if name not in value:
            raise FormatError(f"{prefix}{name}", "is missing")
    return cast(Document, value)


def _list(value: object, where: str, most: int) -> list[object]:
    if not isinstance(value, list):
        raise FormatError(where, f"must be a list, not {_shown(value)}")
    if len(value) > most:
        raise FormatError(where, f"has {len(value)} entries, at most {most} are read")
    return value


def _integer(value: object, where: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise FormatError(where, f"must be a whole number from {low} to {high}, not {_shown(value)}")
    return value


def _text(value: object, where: str, most: int) -> str:
    if not isinstance(value, str) or len(value) > most or not value.isprintable():
        raise FormatError(where, f"must be a text of at most {most} printable letters, not {_shown(value)}")
    return value


def _moment(value: object, where: str) -> datetime:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise FormatError(where, f"must be a moment with its time zone, not {_shown(value)}")
    # A clock of any machine is within these; at the ends of the calendar a moment has no UTC and no difference.
    if not EARLIEST <= moment.year <= LATEST:
        raise FormatError(where, f"must be of a year from {EARLIEST} to {LATEST}, not {_shown(value)}")
    return moment


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
