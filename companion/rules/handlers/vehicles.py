"""Vehicle placement (VEH-1, VEH-2) and the vehicles of a House action or a card (MAHDI-HOUSE-2, MAHDI-CARD-2)."""

from collections.abc import Iterator
from typing import Any

from companion.board import AREA_IDS, ZONE_IDS
from companion.content import SPICE_BOARD, VEHICLE_SUPPLY, SpiceRow
from companion.content.steps import Vehicles
from companion.content.terms import Result, VehicleKind
from companion.frozen import replace
from companion.rules.ask.desert_war import escorts_mask
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.ask.turns import solo_bot
from companion.rules.ask.vehicles import (
    FIELDS,
    escort_placed,
    escorts_left,
    house_vehicles_due,
    on_board,
    vehicles_left,
)
from companion.rules.commands import EndVehicles, PlaceVehicle
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.events import ActionStepped, DiceSetAside, VehiclePlaced, VehicleRemoved
from companion.rules.frames import ActionFrame, CardFrame, Cause, VehiclesFrame
from companion.rules.handlers.common import spend
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import HARKONNEN, HARKONNEN_DICE, State
from companion.rules.war import ESCORTS


def active_row(state: State) -> SpiceRow:
    """Returns the row of the lowest imperium marker (VEH-1)."""
    return SPICE_BOARD.row(max(state.imperium))


def begin_vehicles(draft: Draft) -> None:
    """Sets the dice aside and opens vehicle placement with the numbers of the active row less what the supply lacks."""
    row = active_row(draft.state)
    draft.emit(DiceSetAside(row.dice_set_aside, HARKONNEN_DICE - row.dice_set_aside))
    numbers: dict[str, Any] = {
        FIELDS[kind]: min(row.vehicles(kind), vehicles_left(draft.state, kind)) for kind in VehicleKind
    }
    draft.open(VehiclesFrame(**numbers))


@checks(PlaceVehicle)
def _check(state: State, command: PlaceVehicle) -> Iterator[Refusal]:
    due = _is_due(state, command.kind)
    if due is None:
        yield not_now(state, "VEH-2")
        return
    if not due:
        yield refuse("no_vehicle_of_kind_due", _rule(state), kind=command.kind.value)
    if command.escort:
        yield from _escort_problems(state, command)
    elif command.taken is not None:
        yield from _relocation_problems(state, command, command.taken)
    elif not vehicles_left(state, command.kind):
        yield refuse("no_vehicle_left", "VEH-2", kind=command.kind.value, limit=VEHICLE_SUPPLY[command.kind])
    if command.kind is VehicleKind.HARVESTER:
        yield from _harvester_problems(state, command.place)
    elif command.place in (*state.ornithopters, *state.carryalls) and solo_bot(state, HARKONNEN):
        # A new one may replace the one there; the solo opponent never does (MAHDI-VEH-3, R-5).
        yield refuse("zone_taken", "VEH-2", Severity.UNUSUAL, zone=ZONE_IDS[command.place])


def _escort_problems(state: State, command: PlaceVehicle) -> Iterator[Refusal]:
    """DW-5: one of the ornithopters that are placed, and only one, may be an escort."""
    if state.desert_war is None:
        yield refuse("no_such_expansion", "DW-1", kind=command.kind.value)
    elif command.kind is not VehicleKind.ORNITHOPTER:
        yield refuse("escort_is_an_ornithopter", "DW-5", kind=command.kind.value)
    elif escort_placed(state):
        yield refuse("one_escort_only", "DW-5", zone=ZONE_IDS[command.place])
    elif command.taken is not None:
        if command.taken not in state.desert_war.escorts:
            yield refuse("no_vehicle_to_take", "R-39", kind=command.kind.value, place=ZONE_IDS[command.taken])
        if isinstance(state.frame, VehiclesFrame):
            yield refuse("vehicles_stay", "VEH-2", kind=command.kind.value)
    elif not escorts_left(state):
        yield refuse("no_escort_left", "DW-1", limit=ESCORTS)


def _relocation_problems(state: State, command: PlaceVehicle, taken: int) -> Iterator[Refusal]:
    """R-39: people may take what House or a card places from the board; in the phase of vehicles none moves (VEH-2)."""
    ids = AREA_IDS if command.kind is VehicleKind.HARVESTER else ZONE_IDS
    if isinstance(state.frame, VehiclesFrame):
        yield refuse("vehicles_stay", "VEH-2", kind=command.kind.value)
    elif solo_bot(state, HARKONNEN):
        yield refuse("vehicles_stay", "R-39", kind=command.kind.value)
    if taken not in on_board(state, command.kind):
        yield refuse("no_vehicle_to_take", "R-39", kind=command.kind.value, place=ids[taken])
    elif taken == command.place and command.kind is not VehicleKind.HARVESTER:
        yield refuse("zone_taken", "VEH-2", zone=ZONE_IDS[command.place])


def _harvester_problems(state: State, area: int) -> Iterator[Refusal]:
    where = AREA_IDS[area]
    if not state.desert_mask >> area & 1:
        yield refuse("not_desert", "VEH-2", area=where)
    elif not state.free_mask(HARKONNEN) >> area & 1:
        yield refuse("not_free", "VEH-2", area=where)
    elif area in state.harvesters:
        yield refuse("harvester_there", "VEH-2", area=where)


def _is_due(state: State, kind: VehicleKind) -> bool | None:
    """Returns whether a vehicle of ``kind`` may be placed now; None when none can be placed at all."""
    frame = state.frame
    match frame:
        case None:
            return True
        case VehiclesFrame():
            return bool(getattr(frame, FIELDS[kind]))
        case ActionFrame(faction=faction, action=Result.HOUSE) if faction is HARKONNEN:
            return bool(house_vehicles_due(frame)[kind] if solo_bot(state, HARKONNEN) else frame.placements)
        case CardFrame():
            step = current_step(frame)
            return kind in vehicle_parts(step)[frame.part :] if isinstance(step, Vehicles) else None
        case _:
            return None


def _rule(state: State) -> str:
    match state.frame:
        case ActionFrame():
            return "MAHDI-HOUSE-2"
        case CardFrame():
            return "MAHDI-CARD-2"
        case _:
            return "VEH-1"


@decides(PlaceVehicle)
def _place(draft: Draft, command: PlaceVehicle) -> None:
    frame = draft.state.frame
    if isinstance(frame, VehiclesFrame):
        field = FIELDS[command.kind]
        left: dict[str, Any] = {field: getattr(frame, field) - 1}
        draft.change(replace(frame, **left))
    elif isinstance(frame, ActionFrame):
        last = solo_bot(draft.state, HARKONNEN) and command.kind is VehicleKind.ORNITHOPTER
        spend(draft, placements=frame.placements if last else 1, replacements=frame.replacements)
        if draft.state.turn.step == 1:
            draft.emit(ActionStepped(2))
    elif isinstance(frame, CardFrame) and not solo_bot(draft.state, HARKONNEN):
        _next_vehicle(draft, frame)
    now = draft.state.frame
    if command.escort and isinstance(now, VehiclesFrame | ActionFrame | CardFrame):
        draft.change(replace(now, escort=True))
    if command.kind is not VehicleKind.HARVESTER:
        _clear_zone(draft, command.place)
    draft.emit(VehiclePlaced(command.kind, command.place, command.taken, command.escort))


def vehicle_parts(step: Vehicles) -> list[VehicleKind]:
    """Returns the vehicles of a step in the order in which its parts place them: harvesters first."""
    kinds = (VehicleKind.HARVESTER, VehicleKind.CARRYALL, VehicleKind.ORNITHOPTER)
    return [kind for kind in kinds for _ in range(getattr(step, kind.value))]


def _next_vehicle(draft: Draft, frame: CardFrame) -> None:
    """Each vehicle that people place counts as one part of the step; one left out is passed over by its kind."""
    step = current_step(frame)
    more = isinstance(step, Vehicles) and frame.part + 1 < len(vehicle_parts(step))
    done = frame.done + 1
    draft.change(
        replace(frame, part=frame.part + 1, done=done)
        if more
        else replace(frame, step=frame.step + 1, part=0, done=done)
    )


def _clear_zone(draft: Draft, zone: int) -> None:
    for kind in (VehicleKind.ORNITHOPTER, VehicleKind.CARRYALL):
        if zone in on_board(draft.state, kind):
            draft.emit(VehicleRemoved(kind, zone, Cause.MOVE))
    if escorts_mask(draft.state) >> zone & 1:
        draft.emit(VehicleRemoved(VehicleKind.ORNITHOPTER, zone, Cause.MOVE))


@checks(EndVehicles)
def _check_end(state: State, command: EndVehicles) -> Iterator[Refusal]:
    if not isinstance(state.frame, VehiclesFrame):
        yield not_now(state, "VEH-1")


@decides(EndVehicles)
def _end(draft: Draft, command: EndVehicles) -> None:
    draft.close()


@settles(VehiclesFrame)
def _all_placed(draft: Draft) -> bool:
    frame = draft.state.frame
    if not isinstance(frame, VehiclesFrame) or frame.harvesters or frame.carryalls or frame.ornithopters:
        return False
    draft.close()
    return True
