"""Events of battles and other dice."""

from dataclasses import dataclass

from companion.content.terms import Faction
from companion.rules.frames import Cause


@dataclass(frozen=True, slots=True)
class BattleBegan:
    """``attacker`` attacked ``area`` from ``attacker_area``."""

    attacker: Faction
    attacker_area: int
    area: int
    surprise: bool
    zone: int | None


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Combat dice were rolled for ``cause`` by ``faction``: counted faces (hit, shield, special) and the bonus.

    ``sector``: they were rolled against the vehicles of that sector.
    """

    cause: Cause
    faction: Faction
    area: int
    faces: tuple[int, int, int]
    bonus: int = 0
    sector: str | None = None


@dataclass(frozen=True, slots=True)
class HitsTaken:
    """``faction`` took hits in ``area`` and removed these in order (see ``TakeHits``)."""

    faction: Faction
    area: int
    removed: tuple[str, ...]
    cause: Cause


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """The battle in ``area`` is over; ``winner`` None: nobody; ``how``: eliminated ceased retreated undefended both."""

    area: int
    winner: Faction | None
    how: str
