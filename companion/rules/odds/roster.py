"""The legions that a battle can bring about, as small numbers: the solver counts with those."""

from typing import Final

from companion.rules.odds.casualties import CasualtyPolicy, survivors
from companion.rules.odds.legion import DESTROYED, Legion

NOBODY: Final = 0
"""Number of the destroyed legion."""


class Roster:
    """The legions one side can come down to, numbered as they turn up."""

    def __init__(self, casualties: CasualtyPolicy, regulars: int | None = None) -> None:
        """Takes the hits by `casualties`; `regulars` are all regular figures of the side, None for enough."""
        self._casualties = casualties
        self._regulars = regulars
        self._numbers: dict[Legion, int] = {DESTROYED: NOBODY}
        self._after_hits: dict[int, tuple[int, ...]] = {}
        self.legions: list[Legion] = [DESTROYED]

    def number(self, legion: Legion) -> int:
        """Return the number of a legion, a new one when it was not seen before."""
        number = self._numbers.setdefault(legion, len(self.legions))
        if number == len(self.legions):
            self.legions.append(legion)
        return number

    def after_hits(self, number: int) -> tuple[int, ...]:
        """Return what is left of a legion after 0, 1, 2.. hits at once, the last being nobody."""
        after = self._after_hits.get(number)
        if after is None:
            left = survivors(self._casualties, self.legions[number], self._regulars)
            after = self._after_hits[number] = tuple(map(self.number, left))
        return after
