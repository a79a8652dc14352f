"""The vehicles of a round, which people place one by one (VEH-2)."""

from companion.content.terms import VehicleKind
from companion.rules.frames import VehiclesFrame
from companion.rules.state import HARKONNEN
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.head import Doer, Head, asks, says
from companion.web.steps.people.listed import listed_commands
from companion.web.steps.people.pieces import placing_title, with_pieces
from companion.web.ui.blocks import Button, Buttons, Form
from companion.web.ui.panel import Panel
from companion.web.words import names


@says(VehiclesFrame, of=Doer.PEOPLE)
def said(scene: Scene, frame: VehiclesFrame) -> Head:
    """Says which vehicle comes next, and how many are left to place."""
    counts = (
        (VehicleKind.HARVESTER, frame.harvesters),
        (VehicleKind.CARRYALL, frame.carryalls),
        (VehicleKind.ORNITHOPTER, frame.ornithopters),
    )
    left = [(kind, number) for kind, number in counts if number]
    kicker = _("Vehicles, round %(round)s", round=scene.state.round)
    if not left:
        title = scene.for_reader(_("All vehicles stand: go on"), _("All vehicles stand on the board"))
        return Head(kicker, title, "VEH-1", _("What is left stays in the supply."), HARKONNEN)
    listed = names.join(names.vehicles(kind, number) for kind, number in left)
    title = scene.for_reader(placing_title(left[0][0]), _("The Harkonnen place their vehicles"))
    return Head(kicker, title, "VEH-2", _("Still to place: %(vehicles)s.", vehicles=listed), HARKONNEN)


@asks(VehiclesFrame, of=Doer.PEOPLE)
def ask(scene: Scene, frame: VehiclesFrame, head: Head) -> Panel:
    """Asks where the vehicles go, one by one."""
    rest = Form("end-vehicles", (Buttons((Button(_("The rest stays in the supply"), "chevron"),)),))
    return with_pieces(scene, head.panel(rest, css="order"), listed_commands(scene.state))
