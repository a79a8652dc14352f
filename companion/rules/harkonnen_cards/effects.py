"""What the steps of a Harkonnen card do by themselves, and the moves and attacks they open (MAHDI-CARD-2 and -3).

Moves, attacks, replacements and vehicles are entered by the commands for those; all else happens with ``CardStepDone``.
"""

from collections.abc import Iterator

from companion.board import AREA_IDS, AREA_NUMBER, members
from companion.content import LEADERS, steps
from companion.frozen import replace
from companion.rules import frames
from companion.rules.actions import OtherAction
from companion.rules.army import NOBODY, Army
from companion.rules.ask.harkonnen_cards import after, borders_of, leaders_in_reach, step_action
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.ask.stacking import excess
from companion.rules.ask.tokens import facedown
from companion.rules.ask.turns import solo_bot
from companion.rules.atreides_cards.course import after_action
from companion.rules.commands import CardStepDone
from companion.rules.engine import Draft, settles
from companion.rules.events import DieDiscarded, LeadersForbidden, PrescienceCleared, WormsignRemoved
from companion.rules.handlers.deployment import place_figures
from companion.rules.handlers.hands import make_discard
from companion.rules.handlers.rounds import reinforce
from companion.rules.handlers.stacking import open_excess
from companion.rules.handlers.tracks import enter_leader, gain_bene_gesserit, remove_figures
from companion.rules.harkonnen_cards.placing import placement_problems
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import ATREIDES, HARKONNEN, State


def gone_on(frame: frames.CardFrame, command: CardStepDone) -> frames.CardFrame:
    """Returns the card after ``command``: at its next step, or at the next part of the same one."""
    area = frame.area if command.area is None else command.area
    if command.area is None and len(command.placements) == 1:
        area = command.placements[0][0]
    done = frame.done + int(command.changed)
    if command.more:
        return replace(frame, area=area, done=done, part=frame.part + 1)
    return replace(frame, area=area, done=done, step=frame.step + 1, part=0)


def enter_step(draft: Draft) -> None:
    """Opens the moves or the attack of the step that the card on top has come to, if it is one of those."""
    frame = draft.state.frame
    if not isinstance(frame, frames.CardFrame):
        return
    action = step_action(frame, current_step(frame), by_hand=not solo_bot(draft.state, HARKONNEN))
    if action is not None:
        draft.open(action)


def close_action(draft: Draft) -> None:
    """Leaves the action on top; when a card brought it, the card goes on with its next step."""
    frame = draft.state.frame
    draft.close()
    card = draft.state.frame
    if isinstance(frame, frames.ActionFrame) and isinstance(card, frames.AtreidesCardFrame):
        draft.change(after_action(card, frame))
    if (
        isinstance(frame, frames.ActionFrame)
        and frame.action is OtherAction.CARD
        and isinstance(card, frames.CardFrame)
    ):
        area = card.area if frame.only is None else frame.only
        by_hand = not solo_bot(draft.state, HARKONNEN)
        acted = frame != step_action(card, current_step(card), by_hand=by_hand)
        draft.change(replace(card, step=card.step + 1, area=area, done=card.done + int(acted)))
        enter_step(draft)


@settles(frames.CardFrame)
def card_goes_on(draft: Draft) -> bool:
    """Opens the step that a card has come to once nothing lies on it, and leaves a transfer that was made."""
    frame = draft.state.frame
    if not isinstance(frame, frames.CardFrame):
        return False
    step = current_step(frame)
    if isinstance(step, steps.Transfer) and draft.state.turn.moved:
        draft.change(gone_on(frame, CardStepDone()))
        return True
    enter_step(draft)
    return draft.state.frame is not frame


def step_problems(state: State, frame: frames.CardFrame, step: steps.Step, command: CardStepDone) -> Iterator[Refusal]:
    """Yields what is missing or wrong in the particulars of a step that is carried out."""
    people = not solo_bot(state, HARKONNEN)
    match step:
        case steps.Place():
            yield from placement_problems(state, frame, step, command)
        case steps.Play() | steps.Vehicles() | steps.Transfer() if people:
            # People carry these out by their own commands, one by one.
            yield not_now(state, "CARD-1")
        case steps.OpponentDiscards() | steps.ShuffleBackPrescience() if people:
            cards = state.cards
            if not (cards.hand if isinstance(step, steps.OpponentDiscards) else cards.revealed):
                yield refuse("card_without_effect", "CARD-1", Severity.UNUSUAL, card=frame.card)
        case steps.TankEnemyLeader():
            yield from _leader_problems(state, frame, step, command.leader)
        case steps.DiscardWormsigns():
            yield from _wormsign_problems(state, step, command)
        case steps.DiscardEnemyDie() if step.result not in (state.atreides_results or ()):
            yield refuse("no_such_die", "MAHDI-CARD-3", result=step.result.value)
        case steps.SpecialAttack():
            yield from _target_problems(state, command.area)
        case steps.RevealArea():
            if command.area is None or not facedown(state, command.area):
                where = None if command.area is None else AREA_IDS[command.area]
                yield refuse("nothing_facedown_there", "MAHDI-CARD-3", area=where)


def _leader_problems(
    state: State, frame: frames.CardFrame, step: steps.TankEnemyLeader, leader: str | None
) -> Iterator[Refusal]:
    if not any(leader in army.named for _, army in state.legions(ATREIDES)):
        yield refuse("leader_not_on_board", "MAHDI-CARD-3", leader=leader)
    elif leader not in leaders_in_reach(state, frame, step):
        yield refuse("leader_out_of_reach", "CARD-1", card=frame.card, leader=leader)


def _wormsign_problems(state: State, step: steps.DiscardWormsigns, command: CardStepDone) -> Iterator[Refusal]:
    beside = None if step.adjacent_to is None else borders_of(state)[AREA_NUMBER[step.adjacent_to]]
    for area in command.areas:
        if area not in state.wormsigns:
            yield refuse("no_wormsign_there", "MAHDI-CARD-3", area=AREA_IDS[area])
        elif beside is not None and not beside >> area & 1:
            yield refuse("not_adjacent", "MAHDI-CARD-3", area=AREA_IDS[area])
    if step.count is not None and len(set(command.areas)) > step.count:
        yield refuse("too_many_wormsigns", "MAHDI-CARD-3", count=len(command.areas), limit=step.count)


def _target_problems(state: State, area: int | None) -> Iterator[Refusal]:
    if area is None or state.army(ATREIDES, area) is None:
        yield refuse("nothing_to_attack", "MAHDI-CARD-3", area=None if area is None else AREA_IDS[area])
    elif not borders_of(state)[area] & state.legions_mask(HARKONNEN):
        yield refuse("not_adjacent", "MAHDI-CARD-3", area=AREA_IDS[area])


def carry_out(draft: Draft, frame: frames.CardFrame, step: steps.Step, command: CardStepDone) -> None:
    """Emits what ``step`` does without a command of its own; the card frame has gone on already."""
    match step:
        case steps.EnterLeader():
            enter_leader(draft, step.leader)
        case steps.Draw():
            for deck in after(frame.deck, step.count):
                reinforce(draft, deck)
        case steps.Play():
            draft.open(frames.CardsFrame(after(frame.deck, step.count)))
        case steps.GainBeneGesserit():
            for _ in range(step.count):
                gain_bene_gesserit(draft, HARKONNEN)
        case steps.OpponentDiscards():
            make_discard(draft, ATREIDES, step.count)
        case steps.ShuffleBackPrescience():
            draft.emit(PrescienceCleared(min(step.count, draft.state.cards.revealed), reshuffled=True))
        case steps.DiscardEnemyDie():
            for _ in range(min(step.count, (draft.state.atreides_results or ()).count(step.result))):
                draft.emit(DieDiscarded(ATREIDES, step.result))
        case steps.ForbidNextTurn():
            draft.emit(LeadersForbidden(step.leaders))
        case _:
            _carry_out_particulars(draft, step, command)


def _carry_out_particulars(draft: Draft, step: steps.Step, command: CardStepDone) -> None:
    """Emits the steps that need particulars; other steps were entered by commands of their own."""
    match step:
        case steps.Place():
            _place(draft, command)
        case steps.DiscardWormsigns():
            for area in members(sum(1 << area for area in set(command.areas))):
                draft.emit(WormsignRemoved(area, None, frames.Cause.CARD))
        case steps.TankEnemyLeader():
            _tank(draft, command.leader)
        case steps.SpecialAttack() if command.area is not None:
            values = (step.hit, 0, step.special)
            draft.open(frames.RollFrame(frames.Cause.CARD, ATREIDES, command.area, step.dice, values))
            _turn_tokens(draft, command.area)
        case steps.RevealArea() if command.area is not None:
            sietch = draft.state.sietch(command.area)
            if sietch is not None and not sietch.revealed:
                draft.open(frames.RevealSietchFrame(command.area))
            _turn_tokens(draft, command.area)


def _place(draft: Draft, command: CardStepDone) -> None:
    """ACT-6: what is taken from the board goes to the first areas that get such figures; the rest is the supply's."""
    left = dict[int, Army]()
    for source, army in command.taken:
        left[source] = left.get(source, NOBODY) + army
    for area, figures in command.placements:
        taken, wanted = list[tuple[int, Army]](), figures
        for source, army in left.items():
            part = army.common(wanted)
            if part:
                taken.append((source, part))
                left[source], wanted = army - part, wanted - part
        before = excess(draft.state, HARKONNEN, area)
        place_figures(draft, HARKONNEN, area, figures, frames.Cause.CARD, taken)
        open_excess(draft, HARKONNEN, area, before)


def _turn_tokens(draft: Draft, area: int) -> None:
    """TOKEN-1: tokens are turned when their area is attacked in any way, or when a card says so."""
    if (draft.state.army(ATREIDES, area) or NOBODY).tokens:
        draft.open(frames.RevealTokensFrame(ATREIDES, area, frames.Cause.CARD))


def _tank(draft: Draft, leader: str | None) -> None:
    for area, army in draft.state.legions(ATREIDES):
        if leader in army.named and leader in LEADERS:
            remove_figures(draft, ATREIDES, area, Army(named=(leader,)), frames.Cause.CARD)
            return


@settles(frames.RevealSietchFrame)
def _sietch_is_turned(draft: Draft) -> bool:
    """Leaves the step that asked for a sietch token once it is face up or gone."""
    frame = draft.state.frame
    if not isinstance(frame, frames.RevealSietchFrame):
        return False
    sietch = draft.state.sietch(frame.area)
    if sietch is not None and not sietch.revealed:
        return False
    draft.close()
    return True
