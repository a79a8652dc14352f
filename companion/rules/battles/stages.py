"""What all battle handlers share: which battle is on top, and the two ways a battle ends."""

from collections.abc import Iterator

from companion.content.terms import Faction
from companion.frozen import replace
from companion.rules.ask.battles import battle_at
from companion.rules.combat import ATTACKER
from companion.rules.engine import Draft
from companion.rules.events import BattleEnded
from companion.rules.frames import BattleFrame, BattleStage, Side
from companion.rules.refusal import Refusal, not_now
from companion.rules.state import State


def battle_on_top(state: State) -> BattleFrame:
    """Returns the battle that has to go on now. Raises TypeError without one: `check` refuses its commands then."""
    frame = state.frame
    if not isinstance(frame, BattleFrame):
        raise TypeError(f"{frame!r} is no battle")
    return frame


def only_at(state: State, stage: BattleStage, rule: str) -> Iterator[Refusal]:
    """Yields the reason against a battle command at any other moment than ``stage``."""
    if battle_at(state, stage) is None:
        yield not_now(state, rule)


def with_side(frame: BattleFrame, index: int, side: Side) -> BattleFrame:
    """Returns the battle with one of its sides exchanged."""
    attacker, defender = frame.sides
    return replace(frame, sides=(side, defender) if index == ATTACKER else (attacker, side))


def begin_round(draft: Draft, frame: BattleFrame, number: int) -> None:
    """Starts battle round ``number`` with nothing discarded, rolled or chosen."""
    attacker, defender = frame.sides
    sides = attacker.fresh(), defender.fresh()
    draft.change(replace(frame, sides=sides, stage=BattleStage.CARDS, round=number))


def attacker_wins(draft: Draft, frame: BattleFrame, how: str) -> BattleFrame:
    """Ends the fight in the attacker's favour (BATTLE-10) and returns the frame that asks for BATTLE-11."""
    draft.emit(BattleEnded(frame.area, frame.attacker, how))
    following = replace(frame, stage=BattleStage.ADVANCE)
    draft.change(following)
    return following


def battle_over(draft: Draft, frame: BattleFrame, winner: Faction | None, how: str) -> None:
    """Ends a battle that the attacker did not win (BATTLE-10) and leaves it."""
    draft.emit(BattleEnded(frame.area, winner, how))
    draft.close()
