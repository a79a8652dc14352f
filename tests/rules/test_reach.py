"""Moves and attacks: rule by rule, and against a second, naive implementation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings

from companion.board import AREA_IDS, AREA_NUMBER, DESERT_MASK, ZONE_NUMBER, mask_of, members
from companion.cli_bench import sample
from companion.content.terms import Faction
from companion.rules import reach
from companion.rules.errors import FormatError
from companion.rules.positions.reading import read_position
from companion.rules.positions.writing import write_position
from companion.rules.state import State
from tests.rules import naive_reach
from tests.rules.positions import documents

SAMPLE = [json.loads(line)["position"] for line in sample().splitlines()]


def position(legions: str, **more: object) -> State:
    """Reads ``"carthag harkonnen 2, windgap atreides 1"`` (regulars) as a duel, unless ``more`` says otherwise."""
    entries = []
    for legion in legions.split(", "):
        area, faction, regular = legion.split()
        entries.append({"area": area, "faction": faction, "regular": int(regular)})
    return read_position({"mode": "duel", "legions": entries, **more})


def ask(state: State, faction: str, action: str = "strategy", area: str | None = None) -> dict[str, Any]:
    return reach.legal_document(state, faction, action, area)


def targets(entries: list[dict[str, Any]], via: str | None = None) -> set[str]:
    return {entry["to"] for entry in entries if via is None or entry["via"] == via}


def find(state: State, faction: Faction, source: str, target: str, **more: Any) -> reach.Reach | None:
    if "zone" in more:
        more["zone"] = ZONE_NUMBER[more["zone"]]
    return reach.find(state, faction, AREA_NUMBER[source], AREA_NUMBER[target], **more)


def ways(entries: list[dict[str, Any]]) -> list[tuple[str, str, str, str | None]]:
    return [(entry["from"], entry["to"], entry["via"], entry["zone"]) for entry in entries]


def agree(document: Mapping[str, Any]) -> None:
    state = read_position(document)
    full = write_position(state)
    for faction in ("harkonnen", "atreides"):
        for action in ("strategy", "leadership"):
            expected = naive_reach.legal(full, faction, action)
            found = ask(state, faction, action)
            assert ways(found["moves"]) == expected["moves"]
            assert ways(found["attacks"]) == expected["attacks"]


@pytest.mark.parametrize("mode", ["solo", "duel"])
@pytest.mark.parametrize("document", SAMPLE[::2], ids=lambda document: document["target_sietch"])
def test_the_sample_agrees_with_the_naive_implementation(document: dict[str, Any], mode: str) -> None:
    agree({**document, "mode": mode})


@settings(max_examples=60)
@given(documents())
@pytest.mark.slow
def test_any_position_agrees_with_the_naive_implementation(document: dict[str, Any]) -> None:
    agree({key: value for key, value in document.items() if key not in ("moved", "step", "temporary_target")})


@settings(max_examples=60)
@given(documents())
def test_every_way_listed_is_found_and_its_path_is_walkable(document: dict[str, Any]) -> None:
    state = read_position(document)
    for faction in Faction:
        lists = (reach.moves(state, faction, again=True), False), (reach.attacks(state, faction), True)
        for entries, attack in lists:
            for way in entries:
                sandriding = way.via is reach.Via.SANDRIDING
                again = reach.find(state, faction, way.source, way.target, way.zone, sandriding, attack)
                assert again == way
                assert (way.path[0], way.path[-1]) == (way.source, way.target)
                assert len(set(way.path)) == len(way.path)
                steps = zip(way.path, way.path[1:], strict=False)
                borders = state.graph.passable if sandriding else state.graph.all
                assert all(borders[one] >> other & 1 for one, other in steps)


@pytest.mark.parametrize("document", SAMPLE[::8], ids=lambda document: document["target_sietch"])
def test_the_ends_of_all_legions_are_those_of_their_moves(document: dict[str, Any]) -> None:
    state = read_position({**document, "mode": "duel", "ornithopters": []})
    for faction, leaders_only in product(Faction, (False, True)):
        ways = reach.moves(state, faction, leaders_only=leaders_only)
        found = list(reach.ends(state, faction, leaders_only=leaders_only))
        masks = {it.source: (it.ground, it.ridden) for it in found}
        expected = {way.source: mask_of(it.target for it in ways if it.source == way.source) for way in ways}
        assert {source: ground | ridden for source, (ground, ridden) in masks.items()} == expected
        for way in ways:
            assert masks[way.source][way.via is reach.Via.SANDRIDING] >> way.target & 1


@pytest.mark.rule("MOVE-1")
def test_MOVE_1_a_legion_without_a_way_has_no_end() -> None:
    around = [AREA_IDS[number] for number in members(State().graph.passable[AREA_NUMBER["carthag"]])]
    state = position("carthag harkonnen 1, windgap harkonnen 1", sandworms=around)
    assert [it.source for it in reach.ends(state, Faction.HARKONNEN, leaders_only=False)] == [AREA_NUMBER["windgap"]]


@pytest.mark.rule("BOARD-3", tries=True)
@pytest.mark.rule("MAHDI-MOVE-8")
def test_BOARD_3_impassable_borders_bind_all_but_the_solo_harkonnen() -> None:
    duel = position("broken_land harkonnen 2")
    solo = position("broken_land harkonnen 2", mode="solo")
    assert "ne_3" not in targets(ask(duel, "harkonnen")["moves"])
    assert "ne_3" in targets(ask(solo, "harkonnen")["moves"])
    atreides = position("broken_land atreides 2", mode="solo")
    assert "ne_3" not in targets(ask(atreides, "atreides")["moves"])


@pytest.mark.rule("R-12", tries=True)
def test_R_12_attacks_cross_impassable_borders_in_solo_only() -> None:
    legions = "broken_land harkonnen 2, ne_3 atreides 1"
    assert targets(ask(position(legions, mode="solo"), "harkonnen")["attacks"]) == {"ne_3"}
    assert ask(position(legions), "harkonnen")["attacks"] == []


@pytest.mark.rule("BOARD-3")
def test_BOARD_3_the_doubtful_border_is_a_matter_of_the_game() -> None:
    legions = "cne_3 harkonnen 1"
    assert "splintered_rock" not in targets(ask(position(legions), "harkonnen")["moves"])
    touching = position(legions, rules={"doubtful_border": True})
    assert "splintered_rock" in targets(ask(touching, "harkonnen")["moves"])


@pytest.mark.rule("MOVE-1")
@pytest.mark.rule("LEADER-1")
def test_MOVE_1_leaders_alone_neither_move_nor_attack() -> None:
    state = read_position({"mode": "duel", "legions": [{"area": "csw_3", "faction": "harkonnen", "generic": 2}]})
    assert ask(state, "harkonnen") == {"moves": [], "attacks": []}


@pytest.mark.rule("MOVE-2")
@pytest.mark.rule("R-19")
def test_MOVE_2_figures_that_moved_stay_and_there_is_no_attack_any_more() -> None:
    both = [{"area": "csw_3", "faction": "harkonnen", "regular": 3, "generic": 1}]
    fresh = read_position({"legions": both})
    part = read_position({"legions": both, "moved": [{"area": "csw_3", "regular": 2, "generic": 1}]})
    whole = read_position({"legions": both, "moved": [{"area": "csw_3", "regular": 3, "generic": 1}]})
    assert ask(fresh, "harkonnen")["attacks"]
    assert ask(part, "harkonnen")["moves"] == ask(fresh, "harkonnen")["moves"]
    assert ask(part, "harkonnen")["attacks"] == []
    assert ask(part, "harkonnen", "leadership")["moves"] == []
    assert ask(whole, "harkonnen")["moves"] == []
    fresh_end, part_end = (next(reach.ends(it, Faction.HARKONNEN, leaders_only=False)) for it in (fresh, part))
    assert (fresh_end.figures.regular, part_end.figures.regular) == (3, 1)
    assert not list(reach.ends(whole, Faction.HARKONNEN, leaders_only=False))
    assert reach.moves(whole, Faction.HARKONNEN, again=True)


@pytest.mark.rule("ACT-STRATEGY")
def test_ACT_STRATEGY_after_a_move_and_in_the_second_step_of_a_die_there_is_no_attack() -> None:
    legions, second = "csw_3 harkonnen 3, csw_2 atreides 1, windgap harkonnen 1", {"step": 2}
    moved = [{"area": "windgap", "regular": 1}]
    assert ask(position(legions), "harkonnen")["attacks"]
    for more in (second, {"moved": moved, "step": 1}):
        state = position(legions, **more)
        assert ask(state, "harkonnen")["moves"]
        assert ask(state, "harkonnen")["attacks"] == []


@pytest.mark.rule("MOVE-5")
def test_MOVE_5_a_ride_ends_beside_the_chain_and_names_its_links() -> None:
    state = position("sw_8 atreides 2", wormsigns=["sw_7", "sw_6"], sandworms=["sw_4"])
    ride = find(state, Faction.ATREIDES, "sw_8", "sw_1", sandriding=True)
    assert ride is not None
    assert ride.document()["path"] == ["sw_8", "sw_7", "sw_6", "sw_4", "sw_1"]
    assert find(state, Faction.ATREIDES, "sw_8", "sw_4", sandriding=True) is None
    assert find(state, Faction.ATREIDES, "sw_8", "sw_1") is None


@pytest.mark.rule("MOVE-5")
def test_MOVE_5_never_through_enemy_legions_but_against_them() -> None:
    legions = "sw_8 atreides 2, sw_6 harkonnen 1"
    state = position(legions, wormsigns=["sw_7", "sw_6"], sandworms=["sw_4"])
    answer = ask(state, "atreides")
    assert targets(answer["moves"], "sandriding") == set()
    assert targets(answer["attacks"], "sandriding") == {"sw_6"}


@pytest.mark.rule("MOVE-5")
def test_MOVE_5_impassable_borders_block_the_ride() -> None:
    # nw_11 borders ne_3 on open ground and broken_land across rock.
    state = position("ne_1 atreides 1", wormsigns=["ne_3"])
    reached = targets(ask(state, "atreides")["moves"])
    assert "nw_11" in reached
    assert "broken_land" not in reached


@pytest.mark.rule("MOVE-5")
def test_MOVE_5_the_ride_is_accepted_where_the_ground_would_do() -> None:
    state = position("sihaya_ridge atreides 1", wormsigns=["ne_9"])
    way = find(state, Faction.ATREIDES, "sihaya_ridge", "ne_10", sandriding=True)
    assert way is not None
    assert way.document() == {
        "from": "sihaya_ridge",
        "to": "ne_10",
        "via": "sandriding",
        "zone": None,
        "path": ["sihaya_ridge", "ne_9", "ne_10"],
    }
    # The only link, or the first, would be the destination itself: that is a step on the ground.
    for signs in (["ne_9"], ["ne_9", "ne_13"]):
        state = position("sihaya_ridge atreides 1", wormsigns=signs)
        assert find(state, Faction.ATREIDES, "sihaya_ridge", "ne_9", sandriding=True) is None
        walk = find(state, Faction.ATREIDES, "sihaya_ridge", "ne_9")
        assert walk is not None
        assert walk.via is reach.Via.GROUND


@pytest.mark.rule("MOVE-5")
def test_MOVE_5_a_ride_does_not_come_back_to_the_area_that_it_leaves() -> None:
    state = position("ne_12 atreides 1", wormsigns=["ne_12", "ne_13"])
    beside = State().graph.passable[AREA_NUMBER["ne_12"]] & ~State().graph.passable[AREA_NUMBER["ne_13"]]
    for target in ("ne_12", *(AREA_IDS[number] for number in members(beside & ~(1 << AREA_NUMBER["ne_13"])))):
        assert find(state, Faction.ATREIDES, "ne_12", target, sandriding=True) is None


@pytest.mark.rule("MOVE-5")
@pytest.mark.parametrize("link", [AREA_IDS[number] for number in members(DESERT_MASK)])
def test_MOVE_5_every_desert_area_with_a_wormsign_is_a_link(link: str) -> None:
    number, passable = AREA_NUMBER[link], State().graph.passable
    source = next(members(passable[number]))
    state = position(f"{AREA_IDS[source]} atreides 1", wormsigns=[link])
    ways = reach.moves(state, Faction.ATREIDES)
    ridden = mask_of(way.target for way in ways if way.via is reach.Via.SANDRIDING)
    free = state.free_mask(Faction.ATREIDES)
    assert ridden == passable[number] & free & ~passable[source] & ~(1 << source)


@pytest.mark.rule("MOVE-5")
def test_MOVE_5_the_harkonnen_do_not_ride() -> None:
    state = position("sw_8 harkonnen 2", wormsigns=["sw_7"])
    assert targets(ask(state, "harkonnen")["moves"], "sandriding") == set()
    assert find(state, Faction.HARKONNEN, "sw_8", "sw_6", sandriding=True) is None


@pytest.mark.rule("MOVE-6")
def test_MOVE_6_each_connected_zone_is_listed_and_others_are_refused() -> None:
    state = position("north_pole harkonnen 1", ornithopters=["az_south", "az_north", "az_sw", "az_ne"])
    flights = [way for way in ways(ask(state, "harkonnen")["moves"]) if way[1] == "csw_2"]
    # The pole lies in the four central sectors, so every zone with an ornithopter is connected to it.
    assert [way[3] for way in flights] == ["az_ne", "az_north", "az_south", "az_sw"]
    far = position("sw_4 harkonnen 1", ornithopters=["az_sw", "az_ne"])
    assert find(far, Faction.HARKONNEN, "sw_4", "sw_2", zone="az_sw") is not None
    assert find(far, Faction.HARKONNEN, "sw_4", "sw_2", zone="az_ne") is None
    assert find(far, Faction.HARKONNEN, "sw_4", "sw_2", zone="az_nw") is None
    assert find(far, Faction.HARKONNEN, "sw_4", "sw_8", zone="az_sw") is None


@pytest.mark.rule("MOVE-6")
def test_MOVE_6_transport_is_accepted_where_the_ground_would_do() -> None:
    state = position("sw_4 harkonnen 1", ornithopters=["az_sw"])
    way = find(state, Faction.HARKONNEN, "sw_4", "sw_1", zone="az_sw")
    assert way is not None
    assert way.path == (AREA_NUMBER["sw_4"], AREA_NUMBER["sw_1"])
    assert find(state, Faction.HARKONNEN, "sw_4", "sw_1", zone="az_sw", sandriding=True) is None


@pytest.mark.rule("MOVE-6")
def test_MOVE_6_two_ornithopters_in_one_zone_are_one_way() -> None:
    state = position("sw_4 harkonnen 1", ornithopters=["az_sw", "az_sw"])
    listed = ways(ask(state, "harkonnen")["moves"])
    assert len(set(listed)) == len(listed)


@pytest.mark.rule("MOVE-6")
def test_MOVE_6_the_atreides_do_not_fly() -> None:
    state = position("sw_4 atreides 1", ornithopters=["az_sw"])
    assert targets(ask(state, "atreides")["moves"], "transport") == set()
    assert find(state, Faction.ATREIDES, "sw_4", "sw_1", zone="az_sw") is None


@pytest.mark.rule("MAHDI-MOVE-1")
def test_MAHDI_MOVE_1_one_ornithopter_a_turn_in_solo() -> None:
    used = {"ornithopters": ["az_sw"], "ornithopter_used": True}
    solo, duel = (position("sw_4 harkonnen 1", mode=mode, **used) for mode in ("solo", "duel"))
    assert targets(ask(solo, "harkonnen")["moves"], "transport") == set()
    assert targets(ask(duel, "harkonnen")["moves"], "transport")


@pytest.mark.rule("WORM-9")
def test_WORM_9_a_worm_protects_what_shares_its_area() -> None:
    legions = "csw_3 harkonnen 2, csw_2 atreides 1"
    assert "csw_2" in targets(ask(position(legions), "harkonnen")["attacks"])
    with_worm = position(legions, sandworms=["csw_2"])
    assert "csw_2" not in targets(ask(with_worm, "harkonnen")["attacks"])
    assert find(with_worm, Faction.HARKONNEN, "csw_3", "csw_2", attack=True) is None


@pytest.mark.rule("STACK-1")
def test_STACK_1_over_stacking_makes_no_move_illegal() -> None:
    state = position("carthag harkonnen 6, arsunt harkonnen 6")
    assert "arsunt" in targets(ask(state, "harkonnen", area="carthag")["moves"])


def test_from_names_one_legion() -> None:
    state = position("carthag harkonnen 1, sw_4 harkonnen 1")
    assert {entry["from"] for entry in ask(state, "harkonnen", area="sw_4")["moves"]} == {"sw_4"}
    assert ask(state, "harkonnen", area="windgap") == {"moves": [], "attacks": []}


@pytest.mark.parametrize(
    "faction, action, area, field",
    [
        ("fremen", "strategy", None, "faction"),
        (None, "strategy", None, "faction"),
        ("atreides", "mentat", None, "action"),
        ("atreides", "strategy", "sietch_tabr", "from"),
        ("atreides", "strategy", 7, "from"),
    ],
)
def test_wrong_arguments_are_named(faction: object, action: object, area: object, field: str) -> None:
    with pytest.raises(FormatError) as caught:
        reach.legal_document(position("carthag harkonnen 1"), faction, action, area)
    assert caught.value.field_or_rule == field
