"""Vehicles still to be placed (VEH-1)."""

from companion.content import VEHICLE_SUPPLY
from companion.content.terms import VehicleKind
from companion.rules.ask.desert_war import all_ornithopters
from companion.rules.frames import ActionFrame, CardFrame, VehiclesFrame
from companion.rules.state import HARKONNEN, State
from companion.rules.war import ESCORTS


def vehicles_left(state: State, kind: VehicleKind) -> int:
    """Returns how many vehicles of ``kind`` are in the supply (VEH-2); escorts are none of the ornithopters there."""
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


def struck(state: State, kind: VehicleKind) -> tuple[int, ...]:
    """Returns the places of all vehicles of ``kind`` that a card or an attack may remove: escorts are ornithopters."""
    return all_ornithopters(state) if kind is VehicleKind.ORNITHOPTER else on_board(state, kind)


def escorts_left(state: State) -> int:
    """Returns how many escort ornithopters are in the supply: neither in a zone nor in a legion (DW-1, DW-5)."""
    if state.desert_war is None:
        return 0
    joined = sum(army.escorts for _, army in state.legions(HARKONNEN))
    return max(0, ESCORTS - len(state.desert_war.escorts) - joined)


def escort_placed(state: State) -> bool:
    """Returns whether the placing in progress has put out its one escort already (DW-5, R-43)."""
    frame = state.frame
    return isinstance(frame, VehiclesFrame | ActionFrame | CardFrame) and frame.escort


FIELDS = {
    VehicleKind.HARVESTER: "harvesters",
    VehicleKind.CARRYALL: "carryalls",
    VehicleKind.ORNITHOPTER: "ornithopters",
}
