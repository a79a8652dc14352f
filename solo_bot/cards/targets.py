"""What a planning card does to the other side: as near to the target sietch as possible (MAHDI-CARD-3, R-9)."""

from companion.board import AREA_NUMBER, SECTOR_MASK, SECTORS, members
from companion.content.steps import DiscardWormsigns, Reach, RevealArea, TankEnemyLeader
from companion.rules.ask.tokens import facedown
from companion.rules.state import ATREIDES
from solo_bot.cards.options import AreaOption, EnemyLeaderOption, Found, WormsignsOption
from solo_bot.cards.scene import Scene
from solo_bot.procedure.situation import Situation
from solo_bot.procedure.trace import Trace

RULE = "MAHDI-CARD-3"


def nearest_to_target(situation: Situation, areas: list[int], trace: Trace) -> list[int]:
    """Returns those of ``areas`` that are nearest to the target sietch (R-14); all of them without a target (R-1)."""
    target = situation.state.target_sietch
    if target is None:
        trace.note(RULE, "no_target", rulings=("R-1",))
        return areas
    steps = situation.steps_to(target)
    distances = [situation.distance(area, steps) for area in areas]
    return trace.lowest(RULE, "nearest_to_target", areas, distances, ("R-9", "R-14"))


def find_wormsigns(scene: Scene, step: DiscardWormsigns, trace: Trace) -> Found:
    """Returns the wormsigns to discard: all around an area, or one at a time the nearest to the target."""
    action, state = "discard_wormsigns", scene.state
    if step.adjacent_to is not None:
        around = state.graph.all[AREA_NUMBER[step.adjacent_to]]
        areas = tuple(area for area in sorted(state.wormsigns) if around >> area & 1)
        trace.note(RULE, "wormsigns_around", *areas)
        return Found(action, RULE, tuple(scene.keep([WormsignsOption(areas)])))
    if not state.wormsigns:
        trace.note(RULE, "no_wormsign", rulings=("R-9",))
        return Found(action, RULE)
    nearest = nearest_to_target(Situation(state), sorted(set(state.wormsigns)), trace)
    return Found(action, RULE, tuple(scene.keep(WormsignsOption((area,)) for area in nearest)))


def find_enemy_leader(scene: Scene, step: TankEnemyLeader, trace: Trace) -> Found:
    """Returns the enemy named leaders in reach, those nearest to the target."""
    action, state = "tank_enemy_leader", scene.state
    situation = Situation(state)
    own = 0
    for legion in scene.legions(situation, step.legion, to_move=False):
        own |= 1 << legion.area
    if step.reach is Reach.ADJACENT:
        within = situation.graph.grow(own)
    else:
        within = 0
        for sector in SECTORS:
            within |= SECTOR_MASK[sector] if SECTOR_MASK[sector] & own else 0
    options = {
        area: scene.keep(EnemyLeaderOption(area, leader) for leader in army.named)
        for area, army in state.legions(ATREIDES)
        if within >> area & 1
    }
    areas = [area for area in options if options[area]]
    if not areas:
        adjacent = step.reach is Reach.ADJACENT
        trace.note(RULE, "no_leader_adjacent" if adjacent else "no_leader_in_sector", rulings=("R-9",))
        return Found(action, RULE)
    areas = nearest_to_target(situation, areas, trace)
    return Found(action, RULE, tuple(option for area in areas for option in options[area]))


def find_area_to_reveal(scene: Scene, step: RevealArea, trace: Trace) -> Found:
    """Returns the areas with a facedown sietch or token nearest to the target: the target itself if it has one."""
    state = scene.state
    watched = state.legions_mask(ATREIDES) | state.sietch_mask
    areas = [area for area in members(watched) if facedown(state, area)]
    if not areas:
        trace.note(RULE, "nothing_facedown", rulings=("R-9",))
        return Found("reveal_area", RULE)
    areas = nearest_to_target(Situation(state), areas, trace)
    return Found("reveal_area", RULE, tuple(scene.keep(AreaOption(step.effect, area) for area in areas)))
