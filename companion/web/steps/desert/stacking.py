"""Legions that are too big: who takes off what (STACK-1, R-34)."""

from companion.rules.army import NOBODY
from companion.rules.commands import RemoveExcess
from companion.rules.frames import StackingFrame
from companion.rules.state import HARKONNEN, Mode
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.head import Doer, Head, asks, says
from companion.web.steps.mahdi.orders import order_head, order_panel
from companion.web.ui.blocks import Form, Go, Steppers
from companion.web.ui.fields import UNIT_FIELDS, Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import figure_steppers
from companion.web.words import names


@says(StackingFrame)
def say_stacking(scene: Scene, frame: StackingFrame) -> Head:
    """Says how many units are too many, and where."""
    state = scene.state
    area = names.area_name(frame.area)
    facts = {"area": area, "faction": names.faction_name(frame.faction)}
    title = scene.for_reader(
        ngettext("Remove %(num)d unit from %(area)s", "Remove %(num)d units from %(area)s", frame.excess, area=area),
        ngettext(
            "%(faction)s remove %(num)d unit from %(area)s",
            "%(faction)s remove %(num)d units from %(area)s",
            frame.excess,
            **facts,
        ),
    )
    detail = _("The limit there is %(limit)d units.", limit=state.stacking_limit(frame.faction))
    rule = "R-34" if frame.faction is HARKONNEN and state.mode is Mode.SOLO else "STACK-1"
    kicker = _("Too many units in %(area)s", area=area)
    order = scene.order() if state.mode is Mode.SOLO else None
    if order is not None and frame.faction is HARKONNEN:
        return order_head(scene, order, kicker, "elite", detail=detail, rule=rule)
    return Head(kicker, title, rule, detail, frame.faction, "elite", (frame.area,))


@asks(StackingFrame)
def stacking(scene: Scene, frame: StackingFrame, head: Head) -> Panel:
    """Asks which units go from a legion that is too big."""
    army = scene.state.army(frame.faction, frame.area) or NOBODY
    kinds = tuple(kind for kind in UNIT_FIELDS if kind != "generic" and getattr(army, kind))
    inner = (Steppers(figure_steppers(frame.faction, kinds, most=army)), Go(_("Remove them"), "check"))
    return head.panel(Form("excess", inner), css="order")


@asks(StackingFrame, of=Doer.MAHDI)
def excess(scene: Scene, frame: StackingFrame, head: Head) -> Panel:
    """Shows which of their units the Harkonnen take off."""
    order = scene.order()
    return stacking(scene, frame, head) if order is None else order_panel(scene, head, order)


@deed("excess")
def _excess(scene: Scene, fields: Fields) -> Commands:
    return (RemoveExcess(fields.army()),)
