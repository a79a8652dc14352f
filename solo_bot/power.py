"""Combat power of legions (MAHDI-CP-1, MAHDI-CP-2).

A power is a pair (coarse, fine); pairs compare coarse first, which is exactly MAHDI-CP-2.
"""

from companion.rules.army import Army

Power = tuple[int, int]
NO_POWER: Power = (0, 0)


def power(army: Army | None) -> Power:
    """Returns coarse and fine power; a missing legion has 0/0 and a facedown token weighs 2 in both (R-13).

    >>> power(Army(regular=3, tokens=1, generic=1))
    (6, 9)
    """
    if army is None:
        return NO_POWER
    named = len(army.named)
    return (
        army.regular + army.elite + army.special + 2 * army.tokens + army.generic + named,
        2 * army.regular + 3 * army.elite + 4 * army.special + 2 * army.tokens + army.generic + 2 * named,
    )


def difference(own: Power, other: Power) -> Power:
    """Returns the difference of two powers, coarse and fine (MAHDI-CP-2)."""
    return own[0] - other[0], own[1] - other[1]
