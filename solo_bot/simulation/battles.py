"""Battles of a simulated game: what the table shows, what the scripted Atreides choose (BATTLE-2 to BATTLE-11)."""

from collections.abc import Iterator

from companion.board import members
from companion.content.terms import Deck, Power
from companion.rules import casualties, combat, commands
from companion.rules.army import NOBODY
from companion.rules.ask.battles import cards_in_hand, continuing_costs_a_hit, open_hits, side_to_choose, specials_left
from companion.rules.ask.tokens import due, due_sietch
from companion.rules.combat import ATTACKER, DEFENDER
from companion.rules.frames import BattleFrame, BattleStage
from companion.rules.state import ATREIDES, HARKONNEN, State, supply
from solo_bot.procedure.power import power
from solo_bot.simulation.marches import spoils
from solo_bot.simulation.outlook import Outlook, Side
from solo_bot.simulation.truth import Truth

GOES_ON = 0.9
"""Prospects from which an attack goes on; a hit to pay lowers them."""
PRICE_OF_A_HIT = 0.15
STANDS_IN_THE_OPEN = 0.7
HOST = 4.0
"""What the legion is worth that attacks a settlement."""
CARD_KEPT, SHARPNESS = 0.5, 1.6
"""What a card is worth that is not discarded, and how fast chances grow with prospects."""


def ideas(state: State, truth: Truth, frame: BattleFrame) -> Iterator[tuple[commands.Command, ...]]:
    """Yields what comes next in the battle; the casualties of the Harkonnen are orders of the opponent."""
    match frame.stage:
        case BattleStage.REVEAL:
            sietch = due_sietch(state)
            if sietch is not None:
                yield (commands.RevealSietch(sietch.area, truth.ranks[sietch.area]),)
            yield from reveals(state, truth)
        case BattleStage.CARDS:
            missing = combat.missing_dice(state, frame, combat.side_of(frame, ATREIDES))
            most = min(missing, cards_in_hand(state, ATREIDES))
            yield (commands.DiscardForDice(ATREIDES, worth_burning(state, truth, frame, most)),)
        case BattleStage.ROLL:
            yield (_rolled(state, truth, frame),)
        case BattleStage.LEADERS:
            side = side_to_choose(frame) or 0
            faction = combat.faction_of(frame, side)
            best = combat.best_leaders(faction, combat.legion_of(state, frame, side), specials_left(frame, side))
            yield (commands.ChooseLeaders(faction, best),)
        case BattleStage.CASUALTIES:
            yield from hits(state)
        case BattleStage.CONTINUE:
            yield (commands.ContinueAttack() if goes_on(state, frame) else commands.CeaseAttack(),)
        case BattleStage.RETREAT:
            yield (commands.DecideRetreat(retreats(state, frame)),)
        case BattleStage.DESTINATION:
            yield (commands.Retreat(destination(state, truth, frame)),)
        case BattleStage.ADVANCE:
            yield (commands.Advance(moves_in(state, frame)),)


def reveals(state: State, truth: Truth) -> Iterator[tuple[commands.Command, ...]]:
    """Yields the facedown tokens that have to be turned (BATTLE-2, TOKEN-1), one at a time."""
    for faction, area in due(state):
        shown = colour(state) if faction is HARKONNEN else None
        yield (commands.RevealTokens(faction, area, 1, truth.tokens(state, faction), shown),)


def colour(state: State) -> str:
    """Returns the colour of a turned Harkonnen token: the one of which more are on the board."""
    return "black" if state.black_tokens < state.silver_tokens else "silver"


def hits(state: State) -> Iterator[tuple[commands.Command, ...]]:
    """Yields how the Atreides take their hits: what keeps most power (BATTLE-7)."""
    found = open_hits(state)
    if found is not None:
        faction, area, number, _ = found
        legion, regulars = state.army(faction, area) or NOBODY, supply(state, faction).regular
        yield (commands.TakeHits(faction, casualties.default_removal(faction, legion, number, regulars, solo=True)),)


def _rolled(state: State, truth: Truth, frame: BattleFrame) -> commands.RollBattle:
    attacker, defender = (combat.battle_dice(state, frame, side) for side in (ATTACKER, DEFENDER))
    burnt = frame.sides[combat.side_of(frame, HARKONNEN)].cards
    top = truth.random.choice((Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY)) if burnt else None
    return commands.RollBattle(
        truth.combat_roll(attacker.total, attacker.bonus), truth.combat_roll(defender.total, defender.bonus), top
    )


def worth_burning(state: State, truth: Truth, frame: BattleFrame, most: int) -> int:
    """Returns how many of at most ``most`` cards the Atreides discard for dice: all where they do not play cards,
    else as many as what they fight for is worth."""
    if not truth.temper.cards:
        return most
    outlook, attacks = Outlook(state, truth), frame.attacker is ATREIDES
    rank = outlook.rank_there(frame.area) if attacks else outlook.ranks.get(frame.area, 0)
    stake = spoils(outlook, frame.area) + HOST * bool(rank) if attacks else outlook.temper.saved * rank

    def gain(count: int) -> float:
        won = _chance(prospects(state, frame, count))
        return stake * (won if attacks else 1 - won) - CARD_KEPT * count

    return max(range(most + 1), key=gain)


def _chance(found: float) -> float:
    """Turns prospects of an attacker into the chance of a win, roughly."""
    sharp = float(found**SHARPNESS)
    return sharp / (1 + sharp)


def prospects(state: State, frame: BattleFrame, cards_held: int | None = None) -> float:
    """Returns how the battle stands for the attacker; over 1 he wins more often than not.

    ``cards_held``: those that the Atreides can discard, all of the hand if not given.
    """
    attacker, defender = (combat.legion_of(state, frame, side) for side in (ATTACKER, DEFENDER))
    cards = {
        ATREIDES: state.cards.hand if cards_held is None else cards_held,
        HARKONNEN: 0 if Power.LANDSRAAD in state.bans else state.reinforcements,
    }
    rank = combat.stronghold_rank(state, frame.defender, frame.area) or 0
    own = Side(attacker, 0, cards[frame.attacker], 0)
    return own.against(Side(defender, rank, cards[frame.defender], 0))


def goes_on(state: State, frame: BattleFrame) -> bool:
    """True when the attacking Atreides fight another round."""
    price = PRICE_OF_A_HIT if continuing_costs_a_hit(state, frame) else 0.0
    return prospects(state, frame) - price >= GOES_ON


def retreats(state: State, frame: BattleFrame) -> bool:
    """True when the defending Atreides retreat; in a sietch they always stand."""
    if not combat.battle_retreats(state, frame) or state.sietch_mask >> frame.area & 1:
        return False
    return prospects(state, frame) * STANDS_IN_THE_OPEN >= 1


def destination(state: State, truth: Truth, frame: BattleFrame) -> int:
    """Returns where the defending Atreides retreat to: where fewest can reach them, else to a sietch."""
    outlook = Outlook(state, truth)
    legion = combat.legion_of(state, frame, DEFENDER)
    strength = power(legion)

    def rank(area: int) -> tuple[bool, bool, int]:
        joined = power(outlook.army(area) + legion)
        return outlook.exposed(area, max(strength, joined)), area not in outlook.ranks, area

    return min(members(combat.battle_retreats(state, frame)), key=rank)


def moves_in(state: State, frame: BattleFrame) -> bool:
    """True when the victorious Atreides advance: to destroy a settlement or take a station, never out of a sietch for
    less."""
    prize = (state.settlements | state.stations) >> frame.area & 1
    return bool(prize) or state.sietch(frame.attacker_area) is None
