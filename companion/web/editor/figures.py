"""The figures of a position as records: how each is read, written, bounded, named and drawn; forms are made of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.rules.commands import CorrectBoard
from companion.rules.errors import FormatError
from companion.rules.state import State
from companion.web.say import _
from companion.web.scene import Commands, Scene
from companion.web.ui.blocks import Block, Check, Checks, Select, Stepper, Steppers
from companion.web.ui.fields import Fields
from companion.web.words import names

Offers = tuple[tuple[str, str], ...]
Lens = tuple[Callable[[State], Any], Callable[[State, Any], State]]


@dataclass(frozen=True, slots=True)
class Number:
    """A number from ``least`` to ``most``; as a ``tick`` it is 0 or 1. Without ``shown`` no form asks for it."""

    id: str
    label: str
    read: Callable[[State], int]
    write: Callable[[State, int], State]
    most: int
    glyph: str = ""
    faction: str = ""
    least: int = 0
    tick: bool = False
    shown: bool = True

    def entered(self, fields: Fields) -> int:
        """Returns the number in a form; raises FormatError."""
        if self.tick:
            return int(fields.yes(self.id))
        return fields.count(self.id, self.most, self.least, None if self.least else 0)

    def words(self, value: int) -> str:
        """Returns a value in words."""
        return (_("yes") if value else _("no")) if self.tick else str(value)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several texts; "" for none."""

    id: str
    label: str
    read: Callable[[State], str]
    write: Callable[[State, str], State]
    offers: Offers

    def entered(self, fields: Fields) -> str:
        """Returns the answer in a form; raises FormatError."""
        text = fields.text(self.id)
        if text not in dict(self.offers):
            raise FormatError(self.id, _("choose one of the answers, not “%(value)s”", value=text[:40]))
        return text

    def words(self, value: str) -> str:
        """Returns a value in words."""
        return dict(self.offers).get(value, value)


@dataclass(frozen=True, slots=True)
class Many:
    """Any of several texts, in the order in which they came."""

    id: str
    label: str
    read: Callable[[State], tuple[str, ...]]
    write: Callable[[State, tuple[str, ...]], State]
    offers: Offers
    glyph: str = ""
    faction: str = ""

    def entered(self, fields: Fields) -> tuple[str, ...]:
        """Returns what is ticked in a form; raises FormatError."""
        found = tuple(fields.values.getlist(self.id))
        for value in found:
            if value not in dict(self.offers):
                raise FormatError(self.id, _("there is no “%(value)s”", value=value[:40]))
        return found

    def words(self, value: tuple[str, ...]) -> str:
        """Returns a value in words."""
        return names.join([dict(self.offers).get(one, one) for one in value]) or _("none")


Figure = Number | Choice | Many
F = TypeVar("F", Number, Choice, Many, Figure)


@dataclass(frozen=True, slots=True)
class Group:
    """Figures that stand together in a form, under a title."""

    id: str
    title: str
    figures: tuple[Figure, ...]


def at(*path: str | int) -> Lens:
    """Returns how what lies at the end of a path of fields and places is read and written.

    >>> read, write = at("cards", "decks", 1)
    >>> read(write(State(), 7))
    7
    """
    return lambda state: _get(state, path), lambda state, value: _put(state, path, value)


def _get(whole: Any, path: Sequence[str | int]) -> Any:
    for key in path:
        whole = whole[key] if isinstance(key, int) else getattr(whole, key)
    return whole


def _put(whole: Any, path: Sequence[str | int], value: Any) -> Any:
    if not path:
        return value
    inner = _put(_get(whole, path[:1]), path[1:], value)
    if isinstance(key := path[0], int):
        return (*whole[:key], inner, *whole[key + 1 :])
    return replace(whole, **{key: inner})


def flag(*path: str | int) -> Lens:
    """Returns how something true or false is read and written as 1 or 0."""
    read, write = at(*path)
    return lambda state: int(read(state)), lambda state, on: write(state, bool(on))


def optional(*path: str | int, to: Callable[[Any], str] = str, of: Callable[[str], Any] = str) -> Lens:
    """Returns how something that may be None is read and written as a text; "" is None."""
    read, write = at(*path)
    return (
        lambda state: "" if read(state) is None else to(read(state)),
        lambda state, text: write(state, of(text) if text else None),
    )


def copies(one: str, order: Iterable[str], *path: str | int) -> Lens:
    """Returns how many of one kind lie in a tuple; written, the tuple comes into the order of all kinds."""
    read, write = at(*path)
    kinds = tuple(order)

    def counted(state: State, number: int) -> State:
        now = read(state) or ()
        return write(state, tuple(k for k in kinds for _n in range(number if k == one else now.count(k))))

    return lambda state: (read(state) or ()).count(one), counted


def blocks(groups: Iterable[Group], state: State) -> list[Block]:
    """Returns the fields of groups as they are now."""
    found: list[Block] = []
    for group in groups:
        numbers = [one for one in group.figures if isinstance(one, Number) and one.shown]
        steppers = tuple(
            Stepper(one.id, one.label, one.read(state), one.least, one.most, one.glyph, one.faction)
            for one in numbers
            if not one.tick
        )
        checks = tuple(
            Check("1", one.label, one.glyph, one.faction, "", bool(one.read(state)), one.id)
            for one in numbers
            if one.tick
        )
        found += [Steppers(steppers, group.title)] if steppers else []
        found += [Checks(group.id, group.title, checks)] if checks else []
        for figure in group.figures:
            if isinstance(figure, Choice):
                found.append(Select(figure.id, figure.label, figure.offers, figure.read(state)))
            elif isinstance(figure, Many):
                found.append(_many(figure, state))
    return found


def _many(figure: Many, state: State) -> Checks:
    on = figure.read(state)
    checks = tuple(
        Check(value, text, figure.glyph, figure.faction, checked=value in on) for value, text in figure.offers
    )
    return Checks(figure.id, figure.label, checks)


def put_right(state: State, fields: Fields, *groups: Group) -> State:
    """Returns the position as a form of groups has it; raises FormatError naming the field."""
    for group in groups:
        for figure in group.figures:
            state = _entered(state, fields, figure)
    return state


def _entered(state: State, fields: Fields, figure: Figure) -> State:
    """Sets one figure; a field that the form did not have stays, but for boxes, which are not sent unticked."""
    sent = figure.id in fields.values
    match figure:
        case Number() if figure.shown and (figure.tick or sent):
            number = figure.entered(fields)
            return state if number == figure.read(state) else figure.write(state, number)
        case Choice() if sent:
            text = figure.entered(fields)
            return state if text == figure.read(state) else figure.write(state, text)
        case Many():
            texts = figure.entered(fields)
            return state if set(texts) == set(figure.read(state)) else figure.write(state, texts)
    return state


def corrected(scene: Scene, state: State) -> Commands:
    """Returns the correction; nothing when nothing differs: then no entry is made."""
    return () if state == scene.state else (CorrectBoard(state),)


def changed(state: State, figure: Number, by: int) -> State:
    """Returns the position with a number changed, kept within its limits."""
    return figure.write(state, min(max(figure.read(state) + by, figure.least), figure.most))


def changes(figures: Iterable[F], before: State, after: State) -> list[tuple[F, str]]:
    """Returns which figures differ between two positions, each with its change in words: "Supremacy: 3 → 4"."""
    found = []
    for figure in figures:
        old, new = figure.read(before), figure.read(after)
        if old == new:
            continue
        if figure.id.startswith("ban-"):
            text = figure.label if new else _("%(what)s lifted", what=figure.label)
        else:
            text = f"{figure.label}: {' → '.join(figure.words(value) for value in (old, new))}"  # type: ignore[arg-type]
        found.append((figure, text))
    return found
