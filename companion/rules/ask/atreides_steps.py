"""The steps of an Atreides card, or of a known special action of a leader, as an ``AtreidesCardFrame`` walks them."""

from companion.content import CARDS, LEADERS, SpecialCode
from companion.content.steps import (
    BoardCondition,
    BoardTest,
    Condition,
    LegionFilter,
    LegionKind,
    Move,
    Pieces,
    Place,
    Site,
    SiteKind,
    Step,
)
from companion.frozen import replace
from companion.rules.actions import OtherAction
from companion.rules.ask.harkonnen_steps import holds
from companion.rules.frames import ActionFrame, AtreidesCardFrame
from companion.rules.state import ATREIDES, WILD_MAKER, Standing, State

Steps = tuple[Step, ...]


def printed_steps(card: str) -> Steps:
    """Returns the steps of a planning card, or of the special action of a leader; empty where it is not known.

    >>> [type(step).__name__ for step in printed_steps("paul_atreides")], printed_steps("stilgar")
    (['Place', 'Move'], ())
    """
    if card in CARDS:
        return CARDS[card].steps if CARDS[card].deck.faction is ATREIDES else ()
    special = LEADERS[card].special if card in LEADERS and LEADERS[card].faction is ATREIDES else None
    if special is None or special.code is not SpecialCode.JOIN_THEN_MOVE:
        return ()
    joins = Place(Pieces(named=card), Site(SiteKind.ANY_LEGION))
    return joins, Move(special.count, LegionFilter(LegionKind.WITH_LEADER))


def branches(state: State, card: str) -> tuple[bool, ...]:
    """Returns how the conditions of a card turn out when it is played now, the outer one first."""
    found = []
    steps = printed_steps(card)
    while steps and isinstance(steps[0], Condition | BoardCondition):
        met = _met(state, steps[0])
        found.append(met)
        steps = steps[0].then if met else steps[0].otherwise
    return tuple(found)


def _met(state: State, condition: Condition | BoardCondition) -> bool:
    if isinstance(condition, Condition):
        in_play = condition.leader == WILD_MAKER and state.wild_maker_in_play
        return holds(state, condition) and not in_play
    if condition.test is BoardTest.ATOMICS_USED:
        return state.atomics is not None
    return max(state.prescience) >= condition.value


def steps_of(frame: AtreidesCardFrame) -> Steps:
    """Returns the steps that the card has, as its conditions turned out."""
    steps = printed_steps(frame.card)
    for met in frame.branch:
        condition = steps[0]
        if isinstance(condition, Condition | BoardCondition):
            steps = condition.then if met else condition.otherwise
    return steps


def step_of(frame: AtreidesCardFrame) -> Step | None:
    """Returns the step that the card has come to, None after the last one."""
    steps = steps_of(frame)
    return steps[frame.step] if frame.step < len(steps) else None


def next_step_of(frame: AtreidesCardFrame, area: int | None = None) -> AtreidesCardFrame:
    """Returns the card at its next step; ``area``: what the step chose, None leaves what an earlier one chose."""
    area = frame.area if area is None else area
    return replace(frame, step=frame.step + 1, part=0, area=area, sector=None, left=None)


def card_below(state: State) -> AtreidesCardFrame | None:
    """Returns the Atreides card in progress: on top, or right under the action that one of its steps opened."""
    frame = state.frame
    if isinstance(frame, ActionFrame) and len(state.frames) > 1:
        frame = state.frames[-2]
    return frame if isinstance(frame, AtreidesCardFrame) else None


def counted_step(state: State) -> Step | None:
    """Returns the step whose moves, attack or replacements the action on top counts, else None."""
    frame = state.frame
    card = card_below(state)
    counted = isinstance(frame, ActionFrame) and frame.action is OtherAction.CARD_STEP
    return step_of(card) if card is not None and counted else None


def present_form(state: State, leader: str) -> str:
    """Returns the form in which ``leader`` is in play: cards that name Paul or Jessica mean either (PRES-5)."""
    for name, record in LEADERS.items():
        if record.replaces == leader and state.leader(name).standing is not Standing.OUT:
            return name
    return leader


def area_of_own_leader(state: State, leader: str) -> int | None:
    """Returns the area of an Atreides leader in the form that is in play, None when it is not on the board."""
    name = present_form(state, leader)
    return next((area for area, army in state.legions(ATREIDES) if name in army.named), None)


def fits(state: State, legion: LegionFilter, area: int, *, chosen: int | None = None) -> bool:
    """True when the Atreides legion in ``area`` is one that a step is about; ``chosen``: that of the step before."""
    army = state.army(ATREIDES, area)
    if army is None:
        return False
    match legion.kind:
        case LegionKind.WITH_SPECIAL:
            return army.special > 0
        case LegionKind.WITH_LEADER:
            return army.leaders > 0
        case LegionKind.ON_DESERT:
            return bool(state.desert_mask >> area & 1)
        case LegionKind.LEADER_ON_DESERT:
            return army.leaders > 0 and bool(state.desert_mask >> area & 1)
        case LegionKind.OF_LEADER:
            return area == area_of_own_leader(state, legion.leader or "")
        case LegionKind.SAME:
            return chosen is None or area == chosen
        case _:
            return True
