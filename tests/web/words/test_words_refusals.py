"""Refusals and violations: every code is worded, with the facts that the rules give."""

import ast
import re
from functools import cache

import pytest

from companion.rules import refusal_codes
from companion.rules.ask.prescience_conditions import CONDITIONS
from companion.rules.positions.audit import audit
from companion.rules.positions.reading import read_position
from companion.rules.refusal import Refusal, Severity
from companion.rules.state import State
from companion.web.words import violations
from companion.web.words.facts import NO_FACT, worded
from companion.web.words.refusals.cards import NEEDS
from companion.web.words.refusals.texts import TEXTS, refusal_text, refusal_texts
from companion.web.words.violations import violation_text
from tests.web.words.conftest import ROOT, Speak, cases, trees

PLACEHOLDER = re.compile(r"%\((\w+)\)s")
RULES = ROOT / "companion" / "rules"


@cache
def refusal_calls() -> tuple[ast.Call, ...]:
    return tuple(
        node
        for tree in trees(RULES)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("Refusal", "refuse")
        and node.args
        and isinstance(node.args[0], ast.Constant)
    )


def code_of(call: ast.Call) -> str:
    first = call.args[0]
    return str(first.value) if isinstance(first, ast.Constant) else ""


def test_every_code_of_the_rules_is_worded() -> None:
    used = {code_of(call) for call in refusal_calls()} | set(refusal_codes.CODES)
    assert len(used) > 150
    assert used - set(TEXTS) == set()
    assert set(TEXTS) - used == set()


def test_sentences_use_facts_that_the_rules_give() -> None:
    checked = 0
    for call in refusal_calls():
        given = {keyword.arg for keyword in call.keywords}
        if isinstance(call.func, ast.Name) and call.func.id == "refuse" and None not in given:
            facts = worded(dict.fromkeys(filter(None, given), "given"))
            for asked in PLACEHOLDER.findall(str(TEXTS[code_of(call)])):
                assert facts[asked] != NO_FACT, (code_of(call), asked)
            checked += 1
    assert checked > 80


def test_every_sentence_takes_named_facts_only_and_ends_as_one() -> None:
    for code, text in {**TEXTS, **violations.TEXTS}.items():
        sentence = str(text) % worded({})
        assert "%" not in sentence, code
        assert sentence.endswith("."), code


@pytest.mark.rule("MOVE-1")
def test_MOVE_1_a_refusal_names_areas_rule_title_and_page() -> None:
    facts = {"area": "gara_kulon"}
    text = refusal_text(Refusal("target_not_free", "MOVE-1", facts=facts))
    assert text.sentence == "Gara Kulon is not free."
    assert text.rule.label == "MOVE-1 Moving a legion, p22"
    assert text.offer == ""


@pytest.mark.rule("STACK-1")
def test_STACK_1_what_is_unusual_can_be_recorded_anyway() -> None:
    facts = {"area": "ne_5", "count": 7, "limit": 6}
    unusual = Refusal("over_stacking", "STACK-1", Severity.UNUSUAL, facts)
    text = refusal_text(unusual)
    assert text.sentence == "Units that would be in NE 5: 7; the limit is 6."
    assert text.offer == "Record it anyway"
    illegal = Refusal("same_area", "MOVE-1", facts={"area": "ne_5"})
    assert [each.offer for each in refusal_texts((illegal, unusual))] == ["", ""]
    assert [each.offer for each in refusal_texts((unusual,))] == ["Record it anyway"]


@pytest.mark.rule("PRES-3")
def test_PRES_3_what_a_prescience_card_asks_for_is_told_with_its_numbers() -> None:
    facts = {"card": "wind_traps", "need": "legions_on_mountain", "needed": 3, "count": 2, "areas": ["cne_1", "cne_2"]}
    text = refusal_text(Refusal("condition_not_met", "PRES-3", Severity.UNUSUAL, facts))
    wanted = "New Hidden Wind Traps asks for 3: mountain areas with a legion. The board shows 2."
    assert (text.sentence, text.offer) == (wanted, "Record it anyway")
    assert worded({"sector": "cne"}) == {"sector": "central north-east sector"}


def test_every_need_of_a_condition_is_worded() -> None:
    found = {str(look(State()).facts["need"]) for look in CONDITIONS.values()}
    assert found == set(NEEDS)


def test_facts_become_names(speak: Speak) -> None:
    facts = {
        "area": "arrakeen",
        "areas": ["arrakeen", "ne_5"],
        "zone": "az_sw",
        "faction": "harkonnen",
        "leader": "beast_rabban",
        "result": "house",
        "power": "choam",
        "marker": "jihad",
        "deck": "corrino_ally",
        "kind": "harvester",
        "card": "spotter_control",
        "count": 3,
        "nothing": None,
    }
    assert worded(facts) == {
        "area": "Arrakeen",
        "areas": "Arrakeen and NE 5",
        "zone": "south-western air zone",
        "faction": "Harkonnen",
        "leader": "Beast Rabban",
        "result": "House",
        "power": "CHOAM",
        "marker": "Jihad",
        "deck": "Corrino Allies deck",
        "kind": "Harvester",
        "card": "Spotter Control",
        "count": 3,
        "nothing": NO_FACT,
    }
    assert worded({"from": "ne_5"})["area"] == "NE 5"
    with speak("pl"):
        assert worded({"leader": "beast_rabban"}) == {"leader": "Bestia Rabban"}


def violation_codes() -> set[str]:
    position = {"Violation": 2, "Oddity": 2, "_at": 2, "_twice": 2, "_warning": 2}
    found = set()
    for node in (node for tree in trees(RULES / "positions") for node in ast.walk(tree)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in position:
            code = node.args[position[node.func.id]]
            if isinstance(code, ast.Constant):
                found.add(str(code.value))
    return found


def test_every_violation_is_worded() -> None:
    assert violation_codes() == set(violations.TEXTS)


def test_violations_of_the_reference_cases_name_places() -> None:
    texts = [
        violation_text(violation)
        for case in cases("validate")
        if "error" not in case["expect"]
        for violation in audit(read_position(case["position"]))
    ]
    assert len(texts) > 15
    assert all("–" not in text.sentence for text in texts)
    position = {"legions": [{"area": "carthag", "faction": "harkonnen", "regular": 7}]}
    (text,) = (violation_text(violation) for violation in audit(read_position(position)))
    assert text.sentence == "Units in Carthag: 7; the limit is 6."
