"""The steps of a Harkonnen planning card as a line that a ``CardFrame`` walks along (MAHDI-CARD-2)."""

from functools import cache

from companion.content import CARDS
from companion.content.steps import Condition, LeaderTest, Step
from companion.rules.frames import CardFrame
from companion.rules.state import Standing, State

Line = tuple[Step | None, ...]


@cache
def line(card: str) -> Line:
    """Returns all steps of a card in order, both branches of a condition one after the other; None ends a branch.

    >>> [type(step).__name__ for step in line("beloved_feyd_rautha")]
    ['EnterLeader', 'Play', 'NoneType', 'Place', 'NoneType']
    """
    steps = CARDS[card].steps
    last = steps[-1]
    if isinstance(last, Condition):
        return (*steps[:-1], *last.then, None, *last.otherwise, None)
    return (*steps, None)


def first_step(state: State, card: str) -> int:
    """Returns the index in ``line`` at which the card starts: a condition is tested when the card is turned up."""
    steps = CARDS[card].steps
    condition = steps[0]
    if not isinstance(condition, Condition) or holds(state, condition):
        return 0
    return len(condition.then) + 1


def holds(state: State, condition: Condition) -> bool:
    """True when the condition about a leader is met now."""
    standing = state.leader(condition.leader).standing
    if condition.test is LeaderTest.NOT_IN_PLAY:
        return standing is Standing.OUT
    return standing is not Standing.REMOVED


def current_step(frame: CardFrame) -> Step | None:
    """Returns the step that the card in progress has come to; None after the last one."""
    steps = line(frame.card)
    return steps[frame.step] if frame.step < len(steps) else None


def remaining_steps(frame: CardFrame) -> tuple[Step, ...]:
    """Returns the steps of the card in progress from the current one to the end of its branch."""
    found: list[Step] = []
    for step in line(frame.card)[frame.step :]:
        if step is None:
            break
        found.append(step)
    return tuple(found)
