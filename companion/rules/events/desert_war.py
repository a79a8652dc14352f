"""Events of the expansion Desert War (section 16)."""

from companion.content.terms import CombatFace, DesertTroop, Faction, Marker
from companion.frozen import record
from companion.rules.frames import Cause, RollSource


@record
class WarTokensPlaced:
    """``count`` desert war tokens lie on The Spice Must Flow (DW-2)."""

    count: int


@record
class WarActionOpened:
    """A die or Desert Power lets ``faction`` take a Desert War action in this turn (DW-2, DW-4)."""

    faction: Faction


@record
class WarActionTaken:
    """``faction`` takes its Desert War action; the Harkonnen discard a desert war token for it (DW-2)."""

    faction: Faction


@record
class CampPlaced:
    """A camp came into ``area``, its token facedown (DW-3)."""

    area: int


@record
class CampRemoved:
    """The camp of ``area`` left the board and is available again (DW-3)."""

    area: int
    cause: Cause


@record
class CampGiven:
    """The camp of ``area`` left the game; its token shows ``symbol`` (DW-7)."""

    area: int
    symbol: Marker


@record
class TroopPlaced:
    """``count`` desert troops of a kind came into ``area``."""

    troop: DesertTroop
    area: int
    count: int = 1


@record
class TroopMoved:
    """A desert troop went from ``source`` to ``target``."""

    troop: DesertTroop
    source: int
    target: int


@record
class TroopRemoved:
    """``count`` desert troops of a kind left ``area`` for the supply."""

    troop: DesertTroop
    area: int
    cause: Cause
    count: int = 1


@record
class EscortJoined:
    """The escort ornithopter of ``zone`` became a generic leader of the legion in ``area`` (DW-5)."""

    zone: int
    area: int


@record
class LaunchersRolled:
    """The launchers of ``sector`` rolled ``successes``; ``faces``: what all dice showed, empty when only counted."""

    sector: str
    successes: int
    faces: tuple[CombatFace, ...] = ()
    source: RollSource | None = None


@record
class SuccessNamed:
    """The table says which face is a launcher's success (R-42)."""

    symbol: CombatFace


@record
class RidersCardTurned:
    """The Sandriders card was turned (LEADER-2)."""

    ready: bool
