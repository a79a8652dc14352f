"""Commands of games that keep tracks and dice only: the board is on the table, and nothing of it in the app."""

from companion.content.terms import Faction, Phase, Result
from companion.frozen import record
from companion.rules.army import Army
from companion.rules.frames import Roll, RollSource


@record
class KeepTrackersOnly:
    """The game that was just opened leads through nothing: its tracks are kept by hand, beginning with round 1."""


@record
class GoToPhase:
    """The people at the table go on to a phase, with ``round`` above the present one to a new round."""

    round: int
    phase: Phase


@record
class ThrowDice:
    """ACT-1: the results of all dice of ``faction``; one for the solo Harkonnen, spent at once (MAHDI-TURN-1)."""

    faction: Faction
    results: tuple[Result, ...]
    source: RollSource | None = None


@record
class PutDieAside:
    """A die of ``faction`` showing ``result`` is spent, whatever for; its figures in the tank move on (TANK-2)."""

    faction: Faction
    result: Result


@record
class CountCombat:
    """BATTLE-4 to BATTLE-6: a round of a battle of which the app knows only this. Pairs are (attacker, defender).

    ``cards`` discarded; ``rank`` of the defender's settlement there, 0 without one. Of more leaders than specials the
    most useful ones fight (R-26).
    """

    attacker: Faction
    armies: tuple[Army, Army]
    rolls: tuple[Roll, Roll]
    cards: tuple[int, int] = (0, 0)
    rank: int = 0
    surprise: bool = False
    source: RollSource | None = None
