"""Mutants of a module: one small change each, made on its syntax tree.

Left alone are imports, annotations, decorators, docstrings, texts and the messages of errors: what is said is no rule.
"""

import ast
import copy
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

Way = tuple[tuple[str, int | None], ...]
"""From the module to a node: fields, with the place in it where the field is a list."""

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
SIDES = {"ATREIDES": "HARKONNEN", "HARKONNEN": "ATREIDES"}
EMPTY = {"tuple": "()", "list": "[]", "dict": "{}", "frozenset": "frozenset()", "set": "set()", "int": "0"}
MOST_SHOWN = 160
SKIPPED = (ast.Import, ast.ImportFrom, ast.JoinedStr, ast.Raise, ast.pattern, ast.alias, ast.keyword)
SKIPPED_FIELDS = frozenset({"decorator_list", "annotation", "returns", "bases", "keywords", "type_params", "ctx", "op"})

Members = Mapping[str, tuple[str, ...]]
"""The members of enumerations that are mentioned, by the name of the enumeration."""


class Mutant(NamedTuple):
    """One change: where it is, as text before and after, and how the node is found again."""

    file: str
    function: str
    line: int
    before: str
    after: str
    repeat: int
    """0 for the first such change in this function, 1 for the second ..."""
    place: tuple[int, int]
    """Line and column of the statement that it is in."""
    way: Way
    variant: int

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """Names the change as long as the function and its expression stay what they are."""
        return self.file, self.function, self.before, self.after, self.repeat


class _Spot(NamedTuple):
    way: Way
    node: ast.AST
    function: str
    returns: ast.expr | None
    statement: ast.stmt


def members_of(sources: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Returns the enumerations that these modules mention, each with the members that they name."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr.isupper():
                found[node.value.id].add(node.attr)
    return {name: tuple(sorted(members)) for name, members in found.items() if name[0].isupper() and len(members) > 1}


def mutants(file: str, source: str, members: Members) -> list[Mutant]:
    """Returns every mutant of one module, in the order of its lines."""
    tree = ast.parse(source)
    found: list[Mutant] = []
    seen: Counter[tuple[str, str, str]] = Counter()
    for spot in _spots(tree):
        shown = spot.way[: _shown(tree, spot.way)]
        before = _text(_nodes(tree, shown)[-1])
        for number, new in enumerate(variants(spot.node, spot.returns, members)):
            _put(tree, spot.way, new)
            after = _text(_nodes(tree, shown)[-1])
            _put(tree, spot.way, spot.node)
            repeat = seen[spot.function, before, after]
            seen[spot.function, before, after] += 1
            place = (spot.statement.lineno, spot.statement.col_offset)
            line = getattr(spot.node, "lineno", spot.statement.lineno)
            found.append(Mutant(file, spot.function, line, before, after, repeat, place, spot.way, number))
    return sorted(found, key=lambda mutant: (mutant.line, mutant.way, mutant.variant))


def mutated(source: str, mutant: Mutant, members: Members) -> ast.Module:
    """Returns the tree of the module with this change made."""
    tree = ast.parse(source)
    *outer, node = _nodes(tree, mutant.way)
    inner = [holder for holder in outer if isinstance(holder, ast.FunctionDef | ast.ClassDef)]
    returns = inner[-1].returns if inner and isinstance(inner[-1], ast.FunctionDef) else None
    _put(tree, mutant.way, list(variants(node, returns, members))[mutant.variant])
    return ast.fix_missing_locations(tree)


def _spots(tree: ast.Module) -> Iterator[_Spot]:
    """Walks the nodes that may be changed, each with where it stands."""
    top = ast.Pass(lineno=1, col_offset=0)
    todo: list[_Spot] = [_Spot((), tree, "", None, top)]
    while todo:
        way, node, function, returns, statement = todo.pop()
        if way and not isinstance(node, ast.expr_context | ast.operator | ast.cmpop | ast.boolop | ast.unaryop):
            yield _Spot(way, node, function, returns, statement)
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            function = f"{function}.{node.name}".lstrip(".")
            returns = node.returns if isinstance(node, ast.FunctionDef) else None
        for field, index, child in _children(node):
            inner = child if isinstance(child, ast.stmt) else statement
            todo.append(_Spot((*way, (field, index)), child, function, returns, inner))


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    for field, value in ast.iter_fields(node):
        calls = isinstance(node, ast.Call) and field == "keywords"
        if field in SKIPPED_FIELDS and not calls:
            continue
        for index, child in enumerate(value) if isinstance(value, list) else ((None, value),):
            if isinstance(child, ast.keyword):
                # The value of an argument by name is looked at through its keyword; ``zip(strict=...)`` is no rule.
                if child.arg != "strict":
                    yield field, index, child
            elif isinstance(child, ast.AST) and not isinstance(child, SKIPPED) and not _no_code(child):
                yield field, index, child


def _no_code(node: ast.AST) -> bool:
    """True for docstrings, ``__all__`` and tables of types."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Assign):
        return any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets) or (
            isinstance(node.value, ast.Subscript | ast.BinOp)
            and bool(re.fullmatch(r"[A-Z]\w*[\[ ].*", ast.unparse(node.value)))
        )
    return False


def variants(node: ast.AST, returns: ast.expr | None, members: Members) -> Iterator[ast.AST]:
    """Yields what a node may be replaced by; ``returns`` is the annotation of the function it is in."""
    if isinstance(node, ast.stmt):
        yield from _statements(node, returns)
    if isinstance(node, ast.If | ast.IfExp | ast.While | ast.comprehension):
        yield from _conditions(node)
    elif isinstance(node, ast.Compare):
        for index, op in enumerate(node.ops):
            yield _with(node, ops=[*node.ops[:index], COMPARISONS[type(op)](), *node.ops[index + 1 :]])
    elif isinstance(node, ast.BoolOp):
        yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        for index, operand in enumerate(node.values):
            if not _names_something(operand):
                rest = [*node.values[:index], *node.values[index + 1 :]]
                yield rest[0] if len(rest) == 1 else _with(node, values=rest)
    elif isinstance(node, ast.UnaryOp) and not isinstance(node.operand, ast.Constant):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        yield _with(node, op=ARITHMETIC[type(node.op)]())
    elif isinstance(node, ast.Slice):
        yield from (_with(node, **{end: None}) for end in ("lower", "upper") if getattr(node, end) is not None)
    else:
        yield from _names(node, members)


def _conditions(node: ast.If | ast.IfExp | ast.While | ast.comprehension) -> Iterator[ast.AST]:
    tests = node.ifs if isinstance(node, ast.comprehension) else [node.test]
    for index, test in enumerate(tests):
        for value in (False,) if isinstance(node, ast.While) else (True, False):
            if _names_something(test):
                continue
            constant = ast.Constant(value)
            if isinstance(node, ast.comprehension):
                yield _with(node, ifs=[*node.ifs[:index], constant, *node.ifs[index + 1 :]])
            else:
                yield _with(node, test=constant)


def _statements(node: ast.stmt, returns: ast.expr | None) -> Iterator[ast.AST]:
    """Yields a statement left out, or another result."""
    ends = isinstance(node, ast.Return) and node.value is None
    if isinstance(node, ast.Expr):
        # A function that yields stays one that yields.
        yields = isinstance(node.value, ast.Yield | ast.YieldFrom)
        yield ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load()))) if yields else ast.Pass()
    elif isinstance(node, ast.AugAssign | ast.Continue | ast.Break | ast.Delete) or _sets_a_part(node) or ends:
        yield ast.Pass()
    elif isinstance(node, ast.Return) and returns is not None and node.value is not None:
        for other in _results(node.value, returns):
            if ast.unparse(other) != ast.unparse(node.value):
                yield _with(node, value=other)


def _sets_a_part(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and all(isinstance(t, ast.Attribute | ast.Subscript) for t in node.targets)


def _results(value: ast.expr, returns: ast.expr) -> Iterator[ast.expr]:
    kind = ast.unparse(returns)
    if kind == "bool" and not isinstance(value, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant):
        yield ast.UnaryOp(ast.Not(), value)
    elif kind.endswith("| None"):
        yield ast.Constant(None)
    elif (name := kind.partition("[")[0]) in EMPTY and not isinstance(value, ast.Constant):
        yield ast.parse(EMPTY[name], mode="eval").body


def _names(node: ast.AST, members: Members) -> Iterator[ast.AST]:
    """Yields other numbers, other functions, other members of an enumeration."""
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield from (ast.Constant(node.value + 1), ast.Constant(node.value - 1))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
        yield _with(node, func=ast.Name(FUNCTIONS[node.func.id], ast.Load()))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
        kinds = node.args[1]
        if isinstance(kinds, ast.BinOp):
            yield from (_with(node, args=[node.args[0], part]) for part in (kinds.left, kinds.right))
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in members:
        known = members[node.value.id]
        if node.attr in known:
            yield _with(node, attr=known[(known.index(node.attr) + 1) % len(known)])
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in SIDES:
        # The other side need not be imported where one is.
        yield ast.Attribute(
            ast.Call(ast.Name("type", ast.Load()), [ast.Name(node.id, ast.Load())], []), SIDES[node.id], ast.Load()
        )


def _names_something(node: ast.AST) -> bool:
    """True when leaving the expression out would leave a name without a value."""
    return any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(node))


def _with(node: ast.AST, **changes: object) -> ast.AST:
    new = copy.copy(node)
    for field, value in changes.items():
        setattr(new, field, value)
    return new


def _put(tree: ast.AST, way: Way, new: ast.AST) -> ast.AST:
    """Replaces the node at the end of ``way`` and returns the one that was there."""
    *before, (field, index) = way
    holder = _nodes(tree, tuple(before))[-1]
    old: ast.AST = getattr(holder, field) if index is None else getattr(holder, field)[index]
    for inner in ast.walk(new):
        if isinstance(inner, ast.expr | ast.stmt) and not hasattr(inner, "lineno"):
            ast.copy_location(inner, old)
    if index is None:
        setattr(holder, field, new)
    else:
        getattr(holder, field)[index] = new
    return old


def _nodes(tree: ast.AST, way: Way) -> list[ast.AST]:
    """Returns the nodes along ``way``, the module first."""
    nodes = [tree]
    for field, index in way:
        value = getattr(nodes[-1], field)
        nodes.append(value if index is None else value[index])
    return nodes


def _shown(tree: ast.Module, way: Way) -> int:
    """Returns how much of ``way`` leads to what shows the change: the statement, or less of it when that is long."""
    nodes = _nodes(tree, way)
    shown = len(way)
    while shown > 1 and not isinstance(nodes[shown], ast.stmt) and len(_text(nodes[shown - 1])) <= MOST_SHOWN:
        shown -= 1
    return shown


def _text(node: ast.AST) -> str:
    """Returns the source of a node, of a compound statement its head."""
    if isinstance(node, ast.stmt | ast.match_case) and hasattr(node, "body"):
        inside = [ast.Expr(ast.Constant(...))]
        node = _with(node, body=inside, **{field: [] for field in ("orelse", "finalbody") if hasattr(node, field)})
    lines = ast.unparse(node).strip().splitlines()
    return " ".join(line.strip() for line in lines if not line.strip().startswith("@")).removesuffix(" ...")
