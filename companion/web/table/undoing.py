"""Undo and redo: what was taken back, and what the hands have to put back on the table."""

from companion.rules.state import Mode
from companion.service import differences
from companion.store import Timeline
from companion.web.say import _, ngettext
from companion.web.scene import Scene
from companion.web.steps.done import todo
from companion.web.ui.blocks import Block, Go, Todos
from companion.web.ui.panel import Panel, lit
from companion.web.words.changes.lines import changes

PUT_BACK = "back"


def put_back(scene: Scene) -> Panel | None:
    """Returns what to put back on the table after the reversal that came last; None when there is nothing to do."""
    timeline = scene.view.loaded.timeline
    if not timeline.reversals or timeline.reversals[-1][1].seq != timeline.seq:
        return None
    undone, count = timeline.reversals[-1][1].undone, _length_of_run(timeline)
    # The position before a run of undo is that of the step taken back first; before redo, that of the last one left.
    before = (timeline.undone[-count] if undone else timeline.steps[-count - 1]).state
    found = changes(differences(before, scene.state), solo=scene.state.mode is Mode.SOLO)
    if not found:
        return None
    kicker = (
        ngettext("%(num)d step taken back", "%(num)d steps taken back", count) if undone else _("The step is redone")
    )
    areas = sorted({area for change in found for area in change.areas})
    zones = sorted({zone for change in found for zone in change.zones})
    after = scene.step_url if scene.trackers_only else scene.without_picks().step_url
    blocks: tuple[Block, ...] = (Todos(tuple(map(todo, found))), Go(_("The board is right"), "check", href=after))
    return Panel(
        kicker=kicker,
        glyph="undo" if undone else "redo",
        title=_("Move back on the table") if undone else _("Do it again on the table"),
        detail=_("Tick off what is done. The app has done its part."),
        blocks=blocks,
        focus=lit(areas, zones),
        css="order",
    )


def _length_of_run(timeline: Timeline) -> int:
    """How many reversals in one direction end the log."""
    first, undone = timeline.seq, timeline.reversals[-1][1].undone
    for _batch, reversal in reversed(timeline.reversals):
        if reversal.undone is not undone or reversal.seq not in (first, first - 1):
            break
        first = reversal.seq
    return timeline.seq - first + 1
