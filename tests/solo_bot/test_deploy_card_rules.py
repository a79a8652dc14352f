"""Deployment (MAHDI-DEPLOY) and the decks of Mentat (MAHDI-CARD-1, MAHDI-LEADER-1) on small positions."""

from typing import Any

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import Result
from companion.frozen import replace
from companion.rules.army import Army
from companion.rules.positions.reading import read_position
from companion.rules.state import Supply
from solo_bot import decide
from solo_bot.documents.decisions import decision_document
from solo_bot.procedure.deployment import substitutes
from solo_bot.procedure.trace import Trace
from tests.solo_bot.small import NO_SPECIALS, a, decided, h, position, short

GARA: dict[str, int | None] = {"gara_kulon": 2}


def deployed(*legions: dict[str, Any], **more: Any) -> list[str]:
    action, options = decided(position(*legions, ranks=GARA, **more), "deployment")
    assert action == "deploy"
    return options


@pytest.mark.rule("MAHDI-DEPLOY-1", tries=True)
def test_MAHDI_DEPLOY_1_the_strongest_legion_of_a_settlement() -> None:
    found = deployed(h("carthag", regular=3), h("arrakeen", regular=2), h("cne_5", regular=6))
    assert found == ["carthag regular 3 with beast_rabban"]
    assert deployed(h("carthag", regular=2), h("arsunt", elite=2)) == ["arsunt regular 3 with beast_rabban"]


@pytest.mark.rule("MAHDI-DEPLOY-1", "R-11", tries=True)
def test_R_11_the_distance_breaks_ties_or_decides_without_any_legion() -> None:
    tied = deployed(h("carthag", regular=2), h("imperial_basin", regular=2))
    assert tied == ["imperial_basin regular 3 with beast_rabban"]
    assert deployed() == ["imperial_basin regular 3 with beast_rabban"]
    # A weak legion far away comes before an empty settlement near the target.
    assert deployed(h("arsunt", regular=1)) == ["arsunt regular 3 with beast_rabban"]


@pytest.mark.rule("MAHDI-DEPLOY-1", "R-1", "MAHDI-START-2")
def test_R_1_without_a_target_the_distance_is_skipped() -> None:
    found = deployed(target_sietch=None, settlements=["carthag", "imperial_basin"])
    assert found == ["carthag regular 3 with beast_rabban", "imperial_basin regular 3 with beast_rabban"]


@pytest.mark.rule("R-21", "MAHDI-DEPLOY-1")
def test_R_21_deployment_keeps_the_real_target() -> None:
    table = position(
        h("carthag", regular=1), ranks=GARA | {"rock_outcroppings": 1}, settlements=["arsunt", "imperial_basin"]
    )
    table |= {"moved": [{"area": "carthag", "regular": 1}], "temporary_target": "rock_outcroppings"}
    assert decided(table, "deployment")[1] == ["imperial_basin regular 3 with beast_rabban"]


@pytest.mark.rule("MAHDI-DEPLOY-2", tries=True)
def test_MAHDI_DEPLOY_2_rabban_or_feyd_then_another_named_leader_then_a_bashar() -> None:
    gone: dict[str, Any] = {"state": "removed"}
    leaders = NO_SPECIALS | {"feyd_rautha": {"state": "ready"}, "beast_rabban": gone}
    assert deployed(h("carthag", regular=1), leaders=leaders) == ["carthag regular 3 with feyd_rautha"]
    leaders = NO_SPECIALS | {"beast_rabban": {"state": "tank", "tank": 2}}
    assert deployed(h("carthag", regular=1), leaders=leaders) == [
        "carthag regular 3 with baron_harkonnen",
        "carthag regular 3 with captain_aramsham",
    ]
    nobody = dict.fromkeys(NO_SPECIALS, gone)
    assert deployed(h("carthag", regular=1), leaders=nobody) == ["carthag regular 3 with bashar"]


@pytest.mark.rule("TANK-2", "MAHDI-DEPLOY-2")
def test_TANK_2_who_has_just_left_the_tank_comes_next_turn() -> None:
    state = read_position(position(h("carthag", regular=1), ranks=GARA))
    state = replace(state, just_out_of_tank=("beast_rabban",))
    found = [short(option) for option in decision_document(decide(state, Result.DEPLOYMENT))["options"]]
    assert found == ["carthag regular 3 with baron_harkonnen", "carthag regular 3 with captain_aramsham"]


@pytest.mark.rule("R-11", "MAHDI-DEPLOY-2")
def test_R_11_no_bashar_left_no_leader() -> None:
    nobody = {name: {"state": "removed"} for name in NO_SPECIALS}
    found = deployed(h("carthag", regular=1), h("cne_5", regular=1, generic=6), leaders=nobody)
    assert found == ["carthag regular 3"]


@pytest.mark.rule("MAHDI-DEPLOY-3")
def test_MAHDI_DEPLOY_3_the_excess_goes_to_the_next_settlement_of_the_order() -> None:
    legions = [h("carthag", regular=5), h("arrakeen", regular=2)]
    assert deployed(*legions) == ["arrakeen regular 2 + carthag regular 1 with beast_rabban"]
    # CHOAM ban: a limit of 5.
    legions = [h("carthag", regular=3), h("arrakeen", regular=2)]
    assert deployed(*legions, bans=["choam"]) == ["arrakeen regular 1 + carthag regular 2 with beast_rabban"]


@pytest.mark.rule("R-11", "MAHDI-DEPLOY-3")
def test_R_11_a_full_settlement_takes_no_unit_but_the_leader() -> None:
    found = deployed(h("carthag", regular=6), h("arrakeen", regular=2))
    assert found == ["arrakeen regular 3 + carthag  with beast_rabban"]
    # The strongest one has room: the leader goes with the units, wherever a weaker one is full.
    assert deployed(h("carthag", regular=6), h("arrakeen", special=5, generic=1)) == [
        "arrakeen regular 1 with beast_rabban + imperial_basin regular 2"
    ]


@pytest.mark.rule("R-11", "LEADER-1")
def test_R_11_where_no_unit_fits_the_leader_comes_alone_to_those_who_are_there() -> None:
    table = position(h("carthag", regular=6), settlements=["carthag"])
    assert decided(table, "deployment") == ("deploy", ["carthag  with beast_rabban"])
    nobody = position(h("cne_5", regular=24), h("cne_4", elite=12), h("cne_3", special=8), settlements=["carthag"])
    assert decided(nobody, "deployment") == ("nothing", [])
    nobody_left = {name: {"state": "removed"} for name in NO_SPECIALS}
    full = [h("carthag", regular=6), h("cne_5", regular=1, generic=6)]
    assert decided(position(*full, settlements=["carthag"], leaders=nobody_left), "deployment") == ("nothing", [])


@pytest.mark.rule("R-11", "MAHDI-0")
def test_R_11_of_a_full_and_an_equal_settlement_with_room_either_may_get_the_leader() -> None:
    equal = position(
        h("carthag", regular=6),
        h("arrakeen", regular=4, elite=1, generic=1),
        target_sietch=None,
        settlements=["carthag", "arrakeen"],
    )
    assert decided(equal, "deployment")[1] == [
        "arrakeen regular 1 + carthag  with beast_rabban",
        "arrakeen regular 1 with beast_rabban",
    ]


@pytest.mark.rule("R-11", "MAHDI-0")
def test_R_11_so_it_is_where_what_does_not_fit_goes_on_to_a_weaker_settlement() -> None:
    equal = position(
        h("carthag", regular=6), h("arrakeen", regular=4, elite=1, generic=1), h("arsunt", regular=1),
        target_sietch=None, settlements=["carthag", "arrakeen", "arsunt"],
    )  # fmt: skip
    assert decided(equal, "deployment")[1] == [
        "arrakeen regular 1 + arsunt regular 2 + carthag  with beast_rabban",
        "arrakeen regular 1 with beast_rabban + arsunt regular 2",
    ]


@pytest.mark.rule("MAHDI-DEPLOY-3", "R-11", "MAHDI-0")
def test_MAHDI_DEPLOY_3_where_only_one_of_two_equal_settlements_has_room_for_all() -> None:
    table = position(
        h("carthag", regular=3, named=["baron_harkonnen"]), h("arrakeen", regular=4),
        target_sietch=None, settlements=["carthag", "arrakeen"],
    )  # fmt: skip
    found = decide(read_position(table), Result.DEPLOYMENT)
    assert decided(table, "deployment")[1] == [
        "arrakeen regular 2 with beast_rabban + carthag regular 1",
        "carthag regular 3 with beast_rabban",
    ]
    excess = [step.kept for step in found.trace if step.criterion == "excess_to_the_next"]
    assert excess == [((AREA_NUMBER["arrakeen"], None), (AREA_NUMBER["carthag"], None))]


@pytest.mark.rule("R-11", "MAHDI-0")
def test_R_11_which_kinds_go_first_when_not_all_fit_is_open() -> None:
    leaders = NO_SPECIALS | {"captain_aramsham": {"card": "ready"}}
    table = position(h("carthag", regular=4), h("arrakeen", regular=1), ranks=GARA, leaders=leaders)
    assert decided(table, "deployment")[1] == [
        "captain_aramsham: arrakeen regular 1 + carthag regular 1, special 1 with beast_rabban",
        "captain_aramsham: arrakeen special 1 + carthag regular 2 with beast_rabban",
    ]


@pytest.mark.rule("R-11", "MAHDI-DEPLOY-4")
def test_R_11_also_for_the_kinds_that_stand_in_for_others() -> None:
    found = deployed(h("carthag", tokens=4), h("arrakeen", tokens=1), h("cne_5", regular=23))
    assert found == [
        "arrakeen elite 1 + carthag regular 1, elite 1 with beast_rabban",
        "arrakeen regular 1 + carthag elite 2 with beast_rabban",
    ]


@pytest.mark.rule("MAHDI-DEPLOY-4", "UNIT-2")
@pytest.mark.parametrize(
    ("on_board", "units"),
    [
        ({"regular": 23}, "regular 1, elite 2"),
        ({"regular": 24}, "elite 3"),
        ({"regular": 24, "elite": 10}, "elite 2, special 1"),
        ({"regular": 24, "elite": 11}, "elite 1, special 2"),
        ({"regular": 24, "elite": 12, "special": 7}, "special 1"),
    ],
)
def test_MAHDI_DEPLOY_4_the_next_stronger_kind(on_board: dict[str, int], units: str) -> None:
    # How many stand in one area does not matter here: the box is what counts.
    found = deployed(h("cne_5", **on_board), h("carthag", tokens=1))
    assert found == [f"carthag {units} with beast_rabban"]


@pytest.mark.rule("MAHDI-DEPLOY-4")
def test_MAHDI_DEPLOY_4_the_next_weaker_kind_when_no_stronger_one_is_left() -> None:
    leaders = NO_SPECIALS | {"captain_aramsham": {"card": "ready"}}
    table = position(h("carthag", tokens=1), h("cne_5", special=8), ranks=GARA, leaders=leaders)
    assert decided(table, "deployment")[1] == ["captain_aramsham: carthag regular 2, elite 1 with beast_rabban"]
    table["legions"][1] |= {"elite": 12}
    assert decided(table, "deployment")[1] == ["captain_aramsham: carthag regular 3 with beast_rabban"]


@pytest.mark.rule("MAHDI-DEPLOY-4")
def test_MAHDI_DEPLOY_4_elites_of_a_card_become_sardaukar_before_regulars() -> None:
    units = substitutes(Trace(), Army(elite=3), Supply(regular=9, elite=1, special=1))
    assert units == Army(regular=1, elite=1, special=1)


@pytest.mark.rule("MAHDI-DEPLOY-4", "R-7")
def test_MAHDI_DEPLOY_4_no_figure_left_no_unit() -> None:
    table = position(h("cne_5", regular=24, elite=12, special=8), h("carthag", tokens=1))
    assert decided(table, "deployment") == ("deploy", ["carthag  with beast_rabban"])
    assert decided(table | {"settlements": ["arrakeen"]}, "deployment") == ("nothing", [])


@pytest.mark.rule("R-24", "MAHDI-DEPLOY-1")
def test_R_24_tokens_in_a_settlement_are_a_legion() -> None:
    assert deployed(h("carthag", regular=3), h("arsunt", tokens=2)) == ["arsunt regular 3 with beast_rabban"]


@pytest.mark.rule("R-14", "MAHDI-DEPLOY-1")
def test_R_14_the_distance_of_a_settlement_avoids_what_is_not_free() -> None:
    # Imperial Basin is shut in by Atreides: Arrakeen, one step behind it, has the shorter free way.
    ring = [a(area, regular=1) for area in ("cne_4", "cne_5", "hole_in_the_rock", "rimwall_west", "cne_1")]
    assert deployed(settlements=["arrakeen", "imperial_basin"]) == ["imperial_basin regular 3 with beast_rabban"]
    found = deployed(*ring, settlements=["arrakeen", "imperial_basin"])
    assert found == ["arrakeen regular 3 with beast_rabban"]


@pytest.mark.rule("MAHDI-CARD-1", "R-8")
@pytest.mark.parametrize(
    ("top", "decks"),
    [
        (None, "house_harkonnen, corrino_ally"),
        ("house_harkonnen", "corrino_ally, house_harkonnen"),
        ("corrino_ally", "house_harkonnen, corrino_ally"),
    ],
)
def test_MAHDI_CARD_1_alternates_from_the_other_deck(top: str | None, decks: str) -> None:
    assert decided(position(discard_top=top), "mentat") == ("play_cards", [decks])


@pytest.mark.rule("MAHDI-LEADER-1")
@pytest.mark.parametrize(
    ("leader", "deck"), [("thufir_hawat", "house_harkonnen"), ("gaius_helen_mohiam", "corrino_ally")]
)
def test_MAHDI_LEADER_1_three_cards_of_the_own_deck(leader: str, deck: str) -> None:
    table = position(leaders=NO_SPECIALS | {leader: {"state": "ready"}}, discard_top="corrino_ally")
    assert decided(table, "mentat") == ("special", [f"{leader}: {deck}, {deck}, {deck}"])
