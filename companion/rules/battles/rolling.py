"""A battle round up to the net hits: cards, dice, leaders (BATTLE-3 to BATTLE-6)."""

from collections import Counter
from collections.abc import Iterator

from companion.content.terms import Faction, Power
from companion.frozen import replace
from companion.rules import combat
from companion.rules.ask.battles import battle_at, cards_in_hand, side_to_choose, side_to_discard, specials_left
from companion.rules.ask.turns import solo_bot
from companion.rules.battles.stages import battle_on_top, battle_over, with_side
from companion.rules.casualties import usefulness
from companion.rules.combat import ATTACKER, DEFENDER
from companion.rules.commands import ChooseLeaders, DiscardForDice, RollBattle
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.events import DiceRolled, HandDiscarded
from companion.rules.frames import BattleFrame, BattleStage, Cause, Roll
from companion.rules.handlers.hands import names_problems
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import State


@checks(DiscardForDice)
def _check_discard(state: State, command: DiscardForDice) -> Iterator[Refusal]:
    frame = battle_at(state, BattleStage.CARDS)
    if frame is None:
        yield not_now(state, "BATTLE-3")
        return
    faction = command.faction
    side = combat.side_of(frame, faction)
    if side != side_to_discard(frame):
        yield refuse("other_side_first", "BATTLE-3", faction=faction.enemy.id)
        return
    if command.count < 0:
        yield refuse("negative_count", "BATTLE-3", count=command.count)
    if faction is Faction.HARKONNEN and Power.LANDSRAAD in state.bans and command.count:
        yield refuse("landsraad_ban", "BAN-2", count=command.count)
    elif command.count > cards_in_hand(state, faction):
        yield refuse("not_so_many_cards", "BATTLE-3", count=command.count, hand=cards_in_hand(state, faction))
    yield from names_problems(faction, command.count, command.cards)
    missing = combat.missing_dice(state, frame, side)
    if command.count > missing:
        yield refuse(
            "more_cards_than_dice",
            "BATTLE-4",
            Severity.UNUSUAL,
            count=command.count,
            missing=missing,
            dice=combat.MAX_DICE,
        )


@decides(DiscardForDice)
def _discard(draft: Draft, command: DiscardForDice) -> None:
    frame = battle_on_top(draft.state)
    _discard_cards(draft, frame, combat.side_of(frame, command.faction), command.count, command.cards)


def _discard_cards(draft: Draft, frame: BattleFrame, side: int, count: int, cards: tuple[str, ...] = ()) -> None:
    if count:
        draft.emit(HandDiscarded(combat.faction_of(frame, side), count, Cause.BATTLE, None, cards))
    draft.change(with_side(frame, side, replace(frame.sides[side], cards=count)))


@settles(BattleFrame)
def _cards_without_choice(draft: Draft) -> bool:
    """MAHDI-BATTLE-3 before the round, MAHDI-BATTLE-1 and empty hands in it, then the dice."""
    state = draft.state
    frame = battle_at(state, BattleStage.CARDS)
    if frame is None:
        return False
    nothing_yet = all(side.cards is None for side in frame.sides)
    if nothing_yet and solo_bot(state, frame.attacker) and combat.mahdi_stops(state, frame):
        battle_over(draft, frame, frame.defender, "ceased")
    elif (side := side_to_discard(frame)) is None:
        draft.change(replace(frame, stage=BattleStage.ROLL))
    else:
        faction = combat.faction_of(frame, side)
        useful = min(combat.missing_dice(state, frame, side), cards_in_hand(state, faction))
        if useful and not solo_bot(state, faction):
            return False
        _discard_cards(draft, frame, side, useful)
    return True


@checks(RollBattle)
def _check_roll(state: State, command: RollBattle) -> Iterator[Refusal]:
    frame = battle_at(state, BattleStage.ROLL)
    if frame is None:
        yield not_now(state, "BATTLE-4")
        return
    for side, roll in enumerate((command.attacker, command.defender)):
        faction = combat.faction_of(frame, side).id
        dice = combat.battle_dice(state, frame, side)
        if min(roll.hit, roll.shield, roll.special, roll.bonus) < 0:
            yield refuse("negative_count", "BATTLE-4", faction=faction)
        elif roll.dice != dice.total:
            facts = {"faction": faction, "rolled": roll.dice, "dice": dice.total}
            parts = {"units": dice.units, "cards": dice.cards, "rank": dice.rank}
            yield refuse("wrong_number_of_dice", "BATTLE-4", **facts, **parts)
        if roll.bonus != dice.bonus:
            yield refuse("wrong_surprise_bonus", "BATTLE-4", faction=faction, bonus=roll.bonus, due=dice.bonus)
    if command.burnt is not None and not frame.sides[combat.side_of(frame, Faction.HARKONNEN)].cards:
        yield refuse("no_cards_burnt", "R-8", deck=command.burnt.value)
    elif command.burnt is not None and command.burnt.faction is not Faction.HARKONNEN:
        yield refuse("not_a_harkonnen_deck", "R-8", deck=command.burnt.value)


@decides(RollBattle)
def _roll(draft: Draft, command: RollBattle) -> None:
    frame = battle_on_top(draft.state)
    for side, roll in enumerate((command.attacker, command.defender)):
        faces, source = (roll.hit, roll.shield, roll.special), command.sources[side]
        faction = combat.faction_of(frame, side)
        draft.emit(DiceRolled(Cause.BATTLE, faction, frame.area, faces, roll.bonus, source=source))
    if command.burnt is not None:
        draft.emit(HandDiscarded(Faction.HARKONNEN, 0, Cause.BATTLE, command.burnt))
    attacker, defender = frame.sides
    sides = replace(attacker, roll=command.attacker), replace(defender, roll=command.defender)
    draft.change(replace(frame, stage=BattleStage.LEADERS, sides=sides))


@checks(ChooseLeaders)
def _check_leaders(state: State, command: ChooseLeaders) -> Iterator[Refusal]:
    frame = battle_at(state, BattleStage.LEADERS)
    if frame is None:
        yield not_now(state, "BATTLE-5")
        return
    faction = command.faction
    side = combat.side_of(frame, faction)
    if side != side_to_choose(frame):
        yield refuse("other_side_first", "BATTLE-5", faction=faction.enemy.id)
        return
    there = Counter(combat.leaders_of(faction, combat.legion_of(state, frame, side)))
    for leader in (Counter(command.leaders) - there).elements():
        yield refuse("leader_not_there", "BATTLE-5", leader=leader, area=combat.place_of(frame, side))
    specials = specials_left(frame, side)
    if len(command.leaders) > specials:
        yield refuse("more_leaders_than_specials", "BATTLE-5", leaders=len(command.leaders), specials=specials)


@decides(ChooseLeaders)
def _choose(draft: Draft, command: ChooseLeaders) -> None:
    frame = battle_on_top(draft.state)
    side = combat.side_of(frame, command.faction)
    leaders = tuple(sorted(command.leaders, key=usefulness))
    draft.change(with_side(frame, side, replace(frame.sides[side], leaders=leaders)))


@settles(BattleFrame)
def _leaders_without_choice(draft: Draft) -> bool:
    """Uses the leaders of a side that has no choice; those of the solo opponent are chosen by the player (R-26)."""
    state = draft.state
    frame = battle_at(state, BattleStage.LEADERS)
    if frame is None:
        return False
    side = side_to_choose(frame)
    if side is None:
        attacker, defender = frame.sides
        on_attacker, on_defender = _hits_of(state, frame)
        sides = replace(attacker, hits=on_attacker), replace(defender, hits=on_defender)
        draft.change(replace(frame, stage=BattleStage.CASUALTIES, sides=sides))
        return True
    faction, legion = combat.faction_of(frame, side), combat.legion_of(state, frame, side)
    specials = specials_left(frame, side)
    if combat.leaders_matter(faction, legion, specials):
        return False
    leaders = combat.best_leaders(faction, legion, specials)
    draft.change(with_side(frame, side, replace(frame.sides[side], leaders=leaders)))
    return True


def _hits_of(state: State, frame: BattleFrame) -> tuple[int, int]:
    """BATTLE-6: the special elites that count are those there before any casualty of the round."""
    attacker, defender = (combat.strike(side.roll or Roll(), side.leaders or ()) for side in frame.sides)
    elites = [combat.legion_of(state, frame, side).special for side in (ATTACKER, DEFENDER)]
    return combat.net_hits((attacker, defender), (elites[ATTACKER], elites[DEFENDER]))
