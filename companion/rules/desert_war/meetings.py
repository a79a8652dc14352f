"""Desert troops and camps that meet legions and worms, and what leaves as the round ends (DW-3, DW-5, DW-6)."""

from companion.board import mask_of, members
from companion.content.terms import DesertTroop, VehicleKind
from companion.rules import events
from companion.rules.army import Army
from companion.rules.ask.desert_war import ridden_worms
from companion.rules.desert_war.riders import entered_alone, replace_rider
from companion.rules.engine import Draft, settles
from companion.rules.frames import Cause
from companion.rules.state import ATREIDES, HARKONNEN
from companion.rules.war import DesertWar


@settles()
def _meet(draft: Draft) -> bool:
    """DW-3, DW-6, DW-8: camps and troops go before anything else as soon as an enemy legion or a worm is there.

    It acts on one area at a time, after every command whatever it was, so that no way onto the board is missed.
    """
    state, war = draft.state, draft.state.desert_war
    if war is None:
        return False
    harkonnen, atreides = state.legions_mask(HARKONNEN), state.legions_mask(ATREIDES)
    if entered := harkonnen & (war.atreides_mask | war.camps_mask):
        _entered(draft, war, next(members(entered)))
    elif met := mask_of(war.suspensors) & atreides:
        _remove(draft, war, DesertTroop.SUSPENSOR, next(members(met)), Cause.CONTACT)
    elif buried := war.mortal_mask & state.worms_mask:
        area = next(members(buried))
        for kind in (DesertTroop.SUSPENSOR, DesertTroop.LAUNCHER):
            _remove(draft, war, kind, area, Cause.WORM)
    else:
        return False
    return True


def _entered(draft: Draft, war: DesertWar, area: int) -> None:
    """A Harkonnen legion is in ``area``: the camp goes, launchers go, a lone sandrider makes way for a worm.

    The worm comes only where the legion entered: by a move, a retreat or an advance.
    """
    rises = war.sandriders_mask >> area & 1 and entered_alone(draft.state, area)
    if war.camps_mask >> area & 1:
        draft.emit(events.CampRemoved(area, Cause.CONTACT))
    _remove(draft, war, DesertTroop.LAUNCHER, area, Cause.CONTACT)
    if rises and any(isinstance(event, events.LegionMoved) and event.target == area for event in draft.events):
        replace_rider(draft, area)
    else:
        _remove(draft, war, DesertTroop.SANDRIDER, area, Cause.CONTACT)


def _remove(draft: Draft, war: DesertWar, kind: DesertTroop, area: int, cause: Cause) -> None:
    count = war.troops(kind).count(area)
    if count:
        draft.emit(events.TroopRemoved(kind, area, cause, count))


def leave_the_desert(draft: Draft) -> None:
    """End of round: escorts, camps and all troops go, but for sandriders with a worm (DW-3, DW-5, DW-6)."""
    war = draft.state.desert_war
    if war is None:
        return
    for zone in war.escorts:
        draft.emit(events.VehicleRemoved(VehicleKind.ORNITHOPTER, zone, Cause.END_OF_ROUND))
    for area, army in draft.state.legions(HARKONNEN):
        if army.escorts:
            draft.emit(events.FiguresRemoved(HARKONNEN, area, Army(escorts=army.escorts), Cause.END_OF_ROUND))
    for camp in war.camps:
        draft.emit(events.CampRemoved(camp.area, Cause.END_OF_ROUND))
    ridden = ridden_worms(draft.state)
    for kind in DesertTroop:
        for area in dict.fromkeys(war.troops(kind)):
            if kind is not DesertTroop.SANDRIDER or not ridden >> area & 1:
                _remove(draft, war, kind, area, Cause.END_OF_ROUND)


def turn_card_back(draft: Draft) -> None:
    """Turns the Sandriders card face up again (ROUND-2 e)."""
    war = draft.state.desert_war
    if war is not None and not war.card_ready:
        draft.emit(events.RidersCardTurned(True))
