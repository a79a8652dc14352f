"""The table of rules is up to date, no rule of the game is without a test, and what is wrong is named."""

from pathlib import Path

import pytest

from companion.content import RULES
from tests import rules_coverage as coverage
from tests.rules_coverage import PLAYED, Proof, Standing


def test_the_table_is_up_to_date_and_complete() -> None:
    assert coverage.check() == []


def test_every_rule_of_sections_1_to_13_is_enforced_or_shown_with_a_reason() -> None:
    rows = [row for row in coverage.current() if row.rule.section in PLAYED]
    assert len(rows) == 96
    assert all(row.standing is Standing.ENFORCED or (row.standing is Standing.SHOWN and row.reason) for row in rows)


@pytest.mark.parametrize(
    "source, proof",
    [
        (
            '@pytest.mark.rule("BATTLE-6", "R-1")\ndef test_BATTLE_6_x() -> None: ...',
            Proof("test_a.py", "test_BATTLE_6_x", frozenset({"BATTLE-6", "R-1"}), "BATTLE-6"),
        ),
        (
            'pytestmark = [pytest.mark.rule("WIN-1")]\ndef test_x() -> None: ...',
            Proof("test_a.py", "test_x", frozenset({"WIN-1"}), None),
        ),
        (
            '@pytest.mark.rule("WIN-1")\nclass TestX:\n    def test_MAHDI_MOVE_8(self) -> None: ...',
            Proof("test_a.py", "test_MAHDI_MOVE_8", frozenset({"WIN-1"}), "MAHDI-MOVE-8"),
        ),
    ],
)
def test_markers_and_names_are_read_without_running(tmp_path: Path, source: str, proof: Proof) -> None:
    (tmp_path / "test_a.py").write_text(source, encoding="utf-8")
    assert coverage.read_tests(tmp_path) == (proof,)


@pytest.mark.parametrize(
    "name, rule",
    [
        ("test_ACT_DEPLOY_A_x", "ACT-DEPLOY-A"),
        ("test_BATTLE_10_x", "BATTLE-10"),
        ("test_BATTLE_99_x", None),
        ("test_R_6", "R-6"),
        ("test_other", None),
    ],
)
def test_the_longest_rule_in_a_name_counts(name: str, rule: str | None) -> None:
    assert coverage.named_after(name) == rule


def test_a_rule_without_a_test_of_its_name_is_a_problem() -> None:
    proofs = [Proof("test_a.py", "test_x", frozenset({"WIN-1"}), None)]
    problems = coverage.problems(coverage.rows(proofs))
    assert "WIN-1: no test is named after it" in problems
    assert len(problems) == sum(rule.section not in coverage.NOT_YET for rule in RULES.values())


def test_a_reason_that_is_no_longer_needed_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(coverage.SHOWN, "WIN-1", "nobody asks")
    monkeypatch.setitem(coverage.SHOWN, "WIN-9", "no such rule")
    shown = coverage.rows([])
    assert next(row for row in shown if row.rule.id == "WIN-1").standing is Standing.SHOWN
    named = coverage.rows([Proof("test_a.py", "test_WIN_1", frozenset(), "WIN-1")])
    problems = coverage.problems(named)
    assert "WIN-1: is shown and enforced" in problems
    assert "WIN-9: is no rule" in problems


def test_a_table_that_is_out_of_date_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "ROOT", tmp_path)
    monkeypatch.setattr(coverage, "DOCUMENT", tmp_path / "docs" / "rules-coverage.md")
    assert any("out of date" in problem for problem in coverage.check())
    assert coverage.write() == []
    assert coverage.check() == []
