"""The end of a Harkonnen card between people: whoever has carried out its last step need not say so."""

from collections.abc import Sequence

from companion.rules import execute
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.commands import CardFinished, Command, PlayHarkonnenCard
from companion.rules.frames import CardFrame
from companion.rules.refusal import Refused
from companion.rules.state import Mode, State


def with_card_end(state: State, commands: Sequence[Command]) -> Sequence[Command]:
    """Returns commands with the end of the card in progress where they leave none of its steps."""
    playing = any(isinstance(frame, CardFrame) for frame in state.frames)
    played = any(isinstance(command, PlayHarkonnenCard) for command in commands)
    if state.mode is Mode.SOLO or not (playing or played):
        return commands
    try:
        for command in commands:
            state, _events = execute(state, command, record_anyway=True)
    except Refused:
        return commands
    found = list(commands)
    while isinstance(state.frame, CardFrame) and current_step(state.frame) is None:
        state, _events = execute(state, CardFinished())
        found.append(CardFinished())
    return found
