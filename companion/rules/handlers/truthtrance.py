"""*Truthtrance*: Atreides choose the die of the next Harkonnen turn; in solo its result (MAHDI-TRUTH-1)."""

from collections.abc import Iterator

from companion.content import DICE
from companion.content.steps import ChooseResult
from companion.content.terms import Result
from companion.rules.commands import ChooseHarkonnenResult
from companion.rules.engine import Draft, checks, decides
from companion.rules.events import HarkonnenResultChosen
from companion.rules.frames import ActionFrame, AtreidesCardFrame
from companion.rules.handlers.atreides_cards import go_on
from companion.rules.handlers.atreides_steps import step_of
from companion.rules.handlers.common import CARD, is_open_ended, not_now, refuse
from companion.rules.refusal import Refusal
from companion.rules.state import Mode, State


def choice_is_open(state: State) -> bool:
    """True while Atreides carry out *Truthtrance*, or a planning card that nobody named."""
    match state.frame:
        case AtreidesCardFrame() as card:
            return isinstance(step_of(card), ChooseResult)
        case ActionFrame(action=action) as frame:
            return action == CARD and is_open_ended(frame)
        case _:
            return False


def results_to_choose(state: State) -> tuple[Result, ...]:
    """Returns the results that Truthtrance may choose: those not shown by as many spent dice as the limit says.

    Against people: those that an unused Harkonnen die shows.
    """
    if state.mode is not Mode.SOLO:
        return tuple(result for result in Result if result in (state.harkonnen_results or ()))
    return tuple(result for result in Result if state.harkonnen_spent.count(result) < DICE.truthtrance_limit[result])


@checks(ChooseHarkonnenResult)
def _check(state: State, command: ChooseHarkonnenResult) -> Iterator[Refusal]:
    if not choice_is_open(state):
        yield not_now(state, "MAHDI-TRUTH-1")
    elif command.result not in results_to_choose(state):
        limit = DICE.truthtrance_limit[command.result]
        yield refuse("result_shown_too_often", "MAHDI-TRUTH-1", result=command.result.value, limit=limit)


@decides(ChooseHarkonnenResult)
def _choose(draft: Draft, command: ChooseHarkonnenResult) -> None:
    draft.emit(HarkonnenResultChosen(command.result))
    go_on(draft)
