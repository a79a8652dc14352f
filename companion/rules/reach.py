"""Where legions can go and what they can attack: on the ground, by troop transport, by sandriding.

The one place that knows movement and attack ranges (MOVE-1, MOVE-5, MOVE-6, BATTLE-1). What the ground reaches is
listed as ground; transport and sandriding only for the rest. Over-stacking makes no move illegal (STACK-1).
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple

from companion.board import AREA_IDS, AREA_NUMBER, AREA_ZONES, ZONE_IDS, mask_of, members
from companion.content.terms import Faction
from companion.rules.army import Army
from companion.rules.ask.desert_war import escorts_mask, lone_riders
from companion.rules.fields import choice
from companion.rules.state import ATREIDES, Mode, State

LEGION_ACTIONS = {"strategy": False, "leadership": True}
"""The actions that move legions or attack; True: only legions with a leader (ACT-LEADERSHIP)."""


class Via(StrEnum):
    """How a legion gets there; in the order in which equal destinations are listed."""

    GROUND = "ground"
    SANDRIDING = "sandriding"
    TRANSPORT = "transport"


class Reach(NamedTuple):
    """A legion in ``source`` reaches ``target``: ``zone`` of the ornithopter for transport, else None.

    ``path``: the areas from ``source`` to ``target``, both included; for an attack the last one is not entered.
    """

    source: int
    target: int
    via: Via
    zone: int | None
    path: tuple[int, ...]

    def document(self) -> dict[str, Any]:
        """Returns the entry of ``moves`` or ``attacks`` in the answer of `legal`."""
        return {
            "from": AREA_IDS[self.source],
            "to": AREA_IDS[self.target],
            "via": self.via.value,
            "zone": None if self.zone is None else ZONE_IDS[self.zone],
            "path": [AREA_IDS[area] for area in self.path],
        }


class Ends(NamedTuple):
    """Where the legion in ``source``, of whose ``army`` the ``figures`` have not moved yet, may go: masks of the areas
    that it reaches on the ``ground``, and of those that it can only ride to (MOVE-5)."""

    source: int
    army: Army
    figures: Army
    ground: int
    ridden: int


def ends(state: State, faction: Faction, *, leaders_only: bool) -> Iterator[Ends]:
    """Yields what ``moves`` lists, without flights and paths, all ends of a legion together; sorted by source."""
    ranges = _Ranges(state, faction, attack=False)
    for area, army, figures in _movers(state, faction, leaders_only, again=False):
        near, ridden, _layers = ranges.on_land(area)
        if near | ridden:
            yield Ends(area, army, figures, near, ridden)


def moves(
    state: State,
    faction: Faction,
    *,
    leaders_only: bool = False,
    only: int | None = None,
    again: bool = False,
) -> list[Reach]:
    """Returns every legal move of the legions of ``faction``, sorted by source, target, way and zone.

    ``leaders_only``: a leader must go along (ACT-LEADERSHIP); ``only``: just the legion in that area; ``again``:
    figures that moved already in this action may move once more, as Rabban's may (MOVE-2).
    """
    ranges = _Ranges(state, faction, attack=False)
    found: list[Reach] = []
    for area, _army, _figures in _movers(state, faction, leaders_only, again=again):
        if only is None or only == area:
            found.extend(ranges.of(area))
    return found


def _movers(state: State, faction: Faction, leaders_only: bool, *, again: bool) -> Iterator[tuple[int, Army, Army]]:
    """Yields the legions that may move: the area, the legion and those of its figures that may."""
    for area, army in state.legions(faction):
        figures = army if again else movable(state, area, army)
        if figures.units and (figures.leaders or not leaders_only):
            yield area, army, figures


def attacks(state: State, faction: Faction, *, leaders_only: bool = False, only: int | None = None) -> list[Reach]:
    """Returns every legal attack of the legions of ``faction`` (BATTLE-1), in the order of ``moves``.

    Power does not matter. In solo a transport carries attacks on sietches only (MAHDI-ATTACK-2).
    """
    ranges = _Ranges(state, faction, attack=True)
    found: list[Reach] = []
    for area, army in state.legions(faction):
        if (only is None or only == area) and army.units:
            if army.leaders or not leaders_only:
                found.extend(ranges.of(area))
            elif escorts := escorts_mask(state):
                # the escort that carries the attack is its leader.
                found.extend(way for way in ranges.of(area) if way.zone is not None and escorts >> way.zone & 1)
    return found


def find(
    state: State,
    faction: Faction,
    source: int,
    target: int,
    zone: int | None = None,
    sandriding: bool = False,
    attack: bool = False,
) -> Reach | None:
    """Returns the way that a command names, None when it is not open; figures are not looked at.

    ``zone`` (of an ornithopter) and ``sandriding`` are accepted also where the ground would do.
    """
    ranges = _Ranges(state, faction, attack=attack)
    if zone is not None and sandriding:
        return None
    if zone is not None:
        return ranges.transport(source, target, zone)
    return ranges.sandride(source, target) if sandriding else ranges.ground(source, target)


def movable(state: State, area: int, army: Army) -> Army:
    """Returns the figures of ``army`` in ``area`` that have not moved in this action (MOVE-2, R-19)."""
    for where, moved in state.turn.moved:
        if where == area:
            return unmoved(army, moved)
    return army


def unmoved(army: Army, moved: Army) -> Army:
    """Returns what is left without the figures that moved; those lost since are counted against the moved ones.

    >>> unmoved(Army(regular=2), Army(regular=1, elite=1))
    Army(regular=1, elite=0, special=0, tokens=0, generic=0, named=(), escorts=0)
    """
    return Army(
        max(0, army.regular - moved.regular),
        max(0, army.elite - moved.elite),
        max(0, army.special - moved.special),
        max(0, army.tokens - moved.tokens),
        max(0, army.generic - moved.generic),
        tuple(name for name in army.named if name not in moved.named),
        max(0, army.escorts - moved.escorts),
    )


def legal_document(state: State, faction: object, action: object, from_area: object = None) -> dict[str, Any]:
    """Returns the answer of `legal`: all moves and attacks of an action, of whole legions.

    ``faction``, ``action`` and ``from_area`` are ids as they were given, the last one None for every legion. In the
    second step of a die, or once figures have moved, there is no attack (ACT-STRATEGY). Raises FormatError for an
    unknown faction, action or area.
    """
    side = choice(faction, {faction.id: faction for faction in Faction}, "faction", "a faction")
    leaders_only = choice(action, LEGION_ACTIONS, "action", "an action that moves legions")
    only = None if from_area is None else choice(from_area, AREA_NUMBER, "from", "an area")
    fresh = state.turn.step == 1 and not state.turn.moved
    fights = attacks(state, side, leaders_only=leaders_only, only=only) if fresh else []
    return {
        "moves": [reach.document() for reach in moves(state, side, leaders_only=leaders_only, only=only)],
        "attacks": [reach.document() for reach in fights],
    }


class _Ranges:
    """What the legions of one faction reach in one position, to move there or to attack there."""

    __slots__ = ("_borders", "_flown", "_goals", "_graph", "_signs", "_zones")

    def __init__(self, state: State, faction: Faction, *, attack: bool) -> None:
        enemy = faction.enemy
        solo = state.mode is Mode.SOLO
        enemies = state.legions_mask(enemy)
        self._graph = state.graph
        self._borders = state.borders(faction)
        if attack:
            # WORM-9: what shares its area with a worm is no target.
            self._goals = (enemies | state.strongholds_mask(enemy)) & ~state.worms_mask
        else:
            self._goals = state.free_mask(faction)
        self._flown = self._goals & state.sietch_mask if solo and attack else self._goals
        # MAHDI-MOVE-1: at most one ornithopter in a solo turn.
        grounded = faction is ATREIDES or (solo and state.turn.ornithopter_used)
        self._zones = 0 if grounded else mask_of(state.ornithopters) | escorts_mask(state)
        rides = faction is ATREIDES
        self._signs = (mask_of(state.wormsigns) | state.worms_mask | lone_riders(state)) & ~enemies if rides else 0

    def of(self, source: int) -> Iterator[Reach]:
        """Yields what the legion in ``source`` reaches, sorted by target, way and zone."""
        near, ridden, layers = self.on_land(source)
        flown = self._graph.within2[source] & self._flown & ~near
        zones = self._zones & AREA_ZONES[source]
        for target in members(near | ridden | (flown if zones else 0)):
            if near >> target & 1:
                yield Reach(source, target, Via.GROUND, None, (source, target))
            if ridden >> target & 1:
                yield Reach(source, target, Via.SANDRIDING, None, self._ride_path(layers, target))
            if flown >> target & 1:
                for zone in members(zones):
                    yield Reach(source, target, Via.TRANSPORT, zone, self._flight_path(source, target))

    def on_land(self, source: int) -> tuple[int, int, list[int]]:
        """Returns the areas reached on the ground, those that a ride alone reaches, and the layers of its chains."""
        near = self._borders[source] & self._goals
        layers = self._layers(source, self._signs)
        ridden = self._beside(layers) & self._goals & ~near & ~(1 << source) if len(layers) > 1 else 0
        return near, ridden, layers

    def ground(self, source: int, target: int) -> Reach | None:
        if not self._borders[source] & self._goals & 1 << target:
            return None
        return Reach(source, target, Via.GROUND, None, (source, target))

    def transport(self, source: int, target: int, zone: int) -> Reach | None:
        if not self._zones & AREA_ZONES[source] & 1 << zone:
            return None
        if not self._graph.within2[source] & self._flown & 1 << target:
            return None
        return Reach(source, target, Via.TRANSPORT, zone, self._flight_path(source, target))

    def sandride(self, source: int, target: int) -> Reach | None:
        # A chain that leads over the destination itself is no ride but a step on the ground.
        layers = self._layers(source, self._signs & ~(1 << target))
        if not self._beside(layers) & self._goals & ~(1 << source) & 1 << target:
            return None
        return Reach(source, target, Via.SANDRIDING, None, self._ride_path(layers, target))

    def _layers(self, source: int, signs: int) -> list[int]:
        """MOVE-5: the legion's area, then the areas of ``signs`` that are one more link of a chain away."""
        layers, seen = [1 << source], 1 << source
        while True:
            layer = self._graph.grow(layers[-1], self._graph.passable) & signs & ~seen
            if not layer:
                return layers
            layers.append(layer)
            seen |= layer

    def _beside(self, layers: list[int]) -> int:
        chain = 0
        for layer in layers[1:]:
            chain |= layer
        return self._graph.grow(chain, self._graph.passable)

    def _ride_path(self, layers: list[int], target: int) -> tuple[int, ...]:
        """The shortest ride over at least one link; equal ones: the lowest areas."""
        beside = self._graph.passable
        last = next(number for number in range(1, len(layers)) if layers[number] & beside[target])
        path = [target]
        for layer in reversed(layers[: last + 1]):
            path.append(next(members(layer & beside[path[-1]])))
        return tuple(reversed(path))

    def _flight_path(self, source: int, target: int) -> tuple[int, ...]:
        """MOVE-6: what lies in the area jumped over does not matter, so the lowest one is named."""
        borders = self._graph.all
        if borders[source] >> target & 1:
            return (source, target)
        return (source, next(members(borders[source] & borders[target])), target)
