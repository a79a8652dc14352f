"""Events, commands and states as JSON documents, strictly and without loss.

The codecs are built once, at import, from the type hints of the frozen dataclasses of ``companion.rules`` (``shapes``):
a new event or field needs no line here. A document holds every field, so that a default changed later does not change
old games. The outermost object also carries the version ``v`` of its event's format: an older one is brought to the
format of today by ``old_shapes``, one of a later program is refused. A correction of the board holds only what it
changed (``corrections``); it is read with the position before it.
"""

from typing import cast, get_args

from companion.rules.commands import Command
from companion.rules.events import BoardCorrected, Event
from companion.rules.frames import Frame
from companion.rules.state import State
from companion.store import corrections
from companion.store.old_shapes import STATE, UPCASTS, current_version
from companion.store.shapes import (
    TYPE,
    VERSION_KEY,
    DecodeError,
    Document,
    codec_of,
    shown,
)

COMMAND_VERSION = 1
"""Commands are not kept; their documents are only compared with each other."""
CHANGES = "changes"
LATEST_OF_ALL = 10**6

EVENT_TYPES: tuple[type, ...] = get_args(Event)
FRAME_TYPES: tuple[type, ...] = get_args(Frame)
COMMAND_TYPES: tuple[type, ...] = get_args(Command)


def encode_event(event: Event, before: State | None = None) -> Document:
    """Returns the document of an event: ``v``, ``type`` and its fields.

    ``before`` is the position in which the event happens: with it a correction of the board is written as what it
    changed, and can be read with the same position only; without it as the whole position.
    """
    version = {VERSION_KEY: current_version(type(event).__name__)}
    if before is not None and isinstance(event, BoardCorrected):
        return {**version, TYPE: BoardCorrected.__name__, CHANGES: corrections.encode_changes(before, event.state)}
    return {**version, **_EVENTS.encode(event)}


def decode_event(document: object, before: State | None = None) -> Event:
    """Returns the event of a document, ``before`` being the position in which it happened.

    Raises DecodeError: also for a version of the format that is not known, and for a correction that says only what it
    changed when the position before it is not given.
    """
    plain = _of_today(document, _name(document))
    if plain.get(TYPE) == BoardCorrected.__name__ and CHANGES in plain:
        return _corrected(plain, before)
    return cast(Event, _EVENTS.decode(plain))


def encode_command(command: Command) -> Document:
    """Returns the document of a command: ``v``, ``type`` and its fields."""
    return {VERSION_KEY: COMMAND_VERSION, **_COMMANDS.encode(command)}


def decode_command(document: object) -> Command:
    """Returns the command of a document; raises DecodeError."""
    return cast(Command, _COMMANDS.decode(_unversioned(document, COMMAND_VERSION, COMMAND_VERSION)[1]))


def encode_state(state: State) -> Document:
    """Returns the document of a state, its frames included: ``v`` and its fields."""
    return {VERSION_KEY: current_version(STATE), **_STATE.encode(state)}


def decode_state(document: object) -> State:
    """Returns the state of a document; raises DecodeError."""
    return cast(State, _STATE.decode(_of_today(document, STATE)))


def _corrected(document: Document, before: State | None) -> BoardCorrected:
    name = BoardCorrected.__name__
    for key in document:
        if key not in (TYPE, CHANGES):
            raise DecodeError("is not known beside the changes", (name, str(key)))
    if before is None:
        raise DecodeError("cannot be read without the position before it", (name, CHANGES))
    try:
        return BoardCorrected(corrections.decode_changes(before, document[CHANGES]))
    except DecodeError as problem:
        raise problem.within(CHANGES).within(name) from None


def _name(document: object) -> str:
    name = document.get(TYPE) if isinstance(document, dict) else None
    return name if isinstance(name, str) and name in _NAMES else ""


def _of_today(document: object, name: str) -> Document:
    """Returns a document without its version, in the shape that ``name`` has today.

    Without a name it is of an event that is not known, or of none; its reader says so.
    """
    latest = current_version(name) if name else LATEST_OF_ALL
    version, plain = _unversioned(document, 1, latest)
    if not name:
        return plain
    for older in range(version, latest):
        plain = UPCASTS[name, older](plain)
    return plain


def _unversioned(document: object, first: int, latest: int) -> tuple[int, Document]:
    if not isinstance(document, dict):
        raise DecodeError("must be an object, not %(value)s", value=shown(document))
    version = document.get(VERSION_KEY)
    if type(version) is not int or not first <= version <= latest:
        known = f"version {latest}" if first == latest else f"versions {first} to {latest}"
        later = ": a later program wrote it" if type(version) is int and version > latest else ""
        raise DecodeError(
            "this program reads %(known)s only, not %(value)s%(later)s",
            (VERSION_KEY,),
            known=known,
            value=shown(version),
            later=later,
        )
    return version, {key: value for key, value in document.items() if key != VERSION_KEY}


_NAMES = frozenset(kind.__name__ for kind in EVENT_TYPES)
_EVENTS = codec_of(Event)
_COMMANDS = codec_of(Command)
_STATE = codec_of(State)
