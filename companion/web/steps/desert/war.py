"""The steps of the expansion Desert War: camps put out, launchers that attack, a worm for a sandrider."""

from companion.rules.frames import CampsFrame, LaunchersFrame, RiderFrame
from companion.rules.state import ATREIDES
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.head import Head, asks, says
from companion.web.ui.panel import Panel
from companion.web.words import names


@says(CampsFrame)
def say_camps(scene: Scene, frame: CampsFrame) -> Head:
    """Says that Atreides put out their camps."""
    title = scene.for_reader(_("Put out your camps"), _("Atreides put out their camps"))
    detail = _("Each in an empty desert area of another sector.")
    kicker = _("Round %(round)d, actions", round=scene.state.round)
    return Head(kicker, title, "DW-3", detail, ATREIDES, "settlement")


@says(LaunchersFrame)
def say_launchers(scene: Scene, frame: LaunchersFrame) -> Head:
    """Says that launchers attack vehicles."""
    facts = {"sector": names.sector_name(frame.sector)}
    title = scene.for_reader(
        _("Attack with the launchers of %(sector)s", **facts),
        _("Atreides attack with the launchers of %(sector)s", **facts),
    )
    kicker = names.word("exp_rocket_launcher_special_attack")
    return Head(kicker, title, "DW-7", "", ATREIDES, "dice", frame.areas)


@says(RiderFrame)
def say_rider(scene: Scene, frame: RiderFrame) -> Head:
    """Says that a worm takes the place of a sandrider."""
    area = names.area_name(frame.area)
    title = scene.for_reader(
        _("Put a sandworm into %(area)s", area=area), _("Atreides put a sandworm into %(area)s", area=area)
    )
    detail = _("A Harkonnen legion entered the area of a lone sandrider.")
    return Head(names.word("exp_sandrider"), title, "DW-8", detail, ATREIDES, "sandworm", (frame.area,))


@asks(CampsFrame)
def ask_camps(scene: Scene, frame: CampsFrame, head: Head) -> Panel:
    """Shows the step."""
    return head.panel()


@asks(LaunchersFrame)
def ask_launchers(scene: Scene, frame: LaunchersFrame, head: Head) -> Panel:
    """Shows the step."""
    return head.panel()


@asks(RiderFrame)
def ask_rider(scene: Scene, frame: RiderFrame, head: Head) -> Panel:
    """Shows the step."""
    return head.panel()
