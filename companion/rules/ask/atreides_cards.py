"""Atreides cards: where their steps may do what (ACT-6, WILD-1, TOKEN-1)."""

from companion.board import AREAS, PLATEAU_MASK, SECTOR_MASK, SECTOR_ZONES, SECTORS, mask_of
from companion.content import steps
from companion.content.terms import VehicleKind
from companion.rules.army import Army
from companion.rules.ask.atreides_steps import area_of_own_leader, fits, present_form
from companion.rules.ask.vehicles import struck
from companion.rules.frames import AtreidesCardFrame
from companion.rules.state import ATREIDES, HARKONNEN, State

Vehicle = tuple[VehicleKind, int]
"""A vehicle on the board: its kind, and its area or zone."""


def site_mask(state: State, site: steps.Site) -> int:
    """Returns the areas in which a step may place its figures; they are free for Atreides (AREA-1)."""
    match site.kind:
        case steps.SiteKind.ANY_SIETCH:
            allowed = state.sietch_mask
        case steps.SiteKind.ANY_LEGION:
            allowed = mask_of(area for area, army in state.legions(ATREIDES) if army.units)
        case steps.SiteKind.LEGION_OF_LEADER:
            area = area_of_own_leader(state, site.leader or "")
            allowed = 0 if area is None else 1 << area
        case steps.SiteKind.EMPTY_DESERT | steps.SiteKind.EMPTY_DESERT_EACH:
            allowed = state.empty_mask & state.desert_mask
        case steps.SiteKind.FREE_PLATEAU:
            allowed = PLATEAU_MASK
        case _:
            allowed = 0
    return allowed & state.free_mask(ATREIDES)


def pieces_of(state: State, step: steps.Place) -> Army:
    """Returns the figures that one part of the step places: 1 unit where each goes to another area."""
    pieces = step.pieces
    if step.site.kind is steps.SiteKind.EMPTY_DESERT_EACH:
        return Army(regular=1) if pieces.regular else Army(elite=1)
    named = () if pieces.named is None else (present_form(state, pieces.named),)
    return Army(pieces.regular, pieces.elite, pieces.special, 0, pieces.naib, named)


def parts_of(step: steps.Place) -> int:
    """Returns in how many parts the step is carried out."""
    return step.pieces.units if step.site.kind is steps.SiteKind.EMPTY_DESERT_EACH else 1


def worm_places(state: State, step: steps.PlaceSandworms, worm_from: int | None) -> int:
    """Returns the areas for a sandworm: empty desert next to a worm that stays or to an own legion."""
    beside = state.legions_mask(ATREIDES)
    if step.beside is steps.Beside.WORM:
        beside = state.worms_mask if worm_from is None else state.worms_mask & ~(1 << worm_from)
    return state.graph.grow(beside, state.graph.passable) & state.empty_mask & state.desert_mask


def threatened_sietches(state: State, within: int) -> int:
    """Returns the sietches with a Harkonnen legion at most ``within`` areas away (BOARD-3)."""
    near = state.legions_mask(HARKONNEN)
    for _ in range(within):
        near |= state.graph.grow(near, state.graph.passable)
    return near & state.sietch_mask


def sectors_open(
    state: State, frame: AtreidesCardFrame, step: steps.RemoveVehicles | steps.RemoveByDice
) -> tuple[str, ...]:
    """Returns the sectors from which vehicles may be removed now: the one chosen, else all that the card allows."""
    if frame.sector is not None:
        return (frame.sector,)
    if isinstance(step, steps.RemoveByDice):
        legions = state.legions_mask(ATREIDES)
        return tuple(sector for sector in SECTORS if SECTOR_MASK[sector] & legions)
    if step.site is steps.VehicleSite.DEEP_DESERT_SECTOR:
        return tuple(SECTORS)
    area = area_of_own_leader(state, step.leader or "")
    return () if area is None else AREAS[area].sectors


def vehicles_open(
    state: State, frame: AtreidesCardFrame, step: steps.RemoveVehicles | steps.RemoveByDice
) -> tuple[Vehicle, ...]:
    """Returns the vehicles that the step may remove: in the sector or in a zone connected to it."""
    areas = zones = 0
    for sector in sectors_open(state, frame, step):
        areas |= SECTOR_MASK[sector]
        zones |= SECTOR_ZONES[sector]
    deep = isinstance(step, steps.RemoveVehicles) and step.site is steps.VehicleSite.DEEP_DESERT_SECTOR
    if deep:
        areas, zones = areas & state.deep_desert_mask, 0
    found: list[Vehicle] = []
    for kind in VehicleKind:
        allowed = areas if kind is VehicleKind.HARVESTER else zones
        found.extend((kind, place) for place in struck(state, kind) if allowed >> place & 1)
    return tuple(found)


def leaders_in_reach(state: State, frame: AtreidesCardFrame, step: steps.TankEnemyLeader) -> tuple[str, ...]:
    """Returns the Harkonnen named leaders on the board that the step may send to the tank."""
    legions = state.legions(HARKONNEN)
    near = (1 << len(AREAS)) - 1
    if step.reach is not steps.Reach.ANYWHERE:
        own = [area for area, _ in state.legions(ATREIDES) if fits(state, step.legion, area, chosen=frame.area)]
        near = 0
        for area in own:
            near |= state.graph.passable[area]
    return tuple(name for area, army in legions if near >> area & 1 for name in army.named)


def displacements(state: State, area: int) -> int:
    """Returns the areas to which the Harkonnen legion in ``area`` may be moved; none unless it stands on desert."""
    if not state.legions_mask(HARKONNEN) & state.desert_mask & 1 << area:
        return 0
    return state.borders(HARKONNEN)[area] & state.empty_mask


def sietch_places(state: State, area: int) -> int:
    """Returns the areas to which a card may move the sietch in ``area``: adjacent empty desert."""
    if state.sietch(area) is None:
        return 0
    return state.graph.passable[area] & state.empty_mask & state.desert_mask


"""A vehicle on the board: its kind and its area or zone."""
