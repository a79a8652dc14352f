"""The spice harvest: the harvesters come in, then the Harkonnen spend what they brought."""

from companion.rules.ask.spice import harvest
from companion.rules.commands import CollectSpice
from companion.rules.frames import HarvestFrame, SpiceFrame
from companion.rules.state import HARKONNEN, Mode, State
from companion.service.telling import announced
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.head import Doer, Head, asks, round_kicker, says
from companion.web.steps.mahdi.orders import order_head, order_panel
from companion.web.steps.people import spice as people_spice
from companion.web.ui.blocks import Lines
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import go_form
from companion.web.words import names


@says(HarvestFrame)
def say_harvest(scene: Scene, frame: HarvestFrame) -> Head:
    """Says which harvesters leave the board and what they bring."""
    state = scene.state
    number = len(state.harvesters)
    if not number:
        title = _("No harvester is left on the board")
    else:
        title = scene.for_reader(
            ngettext("Remove %(num)d harvester from the board", "Remove %(num)d harvesters from the board", number),
            ngettext("%(num)d harvester leaves the board", "%(num)d harvesters leave the board", number),
        )
    detail = _("They bring %(spice)s spice; deep desert counts 2.", spice=harvest(state)) if number else ""
    told = announced(state, [CollectSpice()])
    return Head(
        round_kicker(state), title, "SPICE-1", detail, HARKONNEN, "spice", tuple(state.harvesters), changes=told
    )


@asks(HarvestFrame)
def collect(scene: Scene, frame: HarvestFrame, head: Head) -> Panel:
    """Shows what each harvester brings, and asks to take them off the board."""
    state = scene.state
    lines = tuple(
        _("%(what)s: %(value)s", what=names.area_name(area), value=_spice(state, area)) for area in state.harvesters
    )
    blocks = (Lines(lines),) if lines else ()
    return head.panel(
        *blocks, go_form("collect", _("Collect %(spice)s spice", spice=harvest(state)), "spice"), css="order"
    )


def _spice(state: State, area: int) -> str:
    if state.deep_desert_mask >> area & 1:
        return _("2 spice, deep desert")
    return _("1 spice")


@says(SpiceFrame)
def say_spice(scene: Scene, frame: SpiceFrame) -> Head:
    """Says how much spice the Harkonnen spend."""
    state = scene.state
    total = frame.collected + state.spice_reserve
    facts = {"collected": frame.collected, "reserve": state.spice_reserve}
    solo = state.mode is Mode.SOLO
    title = _("The Harkonnen spend %(spice)s spice", spice=total)
    if scene.reader.acts and not solo:
        title = _("Spend %(spice)s spice", spice=total)
    order = scene.order() if solo else None
    if order is not None:
        return order_head(scene, order, title, "spice")
    rule = "MAHDI-SPICE-1" if solo else "SPICE-2"
    detail = _("Harvested %(collected)d, reserve %(reserve)d.", **facts)
    return Head(round_kicker(state), title, rule, detail, HARKONNEN, "spice")


@asks(SpiceFrame, of=Doer.MAHDI)
def spend(scene: Scene, frame: SpiceFrame, head: Head) -> Panel:
    """Shows how the Harkonnen spend the spice, marker by marker with what is left."""
    order = scene.order()
    if order is None:
        return head.panel(go_form("finish", _("Go on"), "chevron"))
    return order_panel(scene, head, order)


@asks(SpiceFrame, of=Doer.PEOPLE)
def spend_theirs(scene: Scene, frame: SpiceFrame, head: Head) -> Panel:
    """Asks where the imperium markers end."""
    return people_spice.spice(scene, head)


@deed("collect")
def _collect(scene: Scene, fields: Fields) -> Commands:
    return (CollectSpice(),)
