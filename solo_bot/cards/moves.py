"""How the legions of a planning card move and attack: by MAHDI-MOVE and MAHDI-ATTACK among those the card names.

A legion whose move would leave a later part of the card impossible is passed over for the next one in the order of
MAHDI-MOVE-1 (MAHDI-CARD-4). A transfer goes by the criteria of a move without its paths; dice against an adjacent
legion by those of an attack on foot, and where no attack would be made at the strongest enemy legion (R-9).
"""

from companion.board import members
from companion.content.steps import Attack, LegionFilter, Move, MoveOrAttack, SpecialAttack, Transfer
from companion.rules.state import ATREIDES
from solo_bot.cards.options import AreaOption, CardOption, Found
from solo_bot.cards.scene import Scene
from solo_bot.cards.targets import nearest_to_target
from solo_bot.procedure.attack import find_attack
from solo_bot.procedure.decision import MoveOption
from solo_bot.procedure.movement import choose_end, find_move, parts
from solo_bot.procedure.situation import INFINITE, Legion, Situation
from solo_bot.procedure.trace import Trace

MOVE, TRANSFER, SPECIAL_ATTACK = "move", "transfer", "special_attack"


def find_card_move(scene: Scene, step: Move, trace: Trace) -> Found:
    """Returns the next move of the step (MAHDI-MOVE): one legion after the other while they can."""
    return _moves(scene, step.legion, trace)


def find_card_attack(scene: Scene, step: Attack, trace: Trace) -> Found:
    """Returns the attacks of the legions that the step names (MAHDI-ATTACK)."""
    return _attacks(scene, step.legion, step.surprise, trace)


def find_move_or_attack(scene: Scene, step: MoveOrAttack, trace: Trace) -> Found:
    """Returns the attacks, or without one the moves: the order of a Strategy or Leadership die (MAHDI-ATTACK-3)."""
    attacks = _attacks(scene, step.legion, step.surprise, trace)
    return attacks if attacks.possible else _moves(scene, step.legion, trace)


def _attacks(scene: Scene, wanted: LegionFilter, surprise: bool, trace: Trace) -> Found:
    situation = Situation(scene.state)
    situation.actors = scene.legions(situation, wanted, to_move=False)
    found = find_attack(situation, trace, surprise=surprise)
    return Found(found.action or "attack_legion", found.rule, tuple(scene.keep(found.options)), found.question)


def _moves(scene: Scene, wanted: LegionFilter, trace: Trace) -> Found:
    situation = Situation(scene.state)
    actors = scene.legions(situation, wanted, to_move=True)
    situation.actors = actors
    found = find_move(situation, trace)
    if found.action is None or found.question is not None:
        return Found(MOVE, found.rule, question=found.question)
    options = scene.keep(found.options)
    if options:
        return Found(found.action, found.rule, tuple(options))
    return Found(MOVE, "MAHDI-MOVE-1", tuple(_other_movers(scene, situation, actors, trace)))


def _other_movers(scene: Scene, situation: Situation, actors: list[Legion], trace: Trace) -> list[CardOption]:
    found: dict[int, list[CardOption]] = {}
    for legion in actors:
        situation.actors = [legion]
        found[legion.area] = scene.keep(find_move(situation, Trace()).options)
    able = [legion for legion in actors if found[legion.area]]
    target = situation.state.target_sietch
    if not able or target is None:
        return []
    trace.note("MAHDI-CARD-4", "keeps_other_parts_possible", *(legion.area for legion in able), rulings=("R-9",))
    return [option for area in _first_movers(situation, able, target, trace) for option in found[area]]


def _first_movers(situation: Situation, legions: list[Legion], target: int, trace: Trace) -> list[int]:
    """MAHDI-MOVE-1: the nearest first, of equal ones the strongest."""
    steps = situation.steps_to(target)
    areas = [legion.area for legion in legions]
    distances = [situation.distance(area, steps) for area in areas]
    areas = trace.lowest("MAHDI-MOVE-1", "nearest_first", areas, distances, ("R-14",))
    if len(areas) == 1:
        return areas
    powers = {legion.area: legion.movable_power for legion in legions}
    return trace.highest("MAHDI-MOVE-1", "strongest_first", areas, [powers[area] for area in areas])


def find_transfer(scene: Scene, step: Transfer, trace: Trace) -> Found:
    """Returns the transfers: to another legion nearer to the target, as near as can be (MAHDI-MOVE-1..3, R-22).

    Who goes: with greater power than the defenders of the target if there is such a legion, the nearest, the strongest.
    """
    situation = Situation(scene.state)
    target = scene.state.target_sietch
    if target is None:
        return Found(TRANSFER, "MAHDI-MOVE-1")
    legions = scene.legions(situation, step.legion, to_move=True)
    ends = {legion.area: _transfer_ends(situation, legion, target) for legion in legions}
    able = [legion for legion in legions if ends[legion.area]]
    if not able:
        return Found(TRANSFER, "MAHDI-MOVE-1")
    strong = [legion for legion in able if legion.movable_power > situation.defenders(target)]
    if strong:
        areas, powers = [legion.area for legion in able], [legion.movable_power for legion in able]
        trace.keep("MAHDI-MOVE-2", "greater_power", areas, powers, lambda own: bool(own > situation.defenders(target)))
    movers = _first_movers(situation, strong or able, target, trace)
    options: list[CardOption] = []
    for legion in able:
        if legion.area in movers:
            areas = ends[legion.area]
            for area in choose_end(situation, trace, areas) if len(areas) > 1 else areas:
                whole = parts(legion.movable, situation.room(area))
                options.extend(MoveOption(legion.area, area, figures) for figures in whole)
    return Found(TRANSFER, "MAHDI-MOVE-1", tuple(scene.keep(options)))


def _transfer_ends(situation: Situation, legion: Legion, target: int) -> list[int]:
    """Returns the areas of other legions with room that are nearer to the target, the nearest ones only."""
    steps = situation.steps_to(target)
    here = situation.distance(legion.area, steps)
    others = situation.legion_mask & situation.free
    nearer = [area for area in members(others) if situation.room(area) > 0 and steps[area] < min(here, INFINITE)]
    best = min((steps[area] for area in nearer), default=INFINITE)
    return [area for area in nearer if steps[area] == best]


def find_special_attack(scene: Scene, step: SpecialAttack, trace: Trace) -> Found:
    """Returns the enemy legions to roll against: as an attack on foot would choose, else the strongest (R-9)."""
    situation = Situation(scene.state)
    situation.zones_with_ornithopter = 0
    situation.sietch_mask &= situation.occupied
    found = find_attack(situation, trace)
    if found.question is not None:
        return Found(SPECIAL_ATTACK, found.rule, question=found.question)
    areas = sorted({option.target for option in found.options})
    if not areas:
        areas = _strongest_enemies(situation, trace)
    if len(areas) > 1:
        areas = nearest_to_target(situation, areas, trace)
    options = scene.keep(AreaOption(step.effect, area) for area in areas)
    return Found(SPECIAL_ATTACK, "MAHDI-ATTACK-2", tuple(options))


def _strongest_enemies(situation: Situation, trace: Trace) -> list[int]:
    near = situation.graph.grow(situation.legion_mask)
    armies = {area: army for area, army in situation.state.legions(ATREIDES) if near >> area & 1}
    areas = [area for area in armies if not situation.worms >> area & 1]
    if not areas:
        trace.note("MAHDI-ATTACK-2", "no_legion_to_attack", rulings=("R-12",))
        return []
    defence = [situation.defenders(area) for area in areas]
    areas = trace.highest("MAHDI-ATTACK-2", "strongest_enemy", areas, defence, ("R-9",))
    named = [bool(armies[area].named) for area in areas]
    return trace.highest("MAHDI-ATTACK-2", "named_leader", areas, named, ("R-9",))
