"""What a device sees that only watches: the step in words, no form, nothing hidden."""

from companion.rules.frames import BattleFrame
from companion.rules.state import HARKONNEN
from companion.web.orders.places import place_rows
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.battle.stages import seen
from companion.web.steps.head import Head
from companion.web.ui.blocks import Go, Note, PlaceRows
from companion.web.ui.panel import Panel
from companion.web.words.guide import guide_text


def watch(scene: Scene, head: Head) -> Panel:
    """Returns the panel of a step for somebody who cannot act: its head, the places of an order, a battle."""
    note = Note(_("You are watching. The players enter what happens."), "people")
    frame = scene.state.frame
    if isinstance(frame, BattleFrame):
        return head.panel(*seen(scene, frame), note)
    rows = place_rows(scene.state, head.changes) if head.actor is HARKONNEN else ()
    return head.panel(*([PlaceRows(rows)] if len(rows) > 1 else []), note)


def bare_position(scene: Scene) -> Panel:
    """Returns the panel of a position without a game around it."""
    guide = guide_text(scene.state)
    go = Go(_("To the first page"), "chevron", href="/")
    return Panel(kicker=guide.kicker, title=guide.heading, detail=guide.sentence, blocks=(go,))
