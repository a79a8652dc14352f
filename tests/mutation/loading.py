"""Puts other code into modules: while they are imported, or into the functions of modules that are there."""

import ast
import gc
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

Place = tuple[str, int, int]
"""A statement: file, line, column."""
PROBE = "_probe_of_mutation_testing"


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, change: Callable[[ast.Module], ast.Module]) -> None:
        super().__init__(name, path)
        self._change = change

    def get_code(self, fullname: str) -> CodeType:
        """Compiles the changed module: what lies compiled on disk is that of the file."""
        path = self.get_filename(fullname)
        tree = self._change(ast.parse(self.get_data(path)))
        return compile(tree, path, "exec", dont_inherit=True)


class Changing(MetaPathFinder):
    """Changes the syntax trees of modules that are imported from now on, by their files."""

    def __init__(self, changes: Mapping[Path, Callable[[ast.Module], ast.Module]]) -> None:
        self._changes = {str(file.resolve()): change for file, change in changes.items()}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Finds what Python would, and takes the loading over where a change is wanted."""
        spec = PathFinder.find_spec(fullname, path, target)
        if (
            spec is None
            or spec.origin is None
            or (change := self._changes.get(str(Path(spec.origin).resolve()))) is None
        ):
            return None
        spec.loader = _Loader(fullname, spec.origin, change)
        return spec

    def install(self) -> None:
        """Takes effect for all that is not imported yet."""
        sys.meta_path.insert(0, self)


def with_probes(tree: ast.Module, file: str) -> ast.Module:
    """Returns the module with a call before each statement that tells ``PROBE`` which one comes."""
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, field, [new for statement in value for new in _probed(statement, file)])
    return ast.fix_missing_locations(tree)


def _probed(statement: ast.stmt, file: str) -> list[ast.stmt]:
    docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    if docstring or isinstance(statement, ast.ImportFrom | ast.Import):
        return [statement]
    place = ast.Tuple([ast.Constant(part) for part in (file, statement.lineno, statement.col_offset)], ast.Load())
    call = ast.Expr(ast.Call(ast.Name(PROBE, ast.Load()), [place], []))
    for node in ast.walk(call):
        ast.copy_location(node, statement)
    return [call, statement]


class Functions:
    """The living functions of modules, and how to give them other code in place.

    Registries and modules that imported a function by name hold the same object: they see the change.
    """

    def __init__(self, files: Sequence[Path]) -> None:
        names = {str(file.resolve()) for file in files}
        self._found: defaultdict[str, list[FunctionType]] = defaultdict(list)
        # What was frozen is not among the objects listed.
        gc.unfreeze()
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType) and thing.__code__.co_filename in names:
                self._found[thing.__code__.co_filename].append(thing)
        self._codes = {
            name: _codes(compile(Path(name).read_bytes(), name, "exec", dont_inherit=True)) for name in self._found
        }

    def change(self, file: Path, tree: ast.Module) -> bool:
        """Gives the functions of ``file`` the code of ``tree``; returns False when none differs.

        A module that nobody has imported yet is changed when somebody does.
        """
        name = str(file.resolve())
        if name not in self._codes:
            if any(getattr(module, "__file__", None) == name for module in list(sys.modules.values())):
                raise RuntimeError(f"{name} is imported, and none of its functions is to be found")
            Changing({file: lambda _tree: tree}).install()
            return True
        old, new = self._codes[name], _codes(compile(tree, name, "exec", dont_inherit=True))
        changed = False
        for function in self._found[name]:
            code = function.__code__
            key = (code.co_qualname, code.co_firstlineno)
            # Two functions on one line, such as lambdas, are told apart by their order.
            for before, after in zip(old.get(key, ()), new.get(key, ()), strict=False):
                if code == before and code != after:
                    function.__code__ = after
                    changed = True
                    break
        return changed


def _codes(code: CodeType) -> dict[tuple[str, int], list[CodeType]]:
    """Returns every code object in ``code`` by name and first line."""
    found: defaultdict[tuple[str, int], list[CodeType]] = defaultdict(list)
    todo = [code]
    while todo:
        outer = todo.pop()
        found[outer.co_qualname, outer.co_firstlineno].append(outer)
        todo.extend(const for const in outer.co_consts if isinstance(const, CodeType))
    return found
