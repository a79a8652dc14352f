"""What the modules of our packages import, read from their syntax trees; a file is read once for all tests of it."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("companion", "solo_bot", "vision")
BY_NAME = ("import_module", "__import__")
"""Functions that import what they are given the name of."""


def module_name(file: Path, root: Path) -> str:
    parts = list(file.relative_to(root).with_suffix("").parts)
    if parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts)


def sources(root: Path) -> list[Path]:
    return sorted(file for package in PACKAGES for file in (root / package).rglob("*.py"))


@cache
def importing(file: Path) -> tuple[ast.AST, ...]:
    """Return the nodes of a file that may import something; a file is read once for all tests of it."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file)))
    return tuple(node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) or called(node) in BY_NAME)


def called(node: ast.AST) -> str:
    """Return the name of the function that a node calls, without what it belongs to; empty for other nodes."""
    function = node.func if isinstance(node, ast.Call) else None
    return function.attr if isinstance(function, ast.Attribute) else str(getattr(function, "id", ""))


def targets(node: ast.AST, module: str, is_package: bool) -> Iterator[str]:
    """Yield the full names of the modules that a node of the syntax tree imports, relative ones resolved."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            above = module.split(".")
            drop = node.level - 1 if is_package else node.level
            base = ".".join(above[: len(above) - drop] + ([node.module] if node.module else []))
        # `from companion import web` imports a unit, not a name of the package.
        yield from (f"{base}.{alias.name}" if base == "companion" else base for alias in node.names)
    elif isinstance(node, ast.Call) and called(node) in BY_NAME:
        known = node.args and isinstance(node.args[0], ast.Constant)
        yield str(ast.literal_eval(node.args[0])) if known else "<computed>"
