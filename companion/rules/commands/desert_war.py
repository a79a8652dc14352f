"""Commands of the expansion Desert War: camps, troops and what they do (section 16)."""

from companion.content.terms import CombatFace, DesertTroop, Marker, VehicleKind
from companion.frozen import record
from companion.rules.frames import RollSource


@record
class PlaceCamp:
    """DW-3: an available camp comes facedown into the empty desert area ``area``, in a sector without another one."""

    area: int


@record
class DeploySuspensors:
    """DW-2: for a desert war token suspensor troopers come into empty desert areas of one sector, one an entry."""

    areas: tuple[int, ...]


@record
class MoveSuspensor:
    """DW-2, DW-9: for a desert war token a suspensor trooper goes up to 2 areas, over any border.

    ``troop``: which of the Atreides desert troops there goes with it, where there are two kinds.
    """

    source: int
    target: int
    troop: DesertTroop | None = None


@record
class ScoutBySuspensor:
    """DW-2: for a desert war token the suspensor trooper in ``source`` leaves, and what lies facedown in the adjacent
    ``area`` is turned: its sietch, its deployment tokens, or both (FREE-2)."""

    source: int
    area: int
    sietch: bool = True
    tokens: bool = True


@record
class DeployLaunchers:
    """DW-4: rocket launchers come to camps, one for each entry."""

    areas: tuple[int, ...]


@record
class AttackWithLaunchers:
    """DW-4, DW-7: all launchers in ``sector`` attack vehicles."""

    sector: str


@record
class RollLaunchers:
    """DW-7, R-42: the dice of a launcher attack: how many are ``successes``, or what all of them show.

    ``symbol``: the face that the table counts as a success, kept for the rest of the game.
    """

    successes: int | None = None
    faces: tuple[CombatFace, ...] = ()
    symbol: CombatFace | None = None
    source: RollSource | None = None


@record
class StrikeVehicle:
    """DW-7: a success removes the vehicle at ``place`` and the launcher in ``area``."""

    kind: VehicleKind
    place: int
    area: int


@record
class GiveCamp:
    """DW-7: the camp in ``area`` leaves the game for a step of the marker that its token shows."""

    area: int
    symbol: Marker


@record
class PlaceSandrider:
    """DW-8: a sandrider comes into an empty desert area, instead of one of the two wormsigns of Desert Power."""

    area: int


@record
class MountWorm:
    """DW-8: the Sandriders' action puts a sandworm into ``area``, where a sandrider is alone.

    ``worm_from``: the area from which its figure comes, None for the supply (ACT-6).
    """

    area: int
    worm_from: int | None = None


@record
class RaiseWorm:
    """DW-8, R-45: the worm that takes the place of a sandrider; its figure comes as WORM-3 says."""

    worm_from: int | None = None
    wild_maker: bool = False
