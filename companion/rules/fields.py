"""Strict readers of JSON values: what is not expected is a FormatError that names the field.

Every reader takes the object and the key. Readers of nested values name their own key only; whoever loops over
them puts the outer name in front with ``within``.
"""

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from companion.rules.errors import FormatError

T = TypeVar("T")
Document = Mapping[str, object]

FEW = 10
"""So many ids are listed for somebody who gave another one."""


def as_object(value: object, field: str) -> Document:
    """Returns ``value`` when it is a JSON object; raises FormatError naming ``field``."""
    if not isinstance(value, Mapping):
        raise FormatError(field, "an object is needed, not %(value)s", value=repr(value))
    return value


def nested(document: Document, key: str) -> Document:
    """Returns the object under ``key``, empty when the key is left out."""
    return as_object(document[key], key) if key in document else {}


def only(document: Document, known: Collection[str]) -> None:
    """Raises FormatError for the first key of ``document`` that is not ``known``."""
    for key in document:
        if key not in known:
            raise FormatError(str(key), "unknown key")


def integer(document: Document, key: str, default: int, least: int | None = 0, most: int | None = None) -> int:
    """Returns the whole number under ``key``; None for ``most`` means no upper bound, for ``least`` none at all."""
    if key not in document:
        return default
    value = document[key]
    # A bool is an int to Python, but not in a document.
    if type(value) is int and (least is None or value >= least) and (most is None or value <= most):
        return value
    shown = repr(value)
    if least is None:
        raise FormatError(key, "a whole number is needed, not %(value)s", value=shown)
    if most is None:
        raise FormatError(key, "a whole number from %(low)s is needed, not %(value)s", low=least, value=shown)
    raise FormatError(
        key, "a whole number from %(low)s to %(high)s is needed, not %(value)s", low=least, high=most, value=shown
    )


def flag(document: Document, key: str, default: bool = False) -> bool:
    """Returns true or false under ``key``."""
    value = document.get(key, default)
    if not isinstance(value, bool):
        raise FormatError(key, "true or false is needed, not %(value)s", value=repr(value))
    return value


def choice(value: object, table: Mapping[str, T], field: str, what: str) -> T:
    """Returns what the id ``value`` stands for in ``table``; ``what`` names the kind of id."""
    if not isinstance(value, str):
        raise FormatError(field, "the id of %(what)s is needed, not %(value)s", what=what, value=repr(value))
    if value not in table:
        shown = repr(value)
        if len(table) > FEW:
            raise FormatError(field, "%(value)s is not the id of %(what)s", value=shown, what=what)
        raise FormatError(
            field,
            "%(value)s is not the id of %(what)s, the ids are %(choices)s",
            value=shown,
            what=what,
            choices=", ".join(table),
        )
    return table[value]


def optional(document: Document, key: str, table: Mapping[str, T], what: str) -> T | None:
    """Returns what the id under ``key`` stands for, None when it is null or left out."""
    value = document.get(key)
    return None if value is None else choice(value, table, key, what)


def listing(document: Document, key: str) -> list[object] | tuple[object, ...]:
    """Returns the list under ``key``, empty when the key is left out."""
    value = document.get(key, ())
    if not isinstance(value, list | tuple):
        raise FormatError(key, "a list is needed, not %(value)s", value=repr(value))
    return value


def ids(document: Document, key: str, table: Mapping[str, T], what: str) -> list[T]:
    """Returns what the ids in the list under ``key`` stand for, in their order."""
    found = []
    for index, value in enumerate(listing(document, key)):
        if not isinstance(value, str) or value not in table:
            choice(value, table, f"{key}[{index}]", what)
        found.append(table[value])  # type: ignore[index]
    return found


def each(document: Document, key: str, read: Callable[[Document], T]) -> list[T]:
    """Returns the objects in the list under ``key``, read one by one."""
    found = []
    for index, value in enumerate(listing(document, key)):
        try:
            found.append(read(as_object(value, "")))
        except FormatError as problem:
            raise within(f"{key}[{index}]", problem) from None
    return found


def within(outer: str, problem: FormatError) -> FormatError:
    """Returns the same error with the name of the object around the field in front."""
    field = problem.field_or_rule
    return FormatError(f"{outer}.{field}" if field else outer, problem.template, **problem.facts)


def inside(document: Document, key: str, read: Callable[[Document], T]) -> T:
    """Returns what ``read`` makes of the object under ``key`` (an empty one when it is left out)."""
    inner = nested(document, key)
    try:
        return read(inner)
    except FormatError as problem:
        raise within(key, problem) from None
