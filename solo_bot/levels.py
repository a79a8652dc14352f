"""Levels of difficulty beyond the rulebook. The printed opponent is ``mahdi``; the others are ours and say so.

``tactician`` follows the printed criteria and, where they leave several options, takes the one that promises most for
the Harkonnen instead of asking the player. ``warlord`` chooses with Leadership and Strategy dice among *all* legal
attacks and moves: an attack that is likely to pay, else the moves that threaten the sietches most; everything else as
the tactician. Both stay inside the legal actions, know nothing hidden, and are deterministic: what is still equal is
settled by the seed of the game.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from hashlib import sha256

from companion.content.terms import Result
from companion.rules import reach
from companion.rules.state import HARKONNEN, State
from solo_bot.auto import apply_option
from solo_bot.decide import decide
from solo_bot.decision import AttackOption, Decision, MoveOption, Option, SpecialOption
from solo_bot.outlook import Prospect, prospect, threat
from solo_bot.trace import Trace

LIKELY = 0.55
"""A warlord attacks with at least this chance to win."""
RULE = "MAHDI-0"


class Level(StrEnum):
    """How the opponent chooses; ``mahdi`` is the printed procedure."""

    MAHDI = "mahdi"
    TACTICIAN = "tactician"
    WARLORD = "warlord"


def decide_at_level(state: State, result: Result, level: Level, seed: int) -> Decision:
    """Returns the decision of ``level`` for a die of ``result``: ``decide``, with one option left above ``mahdi``."""
    decision = decide(state, result)
    if level is Level.WARLORD and result in (Result.LEADERSHIP, Result.STRATEGY) and decision.action != "special":
        decision = _warlord(state, result, decision)
    return settle(state, decision, level, seed)


def settle(state: State, decision: Decision, level: Level, seed: int) -> Decision:
    """Returns ``decision`` with the most promising of its options alone, unless the level leaves it to the player."""
    if level is Level.MAHDI or len(decision.options) < 2:
        return decision
    trace = Trace()
    trace.steps.extend(decision.trace)
    best = most_promising(state, decision.options, trace, seed)
    return replace(decision, options=(best,), trace=trace.done())


def most_promising(state: State, options: Sequence[Option], trace: Trace, seed: int) -> Option:
    """Returns the option with the best prospect (attacks) or the greatest threat afterwards (everything else)."""
    attacks = [attack for option in options if (attack := _attack_of(option)) is not None]
    if len(attacks) == len(options):
        best = trace.highest(RULE, "best_prospect", options, [prospect(state, attack) for attack in attacks])
    else:
        threats = [threat(apply_option(state, option)[0]) for option in options]
        best = trace.highest(RULE, "greatest_threat", options, threats)
    if len(best) > 1:
        best = trace.lowest(RULE, "lot_of_the_game", best, [_lot(seed, option) for option in best])
    return best[0]


def _attack_of(option: Option) -> AttackOption | None:
    effect = option.effect if isinstance(option, SpecialOption) else option
    return effect if isinstance(effect, AttackOption) else None


def _lot(seed: int, option: Option) -> int:
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
    moves = _threatening_moves(state, leaders_only, trace)
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


def _threatening_moves(state: State, leaders_only: bool, trace: Trace) -> list[MoveOption]:
    """Returns the legal moves of whole legions that raise the threat most; none when all would lower it."""
    options = []
    for way in reach.moves(state, HARKONNEN, leaders_only=leaders_only):
        army = state.army(HARKONNEN, way.source)
        if army is None or way.via is reach.Via.SANDRIDING:
            continue
        figures = reach.movable(state, way.source, army)
        joined = state.army(HARKONNEN, way.target)
        room = state.stacking_limit(HARKONNEN) - (joined.units if joined else 0)
        if 0 < figures.units <= room:
            options.append(MoveOption(way.source, way.target, figures, way.zone, state.turn.temporary_target))
    if not options:
        return []
    now = threat(state)
    gains = [round(threat(apply_option(state, option)[0]) - now, 4) for option in options]
    if max(gains) <= 0:
        return []
    return trace.highest(RULE, "greatest_threat", options, gains)
