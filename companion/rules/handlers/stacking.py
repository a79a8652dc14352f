"""Over-full areas: when they are looked at, what goes by itself, what the owner chooses (STACK-1, R-34, R-40)."""

from collections.abc import Iterator
from types import NoneType

from companion.board import AREA_IDS
from companion.content.terms import Faction
from companion.rules.army import NOBODY
from companion.rules.ask.stacking import crowded, excess, forced_removal, moves_are_over, waits, weakest_first
from companion.rules.ask.turns import solo_bot
from companion.rules.commands import RemoveExcess
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.frames import AtreidesCardFrame, CardFrame, CardsFrame, Cause, StackingFrame, TurnFrame
from companion.rules.handlers.tracks import remove_figures
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import State


def open_excess(draft: Draft, faction: Faction, area: int, before: int = 0) -> None:
    """Removes the excess of a legion, or opens the step that asks for it.

    ``before``: how many units were too many already; they wait when moves put them there and may still take them away.
    The solo Harkonnen lose their weakest units by themselves where R-34 leaves no choice.
    """
    over = excess(draft.state, faction, area) - (before if waits(draft.state, faction, area) else 0)
    if over <= 0:
        return
    army = draft.state.army(faction, area) or NOBODY
    forced = forced_removal(army, over) if solo_bot(draft.state, faction) else None
    if forced is not None:
        remove_figures(draft, faction, area, forced, Cause.STACKING)
    else:
        draft.open(StackingFrame(faction, area, over))


def open_crowded(draft: Draft) -> bool:
    """Opens the excess of the first area that moves of this action left over-full; returns whether there is one."""
    for faction in Faction:
        for area in crowded(draft.state, faction):
            open_excess(draft, faction, area)
            return True
    return False


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


@settles(StackingFrame)
def _excess_is_gone(draft: Draft) -> bool:
    """Leaves or adjusts the step when the legion changed in between."""
    frame = draft.state.frame
    if not isinstance(frame, StackingFrame):
        return False
    over = excess(draft.state, frame.faction, frame.area)
    if over == frame.excess or (over > frame.excess and waits(draft.state, frame.faction, frame.area)):
        return False
    draft.close()
    open_excess(draft, frame.faction, frame.area)
    return True


@settles(TurnFrame, CardsFrame, CardFrame, AtreidesCardFrame, NoneType)
def _limit_of_moves(draft: Draft) -> bool:
    """R-40: the moves of an action are simultaneous, so the limit counts for them when the action is over."""
    state = draft.state
    over = moves_are_over(state) if state.frames else bool(draft.start.frames)
    return over and bool(state.turn.moved) and open_crowded(draft)
