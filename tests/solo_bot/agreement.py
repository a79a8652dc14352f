"""Puts one position to the referee and to ``solo_bot`` and says where they differ."""

from collections.abc import Mapping
from typing import Any

from companion.rules.positions.reading import read_position
from solo_bot.documents.answers import casualties_document, decide_document, spice_document, vehicles_document
from tests.solo_bot import referee
from tests.solo_bot.compare import plain

DECISION_KEYS = ("action", "options", "steps_left", "question")
VEHICLE_KEYS = ("harvesters", "carryalls", "ornithopters", "question")


def decisions_differ(position: Mapping[str, Any], result: str) -> list[str]:
    expected = referee.decide(position, result)
    found = decide_document(read_position(position), result)
    # What follows a question is known only when it has been answered.
    keys = [key for key in DECISION_KEYS if key != "steps_left" or expected["question"] is None]
    return differences(keys, expected, found)


def vehicles_differ(position: Mapping[str, Any]) -> list[str]:
    return differences(VEHICLE_KEYS, referee.vehicles(position), vehicles_document(read_position(position)))


def spice_differs(position: Mapping[str, Any], collected: int) -> list[str]:
    expected = {"options": referee.spice(position, collected)}
    return differences(["options"], expected, spice_document(read_position(position), collected))


def casualties_differ(legion: Mapping[str, Any], hits: int) -> list[str]:
    return differences(["options"], {"options": referee.casualties(legion, hits)}, casualties_document(legion, hits))


def differences(keys: Any, expected: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    return [
        f"{key}: referee {plain({key: expected[key]})}, solo_bot {plain({key: found[key]})}"
        for key in keys
        if plain({key: expected[key]}) != plain({key: found[key]})
    ]
