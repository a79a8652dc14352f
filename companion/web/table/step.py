"""The panel of a game as it stands: its next step, or the parts of a game that keeps trackers only."""

from companion.web.coach.coach import with_tip
from companion.web.coach.practice import practice_over
from companion.web.scene import Scene
from companion.web.steps.done import besides
from companion.web.steps.next_step import below, next_panel
from companion.web.trackers import tracker_panel
from companion.web.ui.panel import Panel


def panel_now(scene: Scene) -> Panel:
    """Returns what the asking device sees of the game."""
    if scene.trackers_only:
        return below(besides(scene), tracker_panel(scene))
    return practice_over(scene) or with_tip(scene, next_panel(scene))
