"""Rules and tests know each other: which rule ids have a test named after them and marked with them.

Every rule of the solo chapter must have one, and every ruling about what can be played. Run as a script it
lists all other ids without.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from companion.content import RULES
from tests.rules_coverage import NOT_YET, section_of

TESTS = Path(__file__).parent
SOLO, RULINGS = "15", "R"


@cache
def marked_tests(folder: Path = TESTS) -> tuple[tuple[str, str], ...]:
    """Returns (test function, rule id) for every ``pytest.mark.rule`` of a function in the tests of a folder."""
    return tuple(
        (node.name, rule)
        for path in sorted(folder.rglob("test_*.py"))
        if ".rule(" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
        for rule in _rules_of(node)
    )


def _rules_of(function: ast.FunctionDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
            constants = (arg.value for arg in decorator.args if isinstance(arg, ast.Constant))
            yield from (value for value in constants if isinstance(value, str))


def named_after(function: str, rule: str) -> bool:
    """Tells whether a test is named after a rule: ``test_`` and its id, then the rest of the name."""
    return re.match(rf"test_{re.escape(rule.replace('-', '_'))}(_|$)", function) is not None


def without_test() -> Mapping[str, list[str]]:
    """Returns, by section, the rule ids that no test is both marked with and named after."""
    covered = {rule for function, rule in marked_tests() if named_after(function, rule)}
    missing: dict[str, list[str]] = {}
    for rule in RULES.values():
        if rule.id not in covered and section_of(rule) not in NOT_YET:
            missing.setdefault(rule.section, []).append(rule.id)
    return missing


@pytest.mark.parametrize("section", [SOLO, RULINGS])
@pytest.mark.slow
def test_every_rule_of_a_section_has_a_test_named_after_it(section: str) -> None:
    assert sum(rule.section == section for rule in RULES.values()) > 30
    assert without_test().get(section, []) == []


@pytest.mark.slow
def test_markers_name_rules_that_exist() -> None:
    assert {rule for _, rule in marked_tests()} - set(RULES) == set()


@pytest.mark.parametrize(
    "function, rule, expected",
    [
        ("test_R_1_without_a_target", "R-1", True),
        ("test_R_16_asks_for_the_rank", "R-1", False),
        ("test_MAHDI_CARD_4_a_card", "MAHDI-CARD-4", True),
        ("test_ACT_DEPLOY_H_three_units", "ACT-DEPLOY-A", False),
        ("test_WIN_1", "WIN-1", True),
        ("test_a_test_of_R_1", "R-1", False),
    ],
)
def test_the_id_begins_the_name(function: str, rule: str, expected: bool) -> None:
    assert named_after(function, rule) is expected


if __name__ == "__main__":
    for section, rules in without_test().items():
        sys.stdout.write(f"section {section}: {' '.join(rules)}\n")
