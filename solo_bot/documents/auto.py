"""Plays a whole die by taking the first option each time (``arrakis decide --auto``)."""

from typing import Any

from companion.content.terms import Result
from companion.frozen import replace
from companion.rules.positions.writing import write_position
from companion.rules.state import State
from solo_bot.documents.decisions import decision_document
from solo_bot.procedure.commands import apply_option
from solo_bot.procedure.decide import decide, decide_special_step
from solo_bot.procedure.decision import Decision, SpecialOption


def decide_all(state: State, result: Result) -> dict[str, Any]:
    """Returns ``{"decisions", "position"}``: every step of the die with its first option applied.

    Stops at an attack or at cards, which need dice or draws, and at a question. What a first step leaves to be turned
    (a wormsign, a token) stays so.
    """
    decisions: list[Decision] = []
    leader: str | None = None
    while True:
        decision = decide(state, result) if leader is None else decide_special_step(state, result, leader)
        decisions.append(decision)
        if not decision.options:
            break
        option = decision.options[0]
        state, applied = apply_option(state, result, option)
        leader = option.leader if isinstance(option, SpecialOption) else None
        if not applied or not decision.steps_left:
            break
        state = replace(state, frames=state.frames[:1], turn=replace(state.turn, step=2))
    position = write_position(replace(state, frames=()))
    return {"decisions": [decision_document(decision) for decision in decisions], "position": position}
