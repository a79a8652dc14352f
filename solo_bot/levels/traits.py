"""The levels of the opponent and what each does otherwise than the printed one; all of that is ours (MAHDI-0)."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from companion.content.terms import Result
from companion.frozen import record

NOBODY_ROLLS: frozenset[Result] = frozenset()


class Level(StrEnum):
    """How the opponent plays; ``mahdi`` is the printed procedure. The names stand in stored games and stay."""

    NOVICE = "novice"
    MAHDI = "mahdi"
    TACTICIAN = "tactician"
    WARLORD = "warlord"
    EMPEROR = "emperor"


@record
class Traits:
    """What a level does otherwise.

    ``settles``: where the criteria leave several options it takes the most promising one, and the player none.
    ``looks``: with Leadership and Strategy it looks at all legal attacks and moves. ``idle``: dice of these results are
    spent without effect. ``again``: a die that shows one of these results is rolled once more, and the second counts.
    ``farther``: so many steps each number of the secret objective is higher than the card says.
    """

    settles: bool = False
    looks: bool = False
    idle: frozenset[Result] = NOBODY_ROLLS
    again: frozenset[Result] = NOBODY_ROLLS
    farther: int = 0


TRAITS: Mapping[Level, Traits] = MappingProxyType(
    {
        Level.NOVICE: Traits(idle=frozenset({Result.MENTAT, Result.HOUSE})),
        Level.MAHDI: Traits(),
        Level.TACTICIAN: Traits(settles=True),
        Level.WARLORD: Traits(settles=True, looks=True, again=frozenset({Result.HOUSE})),
        Level.EMPEROR: Traits(settles=True, looks=True, again=frozenset({Result.HOUSE}), farther=1),
    }
)
OFFERED = (Level.NOVICE, Level.MAHDI, Level.WARLORD, Level.EMPEROR)
"""The levels that a new game can have, the gentlest first; games with another one go on with it."""
