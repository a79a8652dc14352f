"""What the Atreides could do now: plans of one decision, each with the commands that the table would send.

In a turn a plan is a die with the whole action (or Desert Power); elsewhere it is one choice of what the rules ask.
"""

from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import islice

from companion.content import PRESCIENCE_CARDS
from companion.content.terms import Result
from companion.frozen import record
from companion.rules import commands, execute, frames
from companion.rules.actions import OtherAction
from companion.rules.ask.deciding import battle_decider
from companion.rules.ask.desert import worm_meets_legion
from companion.rules.ask.dice import DESERT_ACTIONS, desert_power_open
from companion.rules.frames import ActionFrame, BattleFrame, BattleStage, EndFrame, EndStage, TurnFrame
from companion.rules.legal import candidates as proposals
from companion.rules.refusal import Refused
from companion.rules.state import ATREIDES, State
from solo_bot.simulation import battles
from solo_bot.simulation.atreides import action_ideas
from solo_bot.simulation.desert import desert_ideas
from solo_bot.simulation.prescience import claims
from solo_bot.simulation.thoughts import thoughts_of
from solo_bot.simulation.truth import Truth

MOST_COMMANDS = 6
"""So many commands a plan of one turn has at most."""
TRIED_MOVES, TRIED_ATTACKS, TRIED_SIETCHES = 3, 2, 3
"""So many first moves, attacks and sietches to deploy in are looked at for one die."""
MOST_CHOICES = 8
MOVES = (Result.STRATEGY, Result.LEADERSHIP)


@record
class Plan:
    """What could be done: ``commands`` in order, and the position after them, as far as the table need not be asked.

    ``worth``: what it promises at first sight, comparable among the plans of one decision only.
    """

    commands: tuple[commands.Command, ...]
    after: State = field(compare=False)
    worth: float = 0.0


def plans(state: State, truth: Truth) -> list[Plan]:
    """Returns the plans for the decision that waits for the Atreides, the most promising first; none without one."""
    found: dict[frozenset[commands.Command], Plan] = {}
    for worth, chosen in _proposed(state, truth):
        after = _executed(state, chosen)
        # The same moves in another order are the same plan (MOVE-2).
        if after is not None and frozenset(chosen) not in found:
            found[frozenset(chosen)] = Plan(chosen, after, worth)
    return sorted(found.values(), key=lambda plan: -plan.worth)


Proposed = Iterator[tuple[float, tuple[commands.Command, ...]]]


def _proposed(state: State, truth: Truth) -> Proposed:
    frame = state.frame
    match frame:
        case TurnFrame(faction=faction, acted=acted) if faction is ATREIDES and not acted:
            yield from _turn(state, truth)
        case ActionFrame(faction=faction) if faction is ATREIDES:
            for number, rest in enumerate(_ways_on(state, truth, frame)):
                yield -number, rest
            yield -MOST_CHOICES, (commands.FinishAction(),)
        case BattleFrame() if battle_decider(state, frame) is ATREIDES:
            yield from _numbered(state, _battle(state, truth, frame))
        case EndFrame(stage=EndStage.CLAIMS):
            yield from _numbered(state, _claims(state, truth))
        case frames.WormFrame() if worm_meets_legion(state, frame):
            yield from _numbered(state, ((one,) for one in proposals(state, commands.Retreat)))
        case frames.AtreidesCardFrame():
            yield from _numbered(state, ((one,) for one in proposals(state, commands.CarryOutStep)))
            yield -MOST_CHOICES, (commands.SkipStep(),)
        case _:
            return


def _numbered(state: State, found: Iterator[tuple[commands.Command, ...]]) -> Proposed:
    """The first choices that the rules allow: areas to retreat to are proposed from the whole map."""
    legal = (one for one in found if _executed(state, one) is not None)
    yield from ((-number, one) for number, one in enumerate(islice(legal, MOST_CHOICES)))


def _turn(state: State, truth: Truth) -> Proposed:
    results = state.atreides_results or ()
    for action in Result:
        die = action if action in results else Result.HOUSE
        if die in results and (action is not Result.HOUSE):
            spend = commands.SpendDie(die, action)
            opened = _executed(state, (spend,))
            if opened is not None and isinstance(opened.frame, ActionFrame):
                for number, rest in enumerate(_ways_on(opened, truth, opened.frame)):
                    yield _promise(number, action, die), (spend, *rest)
    if desert_power_open(state):
        for use in DESERT_ACTIONS:
            power = commands.UseDesertPower(use)
            opened = _executed(state, (power,))
            if opened is not None and isinstance(opened.frame, ActionFrame):
                for number, rest in enumerate(islice(_ways_on(opened, truth, opened.frame), TRIED_ATTACKS)):
                    yield 1.0 - number, (power, *rest)


def _promise(number: int, action: Result, die: Result) -> float:
    return (1.5 if action in MOVES else 1.0) - number - (0.3 if die is not action else 0.0)


def _ways_on(state: State, truth: Truth, frame: ActionFrame) -> Iterator[tuple[commands.Command, ...]]:
    """Yields ways to carry out the action in progress: each begins with another command."""
    for first in _firsts(state, truth, frame):
        after = _executed(state, (first,))
        if after is not None:
            yield (first, *_rest(after, truth))


def _firsts(state: State, truth: Truth, frame: ActionFrame) -> Iterator[commands.Command]:
    action = frame.action
    if action in MOVES:
        marches = thoughts_of(state, truth).marches(leaders_only=frame.leaders_only)
        if frame.attack:
            yield from (found.command for found in marches.attacks(surprise=frame.surprise)[:TRIED_ATTACKS])
        yield from (found.command for found in marches.moves()[:TRIED_MOVES])
    elif action is Result.DEPLOYMENT:
        yield from (command for _, command in thoughts_of(state, truth).deployments[:TRIED_SIETCHES])
    elif action is OtherAction.DESERT_POWER:
        outlook = thoughts_of(state, truth).outlook
        yield from desert_ideas(outlook, moves=frame.moves, placements=frame.placements, attack=frame.attack)
    else:
        yield from islice(action_ideas(state, truth, frame), 1)


def _rest(state: State, truth: Truth) -> tuple[commands.Command, ...]:
    """Returns how the action goes on, as far as the table need not be asked in between."""
    rest: list[commands.Command] = []
    while isinstance(state.frame, ActionFrame) and state.frame.faction is ATREIDES and len(rest) < MOST_COMMANDS:
        for command in action_ideas(state, truth, state.frame):
            after = _executed(state, (command,))
            if after is not None:
                break
        else:
            break
        if isinstance(command, commands.FinishAction):
            break
        rest.append(command)
        state = after
    return tuple(rest)


def _battle(state: State, truth: Truth, frame: BattleFrame) -> Iterator[tuple[commands.Command, ...]]:
    """What the script would do comes first, then every other choice; what the table shows is none."""
    usual = () if frame.stage is BattleStage.REVEAL else tuple(battles.ideas(state, truth, frame))
    yield from usual
    kinds = _OF_STAGE.get(frame.stage, ())
    yield from ((one,) for kind in kinds for one in proposals(state, kind) if (one,) not in usual)


_OF_STAGE: dict[BattleStage, tuple[type, ...]] = {
    BattleStage.CARDS: (commands.DiscardForDice,),
    BattleStage.CASUALTIES: (commands.TakeHits,),
    BattleStage.CONTINUE: (commands.ContinueAttack, commands.CeaseAttack),
    BattleStage.RETREAT: (commands.DecideRetreat,),
    BattleStage.DESTINATION: (commands.Retreat,),
    BattleStage.ADVANCE: (commands.Advance,),
}


def _claims(state: State, truth: Truth) -> Iterator[tuple[commands.Command, ...]]:
    """Claims of cards that are known; turning tokens shows something, so that what follows is not foreseen."""
    for batch in claims(state, truth):
        last = batch[-1]
        if isinstance(last, commands.ClaimPrescience) and last.card in PRESCIENCE_CARDS:
            shows = any(isinstance(one, commands.RevealTokens | commands.RevealSietch) for one in batch)
            yield batch[:1] if shows else batch
    yield (commands.FinishClaims(),)


def _executed(state: State, chosen: Sequence[commands.Command]) -> State | None:
    """Returns the position after the commands; None when the rules refuse one."""
    try:
        for command in chosen:
            state, _ = execute(state, command)
    except Refused:
        return None
    return state
