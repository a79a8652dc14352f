"""What a device sees that only watches: the step in words, no form, nothing hidden."""

from dataclasses import replace

from companion.rules.frames import BattleFrame
from companion.rules.state import HARKONNEN
from companion.web.orders.places import place_rows
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.battle.stages import seen
from companion.web.steps.head import Head
from companion.web.ui.blocks import Go, Note, PlaceRows
from companion.web.ui.panel import Panel


def watch(scene: Scene, head: Head) -> Panel:
    """Returns the panel of a step for somebody who cannot act: its head, the places of an order, a battle."""
    note = Note(_("You are watching. The players enter what happens."), "people")
    frame = scene.state.frame
    if isinstance(frame, BattleFrame):
        return head.panel(*seen(scene, frame), note)
    rows = place_rows(scene.state, head.changes) if head.actor is HARKONNEN else ()
    return head.panel(*([PlaceRows(rows)] if len(rows) > 1 else []), note)


def bare_head() -> Head:
    """Returns what is said of a position without a game around it."""
    detail = _("This is a position of its own. Look at it, or start a game.")
    return Head(_("Position"), _("Nothing is going on"), "BOARD-1", detail)


def bare_position() -> Panel:
    """Returns the panel of a position without a game around it."""
    return replace(bare_head().panel(Go(_("To the first page"), "chevron", href="/")), rule=None)
