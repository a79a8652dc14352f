"""Desert War as both scripted sides play it: now and then, and never badly enough to matter (section 16).

Nothing here is clever. Camps are put out, launchers come and strike, sandriders and suspensor troopers go where they
may, escorts carry what they can, so that simulated games meet every rule of the expansion.
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from companion.board import members
from companion.content import DESERT_WAR
from companion.content.terms import CombatFace, Marker, VehicleKind
from companion.rules import commands, frames
from companion.rules.ask.desert_war import (
    camp_places,
    camps_to_give,
    empty_desert,
    escorts_mask,
    launcher_targets,
    launchers_of,
    launchers_striking,
    mounts,
    symbols_open,
    vehicles_to_strike,
    war_action_open,
    war_of,
)
from companion.rules.ask.dice import desert_power_open
from companion.rules.ask.vehicles import escort_placed, escorts_left
from companion.rules.legal import candidates
from companion.rules.state import ATREIDES, HARKONNEN, MARKERS, State
from companion.rules.war import SANDRIDERS
from solo_bot.simulation.truth import Truth

T = TypeVar("T")
Batch = tuple[commands.Command, ...]
TOKEN_CHANCE, RIDER_CHANCE, CARD_CHANCE, ESCORT_CHANCE, FLIGHT_CHANCE = 0.7, 0.4, 0.5, 0.6, 0.3
"""How often a side uses what it may: a token, a sandrider, the Sandriders card, an escort, its flight."""
SUSPENSOR_COMMANDS = (commands.ScoutBySuspensor, commands.MoveSuspensor, commands.DeploySuspensors)
MOST_TRIED = 12


def war_ideas(state: State, truth: Truth) -> Iterator[Batch]:
    """Yields batches that use the pieces of the expansion at this moment; none in a game without it."""
    if state.desert_war is None:
        return
    match state.frame:
        case frames.CampsFrame():
            yield from ((commands.PlaceCamp(area),) for area in _drawn(truth, list(members(camp_places(state)))))
        case frames.LaunchersFrame() as attack:
            yield from _launcher_attack(state, truth, attack)
        case frames.RiderFrame():
            yield from ((command,) for command in candidates(state, commands.RaiseWorm))
        case frames.VehiclesFrame(ornithopters=due) if due:
            yield from _escort(state, truth)
        case frames.ActionFrame() as action:
            yield from _in_action(state, truth, action)
        case _:
            pass
    if war_action_open(state, HARKONNEN) and truth.random.random() < TOKEN_CHANCE:
        yield from _suspensors(state, truth)
    if war_action_open(state, ATREIDES):
        yield from _launchers(state, truth)
    yield from _card(state, truth)


def _drawn(truth: Truth, options: Sequence[T]) -> list[T]:
    return truth.random.sample(options, min(len(options), MOST_TRIED))


def _launcher_attack(state: State, truth: Truth, attack: frames.LaunchersFrame) -> Iterator[Batch]:
    if attack.left is None:
        faces = tuple(truth.random.choice(tuple(CombatFace)) for _ in range(attack.dice))
        yield (commands.RollLaunchers(faces=faces),)
        return
    areas = launchers_striking(state, attack)
    for kind, place in sorted(vehicles_to_strike(state, attack), key=lambda one: one[0] is not VehicleKind.HARVESTER):
        yield (commands.StrikeVehicle(kind, place, truth.random.choice(areas)),)
    for camp in camps_to_give(state, attack):
        lowest = sorted(symbols_open(state, camp), key=lambda marker: _step(state, marker))
        yield from ((commands.GiveCamp(camp.area, symbol),) for symbol in lowest)
    yield (commands.FinishAction(),)


def _step(state: State, marker: Marker) -> int:
    return state.prescience[MARKERS.index(marker)]


def _escort(state: State, truth: Truth) -> Iterator[Batch]:
    if escorts_left(state) and not escort_placed(state) and truth.random.random() < ESCORT_CHANCE:
        taken = (*state.ornithopters, *state.carryalls, *war_of(state).escorts)
        zones = [zone for zone in range(8) if zone not in taken]
        yield from (
            (commands.PlaceVehicle(VehicleKind.ORNITHOPTER, zone, escort=True),) for zone in _drawn(truth, zones)
        )


def _in_action(state: State, truth: Truth, action: frames.ActionFrame) -> Iterator[Batch]:
    if action.mount:
        yield from ((command,) for command in candidates(state, commands.MountWorm))
    if action.riders and truth.random.random() < RIDER_CHANCE:
        yield from ((commands.PlaceSandrider(area),) for area in _drawn(truth, list(members(empty_desert(state)))))
    if action.faction is HARKONNEN and action.moves and escorts_mask(state) and truth.random.random() < FLIGHT_CHANCE:
        flights = [
            move
            for move in candidates(state, commands.MoveLegion)
            if isinstance(move, commands.MoveLegion) and move.zone is not None and escorts_mask(state) >> move.zone & 1
        ]
        yield from ((move,) for move in _drawn(truth, flights))


def _suspensors(state: State, truth: Truth) -> Iterator[Batch]:
    for kind in _drawn(truth, SUSPENSOR_COMMANDS):
        yield from ((command,) for command in _drawn(truth, list(candidates(state, kind))))


def _launchers(state: State, truth: Truth) -> Iterator[Batch]:
    """Strikes where more is in reach than launchers stand, else brings more of them."""
    for sector, areas in launchers_of(state).items():
        if launcher_targets(state, areas) and (len(areas) > 1 or truth.random.random() < CARD_CHANCE):
            yield (commands.AttackWithLaunchers(sector),)
    camps = [camp.area for camp in war_of(state).camps]
    for area in sorted(_drawn(truth, camps), key=lambda area: -len(launcher_targets(state, (area,)))):
        yield from ((commands.DeployLaunchers((area,) * count),) for count in range(DESERT_WAR.deployed, 0, -1))


def _card(state: State, truth: Truth) -> Iterator[Batch]:
    frame = state.frame
    begins = isinstance(frame, frames.TurnFrame) and frame.faction is ATREIDES and not frame.acted
    if begins and mounts(state) and desert_power_open(state) and truth.random.random() < CARD_CHANCE:
        yield (commands.UseDesertPower(SANDRIDERS),)
