"""In which order several named leaders enter the tank at once: their owner chooses (TANK-1)."""

from collections.abc import Iterator

from companion.content import LEADERS
from companion.rules.ask.turns import solo_bot
from companion.rules.commands import OrderTank
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.events import TankOrdered
from companion.rules.frames import TankFrame
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import Standing, State


@checks(OrderTank)
def _check(state: State, command: OrderTank) -> Iterator[Refusal]:
    frame = state.frame
    if not isinstance(frame, TankFrame) or frame.faction is not command.faction:
        yield not_now(state, "TANK-1")
    elif sorted(command.leaders) != sorted(frame.leaders):
        yield refuse("other_leaders_go", "TANK-1", leaders=command.leaders, due=frame.leaders)


@decides(OrderTank)
def _order(draft: Draft, command: OrderTank) -> None:
    draft.close()
    draft.emit(TankOrdered(command.faction, command.leaders))


@settles()
def _several_came(draft: Draft) -> bool:
    """Asks people about those who came by this command; the solo opponent keeps the most useful first.

    A command sends leaders of one side only: those of a legion, or one by a card.
    """
    if len(draft.tanked) < 2:
        return False
    came, draft.tanked = tuple(draft.tanked), []
    faction = LEADERS[came[0]].faction
    if solo_bot(draft.state, faction):
        return False
    draft.open(TankFrame(faction, came))
    return True


@settles(TankFrame)
def _they_are_elsewhere(draft: Draft) -> bool:
    """Leaves the step when the board was corrected: who is not there any more needs no order."""
    frame = draft.state.frame
    if not isinstance(frame, TankFrame):
        return False
    there = (Standing.TANK, Standing.READY)
    if all(draft.state.leader(leader).standing in there for leader in frame.leaders):
        return False
    draft.close()
    return True
