"""Where cards place, replace and park (MAHDI-CARD-2, R-9, R-34, MAHDI-DEPLOY, MAHDI-HOUSE, MAHDI-VEH)."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board import AREA_IDS, AREA_NUMBER, MOUNTAIN_MASK, ZONE_IDS
from companion.content.terms import UnitKind, VehicleKind
from companion.rules.army import Army
from companion.rules.commands import CardStepDone
from companion.rules.engine import check
from companion.rules.events import TokensRevealed
from companion.rules.frames import StackingFrame
from companion.rules.state import HARKONNEN, Standing
from solo_bot.cards.course import decide_card
from solo_bot.cards.options import CardOrder, CardVehicleOption
from solo_bot.procedure.decision import DeployOption, ReplaceOption
from tests.solo_bot.cards.positions import DESERTS, RICH, legion, rich
from tests.solo_bot.cards.table import area, army_at, play, step, turned_up

TARGET = legion("habbanya_ridge", "atreides", regular=1)


def placed(order: CardOrder) -> list[tuple[str, Army, str | None]]:
    """The placements of all choices: area, units, leader."""
    options = [choice.option for choice in order.choices]
    return [
        (AREA_IDS[place.area], place.units, place.leader)
        for option in options
        if isinstance(option, DeployOption)
        for place in option.placements
    ]


def where(order: CardOrder) -> list[str]:
    return [place for place, _, _ in placed(order)]


def decided(card: str, legions: list[dict[str, Any]], **changes: Any) -> CardOrder:
    return decide_card(turned_up(rich(legions=legions, **changes), card))


@pytest.mark.rule("MAHDI-CARD-2", "MAHDI-HOUSE-1")
def test_MAHDI_CARD_2_units_go_to_the_legion_nearest_to_a_sietch() -> None:
    """Hard to reach Carthag and a legion next to Habbanya Ridge: MAHDI-HOUSE-1 wants the latter, strong or not."""
    legions = [legion("carthag", regular=4), legion("sw_1", regular=1), TARGET]
    leaders = {"shaddam_iv": {"state": "ready"}}
    order = decided("rage_overcame_shaddam_iv_b", legions, leaders=leaders)
    assert placed(order) == [("sw_1", Army(special=2), "shaddam_iv")]
    assert "MAHDI-HOUSE-1" in {entry.rule for entry in order.trace}


@pytest.mark.rule("MAHDI-CARD-2", "MAHDI-HOUSE-1")
def test_MAHDI_CARD_2_of_equally_near_legions_the_one_with_the_greatest_difference() -> None:
    legions = [legion("sw_1", regular=2), legion("sw_2", regular=3), TARGET]
    leaders = {"shaddam_iv": {"state": "ready"}}
    assert where(decided("rage_overcame_shaddam_iv_b", legions, leaders=leaders)) == ["sw_2"]


@pytest.mark.rule("MAHDI-CARD-2", "MAHDI-HOUSE-1")
def test_MAHDI_CARD_2_then_the_one_nearest_to_the_target_and_equal_ones_are_the_players_choice() -> None:
    defended = [legion(sietch, "atreides", regular=4) for sietch in ("habbanya_ridge", "bight_of_the_cliff")]
    near_others = [legion("nw_12", regular=1), legion("sw_1", regular=1), *defended]
    leaders = {"shaddam_iv": {"state": "ready"}}
    assert where(decided("rage_overcame_shaddam_iv_b", near_others, leaders=leaders)) == ["sw_1"]
    equal = [*near_others, legion("sw_2", regular=1)]
    assert where(decided("rage_overcame_shaddam_iv_b", equal, leaders=leaders)) == ["sw_1", "sw_2"]


@pytest.mark.rule("R-9", "MAHDI-DEPLOY-3")
def test_R_9_a_legion_with_room_for_the_units_comes_first() -> None:
    legions = [legion("sw_1", regular=5), legion("carthag", regular=1), TARGET]
    leaders = {"shaddam_iv": {"state": "ready"}}
    assert where(decided("rage_overcame_shaddam_iv_b", legions, leaders=leaders)) == ["carthag"]


@pytest.mark.rule("R-9", "MAHDI-DEPLOY-3")
def test_R_9_a_legion_over_the_limit_has_as_little_room_as_a_full_one() -> None:
    """So they are equal, and the one nearest to a sietch is taken."""
    legions = [legion("sw_1", regular=7), legion("carthag", regular=6), TARGET]
    leaders = {"shaddam_iv": {"state": "ready"}}
    assert where(decided("rage_overcame_shaddam_iv_b", legions, leaders=leaders)) == ["sw_1"]


@pytest.mark.rule("R-9", "R-1")
def test_R_1_without_a_target_a_leader_alone_joins_any_of_the_strongest_legions() -> None:
    legions = [legion("sw_1", special=2), legion("sw_2", special=2), legion("sw_3", special=1), TARGET]
    leaders = {"captain_aramsham": {"state": "ready"}}
    assert where(decided("i_decide", legions, leaders=leaders, target_sietch=None)) == ["sw_1", "sw_2"]


@pytest.mark.rule("R-9", "MAHDI-DEPLOY-1")
def test_R_9_a_leader_alone_joins_the_strongest_legion() -> None:
    legions = [legion("sw_1", special=1), legion("csw_2", special=2, regular=1), TARGET]
    leaders = {"shaddam_iv": {"state": "ready"}, "captain_aramsham": {"state": "ready"}}
    assert placed(decided("i_decide", legions, leaders=leaders)) == [("csw_2", Army(), "captain_aramsham")]


@pytest.mark.rule("MAHDI-DEPLOY-2")
def test_MAHDI_DEPLOY_2_a_leader_of_the_usual_choice_is_rabban_first_and_a_bashar_last() -> None:
    assert placed(decided("forced_recruitment", RICH["legions"])) == [("arrakeen", Army(elite=3), "beast_rabban")]
    nobody = {
        name: {"state": "tank", "tank": number}
        for number, name in enumerate(("baron_harkonnen", "beast_rabban", "captain_aramsham"), 1)
    }
    assert placed(decided("forced_recruitment", RICH["legions"], leaders=nobody)) == [
        ("arrakeen", Army(elite=3), "bashar")
    ]


@pytest.mark.rule("MAHDI-CARD-4", tries=True)
@pytest.mark.parametrize("card", ["forced_recruitment", "polar_cap_factories"])
def test_MAHDI_CARD_4_a_card_that_places_a_leader_has_no_effect_when_none_is_left(card: str) -> None:
    """Every Bashar is on the board and no named leader has come; the units alone come in the variant only."""
    changes: dict[str, Any] = {
        "leaders": {name: {"state": "out"} for name in ("baron_harkonnen", "beast_rabban", "captain_aramsham")},
        "wormsigns": ["cne_3"],
    }
    legions = [legion("arrakeen", regular=2, generic=3), legion("carthag", regular=2, generic=3), TARGET]
    assert decided(card, legions, **changes).action == "without_effect"
    variant = placed(decided(card, legions, rules={"card_parts": True}, **changes))
    assert [leader for _, _, leader in variant] == [None]


@pytest.mark.rule("TANK-2")
def test_TANK_2_a_leader_who_left_the_tank_in_this_turn_is_not_placed_yet() -> None:
    state = rich()
    assert placed(decide_card(turned_up(state, "barons_personal_guard")))[0][2] == "baron_harkonnen"
    just_out = replace(state, just_out_of_tank=("baron_harkonnen",))
    assert decide_card(turned_up(just_out, "barons_personal_guard")).action == "without_effect"
    just_out = replace(rich(rules={"card_parts": True}), just_out_of_tank=("baron_harkonnen",))
    assert placed(decide_card(turned_up(just_out, "barons_personal_guard")))[0][1:] == (Army(elite=2), None)


@pytest.mark.rule("ACT-6")
def test_ACT_6_a_named_leader_comes_from_another_legion_too() -> None:
    legions = [legion("pasty_mesa", regular=2, named=["baron_harkonnen"]), legion("arrakeen", regular=1), TARGET]
    table = play(rich(legions=legions), "barons_personal_guard")
    assert army_at(table.state, "pasty_mesa").named == ()
    holders = [army.named for _, army in table.state.legions(HARKONNEN) if army.named]
    assert holders == [("baron_harkonnen",)]
    assert table.state.leader("baron_harkonnen").standing is Standing.BOARD


@pytest.mark.rule("R-34")
def test_R_34_pieces_with_a_fixed_place_push_out_the_weakest_units() -> None:
    legions = [legion("arrakeen", regular=4, elite=1), TARGET]
    table = play(rich(legions=legions), "forced_recruitment")
    assert army_at(table.state, "arrakeen") == Army(regular=2, elite=4, named=("beast_rabban",))


@pytest.mark.rule("R-34")
@pytest.mark.parametrize(
    ("card", "standing", "over"),
    [
        ("forced_recruitment", legion("arrakeen", regular=3), False),
        ("forced_recruitment", legion("arrakeen", regular=4), True),
        ("hard_times_and_oppression", legion("arsunt", regular=4, elite=1), False),
        ("hard_times_and_oppression", legion("arsunt", regular=5, elite=1), True),
    ],
)
def test_R_34_the_trace_says_which_units_leave_only_where_some_do(
    card: str, standing: dict[str, Any], over: bool
) -> None:
    order = decided(card, [standing, legion("carthag", regular=1), TARGET])
    told = [entry.kept for entry in order.trace if entry.criterion == "weakest_units_first"]
    assert told == ([((area(standing["area"]), None),)] if over else [])


@pytest.mark.rule("R-34")
def test_R_34_between_regulars_and_tokens_the_player_chooses() -> None:
    legions = [legion("arrakeen", regular=2, tokens=2, elite=1), TARGET]
    state = turned_up(rich(legions=legions), "forced_recruitment")
    state = step(state, decide_card(state).choices[0].commands[0])
    assert isinstance(state.frame, StackingFrame)
    assert state.frame.excess == 2


@pytest.mark.rule("R-9", tries=True)
def test_R_9_a_regular_for_a_full_village_of_regulars_changes_nothing() -> None:
    full = [legion(village, regular=5) for village in ("arsunt", "hagga_basin", "imperial_basin", "north_pole")]
    state = rich(legions=[*full, TARGET], bans=["choam"])
    assert play(state, "hard_times_and_oppression").actions == ["without_effect"]


def test_each_village_gets_its_unit_and_a_destroyed_one_none() -> None:
    order = decided("hard_times_and_oppression", RICH["legions"])
    assert where(order) == ["arsunt", "hagga_basin", "imperial_basin", "north_pole"]
    standing = ["arrakeen", "carthag", "arsunt", "north_pole"]
    assert where(decided("hard_times_and_oppression", RICH["legions"], settlements=standing)) == [
        "arsunt",
        "north_pole",
    ]


@pytest.mark.rule("MAHDI-DEPLOY-4")
def test_MAHDI_DEPLOY_4_regulars_that_ran_out_are_replaced_by_elites() -> None:
    legions = [legion(name, regular=6) for name in ("arrakeen", "carthag", "sw_1", "nw_12")]
    order = decided("harkonnen_patrols", [*legions, TARGET])
    assert {units for _, units, _ in placed(order)} == {Army(elite=1)}


@pytest.mark.rule("MAHDI-DEPLOY-4")
def test_MAHDI_DEPLOY_4_the_last_regulars_go_where_the_player_likes_among_equal_villages() -> None:
    legions = [legion(name, regular=5) for name in ("arrakeen", "carthag", "sw_1", "sw_2")]
    legions += [legion("csw_2", regular=3), TARGET]
    order = decided("hard_times_and_oppression", legions)
    units = [
        [place.units for place in choice.option.placements]
        for choice in order.choices
        if isinstance(choice.option, DeployOption)
    ]
    assert len(units) == len(order.choices) >= 1
    for one in units:
        assert sorted(one, key=repr) == sorted([Army(regular=1), *[Army(elite=1)] * 3], key=repr)


def test_patrols_go_one_by_one_into_empty_desert_nearest_to_a_sietch() -> None:
    table = play(rich(), "harkonnen_patrols")
    areas = [choice.option.placements[0].area for order in table.orders[:3] for choice in order.choices[:1]]  # type: ignore[union-attr]
    assert len(set(areas)) == 3
    empty = rich().empty_mask & rich().desert_mask
    assert all(empty >> one & 1 for one in areas)
    graph = rich().graph
    assert all(graph.all[one] & rich().sietch_mask for one in areas)


def test_a_battle_group_lands_in_a_free_mountain_area() -> None:
    order = decided("moving_the_battle_group", RICH["legions"])
    assert all(MOUNTAIN_MASK >> AREA_NUMBER[place] & 1 for place in where(order))
    assert {(units, leader) for _, units, leader in placed(order)} == {(Army(elite=2), "bashar")}


def test_an_area_that_is_not_free_takes_nothing() -> None:
    legions = [legion("arrakeen", "atreides", regular=2), legion("carthag", regular=1), TARGET]
    settlements = ["carthag", "arsunt", "hagga_basin", "imperial_basin", "north_pole"]
    assert decided("forced_recruitment", legions, settlements=settlements).action == "without_effect"
    assert decided("hard_times_and_oppression", legions, settlements=settlements).action == "without_effect"
    assert where(decided("barons_personal_guard", legions, settlements=settlements)) == ["carthag"]


@pytest.mark.rule("MAHDI-CARD-2", "R-25")
def test_R_25_elites_become_sardaukar_in_the_order_of_MAHDI_HOUSE_1() -> None:
    legions = [legion("carthag", elite=2), legion("sw_1", elite=2), legion("sw_2", special=1), TARGET]
    legions += [legion("csw_2", special=1)]
    order = decided("sardaukar_disguised", legions)
    options = [choice.option for choice in order.choices]
    parts = [part for option in options if isinstance(option, ReplaceOption) for part in option.replacements]
    assert len(options) == 1
    assert [(AREA_IDS[p.area], p.count, p.old, p.new) for p in parts] == [("sw_1", 2, UnitKind.ELITE, UnitKind.SPECIAL)]


@pytest.mark.rule("R-25")
def test_R_25_what_the_first_legion_lacks_is_replaced_in_the_next_one() -> None:
    legions = [legion("carthag", elite=2), legion("sw_1", elite=1), legion("arsunt", special=1), TARGET]
    (choice,) = decided("sardaukar_disguised", legions).choices
    assert isinstance(choice.option, ReplaceOption)
    assert [(AREA_IDS[part.area], part.count) for part in choice.option.replacements] == [("carthag", 1), ("sw_1", 1)]


@pytest.mark.rule("MAHDI-CARD-4")
def test_MAHDI_CARD_4_those_are_replaced_who_can_move_afterwards() -> None:
    """The elites nearest to a sietch stand beside the target and do not move; the others can."""
    legions = [legion("carthag", elite=2), legion("sw_1", elite=2), TARGET]
    order = decided("sardaukar_disguised", legions)
    parts = [choice.option.replacements for choice in order.choices]  # type: ignore[union-attr]
    assert [[AREA_IDS[part.area] for part in one] for one in parts] == [["carthag"]]
    assert "keeps_other_parts_possible" in {entry.criterion for entry in order.trace}
    # Of the two Arsunt is nearer to the target.
    further = decided("sardaukar_disguised", [*legions, legion("arsunt", elite=2)])
    parts = [choice.option.replacements for choice in further.choices]  # type: ignore[union-attr]
    assert [[AREA_IDS[part.area] for part in one] for one in parts] == [["arsunt"]]


@pytest.mark.rule("R-25", "MAHDI-TOKEN-1")
def test_R_25_tokens_are_turned_only_when_no_elite_lies_open() -> None:
    legions = [legion("carthag", regular=1, tokens=2), TARGET]
    state = turned_up(rich(legions=legions), "sardaukar_disguised")
    order = decide_card(state)
    assert order.question is not None
    assert (order.question.ask, order.question.areas) == ("reveal_token", (area("carthag"),))
    table = play(rich(legions=legions), "sardaukar_disguised")
    assert table.actions == ["replace", "replace", "move", "skip", "finish"]
    turned = table.happened(TokensRevealed)
    assert [(event.area, event.tokens, event.black) for event in turned] == [(area("carthag"), 1, 1)]
    assert sum(army.special for _, army in table.state.legions(HARKONNEN)) == 1


@pytest.mark.rule("MAHDI-CARD-2", "MAHDI-VEH-1", "MAHDI-VEH-2")
def test_MAHDI_CARD_2_vehicles_go_by_MAHDI_VEH_each_kind_a_part() -> None:
    table = play(rich(), "workhorse_of_arrakis")
    kinds = [
        choice.option.kind
        for order in table.orders[:2]
        for choice in order.choices[:1]
        if isinstance(choice.option, CardVehicleOption)
    ]
    assert kinds == [VehicleKind.HARVESTER, VehicleKind.CARRYALL]
    assert len(table.state.harvesters) == len(table.state.carryalls) == 1
    no_carryall = rich(carryalls=list(ZONE_IDS[:3]))
    assert play(no_carryall, "workhorse_of_arrakis").actions == ["without_effect"]


@pytest.mark.rule("MAHDI-CARD-4", "R-9")
@pytest.mark.parametrize("harvesters", [0, 8])
@pytest.mark.parametrize("carryalls", [0, 3])
def test_in_the_variant_each_kind_of_vehicle_is_passed_over_by_itself(harvesters: int, carryalls: int) -> None:
    out: dict[str, Any] = {"harvesters": list(DESERTS[:harvesters]), "carryalls": list(ZONE_IDS[:carryalls])}
    table = play(rich(wormsigns=[], rules={"card_parts": True}, **out), "workhorse_of_arrakis")
    placing = ["skip" if full else "vehicles" for full in (harvesters, carryalls)]
    assert table.actions == [*placing, "draw", "finish"]
    assert (len(table.state.harvesters), len(table.state.carryalls)) == (harvesters or 1, carryalls or 1)
    begins = ["some_part_possible" in {entry.criterion for entry in order.trace} for order in table.orders]
    assert begins[:2] == [True, False]


@pytest.mark.rule("MAHDI-CARD-4", "R-9")
def test_in_the_variant_the_trace_says_that_no_figure_is_left_to_place() -> None:
    full = [legion(place, regular=6) for place in ("arrakeen", "carthag", "sw_1", "nw_12")]
    full += [legion(place, elite=6) for place in ("arsunt", "sw_2")]
    full += [legion(place, special=4) for place in ("sw_5", "csw_2")]
    order = decided("evidence_of_rebellion", [*full, TARGET], rules={"card_parts": True})
    assert order.action == "skip"
    assert "nothing_to_place_there" in {entry.criterion for entry in order.trace}


@pytest.mark.rule("MAHDI-VEH-3")
def test_MAHDI_VEH_3_ornithopters_of_a_card() -> None:
    table = play(rich(), "full_control_of_the_air")
    assert table.actions[:2] == ["vehicles", "vehicles"]


def test_bad_particulars_are_refused_by_name() -> None:
    state = turned_up(rich(), "forced_recruitment")
    ask = CardStepDone(placements=((area("arrakeen"), Army(elite=4)),))
    assert [reason.code for reason in check(state, ask)] == ["too_many_units"]
    ask = CardStepDone(placements=((area("windgap"), Army(elite=1)),))
    assert [reason.code for reason in check(state, ask)] == ["target_not_free"]
    ask = CardStepDone(placements=((area("sw_7"), Army(generic=1)),))
    assert [reason.code for reason in check(state, ask)] == ["card_does_not_allow", "leaders_need_a_unit"]
    ask = CardStepDone(placements=((area("arrakeen"), Army(elite=1, named=("feyd_rautha",))),))
    assert [reason.code for reason in check(state, ask)] == ["leader_not_in_play"]
