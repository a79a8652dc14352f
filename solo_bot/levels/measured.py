"""How often each level of the opponent won, measured in simulated games: a figure of ours, not of the rulebook.

``python -m tests.levels`` plays the games and writes the file.
"""

from collections.abc import Mapping
from functools import cache
from json import loads
from pathlib import Path
from types import MappingProxyType

from companion.frozen import record

FILE = Path(__file__).parent.parent / "data" / "levels.json"
DEVIATIONS = 1.959964
"""Standard deviations on each side of an average within which 95 of 100 values lie."""


@record
class Measured:
    """Wins of the Harkonnen at one level in ``games`` games against the planner."""

    wins: int
    games: int

    @property
    def interval(self) -> tuple[float, float, float]:
        """The share of the games that they won, and what it lies between 95 times of 100."""
        return wilson(self.wins, self.games)

    @property
    def of_ten(self) -> int:
        """How many of ten games they win, rounded."""
        return round(10 * self.wins / self.games)


def wilson(wins: int, games: int) -> tuple[float, float, float]:
    """Returns a share with its interval of 95 of 100 by Wilson; all of it when nothing was played.

    >>> [round(value, 3) for value in wilson(5, 10)]
    [0.5, 0.237, 0.763]
    """
    if not games:
        return 0.0, 0.0, 1.0
    share, square = wins / games, DEVIATIONS**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = DEVIATIONS / (1 + square / games) * (share * (1 - share) / games + square / (4 * games**2)) ** 0.5
    return share, max(0.0, middle - half), min(1.0, middle + half)


@cache
def measured_levels() -> Mapping[str, Measured]:
    """Returns what was measured, by the name of the level, the gentlest first."""
    found = loads(FILE.read_text(encoding="utf-8"))["levels"]
    return MappingProxyType({name: Measured(one["wins"], one["games"]) for name, one in found.items()})
