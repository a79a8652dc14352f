"""A made-up position with every kind of piece on it, for kit page and tests. It follows no real game."""

import re

from companion.board import AREA_NUMBER, AREAS
from companion.web.drawing.frame import frame_of
from companion.web.drawing.view import (
    AreaView,
    Arrow,
    BoardView,
    Disc,
    Faction,
    Frame,
    Glow,
    GlowKind,
    LegionView,
    SiteKind,
    SiteView,
    Vehicle,
)

# "rrree L" is three regular, two elite units and one generic leader; "Ba" is the mark of a named one.
HARKONNEN = {
    "arrakeen": "rrrre L",
    "carthag": "eees Ba",
    "arsunt": "tt",
    "imperial_basin": "rre",
    "hagga_basin": "rrr",
    "north_pole": "rre",
    "shield_wall_east": "rrree L",
    "cne_9": "rrrrre",
    "cne_6": "rre Ra",
    "pasty_mesa": "rr",
    "csw_2": "rss Ar",
    "false_wall_south": "rrr",
}
ATREIDES = {
    "gara_kulon": "t L",
    "tasmin_sink": "rrs Ch",
    "windgap": "t L",
    "hobars_gap": "t LL",
    "bight_of_the_cliff": "t L",
    "habbanya_ridge": "tt L",
    "rock_outcroppings": "t L",
    "sihaya_ridge": "rt St",
    "sw_3": "rss Pa",
}
RANKS = {
    "gara_kulon": 3,
    "tasmin_sink": 2,
    "windgap": 2,
    "hobars_gap": 1,
    "bight_of_the_cliff": 2,
    "habbanya_ridge": 3,
    "rock_outcroppings": 1,
}
DISCS = {
    Disc.HARVESTER: ("sw_9", "sw_7", "sw_1", "sw_4", "sw_6"),
    Disc.WORMSIGN: ("se_3", "ne_12", "nw_7"),
    Disc.SANDWORM: ("se_4", "the_great_flat"),
    Disc.STATION: ("ne_4", "nw_15", "cne_2", "cnw_4"),
}
ZONES = {
    "az_ne": Vehicle.ORNITHOPTER,
    "az_east": Vehicle.ORNITHOPTER,
    "az_se": Vehicle.ORNITHOPTER,
    "az_sw": Vehicle.CARRYALL,
}
REACHED = ("se_1", "se_3", "se_5", "se_6", "se_7")


def parse_legion(faction: Faction, text: str) -> LegionView:
    """Returns a legion written in the short form of this file."""
    units, _, leaders = text.partition(" ")
    return LegionView(
        faction,
        units.count("r"),
        units.count("e"),
        units.count("s"),
        units.count("t"),
        leaders.count("L"),
        tuple(re.findall("[A-Z][a-z]", leaders)),
    )


def sample_areas() -> dict[str, AreaView]:
    """Returns the made-up position by area."""
    out = {}
    for area, number in AREA_NUMBER.items():
        legion = None
        for faction, table in ((Faction.HARKONNEN, HARKONNEN), (Faction.ATREIDES, ATREIDES)):
            if area in table:
                legion = parse_legion(faction, table[area])
        site = None
        if AREAS[number].sietch:
            site = SiteView(SiteKind.SIETCH, RANKS.get(area), target=area == "gara_kulon")
        elif AREAS[number].settlement:
            site = SiteView(SiteKind.SETTLEMENT, AREAS[number].settlement)
        discs = tuple(kind for kind, where in DISCS.items() if area in where)
        said = f"{legion.units} units" if legion else ""
        out[area] = AreaView(legion, site, discs, said)
    return {area: piece for area, piece in out.items() if not piece.bare}


def own_turn() -> BoardView:
    """Returns the own turn: a legion picked, its destinations lit."""
    glows = (
        Glow(GlowKind.NEXT, REACHED),
        Glow(GlowKind.RIDE, ("se_2",)),
        Glow(GlowKind.SELECTED, ("tasmin_sink",)),
    )
    return BoardView(sample_areas(), ZONES, glows, frame=Frame(815, 273, 616, 727), harvesting_sector="sw")


def order() -> BoardView:
    """Returns an order of the opponent: one chosen arrow and an equal one."""
    glows = (
        Glow(GlowKind.NEXT, ("gara_kulon",)),
        Glow(GlowKind.FROM_1, ("shield_wall_east",)),
        Glow(GlowKind.FROM_2, ("cne_9",)),
    )
    arrows = (
        Arrow("shield_wall_east", "gara_kulon", True, "1", 0.1),
        Arrow("cne_9", "gara_kulon", False, "2", 0.3),
    )
    frame = frame_of(("gara_kulon",), pieces_in=("shield_wall_east", "cne_9"))
    return BoardView(sample_areas(), ZONES, glows, arrows, frame, Frame(331, 60, 1100, 860), "sw")


def whole() -> BoardView:
    """Returns the same position with nothing to do and the camera on the whole board."""
    return BoardView(sample_areas(), ZONES, harvesting_sector="sw")
