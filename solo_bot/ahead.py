"""What the opponent would do now with each face of its die: a pure question, for `arrakis preview` and the player.

Each answer is the decision that the game's level makes for that face, made from what the position given says and from
nothing else. What is a matter of chance (dice of a battle, cards of a deck) is not looked into.
"""

from math import gcd

from companion.content import DICE
from companion.content.terms import Result
from companion.frozen import record, replace
from companion.rules import evolve
from companion.rules.ask.turns import exhausted_results, turn_of
from companion.rules.events import TurnEnded
from companion.rules.frames import TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from solo_bot.levels.choice import decide_at_level, pick_for_player
from solo_bot.levels.traits import TRAITS, Level
from solo_bot.procedure.decision import AttackOption, Decision, SpecialOption


@record
class Face:
    """A result of the die: ``faces`` of the ``of`` that count show it.

    ``decision``: the first step of what the opponent does with it, also where that is a question; None for a result
    that cannot come, and is rolled again (MAHDI-TURN-1) or that Truthtrance rules out (MAHDI-TRUTH-1).
    """

    result: Result
    faces: int
    of: int
    decision: Decision | None

    @property
    def chance(self) -> float:
        """The chance that the die shows it."""
        return self.faces / self.of if self.of else 0.0

    @property
    def attacked(self) -> tuple[int, ...]:
        """The areas that it may attack, each once, in the order of the options."""
        return () if self.decision is None else attacked(self.decision)


def attacked(decision: Decision) -> tuple[int, ...]:
    """Returns the areas that a decision may attack; where it asks first, those that it asks about."""
    if decision.question is not None:
        return decision.question.areas if decision.action == "attack_sietch" else ()
    effects = (one.effect if isinstance(one, SpecialOption) else one for one in decision.options)
    return tuple(dict.fromkeys(one.target for one in effects if isinstance(one, AttackOption)))


def their_turn(state: State) -> State | None:
    """Returns the position in which the opponent would roll its die if the turn in progress ended as things stand now.

    None when it has no die left to roll, the game is over or is not solo.
    """
    if state.mode is not Mode.SOLO or state.winner is not None or not state.harkonnen_unused:
        return None
    if turn_of(state) is ATREIDES:
        state = evolve(state, TurnEnded(ATREIDES))
    return replace(state, frames=(TurnFrame(HARKONNEN, forced=state.chosen_result),))


def look_ahead(
    state: State, level: Level = Level.MAHDI, seed: int = 0, *, decide_for_me: bool = False
) -> tuple[Face, ...]:
    """Returns what the opponent does in a position with each result, in their order; ``level`` and ``seed`` are those
    of the game, as for ``next_order``.

    Each decision is what ``arrakis decide`` answers for that result, at levels above the printed one their own.
    """
    forced = state.frame.forced if isinstance(state.frame, TurnFrame) else None
    rolled = tuple(Result) if state.harkonnen_unused else ()
    possible = {forced} if forced is not None else set(rolled) - set(exhausted_results(state))
    faces = {result: DICE.harkonnen_action.count(result) for result in possible}
    if forced is not None:
        faces = {forced: 1}
    elif again := sum(faces.get(result, 0) for result in TRAITS[level].again):
        # Rolled once more at this level: both rolls together.
        once = sum(faces.values())
        faces = {
            result: count * (again + (0 if result in TRAITS[level].again else once)) for result, count in faces.items()
        }
        common = gcd(*faces.values())
        faces = {result: count // common for result, count in faces.items()}
    of = sum(faces.values())

    def found(result: Result) -> Face:
        if result not in possible:
            return Face(result, 0, of, None)
        decision = decide_at_level(state, result, level, seed)
        if decide_for_me:
            decision = pick_for_player(state, decision, seed)
        return Face(result, faces[result], of, decision)

    return tuple(map(found, Result))
