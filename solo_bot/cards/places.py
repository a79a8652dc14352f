"""Where a planning card places, replaces and parks: by the criteria of the analogous action (MAHDI-CARD-2, R-9).

Pieces go to every area named (``each_area``, in every village that stands: ``each_village``) or to the one named; over
the stacking limit the weakest units leave (R-34). Where the card leaves a choice, its candidates are:

- ``any_legion``, ``legion_with_special``, ``legion_of_leader``: the Harkonnen legions that fit;
- ``any_settlement``, ``one_area``: the settlements, or the areas named, whether a legion is there or not;
- ``free_mountain``, ``empty_desert_each``: all free mountain, all empty desert areas; desert takes one unit after the
  other, each as if it were the only one.

They are narrowed in this order: room for the units (MAHDI-DEPLOY-3); for units MAHDI-HOUSE-1, that is nearest to a
sietch, greatest difference of power to the defenders of a sietch that the legion there can attack, nearest to the
target sietch (an area without a legion can attack nothing); for leaders alone MAHDI-DEPLOY-1, the strongest legion,
then nearest to the target. What is still equal is the player's choice (R-9). When none of those leaves the later parts
of the card possible, the best of the others that do are taken (MAHDI-CARD-4).
"""

from collections.abc import Iterator
from itertools import permutations, product

from companion.board import members
from companion.content.steps import Pieces, Place, Replace, SiteKind, Vehicles
from companion.content.terms import UnitKind, VehicleKind
from companion.rules.army import NOBODY, Army
from companion.rules.ask.harkonnen_cards import EVERYWHERE, pieces_of, site_mask
from companion.rules.state import HARKONNEN, Standing, supply
from solo_bot.cards.options import CardVehicleOption, Found
from solo_bot.cards.scene import Scene, vehicle_parts
from solo_bot.procedure.decision import DeployOption, Placement, Question, ReplaceOption, in_order
from solo_bot.procedure.deployment import available_leaders, substitutes
from solo_bot.procedure.house import house_order, replacements
from solo_bot.procedure.power import power
from solo_bot.procedure.situation import Situation
from solo_bot.procedure.trace import Trace
from solo_bot.procedure.vehicles import place_vehicles

RULE = "MAHDI-CARD-2"
BASHAR = "bashar"


def find_place(scene: Scene, step: Place, trace: Trace) -> Found:
    """Returns every way to place the pieces; none when a part of them cannot be placed at all (MAHDI-CARD-4, R-9).

    Units, a leader of the usual choice and a named leader are parts of their own. In the variant ``card_parts`` those
    that can be placed are.
    """
    situation = Situation(scene.state)
    areas = list(members(site_mask(scene.state, step.site)))
    each = step.site.kind in EVERYWHERE
    units = _units(scene, step, len(areas) if each else 1, trace)
    leaders = _leaders(scene, situation, step.pieces, trace)
    missing = bool(step.pieces.units and not units.units) or not leaders
    leaders = leaders or [None]
    missing = missing or (step.site.kind is SiteKind.EACH_AREA and len(areas) < len(step.site.areas))
    if not areas or (missing and scene.all_parts) or (not units.units and leaders == [None]):
        trace.note(RULE, "nothing_to_place_there", *areas, rulings=("R-9",))
        return Found("place", RULE)
    if each:
        return _everywhere(scene, situation, areas, units, trace)
    found = _narrowed(scene, situation, areas, units, leaders, trace)
    return Found("place", RULE, in_order(found))


def _narrowed(
    scene: Scene, situation: Situation, areas: list[int], units: Army, leaders: list[str | None], trace: Trace
) -> list[DeployOption]:
    """Returns the placements in the best areas; in the best of those that keep the card possible if none of them do."""

    def kept(area: int) -> list[DeployOption]:
        return scene.keep(DeployOption((Placement(area, units, leader),)) for leader in leaders)

    steps = Trace()
    best = _best_areas(situation, areas, units, steps)
    found = [option for area in best for option in kept(area)]
    if not found:
        others = {area: options for area in areas if area not in best and (options := kept(area))}
        if others:
            steps = Trace()
            steps.note("MAHDI-CARD-4", "keeps_other_parts_possible", *others, rulings=("R-9",))
            best = _best_areas(situation, list(others), units, steps)
            found = [option for area in best for option in others[area]]
    trace.steps.extend(steps.steps)
    _note_excess(situation, best, units.units, trace)
    return found


def _units(scene: Scene, step: Place, areas: int, trace: Trace) -> Army:
    """Returns the units that come, all areas together; kinds that ran out are replaced (MAHDI-DEPLOY-4)."""
    one = pieces_of(step, scene.frame.part)
    wanted = Army(one.regular * areas, one.elite * areas, one.special * areas)
    return substitutes(trace, wanted, supply(scene.state, HARKONNEN))


def _leaders(scene: Scene, situation: Situation, pieces: Pieces, trace: Trace) -> list[str | None]:
    """Returns who may come: [None] when nobody is asked for, an empty list when nobody can (ACT-6, TANK-3)."""
    if pieces.named is not None:
        in_play = scene.state.leader(pieces.named).standing in (Standing.READY, Standing.BOARD)
        there = in_play and pieces.named not in scene.state.just_out_of_tank
        trace.note("ACT-6", "leader_available" if there else "leader_not_available", pieces.named)
        return [pieces.named] if there else []
    if pieces.leader:
        return [leader for leader in available_leaders(situation, trace) if leader is not None]
    if pieces.bashar:
        return [BASHAR] if supply(scene.state, HARKONNEN).generic else []
    return [None]


def _best_areas(situation: Situation, areas: list[int], units: Army, trace: Trace) -> list[int]:
    if len(areas) > 1 and units.units:
        room = [max(0, min(units.units, situation.room(area))) for area in areas]
        areas = trace.highest("MAHDI-DEPLOY-3", "room_for_units", areas, room, ("R-9",))
    if len(areas) == 1:
        return areas
    return _in_order(situation, areas, trace)[0] if units.units else _strongest(situation, areas, trace)


def _in_order(situation: Situation, areas: list[int], trace: Trace) -> list[list[int]]:
    return house_order(situation, trace, areas, ("R-9", "R-14"))


def _strongest(situation: Situation, areas: list[int], trace: Trace) -> list[int]:
    powers = [power(situation.army_at(area)) for area in areas]
    best = trace.highest("MAHDI-DEPLOY-1", "strongest_legion", areas, powers, ("R-9",))
    target = situation.state.target_sietch
    if len(best) == 1 or target is None:
        return best
    steps = situation.steps_to(target)
    distances = [situation.distance(area, steps) for area in best]
    return trace.lowest("MAHDI-DEPLOY-1", "nearest_to_target", best, distances, ("R-9", "R-14"))


def _everywhere(scene: Scene, situation: Situation, areas: list[int], units: Army, trace: Trace) -> Found:
    """One unit for each area; when figures are short the first areas of MAHDI-HOUSE-1 get theirs."""
    kinds = [kind for kind in UnitKind for _ in range(units.count(kind))]
    if len(kinds) == len(areas) and len(set(kinds)) == 1:
        orders: Iterator[list[int]] = iter([areas])
    else:
        groups = _in_order(situation, areas, trace)
        orders = ([area for group in order for area in group] for order in product(*map(permutations, groups)))
    options: dict[DeployOption, None] = {}
    for order in orders:
        # There may be fewer figures than areas.
        placed = sorted(zip(order, kinds, strict=False))
        options[DeployOption(tuple(Placement(area, NOBODY.change(kind, 1)) for area, kind in placed))] = None
    trace.note(RULE, "in_each_area", *areas)
    _note_excess(situation, areas, 1, trace)
    return Found("place", RULE, in_order(scene.keep(options)))


def _note_excess(situation: Situation, areas: list[int], units: int, trace: Trace) -> None:
    full = [area for area in areas if units > situation.room(area)]
    if full:
        trace.note("STACK-1", "weakest_units_first", *full, rulings=("R-34",))


def find_replacement(scene: Scene, step: Replace, trace: Trace) -> Found:
    """Returns every replacement by MAHDI-HOUSE-1; tokens are turned first when no unit of the kind lies open (R-25)."""
    situation = Situation(scene.state)
    found = replacements(situation, trace, step.count, step.from_kind, step.to_kind)
    if found.question is not None:
        return Found("replace", RULE, question=found.question)
    options = scene.keep(found.options) or _other_holders(scene, situation, step, trace)
    return Found("replace", RULE, in_order(options))


def _other_holders(scene: Scene, situation: Situation, step: Replace, trace: Trace) -> list[ReplaceOption]:
    """Returns replacements in one legion that leave the rest of the card possible, when those of the order do not."""
    found: dict[int, list[ReplaceOption]] = {}
    for legion in situation.legions:
        alone = Situation(scene.state)
        alone.legions = [legion]
        ways = replacements(alone, Trace(), step.count, step.from_kind, step.to_kind)
        found[legion.area] = scene.keep(ways.options)
    areas = [area for area in found if found[area]]
    if not areas:
        return []
    trace.note("MAHDI-CARD-4", "keeps_other_parts_possible", *areas, rulings=("R-9",))
    return [option for area in _in_order(situation, areas, trace)[0] for option in found[area]]


def find_vehicle(scene: Scene, step: Vehicles, trace: Trace) -> Found:
    """Returns the places of the next vehicle by MAHDI-VEH; each kind of vehicle is a part of its own."""
    kind = vehicle_parts(step)[scene.frame.part]
    plan = place_vehicles(
        scene.state,
        harvesters=int(kind is VehicleKind.HARVESTER),
        carryalls=int(kind is VehicleKind.CARRYALL),
        ornithopters=int(kind is VehicleKind.ORNITHOPTER),
    )
    trace.steps.extend(plan.trace)
    if plan.question is not None:
        return Found("vehicles", RULE, question=Question("rank", plan.question.areas))
    ways = (*plan.harvesters, *plan.carryalls, *plan.ornithopters)
    options = scene.keep(CardVehicleOption(kind, place) for places in ways for place in places)
    return Found("vehicles", RULE, tuple(options))
