"""The House result (MAHDI-HOUSE, R-25) on small positions: replacements, tokens to reveal, then vehicles."""

from typing import Any

import pytest

from companion.content.terms import Result
from companion.frozen import replace
from companion.rules.ask.dice import HARKONNEN_ACTIONS
from companion.rules.positions.reading import read_position
from solo_bot import decide
from tests.solo_bot.small import NO_SPECIALS, a, asked, decided, decision, h, position

FAR_OFF: dict[str, Any] = {"harvesting_sector": "nw"}


def replaced(*legions: dict[str, Any], **more: Any) -> list[str]:
    action, options = decided(position(*legions, **(FAR_OFF | more)), "house")
    assert action == "replace_units"
    return options


@pytest.mark.rule("MAHDI-HOUSE-1", tries=True)
def test_MAHDI_HOUSE_1_1_the_legion_nearest_to_any_sietch() -> None:
    ranks = {"gara_kulon": 1, "windgap": 1}
    assert replaced(h("csw_3", regular=2), h("cne_8", regular=6), ranks=ranks) == ["csw_3 regular>elite 2"]
    # Even when it is too weak to attack and the farther one could, toward the target.
    legions = [h("csw_3", regular=2), h("cne_8", regular=6), a("windgap", regular=5)]
    assert replaced(*legions, ranks=ranks, ornithopters=["az_ne"]) == ["csw_3 regular>elite 2"]


@pytest.mark.rule("MAHDI-HOUSE-1", "R-25")
def test_MAHDI_HOUSE_1_2_then_the_greatest_difference_to_a_sietch_it_can_attack() -> None:
    legions = [h("csw_3", regular=4), h("ne_11", regular=6), a("windgap", regular=1), a("gara_kulon", regular=4)]
    ranks = {"gara_kulon": 1, "windgap": 1}
    assert replaced(*legions, ranks=ranks) == ["csw_3 regular>elite 2"]
    # One that can attack nothing comes after all that can, though its sietch is the target.
    legions[0] = h("csw_3", regular=1, elite=1)
    legions[1] = h("ne_11", regular=4)
    assert replaced(*legions, ranks=ranks) == ["csw_3 regular>elite 1 + ne_11 regular>elite 1"]


@pytest.mark.rule("MAHDI-HOUSE-1")
def test_MAHDI_HOUSE_1_2_an_ornithopter_extends_what_can_be_attacked() -> None:
    legions = [h("csw_4", regular=4), h("cse_2", regular=3), a("windgap", regular=1), a("gara_kulon", regular=1)]
    ranks = {"gara_kulon": 1, "windgap": 1}
    assert replaced(*legions, ranks=ranks) == ["cse_2 regular>elite 2"]
    assert replaced(*legions, ranks=ranks, ornithopters=["az_west"]) == ["csw_4 regular>elite 2"]


@pytest.mark.rule("MAHDI-HOUSE-1")
def test_MAHDI_HOUSE_1_3_then_the_legion_nearest_to_the_target() -> None:
    legions = [h("csw_3", regular=2), h("ne_11", regular=2), a("windgap", regular=5), a("gara_kulon", regular=5)]
    assert replaced(*legions, ranks={"gara_kulon": 1, "windgap": 1}) == ["ne_11 regular>elite 2"]
    assert replaced(*legions, ranks={"windgap": 1, "gara_kulon": 1}) == ["csw_3 regular>elite 2"]


@pytest.mark.rule("R-1", "MAHDI-START-2")
def test_R_1_without_a_target_the_third_criterion_is_skipped() -> None:
    legions = [h("csw_3", regular=2), h("ne_11", regular=2), a("windgap", regular=5), a("gara_kulon", regular=5)]
    found = replaced(*legions, ranks={"gara_kulon": 1, "windgap": 1}, target_sietch=None)
    assert found == ["csw_3 regular>elite 2", "ne_11 regular>elite 2"]


@pytest.mark.rule("R-25", "MAHDI-0")
def test_R_25_two_from_the_first_legion_if_it_has_them_else_the_next() -> None:
    guard = a("windgap", regular=5)
    assert replaced(h("csw_3", regular=1), h("csw_4", regular=2), guard) == [
        "csw_3 regular>elite 1 + csw_4 regular>elite 1"
    ]
    assert replaced(h("csw_3", regular=2), h("csw_5", regular=2), guard) == [
        "csw_3 regular>elite 2",
        "csw_5 regular>elite 2",
    ]
    # Equal legions, one of them short: it may come first, then the other one gives the second unit.
    assert replaced(h("csw_3", regular=1), h("csw_5", regular=2), guard) == [
        "csw_3 regular>elite 1 + csw_5 regular>elite 1",
        "csw_5 regular>elite 2",
    ]


@pytest.mark.rule("R-25", "MAHDI-DEPLOY-4")
@pytest.mark.parametrize(
    ("box", "found"),
    [
        ({"elite": 12}, ["csw_3 regular>special 2"]),
        ({"elite": 11}, ["csw_3 regular>elite 1 + csw_3 regular>special 1"]),
        ({"elite": 12, "special": 7}, ["csw_3 regular>special 1"]),
    ],
)
def test_R_25_no_elite_left_the_next_stronger_kind(box: dict[str, int], found: list[str]) -> None:
    assert replaced(h("csw_3", regular=3), h("carthag", **box), a("windgap", regular=9)) == found


@pytest.mark.rule("R-25", "MAHDI-DEPLOY-4", "MAHDI-HOUSE-2")
def test_R_25_nothing_stronger_left_the_vehicles_at_once() -> None:
    table = position(h("csw_3", regular=3), h("carthag", elite=12, special=8), a("windgap", regular=9), **FAR_OFF)
    assert decided(table, "house")[0] == "place_vehicles"
    # A token could hide regulars, but revealing it would change nothing.
    table = position(h("csw_3", tokens=1), h("carthag", elite=12, special=8), **FAR_OFF)
    assert decided(table, "house")[0] == "place_vehicles"


@pytest.mark.rule("R-25", "MAHDI-TOKEN-1")
def test_R_25_a_token_is_revealed_only_without_any_visible_regular() -> None:
    legions = [h("csw_3", elite=1, tokens=2), h("carthag", tokens=1), a("windgap", regular=5)]
    assert asked(position(*legions, **FAR_OFF), "house") == {"ask": "reveal_token", "area": "csw_3"}
    legions.append(h("north_pole", regular=1))
    assert replaced(*legions) == ["north_pole regular>elite 1"]


@pytest.mark.rule("R-25")
def test_R_25_equal_legions_with_tokens_are_all_named() -> None:
    table = position(h("csw_3", tokens=1), h("csw_5", tokens=1), a("windgap", regular=5), **FAR_OFF)
    assert asked(table, "house") == {"ask": "reveal_token", "areas": ["csw_3", "csw_5"]}


@pytest.mark.rule("MAHDI-HOUSE-1", "MAHDI-HOUSE-2")
def test_MAHDI_HOUSE_2_the_vehicles_follow_in_the_second_step() -> None:
    table = position(h("csw_3", regular=2), a("windgap", regular=5), **FAR_OFF)
    assert decision(table, "house")["steps_left"] == 1
    answer = decision(table | {"step": 2}, "house")
    assert (answer["action"], answer["steps_left"]) == ("place_vehicles", 0)


@pytest.mark.rule("MAHDI-HOUSE-2", "MAHDI-DEPLOY-4")
def test_MAHDI_HOUSE_2_once_all_is_replaced_the_reasons_are_those_of_the_vehicles_alone() -> None:
    state = read_position(position(h("csw_3", regular=2), a("windgap", regular=5), **FAR_OFF))
    replaced_both = replace(HARKONNEN_ACTIONS[Result.HOUSE], replacements=0)
    found = decide(replace(state, frames=(replaced_both,)), Result.HOUSE)
    assert found.action == "place_vehicles"
    assert {step.rule for step in found.trace} == {"MAHDI-VEH-1", "MAHDI-VEH-3"}


@pytest.mark.rule("MAHDI-HOUSE-2", "MAHDI-0")
def test_MAHDI_HOUSE_2_one_harvester_and_one_ornithopter_in_every_pair() -> None:
    table = position(harvesting_sector="sw", step=2, harvesters=["sw_1", "sw_4", "sw_6", "sw_9"], carryalls=["az_sw"])
    assert decided(table, "house") == ("place_vehicles", ["sw_7 / az_south", "sw_7 / az_west"])


@pytest.mark.rule("MAHDI-HOUSE-2", "VEH-2")
def test_VEH_2_what_the_supply_lacks_stays_out() -> None:
    sand = ["sw_1", "sw_2", "sw_3", "sw_4", "sw_5", "sw_6", "sw_7", "sw_9"]
    table = position(harvesting_sector="nw", step=2, harvesters=sand, carryalls=["az_sw", "az_west"])
    assert decided(table, "house") == ("place_vehicles", ["None / az_south"])
    zones = ["az_east", "az_ne", "az_north", "az_nw", "az_se", "az_south"]
    assert decided(table | {"harvesters": sand[:-1], "ornithopters": zones}, "house")[1][0] == "nw_1 / None"
    assert decided(table | {"ornithopters": zones}, "house") == ("nothing", [])


@pytest.mark.rule("R-16", "MAHDI-HOUSE-2")
def test_R_16_a_rank_may_decide_where_the_ornithopter_of_house_goes() -> None:
    legions = [h("csw_4", regular=3), h("ne_8", regular=3)]
    table = position(*legions, ranks={"windgap": 2, "gara_kulon": None}, step=2, **FAR_OFF)
    assert asked(table, "house") == {"ask": "rank", "areas": ["gara_kulon"]}
    table = position(*legions, ranks={"windgap": 2, "gara_kulon": 3}, step=2, **FAR_OFF)
    assert {o["ornithopter"] for o in decision(table, "house")["options"]} == {"az_ne"}


@pytest.mark.rule("R-25", "MAHDI-TURN-3")
def test_R_25_the_barons_special_counts_visible_figures_and_brings_no_vehicles() -> None:
    leaders = NO_SPECIALS | {"baron_harkonnen": {"card": "ready"}}
    table = position(h("csw_3", regular=2), h("csw_4", regular=4, tokens=1), a("windgap", regular=5), leaders=leaders)
    assert decided(table, "house") == (
        "special",
        ["baron_harkonnen: csw_3 regular>elite 2 + csw_4 regular>elite 1"],
    )
    assert decision(table, "house")["steps_left"] == 0
    # Tokens alone do not make it possible: the normal action.
    table = position(h("csw_3", tokens=2), a("windgap", regular=5), leaders=leaders)
    assert asked(table, "house") == {"ask": "reveal_token", "area": "csw_3"}
    # Elites out: Sardaukar take their place.
    table = position(h("csw_3", regular=4), h("carthag", elite=12), a("windgap", regular=9), leaders=leaders)
    assert decided(table, "house")[1] == ["baron_harkonnen: csw_3 regular>special 3"]
