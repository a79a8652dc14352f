"""What of the last deed stands on the step of a fight itself, so that no list has to say it before."""

from companion.rules import combat
from companion.rules.events import DiceRolled
from companion.rules.frames import BattleFrame, BattleStage, Cause, HitsFrame
from companion.rules.odds.running import is_bot
from companion.rules.state import HARKONNEN, State
from companion.service.differences import Adjust, Setting
from companion.service.telling import Line, Shown


def stands_on_the_step(after: State, line: Line) -> bool:
    """Tells whether the step that follows shows or says this line: dice that are drawn there with what they come to,
    and the cards that the solo opponent discards for the dice about to be rolled (MAHDI-BATTLE-1)."""
    frame = after.frame
    if isinstance(line, Shown):
        return isinstance(line.event, DiceRolled) and _draws(after, line.event)
    if not isinstance(frame, BattleFrame) or frame.stage not in (BattleStage.CARDS, BattleStage.ROLL):
        return False
    cards = frame.sides[combat.side_of(frame, HARKONNEN)].cards
    if not cards or not is_bot(after, HARKONNEN) or not isinstance(line, Adjust):
        return False
    number = int(line.after or 0) - int(line.before or 0)
    return (line.what, number) in ((Setting.REINFORCEMENTS, -cards), (Setting.BURNT, cards))


def _draws(after: State, dice: DiceRolled) -> bool:
    frame = after.frame
    if isinstance(frame, HitsFrame):
        return frame.cause is dice.cause and frame.area == dice.area and dice.cause is not Cause.BATTLE
    return (
        isinstance(frame, BattleFrame)
        and dice.cause is Cause.BATTLE
        and all(side.roll is not None for side in frame.sides)
    )
