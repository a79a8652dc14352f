"""Combat power of legions (MAHDI-CP-1, MAHDI-CP-2), as the rules count it, and differences of it.

A power is a pair (coarse, fine); pairs compare coarse first, which is exactly MAHDI-CP-2.
"""

from companion.rules.combat import power

__all__ = ["NO_POWER", "Power", "difference", "power"]

Power = tuple[int, int]
NO_POWER: Power = (0, 0)


def difference(own: Power, other: Power) -> Power:
    """Returns the difference of two powers, coarse and fine (MAHDI-CP-2)."""
    return own[0] - other[0], own[1] - other[1]
