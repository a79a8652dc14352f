"""After the casualties: go on or stop, retreat, advance (BATTLE-8 to BATTLE-11, MAHDI-BATTLE-3, MAHDI-BATTLE-4)."""

from collections.abc import Iterator

from companion.board import AREA_IDS, members
from companion.frozen import replace
from companion.rules import combat
from companion.rules.ask.battles import battle_at, continuing_costs_a_hit, player_decides_advance
from companion.rules.ask.turns import solo_bot
from companion.rules.battles.stages import attacker_wins, battle_on_top, battle_over, begin_round, only_at
from companion.rules.combat import ATTACKER, DEFENDER
from companion.rules.commands import Advance, CeaseAttack, ContinueAttack, DecideRetreat, Retreat
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.frames import BattleFrame, BattleStage, Cause, HitsFrame, WormFrame
from companion.rules.handlers.arrival import depart_and_arrive
from companion.rules.handlers.tracks import destroy_stronghold
from companion.rules.handlers.worms import check_worm_retreat, retreat_from_worm
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import State


@checks(ContinueAttack)
def _check_continue(state: State, command: ContinueAttack) -> Iterator[Refusal]:
    yield from only_at(state, BattleStage.CONTINUE, "BATTLE-8")


@decides(ContinueAttack)
def _continue(draft: Draft, command: ContinueAttack) -> None:
    _go_on(draft, battle_on_top(draft.state))


def _go_on(draft: Draft, frame: BattleFrame) -> None:
    costs = continuing_costs_a_hit(draft.state, frame)
    draft.change(replace(frame, stage=BattleStage.RETREAT))
    if costs:
        draft.open(HitsFrame(Cause.BATTLE, frame.attacker, frame.attacker_area, 1))


@checks(CeaseAttack)
def _check_cease(state: State, command: CeaseAttack) -> Iterator[Refusal]:
    yield from only_at(state, BattleStage.CONTINUE, "BATTLE-8")


@decides(CeaseAttack)
def _cease(draft: Draft, command: CeaseAttack) -> None:
    frame = battle_on_top(draft.state)
    battle_over(draft, frame, frame.defender, "ceased")


@settles(BattleFrame)
def _mahdi_goes_on(draft: Draft) -> bool:
    """MAHDI-BATTLE-3: nothing changes before the next round, so its test is made before the defender retreats."""
    frame = battle_at(draft.state, BattleStage.CONTINUE)
    if frame is None or not solo_bot(draft.state, frame.attacker):
        return False
    if combat.mahdi_stops(draft.state, frame):
        battle_over(draft, frame, frame.defender, "ceased")
    else:
        _go_on(draft, frame)
    return True


@settles(BattleFrame)
def _no_retreat_possible(draft: Draft) -> bool:
    """Skips both questions when the defender cannot retreat, and the second one when a single area is open."""
    state = draft.state
    frame = battle_at(state, BattleStage.RETREAT, BattleStage.DESTINATION)
    if frame is None:
        return False
    open_areas = list(members(combat.battle_retreats(state, frame)))
    if solo_bot(state, frame.defender) or not open_areas:
        begin_round(draft, frame, frame.round + 1)
    elif frame.stage is BattleStage.DESTINATION and len(open_areas) == 1:
        (only,) = open_areas
        _retreat_to(draft, frame, only)
    else:
        return False
    return True


@checks(DecideRetreat)
def _check_decision(state: State, command: DecideRetreat) -> Iterator[Refusal]:
    yield from only_at(state, BattleStage.RETREAT, "BATTLE-8")


@decides(DecideRetreat)
def _decide(draft: Draft, command: DecideRetreat) -> None:
    frame = battle_on_top(draft.state)
    if command.retreat:
        draft.change(replace(frame, stage=BattleStage.DESTINATION))
    else:
        begin_round(draft, frame, frame.round + 1)


@checks(Retreat)
def _check_retreat(state: State, command: Retreat) -> Iterator[Refusal]:
    if isinstance(state.frame, WormFrame):
        yield from check_worm_retreat(state, state.frame, command.target)
        return
    frame = battle_at(state, BattleStage.DESTINATION)
    if frame is None:
        yield not_now(state, "BATTLE-9")
    elif not combat.retreats(state, frame.defender, frame.area) >> command.target & 1:
        yield refuse("no_retreat_there", "BATTLE-9", area=AREA_IDS[command.target])
    elif not combat.battle_retreats(state, frame) >> command.target & 1:
        empty = [AREA_IDS[area] for area in members(combat.battle_retreats(state, frame))]
        yield refuse("empty_areas_first", "MAHDI-BATTLE-4", area=AREA_IDS[command.target], areas=empty)


@decides(Retreat)
def _retreat(draft: Draft, command: Retreat) -> None:
    frame = draft.state.frame
    if isinstance(frame, WormFrame):
        retreat_from_worm(draft, frame, command.target)
    else:
        _retreat_to(draft, battle_on_top(draft.state), command.target)


def _retreat_to(draft: Draft, frame: BattleFrame, target: int) -> None:
    legion = combat.legion_of(draft.state, frame, DEFENDER)
    attacker_wins(draft, frame, "retreated")
    depart_and_arrive(draft, frame.defender, frame.area, target, legion, Cause.BATTLE)


@checks(Advance)
def _check_advance(state: State, command: Advance) -> Iterator[Refusal]:
    yield from only_at(state, BattleStage.ADVANCE, "BATTLE-11")


@decides(Advance)
def _advance(draft: Draft, command: Advance) -> None:
    if command.move_in:
        _move_in(draft, battle_on_top(draft.state))
    else:
        draft.close()


@settles(BattleFrame)
def _advance_without_choice(draft: Draft) -> bool:
    """R-18: the solo Harkonnen advance, unless a table reads that the player decides it outside of settlements.

    In the first printing everybody must (BATTLE-11). A winner that atomics or a correction took away moves nowhere.
    """
    state = draft.state
    frame = battle_at(state, BattleStage.ADVANCE)
    if frame is None:
        return False
    if not combat.legion_of(state, frame, ATTACKER).units:
        draft.close()
    elif player_decides_advance(state, frame) or not (solo_bot(state, frame.attacker) or state.rules.first_printing):
        return False
    else:
        _move_in(draft, frame)
    return True


def _move_in(draft: Draft, frame: BattleFrame) -> None:
    """BATTLE-11, SETTLE-3. The battle is left first: what the advance brings about may open steps of its own."""
    draft.close()
    rank = combat.stronghold_rank(draft.state, frame.defender, frame.area)
    if rank:
        destroy_stronghold(draft, frame.defender, frame.area, rank)
    if draft.state.winner is None:
        legion = combat.legion_of(draft.state, frame, ATTACKER)
        depart_and_arrive(draft, frame.attacker, frame.attacker_area, frame.area, legion, Cause.BATTLE)
