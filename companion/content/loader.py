"""Reads the JSON files of ``data/`` strictly: what is not expected is an error.

The reader hands out a :class:`Fields` for each JSON object. A caller asks for each key once and
by type; :meth:`Fields.finish` then refuses whatever nobody asked for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, TypeVar

from companion.frozen import record

DATA_FOLDER = Path(__file__).with_name("data")


class ContentError(ValueError):
    """A data file is wrong; the text names the file, the record, the field and the problem."""

    def __init__(self, file: str, record: str, field: str, problem: str) -> None:
        super().__init__(": ".join(part for part in (file, record, field, problem) if part))
        self.file = file
        self.record = record
        self.field = field
        self.problem = problem


class Confidence(StrEnum):
    """How far a fact can be relied on; *assumption* is never shown as a fact."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    ASSUMPTION = "assumption"


@record
class Provenance:
    """Where a record comes from: who knows it and how surely."""

    known_by: str
    confidence: Confidence


class HasId(Protocol):
    """Anything that is looked up by its id."""

    @property
    def id(self) -> str:
        """The id, unique among its kind."""
        ...


Member = TypeVar("Member", bound=StrEnum)
Record = TypeVar("Record", bound=HasId)


class Fields:
    """One JSON object, read strictly; every reading method raises :class:`ContentError`.

    ``default`` provenance is that of the file; an object may narrow it with its own
    ``known_by`` and ``confidence``.
    """

    __slots__ = ("_children", "_left", "_path", "_values", "default", "file", "record")

    def __init__(
        self, values: Mapping[str, object], file: str, record: str, path: str, default: Provenance | None
    ) -> None:
        self._values = values
        self._left = set(values)
        self._path = path
        self._children: list[Fields] = []
        self.file = file
        self.record = record
        self.default = default

    def error(self, key: str, problem: str) -> ContentError:
        """The error to raise about a key of this object."""
        field = f"{self._path}.{key}" if self._path and key else self._path or key
        return ContentError(self.file, self.record, field, problem)

    def has(self, key: str) -> bool:
        """Whether the key is there and not null (a null counts as read)."""
        if self._values.get(key) is None:
            self._left.discard(key)
            return False
        return True

    def text(self, key: str) -> str:
        """A text that is not empty and has no blanks around it."""
        value = self._take(key)
        if not isinstance(value, str):
            raise self.error(key, f"must be a text, not {value!r}")
        if not value or value != value.strip():
            raise self.error(key, f"must not be empty or have blanks around it: {value!r}")
        return value

    def optional_text(self, key: str) -> str | None:
        """A text, or None where it is left out or null."""
        return self.text(key) if self.has(key) else None

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts without repetition, empty where it is left out."""
        if not self.has(key):
            return ()
        items = self._list(key)
        for item in items:
            if not isinstance(item, str) or not item:
                raise self.error(key, f"must hold texts, not {item!r}")
        found = tuple(str(item) for item in items)
        if len(set(found)) != len(found):
            raise self.error(key, "names the same thing twice")
        return found

    def integer(self, key: str, low: int = 0, high: int = 999) -> int:
        """A whole number from ``low`` to ``high``."""
        return self._checked_integer(key, self._take(key), low, high)

    def count(self, key: str, default: int = 0) -> int:
        """A whole number from 0, ``default`` where it is left out."""
        return self.integer(key) if self.has(key) else default

    def integers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers from 0."""
        return tuple(self._checked_integer(key, item, 0, 999) for item in self._list(key))

    def flag(self, key: str) -> bool:
        """A boolean, false where it is left out."""
        if not self.has(key):
            return False
        value = self._take(key)
        if not isinstance(value, bool):
            raise self.error(key, f"must be true or false, not {value!r}")
        return value

    def member(self, key: str, kind: type[Member]) -> Member:
        """A member of a closed set of ids."""
        return self._as_member(key, self.text(key), kind)

    def optional_member(self, key: str, kind: type[Member]) -> Member | None:
        """A member of a closed set, or None where it is left out or null."""
        return self.member(key, kind) if self.has(key) else None

    def members(self, key: str, kind: type[Member]) -> tuple[Member, ...]:
        """A list of members of a closed set; repetitions are kept (the faces of a die)."""
        return tuple(self._as_member(key, item, kind) for item in self._list(key))

    def reference(self, key: str, known: Collection[str]) -> str:
        """A text that is one of the ids known."""
        value = self.text(key)
        self.expect_known(key, (value,), known)
        return value

    def references(self, key: str, known: Collection[str]) -> tuple[str, ...]:
        """A list of ids known, empty where it is left out."""
        values = self.texts(key)
        self.expect_known(key, values, known)
        return values

    def optional_reference(self, key: str, known: Collection[str]) -> str | None:
        """An id known, or None where it is left out or null."""
        return self.reference(key, known) if self.has(key) else None

    def expect_known(self, key: str, values: Iterable[str], known: Collection[str]) -> None:
        """Passes when each value is one of the ids known."""
        for value in values:
            if value not in known:
                raise self.error(key, f"unknown id {value!r}")

    def child(self, key: str) -> Fields:
        """An object below this one; :meth:`finish` of this one finishes it too."""
        return self._child(key, self._take(key))

    def children(self, key: str) -> tuple[Fields, ...]:
        """A list of objects below this one, empty where it is left out."""
        if not self.has(key):
            return ()
        return tuple(self._child(f"{key}[{n}]", item) for n, item in enumerate(self._list(key)))

    def keys(self) -> tuple[str, ...]:
        """The keys not read so far, in the order of the file."""
        return tuple(key for key in self._values if key in self._left)

    def provenance(self) -> Provenance:
        """The provenance of this object: its own where given, else that of its file."""
        known_by = self.optional_text("known_by")
        confidence = self.optional_member("confidence", Confidence)
        if self.default is None:
            if known_by is None or confidence is None:
                raise self.error("", "needs known_by and confidence")
            return Provenance(known_by, confidence)
        if known_by is None and confidence is None:
            return self.default
        return Provenance(known_by or self.default.known_by, confidence or self.default.confidence)

    def finish(self) -> None:
        """Raises if a key of this object or of one below was never asked for."""
        if self._left:
            raise self.error(min(self._left), "unknown key")
        for child in self._children:
            child.finish()

    def _take(self, key: str) -> object:
        if key not in self._values:
            raise self.error(key, "is missing")
        self._left.discard(key)
        return self._values[key]

    def _list(self, key: str) -> list[object]:
        value = self._take(key)
        if not isinstance(value, list):
            raise self.error(key, f"must be a list, not {value!r}")
        return value

    def _checked_integer(self, key: str, value: object, low: int, high: int) -> int:
        # bool is an int in Python, but true is no number in a data file
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(key, f"must be a whole number, not {value!r}")
        if not low <= value <= high:
            raise self.error(key, f"must be from {low} to {high}, not {value}")
        return value

    def _as_member(self, key: str, value: object, kind: type[Member]) -> Member:
        for member in kind:
            if member.value == value:
                return member
        allowed = ", ".join(member.value for member in kind)
        raise self.error(key, f"{value!r} is not one of {allowed}")

    def _child(self, key: str, value: object) -> Fields:
        if not isinstance(value, dict):
            raise self.error(key, f"must be an object, not {value!r}")
        path = f"{self._path}.{key}" if self._path else key
        child = Fields(value, self.file, self.record, path, self.default)
        self._children.append(child)
        return child


def open_document(folder: Path, file: str) -> Fields:
    """The top object of a file, its ``provenance`` already read; the caller finishes it.

    Raises :class:`ContentError` for a file that is missing, is no JSON or repeats a key.
    """
    try:
        values = json.loads((folder / file).read_text(encoding="utf-8"), object_pairs_hook=_unique_keys)
    except OSError as problem:
        raise ContentError(file, "", "", f"cannot be read: {problem.strerror}") from None
    except ValueError as problem:
        raise ContentError(file, "", "", f"is no valid JSON: {problem}") from None
    if not isinstance(values, dict):
        raise ContentError(file, "", "", "must hold an object")
    document = Fields(values, file, "", "", None)
    document.default = document.child("provenance").provenance()
    return document


def read_records(
    document: Fields, key: str, make: Callable[[Fields], Record], id_key: str = "id"
) -> tuple[Record, ...]:
    """The records of a list in file order, each made, finished, and unique by its id."""
    records: dict[str, Record] = {}
    for number, item in enumerate(document.children(key)):
        name = item._values.get(id_key)
        item.record = name if isinstance(name, str) else f"{key}[{number}]"
        item._path = ""
        record = make(item)
        item.finish()
        if record.id in records:
            raise item.error(id_key, f"the id {record.id!r} is used twice")
        records[record.id] = record
    return tuple(records.values())


def by_id(records: Iterable[Record]) -> Mapping[str, Record]:
    """A read-only look-up by id that keeps the order of the records."""
    return MappingProxyType({record.id: record for record in records})


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"the key {key!r} is there twice")
            seen.add(key)
    return found
