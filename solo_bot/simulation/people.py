"""Both sides played by people, as scripts: the Harkonnen weigh their dice and otherwise do as the opponent would.

What the procedure of the opponent has no word for (which die, which card, retreats, what a card leaves open) is drawn
from all that the rules let through. The Atreides play as against the opponent.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

from companion.board import members
from companion.content import DECK_CARDS, DICE
from companion.content.terms import Deck, Power, Result
from companion.rules import casualties, combat, commands, frames
from companion.rules.army import NOBODY
from companion.rules.ask.battles import cards_in_hand, open_hits, side_to_discard
from companion.rules.ask.dice import MOST_OF_A_HARKONNEN_RESULT, turned_dice
from companion.rules.ask.rounds import cards_over
from companion.rules.ask.tracks import meets
from companion.rules.engine import check
from companion.rules.frames import BattleFrame, BattleStage
from companion.rules.legal import UNBOUNDED, candidates, kinds_played
from companion.rules.refusal import Severity
from companion.rules.state import ATREIDES, HARKONNEN, State, supply
from companion.rules.teams import harkonnen_splits
from solo_bot.cards.course import decide_card
from solo_bot.cards.scene import scene_of
from solo_bot.orders import next_order
from solo_bot.simulation import answers, battles
from solo_bot.simulation.outlook import Side
from solo_bot.simulation.person import as_solo, guarded, sietch_rank, spendings
from solo_bot.simulation.preferences import away_from_sietches
from solo_bot.simulation.prescience import claims
from solo_bot.simulation.truth import Truth
from solo_bot.simulation.war import war_ideas

T = TypeVar("T")
Batch = tuple[commands.Command, ...]
HANDS = (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY)
FROM_THE_TABLE = (
    *(commands.PlaceStartingFigures, commands.RollHarkonnenDice, commands.RollAtreidesDice, commands.RollBattle),
    *(commands.RollAttackDice, commands.TurnWormsign, commands.TakeStation, commands.EnterObjective),
    commands.RollLaunchers,
)
"""What the table shows: where the rules refuse one of these, something is wrong."""
DULL = (
    *(commands.EnterRank, commands.EnterObjective, commands.StartGame, commands.EndTurn, commands.FinishAction),
    *(commands.EnterByHand, commands.EndVehicles, commands.SkipStep, commands.TalkInSecret, commands.CardFinished),
)
"""What changes nothing or ends something: taken when nothing else is left."""
NOT_OFFERED = (
    *UNBOUNDED,
    commands.ClaimPrescience,
    commands.StartGame,
    commands.EnterRank,
    commands.EnterObjective,
    commands.TalkInSecret,
)
LEAST_ODDS = 0.6
"""Prospects below which the Harkonnen cease an attack."""
BEST_DICE = (Result.STRATEGY, Result.LEADERSHIP, Result.DEPLOYMENT, Result.HOUSE, Result.MENTAT)
WORTH_A_SIETCH, WORTH_A_LEGION, SURE = 0.7, 1.3, 9.0
"""Prospects from which the Harkonnen attack."""
CARD_DIE, CARD_CHANCE = (Result.MENTAT, Result.HOUSE), 0.4
"""For which dice the Harkonnen play a card, and how often."""
CLAIM_MET = 0.1
"""How often in a turn the condition of a card of the action phase is met, of which nobody published what it asks."""


def people_ideas(state: State, truth: Truth) -> Iterator[Batch]:
    """Yields batches of commands for the frame on top, the first legal one is meant; the last ones are all that the
    rules let through, so it runs dry only where a game is stuck."""
    yield from war_ideas(state, truth)
    yield from _scripted(state, truth)
    yield from anything(state, truth)


def _scripted(state: State, truth: Truth) -> Iterator[Batch]:
    frame = state.frame
    match frame:
        case frames.BattleFrame():
            yield from _battle(state, truth, frame)
        case frames.HitsFrame():
            yield from _hits(state)
        case frames.VictoryCheckFrame():
            yield from _checked(state, truth, commands.FinishCheck())
        case frames.EndFrame(frames.EndStage.CLAIMS):
            yield from claims(state, truth)
            yield from _checked(state, truth, commands.FinishClaims())
        case frames.EndFrame(frames.EndStage.CLEANUP):
            yield (commands.CleanUp(discarded=cards_over(state, HARKONNEN)),)
        case frames.TurnFrame() | frames.ActionFrame() if frame.faction is ATREIDES:
            yield from _atreides_turn(state, truth)
        case _:
            yield from _harkonnen(state, truth)


def _harkonnen(state: State, truth: Truth) -> Iterator[Batch]:
    """What the Harkonnen decide outside of battles; what else is on top, the table and the Atreides answer."""
    frame = state.frame
    match frame:
        case frames.HarkonnenRollFrame():
            yield (_harkonnen_dice(state, truth),)
        case frames.TurnFrame():
            yield from _harkonnen_turn(state, truth, frame)
        case frames.ActionFrame():
            yield from _harkonnen_action(state, truth, frame)
        case frames.SpiceFrame():
            yield from ((spending,) for spending in spendings(state, frame.collected))
        case frames.WormFrame() | frames.CardFrame() | frames.VehiclesFrame():
            yield from _as_the_opponent(state, truth)
        case frames.StackingFrame(faction=faction) if faction is HARKONNEN:
            yield from _as_the_opponent(state, truth)
        case _:
            yield from answers.ideas(state, truth)


def _atreides_turn(state: State, truth: Truth) -> Iterator[Batch]:
    """As against the opponent, but that the cards of which nobody published what they ask are not met every time."""
    met = truth.random.random() < CLAIM_MET
    for batch in answers.ideas(state, truth):
        if met or not isinstance(batch[0], commands.ClaimPrescience):
            yield batch


def _checked(state: State, truth: Truth, onward: commands.Command) -> Iterator[Batch]:
    """WIN-2: Atreides declare by the numbers of their objective, whether or not they have told the app."""
    if meets(state, truth.objective):
        yield (commands.DeclareVictory(truth.objective),)
    yield (onward,)


def _as_the_opponent(state: State, truth: Truth) -> Iterator[Batch]:
    """What the procedure would do here; it knows nothing of what only people may do, which comes after it."""
    solo = as_solo(state)
    if scene_of(solo) is not None:
        card = decide_card(solo)
        yield from _shuffled(truth, [choice.commands for choice in card.choices])
        return
    order = next_order(solo)
    if order is not None:
        for batch in _shuffled(truth, [choice.commands for choice in order.choices]):
            given = [guarded(state, command) for command in batch]
            if None not in given:
                yield tuple(command for command in given if command is not None)
        return
    yield from answers.ideas(state, truth)


def _shuffled(truth: Truth, options: Sequence[Batch]) -> list[Batch]:
    return truth.random.sample(options, len(options))


def _harkonnen_dice(state: State, truth: Truth) -> commands.RollHarkonnenDice:
    """ACT-1, TEAM-3: a die too many goes to the result with the most free spaces."""
    rolled = tuple(truth.random.choice(DICE.harkonnen_action) for _ in range(state.harkonnen_unused))
    if state.rules.harkonnen_partners > 1:
        split = truth.random.choice(harkonnen_splits(rolled))
        results = tuple(sorted((*split.house, *split.corrino), key=list(Result).index))
        return commands.RollHarkonnenDice(results, split.corrino, rolled)
    return commands.RollHarkonnenDice(truth.random.choice(turned_dice(rolled, MOST_OF_A_HARKONNEN_RESULT)), (), rolled)


def _harkonnen_turn(state: State, truth: Truth, frame: frames.TurnFrame) -> Iterator[Batch]:
    if frame.acted:
        yield (commands.EndTurn(),)
        return
    dice = Counter(state.harkonnen_results or ())
    corrino = Counter(state.corrino_results)
    if state.bene_gesserit[HARKONNEN]:
        yield from ((commands.UseBeneGesserit(result, HARKONNEN),) for result in BEST_DICE)
    for result in (*CARD_DIE, *BEST_DICE):
        if dice[result] and (result not in CARD_DIE or truth.random.random() < CARD_CHANCE):
            side = truth.random.random() < corrino[result] / dice[result]
            if result in CARD_DIE and state.reinforcements:
                yield from ((commands.PlayHarkonnenCard(result, card, side),) for card in _hand(state, truth))
            yield (commands.SpendDie(result, result, HARKONNEN, side),)
    yield from ((commands.SpendDie(result, result, HARKONNEN, result in corrino),) for result in dice)


def _harkonnen_action(state: State, truth: Truth, frame: frames.ActionFrame) -> Iterator[Batch]:
    if frame.draws:
        for count in range(frame.draws, 0, -1):
            yield (commands.DrawCards(tuple(truth.random.choice(HANDS) for _ in range(count))),)
    if frame.attack:
        yield from ((attack,) for attack in _attacks(state, frame))
    yield from _as_the_opponent(state, truth)


def _attacks(state: State, frame: frames.ActionFrame) -> list[commands.Attack]:
    """The attacks worth making, the best first: sietches by their rank, other legions by what may be lost of them."""
    found = []
    for attack in candidates(state, commands.Attack):
        if not isinstance(attack, commands.Attack) or attack.faction is not HARKONNEN:
            continue
        own, other = state.army(HARKONNEN, attack.source), state.army(ATREIDES, attack.target)
        rank = sietch_rank(state, attack.target) if state.sietch(attack.target) is not None else 0
        if own is None or (other is None and not rank):
            continue
        cards = 0 if Power.LANDSRAAD in state.bans else state.reinforcements
        mine = Side(own, 0, cards, 2 if frame.surprise else 0)
        odds = mine.against(Side(other, rank, state.cards.hand, 0)) if other is not None else SURE
        if odds >= (WORTH_A_SIETCH if rank else WORTH_A_LEGION):
            found.append((rank, odds, attack))
    return [attack for _rank, _odds, attack in sorted(found, key=lambda one: one[:2], reverse=True)]


def _hand(state: State, truth: Truth) -> list[str]:
    """Some cards that may be in the hand: what lies face up is in nobody's."""
    seen = Counter(state.cards.discards)
    left = [card.id for deck in HANDS for card in DECK_CARDS[deck] for _ in range(card.copies - seen[card.id])]
    return truth.random.sample(left, min(4, len(left)))


def _battle(state: State, truth: Truth, frame: BattleFrame) -> Iterator[Batch]:
    match frame.stage:
        case BattleStage.REVEAL | BattleStage.LEADERS:
            yield from battles.ideas(state, truth, frame)
        case BattleStage.CARDS:
            side = side_to_discard(frame) or 0
            faction = combat.faction_of(frame, side)
            missing = combat.missing_dice(state, frame, side)
            yield (commands.DiscardForDice(faction, min(missing, cards_in_hand(state, faction))),)
        case BattleStage.ROLL:
            one, other = (combat.battle_dice(state, frame, side) for side in (combat.ATTACKER, combat.DEFENDER))
            rolls = truth.combat_roll(one.total, one.bonus), truth.combat_roll(other.total, other.bonus)
            yield (commands.RollBattle(*rolls),)
        case BattleStage.CASUALTIES:
            yield from _hits(state)
        case BattleStage.CONTINUE:
            least = battles.GOES_ON if frame.attacker is ATREIDES else LEAST_ODDS
            on = battles.prospects(state, frame) >= least
            yield (commands.ContinueAttack() if on else commands.CeaseAttack(),)
        case BattleStage.RETREAT:
            yield (commands.DecideRetreat(battles.retreats(state, frame)),)
        case BattleStage.DESTINATION:
            yield (commands.Retreat(_destination(state, truth, frame)),)
        case BattleStage.ADVANCE:
            yield (commands.Advance(_advances(state, frame)),)


def _advances(state: State, frame: BattleFrame) -> bool:
    """The Harkonnen leave a settlement for nothing less than a sietch."""
    if frame.attacker is ATREIDES:
        return battles.moves_in(state, frame)
    return state.sietch(frame.area) is not None or not state.settlements >> frame.attacker_area & 1


def _destination(state: State, truth: Truth, frame: BattleFrame) -> int:
    """BATTLE-9: the opponent chooses."""
    if frame.defender is HARKONNEN:
        return away_from_sietches(state, truth, frame.area)
    return truth.random.choice(list(members(combat.battle_retreats(state, frame))))


def _hits(state: State) -> Iterator[Batch]:
    found = open_hits(state)
    if found is not None:
        faction, area, number, _ = found
        legion, regulars = state.army(faction, area) or NOBODY, supply(state, faction).regular
        removed = casualties.default_removal(faction, legion, number, regulars, solo=False)
        yield (commands.TakeHits(faction, removed),)


def anything(state: State, truth: Truth) -> Iterator[Batch]:
    """Yields every command that the rules let through, kind by kind in a drawn order; unusual ones come last."""
    kinds = [kind for kind in kinds_played(state) if kind not in NOT_OFFERED]
    order = [*_drawn(truth, [kind for kind in kinds if kind not in DULL]), *(k for k in kinds if k in DULL)]
    for severity in (None, Severity.UNUSUAL):
        for kind in order:
            options = list(candidates(state, kind))
            for command in _drawn(truth, options):
                reasons = check(state, command)
                if not reasons if severity is None else all(reason.severity is severity for reason in reasons):
                    yield (command,)


def _drawn(truth: Truth, options: Sequence[T]) -> list[T]:
    return truth.random.sample(options, len(options))
