"""What the last step did by itself to the pieces on the board, so that the hands follow (WORM-4)."""

from companion.rules.commands import Retreat, SaveHarvester
from companion.rules.events import Event, LegionMoved, SandwormRemoved, VehicleRemoved
from companion.rules.frames import Cause
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.ui.blocks import Note
from companion.web.words.history.lines import history_line

ASKED_FOR: dict[str, type] = {Retreat.__name__: LegionMoved, SaveHarvester.__name__: VehicleRemoved}
"""The command of a step, and the event that is the step itself."""


def by_itself(scene: Scene) -> tuple[Note, ...]:
    """Returns what has to be done on the table besides: legions and vehicles that a worm drove off."""
    steps = scene.view.loaded.timeline.steps
    if scene.now is not None or not steps:
        return ()
    batch = steps[-1].batch
    lines = [history_line(event) for event in batch.events if _follows(event, batch.command)]
    if not lines:
        return ()
    done = "; ".join(f"{line.title} ({line.detail})" if line.detail else line.title for line in lines)
    return (Note(_("On the board, too: %(what)s.", what=done), "history"),)


def _follows(event: Event, command: str) -> bool:
    """True for what a worm did to pieces without anybody being asked."""
    if not isinstance(event, LegionMoved | SandwormRemoved | VehicleRemoved) or event.cause is not Cause.WORM:
        return False
    return type(event) is not ASKED_FOR.get(command)
