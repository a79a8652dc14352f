"""Codecs made from type hints: frozen dataclasses, enumerations, tuples and unions as JSON, strictly and without loss.

A document of a dataclass holds every field but those of an expansion that is not played (``rules.unwritten``); a field
left out is accepted where it has a default, so that fields can be added. What a union means is named by ``type``.
Anything else that is unknown, missing or of another type is a :class:`DecodeError` with the path to the field.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum, IntEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.rules.unwritten import MARK

TYPE, VERSION_KEY = "type", "v"

Document = dict[str, Any]
"""A JSON object."""


class DecodeError(ValueError):
    """A document is not what the codec wrote; the text names the field and its value.

    ``template`` and ``facts`` are what ``problem`` was made from, for other languages.
    """

    def __init__(self, template: str, path: tuple[str, ...] = (), **facts: object) -> None:
        self.template = template
        self.facts = facts
        self.problem = template % facts if facts else template
        self.path = path
        super().__init__(f"{'.'.join(path)}: {self.problem}" if path else self.problem)

    def within(self, part: str) -> "DecodeError":
        """Returns the same error seen from one level further out."""
        return DecodeError(self.template, (part, *self.path), **self.facts)


@dataclass(frozen=True, slots=True)
class Codec:
    """The two directions of one type; ``decode`` raises DecodeError. ``plain``: a value is its own JSON."""

    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]
    plain: bool = False


def to_text(document: object) -> str:
    """Returns a document as compact JSON with sorted keys: the same text for the same document."""
    return _ENCODER.encode(document)


def from_text(text: str) -> object:
    """Returns the document of a JSON text; raises DecodeError when it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise DecodeError("is no JSON: %(detail)s", detail=problem) from None


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def shown(value: object) -> str:
    """Returns a value as an error shows it, cut where it is long."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


@cache
def codec_of(hint: Any) -> Codec:
    """Returns the codec of a type hint; raises TypeError for one that has no JSON form."""
    origin = get_origin(hint)
    if hint in (bool, int, str):
        return _primitive(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum((hint,))
    if isinstance(hint, type) and is_dataclass(hint):
        return _record(hint)
    if origin in (Union, UnionType):
        return _union(get_args(hint))
    if origin is tuple:
        return _tuple(get_args(hint))
    if origin is frozenset:
        return _set(get_args(hint)[0])
    raise TypeError(f"{hint!r} has no JSON form")


def _same(value: Any) -> Any:
    return value


def _primitive(kind: type) -> Codec:
    name = {bool: "true or false", int: "a whole number", str: "a text"}[kind]

    def decode(value: Any) -> Any:
        # type() and not isinstance(): true is an int in Python, but no number in a document.
        if type(value) is not kind:
            raise DecodeError("must be %(name)s, not %(value)s", name=name, value=shown(value))
        return value

    return Codec(_same, decode, plain=True)


def _enum(kinds: Sequence[type[Enum]]) -> Codec:
    """Returns the codec of an enumeration, or of several together that have no text in common."""
    # Members of an integer enum are known by name, which survives a change of their order.
    named = [(m.name.lower() if isinstance(m, IntEnum) else m.value, m) for kind in kinds for m in kind]
    members = dict(named)
    texts = {member: text for text, member in members.items()}
    if len(texts) < len(named):
        raise TypeError(f"{kinds!r}: these enumerations cannot be told apart")

    def decode(value: Any) -> Any:
        if type(value) is not str or value not in members:
            raise DecodeError(
                "must be one of %(choices)s, not %(value)s", choices=", ".join(members), value=shown(value)
            )
        return members[value]

    return Codec(texts.__getitem__, decode)


def _record(kind: type) -> Codec:
    hints = get_type_hints(kind)
    if reserved := {TYPE, VERSION_KEY} & hints.keys():
        raise TypeError(f"{kind.__name__}: a field cannot be called {min(reserved)}")
    codecs = {field.name: codec_of(hints[field.name]) for field in fields(kind)}
    required = [f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING]
    encoders = [(name, None if codec.plain else codec.encode) for name, codec in codecs.items()]

    def encode(value: Any) -> Document:
        return {
            name: getattr(value, name) if write is None else write(getattr(value, name)) for name, write in encoders
        }

    def decode(value: Any) -> Any:
        if type(value) is not dict:
            raise DecodeError("must be an object, not %(value)s", value=shown(value))
        arguments = {}
        for name, item in value.items():
            codec = codecs.get(name)
            if codec is None:
                raise DecodeError("is not known", (str(name),))
            try:
                arguments[name] = codec.decode(item)
            except DecodeError as problem:
                raise problem.within(name) from None
        for name in required:
            if name not in arguments:
                raise DecodeError("is missing", (name,))
        return kind(**arguments)

    return Codec(_leaving_out(kind, encode), decode)


def _leaving_out(kind: Any, encode: Callable[[Any], Document]) -> Callable[[Any], Document]:
    """Returns ``encode`` without the fields of an expansion that hold their default."""
    left_out = [(field.name, field.default) for field in fields(kind) if MARK in field.metadata]
    if not left_out:
        return encode

    def encode_others(value: Any) -> Document:
        document = encode(value)
        for name, default in left_out:
            if getattr(value, name) == default:
                del document[name]
        return document

    return encode_others


def _union(arms: tuple[Any, ...]) -> Codec:
    others = [arm for arm in arms if arm is not NoneType]
    inner = codec_of(others[0]) if len(others) == 1 else _one_of(others)
    if len(others) == len(arms):
        return inner

    def encode(value: Any) -> Any:
        return None if value is None else inner.encode(value)

    def decode(value: Any) -> Any:
        return None if value is None else inner.decode(value)

    return Codec(encode, decode, inner.plain)


def _one_of(kinds: list[Any]) -> Codec:
    if all(isinstance(kind, type) and issubclass(kind, Enum) for kind in kinds):
        return _enum(kinds)
    if all(is_dataclass(kind) for kind in kinds):
        return _tagged(kinds)
    raise TypeError(f"{kinds!r}: only dataclasses, or enumerations, can be told apart")


def _tagged(kinds: list[Any]) -> Codec:
    names = {kind: kind.__name__ for kind in kinds}
    by_name = {name: codec_of(kind) for kind, name in names.items()}

    def encode(value: Any) -> Document:
        name = names[type(value)]
        return {TYPE: name, **by_name[name].encode(value)}

    def decode(value: Any) -> Any:
        if type(value) is not dict:
            raise DecodeError("must be an object, not %(value)s", value=shown(value))
        name = value.get(TYPE)
        if type(name) is not str or name not in by_name:
            raise DecodeError("is not known: %(value)s", (TYPE,), value=shown(name))
        try:
            return by_name[name].decode({key: item for key, item in value.items() if key != TYPE})
        except DecodeError as problem:
            raise problem.within(name) from None

    return Codec(encode, decode)


def _items(decode: Callable[[Any], Any], value: Any) -> list[Any]:
    if type(value) is not list:
        raise DecodeError("must be a list, not %(value)s", value=shown(value))
    found = []
    for number, item in enumerate(value):
        try:
            found.append(decode(item))
        except DecodeError as problem:
            raise problem.within(str(number)) from None
    return found


def _tuple(arms: tuple[Any, ...]) -> Codec:
    if len(arms) == 2 and arms[1] is Ellipsis:
        inner = codec_of(arms[0])
        encode_all: Callable[[Any], Any] = list if inner.plain else lambda value: [inner.encode(i) for i in value]
        return Codec(encode_all, lambda value: tuple(_items(inner.decode, value)))
    codecs = [codec_of(arm) for arm in arms]

    def encode(value: Any) -> list[Any]:
        return [codec.encode(item) for codec, item in zip(codecs, value, strict=True)]

    def decode(value: Any) -> Any:
        if type(value) is not list or len(value) != len(codecs):
            raise DecodeError("must be a list of %(number)s, not %(value)s", number=len(codecs), value=shown(value))
        reads = iter(codecs)
        return tuple(_items(lambda item: next(reads).decode(item), value))

    return Codec(encode, decode)


def _set(arm: Any) -> Codec:
    inner = codec_of(arm)

    def decode(value: Any) -> Any:
        items = _items(inner.decode, value)
        if len(set(items)) != len(items):
            raise DecodeError("names the same thing twice: %(value)s", value=shown(value))
        return frozenset(items)

    return Codec(lambda value: sorted(inner.encode(item) for item in value), decode)
