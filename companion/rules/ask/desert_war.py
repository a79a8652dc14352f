"""What Desert War allows now: places of camps and troops, moments of its actions, targets (section 16)."""

from companion.board import AREAS, SECTOR_MASK, SECTORS, ZONE_AREAS, mask_of, members
from companion.content import DESERT_WAR, PIECES
from companion.content.terms import DesertTroop, Faction, Marker, VehicleKind
from companion.rules import frames
from companion.rules.ask.dice import HARKONNEN_ACTIONS, desert_actions
from companion.rules.ask.harkonnen_steps import first_step
from companion.rules.ask.turns import is_open_ended, turn_of
from companion.rules.state import ATREIDES, HARKONNEN, State
from companion.rules.war import Camp, DesertWar

Vehicle = tuple[VehicleKind, int]
"""A vehicle and its area or zone."""
ATREIDES_TROOPS = (DesertTroop.LAUNCHER, DesertTroop.SANDRIDER)


def war_of(state: State) -> DesertWar:
    """Returns the pieces of the expansion, none of them on the board in a game without it."""
    return state.desert_war or _WITHOUT


_WITHOUT = DesertWar()


def escorts_mask(state: State) -> int:
    """Returns the zones with an escort ornithopter (DW-5)."""
    return mask_of(state.desert_war.escorts) if state.desert_war is not None else 0


def all_ornithopters(state: State) -> tuple[int, ...]:
    """Returns the zones of ornithopters, escorts among them: until it joins a legion an escort is one (DW-5)."""
    return state.ornithopters if state.desert_war is None else (*state.ornithopters, *state.desert_war.escorts)


def lone_riders(state: State) -> int:
    """Returns the areas in which a sandrider is the only figure or token but for a station (DW-8)."""
    war = state.desert_war
    if war is None or not war.sandriders:
        return 0
    beside = state.worms_mask | mask_of(state.wormsigns) | mask_of(state.harvesters) | war.camps_mask | war.mortal_mask
    beside |= state.legions_mask(HARKONNEN) | state.legions_mask(ATREIDES)
    return war.sandriders_mask & ~beside


def mounts(state: State) -> int:
    """Returns the areas where the Sandriders' action may put a worm: a sandrider and nothing else at all (DW-8)."""
    return lone_riders(state) & ~state.stations


def ridden_worms(state: State) -> int:
    """Returns the areas of worms with a sandrider (DW-8)."""
    return state.worms_mask & state.desert_war.sandriders_mask if state.desert_war is not None else 0


def suspensors_alone(state: State) -> int:
    """Returns the areas where suspensor troopers keep wormsigns away: no Harkonnen legion or harvester there (DW-9)."""
    war = state.desert_war
    if war is None or not war.suspensors:
        return 0
    return mask_of(war.suspensors) & ~(state.legions_mask(HARKONNEN) | mask_of(state.harvesters))


def empty_desert(state: State) -> int:
    """Returns the desert areas with nothing in them (AREA-1, R-41)."""
    return state.empty_mask & state.desert_mask


def camp_places(state: State) -> int:
    """Returns where a camp may be put: empty desert areas of sectors without another camp (DW-3)."""
    taken = 0
    for camp in war_of(state).camps:
        for sector in AREAS[camp.area].sectors:
            taken |= SECTOR_MASK[sector]
    return empty_desert(state) & ~taken


def suspensor_sites(state: State) -> int:
    """Returns the empty desert areas connected to a zone with a Harkonnen vehicle; one sector of them (DW-2)."""
    reached = 0
    for zone in (*all_ornithopters(state), *state.carryalls):
        reached |= ZONE_AREAS[zone]
    return empty_desert(state) & reached


def suspensor_moves(state: State, source: int) -> int:
    """Returns where the suspensor trooper in ``source`` may go: 2 free areas, over any border (DW-9)."""
    free, borders = state.free_mask(HARKONNEN), state.graph.all
    near = borders[source] & free
    return (near | state.graph.grow(near, borders) & free) & ~(1 << source)


def scouted_from(state: State, source: int) -> int:
    """Returns the areas with something facedown that a suspensor trooper in ``source`` can scout (DW-2)."""
    hidden = mask_of([sietch.area for sietch in state.sietches if not sietch.revealed])
    hidden |= mask_of([area for area, army in state.legions(ATREIDES) if army.tokens])
    return state.graph.passable[source] & hidden


def met_troops(state: State, area: int) -> tuple[DesertTroop, ...]:
    """Returns the kinds of Atreides desert troops in ``area`` of which a suspensor trooper takes one along (DW-9)."""
    war = war_of(state)
    return tuple(kind for kind in ATREIDES_TROOPS if area in war.troops(kind))


def launchers_of(state: State) -> dict[str, tuple[int, ...]]:
    """Returns the areas of the launchers in each sector that has some, once for each launcher (DW-7)."""
    there = war_of(state).launchers
    found = {sector: tuple(area for area in there if SECTOR_MASK[sector] >> area & 1) for sector in SECTORS}
    return {sector: areas for sector, areas in found.items() if areas}


def launcher_targets(state: State, areas: tuple[int, ...]) -> tuple[Vehicle, ...]:
    """Returns the vehicles in reach of launchers in ``areas``: beside them, or in a connected zone (DW-7)."""
    beside = 0
    for area in areas:
        beside |= state.graph.passable[area]
    harvesters = [(VehicleKind.HARVESTER, area) for area in state.harvesters if beside >> area & 1]
    above = [zone for zone in range(len(ZONE_AREAS)) if any(ZONE_AREAS[zone] >> area & 1 for area in areas)]
    flyers = [(VehicleKind.ORNITHOPTER, zone) for zone in all_ornithopters(state) if zone in above]
    carryalls = [(VehicleKind.CARRYALL, zone) for zone in state.carryalls if zone in above]
    return (*harvesters, *sorted(flyers), *carryalls)


def launchers_striking(state: State, frame: frames.LaunchersFrame) -> tuple[int, ...]:
    """Returns the areas of the launchers that may still be given for a vehicle in this attack, each once."""
    return tuple(dict.fromkeys(launchers_of(state).get(frame.sector, ())))


def vehicles_to_strike(state: State, frame: frames.LaunchersFrame) -> tuple[Vehicle, ...]:
    """Returns the vehicles that the launchers may remove now; none before their roll and when it is used up."""
    if not frame.left or not launchers_striking(state, frame):
        return ()
    return launcher_targets(state, frame.areas)


def camps_to_give(state: State, frame: frames.LaunchersFrame) -> tuple[Camp, ...]:
    """Returns the camps of which one may leave the game now for a step of prescience (DW-7)."""
    if not frame.harvester or vehicles_to_strike(state, frame):
        return ()
    return tuple(camp for camp in war_of(state).camps if camp.area in frame.areas)


def symbols_open(state: State, camp: Camp) -> tuple[Marker, ...]:
    """Returns the symbols that the token of ``camp`` may show: not those of camps that are out of the game."""
    if camp.symbol is not None:
        return (camp.symbol,)
    war = war_of(state)
    shown = {*war.camps_gone, *(other.symbol for other in war.camps)}
    return tuple(marker for marker in Marker if marker not in shown)


def worm_sources(state: State) -> tuple[int | None, ...]:
    """Returns where the figure of a worm may come from: None for the supply, then the areas with worms (WORM-3)."""
    supply = (None,) if len(state.sandworms) < PIECES["sandworm"].count else ()
    if supply and state.rules.first_printing:
        return supply
    return (*supply, *members(state.worms_mask))


def war_action_open(state: State, faction: Faction) -> bool:
    """Returns whether ``faction`` may take a Desert War action now: before or after that of its die or Desert Power.

    DW-2: the Harkonnen need a token on The Spice Must Flow, and one goes with each die. DW-4: Atreides have one with
    each Desert Power action.
    """
    war = state.desert_war
    if war is None or not war.actions or turn_of(state) is not faction:
        return False
    if faction is HARKONNEN:
        return war.tokens > 0 and _untouched_by_harkonnen(state)
    return _untouched_by_atreides(state)


def _untouched_by_harkonnen(state: State) -> bool:
    frame = state.frame
    if isinstance(frame, frames.TurnFrame):
        return frame.acted
    if not isinstance(state.frames[-2], frames.TurnFrame):
        return False
    if isinstance(frame, frames.CardFrame):
        return not (frame.done or frame.part) and frame.step == first_step(state, frame.card)
    return frame in HARKONNEN_ACTIONS.values()


def _untouched_by_atreides(state: State) -> bool:
    frame = state.frame
    if isinstance(frame, frames.TurnFrame | frames.AtreidesCardFrame) or is_open_ended(frame):
        return True
    return frame in desert_actions(state).values()


def mount_dice(state: State, area: int, usual: int) -> int:
    """Returns the dice of the worm in ``area``: with a sandrider 5 instead of 4 (DW-8)."""
    ridden = ridden_worms(state) >> area & 1
    return max(usual, DESERT_WAR.rider_dice) if ridden else usual


def worm_range(state: State, area: int, usual: int) -> int:
    """Returns how far the worm in ``area`` moves or attacks: with a sandrider 3 areas (DW-8)."""
    return DESERT_WAR.rider_range if ridden_worms(state) >> area & 1 else usual
