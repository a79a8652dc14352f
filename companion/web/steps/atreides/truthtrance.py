"""Truthtrance: the player taps the face that the next Harkonnen die will show."""

from companion.content.terms import Result
from companion.rules.ask.truthtrance import choice_is_open, results_to_choose
from companion.rules.commands import ChooseHarkonnenResult
from companion.rules.state import State
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.ui.blocks import Block, Form, Key, Keys, Note
from companion.web.ui.fields import Fields
from companion.web.words import names


def choice_of_result(state: State) -> tuple[Block, ...]:
    """Returns the faces to choose from; nothing while no card lets the player choose (MAHDI-TRUTH-1)."""
    if not choice_is_open(state):
        return ()
    open_results = results_to_choose(state)
    keys = tuple(
        Key(
            names.result_name(result),
            result.value,
            value=result.value,
            state=_key_state(state, result, result in open_results),
            many=f"×{state.harkonnen_spent.count(result)}" if result in state.harkonnen_spent else "",
            say=names.result_name(result),
        )
        for result in Result
    )
    form = Form("choose-result", (Keys(_("The next Harkonnen die"), keys, "result", ask=state.chosen_result is None),))
    if len(open_results) == len(Result):
        return (form,)
    gone = names.join(names.result_name(result) for result in Result if result not in open_results)
    return (form, Note(_("Not possible, since enough spent dice show it: %(results)s.", results=gone), "dice"))


def _key_state(state: State, result: Result, open_: bool) -> str:
    if not open_:
        return "gone"
    return "in" if state.chosen_result is result else ""


@deed("choose-result")
def _choose(scene: Scene, fields: Fields) -> Commands:
    return (ChooseHarkonnenResult(fields.member("result", Result)),)
