"""The last step of an action: done, and the turn with it where nothing comes in between."""

from collections.abc import Sequence
from dataclasses import replace

from companion.rules import execute
from companion.rules.commands import Command, EndTurn
from companion.rules.frames import TurnFrame
from companion.rules.refusal import Refused
from companion.rules.state import ATREIDES, Mode, State
from companion.web.say import _
from companion.web.scene import Commands, Scene
from companion.web.ui.blocks import Block, Button, Buttons, Go
from companion.web.ui.fields import Fields

END = "end"
"""The field by which a form asks to end the turn as well."""


def ends_turn(state: State, commands: Sequence[Command]) -> bool:
    """Tells whether nothing but the end of the Atreides turn is due after these commands; False when refused."""
    try:
        for command in commands:
            state, _events = execute(state, command, record_anyway=True)
    except Refused:
        return False
    frame = state.frame
    return isinstance(frame, TurnFrame) and frame.faction is ATREIDES and frame.acted


def go_on(scene: Scene, commands: Sequence[Command], go: Go) -> tuple[Block, ...]:
    """Returns the go button of a step of these commands.

    Where they are the last of the turn, the go button ends it as well; a smaller one leaves free actions open.
    """
    if not ends_turn(scene.state, commands):
        return (go,)
    text = _("Done: end my turn") if scene.state.mode is Mode.SOLO else _("Done: end the Atreides turn")
    return (Buttons((Button(go.text, go.glyph),)), replace(go, text=text, glyph="check", name=END, value="1"))


def with_end(scene: Scene, fields: Fields, commands: Sequence[Command]) -> Commands:
    """Returns the commands of a form, with the end of the turn where it asks for that and nothing comes in between."""
    if fields.yes(END) and ends_turn(scene.state, commands):
        return (*commands, EndTurn())
    return commands
