"""The table of rules in ``docs/rules-coverage.md``: which rule which test enforces.

    python -m tests.rules_coverage write    after adding tests or rules
    python -m tests.rules_coverage check    what the tests do: prints what is wrong, exit status 1 if anything is

A test belongs to a rule by its marker, ``@pytest.mark.rule("BATTLE-6")``, and is named after one by its name,
``test_BATTLE_6_special_elites_cancel_shields``. The tests are read, not run. A test *tries* a rule in one of two ways:

* *refused*: it attempts what the rule forbids and asserts the answer. Read from its source: a refusal is asserted (see
  ``REFUSALS``), by a test named after the rule or with the rule's id in what is expected.
* *compelled*: it sets off what the rule compels and sees the difference, which its author says in the marker,
  ``@pytest.mark.rule("BATTLE-6", tries=True)``, for the rule that it is named after.

All other tests *show* a rule: its data, words and pages. A rule is *enforced* when a test is named after it and one
tries it; *shown* when there is nothing to try, with the reason below; *not applicable* when the mode of play or the
expansion that it belongs to cannot be played yet.
"""

import ast
import re
import sys
from collections import Counter
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

NOT_YET: dict[str, str] = {}
"""Sections whose rules need not be enforced, each with the reason."""

FACT = "a fact of the board or the box: its data are compared with their source, and nobody can act against it"
LAID_OUT = "the set-up lays it out by itself, and a correction may change it: there is nothing to try"
SHOWN: dict[str, str] = {
    "BOARD-1": FACT,
    "SETUP-3": LAID_OUT,
    "SETUP-4": LAID_OUT,
    "UNIT-1": FACT,
}
"""Rules that are only shown, each with the reason."""

REFUSALS = frozenset({"blocked", "check", "codes", "reasons", "refused", "unusual"})
"""Helpers of the tests that give the reasons against a command."""
REFUSED_STATUS = 422
"""What the web app answers a command against the rules with."""


class Standing(StrEnum):
    """How a rule is covered."""

    ENFORCED = "enforced"
    SHOWN = "shown"
    NOT_APPLICABLE = "not applicable"
    MISSING = "missing"


class Kind(StrEnum):
    """What a test does with a rule."""

    REFUSED = "refused"
    COMPELLED = "compelled"
    SHOWS = "shows"


class Proof(NamedTuple):
    """One test function: its file below ``tests``, its name, the rules of its markers and the one it is named after.

    ``refuses``: it asserts a refusal; ``expects``: the ids of rules among what it expects; ``compels``: it says so.
    """

    file: str
    name: str
    rules: frozenset[str]
    named_after: str | None
    refuses: bool = False
    expects: frozenset[str] = frozenset()
    compels: bool = False

    def kind(self, rule: str) -> Kind:
        """What the test does with ``rule``."""
        if self.compels and self.named_after in (rule, None):
            return Kind.COMPELLED
        if self.refuses and (self.named_after == rule or rule in self.expects):
            return Kind.REFUSED
        return Kind.SHOWS


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
            compels = any(_compels(mark) for mark in node.decorator_list)
            yield Proof(file, node.name, rules, named_after(node.name), _refuses(node), _expected(node), compels)


def _module_marks(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "pytestmark" for target in node.targets):
            yield from _marks(node.value.elts if isinstance(node.value, ast.List | ast.Tuple) else [node.value])


def _marks(decorators: list[ast.expr]) -> Iterator[str]:
    for node in decorators:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


def _compels(mark: ast.expr) -> bool:
    return isinstance(mark, ast.Call) and any(
        one.arg == "tries" and isinstance(one.value, ast.Constant) and one.value.value is True for one in mark.keywords
    )


def _refuses(test: ast.FunctionDef) -> bool:
    """Whether a test asserts that something is refused, or compares reasons against a command with some."""
    nodes = list(ast.walk(test))
    calls = {_called(node) for node in nodes if isinstance(node, ast.Call)}
    if any(isinstance(node, ast.Compare) and _is_refusal(node) for node in nodes):
        return True
    asserted = [node.test for node in nodes if isinstance(node, ast.Assert)]
    if any(isinstance(one, ast.Call) and _called(one) in REFUSALS - {"codes", "check"} for one in asserted):
        return True
    raises = any(isinstance(node, ast.Call) and _called(node) == "raises" and _raised(node) for node in nodes)
    return raises or bool(calls & REFUSALS and _expected(test))


def _is_refusal(compared: ast.Compare) -> bool:
    sides = (compared.left, *compared.comparators)
    if any(isinstance(side, ast.Constant) and side.value == REFUSED_STATUS for side in sides):
        return isinstance(compared.ops[0], ast.Eq)
    given = any(isinstance(node, ast.Call) and _called(node) in REFUSALS for side in sides for node in ast.walk(side))
    empty = any(isinstance(side, ast.List | ast.Tuple) and not side.elts for side in sides)
    return given and not empty and isinstance(compared.ops[0], ast.Eq | ast.In)


def _raised(call: ast.Call) -> bool:
    return any(isinstance(arg, ast.Name) and arg.id == "Refused" for arg in call.args)


def _called(call: ast.Call) -> str:
    return str(getattr(call.func, "id", getattr(call.func, "attr", "")))


def _expected(test: ast.FunctionDef) -> frozenset[str]:
    """The ids of rules among the texts of a test, those of its markers aside."""
    given = [mark for mark in test.decorator_list if not list(_marks([mark]))]
    parts = (node for part in (*test.body, *given) for node in ast.walk(part))
    texts = (node.value for node in parts if isinstance(node, ast.Constant))
    return frozenset(text for text in texts if isinstance(text, str) and text in RULES)


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
    named = any(test.named_after == rule.id for test in tests)
    if named and any(test.kind(rule.id) is not Kind.SHOWS for test in tests):
        return Row(rule, Standing.ENFORCED, "", tests)
    if rule.id in SHOWN:
        return Row(rule, Standing.SHOWN, SHOWN[rule.id], tests)
    section = section_of(rule)
    if section in NOT_YET:
        return Row(rule, Standing.NOT_APPLICABLE, NOT_YET[section], tests)
    missing = "no test tries what it forbids or compels" if named else "no test is named after it"
    return Row(rule, Standing.MISSING, missing, tests)


def section_of(rule: RuleInfo) -> str:
    """The section that decides whether a rule can be played: a ruling belongs to that of the rule it completes."""
    return rule.section if rule.completes is None else RULES[rule.completes].section


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
        "*Enforced*: a test is named after the rule, and at least one *tries* it: it attempts what the rule forbids "
        "and is *refused*, or it sets off what the rule compels and sees the difference (*compelled*). The other tests "
        "of a rule *show* it: its data, words and pages. *Shown*: there is nothing to try, for the reason given. *Not "
        "applicable*: what it is about cannot be played yet.",
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
    kinds = Counter(test.kind(row.rule.id) for test in row.tests)
    first = next(test for test in row.tests if test.kind(row.rule.id) is not Kind.SHOWS)
    text = f"{first.kind(row.rule.id)}: `{first.name}` in {first.file}"
    if len(row.tests) == 1:
        return text
    return f"{text}; in all " + ", ".join(f"{kinds[kind]} {kind}" for kind in Kind if kinds[kind])


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
