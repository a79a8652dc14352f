"""Desert Power of the scripted Atreides: which worm attacks what, where worms and wormsigns go (ACT-DESERT, WORM-6, 7).

Worms stay on the board until they attack: wormsigns are put where a worm can appear and will be in reach of something.
"""

from collections.abc import Iterator

from companion.board import AREAS, mask_of, members
from companion.content import ASSUMPTIONS, PIECES
from companion.content.terms import Wormsign
from companion.rules.ask.desert import worm_dice, worm_prey
from companion.rules.ask.desert import worm_moves as worm_destinations
from companion.rules.combat import attack_values
from companion.rules.commands import Command, MoveWorm, PlaceWormsign, WormAttack
from companion.rules.state import ATREIDES, HARKONNEN, State
from solo_bot.simulation.outlook import Outlook
from solo_bot.simulation.roads import NO_ROAD, best_road

HARVESTER_WORTH, DEEP_HARVESTER_WORTH = 1.6, 2.2
THREAT_WORTH = 0.4
"""What a hit on a legion is worth more for each rank of the sietch that it menaces."""
FACES = 6
SIGNS_WORTH = 2.0
GUARD, CROWD = 0.5, 0.4
"""What a wormsign is worth for each rank of a sietch near it, and less for each worm or wormsign near it."""
ASSUMED_WORM, ASSUMED_BURIED = (
    ASSUMPTIONS.wormsigns[face] / PIECES["wormsign"].count for face in (Wormsign.SANDWORM, Wormsign.BURIED_SANDWORM)
)
MOVE_SHARE = 0.6
"""What an attack is worth that the move of a worm only prepares."""
MOST_WORMS = PIECES["sandworm"].count
SIGNS_AT_ONCE = 2


def expected_hits(state: State, area: int, dice: int) -> float:
    """Returns the hits that ``dice`` make on average on a legion in ``area`` (WORM-8)."""
    hit, _, special = attack_values(state, area)
    return dice * (3 * hit + special) / FACES


def attack_worth(outlook: Outlook, source: int, target: int) -> float:
    """Returns what the attack of the worm in ``source`` on ``target`` is worth, about one a hit."""
    state = outlook.state
    army = state.army(HARKONNEN, target)
    harvester = 0.0
    if target in state.harvesters:
        harvester = DEEP_HARVESTER_WORTH if state.deep_desert_mask >> target & 1 else HARVESTER_WORTH
    if army is None:
        return harvester
    hits = min(expected_hits(state, target, worm_dice(state, source)), army.units + army.elite + army.special)
    return harvester + hits * (1.0 + THREAT_WORTH * outlook.menace[target])


def best_attacks(outlook: Outlook) -> list[tuple[float, WormAttack]]:
    """Returns the worm attacks open now with their worth, the best first."""
    state = outlook.state
    found = [
        (attack_worth(outlook, source, target), WormAttack(source, target))
        for source in members(state.worms_mask)
        for target in members(worm_prey(state, source))
    ]
    return sorted(found, key=lambda item: (-item[0], item[1].source, item[1].target))


def worm_moves(outlook: Outlook) -> list[tuple[float, MoveWorm]]:
    """Returns worm moves that bring a worm into reach of more than it reaches now, the best first."""
    state = outlook.state
    if outlook.temper.stalks:
        return _stalking(outlook)
    prey = state.legions_mask(HARKONNEN) | mask_of(state.harvesters)
    found = []
    for source in members(state.worms_mask):
        if worm_prey(state, source):
            continue
        for target in members(worm_destinations(state, source)):
            near = outlook.graph.within2[target] & prey
            if near:
                worth = max(attack_worth(outlook, source, area) for area in members(near))
                found.append((MOVE_SHARE * worth, MoveWorm(source, target)))
    return sorted(found, key=lambda item: (-item[0], item[1].source, item[1].target))


def _stalking(outlook: Outlook) -> list[tuple[float, MoveWorm]]:
    """The moves of worms that really reach more after them, borders and all."""
    state, found = outlook.state, []

    def prospect(area: int) -> float:
        return max((attack_worth(outlook, area, prey) for prey in members(worm_prey(state, area))), default=0.0)

    for source in members(state.worms_mask):
        now = prospect(source)
        for target in members(worm_destinations(state, source)):
            gain = prospect(target) - now
            if gain > 0:
                found.append((MOVE_SHARE * gain, MoveWorm(source, target)))
    return sorted(found, key=lambda item: (-item[0], item[1].source, item[1].target))


def wormsigns(outlook: Outlook) -> list[int]:
    """Returns where wormsigns help: where a worm is likely, and within its reach sietches to guard, or Harkonnen."""
    state, within2 = outlook.state, outlook.graph.within2
    prey = state.legions_mask(HARKONNEN) | mask_of(state.harvesters)
    own = state.legions_mask(ATREIDES)
    worms = mask_of(state.wormsigns) | state.worms_mask
    desert = state.desert_mask & ~state.sietch_mask & ~worms & ~own
    guarded = [0] * len(AREAS)
    for sietch, rank in outlook.ranks.items():
        for area in members(within2[sietch]):
            guarded[area] += rank

    def worth(area: int) -> float:
        crowd = (within2[area] & worms).bit_count()
        near = GUARD * guarded[area] + min(3, (within2[area] & prey).bit_count()) - CROWD * crowd
        return near * (1.0 if state.deep_desert_mask >> area & 1 else ASSUMED_WORM / (ASSUMED_WORM + ASSUMED_BURIED))

    return sorted(members(desert), key=lambda area: (-worth(area), area))


def expected_worms(state: State) -> float:
    """Returns how many worms the next desert hazards bring on average (WORM-1, WORM-2)."""
    prey = (state.legions_mask(HARKONNEN) | mask_of(state.harvesters)) & state.desert_mask
    signs = (mask_of(state.wormsigns) | prey) & ~state.legions_mask(ATREIDES)
    deep = (signs & state.deep_desert_mask).bit_count()
    return ASSUMED_WORM * signs.bit_count() + ASSUMED_BURIED * deep


def desert_power(outlook: Outlook) -> tuple[float, str] | None:
    """Returns the best use of a Desert Power action and its worth; None when none does anything."""
    state = outlook.state
    uses: list[tuple[float, str]] = []
    attacks = best_attacks(outlook)
    if attacks:
        uses.append((attacks[0][0], "attack"))
    elif state.worms_mask:
        moves = worm_moves(outlook)
        if moves:
            uses.append((sum(worth for worth, _ in moves[:1]), "move"))
    if len(state.wormsigns) + SIGNS_AT_ONCE <= PIECES["wormsign"].count:
        more = len(state.sandworms) + expected_worms(state) < MOST_WORMS
        road = best_road(outlook, SIGNS_AT_ONCE).worth if outlook.temper.rides else 0.0
        uses.append((road + (SIGNS_WORTH if more else SIGNS_WORTH / 3), "wormsigns"))
    return max(uses) if uses else None


def desert_ideas(outlook: Outlook, *, moves: int, placements: int, attack: bool) -> Iterator[Command]:
    """Yields what to do next within a Desert Power action, the best first."""
    if attack:
        yield from (command for _, command in best_attacks(outlook))
    if moves:
        yield from (command for _, command in worm_moves(outlook)[:3])
    if placements:
        road = best_road(outlook, placements) if outlook.temper.rides else NO_ROAD
        if road.first is not None:
            yield PlaceWormsign(road.first)
        yield from (PlaceWormsign(area) for area in wormsigns(outlook)[:1])
