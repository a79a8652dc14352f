"""Vehicle placement of the opponent (MAHDI-VEH, R-2 to R-5) on small positions."""

from typing import Any

import pytest

from companion.board import AREA_IDS, AREA_NUMBER, SECTOR_MASK, members
from companion.content.terms import VehicleKind
from companion.frozen import replace
from companion.rules.commands import PlaceVehicle
from companion.rules.engine import execute
from companion.rules.frames import VehiclesFrame
from companion.rules.positions.reading import read_position
from solo_bot import place_vehicles
from solo_bot.orders import next_order
from solo_bot.procedure.decision import VehicleOption
from solo_bot.procedure.harvesters import harvester_sector
from tests.solo_bot.small import a, asked, h, position, vehicles

SE_SHUT = [a(area, regular=1) for area in ("se_1", "se_2", "se_3", "se_4", "se_6", "se_7")]


def harvesters(*legions: dict[str, Any], sector: str = "se", **more: Any) -> list[list[str]]:
    more = {"ranks": {"gara_kulon": 2}} | more
    return vehicles(position(*legions, harvesting_sector=sector, **more))[0]


def ornithopters(*legions: dict[str, Any], **more: Any) -> list[list[str]]:
    return vehicles(position(*legions, **({"harvesting_sector": "nw"} | more)))[2]


@pytest.mark.rule("MAHDI-VEH-1", "VEH-1")
def test_VEH_1_the_row_of_the_lowest_marker_gives_the_numbers() -> None:
    for row, numbers in {1: (3, 1, 2), 2: (4, 1, 2), 3: (5, 1, 3), 4: (5, 2, 4), 5: (6, 2, 4)}.items():
        table = position(harvesting_sector="central", imperium={"choam": 1, "spacing_guild": row})
        assert tuple(map(len, vehicles(table))) == numbers


@pytest.mark.rule("MAHDI-VEH-1", tries=True)
def test_MAHDI_VEH_1_the_four_classes_in_order() -> None:
    # (1) Empty deep desert with no Atreides and no sietch next to it.
    assert harvesters()[0] == ["se_2", "se_4", "se_7", "se_8"]
    # (1) Next to Tasmin Sink lies se_7; the other deep deserts come first.
    near: dict[str, Any] = {"ranks": {"gara_kulon": 2, "tasmin_sink": 1}}
    assert harvesters(**near)[0] == ["se_2", "se_4", "se_8"]
    # (2) With harvesters on those, empty desert away from the sietch: se_1, se_3 and se_6 all touch it, so (3) se_7.
    taken = ["se_2", "se_4", "se_8"]
    assert harvesters(harvesters=taken, **near)[0] == ["se_7"]
    # (2) Without the sietch the empty deserts come before a deep desert that is not empty.
    assert harvesters(harvesters=taken, wormsigns=["se_7"])[0] == ["se_1", "se_3", "se_6", "tasmin_sink"]
    # (4) Next to the sietch, after the last deep desert.
    assert harvesters(harvesters=[*taken, "se_7"], **near)[0] == ["se_1", "se_3", "se_6"]


@pytest.mark.rule("MAHDI-VEH-1", "AREA-1", tries=True)
def test_AREA_1_no_harvester_where_the_area_is_not_free() -> None:
    assert harvesters(a("se_2", regular=1), sandworms=["se_7"], harvesters=["se_8"])[0] == ["se_6", "tasmin_sink"]
    # The target sietch itself is never a place.
    found = harvesters(*SE_SHUT, ranks={"tasmin_sink": 1})
    assert found[0] == ["se_8"]
    assert "tasmin_sink" not in [area for options in found for area in options]


@pytest.mark.rule("R-3")
@pytest.mark.parametrize("piece", ["wormsigns", "legion"])
def test_R_3_a_wormsign_or_own_legion_makes_an_area_not_empty_but_leaves_it_free(piece: str) -> None:
    taken: dict[str, Any] = {"harvesters": ["se_2", "se_4"]}
    own = [h("se_7", regular=1)] if piece == "legion" else []
    found = harvesters(*own, wormsigns=["se_7"] if piece == "wormsigns" else [], **taken)
    assert found[0] == ["se_8"]
    # ... and after se_8 the empty deserts come before se_7.
    assert found[1] == ["se_1", "se_3", "se_6", "tasmin_sink"]


@pytest.mark.rule("R-3")
def test_R_3_a_station_makes_an_area_not_empty() -> None:
    deep = ["ne_1", "ne_2", "ne_10", "ne_13", "ne_14", "ne_16", "sihaya_ridge"]
    table: dict[str, Any] = {"sector": "ne", "ranks": {"windgap": 1}, "wormsigns": deep}
    assert "ne_4" not in harvesters(**table)[0]
    assert "ne_4" in harvesters(**table, stations=[])[0]


@pytest.mark.rule("R-3", tries=True)
def test_R_3_adjacent_means_sharing_a_border_impassable_or_not() -> None:
    # Atreides on Broken Land touch ne_3 and ne_4 over impassable borders only.
    deep = ["ne_1", "ne_2", "ne_10", "ne_13", "ne_14", "ne_16", "sihaya_ridge"]
    table: dict[str, Any] = {"sector": "ne", "ranks": {"windgap": 1}, "wormsigns": deep}
    assert "ne_3" in harvesters(**table)[0]
    assert "ne_3" not in harvesters(a("broken_land", regular=1), **table)[0]


@pytest.mark.rule("R-3", "MAHDI-VEH-1")
def test_R_3_what_does_not_fit_goes_to_one_adjacent_sector_but_not_the_targets() -> None:
    # se borders ne and the merged centre. Target Windgap bars the centre.
    found = harvesters(*SE_SHUT, ranks={"windgap": 1})
    assert found == [["se_8"], ["tasmin_sink"], ["ne_1", "ne_10", "ne_13", "ne_14", "ne_2", "sihaya_ridge"]]
    # A harvester that stands there already keeps its place.
    assert harvesters(*SE_SHUT, ranks={"windgap": 1}, harvesters=["ne_1", "se_8", "tasmin_sink"])[0] == [
        "ne_10",
        "ne_13",
        "ne_14",
        "ne_2",
        "sihaya_ridge",
    ]
    # Target Gara Kulon bars ne; the best of the centre is its empty deep desert.
    found = harvesters(*SE_SHUT)
    assert found == [["se_8"], ["tasmin_sink"], ["cse_5"]]


@pytest.mark.rule("R-3")
def test_R_3_the_next_sector_only_when_the_first_one_is_full() -> None:
    # The player may pick ne or the centre for the first one; the others follow into that sector.
    found = harvesters(*SE_SHUT, ranks={"habbanya_ridge": 1}, imperium={"choam": 3})
    assert found[2] == ["cse_5", "ne_1", "ne_10", "ne_13", "ne_14", "ne_2", "sihaya_ridge"]
    assert found[3][:2] == ["cne_3", "cnw_3"]
    assert not [area for area in found[3] if area.startswith(("ne_", "sihaya"))]


@pytest.mark.rule("R-3", "SPICE-1", tries=True)
@pytest.mark.parametrize(("picked", "sector"), [("ne_1", "ne"), ("cse_5", "central")])
def test_R_3_in_a_game_the_next_harvester_follows_into_the_sector_that_the_player_picked(
    picked: str, sector: str
) -> None:
    table = position(*SE_SHUT, harvesting_sector="se", ranks={"habbanya_ridge": 1}, harvesters=["se_8", "tasmin_sink"])
    state = replace(read_position(table), frames=(VehiclesFrame(2, 0, 0),))
    state, _ = execute(state, PlaceVehicle(VehicleKind.HARVESTER, AREA_NUMBER[picked]))
    order = next_order(state)
    assert order is not None
    places = [choice.option.place for choice in order.choices if isinstance(choice.option, VehicleOption)]
    assert {harvester_sector(place) for place in places} == {sector}
    # The harvester of House, later on, may go to any of them: what stands there may have come in any way.
    later = place_vehicles(replace(state, frames=()), harvesters=1)
    assert {harvester_sector(place) for place in later.harvesters[0]} == {"ne", "central"}


@pytest.mark.rule("R-3", tries=True)
def test_R_3_when_the_adjacent_sector_is_full_too_the_next_one_takes_the_rest() -> None:
    # In the merged centre, which the first of them goes to, only cse_5 has no harvester.
    centre = members(SECTOR_MASK["central"] & ~(1 << AREA_NUMBER["cse_5"]))
    shut = [a(area, regular=1) for area in map(AREA_IDS.__getitem__, centre)]
    found = harvesters(*SE_SHUT, *shut, ranks={"habbanya_ridge": 1}, imperium={"choam": 3})
    ne = ["ne_1", "ne_10", "ne_13", "ne_14", "ne_2", "sihaya_ridge"]
    assert found[:4] == [["se_8"], ["tasmin_sink"], ["cse_5", *ne], ne]


@pytest.mark.rule("R-3")
def test_R_3_the_reasons_name_what_all_adjacent_sectors_offer() -> None:
    table = position(*SE_SHUT, harvesting_sector="se", ranks={"windgap": 1}, harvesters=["se_8", "tasmin_sink"])
    offered = [step for step in place_vehicles(read_position(table)).trace if step.criterion == "adjacent_sector"]
    assert {AREA_IDS[area] for area, _ in offered[0].kept} == {
        "ne_1",
        "ne_10",
        "ne_13",
        "ne_14",
        "ne_2",
        "sihaya_ridge",
    }
    assert (offered[0].rule, offered[0].rulings) == ("MAHDI-VEH-1", ("R-3",))


@pytest.mark.rule("R-3", "MAHDI-START-2")
def test_R_3_the_merged_central_sector_is_adjacent_to_all_outer_ones() -> None:
    sand = ["cse_5", "cne_3", "cnw_3", "cse_1", "cse_4", "csw_1", "csw_3", "csw_4", "csw_5", "csw_6", "cnw_4"]
    shut = [a(area, regular=1) for area in [*sand, "hobars_gap", "wind_pass", "windgap"]]
    found = harvesters(*shut, sector="central", ranks={"gara_kulon": 1})[0]
    assert {area[:2] for area in found if area[2] == "_"} == {"nw", "se", "sw"}


@pytest.mark.rule("R-2", "MAHDI-START-2", tries=True)
def test_R_2_only_the_sector_of_the_harvesting_card_counts() -> None:
    # The sietch of the se card is destroyed: the harvesters go there all the same, its area included at need.
    assert harvesters(harvesters=["se_2", "se_4", "se_7", "se_8"])[0] == ["se_1", "se_3", "se_6", "tasmin_sink"]


@pytest.mark.rule("R-1", "MAHDI-START-2")
def test_R_1_without_a_target_no_sector_is_barred_and_no_zone_is_near_it() -> None:
    found = harvesters(*SE_SHUT, ranks={"windgap": 1}, target_sietch=None)
    assert found[2] == ["cse_5", "ne_1", "ne_10", "ne_13", "ne_14", "ne_2", "sihaya_ridge"]
    assert ornithopters(target_sietch=None) == []


@pytest.mark.rule("MAHDI-VEH-2", "R-4", tries=True)
def test_MAHDI_VEH_2_where_most_unprotected_harvesters_are_then_most_harvesters() -> None:
    # Four harvesters: cse_5, cse_4 and hobars_gap under az_south, az_east and az_se; one more in csw.
    table = position(
        harvesting_sector=None,
        ranks={"gara_kulon": 1},
        harvesters=["cse_4", "cse_5", "hobars_gap", "csw_3", "cnw_3"],
        imperium={"choam": 4},
    )
    # az_south covers 4 of 5; then only cnw_3 is bare, and az_west covers it and csw_3.
    assert vehicles(table)[1] == [["az_south"], ["az_west"]]


@pytest.mark.rule("R-4")
def test_R_4_a_further_carryall_goes_where_most_harvesters_are() -> None:
    """WORM-4: a carryall that saves a harvester is gone, so a second one over the same harvester is of use."""
    table = position(harvesting_sector=None, harvesters=["csw_3"], imperium={"choam": 4}, ornithopters=["az_east"])
    first, second = vehicles(table)[1]
    assert first == ["az_south", "az_sw", "az_west"]
    assert second == ["az_sw", "az_west"]


@pytest.mark.rule("R-4")
def test_R_4_any_free_zone_will_do_only_where_none_protects_a_harvester() -> None:
    around = {"az_south", "az_sw", "az_west"}
    table = position(harvesting_sector=None, harvesters=["csw_3"], imperium={"choam": 4}, ornithopters=sorted(around))
    free = sorted({"az_ne", "az_north", "az_nw", "az_se", "az_east"})
    assert vehicles(table)[1] == [free, sorted({*free} - {free[0]})]


@pytest.mark.rule("R-4", tries=True)
def test_R_4_what_no_free_zone_protects_still_leaves_the_most_harvesters_to_count() -> None:
    # nw_1 stays bare since az_nw is taken; az_se holds one of the two protected harvesters, so az_south has most.
    table = position(
        harvesting_sector=None,
        harvesters=["nw_1", "cse_5", "csw_3"],
        ornithopters=["az_nw"],
        carryalls=["az_east", "az_west"],
    )
    assert vehicles(table)[1] == [["az_south"]]


@pytest.mark.rule("MAHDI-VEH-3", "R-5", tries=True)
def test_MAHDI_VEH_3_1_zones_of_legions_exactly_2_areas_from_a_weaker_sietch() -> None:
    two_away = h("csw_4", regular=3)
    ranks = {"gara_kulon": 2, "windgap": 1}
    assert ornithopters(two_away, a("windgap", regular=2), ranks=ranks) == [
        ["az_south", "az_sw", "az_west"],
        ["az_sw", "az_west"],
    ]
    # Equal power is not greater, one area is not two, and three are not two.
    to_the_target = [["az_ne"], ["az_east", "az_north"]]
    assert ornithopters(two_away, a("windgap", regular=3), ranks=ranks) == to_the_target
    assert ornithopters(h("csw_3", regular=3), ranks=ranks) == to_the_target
    assert ornithopters(h("north_pole", regular=3), ranks=ranks) == to_the_target
    # A sietch with a worm cannot be attacked (WORM-9).
    assert ornithopters(two_away, ranks=ranks, sandworms=["windgap"]) == to_the_target


@pytest.mark.rule("MAHDI-VEH-3", "R-5")
def test_R_5_the_legions_in_the_order_of_MAHDI_ATTACK_1() -> None:
    legions = [h("csw_4", regular=6), h("ne_8", regular=2)]
    assert ornithopters(*legions, ranks={"windgap": 1, "gara_kulon": 2})[0] == ["az_ne"]
    assert ornithopters(*legions, ranks={"gara_kulon": 2, "windgap": 2})[0] == ["az_south", "az_sw", "az_west"]
    legions[0] = h("csw_4", regular=2)
    assert ornithopters(*legions, ranks={"gara_kulon": 2, "windgap": 2})[0] == ["az_ne"]


@pytest.mark.rule("R-5")
def test_R_5_legions_equal_in_that_order_are_served_together() -> None:
    ranks = {"sihaya_ridge": 1, "windgap": 2, "gara_kulon": 2}
    found = ornithopters(h("csw_4", regular=2), h("cse_3", regular=1), h("ne_8", regular=2), ranks=ranks)
    assert found[0] == ["az_ne", "az_south", "az_sw", "az_west"]


@pytest.mark.rule("R-5", tries=True)
def test_R_5_nothing_placed_is_replaced_and_what_finds_no_zone_stays_out() -> None:
    legion = h("csw_4", regular=3)
    ranks = {"gara_kulon": 2, "windgap": 1}
    found = ornithopters(legion, ranks=ranks, ornithopters=["az_south"], carryalls=["az_sw"])
    assert found == [["az_west"], ["az_ne"]]
    taken = ["az_south", "az_west", "az_ne", "az_east", "az_north"]
    assert ornithopters(legion, ranks=ranks, ornithopters=taken, carryalls=["az_nw", "az_se", "az_sw"]) == []


@pytest.mark.rule("R-5", "R-12")
def test_R_5_distance_2_ignores_impassable_borders_and_what_lies_between() -> None:
    # ne_8 is 2 areas from Sihaya Ridge, over ne_6 or ne_9, which Atreides hold.
    ranks = {"windgap": 2, "sihaya_ridge": 1}
    between = [a("ne_6", regular=9), a("ne_9", regular=9)]
    assert ornithopters(h("ne_8", regular=3), *between, ranks=ranks)[0] == ["az_ne"]
    # cne_6 and Shield Wall East share an impassable border: cne_6 is 2 areas from Gara Kulon only across it.
    assert ornithopters(h("cne_6", regular=1), ranks={"windgap": 2, "gara_kulon": 1})[0] == [
        "az_east",
        "az_ne",
        "az_north",
    ]


@pytest.mark.rule("MAHDI-VEH-3", "R-5")
def test_MAHDI_VEH_3_2_then_the_zones_of_the_targets_own_sector() -> None:
    # Windgap lies in csw, Hobars Gap in cse: the centre is not one sector here.
    assert ornithopters(ranks={"windgap": 1})[0] == ["az_south", "az_sw", "az_west"]
    assert ornithopters(ranks={"hobars_gap": 1})[0] == ["az_east", "az_se", "az_south"]


@pytest.mark.rule("MAHDI-VEH-3", "R-5")
def test_MAHDI_VEH_3_3_then_adjacent_sectors_between_two_central_ones_first() -> None:
    # Gara Kulon's sector ne has az_ne alone; it borders nw, se and cne. All carryalls stand elsewhere.
    found = ornithopters(ranks={"gara_kulon": 1}, imperium={"choam": 5}, carryalls=["az_south", "az_sw", "az_west"])
    assert found == [["az_ne"], ["az_east", "az_north"], ["az_north"], ["az_nw", "az_se"]]


@pytest.mark.rule("R-16", "R-5")
def test_R_16_asks_for_the_rank_that_decides_the_ornithopters() -> None:
    legions = [h("csw_4", regular=3), h("ne_8", regular=3)]
    table = position(*legions, ranks={"windgap": 2, "gara_kulon": None}, harvesting_sector="nw")
    assert vehicles(table)[2] == []
    assert asked(table | {"step": 2}, "house") == {"ask": "rank", "areas": ["gara_kulon"]}
    # A single legion wants its zones whatever the rank.
    table = position(h("csw_4", regular=3), ranks={"windgap": None}, harvesting_sector="nw")
    assert vehicles(table)[2] == [["az_south", "az_sw", "az_west"], ["az_sw", "az_west"]]
