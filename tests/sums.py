"""Sums over many answers of the app: one differs when any of the answers does.

Beside a few answers that are written down whole, to be read, a file of sums holds all others still. What a sum is of is
shown by the module that writes it, before and after a change.
"""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path


def sum_of(lines: Iterable[str]) -> str:
    """The sum over lines of text, in their order."""
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


def read(file: Path) -> dict[str, str]:
    """The sums of a file, by the name of what they are of."""
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found


def write(file: Path, sums: Mapping[str, str]) -> None:
    file.write_text(json.dumps(sums, indent=1) + "\n", encoding="utf-8")
