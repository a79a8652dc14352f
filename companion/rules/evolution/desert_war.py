"""Folds of the expansion Desert War: tokens, camps, troops, escorts, the Sandriders card (section 16)."""

from companion.content.terms import DesertTroop
from companion.frozen import replace
from companion.rules import events
from companion.rules.army import Army
from companion.rules.engine import evolves
from companion.rules.state import HARKONNEN, State
from companion.rules.war import Camp, DesertWar


def _with(state: State, **changes: object) -> State:
    war = state.desert_war or DesertWar()
    return replace(state, desert_war=replace(war, **changes))  # type: ignore[arg-type]


def _pieces(state: State) -> DesertWar:
    return state.desert_war or DesertWar()


def _troops(state: State, kind: DesertTroop, areas: tuple[int, ...]) -> State:
    return replace(state, desert_war=_pieces(state).with_troops(kind, areas))


def _less(areas: tuple[int, ...], area: int, count: int) -> tuple[int, ...]:
    left = list(areas)
    for _ in range(min(count, left.count(area))):
        left.remove(area)
    return tuple(left)


@evolves(events.WarTokensPlaced)
def _tokens(state: State, event: events.WarTokensPlaced) -> State:
    return _with(state, tokens=event.count)


@evolves(events.WarActionOpened)
def _opened(state: State, event: events.WarActionOpened) -> State:
    return _with(state, actions=_pieces(state).actions + 1)


@evolves(events.WarActionTaken)
def _taken(state: State, event: events.WarActionTaken) -> State:
    war = _pieces(state)
    tokens = war.tokens - 1 if event.faction is HARKONNEN else war.tokens
    return _with(state, actions=max(0, war.actions - 1), tokens=max(0, tokens))


@evolves(events.CampPlaced)
def _camp(state: State, event: events.CampPlaced) -> State:
    camps = (*_pieces(state).camps, Camp(event.area))
    return _with(state, camps=tuple(sorted(camps, key=lambda camp: camp.area)))


def _without_camp(state: State, area: int) -> State:
    return _with(state, camps=tuple(camp for camp in _pieces(state).camps if camp.area != area))


@evolves(events.CampRemoved)
def _camp_removed(state: State, event: events.CampRemoved) -> State:
    return _without_camp(state, event.area)


@evolves(events.CampGiven)
def _camp_given(state: State, event: events.CampGiven) -> State:
    return _with(_without_camp(state, event.area), camps_gone=(*_pieces(state).camps_gone, event.symbol))


@evolves(events.TroopPlaced)
def _placed(state: State, event: events.TroopPlaced) -> State:
    return _troops(state, event.troop, _pieces(state).troops(event.troop) + (event.area,) * event.count)


@evolves(events.TroopMoved)
def _moved(state: State, event: events.TroopMoved) -> State:
    left = _less(_pieces(state).troops(event.troop), event.source, 1)
    return _troops(state, event.troop, (*left, event.target))


@evolves(events.TroopRemoved)
def _removed(state: State, event: events.TroopRemoved) -> State:
    return _troops(state, event.troop, _less(_pieces(state).troops(event.troop), event.area, event.count))


@evolves(events.EscortJoined)
def _joined(state: State, event: events.EscortJoined) -> State:
    state = _with(state, escorts=_less(_pieces(state).escorts, event.zone, 1))
    return state.add_army(HARKONNEN, event.area, Army(escorts=1))


@evolves(events.LaunchersRolled)
def _rolled(state: State, event: events.LaunchersRolled) -> State:
    """A record for the log: the frame on top holds what the roll leads to."""
    return state


@evolves(events.SuccessNamed)
def _named(state: State, event: events.SuccessNamed) -> State:
    return _with(state, success=event.symbol)


@evolves(events.RidersCardTurned)
def _turned(state: State, event: events.RidersCardTurned) -> State:
    return _with(state, card_ready=event.ready)
