"""The battle of a running game, as the solver takes it."""

from dataclasses import replace

from companion.content.terms import Faction, Power
from companion.frozen import record
from companion.rules import combat
from companion.rules.army import Army
from companion.rules.combat import ATTACKER, DEFENDER
from companion.rules.frames import BattleFrame, BattleStage, Cause, HitsFrame, Roll
from companion.rules.odds.battle import AttackerPolicy, Battle, DefenderPolicy, Opening, Side
from companion.rules.odds.casualties import CasualtyPolicy, suffer
from companion.rules.odds.dice import MAX_DICE
from companion.rules.odds.legion import Legion, legion_of
from companion.rules.state import Mode, State, supply

NOTHING_TO_ROLL = (BattleStage.REVEAL, BattleStage.DESTINATION, BattleStage.ADVANCE)
"""The stages at which dice are not yet known, or no longer decide."""


@record
class Moment:
    """A battle of a running game right now: `hits` (on the attacker, on the defender) are still to be taken.

    `battle` has the legions before those hits and is taken up after them.
    """

    battle: Battle
    frame: BattleFrame
    hits: tuple[int, int]


def battle_of(state: State) -> Battle | None:
    """Return the battle that is on top of a game, from now on; None without one, or while something lies facedown.

    Both sides fight as usual: the solo Harkonnen by MAHDI-BATTLE, everybody else to the end, without further cards
    of the hand and with casualties that keep most power. Hits that are still to be taken are taken so.
    """
    moment = moment_of(state)
    return None if moment is None else settled(moment)


def moment_of(state: State) -> Moment | None:
    """Return the battle on top of a game and the hits still to take; None as for `battle_of`."""
    found = _battle_frame(state)
    if found is None:
        return None
    frame, paying = found
    rank = combat.stronghold_rank(state, frame.defender, frame.area)
    armies = [combat.legion_of(state, frame, side) for side in (ATTACKER, DEFENDER)]
    if frame.stage in NOTHING_TO_ROLL or rank is None or any(army.tokens for army in armies):
        return None
    sides = (
        side_of(state, frame.attacker, armies[ATTACKER]),
        side_of(state, frame.defender, armies[DEFENDER], rank),
    )
    attacker, defender = (_in_frame(side, frame, index) for index, side in enumerate(sides))
    battle = Battle(
        attacker=attacker,
        defender=defender,
        surprise=frame.surprise and frame.round == 1,
        attacker_policy=attacker_policy(state, frame.attacker),
        defender_policy=DefenderPolicy.NEVER_RETREAT,
        rounds=None,
        spared=frame.free_continue,
    )
    if frame.stage in (BattleStage.CARDS, BattleStage.ROLL):
        return Moment(battle, frame, (0, 0))
    # The dice of this round are rolled: its cards and its surprise are used up.
    opening = Opening.RETREAT if frame.stage is BattleStage.RETREAT else Opening.CONTINUE
    used = replace(
        battle,
        surprise=False,
        opening=opening,
        attacker=replace(battle.attacker, cards=0, first_limit=MAX_DICE),
        defender=replace(battle.defender, cards=0, first_limit=MAX_DICE),
    )
    return Moment(used, frame, (1, 0) if paying else _hits(frame, battle))


def _in_frame(side: Side, frame: BattleFrame, index: int) -> Side:
    """Return a side with its cards and what cards do to its dice."""
    limit = frame.sides[index].dice_limit if frame.round == 1 else None
    return replace(
        side,
        cards=frame.sides[index].cards or 0,
        extra=frame.sides[index].extra_dice,
        first_limit=MAX_DICE if limit is None else limit,
    )


def settled(moment: Moment) -> Battle:
    """Return the battle after the hits that are still to be taken, both sides taking them by their policies."""
    battle = moment.battle
    sides = [
        replace(side, legion=suffer(side.casualties, side.legion, hits, side.regulars)) if hits else side
        for side, hits in zip((battle.attacker, battle.defender), moment.hits, strict=True)
    ]
    return replace(battle, attacker=sides[ATTACKER], defender=sides[DEFENDER])


def side_of(state: State, faction: Faction, army: Army, rank: int = 0) -> Side:
    """Return a side of a battle with all its tokens revealed; the solo Harkonnen bring their reinforcements."""
    bot = is_bot(state, faction)
    legion = legion_of_army(army)
    banned = Power.LANDSRAAD in state.bans
    return Side(
        faction=faction,
        legion=legion,
        casualties=CasualtyPolicy.MAHDI if bot else CasualtyPolicy.KEEP_POWER,
        reinforcements=state.reinforcements if bot and not banned else 0,
        rank=rank,
        regulars=legion.regular + supply(state, faction).regular,
    )


def attacker_policy(state: State, faction: Faction) -> AttackerPolicy:
    """Return how an attacker usually fights: the solo Harkonnen by MAHDI-BATTLE-3, everybody else to the end."""
    return AttackerPolicy.MAHDI if is_bot(state, faction) else AttackerPolicy.TO_THE_END


def is_bot(state: State, faction: Faction) -> bool:
    """Return whether the rules of the solo opponent decide for a faction."""
    return state.mode is Mode.SOLO and faction is Faction.HARKONNEN


def legion_of_army(army: Army) -> Legion:
    """Return the figures of an army without its tokens."""
    return legion_of(army.regular, army.elite, army.special, army.generic, army.named, army.escorts)


def _battle_frame(state: State) -> tuple[BattleFrame, bool] | None:
    """Return the battle on top of the stack, and whether its attacker is taking the hit for going on (BATTLE-8)."""
    frame = state.frame
    if isinstance(frame, BattleFrame):
        return frame, False
    below = state.frames[-2] if len(state.frames) > 1 else None
    if isinstance(frame, HitsFrame) and frame.cause is Cause.BATTLE and isinstance(below, BattleFrame):
        return below, True
    return None


def _hits(frame: BattleFrame, battle: Battle) -> tuple[int, int]:
    if frame.stage is BattleStage.CASUALTIES:
        attacker, defender = frame.sides
        return attacker.hits or 0, defender.hits or 0
    if frame.stage is not BattleStage.LEADERS:
        return 0, 0
    strikes = []
    for index, side in enumerate((battle.attacker, battle.defender)):
        roll, used = frame.sides[index].roll or Roll(), frame.sides[index].leaders
        if used is None:
            army = Army(generic=side.legion.generic, named=side.legion.named, escorts=side.legion.escorts)
            used = combat.best_leaders(side.faction, army, combat.specials_of(roll))
        strikes.append(combat.strike(roll, used))
    elites = battle.attacker.legion.special, battle.defender.legion.special
    return combat.net_hits((strikes[0], strikes[1]), elites)
