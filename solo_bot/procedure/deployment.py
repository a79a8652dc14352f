"""Where Harkonnen units enter: settlements in the order of MAHDI-DEPLOY-1, with substitutes for kinds that ran out."""

from collections.abc import Iterator
from itertools import product

from companion.board import members
from companion.content import NAMED_LEADERS
from companion.content.terms import Faction, UnitKind
from companion.rules.army import NOBODY, Army
from companion.rules.frames import ActionFrame
from companion.rules.state import HARKONNEN, Standing, Supply, supply
from solo_bot.procedure.decision import DeployOption, Placement, in_order
from solo_bot.procedure.power import Power
from solo_bot.procedure.situation import INFINITE, Situation
from solo_bot.procedure.trace import Trace

FIRST_LEADERS = ("beast_rabban", "feyd_rautha")
HARKONNEN_LEADERS = frozenset(leader.id for leader in NAMED_LEADERS if leader.faction is Faction.HARKONNEN)
KINDS = tuple(UnitKind)
Rank = tuple[Power, int]


def deployments(situation: Situation, trace: Trace, wanted: Army) -> tuple[DeployOption, ...]:
    """Returns every way to deploy the units of ``wanted`` and one leader (MAHDI-DEPLOY-1..4, R-11), sorted.

    The leader, whom no limit holds, joins the strongest legion also where no unit fits; none when the action of the
    Harkonnen on top has brought one already. Empty when nobody can come.
    """
    units = substitutes(trace, wanted, supply(situation.state, HARKONNEN))
    ranks = _ranks(situation)
    order = settlement_order(situation, trace, ranks)
    spreads = tuple(dict.fromkeys(_spread(situation, order, units)))
    units_come = spreads != ((),)
    first = max(ranks.values(), default=None)
    strongest, frame = [area for area in ranks if ranks[area] == first], situation.state.frame
    led = isinstance(frame, ActionFrame) and frame.faction is HARKONNEN and not frame.leaders
    own = situation.state.legions_mask(HARKONNEN)
    full = [
        area
        for area in strongest
        # A leader needs a unit (LEADER-1).
        if own >> area & 1 and not led and (not units_come or situation.room(area) <= 0)
    ]
    if not full and not units_come:
        trace.note("MAHDI-DEPLOY-1", "nowhere_to_deploy", rulings=("R-11", "R-7"))
        return ()
    if full:
        trace.note("MAHDI-DEPLOY-1", "leader_joins_the_strongest", *full, rulings=("R-11",))
    leaders = [None] if led else available_leaders(situation, trace)
    if any(len(spread) > 1 for spread in spreads):
        trace.note(
            "MAHDI-DEPLOY-3",
            "excess_to_the_next",
            *(area for area, _ in max(spreads, key=len)),
            rulings=("R-11",),
        )
    options: dict[DeployOption, None] = {}
    for spread, leader in product(spreads, leaders):
        beside = [] if leader is None else full
        with_units = spread[0][0] if spread and (not beside or spread[0][0] in strongest) else None
        for host in dict.fromkeys((*beside, *(() if with_units is None else (with_units,)))):
            placed = [Placement(area, figures, leader if area == host else None) for area, figures in spread]
            if host not in dict(spread):
                placed.append(Placement(host, NOBODY, leader))
            options[DeployOption(tuple(sorted(placed, key=lambda placement: placement.area)))] = None
    return in_order(options)


def substitutes(trace: Trace, wanted: Army, left: Supply) -> Army:
    """Returns the units that really come: a kind that is out becomes the next stronger, else weaker (-DEPLOY-4)."""
    remaining = {UnitKind.REGULAR: left.regular, UnitKind.ELITE: left.elite, UnitKind.SPECIAL: left.special}
    result = NOBODY
    missing: list[UnitKind] = []
    for kind in KINDS:
        present = min(wanted.count(kind), remaining[kind])
        remaining[kind] -= present
        result = result.change(kind, present)
        missing.extend([kind] * (wanted.count(kind) - present))
    for kind in missing:
        substitute = _substitute(kind, remaining)
        if substitute is not None:
            remaining[substitute] -= 1
            result = result.change(substitute, 1)
    if missing:
        trace.note("MAHDI-DEPLOY-4", "kind_ran_out", *missing)
    return result


def _substitute(kind: UnitKind, remaining: dict[UnitKind, int]) -> UnitKind | None:
    # The kind itself and, the second time, all stronger ones have run out.
    in_order = (*KINDS[KINDS.index(kind) :], *reversed(KINDS))
    return next((candidate for candidate in in_order if remaining[candidate] > 0), None)


def _ranks(situation: Situation) -> dict[int, Rank]:
    """Returns what orders the settlements, the first the highest, whether they have room or not (R-11)."""
    areas = list(members(situation.state.settlements & ~situation.occupied & ~situation.worms))
    powers = {legion.area: legion.power for legion in situation.legions}
    distances = _target_distances(situation, areas)
    return {area: (powers.get(area, (0, 0)), -distances[area]) for area in areas}


def settlement_order(situation: Situation, trace: Trace, ranks: dict[int, Rank]) -> list[list[int]]:
    """Returns the settlements with room in groups of equals: strongest legion, then nearest to the target."""
    standing = list(ranks)
    roomy = trace.keep(
        "MAHDI-DEPLOY-3",
        "room_in_settlement",
        standing,
        [situation.room(area) for area in standing],
        lambda room: bool(room > 0),
        ("R-11",),
    )
    if not roomy:
        return []
    best = trace.highest("MAHDI-DEPLOY-1", "strongest_legion", roomy, [ranks[area][0] for area in roomy], ("R-11",))
    if len(best) > 1 and situation.state.target_sietch is not None:
        distances = [-ranks[area][1] for area in best]
        trace.lowest("MAHDI-DEPLOY-1", "nearest_to_target", best, distances, ("R-11", "R-14"))
    groups: dict[Rank, list[int]] = {}
    for area in roomy:
        groups.setdefault(ranks[area], []).append(area)
    return [groups[key] for key in sorted(groups, reverse=True)]


def _target_distances(situation: Situation, areas: list[int]) -> dict[int, int]:
    target = situation.state.target_sietch
    if target is None:
        return dict.fromkeys(areas, INFINITE)
    steps = situation.steps_to(target)
    return {area: situation.distance(area, steps) for area in areas}


def available_leaders(situation: Situation, trace: Trace) -> list[str | None]:
    """Returns who may come along: Rabban or Feyd-Rautha first, else any other named leader, else a Bashar, else nobody
    (MAHDI-DEPLOY-2, R-11)."""
    ready = [
        name
        for name, status in situation.state.leaders
        if status.standing is Standing.READY
        and name in HARKONNEN_LEADERS
        and name not in situation.state.just_out_of_tank
    ]
    if ready:
        first = [name in FIRST_LEADERS for name in ready]
        return list(trace.highest("MAHDI-DEPLOY-2", "rabban_or_feyd_first", ready, first))
    bashar = supply(situation.state, HARKONNEN).generic > 0
    trace.note("MAHDI-DEPLOY-2", "bashar" if bashar else "no_leader_left", rulings=("R-11",))
    return ["bashar"] if bashar else [None]


def _spread(
    situation: Situation, order: list[list[int]], units: Army, done: tuple[tuple[int, Army], ...] = ()
) -> Iterator[tuple[tuple[int, Army], ...]]:
    """Yields every way to fill the settlements in order; the first entry is the first settlement that takes a unit."""
    groups = [group for group in order if group]
    if not units.units or not groups:
        yield done
        return
    first, *later = groups
    for area in first:
        rest = [[other for other in first if other != area], *later]
        for figures in _loads(units, situation.room(area)):
            yield from _spread(situation, rest, units - figures, (*done, (area, figures)))


def _loads(units: Army, room: int) -> Iterator[Army]:
    """Yields what may go where ``room`` is left: which kinds, where not all fit, is the player's choice (R-11)."""
    fitting = min(units.units, room)
    for elite, special in product(range(units.elite + 1), range(units.special + 1)):
        regular = fitting - elite - special
        if 0 <= regular <= units.regular:
            yield Army(regular, elite, special)
