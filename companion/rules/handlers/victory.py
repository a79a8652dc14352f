"""The Atreides victory: the secret objective, and the moments at which it counts (SETUP-6, ROUND-2, WIN-2).

Solo and between people alike the app declares it where it knows an objective that is met. Between people Atreides look
at their objective in a step of their own, which is there whether or not the app knows it: neither what the other side
reads nor how many events there are tells anything. Where the app does not know it, they declare it by its numbers.
"""

from collections.abc import Iterator

from companion.board import ARRAKEEN
from companion.content.steps import SecondObjective
from companion.content.terms import Phase
from companion.rules.ask.atreides_steps import step_of
from companion.rules.ask.tracks import meets, objective_met, victory_is_checked
from companion.rules.atreides_cards.course import go_on
from companion.rules.commands import DeclareVictory, EnterObjective, FinishCheck
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.events import BoardCorrected, GameWon, ObjectiveEntered
from companion.rules.frames import AtreidesCardFrame, GameOverFrame, SetupFrame, VictoryCheckFrame
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import ATREIDES, MARKERS, Mode, State

MOST_OBJECTIVES = 2
"""The drawn one, and another by *Tested with the Gom Jabbar* (WIN-2)."""


@checks(EnterObjective)
def _check_objective(state: State, command: EnterObjective) -> Iterator[Refusal]:
    known = len(state.hidden.objectives)
    if isinstance(state.frame, GameOverFrame):
        yield not_now(state, "SETUP-6")
    if min(command.steps) < 1:
        yield refuse("objective_out_of_range", "SETUP-6", steps=command.steps)
    if command.replaces is not None:
        if not 0 <= command.replaces < known:
            yield refuse("no_such_objective", "SETUP-6", number=command.replaces + 1)
    elif known >= MOST_OBJECTIVES:
        yield refuse("too_many_objectives", "WIN-2", limit=MOST_OBJECTIVES)
    elif known and state.phase is not Phase.ACTIONS:
        # A second objective comes by a card, and cards are played in action resolution.
        yield refuse("second_objective", "WIN-2", Severity.UNUSUAL, steps=command.steps)


@decides(EnterObjective)
def _enter_objective(draft: Draft, command: EnterObjective) -> None:
    frame = draft.state.frame
    another = command.replaces is None
    if another and isinstance(frame, AtreidesCardFrame) and isinstance(step_of(frame), SecondObjective):
        go_on(draft)
    draft.emit(ObjectiveEntered(command.steps, command.replaces))


@checks(DeclareVictory)
def _check_victory(state: State, command: DeclareVictory) -> Iterator[Refusal]:
    if not state.leaders or state.winner is not None or isinstance(state.frame, SetupFrame):
        yield not_now(state, "WIN-2")
    elif min(command.steps) < 1:
        yield refuse("objective_out_of_range", "SETUP-6", steps=command.steps)
    elif not meets(state, command.steps):
        pairs = zip(MARKERS, command.steps, state.prescience, strict=True)
        marker, needed, step = next((m, needed, step) for m, needed, step in pairs if needed > step)
        yield refuse("objective_not_met", "WIN-2", marker=marker.value, step=step, needed=needed)
    elif not victory_is_checked(state):
        yield refuse("victory_moment_passed", "WIN-2", Severity.UNUSUAL, steps=command.steps)


@decides(DeclareVictory)
def _declare(draft: Draft, command: DeclareVictory) -> None:
    known = draft.state.hidden.objectives
    if command.steps not in known:
        draft.emit(ObjectiveEntered(command.steps, None if len(known) < MOST_OBJECTIVES else len(known) - 1))
    draft.emit(GameWon(ATREIDES, "WIN-2"))


@checks(FinishCheck)
def _check_finish(state: State, command: FinishCheck) -> Iterator[Refusal]:
    if not isinstance(state.frame, VictoryCheckFrame):
        yield not_now(state, "WIN-2")


@decides(FinishCheck)
def _finish(draft: Draft, command: FinishCheck) -> None:
    win_if_met(draft)
    if draft.state.winner is None:
        draft.close()


def win_if_met(draft: Draft) -> None:
    """Ends the game where the app knows an objective that is met; call it at a moment of WIN-2 only."""
    if objective_met(draft.state):
        draft.emit(GameWon(ATREIDES, "WIN-2"))


@settles()
def _arrakeen_fell(draft: Draft) -> bool:
    """WIN-2: between people Atreides look at their objective before all else; in solo it has been decided already."""
    state = draft.state
    fell = draft.start.settlements & ~state.settlements & (1 << ARRAKEEN)
    if not fell or isinstance(draft.events[0], BoardCorrected):
        return False
    if state.mode is Mode.SOLO or state.rules.first_printing:
        return False
    if any(isinstance(frame, VictoryCheckFrame) for frame in state.frames):
        return False
    draft.open(VictoryCheckFrame())
    return True
