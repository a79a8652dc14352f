"""Several leaders came into the tank at once: their owner says in which order (TANK-1)."""

from companion.rules.commands import OrderTank
from companion.rules.errors import FormatError
from companion.rules.frames import TankFrame
from companion.web.say import _
from companion.web.scene import Commands, Detour, Scene, deed
from companion.web.steps.head import Head, asks, says
from companion.web.ui.blocks import Answers, Choice, Form
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.words import names

ORDER = "order"


@says(TankFrame)
def say_tank(scene: Scene, frame: TankFrame) -> Head:
    """Says whose leaders came, and that the next one pushes the one before on."""
    facts = {"faction": names.faction_name(frame.faction), "leaders": names.leader_names(frame.leaders)}
    title = scene.for_reader(
        _("Who enters the tank first? The next one pushes the first one along."),
        _("%(faction)s choose who enters the tank first: %(leaders)s", **facts),
    )
    return Head(_("Regeneration tank"), title, "TANK-1", "", frame.faction, "tank")


@asks(TankFrame)
def ask_tank(scene: Scene, frame: TankFrame, head: Head) -> Panel:
    """Asks for one after the other; the last one follows by itself."""
    chosen = _named(frame, scene.pick.get(ORDER, ""))
    left = [leader for leader in frame.leaders if leader not in chosen]
    answers = tuple(Choice(",".join((*chosen, one)), names.leader_name(one), glyph="named") for one in left)
    title = _("After %(leaders)s: who is next?", leaders=names.leader_names(chosen)) if chosen else ""
    return head.panel(Form("tank", (Answers(ORDER, answers, big=False),)), title=title, css="order")


@deed("tank")
def _order(scene: Scene, fields: Fields) -> Commands:
    frame = scene.state.frame
    if not isinstance(frame, TankFrame):
        raise FormatError(ORDER, _("no leaders entered the tank now"))
    chosen = _named(frame, fields.text(ORDER, most=400))
    left = [leader for leader in frame.leaders if leader not in chosen]
    if len(left) > 1:
        raise Detour({ORDER: ",".join(chosen)})
    return (OrderTank(frame.faction, (*chosen, *left)),)


def _named(frame: TankFrame, text: str) -> list[str]:
    return [leader for leader in dict.fromkeys(text.split(",")) if leader in frame.leaders]
