"""Over-full areas: what goes by itself and what the owner chooses (STACK-1, R-34)."""

from collections.abc import Iterator

from companion.board import AREA_IDS
from companion.content.terms import Faction
from companion.rules.army import NOBODY
from companion.rules.ask.stacking import excess, forced_removal, weakest_first
from companion.rules.ask.turns import solo_bot
from companion.rules.commands import RemoveExcess
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.frames import Cause, StackingFrame
from companion.rules.handlers.tracks import remove_figures
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import State


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


@settles(StackingFrame)
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
