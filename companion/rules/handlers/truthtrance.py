"""*Truthtrance*: Atreides choose the die of the next Harkonnen turn; in solo its result (MAHDI-TRUTH-1)."""

from collections.abc import Iterator

from companion.content import DICE
from companion.rules.ask.truthtrance import choice_is_open, results_to_choose
from companion.rules.atreides_cards.course import go_on
from companion.rules.commands import ChooseHarkonnenResult
from companion.rules.engine import Draft, checks, decides
from companion.rules.events import HarkonnenResultChosen
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import State


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
