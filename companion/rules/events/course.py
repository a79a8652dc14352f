"""Events of the course of a game: steps, rounds, phases, dice, turns, victory, corrections."""

from companion.content.terms import Faction, Result
from companion.frozen import record
from companion.rules.army import Army
from companion.rules.frames import Frame, RollSource
from companion.rules.state import Mode, Rules, State
from companion.rules.unwritten import unwritten


@record
class GameStarted:
    """A game was opened with these rules; the board holds what needs no input (SETUP-1, SETUP-3..6)."""

    rules: Rules
    mode: Mode = Mode.SOLO
    expansions: tuple[str, ...] = unwritten(())


@record
class StepOpened:
    """Something new has to be settled first: ``frame`` lies on top of the stack."""

    frame: Frame


@record
class StepChanged:
    """The top frame was replaced."""

    frame: Frame


@record
class StepClosed:
    """The top frame is done."""


@record
class RoundBegan:
    """A new round: its number; dice and per-round marks are reset."""

    round: int


@record
class PhaseBegan:
    """A phase of the round began; ``phase`` is its id."""

    phase: str


@record
class TacticalDrawn:
    """A tactical card was turned up; ``role`` is ``harvest``, ``target`` or ``discarded`` (MAHDI-START-2).

    ``source``: who drew it.
    """

    card: str
    role: str
    source: RollSource | None = None


@record
class HarvestingSectorSet:
    """The harvesting sector of the round: the first tactical card's (MAHDI-START-2)."""

    sector: str


@record
class TargetSet:
    """The target sietch is now ``area`` (None: no target, R-1)."""

    area: int | None


@record
class DiceSetAside:
    """VEH-1: ``count`` Harkonnen dice lie on The Spice Must Flow; ``unused`` are left to roll."""

    count: int
    unused: int


@record
class AtreidesDiceRolled:
    """The results of the Atreides dice; ``source``: who read them, None in games from before that was recorded.

    ``fremen``: those on the Fremen Ally's dashboard of a shared faction, None: not told; ``rolled``: what the dice
    showed before any was changed, empty where nobody told or none was (TEAM-3, ACT-1).
    """

    results: tuple[Result, ...]
    source: RollSource | None = None
    fremen: tuple[Result, ...] | None = None
    rolled: tuple[Result, ...] = ()


@record
class HarkonnenDiceRolled:
    """The results of the Harkonnen dice, where people play them; ``corrino``: those on the Ally's dashboard.

    ``rolled``: what they showed before any was changed, empty where nobody told or none was.
    """

    results: tuple[Result, ...]
    corrino: tuple[Result, ...] = ()
    source: RollSource | None = None
    rolled: tuple[Result, ...] = ()


@record
class BeneGesseritUsed:
    """A Bene Gesserit token joined the dice of ``faction`` and left the game; ``result`` None: the solo Harkonnen.

    They have no token: a die of The Spice Must Flow joins the others (MAHDI-BG-1). ``ally``: it lies on the dashboard
    of the Ally of a shared faction.
    """

    faction: Faction
    result: Result | None
    ally: bool = False


@record
class BeneGesseritGained:
    """``faction`` took ``count`` Bene Gesserit tokens (BG-1, LEADER-4)."""

    faction: Faction
    count: int


@record
class DieSpent:
    """A die of ``faction`` showing ``result`` was spent for ``use``: a result, ``card``, a leader, ``prescience``.

    ``source``: who read it, when it was rolled for this turn (solo); ``corrino``: it lay on the Ally's dashboard;
    ``ally``: the Fremen Ally carries its action out (TEAM-4); ``fremen``: it lay on the Fremen Ally's dashboard.
    """

    faction: Faction
    result: Result
    use: str
    source: RollSource | None = None
    corrino: bool = False
    ally: bool = False
    fremen: bool = False


@record
class ConeDiscarded:
    """The partners of ``faction`` discarded a cone of silence token for a secret talk (TEAM-1)."""

    faction: Faction


@record
class TurnEnded:
    """The turn of ``faction`` ended."""

    faction: Faction


@record
class MoveRecorded:
    """The figures count as moved in this action (R-19); sets the temporary target of the turn (R-21).

    ``target``: the sietch, real or temporary, that is fixed for the turn; None leaves that as it is.
    """

    area: int
    figures: Army
    temporary_target: int | None
    ornithopter_used: bool
    target: int | None = None


@record
class ActionStepped:
    """The next step of the same die begins (``step``), or a new action with a clean record (``step`` 1)."""

    step: int


@record
class RankEntered:
    """The player noted the rank of a facedown sietch (R-16)."""

    area: int
    rank: int | None


@record
class ObjectiveEntered:
    """A secret objective was noted: steps of Kwisatz Haderach, Sand Dwellers, Jihad.

    ``replaces``: the one, counted from 0, whose place it takes; None: it is one more.
    """

    steps: tuple[int, int, int]
    replaces: int | None = None


@record
class Withheld:
    """``faction`` noted something that only it may see; in logs written for others it stands for that note."""

    faction: Faction


@record
class BoardCorrected:
    """Somebody corrected the position by hand; ``state`` is the new one, frames included."""

    state: State


@record
class GameWon:
    """``winner`` won by ``rule``."""

    winner: Faction
    rule: str


@record
class HarkonnenResultChosen:
    """Truthtrance: the next Harkonnen turn uses ``result`` (MAHDI-TRUTH-1)."""

    result: Result


@record
class DieDiscarded:
    """A card took an unused die of ``faction`` showing ``result``; nobody spent it."""

    faction: Faction
    result: Result
