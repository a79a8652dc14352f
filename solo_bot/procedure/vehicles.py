"""Vehicle placement of the opponent: the whole phase (MAHDI-VEH-1..3) and the two vehicles of House (MAHDI-HOUSE-2)."""

from companion.board import mask_of
from companion.content import SPICE_BOARD
from companion.content.terms import VehicleKind
from companion.frozen import record
from companion.rules.ask.vehicles import FIELDS, house_vehicles_due, vehicles_left
from companion.rules.frames import ActionFrame
from companion.rules.state import State
from solo_bot.procedure.decision import Question, VehiclesOption, in_order
from solo_bot.procedure.harvesters import HarvesterPlaces, carryall_options
from solo_bot.procedure.ornithopters import plan_ornithopters
from solo_bot.procedure.situation import Situation
from solo_bot.procedure.trace import Step, Trace


@record
class VehiclePlan:
    """Vehicles in placing order, each with every place that survives when the first option was taken before it."""

    harvesters: tuple[tuple[int, ...], ...]
    carryalls: tuple[tuple[int, ...], ...]
    ornithopters: tuple[tuple[int, ...], ...]
    question: Question | None
    trace: tuple[Step, ...]


def place_vehicles(
    state: State,
    *,
    harvesters: int | None = None,
    carryalls: int | None = None,
    ornithopters: int | None = None,
) -> VehiclePlan:
    """Returns the plan for the vehicles of the round: the numbers of the active row (VEH-1), or those given, less what
    the supply lacks (VEH-2)."""
    row = SPICE_BOARD.row(min(max(SPICE_BOARD.top_row, *state.imperium), SPICE_BOARD.bottom_row))
    trace = Trace()
    places = HarvesterPlaces(state, trace)
    standing = list(state.harvesters)
    wanted = row.harvesters if harvesters is None else harvesters
    harvester_options: list[tuple[int, ...]] = []
    for _ in range(min(wanted, vehicles_left(state, VehicleKind.HARVESTER))):
        options = places.options(standing)
        if not options:
            break
        harvester_options.append(options)
        places.took(options[0])
        standing.append(options[0])
    flying = list(state.carryalls)
    occupied = mask_of(state.carryalls) | mask_of(state.ornithopters)
    wanted = row.carryalls if carryalls is None else carryalls
    carryall_places: list[tuple[int, ...]] = []
    for _ in range(min(wanted, vehicles_left(state, VehicleKind.CARRYALL))):
        zones = carryall_options(standing, flying, occupied, trace)
        if not zones:
            break
        carryall_places.append(zones)
        flying.append(zones[0])
        occupied |= 1 << zones[0]
    wanted = row.ornithopters if ornithopters is None else ornithopters
    count = min(wanted, vehicles_left(state, VehicleKind.ORNITHOPTER))
    plan = plan_ornithopters(Situation(state), count, occupied, trace)
    question = Question("rank", plan.asked) if plan.asked else None
    return VehiclePlan(tuple(harvester_options), tuple(carryall_places), plan.options, question, trace.done())


def house_vehicles(
    state: State, house: ActionFrame
) -> tuple[tuple[VehiclesOption, ...], Question | None, tuple[Step, ...]]:
    """Returns the pairs of places for what a House action still places of its harvester and its ornithopter, sorted;
    none when neither fits."""
    due = house_vehicles_due(house)
    plan = place_vehicles(state, **{FIELDS[kind]: due[kind] for kind in VehicleKind})
    if plan.question is not None:
        return (), plan.question, plan.trace
    areas: tuple[int | None, ...] = plan.harvesters[0] if plan.harvesters else (None,)
    zones: tuple[int | None, ...] = plan.ornithopters[0] if plan.ornithopters else (None,)
    if areas == (None,) and zones == (None,):
        return (), None, plan.trace
    options = [VehiclesOption(area, zone) for area in areas for zone in zones]
    return in_order(options), None, plan.trace
