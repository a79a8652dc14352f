"""Where harvesters and carryalls go (MAHDI-VEH-1, MAHDI-VEH-2, R-3, R-4)."""

from collections.abc import Sequence

from companion.board import (
    AREAS,
    SECTOR_MASK,
    ZONE_AREAS,
    ZONE_IDS,
    adjacent_sectors,
    mask_of,
    members,
)
from companion.board.loader import CENTRAL_SECTORS
from companion.rules.frames import VehiclesFrame
from companion.rules.state import ATREIDES, HARKONNEN, State
from solo_bot.procedure.trace import Trace

ALL_ZONES = (1 << len(ZONE_IDS)) - 1


def harvester_sector(area: int) -> str:
    """Returns the sector of ``area`` with the four central sectors as one (MAHDI-START-2)."""
    sector = AREAS[area].sectors[0]
    return "central" if sector in CENTRAL_SECTORS else sector


class HarvesterPlaces:
    """Finds the places of one harvester after the other in the current state.

    The harvesting sector comes first; what does not fit goes to one adjacent sector, the player's choice, and to the
    next one only when that is full (R-3).
    """

    def __init__(self, state: State, trace: Trace) -> None:
        self.state = state
        self.trace = trace
        # In the vehicle phase all harvesters on the board are of this round: the others have left it (SPICE-1).
        of_this_round = state.harvesters if isinstance(state.frame, VehiclesFrame) else ()
        self.begun = set(map(harvester_sector, of_this_round))
        watched = state.legions_mask(ATREIDES) | state.sietch_mask
        near = state.graph.grow(watched) | watched
        deep, desert = state.deep_desert_mask, state.desert_mask
        free = state.free_mask(HARKONNEN) & desert
        calm = state.empty_mask & free & ~near
        self.classes = (calm & deep, calm & desert & ~deep, free & deep, free & desert & ~deep)

    def options(self, taken: Sequence[int]) -> tuple[int, ...]:
        """Returns the equal best areas for the next harvester, ``taken`` being those with one already."""
        sector = self.state.harvesting_sector
        if sector is None:
            return ()
        bare = ~mask_of(taken)
        found = self._best(SECTOR_MASK[sector] & bare)
        if found:
            return found
        others = self._overflow_sectors(sector)
        for name in others:
            if name in self.begun and (found := self._best(SECTOR_MASK[name] & bare)):
                return found
        places = [area for name in others for area in self._best(SECTOR_MASK[name] & bare)]
        if places:
            self.trace.note("MAHDI-VEH-1", "adjacent_sector", *places, rulings=("R-3",))
        return tuple(sorted(places))

    def took(self, area: int) -> None:
        """Notes that a harvester went to ``area``: the next ones follow into its sector while that has room."""
        self.begun.add(harvester_sector(area))

    def _overflow_sectors(self, sector: str) -> list[str]:
        target = self.state.target_sietch
        forbidden = None if target is None else harvester_sector(target)
        merged = {"central" if name in CENTRAL_SECTORS else name for name in adjacent_sectors(sector)}
        return sorted(merged - {forbidden, sector})

    def _best(self, within: int) -> tuple[int, ...]:
        for criterion, mask in zip(  # noqa: B905 - four of each
            ("empty_deep_desert", "empty_desert", "free_deep_desert", "free_desert"), self.classes
        ):
            if mask & within:
                areas = tuple(members(mask & within))
                self.trace.note("MAHDI-VEH-1", criterion, *areas, rulings=("R-3",))
                return areas
        return ()


def carryall_options(
    harvesters: Sequence[int], carryalls: Sequence[int], occupied: int, trace: Trace
) -> tuple[int, ...]:
    """Returns the equal best zones for the next carryall: most harvesters not yet protected, then most harvesters.

    ``occupied`` is the mask of zones with a vehicle. Where no zone protects any harvester, each of them will do (R-4).
    """
    zones = list(members(ALL_ZONES & ~occupied))
    standing = mask_of(harvesters)
    if not any(ZONE_AREAS[zone] & standing for zone in zones):
        if zones:
            trace.note("MAHDI-VEH-2", "nothing_to_protect", *zones, rulings=("R-4",))
        return tuple(zones)
    unprotected = standing
    for zone in carryalls:
        unprotected &= ~ZONE_AREAS[zone]
    for criterion, wanted in (("most_unprotected", unprotected), ("most_harvesters", standing)):
        protected = [(ZONE_AREAS[zone] & wanted).bit_count() for zone in zones]
        zones = trace.highest("MAHDI-VEH-2", criterion, zones, protected, ("R-4",))
    return tuple(zones)
