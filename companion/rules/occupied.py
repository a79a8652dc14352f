"""Where legions stand: the legions of one row of armies and the mask of their areas."""

from companion.board import mask_of
from companion.content.terms import Faction
from companion.rules.army import Army

Row = tuple[Army | None, ...]
Occupied = tuple[Row, tuple[tuple[int, Army], ...], int]
_LAST_SEEN: list[Occupied] = [((), (), 0) for _ in Faction]


def occupied(faction: Faction, row: Row) -> Occupied:
    """Returns ``row``, its legions with their areas and the mask of those areas.

    What was worked out last is kept: one position is asked many times, and a row never changes.
    """
    last = _LAST_SEEN[faction]
    if last[0] is not row:
        legions = tuple([(area, army) for area, army in enumerate(row) if army is not None])
        last = _LAST_SEEN[faction] = (row, legions, mask_of([area for area, _ in legions]))
    return last
