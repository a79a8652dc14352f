"""Folds of named leaders, the regeneration tank, and the supremacy and prescience tracks."""

from companion.content import LEADERS, TRACKS
from companion.frozen import replace
from companion.rules import events
from companion.rules.army import Army
from companion.rules.ask.tracks import pushed
from companion.rules.engine import evolves
from companion.rules.evolution import moved
from companion.rules.state import MARKERS, Standing, State


@evolves(events.SupremacyAdvanced)
def _supremacy(state: State, event: events.SupremacyAdvanced) -> State:
    return replace(state, supremacy=state.supremacy + event.steps)


@evolves(events.PrescienceAdvanced)
def _prescience(state: State, event: events.PrescienceAdvanced) -> State:
    steps = list(state.prescience)
    index = MARKERS.index(event.marker)
    steps[index] = max(0, steps[index] + event.steps)
    return replace(state, prescience=(steps[0], steps[1], steps[2]))


@evolves(events.LeaderEntered)
def _entered(state: State, event: events.LeaderEntered) -> State:
    return state.with_leader(event.leader, standing=Standing.READY, tank=None)


@evolves(events.LeaderReplaced)
def _replaced(state: State, event: events.LeaderReplaced) -> State:
    old = state.leader(event.old)
    faction = LEADERS[event.new].faction
    for area, army in state.legions(faction):
        if event.old in army.named:
            named = army - Army(named=(event.old,)) + Army(named=(event.new,))
            state = state.with_army(faction, area, named)
    state = moved.renamed(state, event.old, event.new)
    fresh = tuple(event.new if name == event.old else name for name in state.new_in_tank)
    left = tuple(event.new if name == event.old else name for name in state.just_out_of_tank)
    state = replace(state, new_in_tank=fresh, just_out_of_tank=left)
    state = state.with_leader(event.new, standing=old.standing, card_ready=old.card_ready, tank=old.tank)
    return state.with_leader(event.old, standing=Standing.REMOVED, tank=None)


@evolves(events.LeaderLeft)
def _left(state: State, event: events.LeaderLeft) -> State:
    faction = LEADERS[event.leader].faction
    for area, army in state.legions(faction):
        if event.leader in army.named:
            state = moved.forget_absent(state.take_army(faction, area, Army(named=(event.leader,))), area)
    return state.with_leader(event.leader, standing=Standing.REMOVED, tank=None)


@evolves(events.LeaderTanked)
def _tanked(state: State, event: events.LeaderTanked) -> State:
    for name, space in pushed(state, event.leader).items():
        state = state.with_leader(name, tank=space)
    state = _out_of_tank(state, event.pushed_out)
    state = state.with_leader(event.leader, standing=Standing.TANK, tank=1)
    return replace(state, new_in_tank=(*state.new_in_tank, event.leader))


@evolves(events.TankOrdered)
def _tank_ordered(state: State, event: events.TankOrdered) -> State:
    """The spaces stay as they were, the first comer the furthest; past the last one is furthest of all (TANK-1)."""
    beyond = TRACKS.tank_spaces[event.faction] + 1
    places = sorted((state.leader(name) for name in event.leaders), key=lambda one: -(one.tank or beyond))
    out = [name for name in state.just_out_of_tank if name not in event.leaders]
    for name, place in zip(event.leaders, places, strict=True):
        state = state.with_leader(name, standing=place.standing, tank=place.tank)
        out += [name] * (place.standing is not Standing.TANK)
    return replace(state, just_out_of_tank=tuple(out))


@evolves(events.TankAdvanced)
def _tank_advanced(state: State, event: events.TankAdvanced) -> State:
    for name, status in state.leaders:
        moves = status.standing is Standing.TANK and LEADERS[name].faction is event.faction
        stays = not event.at_once and name in state.new_in_tank
        if moves and not stays and status.tank is not None:
            state = state.with_leader(name, tank=status.tank + 1)
    return _out_of_tank(state, event.left)


def _out_of_tank(state: State, leaders: tuple[str, ...]) -> State:
    """Puts leaders from the tank beside the board; they are not available before the next turn (TANK-2)."""
    for name in leaders:
        state = state.with_leader(name, standing=Standing.READY, tank=None)
    return replace(state, just_out_of_tank=(*state.just_out_of_tank, *leaders))


@evolves(events.LeaderSetAside)
def _set_aside(state: State, event: events.LeaderSetAside) -> State:
    return state.with_leader(event.leader, standing=Standing.READY, tank=None)


@evolves(events.LeaderCardTurned)
def _card_turned(state: State, event: events.LeaderCardTurned) -> State:
    return state.with_leader(event.leader, card_ready=event.ready)
