"""How many units are too many, and which go first (STACK-1, R-34)."""

from companion.content.terms import Faction
from companion.rules.army import NOBODY, Army
from companion.rules.state import State


def excess(state: State, faction: Faction, area: int) -> int:
    """Returns how many units of ``faction`` in ``area`` are over the limit (STACK-1)."""
    return max(0, (state.army(faction, area) or NOBODY).units - state.stacking_limit(faction))


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
