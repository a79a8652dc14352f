"""Every violation of docs/formats.md is found, by rule and place, and nothing else is."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from companion import cli_text
from companion.cli_bench import sample
from companion.rules.positions import audit as module
from companion.rules.positions.audit import audit
from companion.rules.positions.reading import read_position
from companion.rules.positions.unlikely import unlikely
from companion.rules.refusal import Severity
from tests.rules.positions import documents

H = "harkonnen"
A = "atreides"


def legion(area: str, faction: str = H, **figures: object) -> dict[str, object]:
    return {"area": area, "faction": faction, **figures}


def six(kind: str, *areas: str, faction: str = H) -> list[dict[str, object]]:
    return [legion(area, faction, **{kind: 6}) for area in areas]


def found(**position: Any) -> set[tuple[str, str]]:
    return {(violation.rule, violation.where) for violation in audit(read_position(position))}


WAR: dict[str, Any] = {"mode": "duel", "expansions": ["desert_war"]}
SIETCHES = ("windgap", "gara_kulon", "hobars_gap", "tasmin_sink", "sihaya_ridge")
# The position, and every violation in it.
WRONG: list[tuple[dict[str, Any], set[tuple[str, str]]]] = [
    ({"legions": [legion("carthag", regular=6, tokens=1)]}, {("STACK-1", "carthag")}),
    ({"legions": [legion("windgap", A, regular=7)]}, {("STACK-1", "windgap")}),
    ({"legions": [legion("carthag", regular=6)], "bans": ["choam"]}, {("STACK-1", "carthag")}),
    ({"legions": [legion("windgap", A, generic=1)]}, {("LEADER-1", "windgap")}),
    ({"legions": six("regular", "carthag", "arsunt", "ne_1", "ne_2", "ne_3")}, {("UNIT-2", "harkonnen.regular")}),
    ({"legions": six("elite", "carthag", "arsunt", "ne_1")}, {("UNIT-2", "harkonnen.elite")}),
    ({"legions": six("special", "windgap", "ne_1", faction=A)}, {("UNIT-2", "atreides.special")}),
    ({"legions": [legion("carthag", regular=1, generic=7)]}, {("UNIT-2", "harkonnen.generic")}),
    ({"legions": [legion("windgap", A, regular=1, generic=13)]}, {("UNIT-2", "atreides.generic")}),
    ({"legions": six("tokens", *SIETCHES[:3], faction=A)}, {("TOKEN-1", "atreides.tokens")}),
    ({"legions": six("tokens", "carthag", "arsunt", "ne_1")}, {("MAHDI-TOKEN-1", "harkonnen.tokens")}),
    ({"legions": six("tokens", "carthag", "arsunt", "ne_1"), "mode": "duel"}, {("SETUP-2", "harkonnen.tokens")}),
    ({"legions": [legion("ne_1", regular=1), legion("ne_1", A, regular=1)]}, {("AREA-1", "ne_1")}),
    ({"legions": [legion("windgap", regular=1)]}, {("AREA-1", "windgap")}),
    ({"legions": [legion("arsunt", A, regular=1)]}, {("AREA-1", "arsunt")}),
    ({"legions": [legion("ne_1", regular=1)], "sandworms": ["ne_1"]}, {("WORM-9", "ne_1")}),
    ({"legions": [legion("ne_1", A, regular=1)], "wild_maker": "ne_1"}, {("WORM-9", "ne_1")}),
    ({"legions": [legion("ne_3", A, tokens=1)], "harvesters": ["ne_3"]}, {("MOVE-4", "ne_3")}),
    ({"harvesters": ["cne_7"]}, {("VEH-2", "cne_7")}),
    ({"harvesters": ["ne_3", "ne_3"]}, {("VEH-2", "ne_3")}),
    ({"harvesters": ["windgap"]}, {("VEH-2", "windgap")}),
    ({"sietches": {"ne_3": {}}, "harvesters": ["ne_3"]}, {("VEH-2", "ne_3"), ("SETTLE-1", "ne_3")}),
    ({"ornithopters": ["az_ne"], "carryalls": ["az_ne"]}, {("VEH-2", "az_ne")}),
    ({"carryalls": ["az_ne", "az_ne"]}, {("VEH-2", "az_ne")}),
    ({"harvesters": [f"ne_{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9)]}, {("VEH-2", "harvesters")}),
    (
        {"ornithopters": ["az_ne", "az_se", "az_sw", "az_nw", "az_north", "az_south", "az_west"]},
        {("VEH-2", "ornithopters")},
    ),
    ({"carryalls": ["az_ne", "az_se", "az_sw", "az_nw"]}, {("VEH-2", "carryalls")}),
    ({"wormsigns": ["arsunt"]}, {("WORM-1", "arsunt")}),
    ({"wormsigns": ["ne_3", "ne_3"]}, {("WORM-1", "ne_3")}),
    ({"sandworms": ["cne_9"]}, {("WORM-6", "cne_9")}),
    ({"wild_maker": "cne_9"}, {("WORM-6", "cne_9")}),
    ({"sandworms": ["ne_3", "ne_3"]}, {("WORM-6", "ne_3")}),
    ({"sandworms": ["ne_3"], "wild_maker": "ne_3"}, {("WORM-6", "ne_3")}),
    ({"sandworms": ["ne_1", "ne_3", "se_4", "sw_4", "nw_1"]}, {("WORM-3", "sandworms")}),
    ({"sietches": {"carthag": {}}}, {("SETTLE-1", "carthag")}),
    ({"settlements": ["windgap"], "sietches": {}}, {("SETTLE-1", "windgap")}),
    ({"sietches": {"windgap": {"rank": 4}}}, {("SETTLE-1", "windgap")}),
    ({"sietches": {"windgap": {"rank": 0}}}, {("SETTLE-1", "windgap")}),
    ({"sietches": {area: {"rank": 1} for area in SIETCHES[:3]}}, {("SETTLE-1", "sietches")}),
    ({"sietches": {area: {"rank": 2} for area in SIETCHES}}, {("SETTLE-1", "sietches")}),
    ({"stations": ["carthag"]}, {("SETUP-3", "carthag")}),
    ({"atomics": "carthag"}, {("ATOM-1", "atomics")}),
    ({"supremacy": -1}, {("WIN-1", "supremacy")}),
    ({"prescience": {"sand_dwellers": -1}}, {("PRES-1", "prescience.sand_dwellers")}),
    ({"imperium": {"landsraad": 0}}, {("SPICE-2", "imperium.landsraad")}),
    ({"spice_reserve": 2}, {("SPICE-4", "spice_reserve")}),
    (
        {
            "legions": [
                legion("windgap", A, regular=1, named=["stilgar"]),
                legion("ne_1", A, regular=1, named=["stilgar"]),
            ]
        },
        {("LEADER-3", "stilgar")},
    ),
    ({"legions": [legion("windgap", A, regular=1, named=["stilgar", "stilgar"])]}, {("LEADER-3", "stilgar")}),
    ({"legions": [legion("carthag", regular=1, named=["stilgar"])]}, {("LEADER-3", "stilgar")}),
    ({"leaders": {"stilgar": {"state": "board"}}}, {("LEADER-3", "stilgar")}),
    (
        {
            "legions": [legion("windgap", A, regular=1, named=["stilgar"])],
            "leaders": {"stilgar": {"state": "tank", "tank": 1}},
        },
        {("LEADER-3", "stilgar")},
    ),
    ({"leaders": {"feyd_rautha": {"state": "tank", "tank": 2}}}, {("LEADER-5", "beast_rabban")}),
    ({"leaders": {"reverend_mother_jessica": {"state": "ready"}}}, {("PRES-5", "lady_jessica")}),
    ({"legions": [legion("windgap", A, regular=1, named=["paul_muaddib"])]}, {("PRES-5", "paul_atreides")}),
    ({"expansions": ["desert_war"]}, {("DW-1", "expansions")}),
    (WAR | {"suspensors": {"ne_5": 1}, "sandworms": ["ne_5"]}, {("DW-6", "ne_5")}),
    (WAR | {"launchers": {"ne_5": 1}, "legions": [legion("ne_5", regular=1)]}, {("DW-6", "ne_5")}),
    (WAR | {"camps": [{"area": "ne_5"}], "legions": [legion("ne_5", regular=1)]}, {("DW-3", "ne_5")}),
    (WAR | {"camps": [{"area": "arrakeen"}]}, {("DW-3", "arrakeen")}),
    (WAR | {"camps": [{"area": "ne_5"}, {"area": "ne_8"}]}, {("DW-3", "ne_5"), ("DW-3", "ne_8")}),
    (WAR | {"camps_gone": ["jihad", "jihad"]}, {("DW-1", "camps")}),
    (WAR | {"sandriders": ["arrakeen"]}, {("DW-8", "arrakeen")}),
    (WAR | {"desert_war_tokens": 5}, {("DW-1", "desert_war_tokens")}),
]
# What looks odd and is allowed.
RIGHT: list[dict[str, Any]] = [
    {},
    {"legions": [legion("carthag", regular=6, generic=2), legion("arsunt", tokens=6)]},
    {"legions": [legion("windgap", A, regular=6)], "bans": ["choam"]},
    {"legions": [legion("windgap", regular=1)], "sietches": {"gara_kulon": {}}},
    {"legions": [legion("arsunt", A, regular=1)], "settlements": ["carthag"]},
    {"legions": [legion("ne_5", regular=1)], "harvesters": ["ne_5"], "wormsigns": ["ne_5"]},
    {"atomics": "rimwall_west", "harvesters": ["rimwall_west"], "wormsigns": ["rimwall_west"]},
    {"atomics": "splintered_rock", "sandworms": ["splintered_rock"]},
    {"sietches": {area: {"rank": 2} for area in SIETCHES[:4]}, "supremacy": 10, "spice_reserve": 1},
    {"leaders": {"feyd_rautha": {"state": "ready"}, "beast_rabban": {"state": "removed"}}},
    {"leaders": {"wild_maker": {"state": "board", "card": "spent"}}, "wild_maker": "sw_6"},
    {"mode": "duel", "expansions": ["desert_war"], "imperium": {"choam": 5}},
    {"prescience": {"jihad": 12}},
]


@pytest.mark.parametrize(
    "position, expected",
    [
        pytest.param(
            position, expected, marks=[pytest.mark.rule(rule) for rule in sorted({rule for rule, _ in expected})]
        )
        for position, expected in WRONG
    ],
    ids=[f"{number}-{min(expected)[0]}" for number, (_, expected) in enumerate(WRONG)],
)
def test_exactly_what_is_wrong_is_found(position: dict[str, Any], expected: set[tuple[str, str]]) -> None:
    assert found(**position) == expected


@pytest.mark.parametrize("position", RIGHT, ids=str)
def test_what_is_allowed_is_not_reported(position: dict[str, Any]) -> None:
    assert found(**position) == set()


def test_each_wrong_position_adds_its_violation_to_a_game_in_progress() -> None:
    for line in sample().splitlines():
        before = {**json.loads(line)["position"], "supremacy": 3}
        added = audit(read_position({**before, "supremacy": 11}))
        assert {v.rule for v in added} - {v.rule for v in audit(read_position(before))} == {"WIN-1"}


@settings(max_examples=150)
@given(documents())
@pytest.mark.slow
def test_any_position_is_audited_in_order_and_in_words(document: dict[str, Any]) -> None:
    violations = audit(read_position(document))
    assert list(violations) == sorted(violations, key=lambda v: (v.rule, v.where, v.code))
    for violation in violations:
        text = cli_text.message(violation)
        assert "{" not in text
        assert text


TANK = {"state": "tank", "card": "ready"}
# Positions that no game leads to, each with its only warning (R-17f).
UNLIKELY: list[tuple[dict[str, Any], tuple[str, str]]] = [
    ({"wormsigns": ["gara_kulon"]}, ("WORM-1", "gara_kulon")),
    ({"sandworms": ["gara_kulon"]}, ("WORM-6", "gara_kulon")),
    ({"wild_maker": "gara_kulon"}, ("WORM-6", "gara_kulon")),
    (
        {"leaders": {"stilgar": {**TANK, "tank": 2}, "gurney_halleck": {**TANK, "tank": 2}}},
        ("TANK-1", "stilgar"),
    ),
    ({"prescience": {"kwisatz_haderach": 3}}, ("PRES-5", "paul_atreides")),
    ({"prescience": {"sand_dwellers": 5}}, ("PRES-5", "lady_jessica")),
    ({"supremacy": 6}, ("LEADER-5", "beast_rabban")),
    ({"imperium": {"landsraad": 5}}, ("BAN-1", "imperium.landsraad")),
]
# The same as close as a game can come to it.
LIKELY: list[dict[str, Any]] = [
    {"wormsigns": ["gara_kulon"], "sietches": {"windgap": {"rank": None}}},
    {
        "leaders": {
            "stilgar": {**TANK, "tank": 2},
            "gurney_halleck": {**TANK, "tank": 3},
            "beast_rabban": {**TANK, "tank": 2},
        }
    },
    {"prescience": {"kwisatz_haderach": 2}, "supremacy": 5},
    {
        "prescience": {"kwisatz_haderach": 3},
        "leaders": {"paul_atreides": {"state": "removed"}, "paul_muaddib": {"state": "ready"}},
    },
    {"supremacy": 6, "leaders": {"beast_rabban": {"state": "removed"}, "feyd_rautha": {"state": "ready"}}},
    {"imperium": {"landsraad": 5}, "bans": ["landsraad"]},
    {"imperium": {"landsraad": 5}, "phase": "spice"},
]


@pytest.mark.parametrize("position, wanted", UNLIKELY)
def test_a_position_that_no_game_leads_to_is_a_warning(position: dict[str, Any], wanted: tuple[str, str]) -> None:
    state = read_position(position)
    assert audit(state) == ()
    (warning,) = unlikely(state)
    assert ((warning.rule, warning.where), warning.severity) == (wanted, Severity.UNUSUAL)
    assert cli_text.message(warning)


@pytest.mark.parametrize("position", LIKELY)
def test_what_a_game_leads_to_is_no_warning(position: dict[str, Any]) -> None:
    assert unlikely(read_position(position)) == ()


def test_every_code_has_words_and_every_word_a_code() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in Path(module.__file__).parent.glob("*.py"))
    codes = {found.code for position, _ in WRONG for found in audit(read_position(position))}
    codes |= {found.code for position, _ in UNLIKELY for found in unlikely(read_position(position))}
    assert codes == set(cli_text.MESSAGES)
    for code in codes:
        assert re.search(rf'"{code}"', source)
