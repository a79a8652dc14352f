"""Positions are read strictly, with the defaults of docs/formats.md, and written so that they read the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings

from companion.board import AREA_IDS, AREA_NUMBER, SETTLEMENT_MASK, SIETCH_MASK, STATION_MASK, ZONE_NUMBER
from companion.cli_bench import sample
from companion.content.terms import Deck, Faction, Phase, Power, Result
from companion.rules.army import Army
from companion.rules.errors import FormatError
from companion.rules.positions.reading import LEADER_CARDS, read_army, read_casualties, read_position
from companion.rules.positions.writing import write_position
from companion.rules.state import LeaderStatus, Mode, Sietch, Standing
from tests.rules.positions import documents

SAMPLE = [json.loads(line)["position"] for line in sample().splitlines()]
POSITION_KEYS = {
    *("mode", "expansions", "rules", "round", "phase", "legions", "sietches", "settlements", "stations"),
    *("harvesters", "ornithopters", "carryalls", "wormsigns", "sandworms", "wild_maker", "atomics"),
    *("harvesting_sector", "target_sietch", "imperium", "bans", "spice_reserve", "supremacy", "prescience", "dice"),
    *("leaders", "reinforcements", "harkonnen_tokens", "discard_top", "hawats_scheming_beside_board", "moved"),
    *("step", "temporary_target", "ornithopter_used", "turn", "atreides", "harkonnen", "partners"),
    *("prescience_open", "prescience_claimed", "prescience_unnamed"),
}
DESERT_WAR_KEYS = {"escorts", "suspensors", "launchers", "sandriders", "camps", "camps_gone", "desert_war_tokens"}


def refused(document: Any) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_position(document)
    return caught.value


@settings(max_examples=200)
@given(documents())
@pytest.mark.slow
def test_what_was_read_is_written_so_that_it_reads_the_same(document: dict[str, Any]) -> None:
    state = read_position(document)
    written = json.loads(json.dumps(write_position(state)))
    assert set(written) == POSITION_KEYS | (DESERT_WAR_KEYS if document.get("expansions") else set())
    assert read_position(written) == state
    assert write_position(read_position(written)) == written


def test_the_sample_reads_the_same_after_writing() -> None:
    for document in SAMPLE:
        state = read_position(document)
        assert read_position(write_position(state)) == state
        assert {entry["area"] for entry in document["legions"]} == {
            AREA_IDS[area] for faction in Faction for area, _ in state.legions(faction)
        }


def test_an_empty_document_has_the_defaults() -> None:
    state = read_position({})
    assert (state.mode, state.expansions, state.round, state.phase) == (Mode.SOLO, (), 1, Phase.ACTIONS)
    assert not state.rules.first_printing
    assert not state.rules.card_parts
    assert (state.sietch_mask, state.settlements, state.stations) == (SIETCH_MASK, SETTLEMENT_MASK, STATION_MASK)
    assert all(sietch.rank is None and not sietch.revealed for sietch in state.sietches)
    assert (state.imperium, state.prescience, state.supremacy) == ((1, 1, 1), (0, 0, 0), 0)
    assert (state.harkonnen_spent, state.harkonnen_unused, state.atreides_unused) == ((), 8, 4)
    assert (state.black_tokens, state.silver_tokens, state.reinforcements) == (6, 6, 0)
    assert (state.turn.moved, state.turn.step, state.turn.ornithopter_used) == ((), 1, False)
    assert (state.atreides_results, state.cards.hand, state.atreides_tokens) == (None, 0, 8)
    assert (state.bene_gesserit, state.frames, state.cards.revealed, state.cards.claimed) == ((0, 0), (), 0, 0)
    assert (state.partners(Faction.ATREIDES), state.partners(Faction.HARKONNEN)) == (1, 1)
    assert not any(state.legions(faction) for faction in Faction)
    ready = {leader for leader, status in state.leaders if status.standing is Standing.READY}
    start = {"paul_atreides", "lady_jessica", "stilgar", "baron_harkonnen", "beast_rabban", "captain_aramsham"}
    assert ready == start
    assert all(status.standing is Standing.OUT for leader, status in state.leaders if leader not in start)
    assert [leader for leader, _ in state.leaders] == sorted(LEADER_CARDS)


def test_values_arrive_where_they_belong() -> None:
    state = read_position(
        {
            "mode": "duel",
            "rules": {"first_printing": True, "doubtful_border": True},
            "phase": "spice",
            "harvesters": ["nw_1", "ne_1"],
            "ornithopters": ["az_sw"],
            "atomics": "rimwall_west",
            "wild_maker": "sw_6",
            "harvesting_sector": "central",
            "target_sietch": "windgap",
            "bans": ["landsraad", "landsraad"],
            "imperium": {"landsraad": 4},
            "prescience": {"jihad": 3},
            "dice": {"harkonnen_spent": ["mentat", "house"], "atreides_unused": 1},
            "discard_top": "corrino_ally",
            "hawats_scheming_beside_board": True,
            "sietches": {"windgap": {"rank": 2, "revealed": True}, "gara_kulon": {}},
        }
    )
    assert state.mode is Mode.DUEL
    assert state.rules.first_printing
    assert state.rules.doubtful_border
    assert not state.rules.card_parts
    assert state.phase is Phase.SPICE
    assert [AREA_IDS[area] for area in state.harvesters] == ["ne_1", "nw_1"]
    assert state.ornithopters == (ZONE_NUMBER["az_sw"],)
    assert state.atomics == AREA_NUMBER["rimwall_west"]
    assert state.wild_maker == AREA_NUMBER["sw_6"]
    assert (state.harvesting_sector, state.target_sietch) == ("central", AREA_NUMBER["windgap"])
    assert state.bans == {Power.LANDSRAAD}
    assert (state.imperium, state.prescience) == ((1, 1, 4), (0, 0, 3))
    assert state.harkonnen_spent == (Result.MENTAT, Result.HOUSE)
    assert state.discard_top is Deck.CORRINO_ALLY
    assert state.hawats_scheming_beside_board
    assert state.sietches == (Sietch(AREA_NUMBER["gara_kulon"]), Sietch(AREA_NUMBER["windgap"], 2, True))


@pytest.mark.rule("VEH-1")
@pytest.mark.parametrize("row, spent, unused", [(1, 0, 8), (2, 0, 7), (3, 2, 4), (5, 0, 4), (5, 6, 0), (9, 0, 4)])
def test_VEH_1_unused_dice_are_those_neither_set_aside_nor_spent(row: int, spent: int, unused: int) -> None:
    dice = {"harkonnen_spent": ["house"] * spent}
    assert read_position({"imperium": {"choam": row}, "dice": dice}).harkonnen_unused == unused


@pytest.mark.rule("LEGION-1", tries=True)
def test_LEGION_1_entries_of_one_faction_and_area_are_one_legion() -> None:
    entry = {"area": "carthag", "faction": "harkonnen", "regular": 2, "named": ["beast_rabban"]}
    more = {"area": "carthag", "faction": "harkonnen", "elite": 1, "named": ["baron_harkonnen"]}
    state = read_position({"legions": [entry, more]})
    army = state.army(Faction.HARKONNEN, AREA_NUMBER["carthag"])
    assert army == Army(regular=2, elite=1, named=("baron_harkonnen", "beast_rabban"))


@pytest.mark.rule("MAHDI-TOKEN-1")
@pytest.mark.parametrize("on_board, left", [(0, 6), (1, 6), (4, 4), (5, 4), (12, 0), (15, 0)])
def test_MAHDI_TOKEN_1_half_of_the_tokens_on_the_board_are_missing_from_each_colour(on_board: int, left: int) -> None:
    ours = {"area": "carthag", "faction": "harkonnen", "tokens": on_board}
    theirs = {"area": "windgap", "faction": "atreides", "tokens": 3}
    state = read_position({"legions": [ours, theirs], "harkonnen_tokens": {"black": 2}})
    assert (state.black_tokens, state.silver_tokens) == (2, left)


def test_a_leader_in_a_legion_is_on_the_board_unless_it_is_said_to_be_elsewhere() -> None:
    legion = {"area": "windgap", "faction": "atreides", "regular": 1, "named": ["stilgar", "chani", "alia"]}
    leaders = {"chani": {"card": "spent"}, "alia": {"state": "out"}, "beast_rabban": {"state": "tank", "tank": 4}}
    state = read_position({"legions": [legion], "leaders": leaders})
    assert state.leader("stilgar") == LeaderStatus(Standing.BOARD)
    assert state.leader("chani") == LeaderStatus(Standing.BOARD, card_ready=False)
    assert state.leader("alia") == LeaderStatus(Standing.OUT)
    assert state.leader("beast_rabban") == LeaderStatus(Standing.TANK, tank=4)


def test_moved_figures_make_it_the_second_step() -> None:
    legion = {"area": "cne_4", "faction": "harkonnen", "regular": 5}
    moved = [{"area": "cne_4", "regular": 2}, {"area": "cne_4", "regular": 1}]
    state = read_position({"legions": [legion], "moved": moved, "temporary_target": "windgap"})
    assert state.turn.moved == ((AREA_NUMBER["cne_4"], Army(regular=3)),)
    assert (state.turn.step, state.turn.temporary_target) == (2, AREA_NUMBER["windgap"])
    assert read_position({"legions": [legion], "moved": moved, "step": 1}).turn.step == 1


def test_what_breaks_a_rule_can_be_read() -> None:
    read_position(
        {
            "sietches": {"carthag": {"rank": 5}},
            "settlements": ["windgap"],
            "supremacy": 11,
            "spice_reserve": -1,
            "imperium": {"choam": 0},
            "prescience": {"jihad": -1},
            "harvesters": ["cne_7", "cne_7"],
            "ornithopters": ["az_ne"] * 9,
            "atomics": "carthag",
            "legions": [
                {"area": "carthag", "faction": "harkonnen", "regular": 30, "named": ["stilgar", "stilgar"]},
                {"area": "carthag", "faction": "atreides"},
                {"area": "carthag", "faction": "atreides", "tokens": 40},
            ],
        }
    )


LEGION = {"area": "carthag", "faction": "harkonnen", "regular": 1}


@pytest.mark.parametrize(
    "document, field",
    [
        ({"hegemony": 3}, "hegemony"),
        ({"mode": "coop"}, "mode"),
        ({"mode": None}, "mode"),
        ({"expansions": ["smugglers"]}, "expansions[0]"),
        ({"rules": {"first_printing": 1}}, "rules.first_printing"),
        ({"rules": {"house_rule": True}}, "rules.house_rule"),
        ({"round": 0}, "round"),
        ({"round": True}, "round"),
        ({"round": 1.0}, "round"),
        ({"phase": "battle"}, "phase"),
        ({"legions": {}}, "legions"),
        ({"legions": [[]]}, "legions[0]"),
        ({"legions": [LEGION, LEGION, {**LEGION, "area": "sietch_tabr"}]}, "legions[2].area"),
        ({"legions": [{**LEGION, "area": ["carthag"]}]}, "legions[0].area"),
        ({"legions": [{"faction": "harkonnen"}]}, "legions[0].area"),
        ({"legions": [{"area": "carthag"}]}, "legions[0].faction"),
        ({"legions": [{**LEGION, "faction": "fremen"}]}, "legions[0].faction"),
        ({"legions": [{**LEGION, "sardaukar": 1}]}, "legions[0].sardaukar"),
        ({"legions": [{**LEGION, "elite": -1}]}, "legions[0].elite"),
        ({"legions": [{**LEGION, "elite": "1"}]}, "legions[0].elite"),
        ({"legions": [{**LEGION, "named": "stilgar"}]}, "legions[0].named"),
        ({"legions": [{**LEGION, "named": ["stilgar", "leto"]}]}, "legions[0].named[1]"),
        ({"legions": [{**LEGION, "named": ["wild_maker"]}]}, "legions[0].named[0]"),
        ({"legions": [{**LEGION, "named": ["bashar"]}]}, "legions[0].named[0]"),
        ({"sietches": []}, "sietches"),
        ({"sietches": {"sietch_tabr": {}}}, "sietches.sietch_tabr"),
        ({"sietches": {"windgap": None}}, "sietches.windgap"),
        ({"sietches": {"windgap": {"rank": "2"}}}, "sietches.windgap.rank"),
        ({"sietches": {"windgap": {"rank": True}}}, "sietches.windgap.rank"),
        ({"sietches": {"windgap": {"revealed": True}}}, "sietches.windgap.revealed"),
        ({"sietches": {"windgap": {"power": 2}}}, "sietches.windgap.power"),
        ({"settlements": ["arrakis"]}, "settlements[0]"),
        ({"stations": "ne_4"}, "stations"),
        ({"harvesters": ["ne_1", "az_ne"]}, "harvesters[1]"),
        ({"ornithopters": ["az_centre"]}, "ornithopters[0]"),
        ({"carryalls": [None]}, "carryalls[0]"),
        ({"wild_maker": 5}, "wild_maker"),
        ({"atomics": "hole"}, "atomics"),
        ({"harvesting_sector": "cne"}, "harvesting_sector"),
        ({"target_sietch": []}, "target_sietch"),
        ({"imperium": {"guild": 1}}, "imperium.guild"),
        ({"imperium": {"choam": None}}, "imperium.choam"),
        ({"bans": ["guild"]}, "bans[0]"),
        ({"supremacy": "3"}, "supremacy"),
        ({"prescience": {"jihad": 0.5}}, "prescience.jihad"),
        ({"dice": {"harkonnen_spent": ["attack"]}}, "dice.harkonnen_spent[0]"),
        ({"dice": {"harkonnen_unused": -1}}, "dice.harkonnen_unused"),
        ({"dice": {"spent": []}}, "dice.spent"),
        ({"dice": []}, "dice"),
        ({"leaders": {"leto": {}}}, "leaders.leto"),
        ({"leaders": {"stilgar": "ready"}}, "leaders.stilgar"),
        ({"leaders": {"stilgar": {"state": "dead"}}}, "leaders.stilgar.state"),
        ({"leaders": {"stilgar": {"card": "used"}}}, "leaders.stilgar.card"),
        ({"leaders": {"stilgar": {"state": "tank", "tank": 4}}}, "leaders.stilgar.tank"),
        ({"leaders": {"stilgar": {"state": "ready", "tank": 1}}}, "leaders.stilgar.tank"),
        ({"leaders": {"stilgar": {"area": "windgap"}}}, "leaders.stilgar.area"),
        ({"reinforcements": -1}, "reinforcements"),
        ({"harkonnen_tokens": {"black": 7}}, "harkonnen_tokens.black"),
        ({"harkonnen_tokens": {"gold": 1}}, "harkonnen_tokens.gold"),
        ({"discard_top": "house_atreides"}, "discard_top"),
        ({"hawats_scheming_beside_board": 1}, "hawats_scheming_beside_board"),
        ({"moved": [{"area": "carthag", "faction": "harkonnen"}]}, "moved[0].faction"),
        ({"moved": [{"regular": 1}]}, "moved[0].area"),
        ({"legions": [LEGION], "moved": [{"area": "carthag", "regular": 2}]}, "moved"),
        ({"step": 3}, "step"),
        ({"temporary_target": "windgap"}, "temporary_target"),
        ({"ornithopter_used": None}, "ornithopter_used"),
        ({"turn": "mahdi"}, "turn"),
        ({"turn": "atreides", "phase": "spice"}, "turn"),
        ({"partners": {"atreides": 3}}, "partners.atreides"),
        ({"partners": {"mahdi": 1}}, "partners.mahdi"),
        ({"atreides": {"dice": ["attack"]}}, "atreides.dice[0]"),
        ({"atreides": {"dice": 4}}, "atreides.dice"),
        ({"atreides": {"dice": ["house"]}, "dice": {"atreides_unused": 2}}, "atreides.dice"),
        ({"atreides": {"hand": -1}}, "atreides.hand"),
        ({"atreides": {"hand": ["troop_carriers"]}}, "atreides.hand[0]"),
        ({"atreides": {"tokens": "8"}}, "atreides.tokens"),
        ({"atreides": {"cards": 1}}, "atreides.cards"),
        ({"harkonnen": {"dice": []}}, "harkonnen"),
        ({"harkonnen": {"hand": 1}}, "harkonnen"),
        ({"mode": "duel", "harkonnen": {"hand": 1}, "reinforcements": 2}, "harkonnen.hand"),
        ({"mode": "duel", "harkonnen": {"tokens": 1}}, "harkonnen.tokens"),
        ({"mode": "team", "harkonnen": {"dice": ["house"], "corrino": ["mentat"]}}, "harkonnen.corrino"),
        ({"mode": "team", "harkonnen": {"dice": ["house"], "corrino": ["house"]}}, "harkonnen.corrino"),
        ({"prescience_open": ["unknown"]}, "prescience_open[0]"),
        ({"prescience_open": ["wind_traps", "wind_traps"]}, "prescience_open[1]"),
        ({"prescience_open": ["wind_traps"], "prescience_claimed": ["wind_traps"]}, "prescience_claimed"),
        ({"prescience_unnamed": {"left": 1}}, "prescience_unnamed.left"),
        ({"escorts": ["az_ne"]}, "DW-1"),
        ({"desert_war_tokens": 1}, "DW-1"),
        ([], "position"),
    ],
)
def test_what_is_malformed_is_refused_by_its_name(document: Any, field: str) -> None:
    problem = refused(document)
    assert problem.field_or_rule == field
    assert str(problem).startswith(f"{field}: ")
    assert "\n" not in str(problem)


def test_an_error_shows_the_value() -> None:
    assert str(refused({"legions": [{**LEGION, "area": "sietch_tabr"}]})) == (
        "legions[0].area: 'sietch_tabr' is not the id of an area"
    )
    assert "az_centre" in str(refused({"ornithopters": ["az_centre"]}))


def test_a_legion_is_read_with_what_may_stand_beside_it() -> None:
    assert read_army({"area": "carthag", "faction": "harkonnen", "regular": 2, "tokens": 1}) == Army(2, tokens=1)
    legion = {"regular": 2, "named": ["feyd_rautha"], "regular_supply": 0}
    assert read_casualties(legion) == (Army(2, named=("feyd_rautha",)), 0)
    assert read_casualties({"elite": 1}) == (Army(elite=1), None)


@pytest.mark.parametrize(
    "legion, field",
    [
        ([], "legion"),
        ({"cards": 1}, "cards"),
        ({"regular": "x"}, "regular"),
        ({"area": "nowhere"}, "area"),
        ({"faction": "atreides"}, "faction"),
        ({"named": ["stilgar"]}, "LEADER-3"),
        ({"named": ["beast_rabban", "beast_rabban"]}, "LEADER-3"),
        ({"regular": 1, "tokens": 1}, "MAHDI-TOKEN-1"),
        ({"regular_supply": None}, "regular_supply"),
    ],
)
def test_a_legion_that_takes_hits_is_a_revealed_harkonnen_one(legion: Any, field: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_casualties(legion)
    assert caught.value.field_or_rule == field


@pytest.mark.parametrize("kind", ["regular", "elite", "special", "tokens", "generic"])
def test_a_legion_of_more_figures_than_anybody_counts_is_refused_by_its_field(kind: str) -> None:
    legion = {"area": "arrakeen", "faction": "harkonnen", "regular": 1, kind: 99}
    assert read_position({"legions": [legion]}).army(Faction.HARKONNEN, AREA_NUMBER["arrakeen"]) is not None
    with pytest.raises(FormatError, match=f"{kind}: a whole number from 0 to 99"):
        read_position({"legions": [{**legion, kind: 2**63 - 1}]})
