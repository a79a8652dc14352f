"""Folds of what lies on the board besides figures: settlements, stations, vehicles, wormsigns, worms, atomics."""

from companion.content.terms import VehicleKind
from companion.frozen import replace
from companion.rules import events
from companion.rules.engine import evolves
from companion.rules.state import HARKONNEN, POWERS, WILD_MAKER, Standing, State


def _with(places: tuple[int, ...], place: int) -> tuple[int, ...]:
    return tuple(sorted((*places, place)))


def _without(places: tuple[int, ...], place: int) -> tuple[int, ...]:
    if place not in places:
        return places
    index = places.index(place)
    return places[:index] + places[index + 1 :]


def _change_sietch(state: State, area: int, rank: int | None, *, revealed: bool = False) -> State:
    sietches = tuple(
        replace(sietch, rank=rank, revealed=revealed) if sietch.area == area else sietch for sietch in state.sietches
    )
    return replace(state, sietches=sietches)


@evolves(events.RankEntered)
def _rank_entered(state: State, event: events.RankEntered) -> State:
    return _change_sietch(state, event.area, event.rank)


@evolves(events.SietchRevealed)
def _sietch_revealed(state: State, event: events.SietchRevealed) -> State:
    return _change_sietch(state, event.area, event.rank, revealed=True)


@evolves(events.SietchMoved)
def _sietch_moved(state: State, event: events.SietchMoved) -> State:
    """The target sietch stays the target; back at home it is as if it had never moved."""
    found = []
    for sietch in state.sietches:
        if sietch.area == event.source:
            home = event.source if sietch.home is None else sietch.home
            sietch = replace(sietch, area=event.target, home=None if home == event.target else home)
        found.append(sietch)
    target = event.target if state.target_sietch == event.source else state.target_sietch
    sietches = tuple(sorted(found, key=lambda sietch: sietch.area))
    return replace(state, sietches=sietches, target_sietch=target)


@evolves(events.ImperiumLowered)
def _imperium_lowered(state: State, event: events.ImperiumLowered) -> State:
    rows = list(state.imperium)
    rows[POWERS.index(event.power)] = event.row
    return replace(state, imperium=(rows[0], rows[1], rows[2]))


@evolves(events.StrongholdDestroyed)
def _destroyed(state: State, event: events.StrongholdDestroyed) -> State:
    if event.faction is HARKONNEN:
        return replace(state, settlements=state.settlements & ~(1 << event.area))
    return replace(state, sietches=tuple(sietch for sietch in state.sietches if sietch.area != event.area))


@evolves(events.StationTaken)
def _station_taken(state: State, event: events.StationTaken) -> State:
    return replace(state, stations=state.stations & ~(1 << event.area))


@evolves(events.VehiclePlaced)
def _vehicle_placed(state: State, event: events.VehiclePlaced) -> State:
    if event.taken is not None:
        state = _less_vehicle(state, event.kind, event.taken)
    match event.kind:
        case VehicleKind.HARVESTER:
            return replace(state, harvesters=_with(state.harvesters, event.place))
        case VehicleKind.ORNITHOPTER if event.escort and state.desert_war is not None:
            escorts = _with(state.desert_war.escorts, event.place)
            return replace(state, desert_war=replace(state.desert_war, escorts=escorts))
        case VehicleKind.ORNITHOPTER:
            return replace(state, ornithopters=_with(state.ornithopters, event.place))
        case VehicleKind.CARRYALL:
            return replace(state, carryalls=_with(state.carryalls, event.place))


@evolves(events.VehicleRemoved)
def _vehicle_removed(state: State, event: events.VehicleRemoved) -> State:
    return _less_vehicle(state, event.kind, event.place)


def _less_vehicle(state: State, kind: VehicleKind, place: int) -> State:
    match kind:
        case VehicleKind.HARVESTER:
            return replace(state, harvesters=_without(state.harvesters, place))
        case VehicleKind.ORNITHOPTER if place not in state.ornithopters and state.desert_war is not None:
            escorts = _without(state.desert_war.escorts, place)
            return replace(state, desert_war=replace(state.desert_war, escorts=escorts))
        case VehicleKind.ORNITHOPTER:
            return replace(state, ornithopters=_without(state.ornithopters, place))
        case VehicleKind.CARRYALL:
            return replace(state, carryalls=_without(state.carryalls, place))


@evolves(events.WormsignPlaced)
def _wormsign_placed(state: State, event: events.WormsignPlaced) -> State:
    left = state.wormsigns if event.taken is None else _without(state.wormsigns, event.taken)
    return replace(state, wormsigns=_with(left, event.area))


@evolves(events.WormsignRemoved)
def _wormsign_removed(state: State, event: events.WormsignRemoved) -> State:
    return replace(state, wormsigns=_without(state.wormsigns, event.area))


def _wild_maker(state: State, area: int | None) -> State:
    """Returns the state with the figure of the Wild Maker there; None: beside the board."""
    if WILD_MAKER in dict(state.leaders):
        state = state.with_leader(WILD_MAKER, standing=Standing.READY if area is None else Standing.BOARD)
    return replace(state, wild_maker=area)


@evolves(events.SandwormPlaced)
def _worm_placed(state: State, event: events.SandwormPlaced) -> State:
    if event.wild:
        return _wild_maker(state, event.area)
    if event.worm_from is not None and event.worm_from == state.wild_maker:
        return replace(state, wild_maker=event.area)
    worms = state.sandworms if event.worm_from is None else _without(state.sandworms, event.worm_from)
    return replace(state, sandworms=_with(worms, event.area))


@evolves(events.SandwormMoved)
def _worm_moved(state: State, event: events.SandwormMoved) -> State:
    if event.source not in state.sandworms and event.source == state.wild_maker:
        return replace(state, wild_maker=event.target)
    return replace(state, sandworms=_with(_without(state.sandworms, event.source), event.target))


@evolves(events.SandwormRemoved)
def _worm_removed(state: State, event: events.SandwormRemoved) -> State:
    if event.area not in state.sandworms and event.area == state.wild_maker:
        return _wild_maker(state, None)
    return replace(state, sandworms=_without(state.sandworms, event.area))


@evolves(events.WildMakerPlaced)
def _wild_maker_placed(state: State, event: events.WildMakerPlaced) -> State:
    return _wild_maker(state, event.area)


@evolves(events.AtomicsDetonated)
def _atomics(state: State, event: events.AtomicsDetonated) -> State:
    return replace(state, atomics=event.area)


@evolves(events.BoardCorrected)
def _corrected(state: State, event: events.BoardCorrected) -> State:
    return event.state
