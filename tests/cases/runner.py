"""Runs worked cases and compares answers by the rules of README.md beside this file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from companion import batch

FOLDER = Path(__file__).resolve().parent
# How a legion gets to its destination is told beside the cases' facts, but no case fixes it; nor does one fix words.
NOT_COMPARED = frozenset({"path", "message", "trace"})
# `decks`, `removed` and the lists of vehicles have an order.
SETS = frozenset({"options", "moves", "attacks", "violations", "bans", "tank", "named", "placements", "replacements"})
TOLERANCE = 1e-9

Case = Mapping[str, Any]


def load(folder: Path = FOLDER) -> list[Case]:
    """Returns every case of the folder, file by file."""
    files = sorted(folder.glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def answer(case: Case) -> dict[str, Any]:
    """Returns what `arrakis batch` answers to the case, as one line in and one line out."""
    keys = ("id", "command", "args", "position", "legion", "battle")
    request = {key: case[key] for key in keys if key in case}
    reply: dict[str, Any] = json.loads(json.dumps(batch.answer_line(json.dumps(request))))
    return reply


def differences(case: Case, reply: Mapping[str, Any]) -> list[str]:
    """Returns what a batch answer has other than the case expects; empty when it matches."""
    expected = case["expect"]
    if expected == {"error": True}:
        return [] if isinstance(reply.get("error"), str) else [f"no error but {reply}"]
    if "result" not in reply:
        return [f"error: {reply.get('error')}"]
    ignored = NOT_COMPARED | set(case.get("ignore", ()))
    return list(_compare_keys("", expected, reply["result"], expected, ignored))


def _compare_keys(path: str, expected: Any, found: Any, keys: Iterable[str], ignored: frozenset[str]) -> Iterator[str]:
    for key in keys:
        if key not in ignored:
            yield from _compare(f"{path}.{key}" if path else key, key, expected.get(key), found.get(key), ignored)


def _compare(path: str, key: str, expected: Any, found: Any, ignored: frozenset[str]) -> Iterator[str]:
    if _is_nothing(expected) and _is_nothing(found):
        return
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        yield from _compare_keys(path, expected, found, sorted({*expected, *found}), ignored)
    elif isinstance(expected, list) and isinstance(found, list):
        if key in SETS:
            yield from _compare_sets(path, expected, found, ignored)
        elif len(expected) != len(found):
            yield f"{path}: {len(expected)} entries expected, {len(found)} found: {found}"
        else:
            for index, (one, other) in enumerate(zip(expected, found, strict=True)):
                yield from _compare(f"{path}[{index}]", key, one, other, ignored)
    elif not _is_same_value(expected, found):
        yield f"{path}: {expected!r} expected, {found!r} found"


def _compare_sets(path: str, expected: list[Any], found: list[Any], ignored: frozenset[str]) -> Iterator[str]:
    left = list(found)
    for entry in expected:
        match = next((other for other in left if not any(_compare(path, "", entry, other, ignored))), None)
        if match is None:
            yield f"{path}: missing {entry}"
        else:
            left.remove(match)
    yield from (f"{path}: not expected {other}" for other in left)


def _is_nothing(value: Any) -> bool:
    return value is None or value is False or value == 0 or value == [] or value == {}


def _is_same_value(expected: Any, found: Any) -> bool:
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    if isinstance(expected, int | float) and isinstance(found, int | float):
        return abs(expected - found) <= TOLERANCE
    return bool(expected == found)
