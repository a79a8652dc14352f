"""The tool for mutation testing: what it changes, and that it tells a weak test from a strong one."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation import report
from tests.mutation.operators import members_of, mutants, mutated
from tests.mutation.targets import GROUPS, find, group_of

ROOT = Path(__file__).resolve().parents[2]
TINY = """
LIMIT = 3

def may_move(left: int, *, free: bool) -> bool:
    return free and left > 0


def hand(cards: int) -> int:
    return min(cards, LIMIT)


def count(steps: int) -> int:
    done = 0
    while steps:
        steps -= 1
        done += 1
    return done
"""
WEAK = """
import tiny


def test_moves() -> None:
    assert tiny.may_move(2, free=True)


def test_hand() -> None:
    tiny.hand(2)
"""
STRONG = """
import gc

import pytest
import tiny

gc.freeze()


@pytest.mark.parametrize("left, free, may", [(1, True, True), (0, True, False), (1, False, False)])
def test_moves(left, free, may) -> None:
    assert tiny.may_move(left, free=free) is may


@pytest.mark.parametrize("cards, kept", [(2, 2), (3, 3), (4, 3)])
def test_hand(cards, kept) -> None:
    assert tiny.hand(cards) == kept


def test_count() -> None:
    assert tiny.count(2) == 2
"""


def changes(source: str) -> set[tuple[str, str]]:
    return {(mutant.before, mutant.after) for mutant in mutants("file.py", source, members_of([source]))}


@pytest.mark.parametrize(
    "source, after",
    [
        ("x = a < b", "x = a <= b"),
        ("x = a not in b", "x = a in b"),
        ("x = a and b", "x = a or b"),
        ("x = a and b", "x = b"),
        ("x = not a", "x = a"),
        ("x = a + 1", "x = a - 1"),
        ("x = a + 1", "x = a + 2"),
        ("x = True", "x = False"),
        ("if a:\n    b()", "if False:"),
        ("if a:\n    b()", "pass"),
        ("x = [a for a in b if a]", "x = [a for a in b if True]"),
        ("x = min(a, b)", "x = max(a, b)"),
        ("x = a[1:]", "x = a[:]"),
        ("x = [Kind.ONE, Kind.TWO]", "x = [Kind.TWO, Kind.TWO]"),
        ("x = ATREIDES", "x = type(ATREIDES).HARKONNEN"),
        ("x = isinstance(a, B | C)", "x = isinstance(a, C)"),
        ("def f():\n    yield a", "yield from ()"),
        ("def f() -> int:\n    return a", "return 0"),
        ("def f() -> bool:\n    return a()", "return not a()"),
        ("def f() -> A | None:\n    return a", "return None"),
        ("def f(a: int = 1): ...", "def f(a: int=2):"),
        ("f(a=1)", "f(a=2)"),
    ],
)
def test_what_is_changed(source: str, after: str) -> None:
    assert after in {new for _old, new in changes(source)}


@pytest.mark.parametrize(
    "source",
    ["import a", "x: Literal[1]", "@f(1)\ndef g(): ...", '"""Text of 1."""', "raise ValueError(1)", "x = f'{1}'"],
)
def test_what_is_left_alone(source: str) -> None:
    assert changes(source) == set()


def test_a_mutant_is_the_module_with_one_change() -> None:
    for mutant in mutants("tiny.py", TINY, {}):
        old, new = ast.parse(TINY), mutated(TINY, mutant, {})
        compile(new, "tiny.py", "exec")
        assert sum(a != b for a, b in zip(ast.unparse(old).split(), ast.unparse(new).split(), strict=False)) > 0
        assert ast.unparse(old) != ast.unparse(new)


def run(folder: Path, test: str) -> subprocess.CompletedProcess[str]:
    (folder / "tiny.py").write_text(TINY, encoding="utf-8")
    (folder / "test_tiny.py").write_text(test, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "tests.mutation", "--all", "--file", "tiny.py", "--tests", "test_tiny.py"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_a_strong_test_lets_nothing_survive(tmp_path: Path) -> None:
    result = run(tmp_path, STRONG)
    assert result.returncode == 0, result.stdout + result.stderr
    *_, whole, _seconds = result.stdout.splitlines()
    assert whole.split()[1] == whole.split()[2]
    assert int(whole.split()[3]) > 0, "leaving out 'steps -= 1' goes on for ever"


@pytest.mark.slow
def test_the_survivors_of_a_weak_test_are_listed(tmp_path: Path) -> None:
    result = run(tmp_path, WEAK)
    assert result.returncode == 1, result.stdout + result.stderr
    assert "tiny.py:5 may_move\n  - return free and left > 0\n  + return left > 0\n" in result.stdout
    assert "tiny.py:2 \n  - LIMIT = 3\n  + LIMIT = 4\n" in result.stdout
    assert "tiny.py:15 count (no test gets there)\n  - steps -= 1\n" in result.stdout
    assert "+ return not" not in result.stdout, "a moved legion that may not is noticed"


def test_the_interval_of_a_sample_holds_the_share() -> None:
    assert report.interval(0, 0) == (0, 1)
    low, high = report.interval(90, 100)
    assert (round(low, 3), round(high, 3)) == (0.826, 0.945)


def test_groups_are_packages() -> None:
    assert group_of("solo_bot/cards/course.py") == "opponent"
    assert group_of("solo_bot/simulation/play.py") == "simulated"
    assert group_of("companion/rules/state.py") is None
    files = find(ROOT)
    assert {group_of(file) for file in files} == GROUPS.keys()
    assert find(ROOT, ["*/reach.py"]) == ["companion/rules/reach.py"]


@pytest.mark.slow
def test_every_explained_survivor_still_exists_and_says_why() -> None:
    known = report.explained()
    files = {key[0] for key in known}
    texts = {file: (ROOT / file).read_text(encoding="utf-8") for file in find(ROOT)}
    members = members_of(texts.values())
    there = {mutant.key for file in files & texts.keys() for mutant in mutants(file, texts[file], members)}
    assert sorted(known.keys() - there) == []
    assert [key for key, because in known.items() if len(because) < 10] == []
