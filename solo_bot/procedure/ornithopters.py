"""Where ornithopters go (MAHDI-VEH-3, R-5), with the question for a rank that decides the order (R-16)."""

from collections.abc import Mapping

from companion.board import AREA_ZONES, AREAS, BETWEEN_CENTRAL_ZONES, SECTOR_ZONES, adjacent_sectors, members
from companion.frozen import record
from solo_bot.procedure.harvesters import ALL_ZONES
from solo_bot.procedure.power import Power, difference
from solo_bot.procedure.ranks import deciding_by_trial
from solo_bot.procedure.situation import Situation
from solo_bot.procedure.trace import Trace

RULE = "MAHDI-VEH-3"


@record
class Chance:
    """A legion exactly 2 areas from a sietch with weaker defenders."""

    area: int
    sietch: int
    gap: Power
    is_target: bool


@record
class OrnithopterPlan:
    """Options of each ornithopter in placing order, or the areas whose rank has to be asked."""

    options: tuple[tuple[int, ...], ...]
    asked: tuple[int, ...] = ()


def plan_ornithopters(situation: Situation, count: int, occupied: int, trace: Trace) -> OrnithopterPlan:
    """Returns the zones for ``count`` ornithopters; ``occupied`` zones already hold a vehicle.

    What finds no zone stays in the supply; nothing already placed is replaced (R-5).
    """
    if not count:
        return OrnithopterPlan(())
    chances = _chances(situation)
    free = ALL_ZONES & ~occupied
    unknown = _worth_asking(situation, chances, free)
    if unknown:
        asked = deciding_by_trial(unknown, lambda ranks: _run(situation, chances, ranks, count, free, Trace()))
        if asked:
            trace.note(RULE, "rank_unknown", *asked, rulings=("R-16",))
            return OrnithopterPlan((), asked)
    return OrnithopterPlan(_run(situation, chances, {}, count, free, trace))


def _chances(situation: Situation) -> list[Chance]:
    target = situation.state.target_sietch
    found = []
    sietches, within2, beside = situation.sietch_mask & ~situation.worms, situation.graph.within2, situation.graph.all
    for legion in situation.legions:
        two_away = sietches & within2[legion.area] & ~beside[legion.area]
        if two_away:
            own = legion.power
            for sietch in members(two_away):
                defenders = situation.defenders(sietch)
                if own > defenders:
                    found.append(Chance(legion.area, sietch, difference(own, defenders), sietch == target))
    return found


def _worth_asking(situation: Situation, chances: list[Chance], free: int) -> list[int]:
    """Returns the unknown sietches that could matter: only when several legions want different zones."""
    if len({AREA_ZONES[chance.area] & free for chance in chances}) < 2:
        return []
    return sorted({chance.sietch for chance in chances if situation.ranks[chance.sietch] is None})


def _run(
    situation: Situation,
    chances: list[Chance],
    ranks: Mapping[int, int],
    count: int,
    free: int,
    trace: Trace,
) -> tuple[tuple[int, ...], ...]:
    placed: list[tuple[int, ...]] = []
    for group in _groups(situation, chances, ranks, trace):
        free = _fill(placed, count, free, group)
    target = situation.state.target_sietch
    if target is None:
        return tuple(placed)
    sectors = AREAS[target].sectors
    own = 0
    for sector in sectors:
        own |= SECTOR_ZONES[sector]
    if len(placed) < count and own & free:
        trace.note(RULE, "zones_of_the_target", *members(own & free), rulings=("R-5",))
        free = _fill(placed, count, free, own)
    near = 0
    for sector in sectors:
        for other in adjacent_sectors(sector):
            near |= SECTOR_ZONES[other]
    for criterion, mask in (
        ("between_central_sectors", BETWEEN_CENTRAL_ZONES),
        ("adjacent_sectors", ALL_ZONES),
    ):
        if len(placed) < count and near & free & mask:
            trace.note(RULE, criterion, *members(near & free & mask), rulings=("R-5", "R-3"))
            free = _fill(placed, count, free, near & mask)
    return tuple(placed)


def _fill(placed: list[tuple[int, ...]], count: int, free: int, zones: int) -> int:
    """Puts ornithopters into ``zones`` while they last, the first one each time; returns the zones still free."""
    while len(placed) < count and zones & free:
        options = tuple(members(zones & free))
        placed.append(options)
        free &= ~(1 << options[0])
    return free


def _groups(situation: Situation, chances: list[Chance], ranks: Mapping[int, int], trace: Trace) -> list[int]:
    """Returns the zones wanted by the legions in the order of MAHDI-ATTACK-1, equal legions together (R-5)."""
    best: dict[int, tuple[int, Power, bool]] = {}
    for chance in chances:
        rank = ranks.get(chance.sietch) or situation.ranks[chance.sietch] or 1
        key = (rank, chance.gap, chance.is_target)
        best[chance.area] = max(best.get(chance.area, key), key)
    order = sorted(best, key=lambda area: best[area], reverse=True)
    if order:
        trace.all(RULE, "two_areas_from_a_sietch", order, [best[area] for area in order], ("R-5", "R-12"))
    groups: dict[tuple[int, Power, bool], int] = {}
    for area in order:
        groups[best[area]] = groups.get(best[area], 0) | AREA_ZONES[area]
    return list(groups.values())
