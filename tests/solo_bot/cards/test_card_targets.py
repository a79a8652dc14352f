"""What cards do to the other side: as near to the target sietch as possible (MAHDI-CARD-3)."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board import AREA_IDS
from companion.content.terms import Result
from companion.rules.events import (
    BeneGesseritUsed,
    DieDiscarded,
    HandDiscarded,
    LeaderTanked,
    PrescienceCleared,
    SietchRevealed,
    SupremacyAdvanced,
    TokensRevealed,
)
from companion.rules.state import ATREIDES, Standing, State
from solo_bot.cards.course import decide_card
from solo_bot.cards.options import AreaOption, CardOrder, EnemyLeaderOption, WormsignsOption
from tests.solo_bot.cards.positions import RICH, legion, rich
from tests.solo_bot.cards.table import area, play, turned_up


def order_of(card: str, **changes: Any) -> CardOrder:
    return decide_card(turned_up(rich(**changes), card))


def leaders(order: CardOrder) -> set[str]:
    return {choice.option.leader for choice in order.choices if isinstance(choice.option, EnemyLeaderOption)}


def wormsigns(order: CardOrder) -> list[tuple[str, ...]]:
    options = [choice.option for choice in order.choices if isinstance(choice.option, WormsignsOption)]
    return [tuple(AREA_IDS[place] for place in option.areas) for option in options]


@pytest.mark.rule("MAHDI-CARD-3")
def test_MAHDI_CARD_3_wormsigns_nearest_to_the_target_go_first_equal_ones_are_the_players_choice() -> None:
    signs = ["sw_1", "sw_2", "cse_1", "se_3"]
    assert wormsigns(order_of("spotter_control", wormsigns=signs)) == [("sw_1",), ("sw_2",)]
    table = play(rich(wormsigns=signs), "spotter_control")
    assert len(table.state.wormsigns) == 1
    assert area("sw_1") not in table.state.wormsigns
    assert area("sw_2") not in table.state.wormsigns


@pytest.mark.rule("MAHDI-CARD-3", "R-1")
def test_R_1_without_a_target_all_wormsigns_are_equal() -> None:
    signs = ["sw_1", "cse_1", "se_3"]
    assert len(wormsigns(order_of("spotter_control", wormsigns=signs, target_sietch=None))) == 3


def test_all_wormsigns_around_the_pole_go_together_across_any_border() -> None:
    table = play(rich(wormsigns=["cne_3", "cse_1", "csw_4", "sw_1"]), "polar_cap_factories")
    assert table.state.wormsigns == (area("sw_1"),)


@pytest.mark.rule("MAHDI-CARD-3", tries=True)
def test_MAHDI_CARD_3_the_enemy_leader_nearest_to_the_target_goes_to_the_tank() -> None:
    """Stilgar stands in the target itself, Paul far away; both share a sector with a Harkonnen legion."""
    assert leaders(order_of("hunter_seeker")) == {"stilgar"}
    legions = [*RICH["legions"], legion("ne_10", regular=1)]
    assert leaders(order_of("hunter_seeker", legions=legions)) == {"stilgar"}
    assert leaders(order_of("hunter_seeker", legions=legions, target_sietch="gara_kulon")) == {"paul_atreides"}
    table = play(rich(), "hunter_seeker")
    assert [event.leader for event in table.happened(LeaderTanked)] == ["stilgar"]
    assert table.state.leader("stilgar").tank == 1
    legions = [legion("sw_8", regular=1), legion("habbanya_ridge", "atreides", regular=1, generic=1)]
    legions += [legion("sw_9", "atreides", regular=1, named=["stilgar"])]
    assert leaders(order_of("hunter_seeker", legions=legions)) == {"stilgar"}


@pytest.mark.rule("MAHDI-0")
def test_MAHDI_0_equal_leaders_are_the_players_choice() -> None:
    legions = [
        legion("sw_8", regular=1),
        legion("habbanya_ridge", "atreides", regular=1, named=["stilgar", "paul_atreides"]),
    ]
    assert leaders(order_of("hunter_seeker", legions=legions)) == {"stilgar", "paul_atreides"}


def test_a_leader_outside_the_sectors_of_the_legions_is_safe() -> None:
    legions = [legion("sw_8", regular=1), legion("gara_kulon", "atreides", regular=1, named=["paul_atreides"])]
    assert order_of("hunter_seeker", legions=legions).action == "without_effect"


@pytest.mark.rule("TANK-1")
def test_TANK_1_a_third_leader_in_the_tank_pushes_the_others_on() -> None:
    tank = {"lady_jessica": {"state": "tank", "tank": 1}}
    table = play(rich(leaders=tank), "hunter_seeker")
    assert table.state.leader("stilgar").tank == 1
    assert table.state.leader("lady_jessica").tank == 2


@pytest.mark.rule("MAHDI-CARD-3")
def test_MAHDI_CARD_3_the_target_itself_is_revealed_first() -> None:
    order = order_of("spies_all_over_arrakis")
    assert [choice.option.area for choice in order.choices if isinstance(choice.option, AreaOption)] == [
        area("habbanya_ridge")
    ]
    table = play(rich(target_sietch="windgap"), "spies_all_over_arrakis")
    assert [event.area for event in table.happened(SietchRevealed)] == [area("windgap")]
    assert [(event.area, event.faction) for event in table.happened(TokensRevealed)] == [(area("windgap"), ATREIDES)]
    sietch = table.state.sietch(area("windgap"))
    assert sietch is not None
    assert sietch.revealed
    # Not a voluntary reveal: no card for it beside the two that the card itself draws (MAHDI-REVEAL-1).
    assert table.state.reinforcements == rich().reinforcements + 2


def test_with_everything_face_up_there_is_nothing_to_reveal() -> None:
    open_sietches = {name: {**token, "revealed": True} for name, token in RICH["sietches"].items()}
    legions = [entry for entry in RICH["legions"] if "tokens" not in entry]
    assert order_of("spies_all_over_arrakis", sietches=open_sietches, legions=legions).action == "without_effect"


@pytest.mark.rule("MAHDI-CARD-3", "R-9")
def test_R_9_the_opponent_discards_as_many_as_they_have() -> None:
    state = rich()
    for hand, gone in ((3, 2), (1, 1)):
        table = play(replace(state, cards=replace(state.cards, hand=hand)), "manipulation_of_others")
        assert [event.count for event in table.happened(HandDiscarded)] == [gone]
        assert table.state.cards.hand == hand - gone
    empty = replace(state, cards=replace(state.cards, hand=0))
    assert play(empty, "manipulation_of_others").actions == ["without_effect"]


def test_a_revealed_prescience_card_goes_back() -> None:
    state = rich()
    table = play(state, "hope_clouds_observation")
    assert [(event.count, event.reshuffled) for event in table.happened(PrescienceCleared)] == [(1, True)]
    assert table.state.cards.revealed == 1
    assert table.state.cards.prescience == state.cards.prescience + 1
    none_open = replace(state, cards=replace(state.cards, revealed=0))
    assert play(none_open, "hope_clouds_observation").actions == ["without_effect"]


def test_an_unused_house_die_is_taken_away_and_moves_no_tank() -> None:
    table = play(rich(), "reports_of_traitors")
    assert [event.result for event in table.happened(DieDiscarded)] == [Result.HOUSE]
    assert table.state.atreides_results == (Result.STRATEGY, Result.MENTAT)
    assert table.state.atreides_unused == 2
    unknown = replace(rich(), atreides_results=None)
    assert play(unknown, "reports_of_traitors").actions == ["without_effect"]


@pytest.mark.rule("MAHDI-BG-1")
def test_MAHDI_BG_1_a_die_joins_the_unused_ones_or_supremacy_rises() -> None:
    with_die = rich(dice={"harkonnen_unused": 4, "harkonnen_spent": ["mentat"], "atreides_unused": 3})
    table = play(with_die, "breeding_program")
    assert len(table.happened(BeneGesseritUsed)) == 1
    assert table.state.harkonnen_unused == with_die.harkonnen_unused + 1
    assert "die_joins" in {step.criterion for step in table.orders[0].trace}
    no_die = rich(dice={"harkonnen_unused": 7, "harkonnen_spent": ["mentat"], "atreides_unused": 3})
    table = play(no_die, "breeding_program")
    assert [event.steps for event in table.happened(SupremacyAdvanced)] == [1]
    assert "supremacy_rises" in {step.criterion for step in table.orders[0].trace}


@pytest.mark.rule("LEADER-5")
def test_LEADER_5_feyd_rautha_enters_and_rabban_leaves_the_game() -> None:
    table = play(rich(), "beloved_feyd_rautha")
    assert table.state.leader("feyd_rautha").standing is Standing.READY
    assert table.state.leader("beast_rabban").standing is Standing.REMOVED


def paul(standing: str) -> State:
    legions = [entry for entry in RICH["legions"] if entry["area"] != "gara_kulon"]
    where = {"state": standing, **({"tank": 1} if standing == "tank" else {})}
    return rich(legions=legions, leaders={"paul_atreides": where})


@pytest.mark.rule("R-9", "TANK-3")
def test_R_9_to_forbid_paul_in_the_tank_changes_nothing() -> None:
    assert play(paul("ready"), "seek_out_the_mahdi").actions == ["move", "forbid_next_turn", "finish"]
    assert play(paul("tank"), "seek_out_the_mahdi").actions == ["without_effect"]


def test_the_trace_names_decks_and_leaders_by_their_ids() -> None:
    order = decide_card(turned_up(rich(), "beloved_feyd_rautha"))
    assert order.trace[-1].kept == (("feyd_rautha", None),)
