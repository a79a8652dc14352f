"""How the table stood at an earlier step: what the browser's *back* shows, or a sheet of a moment of the replay. Read
only, with the way to go back to it."""

from dataclasses import replace

from flask import Response, redirect
from werkzeug.wrappers import Response as AnyResponse

from companion.web.say import _
from companion.web.scene import EARLIER, REPLAY, Scene
from companion.web.table.pages import show
from companion.web.ui.blocks import Button, Buttons, Go
from companion.web.ui.panel import Panel


def of_sheet(scene: Scene) -> Scene:
    """Returns the scene that a sheet is about: the moment that its address names, else the game now."""
    for name in (REPLAY, EARLIER):
        seq = scene.pick.get(name, "")
        if any(str(batch.last) == seq for batch in scene.view.loaded.timeline.batches):
            return scene.at(int(seq), replay=name == REPLAY)
    return scene


def show_sheet(scene: Scene, panel: Panel) -> Response:
    """Shows a sheet; that of an earlier moment says which one it is."""
    if scene.now is not None:
        number = scene.state.round
        when = _("As it was in round %(round)s.", round=number) if number else _("As it was in the set-up.")
        panel = replace(panel, detail=f"{when} {panel.detail}")
    return show(scene, panel)


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
    return show(scene.at(seq), panel, recent=False)
