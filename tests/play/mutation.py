"""Lines gone wrong: bytes flipped, keys dropped, values of other types, huge numbers, nested garbage, other moments."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from copy import deepcopy
from functools import lru_cache
from random import Random
from typing import Any

GARBAGE: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 99, 10**9, -(10**30), 1.5, 1e308, "", "x", "carthag", "az_ne", "house", "\ud800"),
    *([], [[]], [None], {}, {"type": "MoveLegion"}, {"regular": -1}, {"regular": 10**12}, [1, 2, 3], ["stilgar"] * 40),
    [[[[[{"a": [{}]}]]]]],
)
DEEP = "[" * 5000 + "]" * 5000


def mutated(line: str, others: Sequence[str], random: Random) -> bytes:
    """Returns what became of a line, without a line feed in it."""
    if random.random() < 0.4:
        return json.dumps(_plausible(json.loads(line), _texts(tuple(others)), random)).encode()
    match random.randrange(8):
        case 0:
            return _flipped(line.encode(), random)
        case 1:
            return line.encode()[: random.randrange(len(line))]
        case 2:
            return random.choice(others).encode()
        case 3:
            return random.choice(
                (b"", b" ", b"null", b"[]", b"{", b'"\\', DEEP.encode(), b'{"type":' + DEEP.encode() + b"}")
            )
    document = json.loads(line)
    for _ in range(random.randint(1, 3)):
        _change(document, random)
    return json.dumps(document).encode()


@lru_cache(maxsize=4)
def _texts(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Every text in the lines but the types: ids and names, each once."""
    return tuple(sorted({text for line in lines for text in re.findall(r'": "([^"]*)"', line)}))


def _plausible(value: Any, texts: Sequence[str], random: Random) -> Any:
    """The value with some ids in place of others, other numbers, entries twice or not at all: for a check to judge."""
    if isinstance(value, dict):
        kept = {key: item if key == "type" else _plausible(item, texts, random) for key, item in value.items()}
        if "figures" in kept and random.random() < 0.2:
            kept["figures"] = {random.choice(("regular", "elite", "special", "tokens", "generic")): random.randrange(9)}
        return kept
    if isinstance(value, list):
        changed = [_plausible(item, texts, random) for item in value]
        return changed * 2 if random.random() < 0.05 else changed[random.random() < 0.1 :]
    if random.random() < 0.6:
        return value
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.randint(-3, 9)
    near = [text for text in texts if text[:2] == str(value)[:2]] if random.random() < 0.5 else texts
    return random.choice(near or texts)


def _flipped(raw: bytes, random: Random) -> bytes:
    data = bytearray(raw)
    for _ in range(random.randint(1, 4)):
        data[random.randrange(len(data))] = random.randrange(256)
    return bytes(data).replace(b"\n", b"\r")


def _change(document: dict[str, Any], random: Random) -> None:
    place: Any = document
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            break
        key = random.choice(keys)
        if isinstance(place[key], dict | list) and random.random() < 0.6:
            place = place[key]
            continue
        if isinstance(place, dict) and random.random() < 0.3:
            del place[key]
        else:
            place[key] = deepcopy(random.choice(GARBAGE))
        break
    if random.random() < 0.2:
        document[random.choice(("zone", "area", "x", "record_anyway", "figures", ""))] = deepcopy(
            random.choice(GARBAGE)
        )
