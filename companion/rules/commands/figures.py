"""Commands that put figures on the board, move them and take them off, of either faction."""

from companion.content.terms import Faction, Marker, UnitKind
from companion.frozen import record
from companion.rules.army import Army
from companion.rules.frames import Cause, RollSource


@record
class MoveLegion:
    """MOVE-1..6: ``figures`` go from ``source`` to ``target``; ``zone``: the ornithopter used."""

    faction: Faction
    source: int
    target: int
    figures: Army
    zone: int | None = None
    sandriding: bool = False
    temporary_target: int | None = None


@record
class Attack:
    """BATTLE-1: the legion of ``faction`` in ``source`` attacks ``target``."""

    faction: Faction
    source: int
    target: int
    zone: int | None = None
    sandriding: bool = False


@record
class DeployUnits:
    """ACT-DEPLOY-H, cards and specials: units (and leaders) of ``faction`` enter in ``area``."""

    faction: Faction
    area: int
    figures: Army
    cause: Cause = Cause.DEPLOYMENT


@record
class ReplaceUnits:
    """ACT-HOUSE-H: ``count`` units of ``old`` in ``area`` become ``new``."""

    faction: Faction
    area: int
    count: int
    old: UnitKind
    new: UnitKind


@record
class RevealTokens:
    """Facedown tokens of ``faction`` in ``area`` are turned: ``figures`` take the place of ``tokens`` of them.

    Atreides: guerrilla training (FREE-1), an attack on the area. Harkonnen: MAHDI-TOKEN-1; excess is removed.
    ``colour``: ``black`` or ``silver``, for a single Harkonnen token whose colour the board does not tell.
    """

    faction: Faction
    area: int
    tokens: int
    figures: Army
    colour: str | None = None


@record
class RevealSietch:
    """A sietch token is turned face up: ``rank``."""

    area: int
    rank: int


@record
class TakeStation:
    """STATION-1: the symbol of the station token just taken; ``source``: who drew it."""

    marker: Marker
    source: RollSource | None = None


@record
class OrderTank:
    """TANK-1: the order in which the ``leaders`` of ``faction`` that came into the tank together did, first to last."""

    faction: Faction
    leaders: tuple[str, ...]


@record
class RemoveExcess:
    """STACK-1, R-34: ``figures`` of the over-full legion are removed."""

    figures: Army


@record
class RecycleToken:
    """MAHDI-TOKEN-2: 1 token of ``colour`` (``black`` / ``silver``) in ``area`` is revealed and reused."""

    area: int
    colour: str
    figures: Army


@record
class PlaceLeader:
    """A leader of ``faction`` joins the legion in ``area``: a named id, ``naib`` or ``bashar`` (cards, specials)."""

    faction: Faction
    area: int
    leader: str
    cause: Cause = Cause.CARD
