"""The arithmetic of battles, storms and worm attacks: dice with their reasons, leaders, net hits, retreats.

Everything here reads; nothing changes a game. Pairs are (attacker, defender), as in ``BattleFrame``.
"""

from companion.board import SETTLEMENT_RANK, mask_of
from companion.content import GENERIC_LEADER
from companion.content.terms import Faction
from companion.frozen import record
from companion.rules.army import NOBODY, Army
from companion.rules.casualties import default_removal, leader_value, usefulness
from companion.rules.frames import BattleFrame, Roll
from companion.rules.state import Mode, State, supply

MAX_DICE = 6
ATTACKER, DEFENDER = 0, 1
STORM_DICE = 2
WORM_DICE = 4
WILD_MAKER_DICE = 6


@record
class Dice:
    """Why a side rolls so many dice (BATTLE-4): the parts, and the special results that a surprise adds.

    ``extra``: dice that a card adds; ``most``: the limit, which a card may lower.
    """

    units: int
    cards: int
    rank: int
    bonus: int
    extra: int = 0
    most: int = MAX_DICE

    @property
    def total(self) -> int:
        """Dice to roll, 6 at most; the bonus is a result and no die."""
        return min(self.most, self.units + self.cards + self.rank + self.extra)


def faction_of(frame: BattleFrame, side: int) -> Faction:
    """Returns the faction of a side."""
    return frame.attacker if side == ATTACKER else frame.defender


def side_of(frame: BattleFrame, faction: Faction) -> int:
    """Returns the side on which ``faction`` fights."""
    return ATTACKER if faction is frame.attacker else DEFENDER


def place_of(frame: BattleFrame, side: int) -> int:
    """Returns the area in which a side's legion stands."""
    return frame.attacker_area if side == ATTACKER else frame.area


def legion_of(state: State, frame: BattleFrame, side: int) -> Army:
    """Returns the legion of a side; nobody when it is gone or an undefended settlement is attacked."""
    return state.army(faction_of(frame, side), place_of(frame, side)) or NOBODY


def stronghold_rank(state: State, faction: Faction, area: int) -> int | None:
    """Returns the rank of the settlement of ``faction`` in ``area`` (SETTLE-1); 0 without one, None when unknown."""
    if faction is Faction.HARKONNEN:
        return SETTLEMENT_RANK[area] if state.settlements >> area & 1 else 0
    sietch = state.sietch(area)
    return sietch.rank if sietch else 0


def battle_dice(state: State, frame: BattleFrame, side: int) -> Dice:
    """Returns the dice of a side in this round with their reasons (BATTLE-4).

    Cards not discarded yet and a rank that nobody knows count 0.
    """
    rank = 0 if side == ATTACKER else stronghold_rank(state, frame.defender, frame.area) or 0
    surprise = side == ATTACKER and frame.surprise and frame.round == 1
    limit = frame.sides[side].dice_limit if frame.round == 1 else None
    return Dice(
        legion_of(state, frame, side).units,
        frame.sides[side].cards or 0,
        rank,
        int(surprise),
        frame.sides[side].extra_dice,
        MAX_DICE if limit is None else limit,
    )


def missing_dice(state: State, frame: BattleFrame, side: int) -> int:
    """Returns how many cards would bring a side to 6 dice in this round (MAHDI-BATTLE-1)."""
    dice = battle_dice(state, frame, side)
    return max(0, dice.most - dice.units - dice.rank - dice.extra)


def leaders_of(faction: Faction, army: Army) -> tuple[str, ...]:
    """Returns the leaders of a legion, the generic ones by their id as often as they are there, most useful first."""
    return tuple(sorted((*army.named, *[GENERIC_LEADER[faction].id] * (army.generic + army.escorts)), key=usefulness))


def best_leaders(faction: Faction, army: Army, specials: int) -> tuple[str, ...]:
    """Returns the leaders that give most hits, then most shields, for so many specials (BATTLE-5, R-26)."""
    return leaders_of(faction, army)[:specials]


def leaders_matter(faction: Faction, army: Army, specials: int) -> bool:
    """True when the owner has a choice to make: more leaders than specials, and leaders of different values."""
    values = {leader_value(leader) for leader in leaders_of(faction, army)}
    return 0 < specials < army.leaders and len(values) > 1


def specials_of(roll: Roll) -> int:
    """Returns the special results of a roll, that of a surprise included."""
    return roll.special + roll.bonus


def strike(roll: Roll, leaders: tuple[str, ...]) -> tuple[int, int]:
    """Returns the (hits, shields) of a roll with the values of the leaders that use its specials (BATTLE-5)."""
    values = [leader_value(leader) for leader in leaders]
    return roll.hit + sum(hits for hits, _ in values), roll.shield + sum(shields for _, shields in values)


def net_hits(strikes: tuple[tuple[int, int], tuple[int, int]], special_elites: tuple[int, int]) -> tuple[int, int]:
    """Returns the hits (on the attacker, on the defender) that get through (BATTLE-5, BATTLE-6).

    ``strikes``: (hits, shields) of both sides; each special elite cancels one shield of the opponent, never more.

    >>> net_hits(((3, 3), (5, 0)), (1, 1))
    (3, 3)
    """
    (attacker_hits, attacker_shields), (defender_hits, defender_shields) = strikes
    on_attacker = defender_hits - max(0, attacker_shields - special_elites[DEFENDER])
    on_defender = attacker_hits - max(0, defender_shields - special_elites[ATTACKER])
    return max(0, on_attacker), max(0, on_defender)


def power(army: Army | None) -> tuple[int, int]:
    """Returns the coarse and the fine power (MAHDI-CP-1); pairs compare as MAHDI-CP-2 does.

    Coarse: 1 a unit or leader, 2 a facedown token. Fine: single figures weighed, a token 2 as well (R-13). A missing
    legion has 0/0.

    >>> power(Army(regular=1, elite=1, special=1, tokens=1, generic=1, named=("stilgar",)))
    (7, 14)
    """
    if army is None:
        return 0, 0
    regular, elite, special, tokens = army.regular, army.elite, army.special, army.tokens
    generic = army.generic + army.escorts
    named = len(army.named)
    return (
        regular + elite + special + 2 * tokens + generic + named,
        2 * regular + 3 * elite + 4 * special + 2 * tokens + generic + 2 * named,
    )


def coarse_power(army: Army) -> int:
    """Returns the combat power of units, tokens and leaders counted (MAHDI-CP-1, R-13)."""
    return power(army)[0]


def fine_power(army: Army) -> int:
    """Returns the power with single figures weighed (MAHDI-CP-1, R-13)."""
    return power(army)[1]


def mahdi_stops(state: State, frame: BattleFrame) -> bool:
    """True when the attacker's fine power is half the defender's or less: the solo Harkonnen stop (MAHDI-BATTLE-3).

    Meant for the start of a round, after tokens were revealed (R-28).
    """
    return 2 * fine_power(legion_of(state, frame, ATTACKER)) <= fine_power(legion_of(state, frame, DEFENDER))


def retreats(state: State, faction: Faction, area: int) -> int:
    """Returns the mask of areas a legion may be made to retreat to (BATTLE-9); impassable borders stop all but the solo
    Harkonnen (R-12)."""
    free = state.borders(faction)[area] & state.free_mask(faction)
    return free & ~mask_of(state.wormsigns) if faction is Faction.HARKONNEN else free


def battle_retreats(state: State, frame: BattleFrame) -> int:
    """Returns the mask of areas open to the defender: in solo only empty ones while there are any (MAHDI-BATTLE-4)."""
    allowed = retreats(state, frame.defender, frame.area)
    empty = allowed & state.empty_mask
    return empty if state.mode is Mode.SOLO and empty else allowed


def attack_values(state: State, area: int) -> tuple[int, int, int]:
    """Returns the hits of a hit, a shield and a special of storm or worm dice in ``area`` (WORM-8, STORM-1)."""
    if state.deep_desert_mask >> area & 1:
        return 1, 0, 2
    return 1, 0, 1 if state.desert_mask >> area & 1 else 0


def proposed_removal(state: State, faction: Faction, area: int, hits: int) -> tuple[str, ...]:
    """Returns how the legion of ``faction`` in ``area`` would sensibly take ``hits`` (see ``default_removal``)."""
    army = state.army(faction, area) or NOBODY
    solo = state.mode is Mode.SOLO
    return default_removal(faction, army, hits, supply(state, faction).regular, solo=solo)
