"""Vehicles still to be placed (VEH-1)."""

from companion.content import VEHICLE_SUPPLY
from companion.content.terms import VehicleKind
from companion.rules.frames import ActionFrame
from companion.rules.state import State


def vehicles_left(state: State, kind: VehicleKind) -> int:
    """Returns how many vehicles of ``kind`` are in the supply (VEH-2)."""
    return max(0, VEHICLE_SUPPLY[kind] - len(on_board(state, kind)))


def house_vehicles_due(house: ActionFrame) -> dict[VehicleKind, int]:
    """MAHDI-HOUSE-2: how many vehicles of each kind the solo opponent's House action still places: one harvester, and
    with the last placement one ornithopter."""
    left = house.placements
    return {
        VehicleKind.HARVESTER: max(0, left - 1),
        VehicleKind.CARRYALL: 0,
        VehicleKind.ORNITHOPTER: min(1, left),
    }


def on_board(state: State, kind: VehicleKind) -> tuple[int, ...]:
    """Returns the places of all vehicles of ``kind``."""
    places: tuple[int, ...] = getattr(state, FIELDS[kind])
    return places


FIELDS = {
    VehicleKind.HARVESTER: "harvesters",
    VehicleKind.CARRYALL: "carryalls",
    VehicleKind.ORNITHOPTER: "ornithopters",
}
