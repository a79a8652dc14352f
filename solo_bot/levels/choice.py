"""Levels of difficulty beyond the rulebook. The printed opponent is ``mahdi``; the others are ours and say so.

``tactician`` follows the printed criteria and, where they leave several options, takes the one that promises most for
the Harkonnen instead of asking the player. ``warlord`` chooses with Leadership and Strategy dice among *all* legal
attacks and moves: an attack that is likely to pay, else the moves that threaten the sietches most; everything else as
the tactician. Both stay inside the legal actions, know nothing hidden, and are deterministic: what is still equal is
settled by the seed of the game.

At the printed level the player may have the choice made as well: ``pick_for_player`` takes the option that promises
least for the Harkonnen, and says so in the trace.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TypeVar

from companion.content.terms import Result
from companion.frozen import replace
from companion.rules import reach
from companion.rules.state import HARKONNEN, State
from solo_bot.levels.foresight import prospect, threat
from solo_bot.levels.prospects import Prospect
from solo_bot.levels.traits import TRAITS, Level
from solo_bot.procedure.commands import apply_option
from solo_bot.procedure.decide import decide
from solo_bot.procedure.decision import AttackOption, Decision, MoveOption, Sortable, SpecialOption, VehiclesOption
from solo_bot.procedure.trace import Step, Trace

LIKELY = 0.55
"""A warlord attacks with at least this chance to win."""
RULE = "MAHDI-0"


Candidate = TypeVar("Candidate", bound=Sortable)


def decide_at_level(state: State, result: Result, level: Level, seed: int) -> Decision:
    """Returns the decision of ``level`` for a die of ``result``: ``decide``, with one option left where it settles."""
    traits = TRAITS[level]
    if result in traits.idle:
        trace = Trace()
        trace.note(RULE, "held_back")
        return Decision(result, "nothing", RULE, trace=trace.done())
    decision = decide(state, result)
    if traits.looks and result in (Result.LEADERSHIP, Result.STRATEGY) and decision.action != "special":
        decision = _warlord(state, result, decision)
    return settle(state, decision, level, seed)


def settle(state: State, decision: Decision, level: Level, seed: int) -> Decision:
    """Returns ``decision`` with the most promising of its options alone, unless the level leaves it to the player."""
    return decision if not TRAITS[level].settles else _narrowed(state, decision, seed, for_player=False)


def pick_for_player(state: State, decision: Decision, seed: int) -> Decision:
    """Returns ``decision`` with the option alone that promises least for the Harkonnen, where MAHDI-0 leaves several.

    The trace then holds how it was picked and ends with ``picked_for_you``.
    """
    return _narrowed(state, decision, seed, for_player=True)


def _narrowed(state: State, decision: Decision, seed: int, *, for_player: bool) -> Decision:
    if len(decision.options) < 2:
        return decision
    trace = Trace()
    trace.steps.extend(decision.trace)
    # The outlook knows nothing of vehicles: between them the lot decides.
    vehicles = all(isinstance(option, VehiclesOption) for option in decision.options)
    after = None if vehicles else lambda option: apply_option(state, decision.result, option)[0]
    best = favourite(state, decision.options, after, trace, seed, for_player=for_player)
    return replace(decision, options=(best,), trace=trace.done())


def favourite(
    state: State,
    options: Sequence[Candidate],
    after: Callable[[Candidate], State] | None,
    trace: Trace,
    seed: int,
    *,
    for_player: bool,
) -> Candidate:
    """Returns one of several options: the best for the Harkonnen, or ``for_player`` the best for Atreides.

    Attacks are compared by their prospect, everything else by the threat of the position ``after`` them; what that
    leaves equal, and options without an ``after``, by the lot of the game.
    """
    best = list(options)
    attacks = [attack for option in options if (attack := _attack_of(option)) is not None]
    if len(attacks) == len(options):
        prospects = [prospect(state, attack) for attack in attacks]
        if for_player:
            best = trace.lowest(RULE, "least_prospect", options, prospects)
        else:
            best = trace.highest(RULE, "best_prospect", options, prospects)
    elif after is not None:
        threats = [threat(after(option)) for option in options]
        if for_player:
            best = trace.lowest(RULE, "least_threat", options, threats)
        else:
            best = trace.highest(RULE, "greatest_threat", options, threats)
    if len(best) > 1:
        best = trace.lowest(RULE, "lot_of_the_game", best, [_lot(seed, option) for option in best])
    if for_player:
        trace.note(RULE, "picked_for_you")
    return best[0]


def picked_for_player(steps: Sequence[Step]) -> bool:
    """Tells from its trace whether a choice was made for the player."""
    return any(step.criterion == "picked_for_you" for step in steps)


def _attack_of(option: object) -> AttackOption | None:
    effect = option.effect if isinstance(option, SpecialOption) else option
    return effect if isinstance(effect, AttackOption) else None


def _lot(seed: int, option: Sortable) -> int:
    """Returns a number that depends on nothing but the game's seed and the option."""
    digest = sha256(f"{seed} {option.sort_key}".encode()).digest()
    return int.from_bytes(digest[:4], "big")


def _warlord(state: State, result: Result, printed: Decision) -> Decision:
    """Replaces the printed attack or move by the best legal one; keeps the printed one where nothing is better."""
    leaders_only = result is Result.LEADERSHIP
    trace = Trace()
    if state.turn.step == 1 and not state.turn.moved:
        attack = _likely_attack(state, leaders_only, trace)
        if attack:
            action = "attack_sietch" if state.sietch_mask >> attack[0].target & 1 else "attack_legion"
            return Decision(result, action, RULE, tuple(attack), trace=trace.done())
    moves = _threatening_moves(state, result, trace)
    if not moves:
        return printed
    second = state.turn.step == 2 or bool(state.turn.moved)
    return Decision(result, "move", RULE, tuple(moves), 0 if second else 1, trace=trace.done())


def _likely_attack(state: State, leaders_only: bool, trace: Trace) -> list[AttackOption]:
    options = [
        AttackOption(way.source, way.target, leaders_only, way.zone)
        for way in reach.attacks(state, HARKONNEN, leaders_only=leaders_only)
    ]
    if not options:
        trace.note(RULE, "no_attack_possible")
        return []
    prospects = [prospect(state, option) for option in options]
    return trace.keep(RULE, "attack_likely_to_pay", options, prospects, _pays)


def _pays(found: Prospect) -> bool:
    return found.chance >= LIKELY and found.value > 0


def _threatening_moves(state: State, result: Result, trace: Trace) -> list[MoveOption]:
    """Returns the legal moves of whole legions that raise the threat most; none when all would lower it."""
    options = []
    temporary = None if state.fixed_target is None else state.turn.temporary_target
    for way in reach.moves(state, HARKONNEN, leaders_only=result is Result.LEADERSHIP):
        army = state.army(HARKONNEN, way.source)
        if army is None or way.via is reach.Via.SANDRIDING:
            continue
        figures = reach.movable(state, way.source, army)
        joined = state.army(HARKONNEN, way.target)
        room = state.stacking_limit(HARKONNEN) - (joined.units if joined else 0)
        if 0 < figures.units <= room:
            options.append(MoveOption(way.source, way.target, figures, way.zone, temporary))
    if not options:
        return []
    now = threat(state)
    gains = [round(threat(apply_option(state, result, option)[0]) - now, 4) for option in options]
    if max(gains) <= 0:
        return []
    return trace.highest(RULE, "greatest_threat", options, gains)
