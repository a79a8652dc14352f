"""The table of rules in ``docs/rules-coverage.md``: which rule which test enforces.

    python -m tests.rules_coverage write    after adding tests or rules
    python -m tests.rules_coverage check    what the tests do: prints what is wrong, exit status 1 if anything is

A test belongs to a rule by its marker, ``@pytest.mark.rule("BATTLE-6")``, and is named after one by its name,
``test_BATTLE_6_special_elites_cancel_shields``. The tests are read, not run. A rule is *enforced* when a test is named
after it; *shown* when nothing that the app could refuse depends on it, with the reason below; *not applicable* when the
mode of play or the expansion that it belongs to cannot be played yet.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.content import RULE_SECTIONS, RULES, RuleInfo

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "rules-coverage.md"
TESTS = ROOT / "tests"
PLAYED = tuple(str(number) for number in range(1, 14))
"""The sections whose every rule must be enforced or shown."""

NOT_YET: dict[str, str] = {
    "16": "the expansion cannot be played yet",
}
"""Sections whose rules need not be enforced, each with the reason."""

SHOWN: dict[str, str] = {}
"""Rules that are only shown, each with the reason."""


class Standing(StrEnum):
    """How a rule is covered."""

    ENFORCED = "enforced"
    SHOWN = "shown"
    NOT_APPLICABLE = "not applicable"
    MISSING = "missing"


class Proof(NamedTuple):
    """One test function: its file below ``tests``, its name, the rules of its markers and the one it is named after."""

    file: str
    name: str
    rules: frozenset[str]
    named_after: str | None


@dataclass(frozen=True, slots=True)
class Row:
    """One rule with its tests, those named after it first."""

    rule: RuleInfo
    standing: Standing
    reason: str
    tests: tuple[Proof, ...]


@cache
def read_tests(folder: Path) -> tuple[Proof, ...]:
    """Every test function below a folder, by file and name; read once."""
    found: list[Proof] = []
    for file in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
        found.extend(_tests_of(tree, file.relative_to(folder).as_posix(), frozenset(_module_marks(tree))))
    return tuple(found)


def _tests_of(tree: ast.AST, file: str, inherited: frozenset[str]) -> Iterator[Proof]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _tests_of(node, file, inherited | frozenset(_marks(node.decorator_list)))
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            rules = inherited | frozenset(_marks(node.decorator_list))
            yield Proof(file, node.name, rules, named_after(node.name))


def _module_marks(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "pytestmark" for target in node.targets):
            yield from _marks(node.value.elts if isinstance(node.value, ast.List | ast.Tuple) else [node.value])


def _marks(decorators: list[ast.expr]) -> Iterator[str]:
    for node in decorators:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


def named_after(name: str) -> str | None:
    """The rule that a test is named after, None for a name without one.

    >>> named_after("test_ACT_DEPLOY_A_needs_a_sietch"), named_after("test_nothing")
    ('ACT-DEPLOY-A', None)
    """
    words = re.match(r"test_((?:[A-Z0-9]+_)*[A-Z0-9]+)(?:_|$)", name)
    parts = words.group(1).split("_") if words else []
    for count in range(len(parts), 0, -1):
        rule = "-".join(parts[:count])
        if rule in RULES:
            return rule
    return None


def rows(tests: Iterable[Proof]) -> list[Row]:
    """One row for each rule, in the order of the rulebook."""
    tests, found = tuple(tests), []
    for rule in RULES.values():
        own = [test for test in tests if rule.id in test.rules or test.named_after == rule.id]
        own.sort(key=lambda test: (test.named_after != rule.id, test.file, test.name))
        found.append(_row(rule, tuple(own)))
    return found


def _row(rule: RuleInfo, tests: tuple[Proof, ...]) -> Row:
    if any(test.named_after == rule.id for test in tests):
        return Row(rule, Standing.ENFORCED, "", tests)
    if rule.id in SHOWN:
        return Row(rule, Standing.SHOWN, SHOWN[rule.id], tests)
    if rule.section in NOT_YET:
        return Row(rule, Standing.NOT_APPLICABLE, NOT_YET[rule.section], tests)
    return Row(rule, Standing.MISSING, "no test is named after it", tests)


def problems(found: list[Row]) -> list[str]:
    """What must not be: a rule that nobody covers, a reason that is no longer needed or names no rule."""
    idle = [
        f"{row.rule.id}: is shown and enforced"
        for row in found
        if row.rule.id in SHOWN and row.standing is Standing.ENFORCED
    ]
    unknown = [f"{rule}: is no rule" for rule in SHOWN if rule not in RULES]
    return [f"{row.rule.id}: {row.reason}" for row in found if row.standing is Standing.MISSING] + idle + unknown


def document(found: list[Row]) -> str:
    """The text of the table."""
    counts = {standing: sum(row.standing is standing for row in found) for standing in Standing}
    lines = [
        "# Rules and their tests",
        "",
        "Generated by `python -m tests.rules_coverage write`; a test fails when it is out of date.",
        "",
        f"{len(found)} rules and rulings: {counts[Standing.ENFORCED]} enforced, {counts[Standing.SHOWN]} shown, "
        f"{counts[Standing.NOT_APPLICABLE]} not applicable yet.",
        "",
        "*Enforced*: at least one test is named after the rule. *Shown*: the app names the rule, "
        "and nothing that it could refuse depends on it. *Not applicable*: what it is about cannot be played yet.",
    ]
    for section in RULE_SECTIONS.values():
        own = [row for row in found if row.rule.section == section.id]
        lines += ["", f"## {section.id}. {section.title}", "", "| rule | about | page | is | tests |"]
        lines += ["|---|---|---|---|---|", *(_line(row) for row in own)]
    return "\n".join(lines) + "\n"


def _line(row: Row) -> str:
    page = "" if row.rule.page is None else str(row.rule.page)
    return f"| {row.rule.id} | {row.rule.title} | {page} | {row.standing.value} | {_cell(row)} |"


def _cell(row: Row) -> str:
    if row.standing is not Standing.ENFORCED:
        return row.reason
    first, files = row.tests[0], list(dict.fromkeys(test.file for test in row.tests))
    text = f"`{first.name}` in {first.file}"
    if len(row.tests) == 1:
        return text
    others = [file for file in files if file != first.file]
    more = f"; {len(row.tests)} tests in all"
    return text + more + (f", also in {', '.join(others)}" if others else "")


def current() -> list[Row]:
    """The rows of this checkout."""
    return rows(read_tests(TESTS))


def check() -> list[str]:
    """Everything that is wrong with the table, empty when nothing is."""
    found = current()
    wrong = problems(found)
    text = DOCUMENT.read_text(encoding="utf-8") if DOCUMENT.is_file() else ""
    if text != document(found):
        wrong.append(f"{DOCUMENT.relative_to(ROOT)}: out of date, run python -m tests.rules_coverage write")
    return wrong


def write() -> list[str]:
    found = current()
    DOCUMENT.parent.mkdir(exist_ok=True)
    DOCUMENT.write_text(document(found), encoding="utf-8")
    return problems(found)


if __name__ == "__main__":
    commands = {"write": write, "check": check}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        sys.exit("error: rules_coverage: write or check")
    wrong = commands[sys.argv[1]]()
    print(*wrong, sep="\n")
    sys.exit(int(bool(wrong)))
