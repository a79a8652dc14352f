"""Areas and air zones by number, and the fixed sets of areas as integer bit masks.

An area is an integer 0..100, a set of areas an integer with one bit an area. Numbers follow the alphabet of the
ids, so sorting by number is sorting by id. Zones are numbered 0..7 in the same way.
"""

from collections.abc import Iterable, Iterator

from companion.board.loader import CENTRAL_SECTORS, Area, Terrain, load_facts

FACTS = load_facts()
AREAS: tuple[Area, ...] = FACTS.areas
AREA_IDS: tuple[str, ...] = tuple(area.id for area in AREAS)
AREA_NUMBER: dict[str, int] = {area_id: number for number, area_id in enumerate(AREA_IDS)}
SECTORS: tuple[str, ...] = FACTS.sectors
ZONE_IDS: tuple[str, ...] = tuple(FACTS.air_zones)
ZONE_NUMBER: dict[str, int] = {zone: number for number, zone in enumerate(ZONE_IDS)}
ZONE_SECTORS: tuple[tuple[str, str], ...] = tuple(FACTS.air_zones.values())
ALL_AREAS_MASK = (1 << len(AREAS)) - 1
HARVESTING_SECTORS = ("central", "ne", "nw", "se", "sw")


def mask_of(areas: Iterable[int]) -> int:
    """Returns the bit mask of area (or zone) numbers; doubles count once.

    >>> mask_of([0, 3])
    9
    """
    mask = 0
    for area in areas:
        mask |= 1 << area
    return mask


def members(mask: int) -> Iterator[int]:
    """Yields the numbers in ``mask`` in ascending order.

    >>> list(members(9))
    [0, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _where(test: Iterable[bool]) -> int:
    return mask_of(number for number, holds in enumerate(test) if holds)


TERRAIN_MASK: dict[Terrain, int] = {t: _where(area.terrain is t for area in AREAS) for t in Terrain}
DESERT_MASK = TERRAIN_MASK[Terrain.DESERT] | TERRAIN_MASK[Terrain.DEEP_DESERT]
DEEP_DESERT_MASK = TERRAIN_MASK[Terrain.DEEP_DESERT]
MOUNTAIN_MASK = TERRAIN_MASK[Terrain.MOUNTAIN]
PLATEAU_MASK = TERRAIN_MASK[Terrain.PLATEAU]
MINOR_ERG_MASK = TERRAIN_MASK[Terrain.MINOR_ERG]
SIETCH_MASK = _where(area.sietch for area in AREAS)
SETTLEMENT_MASK = _where(area.settlement is not None for area in AREAS)
STATION_MASK = _where(area.station for area in AREAS)
SETTLEMENT_RANK: dict[int, int] = {n: a.settlement for n, a in enumerate(AREAS) if a.settlement is not None}
SECTOR_MASK: dict[str, int] = {s: _where(s in area.sectors for area in AREAS) for s in SECTORS}
SECTOR_MASK["central"] = _where(area.sectors[0] in CENTRAL_SECTORS for area in AREAS)
ZONE_AREAS: tuple[int, ...] = tuple(SECTOR_MASK[a] | SECTOR_MASK[b] for a, b in ZONE_SECTORS)
AREA_ZONES: tuple[int, ...] = tuple(
    mask_of(zone for zone, areas in enumerate(ZONE_AREAS) if areas >> number & 1) for number in range(len(AREAS))
)
SECTOR_ZONES: dict[str, int] = {
    sector: mask_of(zone for zone, pair in enumerate(ZONE_SECTORS) if sector in pair) for sector in SECTORS
}
SECTOR_ZONES["central"] = mask_of(zone for zone, pair in enumerate(ZONE_SECTORS) if set(pair) & set(CENTRAL_SECTORS))
BETWEEN_CENTRAL_ZONES = mask_of(zone for zone, pair in enumerate(ZONE_SECTORS) if set(pair) <= set(CENTRAL_SECTORS))
ARRAKEEN = AREA_NUMBER["arrakeen"]
CARTHAG = AREA_NUMBER["carthag"]
NORTH_POLE = AREA_NUMBER["north_pole"]
ATOMICS_AREAS = mask_of(AREA_NUMBER[a] for a in ("splintered_rock", "hole_in_the_rock", "rimwall_west"))


def area_code(number: int) -> str:
    """Returns the printed-style code of an unnamed area, e.g. ``NE 5`` or ``cNW 2``; a named area's own id.

    >>> area_code(AREA_NUMBER["cne_3"])
    'cNE 3'
    """
    sector, _, index = AREA_IDS[number].rpartition("_")
    if AREAS[number].name is not None:
        return AREA_IDS[number]
    return f"c{sector[1:].upper()} {index}" if sector in CENTRAL_SECTORS else f"{sector.upper()} {index}"
