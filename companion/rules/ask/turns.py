"""Whose turn it is, who decides in it, and what kind of action is in progress (ACT-3, FREE-0, TEAM-4)."""

from companion.content import DICE, LEADERS, SpecialCode
from companion.content.terms import Faction, NamedLeader, Result, Subfaction
from companion.rules import frames
from companion.rules.actions import OtherAction
from companion.rules.refusal import Severity
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State


def solo_bot(state: State, faction: Faction) -> bool:
    """True for the Harkonnen of a solo game: the MAHDI rules decide for them."""
    return state.mode is Mode.SOLO and faction is HARKONNEN


def in_charge(state: State) -> Subfaction | None:
    """Returns which partner carries out the step in progress, None where the partners are free (TEAM-4, TEAM-5)."""
    match state.frame:
        case frames.VehiclesFrame() if state.mode is not Mode.SOLO and state.partners(Faction.HARKONNEN) > 1:
            return Subfaction.HOUSE_HARKONNEN
        case frames.HazardsFrame() if state.partners(Faction.ATREIDES) > 1:
            return Subfaction.FREMEN_ALLY
        case frames.ActionFrame(faction=faction) | frames.BattleFrame(attacker=faction):
            return _acting_partner(state, faction)
        case frames.CardFrame():
            return _acting_partner(state, HARKONNEN)
        case frames.AtreidesCardFrame():
            return _acting_partner(state, ATREIDES)
        case _:
            return None


def _acting_partner(state: State, faction: Faction) -> Subfaction | None:
    """TEAM-4: whoever spends a die decides all about its action, but for an Atreides House die handed to the ally.

    None for an Atreides die of which nobody told on which dashboard it lies.
    """
    turn = turn_frame(state)
    if turn is None or turn.faction is not faction or not turn.spent_die:
        return None
    if faction is ATREIDES:
        if turn.ally:
            return Subfaction.FREMEN_ALLY
        return Subfaction.HOUSE_ATREIDES if state.fremen_results is not None else None
    if solo_bot(state, HARKONNEN) or state.partners(HARKONNEN) == 1:
        return None
    return Subfaction.CORRINO_ALLY if turn.corrino else Subfaction.HOUSE_HARKONNEN


def turn_frame(state: State) -> frames.TurnFrame | None:
    """Returns the turn in progress, however much lies on top of it."""
    return next((frame for frame in reversed(state.frames) if isinstance(frame, frames.TurnFrame)), None)


def turn_of(state: State) -> Faction | None:
    """Returns whose turn of action resolution it is, None outside of it."""
    frame = turn_frame(state)
    return frame.faction if frame else None


def is_open_ended(frame: frames.Frame | None) -> bool:
    """True for an Atreides card or special action: the player enters what it does, the rules only warn."""
    return (
        isinstance(frame, frames.ActionFrame)
        and frame.faction is ATREIDES
        and (frame.action is OtherAction.CARD or isinstance(frame.action, NamedLeader))
    )


def moves_twice(frame: frames.Frame | None) -> bool:
    """True for the special action that lets figures move a second time (Rabban, MOVE-2)."""
    special = frame.special if isinstance(frame, frames.ActionFrame) else None
    return special is not None and special.code is SpecialCode.MOVE_TWICE


def leniency(state: State) -> Severity:
    """Returns how grave a breach of an ordinary limit is now: a card or special action may allow it."""
    return Severity.UNUSUAL if is_open_ended(state.frame) else Severity.ILLEGAL


def acting(state: State, faction: Faction) -> frames.ActionFrame | frames.CardFrame | None:
    """Returns the action or Harkonnen card on top with which ``faction`` acts, else None."""
    frame = state.frame
    if isinstance(frame, frames.ActionFrame) and frame.faction is faction:
        return frame
    if isinstance(frame, frames.CardFrame) and faction is HARKONNEN:
        return frame
    return None


def own_turn(state: State, faction: Faction) -> bool:
    """True when ``faction`` may take a free action now: in its turn, between or within actions and battles (FREE-0)."""
    top = state.frame
    if isinstance(top, frames.AtreidesCardFrame):
        return faction is ATREIDES and turn_of(state) is faction
    if turn_of(state) is not faction:
        return False
    if isinstance(top, frames.BattleFrame):
        return True
    return isinstance(top, frames.TurnFrame | frames.ActionFrame) and top.faction is faction


def only_area(state: State, frame: frames.ActionFrame) -> int | None:
    """Returns the one area whose legion may act, None for any: a special action follows its leader (R-6), also when a
    worm drives the legion on between two steps."""
    if frame.only is None:
        return None
    legions = state.legions(frame.faction)
    return next((area for area, army in legions if frame.action in army.named), frame.only)


def exhausted_results(state: State) -> tuple[Result, ...]:
    """Returns the results that are rolled again: shown by 3 spent dice already (MAHDI-TURN-1)."""
    return tuple(result for result in Result if state.harkonnen_spent.count(result) >= DICE.reroll_at)


def area_of_leader(state: State, leader: str) -> int | None:
    """Returns the area in which the figure of a named leader stands, None when it is not on the board."""
    legions = state.legions(LEADERS[leader].faction)
    return next((area for area, army in legions if leader in army.named), None)
