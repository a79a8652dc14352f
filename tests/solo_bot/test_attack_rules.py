"""Attacks of the opponent (MAHDI-CP, MAHDI-ATTACK and their rulings) on small positions."""

import pytest

from tests.solo_bot.small import a, asked, decided, decision, h, position

BOTH: dict[str, int | None] = {"windgap": 2, "gara_kulon": 2}


@pytest.mark.rule("MAHDI-0", tries=True)
def test_MAHDI_0_equal_attacks_are_all_options() -> None:
    table = position(h("csw_3", regular=3), h("csw_5", regular=3), a("windgap", regular=1))
    assert decided(table) == ("attack_sietch", ["csw_3>windgap", "csw_5>windgap"])


@pytest.mark.rule("MAHDI-CP-1", tries=True)
@pytest.mark.parametrize(
    ("ours", "attacks"),
    [
        ({"regular": 2, "generic": 2}, True),  # 4 against 3: leaders count 1 each
        ({"regular": 2, "generic": 1}, False),  # 3/5 against 3/6
        ({"regular": 2, "named": ["baron_harkonnen"]}, False),  # 3/6 against 3/6: equal
        ({"elite": 1, "regular": 1, "named": ["baron_harkonnen"]}, True),  # 3/7
        ({"elite": 1, "regular": 1, "generic": 1}, False),  # 3/6
        ({"special": 1, "regular": 1, "generic": 1}, True),  # 3/7
        ({"tokens": 1, "regular": 1}, False),  # 3/4
        ({"tokens": 2}, True),  # 4
    ],
)
def test_MAHDI_CP_1_values_of_figures(ours: dict[str, object], attacks: bool) -> None:
    table = position(h("csw_3", **ours), a("windgap", regular=3))
    assert (decided(table)[0] == "attack_sietch") is attacks


@pytest.mark.rule("MAHDI-CP-1")
def test_MAHDI_CP_1_the_rank_of_a_sietch_is_no_power() -> None:
    assert decided(position(h("csw_3", regular=1), ranks={"windgap": 3}))[0] == "attack_sietch"


@pytest.mark.rule("MAHDI-CP-2", tries=True)
def test_MAHDI_CP_2_coarse_power_comes_before_fine_power() -> None:
    # 2 Sardaukar: 2/8. 3 regulars: 3/6.
    table = position(h("csw_3", special=2), h("csw_5", regular=4), a("windgap", regular=3))
    assert decided(table) == ("attack_sietch", ["csw_5>windgap"])


@pytest.mark.rule("MAHDI-CP-2", "MAHDI-ATTACK-1")
def test_MAHDI_CP_2_equal_coarse_differences_are_decided_by_the_fine_ones() -> None:
    # 4/8 - 1/3 = 3/5 against 4/8 - 1/2 = 3/6.
    table = position(
        h("csw_3", regular=4), h("ne_11", regular=4), a("windgap", elite=1), a("gara_kulon", regular=1), ranks=BOTH
    )
    assert decided(table)[1] == ["ne_11>gara_kulon"]


@pytest.mark.rule("MAHDI-CP-2", "R-15")
def test_MAHDI_CP_2_a_missing_legion_has_power_0() -> None:
    # 3/6 - 0/0 and 4/8 - 1/2 are equal.
    legions = [h("csw_3", regular=3), h("ne_11", regular=4), a("gara_kulon", regular=1)]
    table = position(*legions, ranks=BOTH, target_sietch=None)
    assert decided(table)[1] == ["csw_3>windgap", "ne_11>gara_kulon"]


@pytest.mark.rule("R-13", tries=True)
@pytest.mark.parametrize(("tokens", "attacks"), [(1, True), (2, False)])
def test_R_13_a_token_weighs_2_in_coarse_and_fine_power(tokens: int, attacks: bool) -> None:
    # One token 2/2 falls to 2 regulars 2/4; two tokens 4/4 do not.
    table = position(h("csw_3", regular=2), a("windgap", tokens=tokens))
    assert (decided(table)[0] == "attack_sietch") is attacks


@pytest.mark.rule("R-13")
def test_R_13_a_token_is_worth_2_in_fine_power_too() -> None:
    # 3/4 against 3/4.
    table = position(h("csw_3", regular=1, generic=2), a("windgap", tokens=1, regular=1))
    assert decided(table)[0] == "nothing"


@pytest.mark.rule("MAHDI-ATTACK-1", tries=True)
def test_MAHDI_ATTACK_1_the_list_is_read_in_order() -> None:
    strong_at_low_rank = [h("csw_3", regular=6), h("ne_11", regular=2), a("gara_kulon", regular=1)]
    assert decided(position(*strong_at_low_rank, ranks={"windgap": 1, "gara_kulon": 2}))[1] == ["ne_11>gara_kulon"]
    # The same ranks: the difference decides, although the other one is the target.
    table = position(*strong_at_low_rank, ranks=BOTH, target_sietch="gara_kulon")
    assert decided(table)[1] == ["csw_3>windgap"]


@pytest.mark.rule("MAHDI-ATTACK-1")
def test_MAHDI_ATTACK_1_equal_difference_without_ornithopter_then_the_target() -> None:
    legions = [h("csw_3", regular=2), h("ne_8", regular=2), h("cse_2", regular=2)]
    table = position(*legions, ranks=BOTH, target_sietch="gara_kulon", ornithopters=["az_ne"])
    assert decided(table)[1] == ["csw_3>windgap"]
    table = position(
        h("csw_3", regular=2), h("ne_11", regular=2), ranks=BOTH, target_sietch="gara_kulon", ornithopters=["az_ne"]
    )
    assert decided(table)[1] == ["ne_11>gara_kulon"]


@pytest.mark.rule("MAHDI-ATTACK-1", "MOVE-6")
def test_MAHDI_ATTACK_1_each_ornithopter_in_reach_is_an_option_at_exactly_2_areas() -> None:
    table = position(h("csw_4", regular=2), ornithopters=["az_ne", "az_south", "az_west"])
    assert decided(table)[1] == ["csw_4>windgap az_south", "csw_4>windgap az_west"]
    # Equal power is not greater by air either, and three areas away it moves instead.
    equal = position(h("csw_4", regular=2), a("windgap", regular=2), ornithopters=["az_south"])
    assert decided(equal)[0] == "nothing"
    assert decided(position(h("cne_3", regular=2), ornithopters=["az_north"]))[0] == "move"


@pytest.mark.rule("ACT-LEADERSHIP")
def test_ACT_LEADERSHIP_only_legions_with_a_leader_and_by_surprise() -> None:
    table = position(h("csw_3", regular=6), h("csw_5", regular=2, generic=1), a("windgap", regular=1))
    answer = decision(table, "leadership")
    assert [(o["attacker"], o["surprise"]) for o in answer["options"]] == [("csw_5", True)]
    assert [o["surprise"] for o in decision(table, "strategy")["options"]] == [False]


@pytest.mark.rule("MAHDI-ATTACK-2")
def test_MAHDI_ATTACK_2_the_strongest_weaker_legion_then_one_with_a_named_leader() -> None:
    legions = [h("cne_5", regular=4), a("cne_4", regular=2), a("cne_8", regular=3), a("cne_7", regular=4)]
    assert decided(position(*legions, a("windgap", regular=9))) == ("attack_legion", ["cne_5>cne_8"])
    legions = [h("cne_5", regular=4), a("cne_4", regular=2), a("cne_8", named=["stilgar"], regular=1)]
    assert decided(position(*legions, a("windgap", regular=9)))[1] == ["cne_5>cne_8"]


@pytest.mark.rule("MAHDI-ATTACK-2", tries=True)
def test_MAHDI_ATTACK_2_never_by_ornithopter_and_never_an_equal_legion() -> None:
    table = position(h("cne_5", regular=4), a("cne_9", regular=1), ornithopters=["az_ne"])
    assert decided(table)[0] == "move"
    table = position(h("cne_5", regular=2), a("cne_8", regular=2), a("windgap", regular=9))
    assert decided(table)[0] == "nothing"


@pytest.mark.rule("MAHDI-ATTACK-2")
def test_MAHDI_ATTACK_2_comes_after_any_sietch() -> None:
    table = position(h("csw_3", regular=6), h("cne_5", regular=6), a("cne_8", regular=5), a("windgap", regular=5))
    assert decided(table) == ("attack_sietch", ["csw_3>windgap"])


@pytest.mark.rule("MAHDI-ATTACK-3")
def test_MAHDI_ATTACK_3_two_moves_when_nothing_can_be_attacked() -> None:
    table = position(h("cne_8", regular=3), h("cne_5", regular=3), ranks={"gara_kulon": 2})
    answer = decision(table)
    assert (answer["action"], answer["steps_left"]) == ("move", 1)
    moved = {
        "legions": [h("shield_wall_east", regular=3), h("cne_5", regular=3)],
        "moved": [{"area": "shield_wall_east", "regular": 3}],
    }
    answer = decision(table | moved)
    assert (answer["options"][0]["from"], answer["steps_left"]) == ("cne_5", 0)


@pytest.mark.rule("R-12")
def test_R_12_impassable_borders_stop_no_attack() -> None:
    # Broken Land and ne_3 share an impassable border; so do cne_5 and ne_5, on the way of the ornithopter.
    table = position(h("broken_land", regular=3), a("ne_3", regular=1), a("windgap", regular=9))
    assert decided(table) == ("attack_legion", ["broken_land>ne_3"])
    table = position(h("cne_5", regular=2), a("ne_6", regular=1), ranks={"sihaya_ridge": 1}, ornithopters=["az_ne"])
    assert decided(table)[0] == "move"
    table = position(h("rimwall_west", regular=2), ranks={"sihaya_ridge": 1}, ornithopters=["az_ne"])
    assert [end.split(">")[1] for end in decided(table)[1]] == ["ne_2 az_ne", "ne_6 az_ne"]


@pytest.mark.rule("R-15")
def test_R_15_the_list_decides_even_for_one_sietch_and_an_ornithopter() -> None:
    table = position(h("csw_3", regular=1), h("csw_4", regular=2), ornithopters=["az_south"])
    assert decided(table)[1] == ["csw_4>windgap az_south"]


@pytest.mark.rule("R-15", "WORM-9", tries=True)
def test_R_15_what_shares_its_area_with_a_worm_is_no_target() -> None:
    table = position(h("csw_3", regular=3), sandworms=["windgap"])
    assert decided(table)[0] == "nothing"
    legions = [h("csw_3", regular=3), a("csw_4", regular=1), a("windgap", regular=9)]
    assert decided(position(*legions))[0] == "attack_legion"
    assert decided(position(*legions, wild_maker="csw_4"))[0] == "nothing"


@pytest.mark.rule("R-16")
def test_R_16_asks_only_for_ranks_that_decide() -> None:
    legions = [h("csw_3", regular=3), h("ne_11", regular=2)]
    # 3 before 2 is settled by the rank alone.
    assert asked(position(*legions, ranks={"windgap": None, "gara_kulon": 2})) == {"ask": "rank", "areas": ["windgap"]}
    assert asked(position(*legions, ranks={"windgap": 3, "gara_kulon": None})) is None
    # Equal rank favours csw_3, so a rank 1 at Gara Kulon never wins.
    assert asked(position(*legions, ranks={"windgap": None, "gara_kulon": 1})) is None
    assert asked(position(*legions, ranks={"windgap": None, "gara_kulon": None})) == {
        "ask": "rank",
        "areas": ["gara_kulon", "windgap"],
    }


@pytest.mark.rule("R-16", "MAHDI-ATTACK-1")
def test_R_16_the_rest_of_the_list_may_settle_it_before_the_rank() -> None:
    # At best Windgap equals rank 3; then "no ornithopter needed" is against it, whatever its rank.
    table = position(
        h("csw_4", regular=2),
        h("ne_11", regular=2),
        ornithopters=["az_south"],
        ranks={"gara_kulon": 3, "windgap": None},
    )
    assert asked(table) is None
    # The same with the target sietch as the last criterion, and the other way round.
    legions = [h("csw_3", regular=2), h("ne_11", regular=2)]
    assert asked(position(*legions, ranks={"gara_kulon": 3, "windgap": None})) is None
    assert asked(position(*legions, ranks={"windgap": None, "gara_kulon": 3})) == {"ask": "rank", "areas": ["windgap"]}


@pytest.mark.rule("R-16", "MAHDI-ATTACK-1")
@pytest.mark.parametrize("pair", [(1, 3), (3, 1)])
def test_R_16_the_best_attacker_of_a_sietch_speaks_for_it(pair: tuple[int, int]) -> None:
    # 3/6 at Windgap wins at rank 1 already against 2/4 at Gara Kulon.
    legions = [h("csw_2", regular=pair[0]), h("csw_3", regular=pair[1]), h("ne_11", regular=2)]
    assert asked(position(*legions, ranks={"windgap": None, "gara_kulon": 1})) is None


@pytest.mark.rule("R-16")
def test_R_16_a_sietch_nobody_can_attack_is_not_asked_for() -> None:
    table = position(h("csw_3", regular=3), h("ne_11", regular=2), ranks={"windgap": 2, "tasmin_sink": None})
    assert asked(table) is None


@pytest.mark.rule("R-16")
def test_R_16_the_entered_rank_counts_though_hidden() -> None:
    legions = [h("csw_3", regular=3), h("ne_11", regular=2)]
    assert decided(position(*legions, ranks={"windgap": 1, "gara_kulon": 3}))[1] == ["ne_11>gara_kulon"]


@pytest.mark.rule("R-17", tries=True)
def test_R_17_which_legion_attacks_is_open() -> None:
    table = position(
        h("cne_5", regular=4), h("cne_7", regular=6), a("cne_8", regular=2), a("gara_kulon", regular=9),
        ranks={"gara_kulon": 1},
    )  # fmt: skip
    assert decided(table) == ("attack_legion", ["cne_5>cne_8", "cne_7>cne_8"])


@pytest.mark.rule("R-7")
def test_R_7_a_result_with_nothing_possible_is_spent_without_effect() -> None:
    assert decided(position(h("csw_3", regular=1), a("windgap", regular=2))) == ("nothing", [])
    assert decided(position(), "leadership") == ("nothing", [])
    assert decided(position(settlements=[]), "deployment") == ("nothing", [])
