"""Counts the legal commands of a position: one ply, and two, by kind."""

from collections import Counter

from companion.rules import State, execute
from companion.rules.legal import legal_commands

Kinds = dict[str, int]
Counts = dict[str, Kinds | dict[str, Kinds]]


def kinds(state: State) -> Kinds:
    """How many legal commands of each kind there are."""
    return dict(sorted(Counter(type(command).__name__ for command in legal_commands(state)).items()))


def counts(state: State) -> Counts:
    """Depth 1 by kind, and depth 2 by the kind of the first command and then of the second.

    A command that is legal and cannot be executed raises Refused.
    """
    second: dict[str, Counter[str]] = {}
    for command in legal_commands(state):
        after, _ = execute(state, command)
        second.setdefault(type(command).__name__, Counter()).update(kinds(after))
    return {"depth_1": kinds(state), "depth_2": {kind: dict(sorted(n.items())) for kind, n in sorted(second.items())}}


def total(found: Counts) -> tuple[int, int]:
    """The number of commands one ply and two plies deep."""
    first, second = found["depth_1"], found["depth_2"]
    return sum(n for n in first.values() if isinstance(n, int)), sum(
        sum(kind.values()) for kind in second.values() if isinstance(kind, dict)
    )


def breakdown(expected: Counts, found: Counts) -> str:
    """What differs, a line a kind: first command, second command, expected and found number."""
    was, now = _flat(expected), _flat(found)
    differing = [key for key in sorted(was.keys() | now.keys()) if was.get(key, 0) != now.get(key, 0)]
    return "\n".join(
        f"{' > '.join(key):60} expected {was.get(key, 0):6}   found {now.get(key, 0):6}" for key in differing
    )


def _flat(found: Counts) -> dict[tuple[str, ...], int]:
    flat: dict[tuple[str, ...], int] = {}
    for kind, value in found["depth_1"].items():
        if isinstance(value, int):
            flat[kind,] = value
    for kind, value in found["depth_2"].items():
        if isinstance(value, dict):
            flat |= {(kind, second): number for second, number in value.items()}
    return flat
