"""The facts of the board, the graph and the outlines agree with each other and with the rules."""

import json
from pathlib import Path

import pytest

from companion.board import (
    AREA_IDS,
    AREA_NUMBER,
    AREAS,
    FAR,
    NORTH_POLE,
    SECTOR_MASK,
    SETTLEMENT_RANK,
    SIETCH_MASK,
    STATION_MASK,
    ZONE_AREAS,
    ZONE_IDS,
    BoardDataError,
    Terrain,
    adjacent_sectors,
    area_code,
    contacts,
    graph,
    load_facts,
    load_outline,
    members,
    sheltered_mask,
)
from companion.board.loader import DATA

SHORTEST_REAL_BORDER = 0.006
"""In board widths: what two outlines share at a corner only is shorter."""


def ids(mask: int) -> list[str]:
    return [AREA_IDS[area] for area in members(mask)]


@pytest.mark.rule("BOARD-1")
def test_BOARD_1_101_areas_in_8_sectors_with_five_terrains() -> None:
    assert len(AREAS) == 101
    assert {sector for area in AREAS for sector in area.sectors} == set(SECTOR_MASK) - {"central"}
    counts = {terrain: sum(area.terrain is terrain for area in AREAS) for terrain in Terrain}
    assert counts == {
        Terrain.MOUNTAIN: 19,
        Terrain.PLATEAU: 12,
        Terrain.MINOR_ERG: 5,
        Terrain.DESERT: 42,
        Terrain.DEEP_DESERT: 23,
    }


@pytest.mark.rule("BOARD-1")
def test_BOARD_1_deep_desert_lies_on_the_edge_of_the_board_only() -> None:
    on_the_edge = {edge.left for edge in load_outline().edges if edge.right is None}
    deep = {area.id for area in AREAS if area.terrain is Terrain.DEEP_DESERT}
    deserts = {area.id for area in AREAS if area.terrain is Terrain.DESERT}
    assert deep <= on_the_edge
    assert not deserts & on_the_edge


@pytest.mark.rule("BOARD-2")
def test_BOARD_2_the_north_pole_is_a_mountain_of_all_four_central_sectors() -> None:
    assert AREAS[NORTH_POLE].terrain is Terrain.MOUNTAIN
    assert AREAS[NORTH_POLE].sectors == ("cne", "cnw", "cse", "csw")
    assert sum(len(area.sectors) > 1 for area in AREAS) == 1


@pytest.mark.rule("BOARD-3")
def test_BOARD_3_the_276_borders_are_the_contacts_of_the_outlines() -> None:
    drawn = {pair for pair, length in contacts(load_outline()).items() if length > SHORTEST_REAL_BORDER}
    table = graph().all
    known = {
        (AREA_IDS[a], AREA_IDS[b]) for a in range(len(AREAS)) for b in members(table[a]) if AREA_IDS[a] < AREA_IDS[b]
    }
    assert len(known) == 276
    assert drawn == known


@pytest.mark.rule("BOARD-3")
def test_BOARD_3_eleven_borders_are_impassable_and_drawn_so() -> None:
    board = graph()
    closed = {
        tuple(sorted((AREA_IDS[a], AREA_IDS[b])))
        for a in range(len(AREAS))
        for b in members(board.all[a] & ~board.passable[a])
    }
    drawn = {tuple(sorted((edge.left, edge.right or ""))) for edge in load_outline().edges if edge.impassable}
    assert len(closed) == 11
    assert closed == drawn


@pytest.mark.rule("BOARD-3")
def test_BOARD_3_the_doubtful_border_exists_only_where_it_is_switched_on() -> None:
    first, second = AREA_NUMBER["cne_3"], AREA_NUMBER["splintered_rock"]
    assert not graph().all[first] >> second & 1
    assert graph(doubtful_border=True).passable[first] >> second & 1


def test_the_board_is_connected_on_foot_and_distances_are_symmetric() -> None:
    board = graph()
    assert FAR not in board.steps(1, (1 << len(AREAS)) - 1)
    for area in range(len(AREAS)):
        for other in range(area):
            assert board.distance[area][other] == board.distance[other][area] != FAR
    reached = frontier = 1
    while frontier:
        frontier = board.grow(frontier, board.passable) & ~reached
        reached |= frontier
    assert reached.bit_count() == len(AREAS)


def test_within2_is_what_the_distances_say() -> None:
    board = graph()
    for area in range(len(AREAS)):
        near = {other for other in range(len(AREAS)) if 1 <= board.distance[area][other] <= 2}
        assert set(members(board.within2[area])) == near


@pytest.mark.rule("STORM-1")
def test_STORM_1_five_plateaus_are_sheltered_as_the_graph_shows() -> None:
    assert ids(graph().sheltered) == ["arrakeen", "arsunt", "carthag", "hagga_basin", "imperial_basin"]


@pytest.mark.rule("ATOM-1")
@pytest.mark.parametrize(
    ("area", "opened"),
    [
        ("splintered_rock", {"hagga_basin"}),
        ("hole_in_the_rock", {"imperial_basin"}),
        ("rimwall_west", {"imperial_basin", "arrakeen"}),
    ],
)
def test_ATOM_1_the_new_desert_opens_the_plateaus_beside_it(area: str, opened: set[str]) -> None:
    board = graph()
    assert set(ids(board.sheltered & ~sheltered_mask(board, AREA_NUMBER[area]))) == opened


@pytest.mark.rule("BOARD-4")
def test_BOARD_4_eight_zones_reach_every_area_of_both_their_sectors() -> None:
    assert len(ZONE_IDS) == 8
    for zone, areas in zip(ZONE_IDS, ZONE_AREAS, strict=True):
        first, second = load_facts().air_zones[zone]
        assert areas == SECTOR_MASK[first] | SECTOR_MASK[second]


@pytest.mark.rule("SETTLE-1")
def test_SETTLE_1_settlements_with_ranks_sietches_and_stations() -> None:
    assert {AREA_IDS[area]: rank for area, rank in SETTLEMENT_RANK.items()} == {
        "arrakeen": 3,
        "carthag": 2,
        "arsunt": 1,
        "hagga_basin": 1,
        "imperial_basin": 1,
        "north_pole": 1,
    }
    assert SIETCH_MASK.bit_count() == 8
    assert STATION_MASK.bit_count() == 6


@pytest.mark.rule("R-3")
def test_R_3_sectors_touch_where_an_area_of_one_borders_the_other() -> None:
    assert adjacent_sectors("se") == ("cne", "cse", "ne")
    assert adjacent_sectors("central") == ("ne", "nw", "se", "sw")


def test_unnamed_areas_have_a_code() -> None:
    assert area_code(AREA_NUMBER["ne_5"]) == "NE 5"
    assert area_code(AREA_NUMBER["cnw_2"]) == "cNW 2"


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("areas", "arrakeen", "terrain"), "swamp", "areas.arrakeen.terrain"),
        (("areas", "arrakeen", "settlement"), 4, "areas.arrakeen.settlement"),
        (("areas", "arrakeen", "sectors"), ["north"], "areas.arrakeen.sectors"),
        (("areas", "arrakeen", "centre"), [2, 0], "areas.arrakeen.centre"),
        (("areas", "arrakeen", "colour"), "red", "areas.arrakeen"),
        (("borders", 0), ["arrakeen", "nowhere"], "borders"),
        (("impassable", 0), ["arrakeen", "arrakeen"], "impassable"),
        (("air_zones", "az_ne"), ["ne"], "air_zones.az_ne"),
        (("format",), "something/2", "format"),
    ],
)
def test_damaged_facts_are_refused_with_the_place(
    tmp_path: Path, path: tuple[str | int, ...], value: object, message: str
) -> None:
    document = json.loads((DATA / "board.json").read_text(encoding="utf-8"))
    record = document
    for key in path[:-1]:
        record = record[key]
    record[path[-1]] = value
    damaged = tmp_path / "board.json"
    damaged.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(BoardDataError, match=message):
        load_facts(damaged)


def test_a_border_listed_twice_is_refused(tmp_path: Path) -> None:
    document = json.loads((DATA / "board.json").read_text(encoding="utf-8"))
    document["borders"].append(document["borders"][0])
    damaged = tmp_path / "board.json"
    damaged.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(BoardDataError, match="twice"):
        load_facts(damaged)


def _free(point: tuple[float, float], polygon: tuple[tuple[float, float], ...], aspect: float) -> float:
    """The distance from a point to the border of a polygon, in board heights; negative outside of it."""
    x, y = point[0] * aspect, point[1]
    inside, least = False, 9.0
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        ax, bx = ax * aspect, bx * aspect
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
        length = (bx - ax) ** 2 + (by - ay) ** 2
        along = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) if length else 0.0
        least = min(least, ((ax + along * (bx - ax) - x) ** 2 + (ay + along * (by - ay) - y) ** 2) ** 0.5)
    return least if inside else -least


def test_each_centre_is_the_point_of_its_outline_farthest_from_the_borders() -> None:
    outline = load_outline()
    for area in AREAS:
        polygon = outline.areas[area.id].polygon
        there = _free(area.centre, polygon, outline.aspect)
        steps = [(dx / 200, dy / 200) for dx in range(-3, 4) for dy in range(-3, 4)]
        nearby = [(area.centre[0] + dx, area.centre[1] + dy) for dx, dy in steps]
        assert there > 0, area.id
        assert max(_free(point, polygon, outline.aspect) for point in nearby) <= there + 0.002, area.id


def test_layers_are_the_steps_by_distance_and_end_where_all_that_is_looked_for_was_touched() -> None:
    board, allowed = graph(), (1 << len(AREAS)) - 1 & ~SIETCH_MASK
    for start in range(0, len(AREAS), 9):
        steps = board.steps(1 << start, allowed)
        layers = board.layers(1 << start, allowed, [1 << area for area, number in enumerate(steps) if number != FAR])
        found = {area: number for number, layer in enumerate(layers) for area in members(layer)}
        assert found == {area: number for area, number in enumerate(steps) if number != FAR}
        cut_off = [1 << area for area, number in enumerate(steps) if number == FAR]
        assert cut_off
        assert board.layers(1 << start, allowed, cut_off) == layers
        near, far = layers[1], layers[-1]
        assert board.layers(1 << start, allowed, [near]) == layers[:2]
        assert board.layers(1 << start, allowed, [near, far]) == layers
        assert board.layers(1 << start, allowed, [1 << start]) == layers[:1]
