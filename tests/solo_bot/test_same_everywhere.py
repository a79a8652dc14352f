"""The same position is answered the same in every process: nothing follows the order in which a set holds things.

Hashes of names and of None differ from process to process, and with them the order of a set.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.army import Army
from companion.rules.odds.benchmark import clear_caches
from solo_bot.levels.foresight import _expected
from solo_bot.procedure.decision import MoveOption
from solo_bot.procedure.movement import Moves, _union

ROOT = Path(__file__).parent.parent.parent
PURE = sorted(path for room in ("solo_bot", "companion/rules") for path in (ROOT / room).rglob("*.py"))
TAKES_AN_ORDER = {"list", "tuple", "enumerate", "map", "filter", "iter", "zip", "product", "permutations"}
TAKES_AN_ORDER |= {"fromkeys", "extend", "join", "keep", "choice", "in_order"}
SORTS_BY_A_KEY = {"sorted", "min", "max"}
GATHERS = {"sum", "any", "all", "set", "frozenset", "max", "min", "sorted"}
"""What may be given a loop over a set, as its order makes no difference."""
LOOKED_AT = {
    ("companion/rules/ask/asked.py", "{BY_NAME.get(name, _everybody) for name in names} - {_everybody}"),  # all of them
    ("companion/rules/odds/aftermath.py", "set(before.named) - set(named)"),  # no two leaders have the same key
    ("companion/rules/odds/recommend.py", "forces"),  # nor two tokens
}


def makes_a_set(value: ast.expr) -> bool:
    """True where an expression makes a set."""
    if isinstance(value, ast.BinOp):
        return makes_a_set(value.left) or makes_a_set(value.right)
    if isinstance(value, ast.Call):
        made = value.func.value if isinstance(value.func, ast.Subscript) else value.func
        return isinstance(made, ast.Name) and made.id in ("set", "frozenset")
    return isinstance(value, ast.Set | ast.SetComp)


def in_order_of_a_set(function: ast.FunctionDef) -> Iterator[str]:
    """Yields the sets of a function whose order something follows: a loop, a list, a choice by a key."""
    nodes = list(ast.walk(function))
    names = {
        target.id
        for node in nodes
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and makes_a_set(node.value)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    calls = [
        (node, getattr(node.func, "id", getattr(node.func, "attr", ""))) for node in nodes if type(node) is ast.Call
    ]
    gathered = {one for call, name in calls if name in GATHERS and not call.keywords for one in call.args}
    ordered = [one for call, name in calls if name in TAKES_AN_ORDER for one in call.args]
    ordered += [one for call, name in calls if name in SORTS_BY_A_KEY and call.keywords for one in call.args]
    for node in nodes:
        if isinstance(node, ast.For):
            ordered.append(node.iter)
        elif isinstance(node, ast.ListComp | ast.DictComp | ast.GeneratorExp) and node not in gathered:
            ordered += [loop.iter for loop in node.generators]
        elif isinstance(node, ast.Starred):
            ordered.append(node.value)
    yield from (
        ast.unparse(one) for one in ordered if makes_a_set(one) or (isinstance(one, ast.Name) and one.id in names)
    )


def found_in(source: str) -> list[str]:
    """Returns what a module makes in the order of a set."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return [one for function in functions for one in in_order_of_a_set(function)]


def test_nothing_is_made_in_the_order_of_a_set() -> None:
    found = {(str(path.relative_to(ROOT)), one) for path in PURE for one in found_in(path.read_text("utf-8"))}
    assert found == LOOKED_AT


@pytest.mark.parametrize(
    "source",
    [
        "options = {one for one in found}\n    return tuple(sorted(options, key=lambda one: one.sort_key))",
        "found: set[int] = set()\n    return [one for one in found]",
        "for one in {1, 2} | more:\n        yield one",
        "print(*frozenset(more))",
    ],
)
def test_a_set_whose_order_is_followed_is_found(source: str) -> None:
    assert len(found_in(f"def made(found, more):\n    {source}")) == 1


@pytest.mark.parametrize("source", ["sorted({1, 2})", "max(one for one in set(more))", "{one for one in set(more)}"])
def test_a_set_in_any_order_is_not(source: str) -> None:
    assert found_in(f"def made(more):\n    return {source}") == []


def test_R_21_moves_that_differ_in_their_temporary_target_stay_in_the_order_of_the_targets() -> None:
    targets = [33, 85, 4, 60, 12, 99, 71, 20]
    moves = [MoveOption(66, 70, Army(2, 2, named=("beast_rabban",)), None, target) for target in targets]
    found = _union([Moves("move", "MAHDI-MOVE-1", (move,)) for move in [*moves, *moves]])
    assert [option.temporary for option in found.options] == targets


def test_what_was_kept_of_other_battles_changes_no_prospect() -> None:
    """Battles share what they have in common: in whatever order they are worked out, each comes out the same."""
    legions = [Army(regular=size, elite=elite, generic=1) for size in (1, 3, 5) for elite in (0, 1)]
    battles = [(own, other, rank) for own in legions for other in legions[::2] for rank in (0, 2)]

    def worked_out(order: list[tuple[Army, Army, int]]) -> list[tuple[float, ...]]:
        clear_caches()
        _expected.cache_clear()
        found = {battle: _expected(*battle, 2, False) for battle in order}
        return [tuple(round(value, 9) for value in found[battle]) for battle in battles]

    assert worked_out(battles) == worked_out(battles[::-1])
