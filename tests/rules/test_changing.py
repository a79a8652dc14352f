"""``replace``: a copy like that of the standard library, of the same guarded class."""

import dataclasses
from typing import Any

import pytest

from companion.rules.army import Army
from companion.rules.changing import replace
from companion.rules.frames import TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, State

CHANGES: list[tuple[Any, dict[str, Any]]] = [
    (State(), {"round": 3, "frames": (TurnFrame(ATREIDES),)}),
    (State(supremacy=4), {}),
    (TurnFrame(HARKONNEN), {"acted": True}),
    (Army(regular=2, named=("stilgar",)), {"named": (), "elite": 1}),
]


@pytest.mark.parametrize("value, changes", CHANGES)
def test_a_copy_equals_that_of_the_standard_library(value: Any, changes: dict[str, Any]) -> None:
    copy = replace(value, **changes)
    assert copy == dataclasses.replace(value, **changes)
    assert (type(copy), hash(copy)) == (type(value), hash(dataclasses.replace(value, **changes)))
    assert copy is not value


def test_a_copy_cannot_be_written_to_and_a_strange_field_is_named() -> None:
    copy = replace(State(), round=2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        copy.round = 3  # type: ignore[misc]
    strange: dict[str, Any] = {"legions": ()}
    with pytest.raises(TypeError, match="State has no field 'legions'"):
        replace(State(), **strange)
