"""Positions of a duel with Desert War, by area id, and what the tests of the expansion ask of them."""

from dataclasses import replace
from typing import Any

from companion.board import AREA_NUMBER, ZONE_NUMBER
from companion.content.terms import Faction, Phase
from companion.rules.army import Army
from companion.rules.ask.desert_war import war_of
from companion.rules.ask.dice import DESERT_ACTIONS_OF_WAR, HARKONNEN_ACTIONS
from companion.rules.frames import ActionFrame, Frame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from companion.rules.war import EXPANSION, Camp, DesertWar
from tests.rules.battle.table import Legions, area, areas, army, codes, events, play, position, zone

__all__ = [
    "ATREIDES",
    "HARKONNEN",
    "Army",
    "area",
    "areas",
    "army",
    "at_war",
    "atreides_turn",
    "camps",
    "codes",
    "events",
    "harkonnen_turn",
    "play",
    "war_of",
    "zone",
    "zones",
]
ALL_DICE = {"harkonnen_unused": 6, "atreides_unused": 2}


def at_war(
    harkonnen: Legions | None = None, atreides: Legions | None = None, *frames: Frame, war: Any = None, **changes: Any
) -> State:
    """A duel with these legions; ``war``: the fields of the expansion's pieces."""
    state = position(harkonnen, atreides, *frames, **{"mode": Mode.DUEL, "phase": Phase.ACTIONS, **changes})
    return replace(state, expansions=(EXPANSION,), desert_war=DesertWar(**(war or {})))


def harkonnen_turn(
    harkonnen: Legions | None = None,
    atreides: Legions | None = None,
    *,
    action: Frame | None = None,
    war: Any = None,
    **changes: Any,
) -> State:
    """The Harkonnen have spent a die: two tokens lie on the board, and one may be discarded before the action."""
    from companion.content.terms import Result

    turn = TurnFrame(HARKONNEN, acted=True, spent_die=True)
    frames = (turn, action or HARKONNEN_ACTIONS[Result.STRATEGY])
    return at_war(harkonnen, atreides, *frames, war={"tokens": 2, "actions": 1, **(war or {})}, **changes)


def atreides_turn(
    harkonnen: Legions | None = None,
    atreides: Legions | None = None,
    *,
    use: str = "wormsigns",
    war: Any = None,
    **changes: Any,
) -> State:
    """Atreides have begun a Desert Power action."""
    action: ActionFrame = DESERT_ACTIONS_OF_WAR[use]
    frames = (TurnFrame(ATREIDES, acted=True), action)
    return at_war(harkonnen, atreides, *frames, war={"actions": 1, **(war or {})}, **{**ALL_DICE, **changes})


def camps(*ids: str) -> tuple[Camp, ...]:
    return tuple(sorted((Camp(AREA_NUMBER[one]) for one in ids), key=lambda camp: camp.area))


def zones(*ids: str) -> tuple[int, ...]:
    return tuple(sorted(ZONE_NUMBER[one] for one in ids))


SIDES: tuple[Faction, ...] = (HARKONNEN, ATREIDES)
