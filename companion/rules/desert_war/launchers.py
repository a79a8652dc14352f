"""Rocket launchers: deployed at camps, and their attack on vehicles (DW-4, DW-7)."""

from collections.abc import Iterator

from companion.board import AREA_IDS, ZONE_IDS
from companion.content import DESERT_WAR
from companion.content.terms import DesertTroop, VehicleKind
from companion.frozen import replace
from companion.rules import events
from companion.rules.ask.desert_war import (
    camps_to_give,
    launchers_of,
    launchers_striking,
    vehicles_to_strike,
    war_action_open,
    war_of,
)
from companion.rules.commands import AttackWithLaunchers, DeployLaunchers, RollLaunchers, StrikeVehicle
from companion.rules.desert_war.deploying import deploy, number_problems
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.frames import Cause, LaunchersFrame
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import ATREIDES, State

LAUNCHER = DesertTroop.LAUNCHER


def _moment(state: State) -> Iterator[Refusal]:
    """DW-4: with each Desert Power action, before or after it."""
    if not war_action_open(state, ATREIDES):
        yield not_now(state, "DW-4")


@checks(DeployLaunchers)
def _check_deploy(state: State, command: DeployLaunchers) -> Iterator[Refusal]:
    yield from _moment(state)
    yield from number_problems(state, LAUNCHER, command.areas, "DW-4")
    for area in dict.fromkeys(command.areas):
        if not war_of(state).camps_mask >> area & 1:
            yield refuse("no_camp_there", "DW-4", area=AREA_IDS[area])
        elif state.worms_mask >> area & 1:
            yield refuse("worm_there", "DW-6", area=AREA_IDS[area])


@decides(DeployLaunchers)
def _deploy(draft: Draft, command: DeployLaunchers) -> None:
    deploy(draft, ATREIDES, LAUNCHER, command.areas)


@checks(AttackWithLaunchers)
def _check_attack(state: State, command: AttackWithLaunchers) -> Iterator[Refusal]:
    yield from _moment(state)
    if command.sector not in launchers_of(state):
        yield refuse("no_launcher_in_sector", "DW-7", sector=command.sector)


@decides(AttackWithLaunchers)
def _attack(draft: Draft, command: AttackWithLaunchers) -> None:
    attacking = launchers_of(draft.state)[command.sector]
    draft.emit(events.WarActionTaken(ATREIDES))
    draft.open(LaunchersFrame(command.sector, tuple(dict.fromkeys(attacking)), len(attacking)))


@checks(RollLaunchers)
def _check_roll(state: State, command: RollLaunchers) -> Iterator[Refusal]:
    frame = state.frame
    if not isinstance(frame, LaunchersFrame) or frame.left is not None:
        yield not_now(state, "DW-7")
    elif command.successes is None:
        if len(command.faces) != frame.dice:
            yield refuse("wrong_number_of_dice", "DW-7", rolled=len(command.faces), dice=frame.dice)
    elif not 0 <= command.successes <= frame.dice:
        yield refuse("more_successes_than_dice", "DW-7", count=command.successes, dice=frame.dice)
    elif command.faces and len(command.faces) != frame.dice:
        yield refuse("wrong_number_of_dice", "DW-7", rolled=len(command.faces), dice=frame.dice)


@decides(RollLaunchers)
def _roll(draft: Draft, command: RollLaunchers) -> None:
    """R-42: successes as counted at the table, else the faces that the table, or as long as it is silent we, count."""
    frame = draft.state.frame
    if not isinstance(frame, LaunchersFrame):
        return
    if command.symbol is not None and command.symbol is not war_of(draft.state).success:
        draft.emit(events.SuccessNamed(command.symbol))
    symbol = war_of(draft.state).success or DESERT_WAR.success
    successes = command.faces.count(symbol) if command.successes is None else command.successes
    draft.emit(events.LaunchersRolled(frame.sector, successes, command.faces, command.source))
    draft.change(replace(frame, left=successes))


@checks(StrikeVehicle)
def _check_strike(state: State, command: StrikeVehicle) -> Iterator[Refusal]:
    frame = state.frame
    if not isinstance(frame, LaunchersFrame) or not frame.left:
        yield not_now(state, "DW-7")
        return
    if (command.kind, command.place) not in vehicles_to_strike(state, frame):
        place = (AREA_IDS if command.kind is VehicleKind.HARVESTER else ZONE_IDS)[command.place]
        yield refuse("no_vehicle_in_reach", "DW-7", kind=command.kind.value, place=place)
    if command.area not in launchers_striking(state, frame):
        yield refuse("no_launcher_there", "DW-7", area=AREA_IDS[command.area], sector=frame.sector)


@decides(StrikeVehicle)
def _strike(draft: Draft, command: StrikeVehicle) -> None:
    frame = draft.state.frame
    if isinstance(frame, LaunchersFrame):
        harvester = frame.harvester or command.kind is VehicleKind.HARVESTER
        draft.change(replace(frame, left=(frame.left or 1) - 1, harvester=harvester))
    draft.emit(events.VehicleRemoved(command.kind, command.place, Cause.LAUNCHERS))
    draft.emit(events.TroopRemoved(LAUNCHER, command.area, Cause.LAUNCHERS))


def give_up(draft: Draft, frame: LaunchersFrame) -> None:
    """ACT-4: the rest of a launcher attack is not used; a camp may still be given for a harvester that went."""
    if vehicles_to_strike(draft.state, frame):
        draft.change(replace(frame, left=0))
    else:
        draft.close()


@settles(LaunchersFrame)
def _attack_is_over(draft: Draft) -> bool:
    """Leaves an attack with no vehicle left to remove and no camp to give."""
    frame = draft.state.frame
    if not isinstance(frame, LaunchersFrame) or frame.left is None:
        return False
    if vehicles_to_strike(draft.state, frame) or camps_to_give(draft.state, frame):
        return False
    draft.close()
    return True
