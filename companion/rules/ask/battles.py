"""What a battle waits for: tokens, cards, leaders, hits, the price of going on (BATTLE-2 to BATTLE-8)."""

from companion.content.terms import Faction, Power
from companion.rules import combat
from companion.rules.army import Army
from companion.rules.ask.turns import solo_bot
from companion.rules.combat import ATTACKER, DEFENDER, Dice
from companion.rules.frames import BattleFrame, BattleStage, Cause, HitsFrame, Roll
from companion.rules.state import State


def cards_in_hand(state: State, faction: Faction) -> int:
    """Returns how many cards ``faction`` can discard for dice: none for Harkonnen under the Landsraad ban (BAN-2)."""
    if faction is Faction.ATREIDES:
        return state.cards.hand
    return 0 if Power.LANDSRAAD in state.bans else state.reinforcements


def side_to_discard(frame: BattleFrame) -> int | None:
    """Returns the side that discards cards for dice next, the attacker first (BATTLE-3); None when both have."""
    return next((side for side in (ATTACKER, DEFENDER) if frame.sides[side].cards is None), None)


def side_to_choose(frame: BattleFrame) -> int | None:
    """Returns the side that chooses its leaders next, the attacker first (BATTLE-5); None when all have chosen."""
    return next((side for side in (ATTACKER, DEFENDER) if frame.sides[side].leaders is None), None)


def specials_left(frame: BattleFrame, side: int) -> int:
    """Returns the special results of a side in this round."""
    return combat.specials_of(frame.sides[side].roll or Roll())


def battle_at(state: State, *stages: BattleStage) -> BattleFrame | None:
    """Returns the battle that has to go on now, when it stands at one of ``stages``."""
    frame = state.frame
    return frame if isinstance(frame, BattleFrame) and frame.stage in stages else None


def continuing_costs_a_hit(state: State, frame: BattleFrame) -> bool:
    """True when going on costs the attacker a hit: against a settlement, unless a rule spares him (BATTLE-8)."""
    spared = frame.free_continue or solo_bot(state, frame.attacker)
    return not spared and bool(state.strongholds_mask(frame.defender) >> frame.area & 1)


def player_decides_advance(state: State, frame: BattleFrame) -> bool:
    """True when the player of a solo game says whether the Harkonnen advance: where the table reads R-18 so.

    No text tells what they do after a won attack on a legion; a sietch is always moved into and destroyed.
    """
    sietch = bool(state.strongholds_mask(frame.defender) >> frame.area & 1)
    decides = state.rules.advance_player_decides and not state.rules.first_printing
    return solo_bot(state, frame.attacker) and decides and not sietch


def open_hits(state: State) -> tuple[Faction, int, int, Cause] | None:
    """Returns whose hits are to be taken now: faction, area, hits, cause; in battle the attacker's first (BATTLE-7)."""
    frame = state.frame
    if isinstance(frame, HitsFrame):
        return frame.faction, frame.area, frame.hits, frame.cause
    battle = battle_at(state, BattleStage.CASUALTIES)
    if battle is None:
        return None
    for side in (ATTACKER, DEFENDER):
        hits = battle.sides[side].hits
        if hits and combat.legion_of(state, battle, side).units:
            return combat.faction_of(battle, side), combat.place_of(battle, side), hits, Cause.BATTLE
    return None


def combat_dice(armies: tuple[Army, Army], cards: tuple[int, int], rank: int, *, surprise: bool) -> tuple[Dice, Dice]:
    """Returns how many dice (attacker, defender) roll and why (BATTLE-4)."""
    return (
        Dice(armies[ATTACKER].units, cards[ATTACKER], 0, int(surprise)),
        Dice(armies[DEFENDER].units, cards[DEFENDER], rank, 0),
    )
