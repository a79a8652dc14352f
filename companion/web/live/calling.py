"""Whose step it is, as a device that plays a side hears it: it is called when the game waits for it."""

from dataclasses import dataclass

from companion.rules.ask.turns import turn_of
from companion.rules.state import Mode
from companion.web.say import _
from companion.web.seats import View


@dataclass(frozen=True, slots=True)
class Call:
    """``mine``: the game waits for this device; ``words`` are what it is called with then."""

    mine: bool
    words: str


def call_for(view: View) -> Call | None:
    """Returns whether the game waits for a device; None for one that nobody calls.

    Only a device of a side in a game between people waits for others: one of the table does everything, a watcher
    nothing. When the game is over nobody is called.
    """
    state = view.state
    if not view.seat.parts or not view.may_write or state.mode is Mode.SOLO or state.winner is not None:
        return None
    own = turn_of(state) in {part.faction for part in view.seat.parts}
    return Call(view.acts, _("Your turn") if own else _("It is up to you"))
