"""The record of a table: how its photos were read, topic by topic, whenever somebody knew what really stood there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vision.contents import VEHICLES
from vision.figures.trust import Row

TOPICS = (
    *("places", "counts", "leaders", "kinds", "tokens", "vehicles", "worms", "accepted"),
    *(f"{vehicle}s" for vehicle in VEHICLES),
)
"""What is counted: whose pieces stand where; exact numbers of legions; leaders among them; kinds of units; numbers of
tokens; harvesters and flyers; worms and wormsigns; accepted areas (of which all should be right); ornithopters and
carryalls that were surely read as one of both."""

MOST_ENTRIES = 40
BEFORE = 0.3
"""How much a photo says that was read before the network practised with this box."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One photo that was compared: ``key`` names it, ``topics`` are right and of how many, ``rows`` its areas.

    ``own``: it was read by the network of the box's own.
    """

    key: str
    topics: Mapping[str, tuple[int, int]]
    rows: tuple[Row, ...]
    own: bool = False

    def said(self, own: bool) -> tuple[Row, ...]:
        """Returns its areas, of which each says less when the box's own network reads now and did not then."""
        if self.own or not own:
            return self.rows
        return tuple((logit, holds, right, BEFORE * weight) for logit, holds, right, weight in self.rows)

    def document(self) -> dict[str, Any]:
        """Returns the entry as plain values."""
        return {
            "key": self.key,
            "topics": {topic: list(count) for topic, count in self.topics.items()},
            "rows": [[round(logit, 2), int(holds), int(right), weight] for logit, holds, right, weight in self.rows],
            "own": self.own,
        }

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> Entry:
        """Returns the entry of plain values; raises KeyError, TypeError or ValueError."""
        topics = {str(topic): (int(right), int(n)) for topic, (right, n) in document["topics"].items()}
        rows = tuple(
            (float(logit), bool(holds), bool(right), float(weight)) for logit, holds, right, weight in document["rows"]
        )
        return cls(str(document["key"]), topics, rows, bool(document.get("own", False)))


def totals(entries: Iterable[Entry]) -> dict[str, tuple[int, int]]:
    """Returns right and of how many for every topic, all photos together."""
    found = dict.fromkeys(TOPICS, (0, 0))
    for entry in entries:
        for topic, (right, n) in entry.topics.items():
            before = found.get(topic, (0, 0))
            found[topic] = (before[0] + right, before[1] + n)
    return found


def kept(entries: Sequence[Entry], new: Entry) -> list[Entry]:
    """Returns the entries with a new one, which takes the place of one with its key; the oldest are forgotten."""
    return [*(entry for entry in entries if entry.key != new.key), new][-MOST_ENTRIES:]
