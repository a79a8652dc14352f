"""Shared factions: how the dice are split between two dashboards, and who does what (TEAM-1 to TEAM-6).

The Atreides split is not known (section F): the players say what lies where, and only the limit per result is tested.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from companion.content.terms import Result

HOUSE_BOXES = (Result.LEADERSHIP, Result.MENTAT, Result.HOUSE)
"""The results that the House Harkonnen dashboard has."""
CORRINO_BOXES = (Result.STRATEGY, Result.DEPLOYMENT, Result.MENTAT)
SPACES = 2
"""Die spaces of a result on each dashboard of a shared Harkonnen faction."""
ATREIDES_SPACES = 1
"""Die spaces of a result on each dashboard of a shared Atreides faction."""
CONES = 3
"""Cones of silence of the partners of a shared faction."""
MINUTES_OF_A_TALK = 3
RESULTS = tuple(Result)


def one_for_each(results: tuple[Result, ...]) -> tuple[Result, ...]:
    """Returns the dice of one way to share final Atreides results that go to the Fremen Ally, sorted (TEAM-3).

    Of two alike dice each partner takes one, the others go to and fro: a canonical split, where the players would say
    what their dashboards have (section F).

    >>> [result.value for result in one_for_each((Result.LEADERSHIP, Result.MENTAT, Result.MENTAT, Result.HOUSE))]
    ['mentat', 'house']
    """
    once = [result for result in RESULTS if results.count(result) == 1]
    return tuple(result for result in RESULTS if results.count(result) > 1 or result in once[1::2])


class Split(NamedTuple):
    """The dice on the dashboards of House Harkonnen and of the Corrino Ally, each sorted."""

    house: tuple[Result, ...]
    corrino: tuple[Result, ...]


def shared_out(count: int, house: int, corrino: int, room: tuple[int, int]) -> tuple[int, int]:
    """Returns how many of ``count`` alike dice each dashboard takes; the totals end as equal as possible (TEAM-3).

    ``house``, ``corrino``: dice that lie there already; ``room``: the most that each can take. A tie favours the House
    player. What finds no room is not given out.

    >>> shared_out(3, 2, 1, (2, 2))
    (1, 2)
    """
    count = min(count, sum(room))
    ways = [(taken, count - taken) for taken in range(count + 1) if taken <= room[0] and count - taken <= room[1]]
    return min(ways, key=lambda way: (abs(house + way[0] - corrino - way[1]), -way[0]))


def harkonnen_splits(rolled: tuple[Result, ...]) -> tuple[Split, ...]:
    """Returns every split of a roll of the shared Harkonnen that TEAM-3 allows, in a fixed order.

    Several only where, in the last step, two results of a dashboard are equally rare.

    >>> [(len(split.house), len(split.corrino)) for split in harkonnen_splits((Result.MENTAT,) * 3)]
    [(2, 1)]
    """
    placed, changed = dealt_out(rolled)[1], dealt_out(rolled)[2].turned
    house, corrino = (Counter(own) for own in placed.split)
    ends = product(_turned(house, HOUSE_BOXES, changed[0]), _turned(corrino, CORRINO_BOXES, changed[1]))
    return tuple(Split(_listed(one), _listed(other)) for one, other in ends)


class Dealt(NamedTuple):
    """A roll after one of the first three steps of TEAM-3, no die changed yet.

    ``split``: what lies on the dashboards; ``aside``: what is set aside, sorted; ``turned``: how many of those come to
    (House Harkonnen, Corrino Ally), the first ones to the House.
    """

    split: Split
    aside: tuple[Result, ...] = ()
    turned: tuple[int, int] = (0, 0)


def dealt_out(rolled: tuple[Result, ...]) -> tuple[Dealt, Dealt, Dealt]:
    """Returns how a roll of the shared Harkonnen lies after each of the first three steps of TEAM-3.

    Results of one dashboard go there; those of both are shared; then the dice set aside are. The fourth step changes
    these, one at a time (``harkonnen_splits``).

    >>> first, second, third = dealt_out((Result.LEADERSHIP,) * 3 + (Result.MENTAT,))
    >>> len(first.split.house), len(second.split.corrino), third.turned
    (2, 1, (0, 1))
    """
    counts = Counter(rolled)
    house, corrino = Counter[Result](), Counter[Result]()
    for boxes, own in ((HOUSE_BOXES, house), (CORRINO_BOXES, corrino)):
        own.update({result: min(SPACES, counts[result]) for result in boxes if result is not Result.MENTAT})
    over = counts - house - corrino
    first = Dealt(Split(_listed(house), _listed(corrino)), _listed(over - Counter({Result.MENTAT: len(rolled)})))
    shares = shared_out(counts[Result.MENTAT], house.total(), corrino.total(), (SPACES, SPACES))
    house[Result.MENTAT], corrino[Result.MENTAT] = shares
    aside = _listed(counts - house - corrino)
    second = Dealt(Split(_listed(house), _listed(corrino)), aside)
    spaces = len(HOUSE_BOXES) * SPACES
    room = (spaces - house.total(), spaces - corrino.total())
    return first, second, second._replace(turned=shared_out(len(aside), house.total(), corrino.total(), room))


def _turned(dice: Counter[Result], boxes: tuple[Result, ...], count: int) -> list[Counter[Result]]:
    """Puts ``count`` dice one by one on the result with the fewest; each choice where several have as few."""
    ends = [dice]
    for _ in range(count):
        ends = [one + Counter({result: 1}) for one in ends for result in _fewest(one, boxes)]
    return list({_listed(one): one for one in ends}.values())


def _fewest(dice: Counter[Result], boxes: tuple[Result, ...]) -> Iterator[Result]:
    least = min(dice[result] for result in boxes)
    return (result for result in boxes if dice[result] == least)


def _listed(dice: Counter[Result]) -> tuple[Result, ...]:
    return tuple(result for result in RESULTS for _ in range(dice[result]))
