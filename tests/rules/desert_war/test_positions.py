"""Positions with Desert War: read, written, looked at, gone on from, refused alone (DW-1)."""

from typing import Any

import pytest

from companion.batch import answer
from companion.content.terms import Marker
from companion.play import Session
from companion.rules.errors import FormatError
from companion.rules.positions.audit import audit
from companion.rules.positions.opening import corrected, opened
from companion.rules.positions.reading import read_position
from companion.rules.positions.writing import write_position
from companion.rules.war import Camp, DesertWar
from tests.rules.desert_war.table import HARKONNEN, Army, area, areas, army, zones

FULL: dict[str, Any] = {
    "mode": "duel",
    "expansions": ["desert_war"],
    "legions": [{"area": "carthag", "faction": "harkonnen", "regular": 2, "escorts": 1}],
    "escorts": ["az_ne"],
    "suspensors": {"ne_5": 2},
    "launchers": {"ne_8": 1, "se_1": 2},
    "sandriders": ["ne_9"],
    "camps": [{"area": "se_1", "symbol": None}, {"area": "sw_2", "symbol": "jihad"}],
    "camps_gone": ["sand_dwellers"],
    "desert_war_tokens": 3,
    "leaders": {"sandriders": {"state": "ready", "card": "spent"}},
}
BARE = {"mode": "duel", "expansions": ["desert_war"]}


@pytest.mark.rule("DW-1")
def test_DW_1_every_key_of_the_expansion_is_read_and_written() -> None:
    state = read_position(FULL)
    war = state.desert_war
    assert war is not None
    assert (war.escorts, war.suspensors, war.launchers) == (
        zones("az_ne"),
        areas("ne_5", "ne_5"),
        areas("ne_8", "se_1", "se_1"),
    )
    assert (war.sandriders, war.tokens, war.card_ready) == (areas("ne_9"), 3, False)
    assert war.camps == (Camp(area("se_1")), Camp(area("sw_2"), Marker.JIHAD))
    assert army(state, HARKONNEN, "carthag") == Army(2, escorts=1)
    written = write_position(state)
    assert {key: written[key] for key in FULL if key not in ("leaders", "camps")} == {
        key: value for key, value in FULL.items() if key not in ("leaders", "camps")
    }
    assert written["leaders"]["sandriders"] == {"state": "ready", "card": "spent"}
    assert read_position(written) == state


@pytest.mark.rule("DW-1")
def test_DW_1_a_position_without_it_has_no_key_of_it() -> None:
    assert read_position(BARE).desert_war == DesertWar()
    plain = write_position(read_position({"mode": "duel"}))
    assert not {"escorts", "camps", "desert_war_tokens"} & set(plain)
    assert "sandriders" not in plain["leaders"]


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ({"suspensors": {"ne_5": 1}}, "DW-1"),
        ({"leaders": {"sandriders": {"card": "ready"}}}, "DW-1"),
        ({"legions": [{"area": "carthag", "faction": "harkonnen", "regular": 1, "escorts": 1}]}, "DW-1"),
        (BARE | {"legions": [{"area": "tabr", "faction": "atreides", "regular": 1, "escorts": 1}]}, "legions[0].area"),
        (BARE | {"legions": [{"area": "ne_5", "faction": "atreides", "regular": 1, "escorts": 1}]}, "DW-5"),
        (BARE | {"suspensors": {"nowhere": 1}}, "suspensors.nowhere"),
        (BARE | {"suspensors": {"ne_5": -1}}, "suspensors.ne_5"),
        (BARE | {"launchers": []}, "launchers"),
        (BARE | {"escorts": ["ne_5"]}, "escorts[0]"),
        (BARE | {"camps": [{"symbol": None}]}, "camps[0].area"),
        (BARE | {"camps": [{"area": "ne_5", "symbol": "spice"}]}, "camps[0].symbol"),
        (BARE | {"camps_gone": ["spice"]}, "camps_gone[0]"),
        (BARE | {"leaders": {"sandriders": {"card": "gone"}}}, "leaders.sandriders.card"),
        (BARE | {"leaders": {"sandriders": {"state": "tank"}}}, "leaders.sandriders.state"),
    ],
)
def test_what_cannot_be_meant_is_refused_by_its_field(document: dict[str, Any], field: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_position(document)
    assert caught.value.field_or_rule == field


@pytest.mark.parametrize(
    ("document", "found"),
    [
        ({}, set()),
        ({"suspensors": {"ne_5": 7}}, {("DW-1", "suspensors")}),
        ({"launchers": {"ne_5": 7}}, {("DW-1", "launchers")}),
        ({"sandriders": ["ne_4", "ne_5", "ne_8"]}, {("DW-1", "sandriders")}),
        ({"escorts": ["az_ne", "az_se", "az_sw"]}, {("DW-1", "escorts")}),
        ({"desert_war_tokens": 5}, {("DW-1", "desert_war_tokens")}),
        ({"camps": [{"area": "ne_5"}], "camps_gone": ["jihad"] * 3}, {("DW-1", "camps")}),
        ({"camps": [{"area": "ne_5"}, {"area": "ne_8"}]}, {("DW-3", "ne_5"), ("DW-3", "ne_8")}),
        ({"camps": [{"area": "arrakeen"}]}, {("DW-3", "arrakeen")}),
        ({"sandriders": ["arrakeen"]}, {("DW-8", "arrakeen")}),
        ({"escorts": ["az_ne"], "carryalls": ["az_ne"]}, {("VEH-2", "az_ne")}),
        ({"suspensors": {"ne_5": 1}, "sandworms": ["ne_5"]}, {("DW-6", "ne_5")}),
        (
            {
                "launchers": {"ne_5": 1},
                "camps": [{"area": "ne_5"}],
                "legions": [{"area": "ne_5", "faction": "harkonnen", "regular": 1}],
            },
            {("DW-6", "ne_5"), ("DW-3", "ne_5")},
        ),
    ],
)
def test_what_breaks_a_rule_is_named(document: dict[str, Any], found: set[tuple[str, str]]) -> None:
    assert {(one.rule, one.where) for one in audit(read_position(BARE | document))} == found


@pytest.mark.rule("DW-1")
def test_DW_1_alone_it_is_refused_with_a_sentence() -> None:
    position = {"expansions": ["desert_war"]}
    for command, args in (("decide", {"result": "house"}), ("vehicles", {}), ("spice", {"collected": 3})):
        with pytest.raises(FormatError) as refused:
            answer({"command": command, "args": args, "position": position})
        assert (refused.value.field_or_rule, "solo" in refused.value.message) == ("DW-1", True)
    with pytest.raises(FormatError):
        opened(read_position(position))
    found = answer({"command": "validate", "args": {}, "position": position})
    assert [one["rule"] for one in found["violations"]] == ["DW-1"]


def test_a_game_goes_on_from_a_position_and_a_correction_keeps_what_no_position_holds() -> None:
    session = Session(BARE | {"phase": "vehicles"})
    said = session.answer('{"type": "PlaceVehicle", "kind": "ornithopter", "place": "az_ne", "escort": true}')
    assert said["ok"] is True
    assert said["events"][-1]["escort"] is True
    state = read_position(FULL)
    war = state.desert_war
    assert war is not None
    from companion.frozen import replace

    now = replace(state, desert_war=replace(war, actions=1))
    assert corrected(now, read_position(BARE)).desert_war == DesertWar(actions=1)
