"""What the stronger levels look at: the expected outcome of an attack and the threat that a position holds.

Facedown tokens are counted as two regular units and unknown ranks as 2: nothing here knows what the Harkonnen of the
table could not know.
"""

from functools import lru_cache

from companion.board import SETTLEMENT_RANK, members
from companion.content.terms import Faction, Power
from companion.rules.army import NOBODY, Army
from companion.rules.odds import AttackerPolicy, Battle, CasualtyPolicy, DefenderPolicy, Ending, Side, legion_of, solve
from companion.rules.state import ATREIDES, HARKONNEN, State
from solo_bot.levels.prospects import Prospect
from solo_bot.procedure.decision import AttackOption
from solo_bot.procedure.power import power

GUARD = 2.0
"""What a rank of a settlement counts against one of a sietch."""
UNITS_OF_A_TOKEN = 2
RANK_UNKNOWN = 2
WORTH_OF_A_RANK = 6
"""What a step of supremacy is worth in fine power: about three regular units."""


def prospect(state: State, option: AttackOption) -> Prospect:
    """Returns what to expect of an attack: supremacy gained, enemy figures removed, own figures lost."""
    attacker = _seen(state.army(HARKONNEN, option.attacker))
    defender = _seen(state.army(ATREIDES, option.target))
    sietch = state.sietch(option.target)
    rank = 0 if sietch is None else (sietch.rank or RANK_UNKNOWN)
    reinforcements = 0 if Power.LANDSRAAD in state.bans else state.reinforcements
    chance, own_loss, enemy_loss = _expected(attacker, defender, rank, reinforcements, option.surprise)
    value = chance * rank * WORTH_OF_A_RANK + enemy_loss - own_loss
    return Prospect(round(value, 3), round(chance, 4))


def _seen(army: Army | None) -> Army:
    """Returns a legion as it looks from outside, tokens as regular units."""
    army = army or NOBODY
    return Army(army.regular + UNITS_OF_A_TOKEN * army.tokens, army.elite, army.special, 0, army.generic, army.named)


@lru_cache(maxsize=4096)
def _expected(
    attacker: Army, defender: Army, rank: int, reinforcements: int, surprise: bool
) -> tuple[float, float, float]:
    """Returns the chance to win and the expected losses of both sides in fine power, exactly (BATTLE-1..11)."""
    if not defender.units:
        return 1.0, 0.0, 0.0
    legion = legion_of(attacker.regular, attacker.elite, attacker.special, attacker.generic, attacker.named)
    enemy = legion_of(defender.regular, defender.elite, defender.special, defender.generic, defender.named)
    battle = Battle(
        Side(Faction.HARKONNEN, legion, CasualtyPolicy.MAHDI, reinforcements=reinforcements),
        Side(Faction.ATREIDES, enemy, CasualtyPolicy.KEEP_POWER, rank=rank),
        surprise,
        AttackerPolicy.MAHDI,
        DefenderPolicy.NEVER_RETREAT,
        None,
    )
    chance = own = other = 0.0
    for result, probability in solve(battle).results:
        chance += probability if result.ending is Ending.DEFENDER_DESTROYED else 0.0
        own += probability * (legion.fine_power - result.attacker.fine_power)
        other += probability * (enemy.fine_power - result.defender.fine_power)
    return chance, own, other


def threat(state: State) -> float:
    """Returns how much the Harkonnen legions threaten the sietches: superiority times rank, less with every step."""
    free = state.free_mask(HARKONNEN)
    total = 0.0
    legions = state.legions(HARKONNEN)
    neighbours = state.graph.neighbours
    for sietch in state.sietches:
        steps = state.graph.steps(1 << sietch.area, free)
        defence = power(state.army(ATREIDES, sietch.area))[1]
        rank = sietch.rank or RANK_UNKNOWN
        for area, army in legions:
            distance = 1 + min(steps[neighbour] for neighbour in neighbours[area])
            superiority = power(army)[1] - defence
            if superiority > 0 and distance < len(WEIGHTS):
                total += superiority * rank * WEIGHTS[distance]
    return round(total - _exposure(state) - _raids(state), 4)


WEIGHTS = tuple(1 / (1 + steps * steps) for steps in range(64))
"""Weight of a threat by distance: a legion two areas away counts half as much as one next door, and less beyond."""


def _raids(state: State) -> float:
    """Returns how much Atreides legions threaten the settlements: who has left one is missed there.

    A settlement moves every prescience marker (SETTLE-3), and a raid may come by sandriding from farther away.
    """
    total, raiders = 0.0, [(area, power(_seen(army))[1]) for area, army in state.legions(ATREIDES)]
    for settlement in members(state.settlements):
        garrison = power(state.army(HARKONNEN, settlement))[1]
        distance = state.graph.distance[settlement]
        raid = max((WEIGHTS[distance[area]] * (strength - garrison) for area, strength in raiders), default=0.0)
        total += GUARD * SETTLEMENT_RANK[settlement] * max(0.0, raid)
    return total


def _exposure(state: State) -> float:
    """Returns what worms and storms may cost: a little for each legion on desert, by its strength."""
    exposed = state.desert_mask
    return sum(power(army)[1] / 10 for area, army in state.legions(HARKONNEN) if exposed >> area & 1)
