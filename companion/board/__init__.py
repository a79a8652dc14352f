"""The board as a graph: 101 areas and 8 air zones by number, sets as bit masks, distances, outlines.

A leaf of the architecture: standard library only, knows nothing of figures or rules.
"""

from companion.board.areas import (
    ALL_AREAS_MASK,
    AREA_IDS,
    AREA_NUMBER,
    AREA_ZONES,
    AREAS,
    ARRAKEEN,
    ATOMICS_AREAS,
    BETWEEN_CENTRAL_ZONES,
    DEEP_DESERT_MASK,
    DESERT_MASK,
    HARVESTING_SECTORS,
    MINOR_ERG_MASK,
    MOUNTAIN_MASK,
    NORTH_POLE,
    PLATEAU_MASK,
    SECTOR_MASK,
    SECTOR_ZONES,
    SECTORS,
    SETTLEMENT_MASK,
    SETTLEMENT_RANK,
    SIETCH_MASK,
    STATION_MASK,
    ZONE_AREAS,
    ZONE_IDS,
    ZONE_NUMBER,
    ZONE_SECTORS,
    area_code,
    mask_of,
    members,
)
from companion.board.graph import FAR, Graph, adjacent_sectors, graph, sheltered_mask
from companion.board.loader import BoardDataError, Terrain, load_facts
from companion.board.outline import contacts, load_outline
