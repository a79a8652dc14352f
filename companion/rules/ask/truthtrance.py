"""When Truthtrance asks, and which results it may fix (MAHDI-TRUTH-1)."""

from companion.content import DICE
from companion.content.steps import ChooseResult
from companion.content.terms import Result
from companion.rules.actions import OtherAction
from companion.rules.ask.atreides_steps import step_of
from companion.rules.ask.turns import is_open_ended
from companion.rules.frames import ActionFrame, AtreidesCardFrame
from companion.rules.state import Mode, State


def choice_is_open(state: State) -> bool:
    """True while Atreides carry out *Truthtrance*, or a planning card that nobody named."""
    match state.frame:
        case AtreidesCardFrame() as card:
            return isinstance(step_of(card), ChooseResult)
        case ActionFrame(action=action) as frame:
            return action is OtherAction.CARD and is_open_ended(frame)
        case _:
            return False


def results_to_choose(state: State) -> tuple[Result, ...]:
    """Returns the results that Truthtrance may choose: those not shown by as many spent dice as the limit says.

    Against people: those that an unused Harkonnen die shows.
    """
    if state.mode is not Mode.SOLO:
        return tuple(result for result in Result if result in (state.harkonnen_results or ()))
    return tuple(result for result in Result if state.harkonnen_spent.count(result) < DICE.truthtrance_limit[result])
