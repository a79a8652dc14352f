"""What a device sees that only watches: the step in words, no form, nothing hidden."""

from companion.rules.frames import Frame
from companion.web.table.blocks import Go, Note
from companion.web.table.panel import Panel, lit
from companion.web.table.panels.chances import battle_block
from companion.web.table.panels.common import SIDE
from companion.web.table.say import _
from companion.web.table.scene import Scene
from companion.web.words.guide import guide_text


def watch(scene: Scene, frame: Frame) -> Panel:
    """Returns the next step as the guide words it."""
    guide = guide_text(scene.state)
    note = Note(_("You are watching. The players enter what happens."), "people")
    odds = battle_block(scene)
    return Panel(
        kicker=guide.kicker,
        faction="" if guide.actor is None else SIDE[guide.actor],
        title=guide.heading,
        detail=guide.sentence,
        blocks=(note,) if odds is None else (note, odds),
        focus=lit(list(guide.areas), list(guide.zones)),
    )


def bare_position(scene: Scene) -> Panel:
    """Returns the panel of a position without a game around it."""
    guide = guide_text(scene.state)
    go = Go(_("To the first page"), "chevron", href="/")
    return Panel(kicker=guide.kicker, title=guide.heading, detail=guide.sentence, blocks=(go,))
