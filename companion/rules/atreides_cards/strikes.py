"""Steps of Atreides cards against the Harkonnen: vehicles removed, dice, leaders in the tank, legions displaced."""

from collections.abc import Iterator

from companion.board import AREA_IDS, AREAS, SECTOR_MASK, ZONE_AREAS, ZONE_IDS, members
from companion.content import steps
from companion.content.terms import VehicleKind
from companion.frozen import replace
from companion.rules import frames
from companion.rules.army import NOBODY, Army
from companion.rules.ask.atreides_cards import Vehicle, displacements, leaders_in_reach, sectors_open, vehicles_open
from companion.rules.ask.atreides_steps import step_of
from companion.rules.ask.desert_war import all_ornithopters
from companion.rules.atreides_cards.course import carries_out, checks_step, go_on
from companion.rules.atreides_cards.placing import not_allowed
from companion.rules.commands import CarryOutStep
from companion.rules.engine import Draft, settles
from companion.rules.events import VehicleRemoved
from companion.rules.handlers.arrival import depart_and_arrive
from companion.rules.handlers.storms import storm_areas
from companion.rules.handlers.tracks import remove_figures
from companion.rules.refusal import Refusal, refuse
from companion.rules.state import ATREIDES, HARKONNEN, State


def _vehicle_of(command: CarryOutStep) -> Vehicle | None:
    place = command.area if command.vehicle is VehicleKind.HARVESTER else command.zone
    return None if command.vehicle is None or place is None else (command.vehicle, place)


def _vehicle_problems(
    state: State,
    frame: frames.AtreidesCardFrame,
    step: steps.RemoveVehicles | steps.RemoveByDice,
    command: CarryOutStep,
) -> Iterator[Refusal]:
    if _vehicle_of(command) not in vehicles_open(state, frame, step):
        area = None if command.area is None else AREA_IDS[command.area]
        zone = None if command.zone is None else ZONE_IDS[command.zone]
        yield refuse("no_vehicle_there", "CARD-1", card=frame.card, place=area or zone)


def _remove(draft: Draft, command: CarryOutStep) -> None:
    vehicle = _vehicle_of(command)
    if vehicle is not None:
        draft.emit(VehicleRemoved(*vehicle, frames.Cause.CARD))


@checks_step(steps.RemoveVehicles)
def _check_remove(
    state: State, frame: frames.AtreidesCardFrame, step: steps.RemoveVehicles, command: CarryOutStep
) -> Iterator[Refusal]:
    yield from _vehicle_problems(state, frame, step, command)


@carries_out(steps.RemoveVehicles)
def _remove_vehicles(
    draft: Draft, frame: frames.AtreidesCardFrame, step: steps.RemoveVehicles, command: CarryOutStep
) -> frames.AtreidesCardFrame | None:
    _remove(draft, command)
    if frame.part + 1 >= step.count:
        return None
    sectors = (
        AREAS[command.area].sectors if command.vehicle is VehicleKind.HARVESTER and command.area is not None else ()
    )
    sector = sectors[0] if len(sectors) == 1 else frame.sector
    return replace(frame, part=frame.part + 1, sector=sector)


@checks_step(steps.RemoveByDice)
def _check_dice(
    state: State, frame: frames.AtreidesCardFrame, step: steps.RemoveByDice, command: CarryOutStep
) -> Iterator[Refusal]:
    """First the sector for which the dice are rolled, then one vehicle after the other."""
    if frame.left is not None:
        yield from _vehicle_problems(state, frame, step, command)
    elif command.sector not in sectors_open(state, frame, step):
        yield refuse("no_own_legion_in_sector", "CARD-1", card=frame.card, sector=command.sector)


@carries_out(steps.RemoveByDice)
def _dice(
    draft: Draft, frame: frames.AtreidesCardFrame, step: steps.RemoveByDice, command: CarryOutStep
) -> frames.AtreidesCardFrame | None:
    if frame.left is not None:
        _remove(draft, command)
        return replace(frame, part=frame.part + 1, left=frame.left - 1) if frame.left > 1 else None
    if command.sector is not None:
        draft.change(replace(frame, sector=command.sector))
        area = next(members(SECTOR_MASK[command.sector] & draft.state.legions_mask(ATREIDES)))
        values = (step.hit, 0, step.special)
        draft.open(frames.RollFrame(frames.Cause.CARD, ATREIDES, area, step.dice, values, sector=command.sector))
    return None


@settles(frames.AtreidesCardFrame)
def _nothing_left_to_remove(draft: Draft) -> bool:
    """Goes on with the card once its dice remove nothing more, or no vehicle is there."""
    frame = draft.state.frame
    step = step_of(frame) if isinstance(frame, frames.AtreidesCardFrame) else None
    if (
        not isinstance(frame, frames.AtreidesCardFrame)
        or not isinstance(step, steps.RemoveByDice)
        or frame.left is None
    ):
        return False
    if frame.left and vehicles_open(draft.state, frame, step):
        return False
    go_on(draft)
    return True


@checks_step(steps.OrnithopterAttack)
def _check_ornithopter(
    state: State, frame: frames.AtreidesCardFrame, step: steps.OrnithopterAttack, command: CarryOutStep
) -> Iterator[Refusal]:
    if command.zone is None or command.zone not in all_ornithopters(state):
        zone = None if command.zone is None else ZONE_IDS[command.zone]
        yield refuse("no_ornithopter_there", "CARD-1", zone=zone)
    elif command.area is None or not (ZONE_AREAS[command.zone] & state.legions_mask(HARKONNEN)) >> command.area & 1:
        yield not_allowed(frame, command.area)


@carries_out(steps.OrnithopterAttack)
def _ornithopter(
    draft: Draft, frame: frames.AtreidesCardFrame, step: steps.OrnithopterAttack, command: CarryOutStep
) -> None:
    if command.zone is None or command.area is None:
        return
    draft.emit(VehicleRemoved(VehicleKind.ORNITHOPTER, command.zone, frames.Cause.CARD))
    values = (step.hit, 0, step.special)
    draft.open(frames.RollFrame(frames.Cause.CARD, HARKONNEN, command.area, step.dice, values))
    if (draft.state.army(HARKONNEN, command.area) or NOBODY).tokens:
        # MAHDI-TOKEN-1: an attack of any kind turns the tokens.
        draft.open(frames.RevealTokensFrame(HARKONNEN, command.area, frames.Cause.CARD))


@checks_step(steps.TankEnemyLeader)
def _check_tank(
    state: State, frame: frames.AtreidesCardFrame, step: steps.TankEnemyLeader, command: CarryOutStep
) -> Iterator[Refusal]:
    if command.leader not in leaders_in_reach(state, frame, step):
        yield refuse("leader_out_of_reach", "CARD-1", card=frame.card, leader=command.leader)


@carries_out(steps.TankEnemyLeader)
def _tank(draft: Draft, frame: frames.AtreidesCardFrame, step: steps.TankEnemyLeader, command: CarryOutStep) -> None:
    for area, army in draft.state.legions(HARKONNEN):
        if command.leader is not None and command.leader in army.named:
            remove_figures(draft, HARKONNEN, area, Army(named=(command.leader,)), frames.Cause.CARD)
            return


@checks_step(steps.DisplaceEnemy)
def _check_displace(
    state: State, frame: frames.AtreidesCardFrame, step: steps.DisplaceEnemy, command: CarryOutStep
) -> Iterator[Refusal]:
    if command.area is None or command.target is None:
        yield not_allowed(frame, command.area)
    elif not displacements(state, command.area) >> command.target & 1:
        yield not_allowed(frame, command.target)


@carries_out(steps.DisplaceEnemy)
def _displace(draft: Draft, frame: frames.AtreidesCardFrame, step: steps.DisplaceEnemy, command: CarryOutStep) -> None:
    legion = None if command.area is None else draft.state.army(HARKONNEN, command.area)
    if command.area is not None and command.target is not None and legion is not None:
        depart_and_arrive(draft, HARKONNEN, command.area, command.target, legion, frames.Cause.CARD)


@checks_step(steps.Storms)
def _check_storms(
    state: State, frame: frames.AtreidesCardFrame, step: steps.Storms, command: CarryOutStep
) -> Iterator[Refusal]:
    if not storm_areas(state):
        yield not_allowed(frame, None)


@carries_out(steps.Storms)
def _storms(draft: Draft, frame: frames.AtreidesCardFrame, step: steps.Storms, command: CarryOutStep) -> None:
    draft.open(frames.HazardsFrame(frames.HazardStage.STORMS, storm_areas(draft.state)))
