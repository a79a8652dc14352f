"""How the table stood at an earlier step: what the browser's *back* shows. Read only, with the way to go back to it."""

from dataclasses import replace

from flask import Response, redirect
from werkzeug.wrappers import Response as AnyResponse

from companion.web.say import _
from companion.web.scene import Scene
from companion.web.table.pages import show
from companion.web.ui.blocks import Button, Buttons, Go
from companion.web.ui.panel import Panel


def show_earlier(scene: Scene, seq: int) -> Response | AnyResponse:
    """Shows the table after row ``seq``; a place that holds no step leads to the step now."""
    timeline = scene.view.loaded.timeline
    batch = next((batch for batch in timeline.batches if batch.last == seq), None)
    if batch is None or seq >= scene.seq:
        return redirect(scene.without_picks().step_url, 303)
    blocks: list[Buttons | Go] = []
    holds = any(step.batch.number == batch.number for step in timeline.steps)
    if scene.may_write and holds:
        back = Button(
            _("Take back everything after it"), "undo", href=f"{scene.home}/history/{batch.number}", sheet=True
        )
        blocks.append(Buttons((back,)))
    blocks.append(Go(_("To the table now"), "chevron", href=scene.home))
    panel = Panel(
        kicker=_("Earlier"),
        glyph="history",
        title=_("The table at that point"),
        detail=_("Looking changes nothing. The game continues where it is."),
        blocks=tuple(blocks),
    )
    return show(replace(scene, view=scene.view.at(seq), now=scene.seq), panel, recent=False)
