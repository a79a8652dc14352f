"""Reading the file of a game: strict, in a time that grows with its size only, and whatever it holds within bounds.

A file is either a game of this program from its first row to its last, or it is refused with the field that is wrong.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final, cast

from companion.encodings import json_text, named
from companion.rules.errors import FormatError
from companion.rules.events import Event
from companion.rules.state import Mode
from companion.service.exchange_checks import check_meaning, check_size
from companion.service.lettering import is_plain
from companion.service.settings import MAX_NAME, GameSettings
from companion.store import DecodeError, Role, SeatRecord, Timeline, decode_event
from companion.store.records import REDO, UNDO
from companion.store.shapes import shown, to_text
from companion.store.timeline import REVERSAL_VERSION, Folding, Row

FORMAT: Final = "arrakis-game"
VERSION: Final = 1
MAX_FILE_BYTES: Final = 32 * 1024 * 1024
"""Of a file from anywhere: room for more than 100,000 entries, which is a tap every ten seconds for two weeks."""
MAX_SEATS: Final = 200
MAX_TEXT: Final = 200
LARGEST_SEED: Final = 2**62
ROWS_BETWEEN: Final = 40
"""How often the size of the position is looked at: one row cannot let it grow by much."""
EARLIEST, LATEST = 1969, 9000

KEYS: Final = ("format", "version", "created", "settings", "seats", "events")
OTHER_KEYS: Final = ("seed", "answers", "moved")
"""What a file may hold besides: the seed, left out where it is a secret; of a game that moves its id and the place that
it leaves; and of earlier versions what meant nothing."""
MOVED_KEYS: Final = ("game", "from")
MAX_PLACE: Final = 80
GAME_ID: Final = re.compile(r"[0-9a-f]{16}")
SEAT_KEYS: Final = ("id", "role", "name", "created")
ROW_KEYS: Final = ("seq", "batch", "kind", "command", "seat", "created", "payload")

Document = dict[str, Any]


def parse_game(data: bytes | str, most: int | None = MAX_FILE_BYTES) -> Document:
    """Returns the document of a game file; raises FormatError when it is too large or no JSON object.

    Bytes may be UTF-8, UTF-16 or UTF-32, with or without a mark in front. ``most`` bytes are read, None: all.
    """
    if most is not None and len(data) > most:
        raise FormatError("file", "has %(number)s bytes, at most %(most)s are read", number=len(data), most=most)
    try:
        text = json_text(data) if isinstance(data, bytes) else data
        document = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number)
    except UnicodeDecodeError as problem:
        raise FormatError("file", "is not %(encoding)s text", encoding=named(problem.encoding)) from None
    except FormatError:
        raise
    except json.JSONDecodeError as problem:
        at = {"line": problem.lineno, "column": problem.colno}
        raise FormatError("file", "is no JSON from line %(line)s, column %(column)s", **at) from None
    except (ValueError, RecursionError):
        raise FormatError("file", "is no JSON that a game is kept as") from None
    if not isinstance(document, dict):
        raise FormatError("file", "is no game: it must hold one JSON object")
    return document


def _unique(pairs: list[tuple[str, Any]]) -> Document:
    found = dict(pairs)
    if len(found) != len(pairs):
        known = set[str]()
        name = next(name for name, _value in pairs if name in known or known.add(name))  # type: ignore[func-returns-value]
        raise FormatError(name[:MAX_TEXT], "is there twice")
    return found


def _no_number(text: str) -> Any:
    raise FormatError("file", "holds %(value)s, which is no number", value=text)


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game file that has been read and checked; ``timeline`` is its log, folded, ``moved`` the id of a game that does
    not become another one here."""

    created: datetime
    seed: int | None
    settings: GameSettings
    seats: tuple[SeatRecord, ...]
    rows: tuple[Row, ...]
    timeline: Timeline
    moved: str = ""

    @property
    def is_open_between_people(self) -> bool:
        """Whether the game goes on and people play both sides of it."""
        state = self.timeline.state
        return state.mode is not Mode.SOLO and state.winner is None

    @property
    def digest(self) -> str:
        """What tells the same game from another: of its log, not of its name, choices, seats and seed."""
        return self.digests[0]

    @property
    def digests(self) -> tuple[str, ...]:
        """The same, and what earlier programs took for it: with the seed."""
        found = [Digest(self.created), *([] if self.seed is None else [Digest(self.created, self.seed)])]
        for row in self.rows:
            for digest in found:
                digest.add(row)
        return tuple(digest.text for digest in found)


class Digest:
    """The digest of a game, row by row: that of a game which went on is found again after the rows it came with."""

    def __init__(self, created: datetime, seed: int | None = None) -> None:
        self._hash = hashlib.sha256(f"{created.astimezone(UTC).isoformat()}/{seed}".encode())

    def add(self, row: Row) -> None:
        """Takes the next row."""
        shared = f"\n{row.batch}/{row.command}/{row.created.astimezone(UTC).isoformat()}/{row.kind}/{row.payload}"
        self._hash.update(shared.encode())

    @property
    def text(self) -> str:
        """The digest of the rows so far, in hexadecimal digits."""
        return self._hash.hexdigest()


def read_game(document: object) -> GameFile:
    """Returns a document as a game; raises FormatError naming the first field that is wrong."""
    whole = _object(document, "file", KEYS, OTHER_KEYS)
    if whole["format"] != FORMAT:
        raise FormatError(
            "format", "must be %(expected)s, not %(value)s", expected=repr(FORMAT), value=shown(whole["format"])
        )
    if type(whole["version"]) is not int or whole["version"] != VERSION:
        raise FormatError(
            "version",
            "this program reads version %(version)s only, not %(value)s",
            version=VERSION,
            value=shown(whole["version"]),
        )
    created = _moment(whole["created"], "created")
    seed = _integer(whole["seed"], "seed", 0, LARGEST_SEED - 1) if "seed" in whole else None
    settings = _settings(whole["settings"])
    seats = tuple(_read_seats(whole["seats"]))
    rows, timeline = _read_log(whole["events"], {seat.id for seat in seats})
    moved, place = _moved(whole["moved"]) if "moved" in whole else ("", settings.came_from)
    return GameFile(created, seed, replace(settings, came_from=place), seats, rows, timeline, moved)


def _moved(value: object) -> tuple[str, str]:
    """Reads which game moves, and where from."""
    found = _object(value, "moved", MOVED_KEYS)
    game = found["game"]
    if not isinstance(game, str) or not GAME_ID.fullmatch(game):
        raise FormatError("moved.game", "must be the id of a game, not %(value)s", value=shown(game))
    return game, _text(found["from"], "moved.from", MAX_PLACE)


def _settings(value: object) -> GameSettings:
    if not isinstance(value, dict):
        raise FormatError("settings", "must be an object, not %(value)s", value=shown(value))
    try:
        settings = GameSettings.from_text(to_text(value))
    except DecodeError as problem:
        raise FormatError(".".join(("settings", *problem.path)), problem.template, **problem.facts) from None
    _text(settings.name, "settings.name", MAX_NAME)
    _text(settings.came_from, "settings.came_from", MAX_PLACE)
    return settings


def _read_seats(value: object) -> Iterator[SeatRecord]:
    known = set[int]()
    for number, item in enumerate(_list(value, "seats", MAX_SEATS)):
        where = f"seats.{number}"
        seat = _object(item, where, SEAT_KEYS)
        id_ = _integer(seat["id"], f"{where}.id", 1, 2**31 - 1)
        if id_ in known:
            raise FormatError(f"{where}.id", "%(id)s is there twice", id=id_)
        known.add(id_)
        if seat["role"] not in tuple(Role):
            raise FormatError(
                f"{where}.role",
                "must be one of %(choices)s, not %(value)s",
                choices=", ".join(Role),
                value=shown(seat["role"]),
            )
        created = _moment(seat["created"], f"{where}.created")
        name = _text(seat["name"], f"{where}.name", MAX_NAME)
        yield SeatRecord(id_, "", Role(seat["role"]), name, created, created)


def _read_log(value: object, seats: set[int]) -> tuple[tuple[Row, ...], Timeline]:
    """Reads and folds a log in one pass."""
    items = _list(value, "events")
    if not items:
        raise FormatError("events", "must hold the opening of the game at least")
    folding, rows, before = Folding(), list[Row](), None
    for number, item in enumerate(items):
        where = f"events.{number}"
        row, payload = _read_row(item, where, number + 1, seats)
        _check_order(before, row, where)
        _fold(folding, row, payload, where)
        rows.append(row)
        before = row
        if number % ROWS_BETWEEN == 0 or number == len(items) - 1:
            check_size(folding.state, where)
    return tuple(rows), folding.timeline()


def _read_row(item: object, where: str, seq: int, seats: set[int]) -> tuple[Row, Document]:
    row = _object(item, where, ROW_KEYS)
    if row["seq"] != seq or type(row["seq"]) is not int:
        raise FormatError(f"{where}.seq", "must be %(seq)s, not %(value)s", seq=seq, value=shown(row["seq"]))
    if row["seat"] is not None and (type(row["seat"]) is not int or row["seat"] not in seats):
        raise FormatError(f"{where}.seat", "is no seat of the file: %(value)s", value=shown(row["seat"]))
    kind = _text(row["kind"], f"{where}.kind", 60)
    if seq == 1 and kind != "GameStarted":
        raise FormatError(f"{where}.kind", "a game begins with GameStarted, not %(kind)s", kind=repr(kind))
    payload = row["payload"]
    if not isinstance(payload, dict):
        raise FormatError(f"{where}.payload", "must be an object, not %(value)s", value=shown(payload))
    found = Row(
        seq=seq,
        batch=_integer(row["batch"], f"{where}.batch", 1, seq),
        kind=kind,
        payload=to_text(payload),
        command=_text(row["command"], f"{where}.command", MAX_TEXT),
        seat=row["seat"],
        created=_moment(row["created"], f"{where}.created"),
    )
    return found, payload


def _fold(folding: Folding, row: Row, payload: Document, where: str) -> None:
    """Takes a row on; events check nothing when they are folded: whatever one trips over, it does not belong here."""
    reverts = row.kind in (UNDO, REDO)
    event = None if reverts else _event(folding, payload, row, where)
    try:
        if event is not None:
            folding.record(row, event)
        else:
            folding.revert(row, _reverted(payload, where, row.seq))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as problem:
        if isinstance(problem, FormatError):
            raise
        text = str(problem)[:MAX_TEXT] or type(problem).__name__
        raise FormatError(f"events.{row.batch - 1}", "does not fit the game before it: %(value)s", value=text) from None
    if not folding.is_open:
        raise FormatError(where, "takes back the opening of the game")


def _event(folding: Folding, payload: Document, row: Row, where: str) -> Event:
    try:
        event = decode_event(payload, folding.before(row))
    except DecodeError as problem:
        # The path of the codec also names the types on its way, which are no fields of the document.
        fields = [part for part in problem.path if not part[:1].isupper()]
        raise FormatError(".".join((where, "payload", *fields)), problem.template, **problem.facts) from None
    if type(event).__name__ != row.kind:
        raise FormatError(
            f"{where}.kind",
            "is %(kind)s, but the payload is a %(type)s",
            kind=repr(row.kind),
            type=type(event).__name__,
        )
    check_meaning(payload, f"{where}.payload")
    return event


def _reverted(payload: Document, where: str, seq: int) -> int:
    found = _object(payload, f"{where}.payload", ("v", "batch"))
    if type(found["v"]) is not int or found["v"] != REVERSAL_VERSION:
        raise FormatError(
            f"{where}.payload.v",
            "must be %(version)s, not %(value)s",
            version=REVERSAL_VERSION,
            value=shown(found["v"]),
        )
    return _integer(found["batch"], f"{where}.payload.batch", 1, seq)


def _check_order(before: Row | None, row: Row, where: str) -> None:
    """A batch is numbered by its first row and stands together; its rows share all but seq, kind and payload."""
    if row.batch == row.seq:
        return
    together = before is not None and before.batch == row.batch and before.kind not in (UNDO, REDO)
    if before is None or not together or row.kind in (UNDO, REDO):
        raise FormatError(
            f"{where}.batch", "must be %(seq)s or that of the row before, not %(batch)s", seq=row.seq, batch=row.batch
        )
    for name in ("command", "seat", "created"):
        if getattr(before, name) != getattr(row, name):
            raise FormatError(f"{where}.{name}", "differs from that of the row before, which is of the same batch")


def _object(value: object, where: str, keys: tuple[str, ...], allowed: tuple[str, ...] = ()) -> Document:
    """Returns an object with exactly these keys; those ``allowed`` besides are not read."""
    if not isinstance(value, dict):
        raise FormatError(where, "must be an object, not %(value)s", value=shown(value))
    prefix = "" if where == "file" else f"{where}."
    for name in value:
        if name not in (*keys, *allowed):
            raise FormatError(f"{prefix}{str(name)[:60]}", "is not known")
    for name in keys:
        if name not in value:
            raise FormatError(f"{prefix}{name}", "is missing")
    return cast(Document, value)


def _list(value: object, where: str, most: int | None = None) -> list[object]:
    if not isinstance(value, list):
        raise FormatError(where, "must be a list, not %(value)s", value=shown(value))
    if most is not None and len(value) > most:
        raise FormatError(where, "has %(number)s entries, at most %(most)s are read", number=len(value), most=most)
    return value


def _integer(value: object, where: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise FormatError(
            where,
            "must be a whole number from %(low)s to %(high)s, not %(value)s",
            low=low,
            high=high,
            value=shown(value),
        )
    return value


def _text(value: object, where: str, most: int) -> str:
    if not isinstance(value, str) or len(value) > most or not is_plain(value):
        raise FormatError(
            where, "must be a text of at most %(most)s printable letters, not %(value)s", most=most, value=shown(value)
        )
    return value


def _moment(value: object, where: str) -> datetime:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise FormatError(where, "must be a moment with its time zone, not %(value)s", value=shown(value))
    # A clock of any machine is within these; at the ends of the calendar a moment has no UTC and no difference.
    if not EARLIEST <= moment.year <= LATEST:
        raise FormatError(
            where,
            "must be of a year from %(low)s to %(high)s, not %(value)s",
            low=EARLIEST,
            high=LATEST,
            value=shown(value),
        )
    return moment
