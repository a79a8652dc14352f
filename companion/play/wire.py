"""Commands, events and frames as JSON with the ids of the data, made from their dataclasses.

A field that is left out has its default. Areas, zones, leaders and cards are ids; which field holds what its name says.
Factions, faces and results are their names, figures have the keys of legions, a state is a position. Reading is
strict: what is unknown, missing or of another type is a FormatError that names the field.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from companion.board import AREA_IDS, AREA_NUMBER, HARVESTING_SECTORS, SECTORS, ZONE_IDS, ZONE_NUMBER
from companion.content import CARDS, LEADERS, PRESCIENCE_CARDS, TACTICAL_CARDS
from companion.content.terms import Faction, UnitKind, VehicleKind
from companion.frozen import record
from companion.rules.army import Army
from companion.rules.casualties import ESCORT, SECOND_HIT
from companion.rules.commands import Command
from companion.rules.errors import FormatError
from companion.rules.fields import as_object, choice, only, within
from companion.rules.positions.opening import corrected
from companion.rules.positions.reading import read_army, read_position
from companion.rules.positions.writing import write_army, write_position
from companion.rules.state import State
from companion.rules.unwritten import MARK
from companion.rules.war import EXPANSION, SANDRIDERS

Document = dict[str, Any]
COMMANDS: Mapping[str, type] = {kind.__name__: kind for kind in get_args(Command)}
MOST = 999
"""The largest number, and the most entries of a list, that a command may hold."""

AREAS = frozenset({"area", "source", "target", "displaced_to", "worm_from", "temporary_target"}) | {
    *("attacker_area", "only", "first", "second", "home")
}
"""Fields that hold the number of an area."""
ZONES = frozenset({"zone"})
PLACE = "area or zone"
PLACES = ("place", "taken")
"""Hold an area, or a zone where the vehicle of ``kind`` beside it needs one."""
FLYING = (VehicleKind.ORNITHOPTER, VehicleKind.CARRYALL)

_FIGURES = ("regular", "elite", "special", "tokens", "generic", "named", "escorts")
_LEADER_IDS = dict.fromkeys(sorted(LEADERS))
_CARD_IDS = dict.fromkeys(["", *sorted(CARDS), *sorted(PRESCIENCE_CARDS), *sorted(TACTICAL_CARDS)])
_TEXTS: dict[str, tuple[Mapping[str, None], str]] = {
    **dict.fromkeys(("leader", "leaders", "replaced"), (_LEADER_IDS, "a leader")),
    **dict.fromkeys(("card", "cards", "attached"), (_CARD_IDS, "a card")),
    "removed": (dict.fromkeys([*UnitKind, *_LEADER_IDS, ESCORT, SECOND_HIT]), "a unit or leader"),
    "expansions": (dict.fromkeys([EXPANSION]), "an expansion"),
    "colour": (dict.fromkeys(["black", "silver"]), "a colour of tokens"),
    "use": (dict.fromkeys(["wormsigns", "move", "attack", SANDRIDERS]), "a Desert Power action"),
    "sector": (dict.fromkeys([*SECTORS, *HARVESTING_SECTORS]), "a sector"),
}

T = TypeVar("T")
Read = Callable[[object, str], Any]
Write = Callable[[Any], Any]


@record
class Wire:
    """The two directions of one field; ``shape`` says in a word or two what its JSON is."""

    read: Read
    write: Write
    shape: str


def read_command(document: Mapping[str, object], now: State) -> Command:
    """Returns the command that a JSON object describes; ``now`` fills what the position of a correction does not hold.

    Raises FormatError naming the field.
    """
    if "type" not in document:
        raise FormatError("type", "is missing")
    kind = COMMANDS[choice(document["type"], {name: name for name in COMMANDS}, "type", "a command")]
    wires: Mapping[str, Wire] = wires_of(kind)
    given = {key: value for key, value in document.items() if key not in ("type", "record_anyway")}
    only(given, wires)
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name in given:
            values[field.name] = wires[field.name].read(given[field.name], field.name)
        elif field.default is MISSING and field.default_factory is MISSING:
            raise FormatError(field.name, "is missing")
    if isinstance(values.get("state"), State):
        values["state"] = corrected(now, values["state"])
    for name in PLACES:
        if values.get(name) is not None and wires[name].shape.startswith(PLACE):
            flies = values.get("kind") in FLYING
            ids, what = (ZONE_NUMBER, "an air zone") if flies else (AREA_NUMBER, "an area")
            values[name] = choice(values[name], ids, name, what)
    return cast(Command, kind(**values))


def write_command(command: Command) -> Document:
    """Returns the JSON object of a command; fields that hold their default are left out."""
    kept = {
        field.name
        for field in fields(command)
        if field.default is MISSING or getattr(command, field.name) != field.default
    }
    return {name: value for name, value in written(command).items() if name in kept or name == "type"}


def written(record: Any) -> Document:
    """Returns an event, a frame or a command as JSON: ``type`` and every field."""
    kind: Any = type(record)
    document: Document = {"type": kind.__name__}
    for name, wire in wires_of(kind).items():
        value = getattr(record, name)
        if name in _unwritten(kind) and value == _unwritten(kind)[name]:
            continue
        if name in PLACES and type(value) is int:
            value = (ZONE_IDS if getattr(record, "kind", None) in FLYING else AREA_IDS)[value]
        document[name] = wire.write(value)
    return document


@cache
def _unwritten(kind: Any) -> dict[str, object]:
    """The fields of an expansion, which are left out while they hold their default."""
    return {field.name: field.default for field in fields(kind) if MARK in field.metadata}


@cache
def wires_of(kind: Any) -> dict[str, Wire]:
    """Returns how each field of a dataclass is read and written, in its order; raises TypeError for a type unknown."""
    hints = get_type_hints(kind)
    return {field.name: wire_of(hints[field.name], field.name) for field in fields(kind)}


@cache
def wire_of(hint: Any, name: str) -> Wire:
    """Returns how a field of this type and name is read and written; raises TypeError for one without a JSON form."""
    origin, arms = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _union([arm for arm in arms if arm is not NoneType], name, optional=NoneType in arms)
    if origin is tuple and len(arms) == 2 and arms[1] is Ellipsis:
        return _listed(_placed() if _is_placement(arms[0]) else _entry(arms[0], name))
    if origin is tuple:
        return _fixed([_entry(arm, name) if arm is not int else _number() for arm in arms])
    if origin is frozenset:
        inner = _listed(wire_of(arms[0], name))
        return Wire(
            lambda value, at: frozenset(inner.read(value, at)), lambda value: inner.write(sorted(value)), inner.shape
        )
    return _plain(hint, name)


def _entry(hint: Any, name: str) -> Wire:
    """One entry of a list: a number in a list without fixed length is an area."""
    return _ids(AREA_NUMBER, AREA_IDS, "area") if hint is int else wire_of(hint, name)


def _plain(hint: Any, name: str) -> Wire:
    if hint is bool:
        return Wire(_flag, _same, "true or false")
    if hint is int and name in PLACES:
        return Wire(_same_at, _same, PLACE)
    if hint is int and name in AREAS | ZONES:
        return _ids(AREA_NUMBER, AREA_IDS, "area") if name in AREAS else _ids(ZONE_NUMBER, ZONE_IDS, "zone")
    if hint is int:
        return _number()
    if hint is str:
        return _text(name)
    if hint is Army:
        return Wire(_figures, write_army, "figures")
    if hint is State:
        return Wire(
            lambda value, at: _inside(at, lambda: read_position(as_object(value, ""))), write_position, "position"
        )
    if issubclass(hint, Enum):
        return _enum(hint)
    if is_dataclass(hint):
        return _record(hint)
    raise TypeError(f"{name}: {hint!r} has no JSON form")


def _union(arms: list[Any], name: str, *, optional: bool) -> Wire:
    if len(arms) > 1 and all(issubclass(arm, Enum) for arm in arms):
        inner = _enum(*arms)
    elif len(arms) > 1:
        # Frames and the like: told apart by their type, and never read.
        return Wire(_unread, lambda value: None if value is None else written(value), "one of several")
    else:
        inner = wire_of(arms[0], name)
    if not optional:
        return inner
    return Wire(
        lambda value, at: None if value is None else inner.read(value, at),
        lambda value: None if value is None else inner.write(value),
        f"{inner.shape} or null",
    )


def _same(value: Any) -> Any:
    return value


def _same_at(value: object, at: str) -> object:
    return value


def _unread(value: object, at: str) -> Any:
    raise FormatError(at, "cannot be given")


def _flag(value: object, at: str) -> bool:
    if not isinstance(value, bool):
        raise FormatError(at, f"true or false is needed, not {_shown(value)}")
    return value


def _number() -> Wire:
    def read(value: object, at: str) -> int:
        # A bool is an int to Python, but not in a document.
        if type(value) is not int or not -MOST <= value <= MOST:
            raise FormatError(at, f"a whole number from {-MOST} to {MOST} is needed, not {_shown(value)}")
        return value

    return Wire(read, _same, "number")


def _text(name: str) -> Wire:
    if name not in _TEXTS:
        # A text of events, which is never read.
        return Wire(_unread, _same, "text")
    ids, what = _TEXTS[name]
    return Wire(lambda value, at: _known(value, ids, at, what), _same, f"id of {what}")


def _known(value: object, ids: Mapping[str, None], at: str, what: str) -> str:
    choice(value, ids, at, what)
    return str(value)


def _ids(numbers: Mapping[str, int], ids: tuple[str, ...], what: str) -> Wire:
    article = "an area" if what == "area" else "an air zone"
    return Wire(lambda value, at: choice(value, numbers, at, article), lambda value: ids[value], what)


def _enum(*kinds: type[Enum]) -> Wire:
    texts = {m: m.id if isinstance(m, Faction) else str(m.value) for kind in kinds for m in kind}
    members = {text: member for member, text in texts.items()}
    shape = " or ".join(kind.__name__ for kind in kinds)
    return Wire(lambda value, at: choice(value, members, at, f"a {shape}"), texts.__getitem__, shape)


def _figures(value: object, at: str) -> Army:
    def read() -> Army:
        document = as_object(value, "")
        only(document, _FIGURES)
        army = read_army(document)
        for key, count in army.counts():
            if count > MOST:
                raise FormatError(key, f"a whole number to {MOST} is needed, not {_shown(count)}")
        return army

    return _inside(at, read)


def _inside(at: str, read: Callable[[], T]) -> T:
    try:
        return read()
    except FormatError as problem:
        raise within(at, problem) from None


def _record(kind: Any) -> Wire:
    wires = wires_of(kind)

    def read(value: object, at: str) -> Any:
        document = _inside(at, lambda: as_object(value, ""))
        _inside(at, lambda: only(document, wires))
        for field in fields(kind):
            if field.name not in document and field.default is MISSING and field.default_factory is MISSING:
                raise FormatError(f"{at}.{field.name}", "is missing")
        return kind(**{name: wires[name].read(item, f"{at}.{name}") for name, item in document.items()})

    return Wire(
        read, lambda value: {name: wire.write(getattr(value, name)) for name, wire in wires.items()}, kind.__name__
    )


def _is_placement(hint: Any) -> bool:
    return get_origin(hint) is tuple and get_args(hint) == (int, Army)


def _placed() -> Wire:
    """Figures with their area: a legion's keys beside ``area``."""

    def read(value: object, at: str) -> tuple[int, Army]:
        document = dict(_inside(at, lambda: as_object(value, "")))
        if "area" not in document:
            raise FormatError(f"{at}.area", "is missing")
        return choice(document.pop("area"), AREA_NUMBER, f"{at}.area", "an area"), _figures(document, at)

    return Wire(read, lambda pair: {"area": AREA_IDS[pair[0]], **write_army(pair[1])}, "figures with area")


def _items(value: object, at: str) -> list[object]:
    if not isinstance(value, list) or len(value) > MOST:
        raise FormatError(at, f"a list is needed, not {_shown(value)}")
    return value


def _listed(inner: Wire) -> Wire:
    return Wire(
        lambda value, at: tuple(inner.read(item, f"{at}[{i}]") for i, item in enumerate(_items(value, at))),
        lambda value: [inner.write(item) for item in value],
        f"list of {inner.shape}",
    )


def _fixed(inner: list[Wire]) -> Wire:
    def read(value: object, at: str) -> Any:
        items = _items(value, at)
        if len(items) != len(inner):
            raise FormatError(at, f"a list of {len(inner)} is needed, not of {len(items)}")
        return tuple(wire.read(item, f"{at}[{i}]") for i, (wire, item) in enumerate(zip(inner, items, strict=True)))

    shape = f"list of {len(inner)}: {inner[0].shape}"
    return Wire(read, lambda value: [wire.write(item) for wire, item in zip(inner, value, strict=True)], shape)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
