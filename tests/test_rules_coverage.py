"""The table of rules is up to date, no rule of the game is without a test, and what is wrong is named."""

from pathlib import Path

import pytest

from companion.content import RULES
from tests import rules_coverage as coverage
from tests.rules_coverage import PLAYED, Kind, Proof, Standing

NAMED = ("MOVE-2", "R-19", "PRES-3", "UNIT-2", "ACT-DEPLOY-A", "FREE-0")
"""Rules that once counted as enforced though no test tried them."""


@pytest.mark.slow
def test_the_table_is_up_to_date_and_complete() -> None:
    assert coverage.check() == []


def test_every_rule_of_sections_1_to_13_is_enforced_or_shown_with_a_reason() -> None:
    rows = [row for row in coverage.current() if row.rule.section in PLAYED]
    assert len(rows) == 96
    assert all(row.standing is Standing.ENFORCED or (row.standing is Standing.SHOWN and row.reason) for row in rows)


@pytest.mark.parametrize("rule", NAMED)
def test_what_these_rules_forbid_is_attempted_and_refused(rule: str) -> None:
    row = next(row for row in coverage.current() if row.rule.id == rule)
    assert any(test.kind(rule) is Kind.REFUSED and test.named_after == rule for test in row.tests)


@pytest.mark.parametrize(
    "body, mark, kind",
    [
        ('assert codes(state, move) == [("WIN-1", "no")]', "", Kind.REFUSED),
        ('assert codes(state, move) == [("WIN-2", "no")]', "", Kind.REFUSED),
        ("assert codes(state, move) == []", "", Kind.SHOWS),
        ("assert check(state, move) == ()", "", Kind.SHOWS),
        ("assert blocked(state, move)", "", Kind.REFUSED),
        ("assert not blocked(state, move)", "", Kind.SHOWS),
        ("with pytest.raises(Refused):\n        play(move)", "", Kind.REFUSED),
        ("with pytest.raises(ValueError):\n        play(move)", "", Kind.SHOWS),
        ("assert answer.status_code == 422", "", Kind.REFUSED),
        ("assert answer.status_code != 422", "", Kind.SHOWS),
        ('found = codes(state, move)\n    assert found == ([("WIN-1", "no")] if late else [])', "", Kind.REFUSED),
        ("assert state.winner is None", "", Kind.SHOWS),
        ("assert state.winner is None", ", tries=True", Kind.COMPELLED),
        ("assert state.winner is None", ", tries=False", Kind.SHOWS),
    ],
)
def test_what_a_test_does_with_its_rule_is_read(tmp_path: Path, body: str, mark: str, kind: Kind) -> None:
    source = f'@pytest.mark.rule("WIN-1"{mark})\ndef test_WIN_1_x() -> None:\n    {body}\n'
    (tmp_path / "test_a.py").write_text(source, encoding="utf-8")
    assert [proof.kind("WIN-1") for proof in coverage.read_tests(tmp_path)] == [kind]


def test_a_refusal_counts_for_the_rules_that_it_cites_and_for_the_one_of_the_name(tmp_path: Path) -> None:
    source = (
        '@pytest.mark.rule("WIN-1", "WIN-2", "SPICE-1")\ndef test_WIN_1_x() -> None:\n'
        '    assert codes(state, move) == [("WIN-2", "no")]\n'
    )
    (tmp_path / "test_a.py").write_text(source, encoding="utf-8")
    (proof,) = coverage.read_tests(tmp_path)
    assert [proof.kind(rule) for rule in ("WIN-1", "WIN-2", "SPICE-1")] == [Kind.REFUSED, Kind.REFUSED, Kind.SHOWS]


def test_a_rule_that_is_only_shown_is_a_problem_without_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    shows = [Proof("test_a.py", "test_WIN_1_x", frozenset({"WIN-1"}), "WIN-1")]
    assert "WIN-1: no test tries what it forbids or compels" in coverage.problems(coverage.rows(shows))
    monkeypatch.setitem(coverage.SHOWN, "WIN-1", "nothing to try")
    row = next(row for row in coverage.rows(shows) if row.rule.id == "WIN-1")
    assert (row.standing, row.reason) == (Standing.SHOWN, "nothing to try")


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
    apart = len(coverage.SHOWN) + sum(coverage.section_of(rule) in coverage.NOT_YET for rule in RULES.values())
    assert len(problems) == len(RULES) - apart


def test_a_reason_that_is_no_longer_needed_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(coverage.SHOWN, "WIN-1", "nobody asks")
    monkeypatch.setitem(coverage.SHOWN, "WIN-9", "no such rule")
    shown = coverage.rows([])
    assert next(row for row in shown if row.rule.id == "WIN-1").standing is Standing.SHOWN
    named = coverage.rows([Proof("test_a.py", "test_WIN_1", frozenset(), "WIN-1", compels=True)])
    problems = coverage.problems(named)
    assert "WIN-1: is shown and enforced" in problems
    assert "WIN-9: is no rule" in problems


def test_a_table_that_is_out_of_date_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "ROOT", tmp_path)
    monkeypatch.setattr(coverage, "DOCUMENT", tmp_path / "docs" / "rules-coverage.md")
    assert any("out of date" in problem for problem in coverage.check())
    assert coverage.write() == []
    assert coverage.check() == []
