"""Which side decides what a battle waits for (BATTLE-2 to BATTLE-11, R-49)."""

from companion.content.terms import Faction
from companion.rules import combat
from companion.rules.ask.battles import side_to_choose, side_to_discard
from companion.rules.ask.tokens import due, due_sietch
from companion.rules.ask.turns import solo_bot
from companion.rules.combat import ATTACKER
from companion.rules.frames import BattleFrame, BattleStage
from companion.rules.state import ATREIDES, State


def battle_decider(state: State, frame: BattleFrame) -> Faction | None:
    """Returns the side that decides or enters what the battle on top waits for; None for the dice of both (BATTLE-4).

    Of a retreat the defender says whether, his opponent where (R-49); for the solo opponent the player does.
    """
    match frame.stage:
        case BattleStage.REVEAL:
            return ATREIDES if due_sietch(state) is not None else due(state)[0][0]
        case BattleStage.CARDS:
            side = side_to_discard(frame)
        case BattleStage.LEADERS:
            side = side_to_choose(frame)
        case BattleStage.CASUALTIES:
            return frame.attacker if frame.sides[ATTACKER].hits else frame.defender
        case BattleStage.CONTINUE | BattleStage.ADVANCE:
            return ATREIDES if solo_bot(state, frame.attacker) else frame.attacker
        case BattleStage.DESTINATION:
            return frame.defender if solo_bot(state, frame.attacker) else frame.attacker
        case BattleStage.RETREAT:
            return frame.defender
        case _:
            return None
    return None if side is None else combat.faction_of(frame, side)
