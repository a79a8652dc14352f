"""Shares of counted cases with their 95 % intervals, added up over photos and processes."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Rate:
    """``hits`` of ``n`` cases.

    >>> Rate(0, 0).share is None
    True
    """

    hits: float
    n: int

    @property
    def share(self) -> float | None:
        """Returns the share, None without cases."""
        return self.hits / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float]:
        """Returns the Wilson interval at 95 %.

        >>> low, high = Rate(8, 10).interval
        >>> round(low, 3), round(high, 3)
        (0.49, 0.943)
        """
        if not self.n:
            return (0.0, 1.0)
        share, square = self.hits / self.n, Z95**2 / self.n
        middle = share + square / 2
        reach = Z95 * math.sqrt(share * (1 - share) / self.n + square / (4 * self.n))
        low, high = (middle - reach) / (1 + square), (middle + reach) / (1 + square)
        return (max(0.0, low), min(1.0, high))


@dataclass(slots=True)
class Tally:
    """Counts by name: how many of how many; mutable, so that photos can be added one after the other."""

    hits: dict[str, int] = field(default_factory=dict)
    cases: dict[str, int] = field(default_factory=dict)

    def add(self, name: str, hit: bool | int, cases: int = 1) -> None:
        """Counts cases, ``hit`` of which are hits."""
        self.hits[name] = self.hits.get(name, 0) + int(hit)
        self.cases[name] = self.cases.get(name, 0) + cases

    def merge(self, other: "Tally") -> None:
        """Adds everything another tally counted."""
        for name, cases in other.cases.items():
            self.add(name, other.hits[name], cases)

    def rate(self, name: str) -> Rate:
        """Returns the rate of a name, of no cases when it never was counted."""
        return Rate(self.hits.get(name, 0), self.cases.get(name, 0))

    def document(self) -> dict[str, list[int]]:
        """Returns the counts as plain values."""
        return {name: [self.hits[name], self.cases[name]] for name in sorted(self.cases)}

    @classmethod
    def read(cls, document: Mapping[str, list[int]]) -> "Tally":
        """Returns the tally of plain values."""
        tally = cls()
        for name, (hits, cases) in document.items():
            tally.add(name, hits, cases)
        return tally

    def names(self) -> Iterator[str]:
        """Yields what was counted."""
        yield from self.cases
