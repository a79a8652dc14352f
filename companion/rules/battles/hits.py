"""Casualties in battle and outside of it: dice of storms and worms, the figures that go (BATTLE-7, WORM-8, STORM-1)."""

from collections.abc import Iterator

from companion.content.terms import CombatFace, Faction, UnitKind, VehicleKind
from companion.frozen import replace
from companion.rules import casualties, combat, frames
from companion.rules.army import NOBODY, Army
from companion.rules.ask.battles import battle_at, open_hits
from companion.rules.ask.turns import solo_bot
from companion.rules.battles.stages import attacker_wins, battle_over, with_side
from companion.rules.commands import RollAttackDice, TakeHits
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.events import DiceRolled, HitsTaken, LegionMoved, SandwormRemoved, UnitsReplaced, VehicleRemoved
from companion.rules.handlers.tracks import remove_figures
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import State, supply

MIDST = (
    frames.BattleStage.CARDS,
    frames.BattleStage.ROLL,
    frames.BattleStage.LEADERS,
    frames.BattleStage.CONTINUE,
    frames.BattleStage.RETREAT,
    frames.BattleStage.DESTINATION,
)
"""The stages of a battle that need both legions."""
SIDES = combat.ATTACKER, combat.DEFENDER


def open_attack_dice(
    draft: Draft, cause: frames.Cause, faction: Faction, area: int, dice: int, *, remove_worm: bool = False
) -> None:
    """Opens the roll of a storm or a worm attack on the legion of ``faction`` in ``area``; its tokens are turned first.

    Storms and worm attacks are attacks: MAHDI-TOKEN-1, TOKEN-1. Values are those of the terrain (WORM-8).
    """
    values = combat.attack_values(draft.state, area)
    draft.open(frames.RollFrame(cause, faction, area, dice, values, remove_worm))
    army = draft.state.army(faction, area)
    if army is not None and army.tokens:
        draft.open(frames.RevealTokensFrame(faction, area, cause))


@checks(RollAttackDice)
def _check_dice(state: State, command: RollAttackDice) -> Iterator[Refusal]:
    frame = state.frame
    if not isinstance(frame, frames.RollFrame):
        yield not_now(state, "WORM-8")
    elif len(command.faces) != frame.dice:
        facts = {"rolled": len(command.faces), "dice": frame.dice}
        if frame.cause is frames.Cause.STORM:
            yield refuse("wrong_number_of_dice", "STORM-1", **facts)
        else:
            yield refuse("wrong_number_of_dice", "WORM-8", **facts)


@decides(RollAttackDice)
def _roll(draft: Draft, command: RollAttackDice) -> None:
    frame = draft.state.frame
    if not isinstance(frame, frames.RollFrame):
        return
    hit, shield, special = (command.faces.count(face) for face in CombatFace)
    hits = sum(number * value for number, value in zip((hit, shield, special), frame.values, strict=True))
    faces = (hit, shield, special)
    draft.emit(DiceRolled(frame.cause, frame.faction, frame.area, faces, sector=frame.sector, source=command.source))
    draft.close()
    card = draft.state.frame
    if frame.sector is not None:
        # The card says how many vehicles; its owner picks them one by one.
        if isinstance(card, frames.AtreidesCardFrame):
            draft.change(replace(card, left=hits))
        return
    if frame.remove_worm and draft.state.worms_mask >> frame.area & 1:
        draft.emit(SandwormRemoved(frame.area, frames.Cause.WORM))
    if hits:
        draft.open(frames.HitsFrame(frame.cause, frame.faction, frame.area, hits))


@checks(TakeHits)
def _check_hits(state: State, command: TakeHits) -> Iterator[Refusal]:
    due = open_hits(state)
    if due is None:
        yield not_now(state, "BATTLE-7")
        return
    faction, area, hits, _ = due
    if command.faction is not faction:
        yield refuse("other_side_first", "BATTLE-7", faction=faction.id)
        return
    army = state.army(faction, area) or NOBODY
    regulars = supply(state, faction).regular
    problems = tuple(casualties.removal_refusals(army, hits, command.removed, regulars))
    yield from problems
    if not problems and solo_bot(state, faction):
        yield from casualties.mahdi_refusals(army, hits, command.removed, regulars)


@decides(TakeHits)
def _take(draft: Draft, command: TakeHits) -> None:
    due = open_hits(draft.state)
    if due is None:
        return
    faction, area, _, cause = due
    frame = draft.state.frame
    if isinstance(frame, frames.BattleFrame):
        side = combat.side_of(frame, faction)
        draft.change(with_side(frame, side, replace(frame.sides[side], hits=0)))
    else:
        draft.close()
    draft.emit(HitsTaken(faction, area, command.removed, cause))
    suffer(draft, faction, area, command.removed, cause)
    if cause is frames.Cause.WORM and not isinstance(draft.state.frame, frames.WormFrame):
        _bury_harvester(draft, area)


def suffer(draft: Draft, faction: Faction, area: int, removed: tuple[str, ...], cause: frames.Cause) -> None:
    """Carries out a legal removal: figures to the supply, named leaders to the tank; leaders go with the last unit."""
    for entry in removed:
        army = draft.state.army(faction, area) or NOBODY
        if entry == casualties.SECOND_HIT:
            continue
        if entry == casualties.ESCORT:
            remove_figures(draft, faction, area, Army(escorts=1), cause)
        elif entry in casualties.GENERIC_IDS:
            remove_figures(draft, faction, area, Army(generic=1), cause)
        elif entry in army.named:
            remove_figures(draft, faction, area, Army(named=(entry,)), cause)
        elif entry != casualties.REGULAR and supply(draft.state, faction).regular:
            kind = UnitKind(entry)
            draft.emit(UnitsReplaced(faction, area, 1, kind, UnitKind.REGULAR, cause))
        else:
            remove_figures(draft, faction, area, NOBODY.change(UnitKind(entry), 1), cause)


def _bury_harvester(draft: Draft, area: int) -> None:
    """WORM-8: a harvester goes with the last unit of its legion; carryalls rescue only from worms that appear."""
    if draft.state.army(Faction.HARKONNEN, area) is None and area in draft.state.harvesters:
        draft.emit(VehicleRemoved(VehicleKind.HARVESTER, area, frames.Cause.WORM))


@settles(frames.HitsFrame, frames.BattleFrame)
def _tokens_before_hits(draft: Draft) -> bool:
    """TOKEN-1, MAHDI-TOKEN-1: what a correction laid facedown into a legion that is to take hits is turned first."""
    due = open_hits(draft.state)
    if due is None:
        return False
    faction, area, _, cause = due
    if not (draft.state.army(faction, area) or NOBODY).tokens:
        return False
    draft.open(frames.RevealTokensFrame(faction, area, cause))
    return True


@settles(frames.BattleFrame)
def _round_is_fought(draft: Draft) -> bool:
    """BATTLE-10: once both sides have taken their hits the battle is over, or the attacker decides (BATTLE-8)."""
    state = draft.state
    frame = battle_at(state, frames.BattleStage.CASUALTIES)
    if frame is None or open_hits(state) is not None:
        return False
    attacker_stands, defender_stands = (bool(combat.legion_of(state, frame, side).units) for side in SIDES)
    if attacker_stands and defender_stands:
        draft.change(replace(frame, stage=frames.BattleStage.CONTINUE))
    elif attacker_stands:
        attacker_wins(draft, frame, "eliminated")
    elif defender_stands:
        battle_over(draft, frame, frame.defender, "eliminated")
    else:
        battle_over(draft, frame, None, "both")
    return True


@settles(frames.BattleFrame)
def _legion_is_gone(draft: Draft) -> bool:
    """Ends a battle in whose middle a legion left or died: by its hit for going on, by atomics, by a correction.

    Who was moved away has retreated, or ceased to attack (BATTLE-10).
    """
    state = draft.state
    frame = battle_at(state, *MIDST)
    if frame is None:
        return False
    attacker, defender = (combat.legion_of(state, frame, side).units for side in SIDES)
    if attacker and defender:
        return False
    left = {event.source for event in draft.events if isinstance(event, LegionMoved)}
    if attacker:
        attacker_wins(draft, frame, "retreated" if frame.area in left else "eliminated")
    elif defender:
        battle_over(draft, frame, frame.defender, "ceased" if frame.attacker_area in left else "eliminated")
    else:
        battle_over(draft, frame, None, "both")
    return True


@settles(frames.HitsFrame, frames.RollFrame)
def _nobody_left_to_hit(draft: Draft) -> bool:
    """Leaves dice and hits of a legion that is gone (the board was corrected), and hits that are none."""
    frame = draft.state.frame
    if not isinstance(frame, frames.HitsFrame | frames.RollFrame):
        return False
    none = isinstance(frame, frames.HitsFrame) and frame.hits <= 0
    if draft.state.army(frame.faction, frame.area) and not none:
        return False
    draft.close()
    return True
