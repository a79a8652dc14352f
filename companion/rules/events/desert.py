"""Events of vehicles, wormsigns, worms and spice."""

from companion.content.terms import Power, VehicleKind, Wormsign
from companion.frozen import record
from companion.rules.frames import Cause, RollSource
from companion.rules.unwritten import unwritten


@record
class VehiclePlaced:
    """A vehicle came onto the board: harvester in area ``place``, others in zone ``place``.

    ``taken``: where on the board it stood before, None when it comes from the supply. ``escort``: it is an escort
    ornithopter (DW-5).
    """

    kind: VehicleKind
    place: int
    taken: int | None = None
    escort: bool = unwritten(False)


@record
class VehicleRemoved:
    """A vehicle left the board."""

    kind: VehicleKind
    place: int
    cause: Cause


@record
class WormsignPlaced:
    """A facedown wormsign came into ``area``; ``taken``: the area where it lay, None for the pool."""

    area: int
    cause: Cause
    taken: int | None = None


@record
class WormsignRemoved:
    """The wormsign of ``area`` went back to the pool; ``token``: what it showed, None when not turned.

    ``source``: who drew the token.
    """

    area: int
    token: Wormsign | None
    cause: Cause
    source: RollSource | None = None


@record
class SandwormPlaced:
    """A sandworm appeared in ``area``; ``worm_from``: the area its figure was taken from (WORM-3), None: the supply.

    ``wild``: it is the Wild Maker from beside the board.
    """

    area: int
    worm_from: int | None = None
    wild: bool = False


@record
class SandwormMoved:
    """A sandworm (or the Wild Maker) moved."""

    source: int
    target: int


@record
class SandwormRemoved:
    """The worm figure of ``area`` left the board."""

    area: int
    cause: Cause


@record
class WildMakerPlaced:
    """The Wild Maker entered in ``area`` (WILD-1)."""

    area: int


@record
class SpiceCollected:
    """The harvesters left the board and gave ``spice``; ``harvesters`` their areas."""

    spice: int
    harvesters: tuple[int, ...]


@record
class SpiceSpent:
    """The imperium markers stand on rows ``imperium``; ``bans`` are in force; ``reserve`` is kept."""

    imperium: tuple[int, int, int]
    bans: frozenset[Power]
    reserve: int


@record
class ImperiumLowered:
    """A card lowered the marker of ``power`` to ``row``, without a ban."""

    power: Power
    row: int


@record
class AtomicsDetonated:
    """ATOM-1: ``area`` became desert."""

    area: int
