"""Compares the reading of a photo with what really stood there: what a table's record is made of."""

from __future__ import annotations

from collections.abc import Mapping

from vision.contents import FACTIONS, Content, Expected
from vision.figures.bands import AreaResult
from vision.figures.confidence import confidence
from vision.figures.trust import odds
from vision.settings import DEFAULT
from vision.table.record import TOPICS, Entry
from vision.table.scan import Reading
from vision.terms import ACCEPTED, UNSEEN


def entry_of(key: str, reading: Reading, expected: Expected, weight: float = 1.0, *, own: bool = False) -> Entry:
    """Returns what a reading without expectation says of a table, compared with what stood there.

    ``weight`` is how much each of its areas says, ``own``: the box's own network read it.
    """
    counts: dict[str, list[bool]] = {topic: [] for topic in TOPICS}
    units = [0, 0]
    rows = []
    for area, result in reading.areas.items():
        if result.band == UNSEEN:
            continue
        real, seen = expected.area(area), result.reading.content
        right = seen == real
        rows.append((round(odds(confidence(result.features, expecting=False)), 2), seen.pieces > 0, right, weight))
        if result.band == ACCEPTED:
            counts["accepted"].append(right)
        if seen.pieces or real.pieces:
            counts["places"].append(owners(seen) == owners(real))
        _legion(counts, units, seen, real)
        if seen.token or real.token:
            counts["tokens"].append(seen.token == real.token)
        if seen.harvester or real.harvester:
            counts["vehicles"].append(seen.harvester == real.harvester)
        for thing in ("sandworm", "wormsign"):
            if getattr(seen, thing) or getattr(real, thing):
                counts["worms"].append(getattr(seen, thing) == getattr(real, thing))
    for zone, flown in reading.zones.items():
        flies = expected.zones.get(zone)
        if flown.band != UNSEEN and (flown.vehicle or flies):
            counts["vehicles"].append(flown.vehicle == flies)
        if flies and flown.vehicle and flown.confidence >= DEFAULT.accept_zone:
            counts[f"{flies}s"].append(flown.vehicle == flies)
    topics = {topic: (sum(found), len(found)) for topic, found in counts.items()} | {"kinds": (units[0], units[1])}
    return Entry(key, topics, tuple(rows), own)


def _legion(counts: Mapping[str, list[bool]], units: list[int], seen: Content, real: Content) -> None:
    for faction in FACTIONS:
        (figures, leaders), (read, led) = real.side(faction), seen.side(faction)
        if figures + leaders:
            counts["counts"].append((read, led) == (figures, leaders))
        if leaders + led and figures + leaders == read + led:
            counts["leaders"].append(leaders == led)
    if seen == real and seen.kinds is not None and real.kinds is not None and any(real.kinds.values()):
        units[0] += sum(min(seen.kinds.get(kind, 0), count) for kind, count in real.kinds.items())
        units[1] += sum(real.kinds.values())


def owners(content: Content) -> frozenset[str]:
    """Returns whose pieces lie somewhere, ``tokens`` for those of nobody known."""
    found = {faction for faction in FACTIONS if any(content.side(faction))}
    if content.token and not found:
        found.add(content.token_side or "tokens")
    return frozenset(found)


def wrong(results: Mapping[str, AreaResult], expected: Expected) -> list[str]:
    """Returns the areas that were accepted and hold something else, sorted."""
    return sorted(a for a, r in results.items() if r.band == ACCEPTED and r.content != expected.area(a))
