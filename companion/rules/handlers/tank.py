"""In which order several named leaders enter the tank at once: their owner chooses (TANK-1)."""

from collections.abc import Iterator

from companion.content import LEADERS
from companion.content.terms import Faction
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
    """Asks people about those who came by this command; the solo opponent keeps the most useful first."""
    if len(draft.tanked) < 2:
        return False
    came, draft.tanked = draft.tanked, []
    before = draft.state
    for faction in Faction:
        theirs = tuple(leader for leader in came if LEADERS[leader].faction is faction)
        if len(theirs) > 1 and before.winner is None and not solo_bot(before, faction):
            draft.open(TankFrame(faction, theirs))
    return draft.state is not before


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
