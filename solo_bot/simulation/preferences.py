"""What the Atreides choose where the criteria of the opponent, or the rules, leave it to them (MAHDI-0, BATTLE-9)."""

from collections.abc import Sequence

from companion.board import AREA_ZONES, FAR, mask_of, members
from companion.rules import combat, execute
from companion.rules.army import NOBODY
from companion.rules.commands import Command, Retreat
from companion.rules.refusal import Refused
from companion.rules.state import ATREIDES, HARKONNEN, State
from solo_bot.cards.options import CardChoice
from solo_bot.orders import Choice
from solo_bot.procedure.decision import AttackOption, DeployOption, MoveOption, ReplaceOption, SpecialOption
from solo_bot.procedure.power import power
from solo_bot.simulation.hunts import Hunt, is_host
from solo_bot.simulation.outlook import Outlook
from solo_bot.simulation.truth import Truth

Key = tuple[int, ...]
NO_MATTER: Key = (0,)
MOST_WEIGHED = 24
"""So many choices that the opponent leaves are looked at closely."""
EQUAL = 1e-6
SOONER, PREY, HARVEST = 0.5, 0.5, 0.3
"""What is left of a danger with each move that it is away; what prey of the host, and spice to be lost, count."""


def choose(state: State, truth: Truth, choices: Sequence[Choice | CardChoice]) -> tuple[Command, ...]:
    """Returns the commands of the option that hurts the Atreides least; among equal ones chance decides."""
    if len(choices) == 1:
        return choices[0].commands
    if truth.temper.weighs and not isinstance(choices[0].option, AttackOption):
        choices = _gentlest(state, truth, choices)
    harm = [_harm(state, truth, choice.option) for choice in choices]
    least = min(harm)
    return truth.random.choice([choice for choice, key in zip(choices, harm, strict=True) if key == least]).commands


def _gentlest(state: State, truth: Truth, choices: Sequence[Choice | CardChoice]) -> Sequence[Choice | CardChoice]:
    """Returns the choices after which least of the Atreides is in danger and their host is nearest to its prey."""
    found = [(danger_after(state, truth, choice.commands), choice) for choice in choices[:MOST_WEIGHED]]
    least = min(danger for danger, _ in found) + EQUAL
    return [choice for danger, choice in found if danger <= least]


def danger_after(state: State, truth: Truth, commands: Sequence[Command]) -> float:
    """Returns how bad the position after ``commands`` is for the Atreides: ranks of sietches that a stronger legion can
    attack, less what their host hunts and harvesters that can be lost; 0 for what the rules refuse."""
    try:
        for command in commands:
            state, _ = execute(state, command)
    except Refused:
        return 0.0
    outlook = Outlook(state, truth)
    danger = sum(menaces(outlook).values())
    prey = max(
        (Hunt(outlook, army).at(area) for area, army in outlook.own if is_host(army, outlook.temper)), default=0.0
    )
    return outlook.temper.saved * danger - PREY * prey - HARVEST * _harvesters_in_reach(state)


def menaces(outlook: Outlook) -> dict[int, float]:
    """Returns for every sietch its rank, less with each action that the soonest legion which is stronger than its
    defenders still needs to attack it; an ornithopter saves one (MOVE-6)."""
    flown = mask_of(outlook.state.ornithopters)
    legions = [
        (power(army), outlook.graph.distance[area], 2 if AREA_ZONES[area] & flown else 1)
        for area, army in outlook.state.legions(HARKONNEN)
    ]
    found = {}
    for sietch, rank in outlook.ranks.items():
        strength = power(outlook.army(sietch))
        soonest = min((max(0, far[sietch] - reach) for other, far, reach in legions if other > strength), default=FAR)
        found[sietch] = rank * SOONER**soonest
    return found


def _harvesters_in_reach(state: State) -> int:
    """Returns the spice of the harvesters that worms on the board, or own legions two areas away, can still reach."""
    reach = state.worms_mask | mask_of(state.wormsigns) | state.legions_mask(ATREIDES)
    near = state.graph.grow(reach, state.graph.passable) | reach
    near |= state.graph.grow(near, state.graph.passable)
    lost = near & mask_of(state.harvesters)
    return lost.bit_count() + (lost & state.deep_desert_mask).bit_count()


def _harm(state: State, truth: Truth, option: object) -> Key:
    match option:
        case SpecialOption(_, effect):
            return _harm(state, truth, effect)
        case AttackOption(attacker, target):
            rank = truth.ranks[target] if state.sietch(target) is not None else 0
            return (
                rank,
                power(state.army(HARKONNEN, attacker))[1],
                power(state.army(ATREIDES, target))[1],
            )
        case MoveOption(_, target, figures):
            after = (state.army(HARKONNEN, target) or NOBODY) + figures
            return -to_sietch(state, target), power(after)[1]
        case DeployOption(placements):
            return (-sum(to_sietch(state, placement.area) for placement in placements),)
        case ReplaceOption(replacements):
            return (-sum(to_sietch(state, replacement.area) for replacement in replacements),)
        case _:
            return NO_MATTER


def to_sietch(state: State, area: int) -> int:
    """Returns the steps from ``area`` to the nearest standing sietch."""
    distance = state.graph.distance[area]
    return min((distance[sietch.area] for sietch in state.sietches), default=FAR)


def away_from_sietches(state: State, truth: Truth, area: int) -> int:
    """Returns where the Harkonnen legion in ``area`` has to retreat to: as far from the sietches as may be."""
    options = list(members(combat.retreats(state, HARKONNEN, area)))
    if truth.temper.weighs:
        dangers = {option: danger_after(state, truth, (Retreat(option),)) for option in options}
        least = min(dangers.values()) + EQUAL
        options = [option for option in options if dangers[option] <= least]
    farthest = max(to_sietch(state, option) for option in options)
    return truth.random.choice([option for option in options if to_sietch(state, option) == farthest])
