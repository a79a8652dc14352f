"""What can be asked of figures and tokens: legions, worms, vehicles, units that come and go, tokens that are turned."""

from collections.abc import Iterator
from itertools import permutations

from companion.board import AREA_ZONES, ATOMICS_AREAS, ZONE_IDS, mask_of, members
from companion.content import TRACKS
from companion.content.steps import Transfer
from companion.content.terms import Faction, NamedLeader, UnitKind, VehicleKind
from companion.rules import commands, reach
from companion.rules.army import NOBODY
from companion.rules.ask.desert import worm_moves, worm_prey
from companion.rules.ask.desert_war import all_ornithopters, lone_riders
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.ask.tokens import due, due_sietch
from companion.rules.ask.turns import acting, is_open_ended, moves_twice
from companion.rules.ask.vehicles import escorts_left, on_board
from companion.rules.frames import ActionFrame, CardFrame, Cause, GarrisonFrame, StackingFrame, TankFrame
from companion.rules.handlers.reveal import free_to_turn
from companion.rules.legal.scheme import (
    FACTIONS,
    SINGLE_UNITS,
    leaders_of_side,
    one_of,
    parts,
    proposes,
    shown_by_tokens,
    sub_armies,
)
from companion.rules.state import ATREIDES, HARKONNEN, State

Way = tuple[int | None, bool]
"""How a legion goes: the zone of its ornithopter, and whether it rides a worm."""


def acting_sides(state: State) -> tuple[Faction, ...]:
    """Returns the sides whose legions may do something now: both in a bare position."""
    if not state.frames:
        return FACTIONS
    return tuple(faction for faction in FACTIONS if acting(state, faction) is not None)


def ways(state: State, faction: Faction, source: int) -> tuple[tuple[Way, int], ...]:
    """Returns each way that could be open to a legion in ``source``, with the areas that it could lead to."""
    found: list[tuple[Way, int]] = [((None, False), state.graph.all[source])]
    if faction is HARKONNEN:
        zones = members(AREA_ZONES[source] & mask_of(all_ornithopters(state)))
        found += [((zone, False), state.graph.within2[source]) for zone in zones]
    elif state.graph.passable[source] & (mask_of(state.wormsigns) | state.worms_mask | lone_riders(state)):
        signs = mask_of(state.wormsigns) | state.worms_mask | lone_riders(state)
        found.append(((None, True), state.graph.grow(signs, state.graph.passable)))
    return tuple(found)


@proposes(commands.MoveLegion)
def _moves(state: State, every: bool) -> Iterator[commands.MoveLegion]:
    """The whole legion that may move, and one unit of each kind; ``parts`` of the scheme."""
    frame = state.frame
    card = isinstance(frame, CardFrame) and isinstance(current_step(frame), Transfer)
    if (isinstance(frame, CardFrame) and not card) or (isinstance(frame, ActionFrame) and not frame.moves):
        return
    again = moves_twice(frame)
    led = isinstance(frame, ActionFrame) and (frame.leaders_only or isinstance(frame.action, NamedLeader))
    for faction in acting_sides(state):
        free = state.free_mask(faction)
        for source, army in state.legions(faction):
            figures = army if again else reach.movable(state, source, army)
            if not figures.units:
                continue
            roads = (((None, False), state.legions_mask(faction)),) if card else ways(state, faction, source)
            for part in parts(figures, faction, led=led):
                for (zone, sandriding), goals in roads:
                    for target in members(goals & free & ~(1 << source)):
                        yield commands.MoveLegion(faction, source, target, part, zone, sandriding)


@proposes(commands.Attack)
def _attacks(state: State, every: bool) -> Iterator[commands.Attack]:
    frame = state.frame
    if not isinstance(frame, ActionFrame) or not frame.attack:
        return
    faction = frame.faction
    goals = state.legions_mask(faction.enemy) | state.strongholds_mask(faction.enemy)
    for source, _ in state.legions(faction):
        for (zone, sandriding), reached in ways(state, faction, source):
            for target in members(goals & reached):
                yield commands.Attack(faction, source, target, zone, sandriding)


@proposes(commands.DeployToken)
def _tokens(state: State, every: bool) -> Iterator[commands.DeployToken]:
    if acting(state, ATREIDES) is None:
        return
    for sietch in state.sietches:
        for leader in (None, *leaders_of_side(ATREIDES)):
            yield commands.DeployToken(sietch.area, leader)


def canonical_cause(state: State) -> Cause:
    """Returns why figures come now: a card, the special action of a leader, else a deployment."""
    frame = state.frame
    if isinstance(frame, CardFrame) or is_open_ended(frame):
        return Cause.CARD
    if isinstance(frame, ActionFrame) and isinstance(frame.action, NamedLeader):
        return Cause.SPECIAL_ACTION
    return Cause.DEPLOYMENT


@proposes(commands.DeployUnits)
def _units(state: State, every: bool) -> Iterator[commands.DeployUnits]:
    """One unit of each kind; leaders come by ``PlaceLeader``."""
    cause = canonical_cause(state)
    if isinstance(state.frame, ActionFrame) and not state.frame.placements:
        return
    for faction in acting_sides(state):
        for area in members(state.free_mask(faction)):
            yield from (commands.DeployUnits(faction, area, unit, cause) for unit in SINGLE_UNITS)


@proposes(commands.PlaceLeader)
def _leaders(state: State, every: bool) -> Iterator[commands.PlaceLeader]:
    cause = canonical_cause(state)
    if isinstance(state.frame, ActionFrame) and not state.frame.leaders:
        return
    for faction in acting_sides(state):
        for area, _ in state.legions(faction):
            for leader in leaders_of_side(faction):
                yield commands.PlaceLeader(faction, area, leader, cause)


@proposes(commands.ReplaceUnits)
def _replacements(state: State, every: bool) -> Iterator[commands.ReplaceUnits]:
    """One or two units, of each kind by each other one."""
    if isinstance(state.frame, ActionFrame) and not state.frame.replacements:
        return
    for faction in acting_sides(state):
        for area, army in state.legions(faction):
            for old in UnitKind:
                for count in range(1, min(2, army.count(old)) + 1):
                    yield from (commands.ReplaceUnits(faction, area, count, old, new) for new in UnitKind)


@proposes(commands.PlaceWormsign)
def _wormsigns(state: State, every: bool) -> Iterator[commands.PlaceWormsign]:
    if acting(state, ATREIDES) is not None:
        for taken in (None, *state.wormsigns):
            yield from (commands.PlaceWormsign(area, taken) for area in members(state.desert_mask))


@proposes(commands.MoveWorm)
def _worm_moves(state: State, every: bool) -> Iterator[commands.MoveWorm]:
    if acting(state, ATREIDES) is None:
        return
    for source in members(state.worms_mask):
        yield from (commands.MoveWorm(source, target) for target in members(worm_moves(state, source)))


@proposes(commands.WormAttack)
def _worm_attacks(state: State, every: bool) -> Iterator[commands.WormAttack]:
    if acting(state, ATREIDES) is None:
        return
    for source in members(state.worms_mask):
        yield from (commands.WormAttack(source, target) for target in members(worm_prey(state, source)))


@proposes(commands.PlaceVehicle)
def _vehicles(state: State, every: bool) -> Iterator[commands.PlaceVehicle]:
    """From the supply, or taken from elsewhere on the board (R-39)."""
    for kind in VehicleKind:
        places = list(members(state.desert_mask) if kind is VehicleKind.HARVESTER else range(len(ZONE_IDS)))
        for taken in (None, *on_board(state, kind)):
            yield from (commands.PlaceVehicle(kind, place, taken) for place in places)
    if escorts_left(state):
        zones = range(len(ZONE_IDS))
        yield from (commands.PlaceVehicle(VehicleKind.ORNITHOPTER, zone, escort=True) for zone in zones)


@proposes(commands.RevealTokens)
def _turned_tokens(state: State, every: bool) -> Iterator[commands.RevealTokens]:
    """One token, and all of a legion at once; what they show and their colour are inputs."""
    places = [*due(state)]
    if free_to_turn(state):
        places += [(ATREIDES, area) for area, _ in state.legions(ATREIDES)]
    for faction, area in sorted(dict.fromkeys(places)):
        there = (state.army(faction, area) or NOBODY).tokens
        colours = (None, "black", "silver") if faction is HARKONNEN else (None,)
        for tokens in sorted({1, there}) if there else ():
            shown = (
                commands.RevealTokens(faction, area, tokens, figures, colour)
                for figures in shown_by_tokens(tokens)
                for colour in colours
            )
            yield from one_of(state, shown, every)


@proposes(commands.RevealSietch)
def _turned_sietches(state: State, every: bool) -> Iterator[commands.RevealSietch]:
    attacked = due_sietch(state)
    for sietch in state.sietches:
        if free_to_turn(state) or sietch == attacked:
            ranks = (commands.RevealSietch(sietch.area, rank) for rank in sorted(TRACKS.sietch_ranks))
            yield from one_of(state, ranks, every)


@proposes(commands.RecycleToken)
def _recycled(state: State, every: bool) -> Iterator[commands.RecycleToken]:
    if not isinstance(state.frame, GarrisonFrame):
        return
    for area, _ in state.legions(HARKONNEN):
        for colour in ("black", "silver"):
            shown = (commands.RecycleToken(area, colour, figures) for figures in shown_by_tokens(1))
            yield from one_of(state, shown, every)


@proposes(commands.OrderTank)
def _tank(state: State, every: bool) -> Iterator[commands.OrderTank]:
    frame = state.frame
    if isinstance(frame, TankFrame):
        yield from (commands.OrderTank(frame.faction, order) for order in permutations(frame.leaders))


@proposes(commands.RemoveExcess)
def _excess(state: State, every: bool) -> Iterator[commands.RemoveExcess]:
    frame = state.frame
    if isinstance(frame, StackingFrame):
        army = state.army(frame.faction, frame.area) or NOBODY
        yield from (commands.RemoveExcess(figures) for figures in sub_armies(army, frame.excess))


@proposes(commands.DetonateAtomics)
def _atomics(state: State, every: bool) -> Iterator[commands.DetonateAtomics]:
    for area in members(ATOMICS_AREAS):
        yield commands.DetonateAtomics(area, None)
        yield from (commands.DetonateAtomics(area, target) for target in members(state.graph.all[area]))
