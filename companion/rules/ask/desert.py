"""The desert: wormsigns, worms and what they can do (WORM-1 to WORM-8, ACT-DESERT)."""

from companion.board import AREA_ZONES, MINOR_ERG_MASK, PLATEAU_MASK, mask_of, members
from companion.content import PIECES
from companion.content.terms import Wormsign
from companion.frozen import replace
from companion.rules import combat
from companion.rules.ask.desert_war import mount_dice, worm_range
from companion.rules.ask.turns import solo_bot
from companion.rules.frames import HazardsFrame, HazardStage, WormFrame
from companion.rules.state import HARKONNEN, State

WORMSIGN_TOKENS = PIECES["wormsign"].count
WORM_RANGE = 2


def worm_moves(state: State, source: int) -> int:
    """Returns the mask of areas to which the worm in ``source`` may move (WORM-6); impassable borders stop it (R-38).

    Up to 2 desert areas, with a sandrider 3 (DW-8); the last one holds no figure and no token but a station, desert
    troops (DW-6) or a camp (R-47).
    """
    passable, desert = state.graph.passable, state.desert_mask
    reached = passable[source] & desert
    for _ in range(worm_range(state, source, WORM_RANGE) - 1):
        reached |= state.graph.grow(reached, passable) & desert
    empty_but_stations = replace(state, stations=0, desert_war=None).empty_mask
    return reached & empty_but_stations & ~(1 << source)


SANDWORMS = PIECES["sandworm"].count


def shows_worm(state: State, area: int, token: Wormsign) -> bool:
    """True when the wormsign turned in ``area`` brings a worm (WORM-2)."""
    return token is Wormsign.SANDWORM or (
        token is Wormsign.BURIED_SANDWORM and bool(state.deep_desert_mask >> area & 1)
    )


def worm_limit(state: State) -> int:
    """Returns how many tokens bring a worm in a phase: 4, with the Wild Maker in play 5 (WORM-3)."""
    return SANDWORMS + state.wild_maker_in_play


def worm_dice(state: State, area: int) -> int:
    """Returns the dice of the worm in ``area``: 4, with a sandrider 5 (DW-8), for the Wild Maker 6 (WORM-8)."""
    return mount_dice(state, area, combat.WILD_MAKER_DICE if area == state.wild_maker else combat.WORM_DICE)


def sensible_rescues(state: State, frame: WormFrame) -> list[int]:
    """Returns the zones whose carryall the Harkonnen may use here; in solo harvesters in deep desert come first.

    MAHDI-SPICE-1: a carryall is kept back when that saves a deep-desert harvester that is still to be settled.
    """
    zones = rescue_zones(state, frame.area) if frame.rescue else []
    if not solo_bot(state, HARKONNEN):
        return zones
    below = state.frames[-2] if len(state.frames) > 1 else None
    pending = below.areas if isinstance(below, HazardsFrame) and below.stage is HazardStage.WORMS else ()
    deep = [area for area in pending if area in state.harvesters and state.deep_desert_mask >> area & 1]
    own = [frame.area] if state.deep_desert_mask >> frame.area & 1 else []
    carryalls = frozenset(state.carryalls)
    best = _most_saved([*own, *deep], carryalls)
    return [zone for zone in zones if len(own) + _most_saved(deep, carryalls - {zone}) == best]


def _most_saved(areas: list[int], carryalls: frozenset[int]) -> int:
    if not areas:
        return 0
    first, rest = areas[0], areas[1:]
    saved = [1 + _most_saved(rest, carryalls - {zone}) for zone in carryalls if AREA_ZONES[first] >> zone & 1]
    return max([*saved, _most_saved(rest, carryalls)])


def worm_meets_legion(state: State, frame: WormFrame) -> bool:
    """True while the worm and a Harkonnen legion stand in the area: the legion retreats or is attacked."""
    return bool(state.worms_mask >> frame.area & 1) and state.army(HARKONNEN, frame.area) is not None


def rescue_zones(state: State, area: int) -> list[int]:
    """Returns the zones with a carryall that could save the harvester in ``area`` (WORM-4)."""
    return list(members(AREA_ZONES[area] & mask_of(state.carryalls)))


def worm_prey(state: State, source: int) -> int:
    """Returns the areas that the worm in ``source`` can attack (WORM-7, R-38): up to 2 away, with a sandrider 3 (DW-8).

    All areas before the last one are desert.
    """
    borders = state.graph.passable
    reached = borders[source]
    for _ in range(worm_range(state, source, WORM_RANGE) - 1):
        reached |= state.graph.grow(reached & state.desert_mask, borders)
    reached &= ~(1 << source)
    open_ground = state.desert_mask | PLATEAU_MASK | MINOR_ERG_MASK
    legions = state.legions_mask(HARKONNEN) & open_ground
    return reached & (legions | mask_of(state.harvesters) & state.desert_mask)
