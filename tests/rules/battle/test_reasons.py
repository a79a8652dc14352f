"""Every reason that battles and hazards give is listed with its rule, and none is listed in vain."""

import ast
from collections.abc import Iterator
from pathlib import Path

from companion.rules import engine
from companion.rules.ask.tokens import TOKEN_RULE
from companion.rules.refusal_codes import BATTLE

FOLDER = Path(engine.__file__).parent
MODULES = ("hazards", "reveal", "storms", "worms")
FILES = (
    *sorted((FOLDER / "battles").glob("*.py")),
    *(FOLDER / f"handlers/{module}.py" for module in MODULES),
    *(FOLDER / f"ask/{module}.py" for module in ("battles", "desert", "tokens")),
    FOLDER / "casualties.py",
)


def reasons() -> Iterator[tuple[str, str]]:
    """The (code, rule) of each refusal in the sources."""
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if not isinstance(node, ast.Call) or name not in ("refuse", "Refusal", "not_now", "only_at"):
                continue
            values = [named for arg in node.args if (named := words(arg))]
            if name in ("refuse", "Refusal"):
                assert len(values) >= 2, f"{file.name}:{node.lineno}: code or rule is no literal"
                yield from ((code, rule) for code in values[0] for rule in values[1])
            elif values:
                yield from (("not_now", rule) for rule in values[0])


def words(arg: ast.expr) -> tuple[str, ...]:
    """The texts that an argument may be: a literal's one, the rule of either side's tokens, none of anything else."""
    if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
        return (arg.value,)
    if isinstance(arg, ast.Subscript) and getattr(arg.value, "id", "") == "TOKEN_RULE":
        return tuple(TOKEN_RULE.values())
    return ()


def test_the_table_of_reasons_is_what_the_sources_say() -> None:
    found: dict[str, set[str]] = {}
    for code, rule in reasons():
        found.setdefault(code, set()).add(rule)
    assert {code: tuple(sorted(rules)) for code, rules in sorted(found.items())} == dict(BATTLE)
