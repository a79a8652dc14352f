"""The table is right: a position corrected by hand."""

from collections.abc import Iterator

from companion.frozen import replace
from companion.rules.commands import CorrectBoard
from companion.rules.engine import Draft, checks, decides
from companion.rules.events import BoardCorrected
from companion.rules.refusal import Refusal
from companion.rules.state import State


@checks(CorrectBoard)
def _check(state: State, command: CorrectBoard) -> Iterator[Refusal]:
    """Nothing speaks against a correction; what is odd in the new position is the matter of ``audit``."""
    return iter(())


@decides(CorrectBoard)
def _correct(draft: Draft, command: CorrectBoard) -> None:
    draft.emit(BoardCorrected(replace(command.state, frames=draft.state.frames)))
