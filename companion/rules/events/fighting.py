"""Events of battles and other dice."""

from companion.content.terms import Faction
from companion.frozen import record
from companion.rules.army import Army
from companion.rules.frames import Cause, Roll, RollSource


@record
class BattleBegan:
    """``attacker`` attacked ``area`` from ``attacker_area``."""

    attacker: Faction
    attacker_area: int
    area: int
    surprise: bool
    zone: int | None


@record
class DiceRolled:
    """Combat dice were rolled for ``cause`` by ``faction``: counted faces (hit, shield, special) and the bonus.

    ``sector``: they were rolled against the vehicles of that sector; ``source``: who read them, None in games from
    before that was recorded.
    """

    cause: Cause
    faction: Faction
    area: int
    faces: tuple[int, int, int]
    bonus: int = 0
    sector: str | None = None
    source: RollSource | None = None


@record
class HitsTaken:
    """``faction`` took hits in ``area`` and removed these in order (see ``TakeHits``)."""

    faction: Faction
    area: int
    removed: tuple[str, ...]
    cause: Cause


@record
class BattleEnded:
    """The battle in ``area`` is over; ``winner`` None: nobody; ``how``: eliminated ceased retreated undefended both."""

    area: int
    winner: Faction | None
    how: str


@record
class CombatCounted:
    """A round of a battle that only the table knows (see ``CountCombat``): who used which ``leaders`` for specials, and
    the ``hits`` that get through, on the attacker and on the defender."""

    attacker: Faction
    armies: tuple[Army, Army]
    rolls: tuple[Roll, Roll]
    leaders: tuple[tuple[str, ...], tuple[str, ...]]
    hits: tuple[int, int]
    cards: tuple[int, int] = (0, 0)
    rank: int = 0
    source: RollSource | None = None
