"""Vehicles still to be placed (VEH-1)."""

from companion.content import VEHICLE_SUPPLY
from companion.content.terms import VehicleKind
from companion.rules.state import State


def vehicles_left(state: State, kind: VehicleKind) -> int:
    """Returns how many vehicles of ``kind`` are in the supply (VEH-2)."""
    return max(0, VEHICLE_SUPPLY[kind] - len(on_board(state, kind)))


def on_board(state: State, kind: VehicleKind) -> tuple[int, ...]:
    """Returns the places of all vehicles of ``kind``."""
    places: tuple[int, ...] = getattr(state, FIELDS[kind])
    return places


FIELDS = {
    VehicleKind.HARVESTER: "harvesters",
    VehicleKind.CARRYALL: "carryalls",
    VehicleKind.ORNITHOPTER: "ornithopters",
}
