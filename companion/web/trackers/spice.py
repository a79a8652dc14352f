"""The Spice Must Flow: where the imperium markers are, what this round costs and gives, the reserve and the bans."""

from companion.content import SPICE_BOARD, TRACKS
from companion.content.terms import Power
from companion.rules.state import POWERS, State
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.trackers.page import counter, counters, part
from companion.web.trackers.phases import vehicle_words
from companion.web.ui.blocks import Block, Lines
from companion.web.words import names


@part("spice")
def spice(scene: Scene) -> list[Block]:
    """Returns markers, reserve and bans as counters, and the arithmetic of the phase in lines."""
    state = scene.state
    rows = [counter(scene, power.value, _about_row(state, at)) for at, power in enumerate(POWERS)]
    bans = [counter(scene, f"ban-{power.value}", _ban(power)) for power in POWERS]
    return [
        counters(scene, rows, _("Imperium: row of each marker, 1 is the top")),
        counters(scene, [counter(scene, "spice_reserve")]),
        Lines((_("This round gives: %(vehicles)s.", vehicles=vehicle_words(state)), *_costs(state))),
        counters(scene, bans, _("Banned powers")),
    ]


def _about_row(state: State, at: int) -> str:
    row = state.imperium[at]
    if row == max(state.imperium):
        return _("the lowest: its row counts for the vehicles")
    return ""


def _costs(state: State) -> tuple[str, ...]:
    """SPICE-2 for the markers as they are: what keeps all of them, and what raises those that can rise."""
    keep, rise = SPICE_BOARD.keep_cost, SPICE_BOARD.raise_cost
    kept = sum(1 for row in state.imperium if row < SPICE_BOARD.bottom_row)
    low = [row for row in state.imperium if row > SPICE_BOARD.top_row]
    found = [
        _(
            "For each marker: %(keep)s spice keep it, %(rise)s raise it by a row; unpaid, it drops by one.",
            keep=keep,
            rise=rise,
        ),
        _("Keeping all of them costs %(spice)s spice.", spice=keep * kept),
    ]
    if low:
        every = keep * kept + sum(rise - keep if row < SPICE_BOARD.bottom_row else rise for row in low)
        found.append(_("Raising every marker that can rise and keeping the rest costs %(spice)s.", spice=every))
    return tuple(found)


def _ban(power: Power) -> str:
    return next((names.translated(ban.text) for ban in TRACKS.bans if ban.power is power), "")
