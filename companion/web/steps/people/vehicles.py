"""The vehicles of a round, which people place one by one (VEH-2)."""

from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.head import Head
from companion.web.steps.people.listed import listed_commands
from companion.web.steps.people.pieces import with_pieces
from companion.web.ui.blocks import Button, Buttons, Form
from companion.web.ui.panel import Panel


def vehicles(scene: Scene, head: Head) -> Panel:
    """Asks where the vehicles of the round go, one by one."""
    rest = Form("end-vehicles", (Buttons((Button(_("The rest stays in the supply"), "chevron"),)),))
    return with_pieces(scene, head.panel(rest, css="order"), listed_commands(scene.state))
