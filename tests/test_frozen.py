"""Records are as the standard library would have made them; ``replace``: a copy like its own, of the same class."""

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.frozen import record, replace
from companion.rules.army import Army
from companion.rules.frames import TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, State

CHANGES: list[tuple[Any, dict[str, Any]]] = [
    (State(), {"round": 3, "frames": (TurnFrame(ATREIDES),)}),
    (State(supremacy=4), {}),
    (TurnFrame(HARKONNEN), {"acted": True}),
    (Army(regular=2, named=("stilgar",)), {"named": (), "elite": 1}),
]
WAYS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((1,), {}),
    ((1, 2), {"words": {"a": 1}}),
    ((), {"area": 4, "noted": 9}),
    ((1, 2, {}, 3), {}),
]
"""Arguments of the two classes ``Place`` below."""


class Ours:
    """Holds the record."""

    @record
    class Place:
        """A place."""

        area: int
        zone: int | None = None
        words: Mapping[str, int] = field(default_factory=dict)
        noted: int = field(default=0, compare=False)
        hidden: int = field(default=0, repr=False)

        @property
        def nearby(self) -> int:
            """The area after it."""
            return self.area + 1


class Theirs:
    """Holds the same class as the standard library makes it."""

    @dataclass(frozen=True, slots=True)
    class Place:
        """A place."""

        area: int
        zone: int | None = None
        words: Mapping[str, int] = field(default_factory=dict)
        noted: int = field(default=0, compare=False)
        hidden: int = field(default=0, repr=False)


@pytest.mark.parametrize("places, named", WAYS)
def test_a_record_is_what_the_standard_library_makes(places: tuple[Any, ...], named: dict[str, Any]) -> None:
    ours, theirs = Ours.Place(*places, **named), Theirs.Place(*places, **named)
    assert repr(ours).replace("Ours.", "Theirs.") == repr(theirs)
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert (ours.nearby, type(ours)) == (theirs.area + 1, Ours.Place)


def test_the_class_of_a_record_describes_itself_like_one_of_the_standard_library() -> None:
    ours, theirs = Ours.Place, Theirs.Place
    assert list(inspect.signature(ours).parameters) == list(inspect.signature(theirs).parameters)
    assert (ours.__doc__, ours.__match_args__, ours.__module__) == (theirs.__doc__, theirs.__match_args__, __name__)
    assert [one.name for one in dataclasses.fields(ours)] == ["area", "zone", "words", "noted", "hidden"]
    assert not hasattr(ours(1), "__dict__")
    assert ours.__hash__.__qualname__.replace("Ours.", "Theirs.") == theirs.__hash__.__qualname__


def test_records_are_equal_by_the_fields_that_count() -> None:
    assert Ours.Place(1, noted=1) == Ours.Place(1, noted=2)
    assert Ours.Place(1) != Ours.Place(2)
    other: object = Theirs.Place(1)
    assert Ours.Place(1) != other
    assert len({Army(1), Army(1), Army(2)}) == 2
    assert hash(Army(1)) == hash((1, 0, 0, 0, 0, (), 0))


def test_a_class_keeps_the_methods_that_it_has_itself() -> None:
    @record
    class Loud:
        area: int

        def __repr__(self) -> str:
            return f"AREA {self.area}"

    assert repr(Loud(3)) == "AREA 3"


def test_what_is_made_anew_for_each_record_is_its_own() -> None:
    assert Ours.Place(1).words is not Ours.Place(1).words


@pytest.mark.parametrize("name", ["area", "zone", "legion"])
def test_a_record_cannot_be_written_to(name: str) -> None:
    place = Ours.Place(1)
    with pytest.raises(dataclasses.FrozenInstanceError, match=f"cannot assign to field '{name}'"):
        setattr(place, name, 3)
    with pytest.raises(dataclasses.FrozenInstanceError, match=f"cannot delete field '{name}'"):
        delattr(place, name)
    assert place == Ours.Place(1)


def test_arguments_that_lack_or_that_nobody_knows_are_refused() -> None:
    nothing: dict[str, Any] = {}
    strange: dict[str, Any] = {"legion": 1}
    with pytest.raises(TypeError, match="area"):
        Ours.Place(**nothing)
    with pytest.raises(TypeError, match="legion"):
        Ours.Place(1, **strange)


@pytest.mark.parametrize("value", [Army(2, named=("stilgar",)), State(round=3), TurnFrame(ATREIDES), Ours.Place(1, 2)])
def test_a_record_comes_back_from_a_file_and_from_a_copy(value: Any) -> None:
    assert pickle.loads(pickle.dumps(value)) == value
    assert copy.copy(value) == copy.deepcopy(value) == value


def test_a_class_that_cannot_be_a_record_is_refused() -> None:
    class Later:
        area: int = 0

        def __post_init__(self) -> None:
            """Would never be called."""

    class Below(Army):
        zone: int = 0

    class Named:
        area: int = field(default=0, kw_only=True)

    class Hidden:
        area: int = field(default=0, init=False)

    for kind in (Later, Below, Named, Hidden):
        with pytest.raises(TypeError, match=f"{kind.__name__} cannot be a record"):
            record(kind)


@pytest.mark.parametrize("value, changes", CHANGES)
def test_a_copy_equals_that_of_the_standard_library(value: Any, changes: dict[str, Any]) -> None:
    copied = replace(value, **changes)
    assert copied == dataclasses.replace(value, **changes)
    assert (type(copied), hash(copied)) == (type(value), hash(dataclasses.replace(value, **changes)))
    assert copied is not value


def test_a_copy_cannot_be_written_to_and_a_strange_field_is_named() -> None:
    copied = replace(State(), round=2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        copied.round = 3  # type: ignore[misc]
    strange: dict[str, Any] = {"legions": ()}
    with pytest.raises(TypeError, match="State has no field 'legions'"):
        replace(State(), **strange)
