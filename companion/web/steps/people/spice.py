"""People spend the Harkonnen spice: where each imperium marker ends, supremacy, the reserve (SPICE-2 to SPICE-4)."""

from collections.abc import Iterator

from companion.content import SPICE_BOARD
from companion.content.terms import Power
from companion.rules.ask.spice import STOCKPILING_UP_TO, SUPREMACY_PRICE
from companion.rules.state import POWERS, State
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.head import Head
from companion.web.ui.blocks import Block, Form, Go, Select, Stepper, Steppers
from companion.web.ui.panel import Panel
from companion.web.words import names


def spice(scene: Scene, head: Head) -> Panel:
    """Asks where the imperium markers end, and what else is bought."""
    state = scene.state
    inner: list[Block] = [marker_choice(p, row) for p, row in zip(POWERS, state.imperium, strict=True)]
    inner.append(Steppers(tuple(_bought(state))))
    if state.rules.first_printing:
        offers = (("", _("as the rules say")), *((p.value, names.power_name(p)) for p in POWERS))
        inner.append(Select("ban", _("Of those that fell, banned is"), offers))
    inner.append(Go(_("Spend it so"), "check"))
    return head.panel(Form("their-spice", tuple(inner)), css="order")


def marker_choice(power: Power, row: int) -> Select:
    """Where an imperium marker may end, with what it costs (SPICE-2); untouched it stays where it is."""
    ways = []
    if row > SPICE_BOARD.top_row:
        ways.append((row - 1, _("up 1 step, %(price)s spice", price=SPICE_BOARD.raise_cost)))
    if row == SPICE_BOARD.bottom_row:
        ways.append((row, _("stays at the bottom, no spice")))
    else:
        ways.append((row, _("stays, %(price)s spice", price=SPICE_BOARD.keep_cost)))
        ways.append((row + 1, _("down 1 step, no spice")))
    label = _("%(power)s, now on step %(row)s from the top", power=names.power_name(power), row=row)
    return Select(power.value, label, tuple((str(there), text) for there, text in ways), str(row))


def _bought(state: State) -> Iterator[Stepper]:
    """What else the spice may buy: supremacy while stockpiling is open, and what is kept (SPICE-3, SPICE-4)."""
    if state.supremacy <= STOCKPILING_UP_TO:
        label = _("Supremacy bought, %(price)s spice", price=SUPREMACY_PRICE)
        yield Stepper("supremacy", label, 0, 0, 1, "supremacy", "h")
    yield Stepper("reserve", _("Spice reserve"), 0, 0, 1, "spice")
