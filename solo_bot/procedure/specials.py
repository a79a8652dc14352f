"""Special actions of the Harkonnen named leaders: always taken when possible (MAHDI-TURN-3, R-6)."""

from companion.content import LEADERS, NAMED_LEADERS, SpecialCode
from companion.content.leaders import Leader
from companion.content.leaders import Special as Printed
from companion.content.step_terms import Pieces
from companion.content.terms import Box, Faction, Result, UnitKind
from companion.frozen import record
from companion.rules.army import Army
from companion.rules.state import HARKONNEN, Standing, State
from solo_bot.procedure.attack import find_attack
from solo_bot.procedure.decision import CardsOption, Effect, Question, SpecialOption, in_order
from solo_bot.procedure.deployment import deployments
from solo_bot.procedure.house import replacements
from solo_bot.procedure.movement import find_move
from solo_bot.procedure.situation import Situation
from solo_bot.procedure.trace import Trace

RULE = "MAHDI-TURN-3"
HARKONNEN_SPECIALS = {
    result: tuple(
        leader for leader in NAMED_LEADERS if leader.faction is Faction.HARKONNEN and leader.box is Box(result.value)
    )
    for result in Result
}
"""The leaders whose special action a die of each result may give, in order of their ids."""


def result_of_special(leader: str) -> Result:
    """Returns the result of the dice that give a Harkonnen leader's special action; KeyError for any other leader.

    >>> result_of_special("baron_harkonnen").value
    'house'
    """
    found = next((result for result, ones in HARKONNEN_SPECIALS.items() if leader in [one.id for one in ones]), None)
    if found is None:
        raise KeyError(leader)
    return found


@record
class Special:
    """A leader's special action with everything it may do now; ``steps_left`` 1 when another step follows."""

    leader: str
    effects: tuple[Effect, ...]
    steps_left: int = 0
    question: Question | None = None


def special_actions(state: State, result: Result, trace: Trace) -> list[Special]:
    """Returns the special actions that are possible with a die of ``result``; an impossible one leaves its reason."""
    found = []
    for leader in HARKONNEN_SPECIALS[result]:
        status = state.leader(leader.id)
        if status.standing not in (Standing.READY, Standing.BOARD) or leader.id in state.just_out_of_tank:
            continue
        if not status.card_ready:
            trace.note("LEADER-2", "card_spent", leader.id)
            continue
        special = _special(state, leader, trace)
        if special is None:
            trace.note(RULE, "special_impossible", leader.id, rulings=("R-6",))
        else:
            trace.note(RULE, "special_first", leader.id, rulings=("R-6",))
            found.append(special)
    return found


def _special(state: State, leader: Leader, trace: Trace) -> Special | None:
    special = leader.special
    if special is None:
        return None
    match special.code:
        case SpecialCode.MOVE_TWICE | SpecialCode.MOVE_THEN_ATTACK:
            return second_step(state, leader.id, trace, first=True)
        case SpecialCode.REPLACE_UNITS:
            return _replace(state, leader.id, special, trace)
        case SpecialCode.DEPLOY_UNITS:
            return _deploy(state, leader.id, special.pieces, trace)
        case SpecialCode.DRAW_CARDS if special.deck is not None:
            decks = (special.deck,) * special.solo_count
            trace.note("MAHDI-LEADER-1", "draw_and_play", *decks)
            return Special(leader.id, (CardsOption(decks),))
        case _:
            return None


def second_step(state: State, leader: str, trace: Trace, *, first: bool = False) -> Special | None:
    """Returns the move (or attack) of Rabban's or Feyd-Rautha's legion: the first step of the special action, or the
    one that follows; None when it is impossible (R-6), as it is for every other leader.

    Rabban moves, then moves again to an adjacent area without ornithopter; Feyd-Rautha moves, then attacks without
    surprise, or attacks alone when his legion cannot move.
    """
    area = _area_of(state, leader)
    if area is None or _code(leader) not in (SpecialCode.MOVE_TWICE, SpecialCode.MOVE_THEN_ATTACK):
        return None
    twice = _code(leader) is SpecialCode.MOVE_TWICE
    situation = Situation(state, only=area, again=not first)
    if first or twice:
        if not first:
            situation.zones_with_ornithopter = 0
        moves = find_move(situation, trace)
        if moves.question is not None:
            return Special(leader, (), question=moves.question)
        if moves.options:
            return Special(leader, moves.options, steps_left=1 if first else 0)
    if twice:
        return None
    attacks = find_attack(situation, trace)
    if attacks.question is not None:
        return Special(leader, (), question=attacks.question)
    return Special(leader, attacks.options) if attacks.options else None


def _code(leader: str) -> SpecialCode | None:
    special = LEADERS[leader].special
    return None if special is None else special.code


def _area_of(state: State, leader: str) -> int | None:
    return next((area for area, army in state.legions(HARKONNEN) if leader in army.named), None)


def _replace(state: State, leader: str, printed: Printed, trace: Trace) -> Special | None:
    """R-25: visible figures only, no token is revealed; for Sardaukar there is no substitute."""
    match printed.from_kind, printed.to_kind:
        case UnitKind() as old, UnitKind() as new:
            found = replacements(Situation(state), trace, printed.count, old, new, reveal_tokens=False)
            return Special(leader, found.options) if found.options else None
    return None


def _deploy(state: State, leader: str, pieces: Pieces, trace: Trace) -> Special | None:
    units = Army(pieces.regular, pieces.elite, pieces.special)
    options = deployments(Situation(state), trace, units)
    return Special(leader, options) if options else None


def special_options(specials: list[Special]) -> tuple[SpecialOption, ...]:
    """Returns the options of all possible special actions, sorted; several leaders: the player chooses (R-6)."""
    options = [SpecialOption(special.leader, effect) for special in specials for effect in special.effects]
    return in_order(options)
