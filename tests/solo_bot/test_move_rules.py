"""Movement of the opponent (MAHDI-MOVE and its rulings) on small positions."""

from typing import Any

import pytest

from companion.board import AREA_IDS, AREA_NUMBER, graph, members
from tests.solo_bot.small import a, asked, decided, decision, going, h, position

GARA: dict[str, int | None] = {"gara_kulon": 2}


@pytest.mark.rule("MAHDI-MOVE-1")
def test_MAHDI_MOVE_1_the_nearest_legion_then_the_strongest() -> None:
    assert decided(position(h("cne_8", regular=1), h("cne_5", regular=5), ranks=GARA))[1] == ["cne_8>shield_wall_east"]
    assert decided(position(h("cne_8", regular=2), h("cse_2", regular=3), ranks=GARA))[1] == ["cse_2>cne_9"]
    assert decided(position(h("cne_8", elite=2), h("cse_2", regular=2), ranks=GARA))[1] == ["cne_8>shield_wall_east"]


@pytest.mark.rule("MAHDI-MOVE-1")
def test_MAHDI_MOVE_1_only_along_a_shortest_path() -> None:
    # cse_2 is 2 steps away over cne_9; Pasty Mesa, just as free, is no way there.
    assert decided(position(h("cse_2", regular=1), ranks=GARA))[1] == ["cse_2>cne_9"]


@pytest.mark.rule("MAHDI-MOVE-1", tries=True)
def test_MAHDI_MOVE_1_one_ornithopter_a_turn() -> None:
    table = position(h("cne_5", regular=4), ranks=GARA, ornithopters=["az_ne"])
    assert decided(table)[1] == ["cne_5>shield_wall_east az_ne"]
    assert decided(table | {"ornithopter_used": True})[1] == ["cne_5>cne_6"]


@pytest.mark.rule("MAHDI-MOVE-2", tries=True)
def test_MAHDI_MOVE_2_only_a_legion_stronger_than_the_defenders() -> None:
    legions = [h("cne_8", regular=3), h("cne_5", regular=4), a("gara_kulon", regular=3)]
    assert decided(position(*legions, ranks=GARA))[1] == ["cne_5>cne_8"]


@pytest.mark.rule("MAHDI-MOVE-2")
def test_MAHDI_MOVE_2_a_temporary_target_nearest_to_the_real_one_then_of_highest_rank() -> None:
    # From Bight of the Cliff both other sietches are 3 steps away.
    legions = [h("arsunt", regular=3), a("bight_of_the_cliff", regular=4)]
    ranks: dict[str, int | None] = {"bight_of_the_cliff": 2, "rock_outcroppings": 3, "habbanya_ridge": 1}
    assert "arsunt>broken_land" in decided(position(*legions, ranks=ranks))[1]
    ranks |= {"rock_outcroppings": 1, "habbanya_ridge": 3}
    assert decided(position(*legions, ranks=ranks))[1] == ["arsunt>shield_wall_west"]
    # Tasmin Sink is farther: its rank does not matter.
    ranks |= {"habbanya_ridge": 2, "tasmin_sink": 3}
    assert decided(position(*legions, ranks=ranks))[1] == ["arsunt>shield_wall_west"]


@pytest.mark.rule("MAHDI-MOVE-2")
def test_MAHDI_MOVE_2_equal_power_makes_no_temporary_target() -> None:
    legions = [h("arsunt", regular=3), a("bight_of_the_cliff", regular=4), a("rock_outcroppings", regular=3)]
    ranks: dict[str, int | None] = {"bight_of_the_cliff": 2, "rock_outcroppings": 3, "habbanya_ridge": 1}
    assert decided(position(*legions, ranks=ranks))[1] == ["arsunt>shield_wall_west"]


@pytest.mark.rule("MAHDI-MOVE-2")
def test_MAHDI_MOVE_2_equal_power_leaves_no_real_target_either() -> None:
    legions = [h("arsunt", regular=4), a("bight_of_the_cliff", regular=4)]
    ranks: dict[str, int | None] = {"bight_of_the_cliff": 2, "rock_outcroppings": 1, "habbanya_ridge": 3}
    assert decided(position(*legions, ranks=ranks)) == ("move", ["arsunt>shield_wall_west"])


@pytest.mark.rule("MAHDI-MOVE-2", "R-21")
def test_R_21_of_equal_temporary_targets_one_without_a_way_stops_no_move_toward_the_other() -> None:
    # Shut in beside Rock Outcroppings, with no way to Habbanya Ridge.
    guards = [a(area, regular=9) for area in ("nw_4", "nw_5", "the_funeral_plain")]
    ranks: dict[str, int | None] = {"bight_of_the_cliff": 2, "rock_outcroppings": 2, "habbanya_ridge": 2}
    table = position(h("nw_1", regular=3), a("bight_of_the_cliff", regular=4), *guards, ranks=ranks)
    assert decided(table) == ("move", ["nw_1>nw_2"])


@pytest.mark.rule("MAHDI-MOVE-2", "R-16")
def test_R_16_asks_for_the_rank_between_two_temporary_targets() -> None:
    legions = [h("arsunt", regular=3), a("bight_of_the_cliff", regular=4)]
    ranks: dict[str, int | None] = {"bight_of_the_cliff": 2, "rock_outcroppings": None, "habbanya_ridge": 2}
    assert asked(position(*legions, ranks=ranks)) == {"ask": "rank", "areas": ["rock_outcroppings"]}
    assert asked(position(*legions, a("rock_outcroppings", regular=5), ranks=ranks)) is None


@pytest.mark.rule("MAHDI-MOVE-3", tries=True)
def test_MAHDI_MOVE_3_1_with_another_legion_below_its_limit() -> None:
    table = position(h("cne_8", regular=3), h("cne_9", regular=2), a("gara_kulon", regular=2), ranks=GARA)
    assert decided(table)[1] == ["cne_8>cne_9"]
    full = position(h("cne_8", regular=3), h("cne_9", tokens=6), a("gara_kulon", regular=2), ranks=GARA)
    assert decided(full | {"moved": [{"area": "cne_9", "tokens": 6}]})[1] == ["cne_8>shield_wall_east"]


@pytest.mark.rule("MAHDI-MOVE-3")
def test_MAHDI_MOVE_3_2_nearest_to_any_sietch() -> None:
    # Arrakeen, Broken Land and cne_1 all lead to Gara Kulon; Broken Land is nearest to Rock Outcroppings.
    table = position(h("carthag", regular=2), ranks=GARA | {"rock_outcroppings": 2})
    assert decided(table)[1] == ["carthag>broken_land"]


@pytest.mark.rule("MAHDI-MOVE-3")
def test_MAHDI_MOVE_3_3_to_5_mountain_then_plateau_or_erg_then_desert_without_wormsign() -> None:
    assert decided(position(h("cne_8", regular=2), ranks=GARA))[1] == ["cne_8>shield_wall_east"]
    # Plateau csw_2 before the deserts csw_3; both are 1 step from Windgap.
    assert decided(position(h("wind_pass", regular=2)))[1] == ["wind_pass>csw_2"]
    table = position(h("csw_4", regular=2), wormsigns=["csw_3"])
    assert decided(table)[1] == ["csw_4>csw_5"]
    assert decided(position(h("csw_4", regular=2), wormsigns=["csw_3", "csw_5"]))[1] == ["csw_4>csw_3", "csw_4>csw_5"]


@pytest.mark.rule("MAHDI-MOVE-3", "ATOM-1")
def test_ATOM_1_the_opened_mountain_counts_as_desert() -> None:
    # From Imperial Basin, cne_5 and Rimwall West are equally near to Sihaya Ridge.
    table = position(h("imperial_basin", regular=2), ranks={"sihaya_ridge": 1})
    assert decided(table)[1] == ["imperial_basin>cne_5", "imperial_basin>rimwall_west"]
    assert decided(table | {"atomics": "rimwall_west"})[1] == ["imperial_basin>cne_5"]


@pytest.mark.rule("MAHDI-MOVE-4", tries=True)
def test_MAHDI_MOVE_4_a_legion_next_to_the_target_stays() -> None:
    table = position(h("shield_wall_east", regular=3), a("gara_kulon", regular=3), ranks=GARA)
    assert decided(table)[0] == "nothing"
    table = position(h("shield_wall_east", regular=3), h("cne_5", regular=4), a("gara_kulon", regular=3), ranks=GARA)
    assert decided(table) == ("move", ["cne_5>cne_6"])


@pytest.mark.rule("MAHDI-MOVE-4", "R-23")
def test_R_23_the_farther_legion_joins_the_nearer_one_without_power_condition() -> None:
    legions = [h("csw_3", regular=2), h("csw_4", regular=2), h("carthag", regular=6), a("windgap", regular=4)]
    assert decided(position(*legions)) == ("merge", ["csw_4>csw_3"])
    # If nobody beats any sietch there is no merging either.
    assert decided(position(legions[0], legions[1], legions[3]))[0] == "nothing"


@pytest.mark.rule("R-23", "R-21")
def test_R_23_merging_comes_first_whichever_of_equal_temporary_targets_it_is_for() -> None:
    legions = [h("nw_2", regular=1), h("nw_1", regular=1), h("arsunt", regular=5)]
    guards = [a("bight_of_the_cliff", regular=9), a("rock_outcroppings", regular=3)]
    ranks: dict[str, int | None] = {"bight_of_the_cliff": 2, "rock_outcroppings": 2, "habbanya_ridge": 2}
    assert decided(position(*legions, *guards, ranks=ranks)) == ("merge", ["nw_1>nw_2"])
    # With the higher rank elsewhere the merging is for no target of this turn.
    assert decided(position(*legions, *guards, ranks=ranks | {"habbanya_ridge": 3}))[0] == "move"


@pytest.mark.rule("R-23")
def test_R_23_both_next_to_the_target_the_strongest_result_within_the_limit() -> None:
    legions = [h("carthag", regular=6, generic=6), a("windgap", special=6, generic=3)]
    table = position(h("csw_2", regular=4), h("csw_3", elite=3), *legions)
    assert decided(table) == ("merge", ["csw_2>csw_3"])
    assert going(table) == [("csw_2>csw_3", "regular 3")]
    equal = position(h("csw_2", regular=2), h("csw_3", regular=2), *legions)
    assert decided(equal) == ("merge", ["csw_2>csw_3", "csw_3>csw_2"])


@pytest.mark.rule("R-23", "ACT-LEADERSHIP", tries=True)
def test_R_23_for_leadership_the_mover_needs_a_leader_the_receiver_does_not() -> None:
    legions = [h("csw_3", regular=2), h("csw_4", regular=2), h("carthag", regular=6, generic=1), a("windgap", elite=5)]
    assert decided(position(*legions), "leadership")[0] == "move"
    legions[1] = h("csw_4", regular=2, generic=1)
    assert decided(position(*legions), "leadership") == ("merge", ["csw_4>csw_3"])


@pytest.mark.rule("MAHDI-MOVE-8", "R-12")
def test_MAHDI_MOVE_8_impassable_borders_do_not_count() -> None:
    # 3 steps to Rock Outcroppings only over the impassable borders of Broken Land.
    table = position(h("broken_land", regular=1), ranks={"rock_outcroppings": 1})
    assert decided(table)[1] == ["broken_land>ne_3", "broken_land>nw_11"]


@pytest.mark.rule("MAHDI-START-2", "R-1")
def test_R_1_without_a_target_attacks_only() -> None:
    table = position(h("cne_8", regular=4), ranks=GARA, target_sietch=None)
    assert decided(table)[0] == "nothing"
    assert decided(position(h("cne_9", regular=4), ranks=GARA, target_sietch=None))[0] == "attack_sietch"


@pytest.mark.rule("R-14")
def test_R_14_the_way_leads_through_free_areas_only() -> None:
    table = position(h("csw_4", regular=2), sandworms=["csw_3"])
    assert decided(table)[1] == ["csw_4>csw_5"]
    # Nor is another sietch, defended or not: around Gara Kulon, not through it by ne_15.
    table = position(h("pasty_mesa", regular=1), ranks={"sihaya_ridge": 1, "gara_kulon": 1}, sandworms=["ne_16"])
    table["legions"].append(a("cne_9", regular=3))
    assert decided(table)[1] == ["pasty_mesa>cse_2"]
    # Around Hobars Gap as well.
    table = position(h("se_8", regular=1), ranks={"windgap": 1, "hobars_gap": 3}, target_sietch="windgap")
    table["legions"].append(a("hobars_gap", regular=4))
    assert decided(table)[1] == ["se_8>cse_5"]


@pytest.mark.rule("R-14", tries=True)
def test_R_14_no_path_no_move() -> None:
    table = position(h("cne_8", regular=4), ranks={"sihaya_ridge": 2}, sandworms=["ne_10", "ne_2", "ne_6", "ne_9"])
    assert decided(table)[0] == "nothing"


@pytest.mark.rule("R-19")
def test_R_19_moved_figures_stay_and_those_left_behind_may_go() -> None:
    table = position(
        h("cne_8", regular=4, generic=1), ranks=GARA, moved=[{"area": "cne_8", "regular": 3, "generic": 1}]
    )
    assert going(table) == [("cne_8>shield_wall_east", "regular 1")]
    # By Leadership nobody can go: the leader has moved.
    assert decided(table, "leadership")[0] == "nothing"
    # What has moved lends no power either: 1 does not beat 2.
    table["legions"].append(a("gara_kulon", regular=2))
    assert decided(table)[0] == "nothing"


@pytest.mark.rule("R-19", "LEADER-1")
def test_LEADER_1_leaders_never_move_alone() -> None:
    # All units have moved here, the Bashar has not.
    table = position(h("cne_8", regular=2, generic=1), ranks=GARA, moved=[{"area": "cne_8", "regular": 2}])
    assert decided(table)[0] == "nothing"
    assert decided(table, "leadership")[0] == "nothing"


@pytest.mark.rule("MOVE-6", "MAHDI-MOVE-1")
def test_MOVE_6_the_zone_must_be_connected_to_the_sector_where_the_legion_starts() -> None:
    table = position(h("cne_5", regular=4), ranks=GARA, ornithopters=["az_se", "az_sw"])
    assert decided(table)[1] == ["cne_5>cne_6"]
    assert decided(table | {"ornithopters": ["az_east", "az_north", "az_se"]})[1] == [
        "cne_5>shield_wall_east az_east",
        "cne_5>shield_wall_east az_north",
    ]


@pytest.mark.rule("R-20", tries=True)
def test_R_20_a_legion_flies_only_where_that_ends_nearer() -> None:
    table = position(h("cne_5", regular=3), ranks=GARA, ornithopters=["az_ne"])
    assert decided(table)[1] == ["cne_5>shield_wall_east az_ne"]
    # All areas 1 step from the target that it could fly to are full: 2 steps are reached on foot.
    full: list[dict[str, Any]] = [{"area": area, "regular": 6} for area in ("cne_9", "ne_11", "shield_wall_east")]
    table["legions"] += [h(**entry) for entry in full]
    assert decided(table | {"moved": full})[1] == ["cne_5>cne_6"]


@pytest.mark.rule("R-20", "R-14")
def test_R_20_a_legion_without_a_way_flies_over_what_blocks_it() -> None:
    blocks = [a(area, regular=5) for area in ("nw_2", "nw_5", "the_funeral_plain")]
    table = position(h("nw_1", regular=2), *blocks, ranks={"bight_of_the_cliff": 1})
    assert decided(table)[0] == "nothing"
    assert decided(table | {"ornithopters": ["az_nw"]})[1] == ["nw_1>nw_6 az_nw", "nw_1>nw_7 az_nw"]


@pytest.mark.rule("R-20", "R-22")
def test_R_20_a_full_area_is_no_end_in_the_comparison() -> None:
    # Both ways on foot are full: the legion flies to an area no nearer than those.
    full = [{"area": "cne_9", "regular": 6}, {"area": "shield_wall_east", "regular": 6}]
    table = position(
        h("cne_8", regular=3), h("cne_9", regular=6), h("shield_wall_east", regular=6), a("gara_kulon", regular=2),
        ranks=GARA, ornithopters=["az_ne"], moved=full,
    )  # fmt: skip
    assert decided(table)[1] == ["cne_8>ne_11 az_ne", "cne_8>ne_15 az_ne"]
    assert decided(table | {"ornithopters": []})[0] == "nothing"


@pytest.mark.rule("R-20", "MAHDI-MOVE-1", tries=True)
def test_R_20_nobody_flies_to_an_area_no_nearer_than_where_he_stands() -> None:
    # All nearer areas within 2 of se_2 are full, and the Atreides bar the rest of its borders: the other legion goes.
    full: list[dict[str, Any]] = [{"area": area, "regular": 6} for area in ("ne_14", "ne_15", "ne_16")]
    legions = [h("se_2", regular=2), h("rimwall_west", regular=2), *(h(**entry) for entry in full)]
    table = position(*legions, a("se_1", regular=9), ranks=GARA, ornithopters=["az_se"], moved=full)
    assert decided(table) == ("move", ["rimwall_west>cne_5"])


@pytest.mark.rule("R-21")
def test_R_21_the_condition_looks_at_the_legions_that_this_action_may_move() -> None:
    legions = [h("rimwall_west", regular=6), h("cse_3", regular=2, generic=1), a("gara_kulon", regular=4)]
    ranks: dict[str, int | None] = GARA | {"tasmin_sink": 1}
    assert decided(position(*legions, ranks=ranks), "strategy")[1] == ["rimwall_west>cne_5"]
    assert decided(position(*legions, ranks=ranks), "leadership")[1] == ["cse_3>pasty_mesa", "cse_3>se_5"]


@pytest.mark.rule("R-21", tries=True)
def test_R_21_the_first_move_fixes_the_target_of_the_turn() -> None:
    legions = [h("cse_2", regular=5), h("imperial_basin", regular=4), a("windgap", regular=6)]
    ranks: dict[str, int | None] = {"windgap": 3, "hobars_gap": 1, "gara_kulon": 3}
    moved = [{"area": "cse_2", "regular": 5}]
    table = position(*legions, ranks=ranks, moved=moved, temporary_target="hobars_gap")
    assert decided(table)[1] == ["imperial_basin>cne_4"]
    table = position(*legions, ranks=ranks, moved=moved, temporary_target="gara_kulon")
    assert decided(table)[1] == ["imperial_basin>cne_5"]
    # It went for the real target: 4 does not beat 6, and no new temporary one is chosen.
    assert decided(position(*legions, ranks=ranks, moved=moved))[0] == "nothing"


@pytest.mark.rule("R-21")
def test_R_21_also_when_nothing_is_left_of_what_moved_first() -> None:
    # The first legion was lost on its way; the second step still goes for the real target or stays.
    legions = [h("imperial_basin", regular=4), a("windgap", regular=6)]
    table = position(*legions, ranks={"windgap": 3, "hobars_gap": 1}, step=2)
    assert decided(table)[0] == "nothing"
    assert decided(table | {"step": 1})[0] == "move"


@pytest.mark.rule("R-21")
def test_R_21_an_unreachable_target_is_no_reason_for_a_temporary_one() -> None:
    worms = ["ne_10", "ne_2", "ne_6", "ne_9"]
    ranks: dict[str, int | None] = {"sihaya_ridge": 2, "gara_kulon": 1}
    assert decided(position(h("cne_8", regular=4), ranks=ranks, sandworms=worms))[0] == "nothing"


@pytest.mark.rule("R-22")
def test_R_22_the_strongest_units_that_fit_and_all_leaders() -> None:
    mover = h("cne_5", regular=2, elite=2, special=1, generic=1, named=["baron_harkonnen"])
    table = position(mover, h("cne_8", regular=3), a("gara_kulon", regular=3), ranks=GARA)
    assert going(table) == [("cne_5>cne_8", "elite 2, special 1, generic 1, baron_harkonnen")]
    assert going(table | {"bans": ["choam"]}) == [("cne_5>cne_8", "elite 1, special 1, generic 1, baron_harkonnen")]


@pytest.mark.rule("R-22", "R-13", "MAHDI-0")
def test_R_22_a_regular_and_a_token_weigh_the_same() -> None:
    table = position(h("cne_5", regular=2, tokens=2), h("cne_8", regular=5), a("gara_kulon", regular=5), ranks=GARA)
    assert going(table) == [("cne_5>cne_8", "tokens 1"), ("cne_5>cne_8", "regular 1")]
    table = position(h("cne_5", regular=1, tokens=3), h("cne_8", regular=4), a("gara_kulon", regular=5), ranks=GARA)
    assert going(table) == [("cne_5>cne_8", "tokens 2"), ("cne_5>cne_8", "regular 1, tokens 1")]


@pytest.mark.rule("R-24", "MAHDI-TOKEN-1")
def test_R_24_tokens_left_in_a_settlement_are_a_legion_that_may_move() -> None:
    answer = decision(position(h("imperial_basin", tokens=2), ranks=GARA))
    assert [(o["to"], o["tokens"]) for o in answer["options"]] == [("cne_5", 2)]


@pytest.mark.rule("R-14", "R-22")
def test_R_14_a_legion_without_a_way_stays_while_another_goes() -> None:
    """Shut in by worms, which no legion passes (WORM-9)."""
    walls = [AREA_IDS[area] for area in members(graph().all[AREA_NUMBER["csw_3"]])]
    legions = [h("csw_3", regular=6), h("carthag", regular=2)]
    table = position(*legions, ranks={"gara_kulon": 2}, sandworms=walls)
    assert {start for start, _ in (way.split(">") for way, _ in going(table))} == {"carthag"}
    assert decided(position(legions[0], ranks={"gara_kulon": 2}, sandworms=walls))[0] == "nothing"
