"""Over-full areas: what goes by itself and what the owner chooses (STACK-1, R-34)."""

from collections.abc import Iterator

from companion.board import AREA_IDS
from companion.content.terms import Faction
from companion.rules.army import NOBODY, Army
from companion.rules.commands import RemoveExcess
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.frames import Cause, StackingFrame
from companion.rules.handlers.common import not_now, refuse, solo_bot
from companion.rules.handlers.tracks import remove_figures
from companion.rules.refusal import Refusal
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


def open_excess(draft: Draft, faction: Faction, area: int) -> None:
    """Removes the excess of a legion, or opens the step that asks for it.

    The solo Harkonnen lose their weakest units by themselves where R-34 leaves no choice.
    """
    over = excess(draft.state, faction, area)
    if not over:
        return
    army = draft.state.army(faction, area) or NOBODY
    forced = forced_removal(army, over) if solo_bot(draft.state, faction) else None
    if forced is not None:
        remove_figures(draft, faction, area, forced, Cause.STACKING)
    else:
        draft.open(StackingFrame(faction, area, over))


@checks(RemoveExcess)
def _check(state: State, command: RemoveExcess) -> Iterator[Refusal]:
    frame = state.frame
    if not isinstance(frame, StackingFrame):
        yield not_now(state, "STACK-1")
        return
    army = state.army(frame.faction, frame.area) or NOBODY
    figures = command.figures
    where = AREA_IDS[frame.area]
    if figures.leaders:
        yield refuse("leaders_do_not_count", "STACK-1", area=where)
    if not army.covers(figures):
        yield refuse("figures_not_there", "STACK-1", area=where)
    elif figures.units != frame.excess:
        yield refuse("wrong_excess", "STACK-1", area=where, count=figures.units, excess=frame.excess)
    elif solo_bot(state, frame.faction):
        weak, elite, special = weakest_first(army, frame.excess)
        if (figures.regular + figures.tokens, figures.elite, figures.special) != (weak, elite, special):
            yield refuse("not_the_weakest", "R-34", area=where)


@decides(RemoveExcess)
def _remove(draft: Draft, command: RemoveExcess) -> None:
    frame = draft.state.frame
    if isinstance(frame, StackingFrame):
        draft.close()
        remove_figures(draft, frame.faction, frame.area, command.figures, Cause.STACKING)


@settles
def _excess_is_gone(draft: Draft) -> bool:
    """Leaves or adjusts the step when the legion changed in between."""
    frame = draft.state.frame
    if not isinstance(frame, StackingFrame):
        return False
    over = excess(draft.state, frame.faction, frame.area)
    if over == frame.excess:
        return False
    draft.close()
    open_excess(draft, frame.faction, frame.area)
    return True
