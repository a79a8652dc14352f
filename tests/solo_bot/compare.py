"""How an answer is compared with an expected one: the conventions of the worked cases."""

import json
from collections.abc import Mapping
from typing import Any

UNORDERED = frozenset({"options", "bans", "tank", "named", "placements", "replacements", "areas"})
VEHICLES = ("harvesters", "carryalls", "ornithopters")


def plain(value: Any, ignore: frozenset[str] = frozenset(), key: str = "") -> Any:
    """The value in a form that compares: no empty entries, sets as sorted lists, no ``ignore``d keys."""
    if isinstance(value, Mapping):
        kept = {name: plain(inner, ignore, name) for name, inner in value.items() if name not in ignore}
        return {name: inner for name, inner in kept.items() if inner not in (None, 0, False, [], {}, "")}
    if isinstance(value, list | tuple):
        items = [plain(inner, ignore) for inner in value]
        return sorted(items, key=lambda item: json.dumps(item, sort_keys=True)) if key in UNORDERED else items
    return value


def same(expected: Mapping[str, Any], found: Mapping[str, Any], ignore: frozenset[str] = frozenset()) -> list[str]:
    """The keys of ``expected`` in which ``found`` differs."""
    return [
        f"{key}: expected {plain({key: expected[key]}, ignore)}, found {plain({key: found.get(key)}, ignore)}"
        for key in expected
        if plain({key: expected[key]}, ignore) != plain({key: found.get(key)}, ignore)
    ]
