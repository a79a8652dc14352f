"""How many units are too many, and which go first (STACK-1, R-34)."""

from companion.content.steps import Play
from companion.content.terms import Faction
from companion.rules import frames
from companion.rules.army import NOBODY, Army
from companion.rules.ask.atreides_steps import step_of
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.ask.turns import solo_bot
from companion.rules.state import HARKONNEN, State


def excess(state: State, faction: Faction, area: int) -> int:
    """Returns how many units of ``faction`` in ``area`` are over the limit (STACK-1)."""
    return max(0, (state.army(faction, area) or NOBODY).units - state.stacking_limit(faction))


def waits(state: State, faction: Faction, area: int) -> bool:
    """True while the limit does not count yet for what moved into ``area``: the action of people is not over (R-40).

    The solo opponent sends only what fits (R-22), so what it has too many goes at once.
    """
    if solo_bot(state, faction) or all(place != area for place, _ in state.turn.moved):
        return False
    return any(_acts(frame, faction) for frame in state.frames)


def _acts(frame: frames.Frame, faction: Faction) -> bool:
    match frame:
        case frames.ActionFrame():
            return frame.faction is faction
        case frames.CardFrame():
            return faction is HARKONNEN
        case frames.AtreidesCardFrame():
            return faction is not HARKONNEN
        case _:
            return False


def crowded(state: State, faction: Faction) -> tuple[int, ...]:
    """Returns the areas that moves of the action in progress made over-full, as things stand."""
    return tuple(area for area, _ in state.turn.moved if excess(state, faction, area))


def moves_are_over(state: State) -> bool:
    """True when the limit counts for all moves: nothing of the action is left, or a card plays the next one (R-40)."""
    match state.frame:
        case frames.TurnFrame() | frames.CardsFrame():
            return True
        case frames.CardFrame() as card:
            return isinstance(current_step(card), Play)
        case frames.AtreidesCardFrame() as card:
            return isinstance(step_of(card), Play)
        case _:
            return False


def weakest_first(army: Army, count: int) -> tuple[int, int, int]:
    """Returns how many of the weak ones (regulars and tokens), elites and special elites go (R-34)."""
    weak = min(count, army.regular + army.tokens)
    elite = min(count - weak, army.elite)
    return weak, elite, count - weak - elite


def forced_removal(army: Army, count: int) -> Army | None:
    """Returns the one removal of ``count`` units that R-34 allows, None when regulars and tokens leave a choice."""
    weak, elite, special = weakest_first(army, count)
    if weak == army.regular + army.tokens:
        return Army(army.regular, elite, special, army.tokens)
    if not army.regular:
        return Army(tokens=weak)
    return None if army.tokens else Army(regular=weak)
