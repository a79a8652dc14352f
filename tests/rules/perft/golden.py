"""The golden counts of legal commands.

    python -m tests.rules.perft.golden write    counts again and writes the files, after a change of the rules
    python -m tests.rules.perft.golden check    what the tests do: prints each difference by kind; status 1 if any

One file a position in ``tests/rules/perft/golden``: the commands at depth 1 by kind, at depth 2 by the kinds of both.
"""

import json
import sys
from pathlib import Path

from tests.rules.perft.count import Counts, breakdown, counts, total
from tests.rules.perft.positions import POSITIONS

FOLDER = Path(__file__).parent / "golden"


def golden(name: str) -> Counts:
    """The counts on file; raises FileNotFoundError for a position that was never counted."""
    found: Counts = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def difference(name: str) -> str:
    """What differs between the file and the rules as they are, empty when nothing does."""
    return breakdown(golden(name), counts(POSITIONS[name]()))


def write() -> None:
    for file in FOLDER.glob("*.json"):
        if file.stem not in POSITIONS:
            file.unlink()
    for name, build in POSITIONS.items():
        found = counts(build())
        text = json.dumps(found, indent=1, sort_keys=True)
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
        print(f"{name:32} {total(found)[0]:6} {total(found)[1]:8}")


def check() -> int:
    wrong = 0
    for name in POSITIONS:
        found = difference(name)
        if found:
            wrong += 1
            print(f"{name}\n{found}")
    return int(wrong > 0)


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        write()
    elif sys.argv[1:] == ["check"]:
        sys.exit(check())
    else:
        sys.exit("error: golden: write or check")
