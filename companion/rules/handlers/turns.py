"""Turns of action resolution: the Harkonnen die and its action, the end of a turn (ACT-3, MAHDI-TURN-1)."""

from collections.abc import Iterator

from companion.content import DICE, LEADERS, Special, SpecialCode
from companion.content.terms import Deck, Faction, NamedLeader, Result, Subfaction
from companion.rules.ask.claims import last_claim_possible
from companion.rules.ask.dice import HARKONNEN_ACTIONS, special_problems
from companion.rules.ask.turns import area_of_leader, exhausted_results, solo_bot, turn_frame
from companion.rules.commands import EndTurn, FinishAction, RollHarkonnenDie, UseHarkonnenLeader
from companion.rules.desert_war.launchers import give_up
from companion.rules.engine import Draft, checks, decides
from companion.rules.events import DieSpent, LeaderCardTurned, TurnEnded
from companion.rules.frames import ActionFrame, AtreidesCardFrame, ClaimsFrame, LaunchersFrame, TurnFrame
from companion.rules.handlers.stacking import open_crowded
from companion.rules.handlers.tracks import advance_tank, spend_die
from companion.rules.harkonnen_cards.effects import close_action
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import ATREIDES, HARKONNEN, State


@checks(RollHarkonnenDie)
def _check_roll(state: State, command: RollHarkonnenDie) -> Iterator[Refusal]:
    frame = state.frame
    if not isinstance(frame, TurnFrame) or not solo_bot(state, HARKONNEN):
        yield not_now(state, "MAHDI-TURN-1")
        return
    if frame.faction is not HARKONNEN:
        yield refuse("not_your_turn", "ACT-3", faction=frame.faction.id)
        return
    if frame.acted:
        yield refuse("already_acted", "ACT-3", faction=HARKONNEN.id)
    if command.result in exhausted_results(state):
        yield refuse("roll_again", "MAHDI-TURN-1", result=command.result.value, limit=DICE.reroll_at)
    if frame.forced is not None and command.result is not frame.forced:
        yield refuse("result_is_forced", "MAHDI-TRUTH-1", result=command.result.value, forced=frame.forced.value)


@decides(RollHarkonnenDie)
def _roll(draft: Draft, command: RollHarkonnenDie) -> None:
    draft.change(TurnFrame(HARKONNEN, acted=True, spent_die=True))
    spend_die(draft, DieSpent(HARKONNEN, command.result, command.result.value, command.source))
    draft.open(HARKONNEN_ACTIONS[command.result])


@checks(UseHarkonnenLeader)
def _check_leader(state: State, command: UseHarkonnenLeader) -> Iterator[Refusal]:
    frame = state.frame
    result = frame.action if isinstance(frame, ActionFrame) else None
    if not isinstance(result, Result) or frame != HARKONNEN_ACTIONS[result]:
        yield not_now(state, "MAHDI-TURN-3")
        return
    yield from special_problems(state, HARKONNEN, command.leader, result)
    yield from _partner_problems(state, command.leader)
    special = LEADERS[command.leader].special if command.leader in LEADERS else None
    on_foot = special is not None and special.code in (SpecialCode.MOVE_TWICE, SpecialCode.MOVE_THEN_ATTACK)
    if on_foot and area_of_leader(state, command.leader) is None:
        yield refuse("leader_not_on_board", "R-6", leader=command.leader)


def _partner_problems(state: State, leader: str) -> Iterator[Refusal]:
    """TEAM-5: a special action belongs to the player of the leader's sub-faction, for a die of the own dashboard."""
    turn = turn_frame(state)
    if state.rules.harkonnen_partners > 1 and turn is not None and leader in LEADERS:
        own = Subfaction.CORRINO_ALLY if turn.corrino else Subfaction.HOUSE_HARKONNEN
        if LEADERS[leader].subfaction is not own:
            yield refuse("leader_of_partner", "TEAM-5", leader=leader)


@decides(UseHarkonnenLeader)
def _use_leader(draft: Draft, command: UseHarkonnenLeader) -> None:
    special = LEADERS[command.leader].special
    if special is not None:
        draft.emit(LeaderCardTurned(command.leader, False))
        draft.change(special_action(draft.state, NamedLeader(command.leader), special))


def special_action(state: State, leader: NamedLeader, special: Special) -> ActionFrame:
    """Returns the action that a Harkonnen special gives instead of the normal one (MAHDI-TURN-3, R-6).

    Raises ValueError for a special that no Harkonnen leader has.
    """
    area = area_of_leader(state, leader)
    solo = solo_bot(state, HARKONNEN)
    count = special.solo_count if solo else special.count
    match special.code:
        case SpecialCode.REPLACE_UNITS:
            return ActionFrame(HARKONNEN, leader, replacements=count)
        case SpecialCode.MOVE_TWICE:
            return ActionFrame(HARKONNEN, leader, moves=2, only=area)
        case SpecialCode.MOVE_THEN_ATTACK:
            return ActionFrame(HARKONNEN, leader, moves=1, attack=True, only=area)
        case SpecialCode.DRAW_CARDS:
            plays = 1 if not solo and special.deck is Deck.CORRINO_ALLY else 0
            return ActionFrame(HARKONNEN, leader, draws=count, plays=plays)
        case SpecialCode.DEPLOY_UNITS:
            return ActionFrame(HARKONNEN, leader, placements=special.pieces.units, leaders=special.pieces.leader)
        case SpecialCode.JOIN_THEN_MOVE:
            raise ValueError(f"{leader} is a leader of Atreides")


@checks(FinishAction)
def _check_finish(state: State, command: FinishAction) -> Iterator[Refusal]:
    frame = state.frame
    rolled = isinstance(frame, LaunchersFrame) and frame.left is not None
    if not isinstance(frame, ActionFrame | AtreidesCardFrame) and not rolled:
        yield not_now(state, "ACT-4")


@decides(FinishAction)
def _finish(draft: Draft, command: FinishAction) -> None:
    """Leaves an action; on an Atreides card itself, the rest of the card."""
    frame = draft.state.frame
    if isinstance(frame, LaunchersFrame):
        give_up(draft, frame)
    else:
        close_action(draft)


@checks(EndTurn)
def _check_end(state: State, command: EndTurn) -> Iterator[Refusal]:
    match state.frames:
        case (*_, TurnFrame(), ActionFrame()):
            return
    frame = state.frame
    if not isinstance(frame, TurnFrame):
        yield not_now(state, "ACT-3")
    elif frame.faction is HARKONNEN and not frame.acted:
        if solo_bot(state, HARKONNEN):
            yield refuse("harkonnen_die_first", "MAHDI-TURN-1")
        elif state.harkonnen_unused:
            yield refuse("must_act", "ACT-3", dice=state.harkonnen_unused)
    elif not frame.acted and state.atreides_unused:
        yield refuse("must_act", "ACT-3", dice=state.atreides_unused)


@decides(EndTurn)
def _end(draft: Draft, command: EndTurn) -> None:
    if isinstance(draft.state.frame, ActionFrame):
        draft.close()
    # what moved has to fit now; then the turn is still to be ended.
    if not open_crowded(draft):
        end_turn(draft)


def end_turn(draft: Draft) -> None:
    """Ends the turn on top: the next turn opens, or none when the dice are gone (ACT-3).

    Without a next turn cards may be claimed once more, where that is possible (R-46); else the frame is closed, and a
    settler ends the phase.
    """
    frame = draft.state.frame
    if not isinstance(frame, TurnFrame):
        return
    if frame.spent_die and draft.state.rules.tank_at_end_of_turn:
        advance_tank(draft, frame.faction, at_once=False)
    draft.emit(TurnEnded(frame.faction))
    following = next_turn(draft.state, frame.faction)
    if following is not None:
        draft.change(following)
    elif last_claim_possible(draft.state):
        draft.change(ClaimsFrame())
    else:
        draft.close()


def next_turn(state: State, after: Faction) -> TurnFrame | None:
    """Returns the turn that follows one of ``after``; None when action resolution is over (ACT-3, R-7).

    Atreides are never passed over: when they have no die left, Harkonnen have more, and Desert Power is open to them.
    """
    if not state.harkonnen_unused:
        return None
    if after is HARKONNEN:
        return TurnFrame(ATREIDES)
    return TurnFrame(HARKONNEN, forced=state.chosen_result)
