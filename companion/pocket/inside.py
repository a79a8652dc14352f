"""What the browser's own Python does as the bundle is built: it compiles modules, and lists what each imports.

Standard library only: ``node/compile.mjs`` runs this file by itself.
"""

import ast
import json
import marshal
import os
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path

LIST = "imports.json"
"""Where the list of imports lies, beside what was compiled."""
UNCHECKED = (1).to_bytes(4, "little")
"""In a compiled module: it stands for its source, whatever the time."""
BY_NAME = frozenset({"__import__", "import_module", "preload_module"})
"""Functions that are given names of modules."""
READ_ANNOTATIONS = ("importlib/", "pydantic/")
"""Where functions are asked for the types of what they take."""
OURS = ("companion/", "solo_bot/", "vision/")
"""Whose tracebacks name each line; those of libraries name the line where a function or class begins."""


def compile_folder(folder: Path, shown: str) -> None:
    """Puts compiled modules in place of all sources below a folder, and the list of their imports into it.

    ``shown`` is what tracebacks call the folder. Asserts, docstrings and the types of functions go: a third of the
    weight, and of the time that loading takes.
    """
    found = {}
    for place, folders, names in os.walk(folder):
        folders.sort()
        for file in (Path(place, name) for name in sorted(names) if name.endswith(".py")):
            path = file.relative_to(folder).as_posix()
            source = file.read_bytes()
            tree = ast.parse(source)
            found[path] = sorted(set(imports(tree, path)))
            file.with_suffix(".pyc").write_bytes(compiled(source, tree, path, f"{shown}/{path}"))
            file.unlink()
    (folder / LIST).write_text(json.dumps(found, sort_keys=True), encoding="utf-8")


def compiled(source: bytes, tree: ast.Module, path: str, shown: str) -> bytes:
    """Returns a compiled module, as files that end in ``.pyc`` have it; its tree is changed."""
    if not path.startswith(READ_ANNOTATIONS):
        _forget_types(tree)
    if not path.startswith(OURS):
        _forget_lines(tree, 1)
    code = compile(tree, shown, "exec", dont_inherit=True, optimize=2)
    return b"".join((MAGIC_NUMBER, UNCHECKED, source_hash(source), marshal.dumps(code)))


def imports(tree: ast.Module, path: str) -> Iterator[str]:
    """Yields the full names of what a module may import, functions included, but nothing that only type checkers see.

    >>> sorted(imports(ast.parse("import a.b\\nfrom . import c\\nif TYPE_CHECKING:\\n    import d"), "x/y.py"))
    ['a.b', 'x', 'x.c']
    """
    package = path.removesuffix(".py").removesuffix("/__init__").split("/")
    if not path.endswith("/__init__.py"):
        package.pop()
    yield from _below(tree, package)


def _forget_types(tree: ast.AST) -> None:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None


def _forget_lines(node: ast.AST, line: int) -> None:
    """Says of everything in a function or class that it stands where that begins: a twentieth of the weight."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            _forget_lines(child, child.lineno)
        else:
            _forget_lines(child, line)
            if "lineno" in child._attributes:
                vars(child).update(lineno=line, end_lineno=line, col_offset=0, end_col_offset=0)


def _below(node: ast.AST, package: list[str]) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            above = package[: len(package) - child.level + 1] if child.level else []
            base = ".".join((*above, *([child.module] if child.module else [])))
            yield base
            yield from (f"{base}.{alias.name}" for alias in child.names)
        elif isinstance(child, ast.If) and _only_for_types(child.test):
            for other in child.orelse:
                yield from _below(ast.Module([other], []), package)
        else:
            if isinstance(child, ast.Call) and _name(child.func) in BY_NAME:
                yield from (
                    one.value for one in child.args if isinstance(one, ast.Constant) and isinstance(one.value, str)
                )
            yield from _below(child, package)


def _only_for_types(test: ast.expr) -> bool:
    return _name(test) == "TYPE_CHECKING"


def _name(node: ast.expr) -> str:
    """Returns how a function or a value is called, without what it belongs to."""
    return node.attr if isinstance(node, ast.Attribute) else str(getattr(node, "id", ""))
