"""Desert war tokens and suspensor troopers (DW-2, DW-9)."""

from collections.abc import Iterator

from companion.board import AREA_IDS, SECTOR_MASK, SECTORS, members
from companion.content.terms import DesertTroop, Power
from companion.rules import events, frames
from companion.rules.army import NOBODY
from companion.rules.ask.desert_war import (
    met_troops,
    suspensor_moves,
    suspensor_sites,
    war_action_open,
    war_of,
)
from companion.rules.ask.tracks import dice_set_aside
from companion.rules.commands import DeploySuspensors, MoveSuspensor, ScoutBySuspensor
from companion.rules.desert_war.deploying import deploy, number_problems
from companion.rules.engine import Draft, checks, decides
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import ATREIDES, HARKONNEN, State
from companion.rules.war import TOKENS

SUSPENSOR = DesertTroop.SUSPENSOR


def place_tokens(draft: Draft) -> None:
    """Puts a token on each empty die space of the first column, as vehicle placement ends (DW-2)."""
    if draft.state.desert_war is not None:
        draft.emit(events.WarTokensPlaced(max(0, TOKENS - dice_set_aside(draft.state))))


def _moment(state: State) -> Iterator[Refusal]:
    """DW-2: one token with each spent die, before or after the action of the die."""
    war = state.desert_war
    if war is not None and war.actions and not war.tokens:
        yield refuse("no_desert_war_token", "DW-2")
    elif not war_action_open(state, HARKONNEN):
        yield not_now(state, "DW-2")


@checks(DeploySuspensors)
def _check_deploy(state: State, command: DeploySuspensors) -> Iterator[Refusal]:
    yield from _moment(state)
    areas, sites = command.areas, suspensor_sites(state)
    yield from number_problems(state, SUSPENSOR, areas, "DW-2")
    for area in dict.fromkeys(areas):
        if not sites >> area & 1:
            yield refuse("no_site_for_suspensors", "DW-2", area=AREA_IDS[area])
    if areas and not any(all(SECTOR_MASK[sector] >> area & 1 for area in areas) for sector in SECTORS):
        yield refuse("more_than_one_sector", "DW-2", areas=[AREA_IDS[area] for area in dict.fromkeys(areas)])


@decides(DeploySuspensors)
def _deploy(draft: Draft, command: DeploySuspensors) -> None:
    deploy(draft, HARKONNEN, SUSPENSOR, command.areas)


@checks(MoveSuspensor)
def _check_move(state: State, command: MoveSuspensor) -> Iterator[Refusal]:
    yield from _moment(state)
    source, target = AREA_IDS[command.source], AREA_IDS[command.target]
    if command.source not in war_of(state).suspensors:
        yield refuse("no_suspensor_there", "DW-2", area=source)
    elif not suspensor_moves(state, command.source) >> command.target & 1:
        yield refuse("suspensor_cannot_go_there", "DW-9", source=source, target=target)
    else:
        met = met_troops(state, command.target)
        if len(met) > 1 and command.troop is None:
            yield refuse("troop_to_be_named", "DW-9", area=target)
        elif command.troop is not None and command.troop not in met:
            yield refuse("no_such_troop_there", "DW-9", area=target, troop=command.troop.value)


@decides(MoveSuspensor)
def _move(draft: Draft, command: MoveSuspensor) -> None:
    """DW-9: it discards a wormsign unturned where it ends, and goes with one of the Atreides troops that it meets."""
    target, met = command.target, met_troops(draft.state, command.target)
    draft.emit(events.WarActionTaken(HARKONNEN))
    draft.emit(events.TroopMoved(SUSPENSOR, command.source, target))
    if target in draft.state.wormsigns:
        draft.emit(events.WormsignRemoved(target, None, frames.Cause.MOVE))
    if met:
        draft.emit(events.TroopRemoved(SUSPENSOR, target, frames.Cause.CONTACT))
        draft.emit(events.TroopRemoved(command.troop or met[0], target, frames.Cause.CONTACT))


@checks(ScoutBySuspensor)
def _check_scout(state: State, command: ScoutBySuspensor) -> Iterator[Refusal]:
    yield from _moment(state)
    area = AREA_IDS[command.area]
    if Power.SPACING_GUILD in state.bans:
        yield refuse("scouting_banned", "BAN-2", area=area)
    if command.source not in war_of(state).suspensors:
        yield refuse("no_suspensor_there", "DW-2", area=AREA_IDS[command.source])
    elif not state.graph.passable[command.source] >> command.area & 1:
        beside = [AREA_IDS[other] for other in members(state.graph.passable[command.source])]
        yield refuse("not_beside_the_suspensor", "DW-2", area=area, areas=beside)
    sietch = state.sietch(command.area)
    hidden = command.sietch and sietch is not None and not sietch.revealed
    if not hidden and not (command.tokens and (state.army(ATREIDES, command.area) or NOBODY).tokens):
        yield refuse("nothing_facedown_there", "FREE-2", area=area)


@decides(ScoutBySuspensor)
def _scout(draft: Draft, command: ScoutBySuspensor) -> None:
    draft.emit(events.WarActionTaken(HARKONNEN))
    draft.emit(events.TroopRemoved(SUSPENSOR, command.source, frames.Cause.REVEAL))
    if command.tokens and (draft.state.army(ATREIDES, command.area) or NOBODY).tokens:
        draft.open(frames.RevealTokensFrame(ATREIDES, command.area, frames.Cause.REVEAL))
    sietch = draft.state.sietch(command.area)
    if command.sietch and sietch is not None and not sietch.revealed:
        draft.open(frames.RevealSietchFrame(command.area))
