"""What can be asked for with the expansion Desert War: camps, troops, launcher attacks, worms of sandriders.

Three troops that come together are proposed on one area, and one on each; nothing at all in a game without it.
"""

from collections.abc import Iterator

from companion.board import SECTORS, members
from companion.content import DESERT_WAR
from companion.content.terms import CombatFace
from companion.rules import commands, frames
from companion.rules.ask.desert_war import (
    camps_to_give,
    empty_desert,
    launchers_striking,
    met_troops,
    mounts,
    scouted_from,
    suspensor_moves,
    suspensor_sites,
    symbols_open,
    vehicles_to_strike,
    war_action_open,
    war_of,
    worm_sources,
)
from companion.rules.legal.scheme import one_of, proposes
from companion.rules.state import ATREIDES, HARKONNEN, State

COUNTS = (DESERT_WAR.deployed, 1)


@proposes(commands.PlaceCamp)
def _camps(state: State, every: bool) -> Iterator[commands.PlaceCamp]:
    if isinstance(state.frame, frames.CampsFrame):
        yield from (commands.PlaceCamp(area) for area in members(empty_desert(state)))


@proposes(commands.DeploySuspensors)
def _suspensors(state: State, every: bool) -> Iterator[commands.DeploySuspensors]:
    if war_action_open(state, HARKONNEN):
        for area in members(suspensor_sites(state)):
            yield from (commands.DeploySuspensors((area,) * count) for count in COUNTS)


@proposes(commands.MoveSuspensor)
def _suspensor_moves(state: State, every: bool) -> Iterator[commands.MoveSuspensor]:
    if war_action_open(state, HARKONNEN):
        for source in dict.fromkeys(war_of(state).suspensors):
            for target in members(suspensor_moves(state, source)):
                met = met_troops(state, target)
                named = met if len(met) > 1 else (None, *met)
                yield from (commands.MoveSuspensor(source, target, troop) for troop in named)


@proposes(commands.ScoutBySuspensor)
def _scouts(state: State, every: bool) -> Iterator[commands.ScoutBySuspensor]:
    if war_action_open(state, HARKONNEN):
        for source in dict.fromkeys(war_of(state).suspensors):
            yield from (commands.ScoutBySuspensor(source, area) for area in members(scouted_from(state, source)))


@proposes(commands.DeployLaunchers)
def _launchers(state: State, every: bool) -> Iterator[commands.DeployLaunchers]:
    if war_action_open(state, ATREIDES):
        for camp in war_of(state).camps:
            yield from (commands.DeployLaunchers((camp.area,) * count) for count in COUNTS)


@proposes(commands.AttackWithLaunchers)
def _attacks(state: State, every: bool) -> Iterator[commands.AttackWithLaunchers]:
    if war_action_open(state, ATREIDES):
        yield from (commands.AttackWithLaunchers(sector) for sector in SECTORS)


@proposes(commands.RollLaunchers)
def _rolls(state: State, every: bool) -> Iterator[commands.RollLaunchers]:
    """All dice successes; with every input each number of them, and what the app's own roll would show."""
    frame = state.frame
    if isinstance(frame, frames.LaunchersFrame):
        counted = (commands.RollLaunchers(number) for number in range(frame.dice, -1, -1))
        yield from one_of(state, counted, every)
        if every:
            yield commands.RollLaunchers(faces=(CombatFace.HIT,) * frame.dice)


@proposes(commands.StrikeVehicle)
def _strikes(state: State, every: bool) -> Iterator[commands.StrikeVehicle]:
    frame = state.frame
    if isinstance(frame, frames.LaunchersFrame):
        for kind, place in vehicles_to_strike(state, frame):
            yield from (commands.StrikeVehicle(kind, place, area) for area in launchers_striking(state, frame))


@proposes(commands.GiveCamp)
def _gifts(state: State, every: bool) -> Iterator[commands.GiveCamp]:
    frame = state.frame
    if isinstance(frame, frames.LaunchersFrame):
        for camp in camps_to_give(state, frame):
            shown = (commands.GiveCamp(camp.area, symbol) for symbol in symbols_open(state, camp))
            yield from one_of(state, shown, every)


@proposes(commands.PlaceSandrider)
def _riders(state: State, every: bool) -> Iterator[commands.PlaceSandrider]:
    if isinstance(state.frame, frames.ActionFrame) and state.frame.riders:
        yield from (commands.PlaceSandrider(area) for area in members(empty_desert(state)))


@proposes(commands.MountWorm)
def _mounts(state: State, every: bool) -> Iterator[commands.MountWorm]:
    if isinstance(state.frame, frames.ActionFrame) and state.frame.mount:
        for area in members(mounts(state)):
            yield from (commands.MountWorm(area, source) for source in (None, *state.sandworms))


@proposes(commands.RaiseWorm)
def _risen(state: State, every: bool) -> Iterator[commands.RaiseWorm]:
    if isinstance(state.frame, frames.RiderFrame):
        yield from (commands.RaiseWorm(source) for source in worm_sources(state))
        yield commands.RaiseWorm(wild_maker=True)
