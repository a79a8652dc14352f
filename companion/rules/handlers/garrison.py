"""Tokens that hold a settlement which the solo Harkonnen leave (MAHDI-TOKEN-1, MAHDI-TOKEN-2, R-24, R-35)."""

from collections.abc import Iterator

from companion.board import AREA_IDS
from companion.content.terms import Phase
from companion.rules.army import NOBODY, Army
from companion.rules.ask.tokens import BLACK, missing_colours
from companion.rules.commands import RecycleToken
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.events import MoveRecorded, TokensPlaced, TokensRevealed
from companion.rules.frames import GarrisonFrame
from companion.rules.handlers.stacking import open_excess
from companion.rules.handlers.supplies import missing_figures
from companion.rules.handlers.tracks import remove_lone_leaders
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import HARKONNEN, Mode, State


def garrison(draft: Draft, area: int) -> None:
    """Puts 1 black and 1 silver token into a settlement that no Harkonnen unit holds any more, in solo.

    A table may read that they come whenever a part of the legion leaves (``tokens_on_partial_departure``).

    With a colour run out it opens the step that reuses a token from the board (R-35). In an action the tokens count as
    moved (R-19).
    """
    state = draft.state
    left = state.army(HARKONNEN, area) or NOBODY
    if state.mode is not Mode.SOLO or not state.settlements >> area & 1 or (left.units and not _partial(state)):
        return
    if missing_colours(state):
        draft.open(GarrisonFrame(area))
    else:
        _place(draft, area)


def _partial(state: State) -> bool:
    return state.rules.tokens_on_partial_departure


def _place(draft: Draft, area: int) -> None:
    draft.emit(TokensPlaced(HARKONNEN, area, black=1, silver=1))
    if draft.state.phase is Phase.ACTIONS:
        turn = draft.state.turn
        draft.emit(MoveRecorded(area, Army(tokens=2), turn.temporary_target, turn.ornithopter_used))
    open_excess(draft, HARKONNEN, area)


@checks(RecycleToken)
def _check(state: State, command: RecycleToken) -> Iterator[Refusal]:
    if not isinstance(state.frame, GarrisonFrame):
        yield not_now(state, "MAHDI-TOKEN-2")
        return
    if command.colour not in missing_colours(state):
        yield refuse("colour_not_needed", "R-35", colour=command.colour)
    army = state.army(HARKONNEN, command.area) or NOBODY
    if not army.tokens:
        yield refuse("no_token_there", "MAHDI-TOKEN-2", area=AREA_IDS[command.area])
    yield from missing_figures(state, HARKONNEN, command.figures)


@decides(RecycleToken)
def _recycle(draft: Draft, command: RecycleToken) -> None:
    black = int(command.colour == BLACK)
    draft.emit(TokensRevealed(HARKONNEN, command.area, 1, command.figures, black, 1 - black))
    remove_lone_leaders(draft, HARKONNEN, command.area)
    open_excess(draft, HARKONNEN, command.area)


@settles(GarrisonFrame)
def _garrison_complete(draft: Draft) -> bool:
    frame = draft.state.frame
    if not isinstance(frame, GarrisonFrame) or missing_colours(draft.state):
        return False
    draft.close()
    if _partial(draft.state) or not (draft.state.army(HARKONNEN, frame.area) or NOBODY).units:
        _place(draft, frame.area)
    return True
