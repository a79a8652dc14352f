"""Events, commands and states as JSON documents, strictly and without loss.

The codec is built once, at import, from the type hints of the frozen dataclasses of ``companion.rules``: a new event
or field needs no line here. A document holds every field, so that a default changed later does not change old games;
a field left out is accepted where it has a default, so that fields can be added; ``old_shapes`` reads records that
changed. What a union means is named by
``type``; the outermost object also carries the format's version ``v``. Anything else that is unknown, missing or of
another type is a :class:`DecodeError` with the path to the field.
"""

import json
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum, IntEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from companion.rules.commands import Command
from companion.rules.events import Event
from companion.rules.frames import Frame
from companion.rules.state import State
from companion.store.old_shapes import UPCASTS

VERSION = 1
TYPE, VERSION_KEY = "type", "v"

EVENT_TYPES: tuple[type, ...] = get_args(Event)
FRAME_TYPES: tuple[type, ...] = get_args(Frame)
COMMAND_TYPES: tuple[type, ...] = get_args(Command)

Document = dict[str, Any]
"""A JSON object."""


class DecodeError(ValueError):
    """A document is not what the codec wrote; the text names the field and its value."""

    def __init__(self, problem: str, path: tuple[str, ...] = ()) -> None:
        self.problem = problem
        self.path = path
        super().__init__(f"{'.'.join(path)}: {problem}" if path else problem)

    def within(self, part: str) -> "DecodeError":
        """Returns the same error seen from one level further out."""
        return DecodeError(self.problem, (part, *self.path))


@dataclass(frozen=True, slots=True)
class Codec:
    """The two directions of one type; ``decode`` raises DecodeError. ``plain``: a value is its own JSON."""

    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]
    plain: bool = False


def encode_event(event: Event) -> Document:
    """Returns the document of an event: ``v``, ``type`` and its fields."""
    return {VERSION_KEY: VERSION, **_EVENTS.encode(event)}


def decode_event(document: object) -> Event:
    """Returns the event of a document; raises DecodeError, also for a version of the format that is not known."""
    return cast(Event, _EVENTS.decode(_unversioned(document)))


def encode_command(command: Command) -> Document:
    """Returns the document of a command: ``v``, ``type`` and its fields."""
    return {VERSION_KEY: VERSION, **_COMMANDS.encode(command)}


def decode_command(document: object) -> Command:
    """Returns the command of a document; raises DecodeError."""
    return cast(Command, _COMMANDS.decode(_unversioned(document)))


def encode_state(state: State) -> Document:
    """Returns the document of a state, its frames included: ``v`` and its fields."""
    return {VERSION_KEY: VERSION, **_STATE.encode(state)}


def decode_state(document: object) -> State:
    """Returns the state of a document; raises DecodeError."""
    return cast(State, _STATE.decode(_unversioned(document)))


def to_text(document: object) -> str:
    """Returns a document as compact JSON with sorted keys: the same text for the same document."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def from_text(text: str) -> object:
    """Returns the document of a JSON text; raises DecodeError when it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise DecodeError(f"is no JSON: {problem}") from None


def _unversioned(document: object) -> Document:
    if not isinstance(document, dict):
        raise DecodeError(f"must be an object, not {_shown(document)}")
    version = document.get(VERSION_KEY)
    if type(version) is not int or version != VERSION:
        raise DecodeError(f"this program reads version {VERSION} only, not {_shown(version)}", (VERSION_KEY,))
    return {key: value for key, value in document.items() if key != VERSION_KEY}


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


@cache
def codec_of(hint: Any) -> Codec:
    """Returns the codec of a type hint; raises TypeError for one that has no JSON form."""
    origin = get_origin(hint)
    if hint in (bool, int, str):
        return _primitive(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum(hint)
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
            raise DecodeError(f"must be {name}, not {_shown(value)}")
        return value

    return Codec(_same, decode, plain=True)


def _enum(kind: type[Enum]) -> Codec:
    # Members of an integer enum are known by name, which survives a change of their order.
    by_name = issubclass(kind, IntEnum)
    texts = {member: member.name.lower() if by_name else member.value for member in kind}
    members = {text: member for member, text in texts.items()}

    def decode(value: Any) -> Any:
        if type(value) is not str or value not in members:
            raise DecodeError(f"must be one of {', '.join(members)}, not {_shown(value)}")
        return members[value]

    return Codec(texts.__getitem__, decode)


def _record(kind: type) -> Codec:
    hints = get_type_hints(kind)
    if reserved := {TYPE, VERSION_KEY} & hints.keys():
        raise TypeError(f"{kind.__name__}: a field cannot be called {min(reserved)}")
    codecs = {field.name: codec_of(hints[field.name]) for field in fields(kind)}
    required = [f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING]
    upcast: Callable[[Document], Document] = UPCASTS.get(kind, _same)
    encoders = [(name, None if codec.plain else codec.encode) for name, codec in codecs.items()]

    def encode(value: Any) -> Document:
        return {
            name: getattr(value, name) if write is None else write(getattr(value, name)) for name, write in encoders
        }

    def decode(value: Any) -> Any:
        if type(value) is not dict:
            raise DecodeError(f"must be an object, not {_shown(value)}")
        arguments = {}
        for name, item in upcast(value).items():
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

    return Codec(encode, decode)


def _union(arms: tuple[Any, ...]) -> Codec:
    others = [arm for arm in arms if arm is not NoneType]
    inner = codec_of(others[0]) if len(others) == 1 else _tagged(others)
    if len(others) == len(arms):
        return inner

    def encode(value: Any) -> Any:
        return None if value is None else inner.encode(value)

    def decode(value: Any) -> Any:
        return None if value is None else inner.decode(value)

    return Codec(encode, decode, inner.plain)


def _tagged(kinds: list[Any]) -> Codec:
    if not all(is_dataclass(kind) for kind in kinds):
        raise TypeError(f"{kinds!r}: only dataclasses can be told apart")
    names = {kind: kind.__name__ for kind in kinds}
    by_name = {name: codec_of(kind) for kind, name in names.items()}

    def encode(value: Any) -> Document:
        name = names[type(value)]
        return {TYPE: name, **by_name[name].encode(value)}

    def decode(value: Any) -> Any:
        if type(value) is not dict:
            raise DecodeError(f"must be an object, not {_shown(value)}")
        name = value.get(TYPE)
        if type(name) is not str or name not in by_name:
            raise DecodeError(f"is not known: {_shown(name)}", (TYPE,))
        try:
            return by_name[name].decode({key: item for key, item in value.items() if key != TYPE})
        except DecodeError as problem:
            raise problem.within(name) from None

    return Codec(encode, decode)


def _items(decode: Callable[[Any], Any], value: Any) -> list[Any]:
    if type(value) is not list:
        raise DecodeError(f"must be a list, not {_shown(value)}")
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
            raise DecodeError(f"must be a list of {len(codecs)}, not {_shown(value)}")
        reads = iter(codecs)
        return tuple(_items(lambda item: next(reads).decode(item), value))

    return Codec(encode, decode)


def _set(arm: Any) -> Codec:
    inner = codec_of(arm)

    def decode(value: Any) -> Any:
        items = _items(inner.decode, value)
        if len(set(items)) != len(items):
            raise DecodeError(f"names the same thing twice: {_shown(value)}")
        return frozenset(items)

    return Codec(lambda value: sorted(inner.encode(item) for item in value), decode)


_EVENTS = codec_of(Event)
_COMMANDS = codec_of(Command)
_STATE = codec_of(State)
