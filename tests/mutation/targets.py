"""What is mutated and which tests have to notice: the one list of places, by package."""

from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

# The group that a file is counted in is the first with a pattern that fits; a pattern with "!" takes files out.
GROUPS: dict[str, tuple[str, ...]] = {
    "handlers": ("companion/rules/handlers/*",),
    "battles": ("companion/rules/battles/*", "companion/rules/combat.py", "companion/rules/casualties.py"),
    "reach": ("companion/rules/reach.py",),
    "cards": ("companion/rules/*_cards/*",),
    "questions": ("companion/rules/ask/*",),
    "opponent": ("!solo_bot/simulation/*", "solo_bot/*"),
    "simulated": ("solo_bot/simulation/*",),
    "records": ("companion/frozen.py",),
}
TESTS = ("tests/rules", "tests/solo_bot", "tests/test_cases.py", "tests/test_frozen.py")
"""Pure tests: each takes milliseconds and needs no database, server or browser."""


def group_of(file: str) -> str | None:
    """Returns the group of a path relative to the root; None when it is not to be mutated."""
    for group, patterns in GROUPS.items():
        if any(fnmatch(file, pattern[1:]) for pattern in patterns if pattern.startswith("!")):
            continue
        if any(fnmatch(file, pattern) for pattern in patterns):
            return group
    return None


def find(root: Path, globs: Iterable[str] = ()) -> list[str]:
    """Returns the Python files to mutate, relative to ``root``; with ``globs``, the files that fit one of those."""
    wanted = tuple(globs)
    files = sorted(file.relative_to(root).as_posix() for file in root.rglob("*.py") if ".venv" not in file.parts)
    if wanted and not any(group_of(file) for file in files):
        return [file for file in files if any(fnmatch(file, glob) for glob in wanted)]
    return [file for file in files if group_of(file) and (not wanted or any(fnmatch(file, glob) for glob in wanted))]
