"""The worked cases of exact odds, to 1e-9."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.rules.odds import battle_odds

CASES = [
    json.loads(line) for line in (Path(__file__).parent.parent / "cases" / "odds.jsonl").read_text("utf-8").splitlines()
]
TOLERANCE = 1e-9


def differences(expected: Any, found: Any, path: str) -> list[str]:
    """Return where two answers differ; a missing key equals 0."""
    if isinstance(expected, dict):
        keys = sorted(expected.keys() | found.keys())
        return [
            line for key in keys for line in differences(expected.get(key, 0.0), found.get(key, 0.0), f"{path}.{key}")
        ]
    if isinstance(expected, list):
        if len(expected) != len(found):
            return [f"{path}: {len(expected)} entries expected, {len(found)} found"]
        return [
            line
            for number, pair in enumerate(zip(expected, found, strict=True))
            for line in differences(*pair, f"{path}[{number}]")
        ]
    return [] if abs(expected - found) <= TOLERANCE else [f"{path}: {expected} expected, {found} found"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_worked_case(case: dict[str, Any]) -> None:
    answer = battle_odds(case["battle"])
    assert answer.keys() == case["expect"].keys()
    assert differences(case["expect"], answer, case["id"]) == []


def test_the_comparison_notices_a_difference() -> None:
    assert differences({"p": [0.5]}, {"p": [0.5 + 2e-9]}, "x") == ["x.p[0]: 0.5 expected, 0.500000002 found"]
    assert differences({"p": {}}, {"p": {"1": 0.25}}, "x") == ["x.p.1: 0.0 expected, 0.25 found"]


def test_the_answer_is_plain_json() -> None:
    answer = battle_odds(CASES[0]["battle"])
    assert json.loads(json.dumps(answer)) == answer
