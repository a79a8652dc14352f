"""What speaks for a piece of advice, as codes with facts; words are made of them elsewhere."""

from enum import StrEnum

from companion.frozen import record


class ReasonCode(StrEnum):
    """Why something is advised. The facts of ``Reason`` that each code fills stand in its text."""

    WINS_BATTLE = "wins_battle"
    """An attack that is won with ``chance``: from ``source`` on the legion in ``area``."""
    TAKES_SETTLEMENT = "takes_settlement"
    """An attack on the settlement in ``area``, of rank ``count``, won with ``chance``; every marker moves that far."""
    SAVES_SIETCH = "saves_sietch"
    """The sietch in ``area`` could be attacked at once, with ``chance`` to fall, and cannot be any more."""
    GUARDS_SIETCH = "guards_sietch"
    """The sietch in ``area`` is in reach of a Harkonnen legion that is stronger, now or a move later; it gets help."""
    TAKES_STATION = "takes_station"
    """A legion ends its move on the testing station in ``area``."""
    NEARS_STATION = "nears_station"
    """A legion comes nearer to the testing station in ``area``."""
    DENIES_SPICE = "denies_spice"
    """The harvester in ``area`` is removed: ``count`` spice less for the Harkonnen."""
    MEETS_PRESCIENCE = "meets_prescience"
    """The condition of the prescience card ``card`` is met; its steps move ``marker``, which the objective lacks."""
    NEARS_PRESCIENCE = "nears_prescience"
    """One legion more where the prescience card ``card`` asks for them; ``count`` are still missing afterwards."""
    REACHES_SAFETY = "reaches_safety"
    """A legion leaves ``source``, where a stronger one stands beside it, for ``area``, where none does."""
    THREATENS_SETTLEMENT = "threatens_settlement"
    """A strong legion comes nearer to the settlement in ``area``, of rank ``count``."""
    WORM_STRIKES = "worm_strikes"
    """A sandworm attacks the legion in ``area``: ``count`` hits on average."""
    SENDS_WORM = "sends_worm"
    """A sandworm in ``source`` goes to ``area``, where it has prey within reach."""
    CALLS_WORMS = "calls_worms"
    """Wormsigns where worms may appear, the first in ``area``."""
    DECOY = "decoy"
    """A small legion in ``area`` draws a Harkonnen attack upon itself; no sietch can be attacked instead."""
    BRINGS_LEADER = "brings_leader"
    """The leader ``card`` (a leader's id) comes to the board, in ``area``."""
    DRAWS_CARDS = "draws_cards"
    """``count`` planning cards come to the hand."""
    BETTER_TEMPO = "better_tempo"
    """The action costs no die: the Harkonnen roll one, and the own dice stay for later."""
    CLAIMS_PRESCIENCE = "claims_prescience"
    """The prescience card ``card`` is claimed; its steps move ``marker``, which the objective lacks."""
    FIGHTS_ON = "fights_on"
    """The attack in ``area`` goes on: it is won with ``chance``."""
    BREAKS_OFF = "breaks_off"
    """The attack in ``area`` is stopped: going on would be won with ``chance`` only."""
    STANDS = "stands"
    """The legion in ``area`` stays and fights: it holds out with ``chance``."""
    GIVES_WAY = "gives_way"
    """The legion in ``area`` retreats: it would have held out with ``chance`` only."""
    SIMULATED = "simulated"
    """Nothing else can be said of it than that simulated rounds went best so."""


@record
class Reason:
    """One reason; what its code does not name is None. ``area`` and ``source`` are numbers of ``companion.board``.

    ``chance`` is from 0 to 1; ``card`` is the id of a prescience card or leader, ``marker`` that of a marker.
    """

    code: ReasonCode
    area: int | None = None
    source: int | None = None
    chance: float | None = None
    card: str | None = None
    marker: str | None = None
    count: int | None = None
