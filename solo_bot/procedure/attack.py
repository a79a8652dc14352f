"""Attacks of the opponent: a sietch first (MAHDI-ATTACK-1), else a weaker legion next to one of its own (-2)."""

from typing import NamedTuple

from companion.board import AREA_ZONES, members
from companion.rules.state import ATREIDES
from solo_bot.procedure.decision import AttackOption, Question, in_order
from solo_bot.procedure.power import Power, difference
from solo_bot.procedure.ranks import deciding_in_contest
from solo_bot.procedure.situation import Legion, Situation
from solo_bot.procedure.trace import Trace


class Attacks(NamedTuple):
    """Outcome of looking for an attack: ``action`` is ``attack_sietch`` or ``attack_legion``, None without one."""

    action: str | None
    rule: str
    options: tuple[AttackOption, ...] = ()
    question: Question | None = None


Weighed = tuple[AttackOption, Power]
"""An attack with the difference of power to the defenders."""


def sietch_attacks(situation: Situation, legion: Legion, *, surprise: bool = False) -> list[Weighed]:
    """Returns the attacks of ``legion`` on sietches with weaker defenders: adjacent, or by ornithopter at 2 areas.

    Impassable borders do not count (R-12); a sietch that shares its area with a worm is no target (R-15).
    """
    targets = _targets(situation) & situation.graph.within2[legion.area]
    own, adjacent = legion.power, situation.graph.all[legion.area]
    options: list[Weighed] = []
    for target in members(targets & adjacent):
        defenders = situation.defenders(target)
        if own > defenders:
            gap = own[0] - defenders[0], own[1] - defenders[1]
            options.append((AttackOption(legion.area, target, surprise), gap))
    zones = situation.zones_with_ornithopter & AREA_ZONES[legion.area]
    if zones:
        for target in members(targets & ~adjacent):
            defenders = situation.defenders(target)
            if own > defenders:
                gap = difference(own, defenders)
                options.extend((AttackOption(legion.area, target, surprise, zone), gap) for zone in members(zones))
    return options


def _targets(situation: Situation) -> int:
    return situation.sietch_mask & ~situation.worms


def find_attack(situation: Situation, trace: Trace, *, surprise: bool = False) -> Attacks:
    """Returns the attacks that survive MAHDI-ATTACK-1, else those of MAHDI-ATTACK-2, else none."""
    candidates: list[Weighed] = []
    targets, within2 = _targets(situation), situation.graph.within2
    for legion in situation.actors:
        # Few legions have a sietch in reach.
        if targets & within2[legion.area]:
            candidates += sietch_attacks(situation, legion, surprise=surprise)
    if candidates:
        return _best_sietch(situation, trace, candidates)
    trace.note("MAHDI-ATTACK-1", "no_sietch_to_attack", rulings=("R-15",))
    return _weaker_legion(situation, trace, surprise)


def _best_sietch(situation: Situation, trace: Trace, candidates: list[Weighed]) -> Attacks:
    target_sietch, ranks = situation.state.target_sietch, situation.ranks
    gaps = {(option.attacker, option.target): gap for option, gap in candidates}
    options = [option for option, _ in candidates]
    trace.all("MAHDI-ATTACK-1", "greater_power", options, [gap for _, gap in candidates], ("R-12",))
    if any(ranks[option.target] is None for option in options):
        asked = _ask_ranks(situation, candidates)
        if asked:
            trace.note("MAHDI-ATTACK-1", "rank_unknown", *asked, rulings=("R-16",))
            return Attacks("attack_sietch", "MAHDI-ATTACK-1", question=Question("rank", asked))
    options = _by_rank(situation, trace, options)
    values = [gaps[option.attacker, option.target] for option in options]
    options = trace.highest("MAHDI-ATTACK-1", "greatest_difference", options, values)
    options = trace.highest("MAHDI-ATTACK-1", "no_ornithopter", options, [o.zone is None for o in options], ("R-15",))
    options = trace.highest("MAHDI-ATTACK-1", "target_sietch", options, [o.target == target_sietch for o in options])
    return Attacks("attack_sietch", "MAHDI-ATTACK-1", in_order(options))


def _ask_ranks(situation: Situation, candidates: list[Weighed]) -> tuple[int, ...]:
    """Returns the sietches whose unknown rank decides which of them is attacked (R-16)."""
    target_sietch = situation.state.target_sietch
    best: dict[int, tuple[Power, bool, bool]] = {}
    for option, gap in candidates:
        key = (gap, option.zone is None, option.target == target_sietch)
        best[option.target] = max(key, best.get(option.target, key))
    return deciding_in_contest({area: (situation.ranks[area], value) for area, value in best.items()})


def _by_rank(situation: Situation, trace: Trace, options: list[AttackOption]) -> list[AttackOption]:
    """Keeps the highest rank. Ranks still unknown here decide nothing, whatever they are: each counts as 1."""
    values = [situation.ranks[option.target] or 1 for option in options]
    return trace.highest("MAHDI-ATTACK-1", "highest_rank", options, values, ("R-16",))


def _weaker_legion(situation: Situation, trace: Trace, surprise: bool) -> Attacks:
    targets = situation.occupied & ~situation.worms
    candidates = [
        AttackOption(legion.area, target, surprise)
        for legion in situation.actors
        for target in members(targets & situation.graph.all[legion.area])
        if legion.power > situation.defenders(target)
    ]
    if not candidates:
        trace.note("MAHDI-ATTACK-2", "no_legion_to_attack", rulings=("R-12",))
        return Attacks(None, "MAHDI-ATTACK-3")
    trace.note("MAHDI-ATTACK-2", "weaker_legion", *candidates, rulings=("R-12",))
    options = trace.highest(
        "MAHDI-ATTACK-2", "strongest_enemy", candidates, [situation.defenders(o.target) for o in candidates]
    )
    armies = situation.state.armies[ATREIDES]
    named = [bool((army := armies[o.target]) and army.named) for o in options]
    options = trace.highest("MAHDI-ATTACK-2", "named_leader", options, named)
    if len({option.attacker for option in options}) > 1:
        trace.note("MAHDI-ATTACK-2", "any_attacker", *options, rulings=("R-17",))
    return Attacks("attack_legion", "MAHDI-ATTACK-2", in_order(options))
