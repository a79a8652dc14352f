"""Which tests take long, by measurement: ``./check --quick`` leaves them out, as those marked ``slow``.

    ./check --test -n0 -m "not browser and not slow and not postgres" --junitxml=FILE    measures all others, one by one
    python -m tests.long FILE                                                            writes the list

``tests/long.txt`` has a line for each: file and function, whatever it is given. Tests of the rules, of the opponent and
of the structure are never among them: they are always asked.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from statistics import mean
from xml.etree import ElementTree

LIST = Path(__file__).parent / "long.txt"
LONG = 0.04
"""A test that takes so many seconds in the mean of what it is given takes long."""
ROOMS = tuple(f"tests.{room}." for room in ("pocket", "service", "store", "trust", "vision", "web"))


def listed() -> frozenset[str]:
    """Returns the names of tests that were found to take long."""
    return frozenset(LIST.read_text("utf-8").split())


def name_of(nodeid: str) -> str:
    """Returns how a test is named in the list.

    >>> name_of("tests/web/test_start.py::test_a_game_begins[solo-en]")
    'tests.web.test_start::test_a_game_begins'
    """
    file, _, function = nodeid.partition("[")[0].partition(".py::")
    return f"{file.replace('/', '.')}::{function}"


def longest(measured: Iterable[tuple[str, float]]) -> list[str]:
    """Returns the names to be listed, sorted, of what tests by their names took, in seconds.

    >>> longest([("tests.web.a::b", 0.01), ("tests.web.a::b", 0.12), ("tests.web.a::c", 0.01), ("tests.rules.d::e", 9)])
    ['tests.web.a::b']
    """
    times = defaultdict(list)
    for name, seconds in measured:
        times[name].append(seconds)
    return sorted(name for name, each in times.items() if mean(each) >= LONG and name.startswith(ROOMS))


def main(arguments: list[str]) -> int:
    """Writes the list from a report of pytest in the form of JUnit."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    cases = ElementTree.parse(arguments[0]).iter("testcase")
    names = longest(
        (f"{case.get('classname')}::{str(case.get('name')).partition('[')[0]}", float(case.get("time") or 0))
        for case in cases
    )
    LIST.write_text("".join(f"{name}\n" for name in names), "utf-8")
    print(f"{len(names)} tests take {LONG} s or more")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
