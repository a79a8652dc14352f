"""*Now on the table*: what a deed did that its order did not say, to be ticked off before the next step."""

from dataclasses import replace

from companion.content.terms import Phase
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.done import Done, last_done, merged, player_of, todos, ways, whose
from companion.web.steps.round.begins import begins, round_begins, told_by_step
from companion.web.table.undoing import PUT_BACK, put_back
from companion.web.ui.blocks import Go, Todos
from companion.web.ui.panel import Panel, lit
from companion.web.ui.parts import SIDE

PART = "now"
"""What the address of the list ends with."""


def due(scene: Scene) -> Done | None:
    """Returns the last deed when its list comes before the next step; a device that only watches reads it there."""
    done = last_done(scene)
    plays = scene.reader.acts and not scene.trackers_only
    if done is None or not done.for_hands or not plays or told_by_step(scene, done):
        return None
    return None if merged(scene, done) else done


def now_url(scene: Scene) -> str:
    """Returns the address of the list, with the choices that the next step begins with."""
    return f"{scene.step_url}/{PART}?{scene.query}" if scene.query else f"{scene.step_url}/{PART}"


def entry_url(scene: Scene) -> str:
    """Returns where a game goes on: at what was taken back, the list of the last deed, or the step."""
    if scene.may_write and put_back(scene) is not None:
        return scene.also(**{PUT_BACK: "1"})
    return now_url(scene) if due(scene) is not None else scene.also()


def now_panel(scene: Scene) -> Panel | None:
    """Returns the list of the last deed; None when nothing is to be done."""
    done = due(scene)
    if done is None:
        return None
    if begins(done) and scene.state.phase is Phase.VEHICLES:
        return round_begins(scene, done, scene.also())
    changes = done.changes()
    kicker, faction = whose(done, player_of(scene))
    areas = dict.fromkeys(area for change in changes for area in change.areas)
    zones = dict.fromkeys(zone for change in changes for zone in change.zones)
    return Panel(
        kicker=kicker,
        faction="" if faction is None else SIDE[faction],
        title=_("Now on the table"),
        orange=True,
        blocks=(Todos(todos(done)), Go(_("The board is right"), "check", href=scene.also())),
        focus=replace(lit(list(areas), list(zones)), arrows=ways(changes)),
        css="order",
    )
