"""Which unknown sietch ranks decide (R-16): asked for are exactly those whose value changes the set of options."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any

RANKS = (1, 2, 3)


def deciding_in_contest(candidates: Mapping[int, tuple[int | None, Any]]) -> tuple[int, ...]:
    """Returns the areas whose unknown rank changes who wins the contest (rank, then the other key), sorted.

    ``candidates`` maps an area to its rank (None: unknown) and the comparable key that follows the rank. Ties share the
    win. Works on the few maxima that can be reached instead of all combinations.

    >>> deciding_in_contest({4: (2, 5), 9: (None, 1)})
    (9,)
    >>> deciding_in_contest({4: (3, 5), 9: (None, 1)})
    ()
    """
    unknown = [area for area, (rank, _) in candidates.items() if rank is None]
    return tuple(sorted(area for area in unknown if _decides(area, candidates)))


def _decides(area: int, candidates: Mapping[int, tuple[int | None, Any]]) -> bool:
    """True if the unknown rank of ``area`` changes who wins."""
    key = candidates[area][1]
    lowest, highest = (1, key), (3, key)
    return any(lowest <= best <= highest for best in _possible_maxima(area, candidates))


def _possible_maxima(area: int, candidates: Mapping[int, tuple[int | None, Any]]) -> Iterable[tuple[int, Any]]:
    """Yields every value that the best of the other candidates can have."""
    known = [(rank, key) for rank, key in candidates.values() if rank is not None]
    open_keys = [key for other, (rank, key) in candidates.items() if other != area and rank is None]
    floor = max([*known, *((1, key) for key in open_keys)], default=None)
    if floor is None:
        return
    yield floor
    for key in open_keys:
        for rank in RANKS:
            if (rank, key) > floor:
                yield rank, key


def deciding_by_trial(unknown: Sequence[int], outcome: Callable[[Mapping[int, int]], Hashable]) -> tuple[int, ...]:
    """Returns the areas of ``unknown`` whose rank changes ``outcome`` for some values of the others, sorted.

    ``outcome`` gets a rank for every unknown area. All combinations are tried: keep ``unknown`` to those that matter.
    """
    results = {ranks: outcome(dict(zip(unknown, ranks, strict=True))) for ranks in product(RANKS, repeat=len(unknown))}
    if len(set(results.values())) == 1:
        return ()
    deciding = []
    for index, area in enumerate(unknown):
        for ranks, result in results.items():
            others = ((*ranks[:index], rank, *ranks[index + 1 :]) for rank in RANKS[ranks[index] :])
            if any(results[other] != result for other in others):
                deciding.append(area)
                break
    return tuple(sorted(deciding))
