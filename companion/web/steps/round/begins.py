"""A round begins: cards, leaders, harvesting sector and target, as the first list of the round."""

from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.done import Done, todos, whose
from companion.web.ui.blocks import Go, Todos
from companion.web.ui.panel import Panel, lit


def round_begins(scene: Scene, done: Done, after: str) -> Panel:
    """Returns the list with which a round begins; ``after`` is the address of its first step."""
    changes = done.changes()
    areas = dict.fromkeys(area for change in changes for area in change.areas)
    kicker, _faction = whose(done, None)
    return Panel(
        kicker=kicker,
        title=_("Round %(round)s begins", round=done.round),
        orange=True,
        blocks=(Todos(todos(done)), Go(_("The board is right"), "check", href=after)),
        focus=lit(list(areas)),
        css="order",
    )
