"""No module of the opponent imports itself by way of others, not even within a function."""

import ast
from pathlib import Path

from tests.imports import ROOT, importing, module_name, sources, targets


def circles(root: Path, package: str) -> list[str]:
    """Return the modules of a package that import themselves by way of others, at the top or within a function."""
    modules = {module_name(file, root): file for file in sources(root) if module_name(file, root).startswith(package)}
    reached: dict[str, set[str]] = {}
    for module, file in modules.items():
        # What `from package import name` reaches: the module of that name where there is one, else the package.
        found = set()
        for node in importing(file):
            names = [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []
            for target in targets(node, module, file.name == "__init__.py"):
                below = {f"{target}.{name}" for name in names} & modules.keys()
                found |= below or {target} & modules.keys()
        reached[module] = found
    while True:
        further = {module: {far for near in nearer for far in reached[near]} for module, nearer in reached.items()}
        if all(further[module] <= reached[module] for module in modules):
            return sorted(module for module in modules if module in reached[module])
        reached = {module: reached[module] | further[module] for module in modules}


def test_no_module_of_the_opponent_imports_in_a_circle() -> None:
    assert circles(ROOT, "solo_bot") == []


def test_a_circle_of_imports_is_found_and_so_is_one_hidden_in_a_function(tmp_path: Path) -> None:
    for name, line in (
        ("a", "from solo_bot.b import f"),
        ("b", "import json\ndef f():\n    from solo_bot import c"),
        ("c", "if x:\n    import solo_bot.a"),
        ("d", "from solo_bot.a import f"),
    ):
        path = tmp_path / f"solo_bot/{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(line + "\n", encoding="utf-8")
    assert circles(tmp_path, "solo_bot") == ["solo_bot.a", "solo_bot.b", "solo_bot.c"]
