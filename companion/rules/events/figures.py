"""Events of figures and tokens of both factions."""

from companion.content.terms import Faction, Marker, UnitKind
from companion.frozen import record
from companion.rules.army import Army
from companion.rules.frames import Cause, RollSource


@record
class FiguresPlaced:
    """``figures`` of ``faction`` came into ``area`` from the supply (or beside the board)."""

    faction: Faction
    area: int
    figures: Army
    cause: Cause


@record
class FiguresRemoved:
    """``figures`` left ``area`` for the supply; named leaders among them go where ``LeaderTanked`` or
    ``LeaderSetAside`` says."""

    faction: Faction
    area: int
    figures: Army
    cause: Cause


@record
class LegionMoved:
    """``figures`` went from ``source`` to ``target``; ``zone``: the ornithopter that carried them and left."""

    faction: Faction
    source: int
    target: int
    figures: Army
    cause: Cause
    zone: int | None = None
    sandriding: bool = False


@record
class UnitsReplaced:
    """``count`` units of ``old`` in ``area`` became ``new``."""

    faction: Faction
    area: int
    count: int
    old: UnitKind
    new: UnitKind
    cause: Cause


@record
class TokensRevealed:
    """``tokens`` facedown tokens in ``area`` were turned and became ``figures``; Harkonnen ones are pooled again."""

    faction: Faction
    area: int
    tokens: int
    figures: Army
    black: int = 0
    silver: int = 0


@record
class TokensPlaced:
    """Facedown tokens came into ``area``: Harkonnen from the pool (``black``, ``silver``), Atreides from theirs."""

    faction: Faction
    area: int
    black: int = 0
    silver: int = 0
    atreides: int = 0


@record
class SietchRevealed:
    """The sietch token in ``area`` lies face up: ``rank``."""

    area: int
    rank: int


@record
class StrongholdDestroyed:
    """The settlement or sietch of ``faction`` in ``area`` left the board; it had ``rank`` (SETTLE-3)."""

    faction: Faction
    area: int
    rank: int


@record
class StationTaken:
    """Atreides took the station in ``area``; its symbol is ``marker``; ``source``: who drew it."""

    area: int
    marker: Marker
    source: RollSource | None = None


@record
class TokensSwapped:
    """The facedown Atreides tokens of ``first`` and ``second`` changed places."""

    first: int
    second: int


@record
class SietchMoved:
    """The sietch of ``source`` stands in ``target`` now."""

    source: int
    target: int
