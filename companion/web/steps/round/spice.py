"""The spice harvest: the harvesters come in, then the Harkonnen spend what they brought."""

from companion.rules.commands import CollectSpice
from companion.rules.frames import HarvestFrame, SpiceFrame
from companion.rules.handlers.spice import harvest
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed, panel_for
from companion.web.steps.mahdi.orders import order_head, order_panel
from companion.web.steps.people import spice as people_spice
from companion.web.steps.people import turn as people
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel, lit
from companion.web.ui.parts import go_form, rule_link
from companion.web.words.guide import guide_text, round_kicker


@panel_for(HarvestFrame)
def collect(scene: Scene, frame: HarvestFrame) -> Panel:
    """Asks to take the harvesters off the board."""
    state = scene.state
    spice = harvest(state)
    if not state.harvesters:
        title = _("No harvester is left on the board")
    else:
        number = len(state.harvesters)
        title = ngettext("Take %(num)d harvester off the board", "Take %(num)d harvesters off the board", number)
    return Panel(
        kicker=round_kicker(state),
        faction="h",
        glyph="spice",
        title=title,
        detail=_("They bring %(spice)s spice; deep desert counts 2.", spice=spice),
        orange=bool(state.harvesters),
        blocks=(go_form("collect", _("Collect %(spice)s spice", spice=spice), "spice"),),
        focus=lit(list(state.harvesters)),
        rule=rule_link("SPICE-1"),
    )


@panel_for(SpiceFrame)
def spend(scene: Scene, frame: SpiceFrame) -> Panel:
    """Shows how the Harkonnen spend the spice."""
    if people.by_people(scene.state):
        return people_spice.spice(scene, frame)
    order = scene.order()
    spice = frame.collected + scene.state.spice_reserve
    kicker = _("Harkonnen spend %(spice)s spice", spice=spice)
    if order is None:
        guide = guide_text(scene.state)
        return Panel(kicker=kicker, faction="h", glyph="spice", title=guide.heading, detail=guide.sentence)
    return order_panel(scene, order_head(scene, order, kicker), order)


@deed("collect")
def _collect(scene: Scene, fields: Fields) -> Commands:
    return (CollectSpice(),)
