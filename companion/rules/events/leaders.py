"""Events of named leaders, their cards and the regeneration tanks, and of the tracks that bring them."""

from companion.content.terms import Faction, Marker
from companion.frozen import record
from companion.rules.frames import Cause


@record
class TankAdvanced:
    """Every leader of ``faction`` in its tank moved a space; ``left`` are available again (TANK-2).

    ``at_once``: as the die was placed; else as the turn ended, but for those who came in during it (R-33).
    """

    faction: Faction
    left: tuple[str, ...]
    at_once: bool = False


@record
class SupremacyAdvanced:
    """Supremacy rose by ``steps`` for ``cause``."""

    steps: int
    cause: Cause


@record
class PrescienceAdvanced:
    """A prescience marker moved by ``steps``."""

    marker: Marker
    steps: int
    cause: Cause


@record
class PrescienceClaimed:
    """A prescience card was claimed (PRES-3); ``card`` when known."""

    card: str | None


@record
class LeaderEntered:
    """A named leader came into play beside the board."""

    leader: str


@record
class LeaderReplaced:
    """PRES-5: ``new`` took the place and card side of ``old``, which left the game."""

    old: str
    new: str


@record
class LeaderLeft:
    """A named leader left the game for good (its figure too)."""

    leader: str


@record
class LeaderTanked:
    """A named leader went to the first space of the tank; ``pushed_out``: those pushed past the last one (TANK-1)."""

    leader: str
    pushed_out: tuple[str, ...] = ()


@record
class TankOrdered:
    """``leaders`` that came into the tank together did so in this order, as their owner chose (TANK-1)."""

    faction: Faction
    leaders: tuple[str, ...]


@record
class LeaderSetAside:
    """A named leader left the board for the place beside it, available (ROUND-2 d)."""

    leader: str


@record
class LeaderCardTurned:
    """The card of ``leader`` is now face up (``ready``) or spent."""

    leader: str
    ready: bool


@record
class LeadersForbidden:
    """In the next Atreides turn none of ``leaders`` may be placed, deployed, moved or attack (a Harkonnen card)."""

    leaders: tuple[str, ...]
