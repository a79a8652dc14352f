"""Commands of the set-up and of the start of a round: figures, notes about hidden tokens, tactical cards, vehicles."""

from companion.content.terms import VehicleKind
from companion.frozen import record
from companion.rules.army import Army
from companion.rules.frames import RollSource
from companion.rules.state import Mode, Rules
from companion.rules.unwritten import unwritten

DEFAULT_RULES = Rules()


@record
class StartGame:
    """Opens a game: SETUP-1..6, MAHDI-SETUP-1 (what can be placed without input is placed).

    ``expansions``: ids of those played with, ``desert_war`` or none (DW-1).
    """

    rules: Rules = DEFAULT_RULES
    mode: Mode = Mode.SOLO
    expansions: tuple[str, ...] = unwritten(())


@record
class PlaceStartingFigures:
    """SETUP-2: the figures that the black and the silver token of settlement ``area`` show together."""

    area: int
    figures: Army


@record
class BeginGame:
    """Ends the set-up; round 1 starts."""


@record
class EnterRank:
    """The player enters the rank of a facedown sietch token; entering is not revealing (R-16). None forgets it."""

    area: int
    rank: int | None


@record
class EnterObjective:
    """The secret objective as three numbers (SETUP-6); a second one by *Tested with the Gom Jabbar*.

    ``replaces``: which of those entered before it takes the place of, counted from 0, to put a wrong number right.
    """

    steps: tuple[int, int, int]
    replaces: int | None = None


@record
class DrawTactical:
    """MAHDI-START-2: the tactical card drawn (its id is that of the sietch); ``source``: who drew it."""

    card: str
    source: RollSource | None = None


@record
class PlaceVehicle:
    """VEH-2: puts a harvester in area ``place`` or another vehicle in zone ``place``.

    ``taken``: where on the board people take it from, None for the supply (ACT-6, R-39). ``escort``: the ornithopter is
    an escort (DW-5).
    """

    kind: VehicleKind
    place: int
    taken: int | None = None
    escort: bool = unwritten(False)


@record
class EndVehicles:
    """What is left of the vehicles stays in the supply; action resolution begins."""
