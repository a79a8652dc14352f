"""What the slow listing of legal commands tries with Desert War: every area, sector, troop and symbol."""

from collections.abc import Callable, Iterable, Iterator

from companion.board import SECTORS, ZONE_IDS
from companion.content.terms import CombatFace, DesertTroop, Marker, VehicleKind
from companion.rules import State
from companion.rules import commands as c
from companion.rules.frames import LaunchersFrame
from tests.rules.perft.naive_figures import ALL, Space

Spaces = Iterable[Space]
TOGETHER = [(area,) * count for area in ALL for count in (1, 3)]
FLYING = (VehicleKind.ORNITHOPTER, VehicleKind.CARRYALL)


def _places(state: State, every: bool) -> Iterator[Space]:
    yield {"area": ALL}


def _together(state: State, every: bool) -> Iterator[Space]:
    yield {"areas": TOGETHER}


def _suspensor_moves(state: State, every: bool) -> Iterator[Space]:
    if state.desert_war is not None:
        yield {"source": state.desert_war.suspensors, "target": ALL, "troop": [None, *DesertTroop]}


def _scouts(state: State, every: bool) -> Iterator[Space]:
    if state.desert_war is not None:
        yield {"source": state.desert_war.suspensors, "area": ALL}


def _rolls(state: State, every: bool) -> Iterator[Space]:
    dice = getattr(state.frame, "dice", 0)
    yield {"successes": range(dice + 1)}
    if every:
        yield {"faces": [(CombatFace.HIT,) * dice]}


def _strikes(state: State, every: bool) -> Iterator[Space]:
    if isinstance(state.frame, LaunchersFrame):
        yield {"kind": [VehicleKind.HARVESTER], "place": ALL, "area": ALL}
        yield {"kind": FLYING, "place": range(len(ZONE_IDS)), "area": ALL}


def _gifts(state: State, every: bool) -> Iterator[Space]:
    yield {"area": ALL, "symbol": list(Marker)}


def _mounts(state: State, every: bool) -> Iterator[Space]:
    yield {"area": ALL, "worm_from": [None, *ALL]}


def _risen(state: State, every: bool) -> Iterator[Space]:
    yield {"worm_from": [None, *ALL]}
    yield {"wild_maker": [True]}


def _sectors(state: State, every: bool) -> Iterator[Space]:
    yield {"sector": SECTORS}


SPACES_OF_WAR: dict[type, Callable[[State, bool], Spaces]] = {
    c.PlaceCamp: _places,
    c.DeploySuspensors: _together,
    c.MoveSuspensor: _suspensor_moves,
    c.ScoutBySuspensor: _scouts,
    c.DeployLaunchers: _together,
    c.AttackWithLaunchers: _sectors,
    c.RollLaunchers: _rolls,
    c.StrikeVehicle: _strikes,
    c.GiveCamp: _gifts,
    c.PlaceSandrider: _places,
    c.MountWorm: _mounts,
    c.RaiseWorm: _risen,
}
