"""Replacing units (MAHDI-HOUSE-1, R-25): the order of the legions, and every way to spend the replacements in it."""

from collections.abc import Iterator

from companion.content.terms import UnitKind
from companion.frozen import record
from companion.rules.army import Army
from companion.rules.state import HARKONNEN, supply
from solo_bot.procedure.attack import sietch_attacks
from solo_bot.procedure.decision import Question, Replacement, ReplaceOption, in_order
from solo_bot.procedure.power import Power
from solo_bot.procedure.situation import INFINITE, Legion, Situation
from solo_bot.procedure.trace import Trace

RULE = "MAHDI-HOUSE-1"
CANNOT_ATTACK: Power = (-1, -1)
"""Sorts after every real difference: a legion that attacks has at least 0/1 more."""
Rank = tuple[int, Power, int]


@record
class Replacements:
    """Outcome of looking for replacements: options, or the question which token to reveal first."""

    options: tuple[ReplaceOption, ...] = ()
    question: Question | None = None


def replacements(
    situation: Situation,
    trace: Trace,
    count: int,
    old: UnitKind = UnitKind.REGULAR,
    new: UnitKind = UnitKind.ELITE,
    *,
    reveal_tokens: bool = True,
) -> Replacements:
    """Returns every way to turn ``count`` units of ``old`` into ``new``.

    Elites that ran out are replaced by the next stronger kind (MAHDI-DEPLOY-4); tokens are revealed only
    when no visible unit of ``old`` is on the board and ``reveal_tokens`` (R-25).
    """
    kinds = _kinds_available(situation, count, new)
    if not kinds:
        trace.note("MAHDI-DEPLOY-4", "no_stronger_figure", new, rulings=("R-25",))
        return Replacements()
    holders = [legion for legion in situation.legions if legion.army.count(old)]
    if not holders:
        hidden = [legion for legion in situation.legions if legion.army.tokens]
        if not reveal_tokens or not hidden:
            trace.note(RULE, "nothing_to_replace", old)
            return Replacements()
        areas = tuple(house_order(situation, trace, [legion.area for legion in hidden])[0])
        trace.note(RULE, "reveal_token_first", *areas, rulings=("R-25",))
        return Replacements(question=Question("reveal_token", areas))
    groups = house_order(situation, trace, [legion.area for legion in holders])
    available = {legion.area: legion.army for legion in holders}
    options = (_option(spread, old) for spread in _spread(available, groups, kinds, old))
    return Replacements(in_order(dict.fromkeys(options)))


def _kinds_available(situation: Situation, count: int, new: UnitKind) -> list[UnitKind]:
    """Returns the kinds that the replaced units become, one an entry."""
    left = supply(situation.state, HARKONNEN)
    if new is UnitKind.SPECIAL:
        # No kind is stronger that could stand in for it.
        return [UnitKind.SPECIAL] * min(count, left.special)
    elites = min(count, left.elite)
    return [UnitKind.ELITE] * elites + [UnitKind.SPECIAL] * min(count - elites, left.special)


def house_order(
    situation: Situation, trace: Trace, areas: list[int], rulings: tuple[str, ...] = ("R-14",)
) -> list[list[int]]:
    """Returns ``areas`` in groups of equals by the three criteria of MAHDI-HOUSE-1; one may be without a legion.

    ``rulings`` are those that the first criterion cites.
    """
    near = situation.steps_to_any_sietch()
    target = situation.state.target_sietch
    to_target = situation.steps_to(target) if target is not None else None
    keys: dict[int, Rank] = {
        area: (
            -situation.distance(area, near),
            _greatest_gap(situation, area),
            -(situation.distance(area, to_target) if to_target else INFINITE),
        )
        for area in areas
    }
    best = trace.lowest(RULE, "nearest_to_a_sietch", areas, [-keys[area][0] for area in areas], rulings)
    if len(best) > 1:
        best = trace.highest(RULE, "greatest_difference", best, [keys[area][1] for area in best], ("R-25",))
    if len(best) > 1 and target is not None:
        trace.lowest(RULE, "nearest_to_target", best, [-keys[area][2] for area in best], ("R-14",))
    groups: dict[Rank, list[int]] = {}
    for area in areas:
        groups.setdefault(keys[area], []).append(area)
    return [groups[key] for key in sorted(groups, reverse=True)]


def _greatest_gap(situation: Situation, area: int) -> Power:
    """Returns the greatest difference of power to the defenders of a sietch that the legion in ``area`` can attack."""
    army = situation.army_at(area)
    if army is None:
        return CANNOT_ATTACK
    legion = Legion(area, army, army)
    return max((gap for _, gap in sietch_attacks(situation, legion)), default=CANNOT_ATTACK)


def _spread(
    available: dict[int, Army], groups: list[list[int]], kinds: list[UnitKind], old: UnitKind
) -> Iterator[tuple[tuple[int, UnitKind], ...]]:
    """Yields (area, kind that comes) a unit: all in the first legion if it has enough, else on with the next one."""
    filled = [group for group in groups if group]
    if not kinds or not filled:
        yield ()
        return
    first, *later = filled
    for area in first:
        taken = available[area].count(old)
        here = tuple((area, kind) for kind in kinds[:taken])
        rest = [[other for other in first if other != area], *later]
        for following in _spread(available, rest, kinds[taken:], old):
            yield (*here, *following)


def _option(spread: tuple[tuple[int, UnitKind], ...], old: UnitKind) -> ReplaceOption:
    counts: dict[tuple[int, UnitKind], int] = {}
    for unit in spread:
        counts[unit] = counts.get(unit, 0) + 1
    items = sorted(counts.items(), key=lambda item: (item[0][0], item[0][1].value))
    return ReplaceOption(tuple(Replacement(area, number, old, new) for (area, new), number in items))
