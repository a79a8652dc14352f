"""What a correction of the board changed, as a document: a tap on a tracker costs some letters, not a whole position.

The document names the fields of the position that differ, each with its new value, and goes deeper where a field holds
much of which little changes: ``armies`` by faction and area, ``leaders`` by their ids, and records (cards, turn,
rules, what is hidden) by their fields. Read with the position before, it gives the position after.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints

from companion.content.terms import Faction
from companion.frozen import replace
from companion.rules.army import Army
from companion.rules.state import LeaderStatus, State
from companion.store.shapes import DecodeError, Document, codec_of, shown

ARMIES, LEADERS = "armies", "leaders"


def encode_changes(before: State, after: State) -> Document:
    """Returns what differs in ``after``; with equal positions it is empty."""
    found = _differing(before, after)
    if ARMIES in found and all(len(old) == len(new) for old, new in zip(before.armies, after.armies, strict=True)):
        found[ARMIES] = _armies(before, after)
    old = dict(before.leaders)
    if LEADERS in found and len(old) == len(before.leaders) and _ids(before) == _ids(after):
        found[LEADERS] = {name: _STATUS.encode(new) for name, new in after.leaders if new != old[name]}
    return found


def decode_changes(before: State, document: object) -> State:
    """Returns the position that ``encode_changes`` wrote; raises DecodeError with the path to the field."""
    found: State = _changed(before, document, {ARMIES: _read_armies, LEADERS: _read_leaders})
    return found


def _differing(before: Any, after: Any) -> Document:
    """The fields of a record that differ; those that are records themselves by their own fields."""
    found: Document = {}
    for name, codec in _CODECS[type(before)].items():
        old, new = getattr(before, name), getattr(after, name)
        if old is not new and old != new:
            found[name] = _differing(old, new) if type(old) in _CODECS else codec.encode(new)
    return found


def _changed(before: Any, document: object, ways: Mapping[str, Any]) -> Any:
    codecs = _CODECS[type(before)]
    new = {}
    for name, item in _object(document).items():
        if name not in codecs:
            raise DecodeError("is not known", (str(name),))
        old = getattr(before, name)
        try:
            if type(item) is dict and name in ways:
                new[name] = ways[name](before, item)
            elif type(old) in _CODECS:
                new[name] = _changed(old, item, {})
            else:
                new[name] = codecs[name].decode(item)
        except DecodeError as problem:
            raise problem.within(name) from None
    return replace(before, **new)


def _armies(before: State, after: State) -> Document:
    found: Document = {}
    for faction, old, new in zip(Faction, before.armies, after.armies, strict=True):
        areas = {str(at): _ARMY.encode(army) for at, army in enumerate(new) if army != old[at]}
        if areas:
            found[faction.id] = areas
    return found


def _read_armies(before: State, document: Document) -> tuple[tuple[Army | None, ...], ...]:
    known = {faction.id: faction for faction in Faction}
    found = list(before.armies)
    for id_, areas in document.items():
        if id_ not in known:
            raise DecodeError("is not known", (str(id_),))
        armies = list(found[known[id_]])
        for area, item in _object(areas, id_).items():
            if not (area.isascii() and area.isdecimal() and str(int(area[:9])) == area and int(area) < len(armies)):
                raise DecodeError("is no area of the board: %(value)s", (id_, area[:60]), value=shown(area))
            try:
                armies[int(area)] = _ARMY.decode(item)
            except DecodeError as problem:
                raise problem.within(area).within(id_) from None
        found[known[id_]] = tuple(armies)
    return tuple(found)


def _read_leaders(before: State, document: Document) -> tuple[tuple[str, LeaderStatus], ...]:
    known = _ids(before)
    if len(set(known)) != len(known):
        raise DecodeError("names one of several leaders of the same id", tuple(document)[:1])
    new = {}
    for name, item in document.items():
        if name not in known:
            raise DecodeError("is no leader of the game", (name[:60],))
        try:
            new[name] = _STATUS.decode(item)
        except DecodeError as problem:
            raise problem.within(name) from None
    # Pairs that stay are shared with the position before: a log has thousands of them.
    return tuple((pair[0], new[pair[0]]) if pair[0] in new else pair for pair in before.leaders)


def _ids(state: State) -> tuple[str, ...]:
    return tuple(name for name, _status in state.leaders)


def _object(value: object, *where: str) -> Document:
    if type(value) is not dict:
        raise DecodeError("must be an object, not %(value)s", where, value=shown(value))
    return value


_ARMY = codec_of(Army | None)
_STATUS = codec_of(LeaderStatus)
_HINTS = get_type_hints(State)
_RECORDS: tuple[Any, ...] = (State, *(hint for hint in _HINTS.values() if is_dataclass(hint)))
_CODECS = {
    kind: {field.name: codec_of(get_type_hints(kind)[field.name]) for field in fields(kind)} for kind in _RECORDS
}
"""Of the position and of each record that is a field of it: the codecs of their fields."""
