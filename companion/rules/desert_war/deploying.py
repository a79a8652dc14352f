"""Deploying desert troops: how many at once, how many are left, and putting them down (DW-1, DW-2, DW-4)."""

from collections.abc import Iterator, Sequence

from companion.content import DESERT_WAR
from companion.content.terms import DesertTroop, Faction
from companion.rules import events
from companion.rules.ask.desert_war import war_of
from companion.rules.engine import Draft
from companion.rules.refusal import Refusal, refuse
from companion.rules.state import State


def number_problems(state: State, kind: DesertTroop, areas: Sequence[int], rule: str) -> Iterator[Refusal]:
    """Yields why so many troops of a kind, one an entry of ``areas``, cannot be deployed by ``rule``."""
    left = war_of(state).left(kind)
    if not 1 <= len(areas) <= DESERT_WAR.deployed:
        yield refuse("wrong_number_of_troops", rule, count=len(areas), limit=DESERT_WAR.deployed)
    if len(areas) > left:
        yield refuse("no_troop_left", "DW-1", troop=kind.value, count=len(areas), left=left)


def deploy(draft: Draft, faction: Faction, kind: DesertTroop, areas: Sequence[int]) -> None:
    """Uses the Desert War action of a side to put its troops into ``areas``, one an entry."""
    draft.emit(events.WarActionTaken(faction))
    for area in dict.fromkeys(areas):
        draft.emit(events.TroopPlaced(kind, area, areas.count(area)))
