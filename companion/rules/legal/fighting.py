"""What can be asked for in a battle, or with the dice of storms, worms and cards."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from companion.board import AREA_IDS
from companion.content.terms import CombatFace, Deck
from companion.rules import combat, commands
from companion.rules.army import NOBODY
from companion.rules.ask.battles import battle_at, open_hits, side_to_choose, specials_left
from companion.rules.casualties import ESCORT, SECOND_HIT
from companion.rules.combat import ATTACKER, DEFENDER
from companion.rules.frames import FACES, BattleFrame, BattleStage, Roll, RollFrame, WormFrame
from companion.rules.legal.scheme import even_roll, leaders_of_side, multisets, proposes
from companion.rules.state import HARKONNEN, State


@proposes(commands.DiscardForDice)
def _discards(state: State, every: bool) -> Iterator[commands.DiscardForDice]:
    frame = battle_at(state, BattleStage.CARDS)
    if frame is not None:
        for side in (ATTACKER, DEFENDER):
            for count in range(combat.missing_dice(state, frame, side) + 1):
                yield commands.DiscardForDice(combat.faction_of(frame, side), count)


@proposes(commands.RollBattle)
def _rolls(state: State, every: bool) -> Iterator[commands.RollBattle]:
    frame = battle_at(state, BattleStage.ROLL)
    if frame is None:
        return
    dice = tuple(combat.battle_dice(state, frame, side) for side in (ATTACKER, DEFENDER))
    if not every:
        attacking, defending = (even_roll(one.total, one.bonus) for one in dice)
        yield commands.RollBattle(attacking, defending)
        return
    burnt: tuple[Deck | None, ...] = (None,)
    if frame.sides[combat.side_of(frame, HARKONNEN)].cards:
        burnt = (None, Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY)
    for deck in burnt:
        for attacker in _every_roll(dice[ATTACKER].total, dice[ATTACKER].bonus):
            for defender in _every_roll(dice[DEFENDER].total, dice[DEFENDER].bonus):
                yield commands.RollBattle(attacker, defender, deck)


def _every_roll(dice: int, bonus: int) -> Iterator[Roll]:
    for faces in combinations_with_replacement(FACES, dice):
        hit, shield, special = (faces.count(face) for face in FACES)
        yield Roll(hit, shield, special, bonus)


@proposes(commands.ChooseLeaders)
def _leaders(state: State, every: bool) -> Iterator[commands.ChooseLeaders]:
    frame = battle_at(state, BattleStage.LEADERS)
    side = side_to_choose(frame) if frame else None
    if frame is None or side is None:
        return
    faction, legion = combat.faction_of(frame, side), combat.legion_of(state, frame, side)
    there = tuple(dict.fromkeys(combat.leaders_of(faction, legion)))
    for chosen in multisets(there, min(specials_left(frame, side), legion.leaders)):
        yield commands.ChooseLeaders(faction, chosen)


@proposes(commands.TakeHits)
def _hits(state: State, every: bool) -> Iterator[commands.TakeHits]:
    """Leaders first, regulars last: one order for each choice of casualties."""
    due = open_hits(state)
    if due is None:
        return
    faction, area, hits, _ = due
    army = state.army(faction, area) or NOBODY
    generic, *named = leaders_of_side(faction)
    there = [name for name in named if name in army.named]
    there = [generic, *there] if army.generic else there
    there = [ESCORT, SECOND_HIT, *there] if army.escorts else there
    for removed in multisets((*there, "elite", "special", "regular"), hits):
        yield commands.TakeHits(faction, removed)


@proposes(commands.ContinueAttack)
def _go_on(state: State, every: bool) -> Iterator[commands.ContinueAttack]:
    yield commands.ContinueAttack()


@proposes(commands.CeaseAttack)
def _cease(state: State, every: bool) -> Iterator[commands.CeaseAttack]:
    yield commands.CeaseAttack()


@proposes(commands.DecideRetreat)
def _decisions(state: State, every: bool) -> Iterator[commands.DecideRetreat]:
    yield commands.DecideRetreat(True)
    yield commands.DecideRetreat(False)


@proposes(commands.Retreat)
def _retreats(state: State, every: bool) -> Iterator[commands.Retreat]:
    if isinstance(state.frame, BattleFrame | WormFrame):
        yield from (commands.Retreat(area) for area in range(len(AREA_IDS)))


@proposes(commands.Advance)
def _advances(state: State, every: bool) -> Iterator[commands.Advance]:
    yield commands.Advance(True)
    yield commands.Advance(False)


@proposes(commands.RollAttackDice)
def _faces(state: State, every: bool) -> Iterator[commands.RollAttackDice]:
    frame = state.frame
    if not isinstance(frame, RollFrame):
        return
    if every:
        yield from (commands.RollAttackDice(faces) for faces in combinations_with_replacement(FACES, frame.dice))
        return
    roll = even_roll(frame.dice)
    faces = (CombatFace.HIT,) * roll.hit + (CombatFace.SHIELD,) * roll.shield + (CombatFace.SPECIAL,) * roll.special
    yield commands.RollAttackDice(faces)
