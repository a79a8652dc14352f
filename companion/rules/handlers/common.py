"""What the handlers of the flow share: reasons by code, whose turn it is, and the budget of the action in progress."""

from companion.frozen import replace
from companion.rules.actions import Action
from companion.rules.ask.turns import is_open_ended
from companion.rules.engine import Draft
from companion.rules.frames import ActionFrame
from companion.rules.state import ATREIDES

PLENTY = 99
"""Budget of an action that the rules do not count: an Atreides card or special action (section F)."""


def open_ended(action: Action) -> ActionFrame:
    """Returns the action of an Atreides card or special action that the player enters by hand."""
    return ActionFrame(
        ATREIDES,
        action,
        moves=PLENTY,
        attack=True,
        placements=PLENTY,
        draws=PLENTY,
        leaders=PLENTY,
        replacements=PLENTY,
    )


def spend(draft: Draft, **used: int) -> None:
    """Takes ``used`` (moves, placements, draws, leaders, replacements) off the action on top, if it counts them."""
    frame = draft.state.frame
    if not isinstance(frame, ActionFrame) or is_open_ended(frame):
        return
    left = {name: max(0, getattr(frame, name) - number) for name, number in used.items()}
    draft.change(replace(frame, attack=False, **left))


def attack_made(draft: Draft) -> None:
    """Uses up the action on top by an attack (ACT-STRATEGY): no move and no further attack in it."""
    frame = draft.state.frame
    if isinstance(frame, ActionFrame) and not is_open_ended(frame):
        draft.change(replace(frame, attack=False, moves=0))
