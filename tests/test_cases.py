"""Every worked case gives the expected answer, and the comparison itself notices what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import runner

CASES = runner.load()


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=case["id"], marks=[pytest.mark.rule(rule) for rule in case["rule"]]) for case in CASES],
)
def test_case(case: runner.Case) -> None:
    assert runner.differences(case, runner.answer(case)) == [], case["why"]


def test_there_are_cases_of_every_command() -> None:
    commands = {case["command"] for case in CASES}
    assert commands == {"decide", "vehicles", "spice", "casualties", "legal", "validate", "odds"}
    assert len({case["id"] for case in CASES}) == len(CASES)


def differences(expect: dict[str, Any], result: dict[str, Any], **more: Any) -> list[str]:
    return runner.differences({"expect": expect, **more}, {"id": "x", "result": result})


def test_sets_are_compared_without_order_but_with_number() -> None:
    one, two = {"from": "a", "to": "b"}, {"from": "a", "to": "c"}
    assert differences({"moves": [one, two]}, {"moves": [two, one]}) == []
    assert differences({"moves": [one]}, {"moves": [one, two]}) == ["moves: not expected {'from': 'a', 'to': 'c'}"]
    assert differences({"moves": [one, two]}, {"moves": [one, one]}) != []


def test_order_counts_elsewhere() -> None:
    assert differences({"decks": ["a", "b"]}, {"decks": ["b", "a"]}) != []
    pair = [{"options": ["a", "b"]}, {"options": ["c"]}]
    assert differences({"harvesters": pair}, {"harvesters": [{"options": ["b", "a"]}, {"options": ["c"]}]}) == []
    assert differences({"harvesters": pair}, {"harvesters": pair[::-1]}) != []


@pytest.mark.parametrize("nothing", [0, None, False, []])
def test_a_missing_key_equals_nothing(nothing: object) -> None:
    assert differences({"options": [{"from": "a"}]}, {"options": [{"from": "a", "elite": nothing}]}) == []
    assert differences({"options": [{"from": "a", "elite": nothing}]}, {"options": [{"from": "a"}]}) == []
    assert differences({"options": [{"from": "a", "elite": nothing}]}, {"options": [{"from": "a", "elite": 1}]}) != []


def test_numbers_may_differ_a_little() -> None:
    assert differences({"attacker_wins": 0.5}, {"attacker_wins": 0.5 + 1e-10}) == []
    assert differences({"attacker_wins": 0.5}, {"attacker_wins": 0.5 + 1e-8}) != []
    assert differences({"surprise": True}, {"surprise": 1}) != []


def test_only_what_is_expected_is_looked_at() -> None:
    assert differences({"bans": []}, {"bans": [], "supremacy": 4}) == []
    option = {"leader": "beast_rabban", "surprise": True}
    assert differences({"options": [option]}, {"options": [{"leader": "beast_rabban"}]}, ignore=["surprise"]) == []


def test_an_expected_error_must_be_one_and_an_unexpected_one_is_told() -> None:
    case = {"expect": {"error": True}}
    assert runner.differences(case, {"id": "x", "error": "area: unknown"}) == []
    assert runner.differences(case, {"id": "x", "result": {}}) != []
    assert runner.differences({"expect": {}}, {"id": "x", "error": "area: unknown"}) == ["error: area: unknown"]
